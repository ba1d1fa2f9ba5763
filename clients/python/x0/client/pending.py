"""Messages that wait for `ack` or `error`, also over a lost connection."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

from x0.client.errors import Refused, SignInNeeded, Unreachable

# The same message with the same id may be sent again when it is refused for one of these: the
# server is busy or a part of it is away, and has done nothing or does not know.
PASSING = {"unavailable", "busy", "too_many_pending", "rate_limited"}
PASSING_SECONDS = 0.3
SIGN_IN = {"sign_in_needed", "token_expired", "token_invalid"}


class Passing(Exception):
    """A refusal that may be gone in a moment."""

    def __init__(self, wait: float, refused: Refused) -> None:
        super().__init__(refused.reason)
        self.wait = wait
        self.refused = refused


@dataclass(slots=True, eq=False)
class Pending:
    """One message. `group`: of its kind and game only one outlives its connection."""

    id: str
    group: tuple[str, str]
    text: str
    answer: asyncio.Future[int]
    sent_at: float = field(default_factory=time.perf_counter)
    # Whether it has gone out on the present connection.
    sent: bool = False


class PendingMessages:
    def __init__(self) -> None:
        self._by_id: dict[str, Pending] = {}

    def __contains__(self, message_id: object) -> bool:
        return message_id in self._by_id

    def add(self, message: dict[str, Any]) -> Pending:
        """Raises ValueError when an earlier message with this id still waits."""
        message_id = message["id"]
        if message_id in self._by_id:
            raise ValueError(f"a message with the id {message_id!r} is under way")
        new = Pending(
            message_id,
            (message["type"], message["game"]),
            json.dumps(message),
            asyncio.get_running_loop().create_future(),
        )
        self._by_id[message_id] = new
        return new

    def remove(self, pending: Pending) -> None:
        self._by_id.pop(pending.id, None)

    def again(self, pending: Pending) -> None:
        """Its answer was that it should be asked once more."""
        pending.answer = asyncio.get_running_loop().create_future()
        pending.sent = False

    def waits(self, group: tuple[str, str]) -> bool:
        return any(pending.group == group for pending in self._by_id.values())

    def unsent(self) -> list[Pending]:
        return [p for p in self._by_id.values() if not p.sent and not p.answer.done()]

    def acked(self, message_id: str, version: int) -> None:
        found = self._by_id.get(message_id)
        if found is not None and not found.answer.done():
            found.answer.set_result(version)

    def refused(self, message_id: str, error: Refused) -> None:
        found = self._by_id.get(message_id)
        if found is None or found.answer.done():
            return
        if error.reason in PASSING:
            found.answer.set_exception(Passing(wait_of(error), error))
        else:
            found.answer.set_exception(error)

    def lost(self) -> None:
        """The connection is gone: the oldest of each group is kept, the others are reported."""
        kept: set[tuple[str, str]] = set()
        for pending in self._by_id.values():
            pending.sent = False
            if pending.answer.done():
                continue
            if pending.group in kept:
                pending.answer.set_exception(
                    Unreachable("the connection was lost before the answer came")
                )
            kept.add(pending.group)

    def fail(self, error: Exception) -> None:
        for pending in self._by_id.values():
            if not pending.answer.done():
                pending.answer.set_exception(error)


def wait_of(error: Refused) -> float:
    """Seconds until it may be tried again."""
    wait = error.metadata.get("retry_after_ms", "")
    return int(wait) / 1000 if wait.isdecimal() else PASSING_SECONDS


def refusal(message: dict[str, Any]) -> Refused:
    """An `error` message as an exception."""
    reason = str(message.get("reason", "unknown"))
    kind = SignInNeeded if reason in SIGN_IN else Refused
    metadata = {str(k): str(v) for k, v in (message.get("metadata") or {}).items()}
    return kind(reason, str(message.get("message", reason)), metadata)
