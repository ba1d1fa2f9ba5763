"""protobuf <-> use cases, and calls to other services."""
