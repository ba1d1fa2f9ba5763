"""What becomes of the messages of each kind of topic."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, TypeVar

from x0.client.decode import decode
from x0.client.errors import ClientError, VersionGap
from x0.client.models.chat import ChatEntry, ChatLine, ChatLines
from x0.client.models.events import Started, game_event
from x0.client.models.games import Snapshot
from x0.client.view import GameView

T = TypeVar("T")


class _Receipt:
    """When a topic is there for the first time, or why it will not be."""

    def __init__(self) -> None:
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def ready(self) -> None:
        if not self._done.done():
            self._done.set_result(None)

    def ended(self, error: ClientError) -> None:
        if not self._done.done():
            self._done.set_exception(error)
            # Nobody may be waiting for it.
            self._done.exception()

    async def received(self) -> None:
        """Raises what the server refuses the topic with."""
        await asyncio.shield(self._done)


class GameFollower(_Receipt):
    """Keeps a `GameView` current."""

    def __init__(self, view: GameView) -> None:
        super().__init__()
        self.topic = f"game:{view.game_id}"
        self.view = view
        # How many have been given this view.
        self.users = 1
        self._begun = False

    @property
    def version(self) -> int | None:
        return self.view.version if self._begun else None

    def snapshot(self, version: int, body: Any) -> None:
        self._begun = True
        self.view.start(decode(Snapshot, body))

    def event(self, version: int, body: Any) -> None:
        if self._begun:
            if version > self.view.version:
                self.view.add(game_event(version, body))
            return
        event = game_event(version, body)
        if isinstance(event, Started):
            self._begun = True
            self.view.start(event.snapshot)
        # Otherwise the snapshot that was asked for is on its way.

    def ended(self, error: ClientError) -> None:
        super().ended(error)
        self.view.finish(error)


class Feed(_Receipt, Generic[T]):
    """A topic that is always sent whole: `player`, `lobby`, `live`, and the rating of a game."""

    # What is sent whole is always wanted whole.
    version = None

    def __init__(self, topic: str, read: Callable[[Any], T]) -> None:
        super().__init__()
        self.topic = topic
        self._read = read
        self._value: T | None = None
        # Grows with every value.
        self.count = 0
        self._error: ClientError | None = None
        self._wake: list[asyncio.Future[None]] = []

    @property
    def latest(self) -> T | None:
        """None before the first; otherwise as `value`."""
        return self._value

    @property
    def value(self) -> T:
        if self._value is None:
            raise self._error or ClientError(f"{self.topic} has not been received yet")
        return self._value

    def snapshot(self, version: int, body: Any) -> None:
        self._value = self._read(body)
        self.count += 1
        self._notify()

    def event(self, version: int, body: Any) -> None:
        self.snapshot(version, body)

    def ended(self, error: ClientError) -> None:
        super().ended(error)
        self._error = error
        self._notify()

    def _notify(self) -> None:
        wake, self._wake = self._wake, []
        for future in wake:
            if not future.done():
                future.set_result(None)

    async def changed(self, timeout: float | None = None, *, since: int = -1) -> bool:
        """Waits for the next change; False when none came in time. Raises when it has ended.

        `since`: the `count` that was seen last; then a change that has come already counts.
        """
        if self._error is not None:
            raise self._error
        if 0 <= since < self.count:
            return True
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._wake.append(future)
        try:
            async with asyncio.timeout(timeout):
                await future
        except TimeoutError:
            return False
        if self._error is not None:
            raise self._error
        return True

    async def __aiter__(self) -> AsyncIterator[T]:
        """The value now and after every change; values between two looks are skipped."""
        await self.received()
        seen = 0
        while True:
            if seen == self.count:
                await self.changed(since=seen)
            seen = self.count
            yield self.value


class ChatFollower(_Receipt):
    """A room of a game's chat: the lines known here, and each new one told."""

    def __init__(
        self, game_id: str, room: str, on_line: Callable[[ChatLine], None] | None = None
    ) -> None:
        super().__init__()
        self.topic = f"chat:{game_id}:{room}"
        self.version: int | None = None
        self.lines: list[ChatLine] = []
        self.on_line = on_line

    def snapshot(self, version: int, body: Any) -> None:
        for entry in decode(ChatLines, body).lines:
            self._add(entry)
        self.version = version

    def event(self, version: int, body: Any) -> None:
        if self.version is not None and version > self.version + 1:
            raise VersionGap(f"line {version} does not follow {self.version}")
        self._add(ChatEntry(version, decode(ChatLine, body)))
        self.version = max(version, self.version or 0)

    def _add(self, entry: ChatEntry) -> None:
        if self.version is None or entry.version > self.version:
            self.lines.append(entry.line)
            if self.on_line is not None:
                self.on_line(entry.line)
