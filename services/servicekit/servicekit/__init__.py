"""Plumbing every service shares. Knows no noun of the domain."""
