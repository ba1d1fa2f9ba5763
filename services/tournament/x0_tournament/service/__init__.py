"""Use cases. What they need of others is in `ports`."""
