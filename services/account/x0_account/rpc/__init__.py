"""protobuf <-> use cases."""
