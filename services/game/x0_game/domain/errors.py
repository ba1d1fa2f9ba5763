"""What the rules of play refuse, and why.

`reason` is stable and goes to clients; the text is for people.
"""

from __future__ import annotations


class Refusal(Exception):
    """An action that is not possible; nothing changed.

    Attributes:
        reason: snake_case word for programs.
        details: strings for programs, such as the current version.
    """

    def __init__(self, reason: str, message: str, **details: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.details = details


class BadSettings(Refusal):
    """Settings that make no game."""


class NotAllowed(Refusal):
    """Somebody who may not do this."""
