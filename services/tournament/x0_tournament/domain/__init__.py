"""Pairing, standings, formats, teams and regular tournaments. State in, state out; no I/O."""
