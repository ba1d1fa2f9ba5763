"""Use cases, one concept a module. `ports` says what they need."""
