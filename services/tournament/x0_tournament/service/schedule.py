"""Regular tournaments are created a week ahead. Their ids make each exist once."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from servicekit import clock, logs
from servicekit.retry import is_transient

from x0_tournament.domain import life
from x0_tournament.domain.series import Occurrence, Series, occurrences
from x0_tournament.domain.tournament import Rules
from x0_tournament.service.ports import Store
from x0_tournament.service.tournaments import Tournaments

AHEAD = timedelta(days=7)
EVERY = 60.0

_log = logs.get("x0_tournament.schedule")


def rules_of(occurrence: Occurrence) -> Rules:
    series = occurrence.series
    return Rules(
        name=series.name,
        mode=series.mode,
        initial_seconds=series.minutes * 60,
        increment_seconds=series.increment,
        start=int(occurrence.start.timestamp() * 1000),
    )


class Schedule:
    def __init__(self, store: Store, tournaments: Tournaments, series: Sequence[Series]) -> None:
        self._store = store
        self._tournaments = tournaments
        self._series = series

    async def run(self) -> None:
        while True:
            try:
                await self.create(clock.now_ms())
            except Exception as error:
                if not is_transient(error):
                    raise
                _log.warning("the schedule waits", **logs.describe(error))
            await asyncio.sleep(EVERY)

    async def create(self, now: int) -> int:
        """Returns how many were made here."""
        since = datetime.fromtimestamp(now / 1000, UTC)
        wanted = {one.identity: one for one in occurrences(self._series, since, since + AHEAD)}
        known = await self._store.known(list(wanted))
        made = 0
        for id, one in wanted.items():
            if id not in known:
                step = life.create(id, rules_of(one), "", now, series=one.series.id)
                made += await self._tournaments.insert(step)
        return made
