"""The live game: state in, new state and events out. No I/O."""
