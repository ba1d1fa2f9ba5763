"""What the domain refuses, and why."""


class Refusal(ValueError):
    """Base; `reason` is a stable word for programs, the text is for people."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class BadRequest(Refusal):
    """Makes no sense whatever the state."""


class NotNow(Refusal):
    """Makes sense, but not in this state."""


class MovedOn(Refusal):
    """Was meant for an earlier state."""
