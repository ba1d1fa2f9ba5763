"""Puzzles, attempts at them and progress: pure."""
