"""What a tournament refuses, and why. `reason` goes to clients; the text is for people."""


class Refusal(Exception):
    """Not possible now; nothing changed."""

    def __init__(self, reason: str, message: str, **details: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.details = details


class NotAllowed(Refusal):
    """Somebody who may not do this."""


class BadRules(Refusal):
    """Settings that make no tournament."""
