"""Rules without I/O: state in, new state and events out."""
