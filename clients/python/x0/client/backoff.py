"""How long to wait before the next try."""

from __future__ import annotations

import random


class Backoff:
    """At once, then `first` seconds doubling up to `most`, each spread by half.

    The spread keeps a thousand clients of a gateway that went away from coming back together.
    """

    def __init__(self, first: float = 0.5, most: float = 8.0) -> None:
        self._first = first
        self._most = most
        self._next = 0.0

    def next(self) -> float:
        wait = self._next
        self._next = min(self._most, wait * 2) if wait else self._first
        return wait * random.uniform(0.5, 1.0)  # noqa: S311  (no secret)

    def at_least(self, seconds: float) -> None:
        """The server asked for more patience."""
        self._next = max(self._next, seconds)

    def reset(self) -> None:
        self._next = 0.0
