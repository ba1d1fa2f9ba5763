"""What can go wrong for somebody who uses the library."""

from __future__ import annotations

from collections.abc import Mapping


class ClientError(Exception):
    """Base of everything this library raises by itself."""


class Refused(ClientError):
    """The server said no, and nothing changed.

    Attributes:
        reason: a stable word for programs (`not_your_turn`).
        message: for people, in English.
        metadata: facts that may be shown (`retry_after_ms`).
        status: of the HTTP answer; 0 when it came over the socket.
    """

    def __init__(
        self, reason: str, message: str, metadata: Mapping[str, str] | None = None, status: int = 0
    ) -> None:
        super().__init__(f"{message} ({reason})")
        self.reason = reason
        self.message = message
        self.metadata = dict(metadata or {})
        self.status = status


class SignInNeeded(Refused):
    """Nobody is signed in, or the session has ended: sign in again."""


class Unreachable(ClientError):
    """No answer came in time. Whether it was done is not known; the same id may be sent again."""


class SeekEnded(ClientError):
    """A search for an opponent ended without a game: `status` is cancelled, declined, expired."""

    def __init__(self, seek_id: str, status: str) -> None:
        super().__init__(f"the seek was {status}")
        self.seek_id = seek_id
        self.status = status


class VersionGap(ClientError):
    """An event does not follow the version that is here: what lies between is missing."""
