"""Signs of life: how the service knows that it was away, and gives that time back.

All instances move one common time stamp in the store forward. While any of them
does, the service is there. A gap is an outage, written down in the same update
that ends it, so that every instance sees the same outages and each only once.
An instance does not beat while it cannot publish, or while every gateway that was
there is gone: then players do not see each other's moves or cannot make theirs,
and their clocks must not run.

Before time is judged, the last beat must be recent: an instance that slept, or
whose store was away, first writes down the outage it did not notice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from servicekit import clock, logs
from servicekit.retry import is_transient

from x0_game.domain.clock import Outage
from x0_game.service.ports import BeatStore

BEAT_MS = 400
# A longer gap than this between two signs of life is an outage.
OUTAGE_MS = 1_200

# So long a lost gateway is waited for; then there is none, and clocks run again.
GATEWAY_AWAY_SECONDS = 60.0

_log = logs.get("x0_game.life")


class Gateways:
    """How many streams of gateways this instance has, and when the last one broke."""

    def __init__(self) -> None:
        self._streams = 0
        self._lost_at: float | None = None

    def joined(self) -> None:
        self._streams += 1
        self._lost_at = None

    def left(self) -> None:
        self._streams -= 1
        if self._streams == 0:
            self._lost_at = time.monotonic()

    @property
    def lost(self) -> bool:
        """Whether players have just lost their way to this instance."""
        return self._lost_at is not None and time.monotonic() - self._lost_at < GATEWAY_AWAY_SECONDS


class LifeSigns:
    """`healthy` says whether this instance can serve (the store answers by itself here)."""

    def __init__(self, store: BeatStore, healthy: Callable[[], bool]) -> None:
        self._store = store
        self.healthy = healthy
        self._last = 0
        self._outages: tuple[Outage, ...] = ()
        self._lock = asyncio.Lock()
        # End of the last outage whose running clocks this instance still has to bring up to date.
        self.to_give_back = 0

    @property
    def outages(self) -> tuple[Outage, ...]:
        return self._outages

    async def run(self) -> None:
        while True:
            if self.healthy():
                try:
                    await self._beat()
                except Exception as error:
                    if not is_transient(error):
                        raise
                    _log.warning("no sign of life", **logs.describe(error))
            await asyncio.sleep(BEAT_MS / 1000)

    async def now(self) -> int:
        """The time by which clocks are judged; `outages` is complete up to it.

        Raises what the store raises while it is away: time cannot be judged then.
        """
        now = clock.now_ms()
        if now - self._last > OUTAGE_MS:
            await self._beat()
            now = clock.now_ms()
        return now

    async def _beat(self) -> None:
        async with self._lock:
            if self._last == 0:
                self._last, self._outages = await self._store.last_beat(clock.now_ms())
            while True:
                now = max(clock.now_ms(), self._last + 1)
                gap = now - self._last
                outage = Outage(self._last, now) if gap > OUTAGE_MS else None
                if await self._store.beat(self._last, now, outage):
                    break
                # Another instance was faster: what it wrote counts.
                self._last, self._outages = await self._store.last_beat(now)
                if clock.now_ms() - self._last <= OUTAGE_MS:
                    return
            self._last = now
            if outage is not None:
                self._outages = (*self._outages, outage)[-500:]
                self.to_give_back = now
                _log.warning("outage over", seconds=gap / 1000)
