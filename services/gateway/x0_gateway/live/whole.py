"""A topic that is always sent whole: a fresh snapshot after every change, debounced."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic

from servicekit import logs
from servicekit.clock import now_ms

from x0_gateway.live.versioned import F

_log = logs.get("x0_gateway.live")

# Changes within this time are one. Grows with the audience, since each pays for a snapshot.
DEBOUNCE_SECONDS = 0.15
FOLLOWERS_A_SECOND = 5000
RETRY_SECONDS = 1.0
# Followers served before moves get their turn again.
BATCH = 100

Fetch = Callable[[], Awaitable[str]]
Frame = Callable[[int, str], str]


class WholeTopic(Generic[F]):
    """`fetch` gives the snapshot as JSON, `frame` the message around it, `done` the message
    that ends a subscription's beginning."""

    def __init__(self, fetch: Fetch, frame: Frame, done: Callable[[int], str]) -> None:
        self._fetch = fetch
        self._frame = frame
        self._done = done
        # What each was sent last; None: nothing yet.
        self.followers: dict[F, str | None] = {}
        self._version = 0
        self._dirty = False
        self._last = float("-inf")
        self._task: asyncio.Task[None] | None = None

    def join(self, follower: F) -> None:
        self.followers[follower] = None
        self.changed()

    def leave(self, follower: F) -> None:
        self.followers.pop(follower, None)
        if not self.followers and self._task is not None:
            self._task.cancel()
            self._task = None

    def changed(self) -> None:
        self._dirty = True
        if self._task is None and self.followers:
            self._task = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        loop = asyncio.get_running_loop()
        while self._dirty and self.followers:
            # The first change is shown at once, further ones together.
            pause = DEBOUNCE_SECONDS + len(self.followers) / FOLLOWERS_A_SECOND
            await asyncio.sleep(max(0.0, self._last + pause - loop.time()))
            self._dirty = False
            try:
                body = await self._fetch()
            except Exception as error:
                _log.warning("snapshot waits", **logs.describe(error))
                self._dirty = True
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self._last = loop.time()
            await self._send(body)
        self._task = None

    async def _send(self, body: str) -> None:
        self._version = max(self._version + 1, now_ms())
        frame, done = self._frame(self._version, body), self._done(self._version)
        for count, follower in enumerate(list(self.followers)):
            if count % BATCH == BATCH - 1:
                await asyncio.sleep(0)
            if follower not in self.followers:
                continue  # left in the meantime
            had = self.followers[follower]
            if had != body:
                follower.push(frame)
                self.followers[follower] = body
            if had is None:
                follower.push(done)
