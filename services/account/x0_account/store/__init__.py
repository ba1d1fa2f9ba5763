"""MongoDB: every query and index of the account service."""
