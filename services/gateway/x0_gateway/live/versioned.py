"""A topic whose versions grow by one: who follows it, and who has what.

No I/O and no clock: what is sent is pushed to followers, what is missing is told to the caller.

A follower *joins* first and is buffered for, then the caller fetches what it lacks and hands that
to `finish`; so nothing falls between. Everybody who has finished is moved along by `publish`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

Versioned = tuple[int, str]


class Follower(Protocol):
    def push(self, frame: str) -> None:
        """Queues a frame. Must neither fail nor change subscriptions before it returns."""


F = TypeVar("F", bound=Follower)

# Events that came too early. More than these are fetched again anyway.
MOST_AHEAD = 256
MOST_BUFFERED = 256


@dataclass(slots=True)
class Missing:
    """What a follower lacked: a snapshot, or the events after the version it had."""

    # Of the topic when this was fetched.
    version: int
    snapshot: Versioned | None = None
    events: Iterable[Versioned] = ()


@dataclass(slots=True, eq=False)
class Join:
    """A follower on its way in. `at`: the version it has been brought to; None: nothing."""

    at: int | None
    buffer: dict[int, str] = field(default_factory=dict)


class VersionedTopic(Generic[F]):
    def __init__(self) -> None:
        # Everybody who finished has at least this version; None while there is nobody.
        self.known: int | None = None
        # The version each has: at least `known`, more when it was fetched further on.
        self.followers: dict[F, int] = {}
        self.joining: dict[F, Join] = {}
        self._ahead: dict[int, str] = {}

    @property
    def empty(self) -> bool:
        return not self.followers and not self.joining

    @property
    def joins(self) -> bool:
        """Whether somebody is on the way in, who may lack what everybody else has."""
        return bool(self.joining)

    @property
    def gap(self) -> bool:
        """Whether events are missing between what everybody has and what has come."""
        return bool(self._ahead)

    def join(self, follower: F, at: int | None) -> Join:
        """Replaces an earlier subscription of the same follower."""
        self.leave(follower)
        join = self.joining[follower] = Join(at)
        return join

    def leave(self, follower: F) -> None:
        self.joining.pop(follower, None)
        self.followers.pop(follower, None)
        if not self.followers:
            self.known = None
            self._ahead.clear()

    def publish(self, version: int, frame: Callable[[], str]) -> None:
        """An event came, in whatever order and however often. See `gap` afterwards."""
        text: str | None = None
        for join in self.joining.values():
            if version not in join.buffer and (join.at is None or version > join.at):
                text = text or frame()
                join.buffer[version] = text
                if len(join.buffer) > MOST_BUFFERED:
                    # The oldest; if it is needed after all it is fetched.
                    del join.buffer[min(join.buffer)]
        if self.known is None or version <= self.known or version in self._ahead:
            return
        self._ahead[version] = text or frame()
        self._drain()
        if len(self._ahead) > MOST_AHEAD:
            # The last one keeps the gap known; all before it is fetched.
            self._ahead = {(last := max(self._ahead)): self._ahead[last]}

    def finish(self, follower: F, join: Join, missing: Missing) -> bool:
        """Hands on what was fetched. False: that was not all, fetch again after `join.at`."""
        if self.joining.get(follower) is not join:
            return True  # left, or subscribed anew
        if missing.snapshot is not None:
            join.at, frame = missing.snapshot
            follower.push(frame)
        at = join.at
        if at is None or at > missing.version:
            return False  # a version that never was
        for version, frame in [*missing.events, *sorted(join.buffer.items())]:
            if version == at + 1:
                follower.push(frame)
                at = version
        join.at = at
        join.buffer = {version: f for version, f in join.buffer.items() if version > at}
        if join.buffer or at < max(missing.version, self.known or 0):
            return False
        del self.joining[follower]
        self.followers[follower] = at
        if self.known is None:
            self.known = at
        return True

    def fill(self, missing: Missing) -> None:
        """What lies in a gap, fetched after `known`, for everybody who lacks it."""
        if self.known is None:
            return
        if missing.snapshot is not None:
            version, frame = missing.snapshot
            if version > self.known:
                self._move(version, frame)
        for version, frame in missing.events:
            if version > self.known:
                self._ahead[version] = frame
        self._drain()

    def _drain(self) -> None:
        while self.known is not None and (frame := self._ahead.pop(self.known + 1, None)):
            self._move(self.known + 1, frame)
        if self._ahead and self.known is not None:
            for version in [v for v in self._ahead if v <= (self.known or 0)]:
                del self._ahead[version]

    def _move(self, version: int, frame: str) -> None:
        self.known = version
        for follower, has in self.followers.items():
            if has < version:
                follower.push(frame)
                self.followers[follower] = version
