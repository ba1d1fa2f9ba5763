"""One socket: what it may still receive, who it belongs to, how far away it is."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from servicekit import logs

from x0_gateway import metrics
from x0_gateway.edge import Send
from x0_gateway.live.topics import Topic
from x0_gateway.settings import GatewaySettings
from x0_gateway.socket.close import Close
from x0_gateway.tokens import Identity

_log = logs.get("x0_gateway.socket")

# How long a closing socket may take for its last messages before it is cut.
CLOSE_SECONDS = 1.0
# A new round trip counts for this part of the smoothed one.
SMOOTHING = 0.25


class Connection:
    """Has no task of its own for sending: one is started when there is something to send."""

    __slots__ = (
        "_abort", "_bytes", "_closer", "_queue", "_refused", "_send", "_settings", "_tokens",
        "_tokens_at", "_writer", "address", "authed", "closed", "heard_at", "identity",
        "lag_ms", "opened_at", "pending", "ping_at", "ping_n", "ping_sent_at", "told_expired",
        "topics",
    )  # fmt: skip

    def __init__(
        self, address: str, send: Send, abort: Callable[[], None], settings: GatewaySettings
    ) -> None:
        now = time.monotonic()
        self.address = address
        self._send = send
        self._abort = abort
        self._settings = settings
        self.identity: Identity | None = None
        self.authed = False
        self.told_expired = False
        self.topics: dict[str, Topic] = {}
        # Requests in work.
        self.pending = 0
        self.opened_at = self.heard_at = now
        self.ping_at = now
        self.ping_n = 0
        self.ping_sent_at: float | None = None
        self.lag_ms: float | None = None
        self.closed = False
        self._queue: deque[str] = deque()
        self._bytes = 0
        self._writer: asyncio.Task[None] | None = None
        self._closer: asyncio.Task[None] | None = None
        self._tokens = settings.message_burst
        self._tokens_at = now
        self._refused = 0

    @property
    def player_id(self) -> str:
        return self.identity.player_id if self.identity else ""

    # Sending

    def push(self, frame: str) -> None:
        if self.closed:
            return
        self._queue.append(frame)
        self._bytes += len(frame)
        if (
            len(self._queue) > self._settings.queue_messages
            or self._bytes > self._settings.queue_bytes
        ):
            self.close(Close.SLOW, drain=False)
        elif self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._queue:
                frame = self._queue.popleft()
                self._bytes -= len(frame)
                await self._send({"type": "websocket.send", "text": frame})
        except (OSError, RuntimeError):
            # The other side is gone; the reader hears of it as well.
            self.gone()
        finally:
            self._writer = None

    def gone(self) -> None:
        """Nothing can be sent any more."""
        self.closed = True
        self._queue.clear()
        self._bytes = 0

    def close(self, code: Close, *, drain: bool = True) -> None:
        """Sends what is queued, unless told not to, and closes; cuts who does not take it."""
        if self._closer is None:
            self.closed = True
            metrics.SOCKETS_CLOSED.labels(str(int(code))).inc()
            self._closer = asyncio.create_task(self._close(code, drain))

    async def _close(self, code: Close, drain: bool) -> None:
        if not drain:
            self._queue.clear()
            self._bytes = 0
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                if self._writer is not None:
                    await asyncio.wait({self._writer})
                await self._send({"type": "websocket.close", "code": int(code), "reason": ""})
        except TimeoutError:
            self._abort()
        except (OSError, RuntimeError):
            pass

    async def wait_closed(self) -> None:
        if self._closer is not None:
            await asyncio.wait({self._closer})

    # Receiving

    def take_token(self) -> float:
        """0 when one more message is welcome, otherwise for how many seconds it is not."""
        now = time.monotonic()
        rate, burst = self._settings.message_rate, self._settings.message_burst
        self._tokens = min(burst, self._tokens + (now - self._tokens_at) * rate)
        self._tokens_at = now
        if self._tokens >= 1:
            self._tokens -= 1
            self._refused = 0
            return 0.0
        self._refused += 1
        if self._refused > burst:
            # Does not listen to refusals.
            self.close(Close.TOO_MANY)
        return (1 - self._tokens) / rate

    # Distance

    def next_ping(self, now: float) -> int:
        """The number of a ping that is sent now."""
        self.ping_n += 1
        self.ping_sent_at = now
        return self.ping_n

    def ponged(self, n: int) -> None:
        """Only the answer to the last ping counts: the client cannot make up another."""
        if n != self.ping_n or self.ping_sent_at is None:
            return
        took = (time.monotonic() - self.ping_sent_at) * 1000
        self.ping_sent_at = None
        self.lag_ms = (
            took if self.lag_ms is None else self.lag_ms + SMOOTHING * (took - self.lag_ms)
        )
