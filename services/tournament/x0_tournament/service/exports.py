"""Files that are made of tournaments. A large one is made in a thread."""

import asyncio
from datetime import UTC, datetime

from servicekit import clock

from x0_tournament.domain import exports, feed
from x0_tournament.service.ports import Store
from x0_tournament.service.reads import LARGE, Reads

DAY_MS = 86_400_000
# What is in the calendar: what starts so soon, and what was cancelled so recently.
AHEAD_MS = 60 * DAY_MS
CANCELLED_MS = 7 * DAY_MS
MOST_EVENTS = 500
# More events than so many are made in a thread.
MANY_EVENTS = 30


class Exports:
    def __init__(self, store: Store, reads: Reads) -> None:
        self._store = store
        self._reads = reads

    async def tournament(self, id: str, kind: str) -> str:
        """Raises NotFound; Refusal where it cannot be said in this format."""
        t, table = await self._reads.standings(id)
        if len(t.entries) > LARGE:
            return await asyncio.to_thread(exports.export, t, table, kind)
        return exports.export(t, table, kind)

    async def calendar(self, site: str) -> str:
        now = clock.now_ms()
        found = await self._store.calendar(now + AHEAD_MS, now - CANCELLED_MS, MOST_EVENTS)
        coming = [feed.coming(t, site) for t in found]
        made = datetime.fromtimestamp(now // 1000, UTC)
        if len(coming) > MANY_EVENTS:
            return await asyncio.to_thread(feed.as_calendar, coming, "X-0", made)
        return feed.as_calendar(coming, "X-0", made)
