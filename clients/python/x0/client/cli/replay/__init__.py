"""Recorded games played again through the server, results and ratings compared."""
