"""What rules refuse, and why: `reason` for programs, `message` for people."""


class Refusal(Exception):
    """Not possible as things are; nothing changed."""

    def __init__(self, reason: str, message: str, **facts: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.facts = facts


class NotAllowed(Refusal):
    """Not for this player."""


class NotFound(Refusal):
    pass
