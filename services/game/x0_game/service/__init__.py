"""Use cases of the game service, one concept a module. `ports` says what they need."""
