"""What must happen by itself: flags, outages given back, pairing, leftovers of a crash.

Every instance runs all of it; the conditional updates make each thing happen once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from servicekit import clock, logs
from servicekit.retry import is_transient

from x0_game.service.games import Games
from x0_game.service.life import LifeSigns
from x0_game.service.matching import Matching
from x0_game.service.ports import GameStore
from x0_game.service.seeks import Seeks

FLAG_EVERY = 0.4
PAIR_EVERY = 0.7
TIDY_EVERY = 2.0
# A move received before the deadline may still be on its way through the services.
FLAG_GRACE_MS = 700
# Older than this, something half done was left by an instance that is gone.
LEFT_AFTER_MS = 3_000
# Games looked at side by side, so that their updates share bulk writes.
SIDE_BY_SIDE = 32

_log = logs.get("x0_game.sweeps")


class Sweeps:
    def __init__(
        self, store: GameStore, games: Games, seeks: Seeks, matching: Matching, life: LifeSigns
    ) -> None:
        self._store = store
        self._games = games
        self._seeks = seeks
        self._matching = matching
        self._life = life

    async def run_flags(self) -> None:
        await _every(FLAG_EVERY, self.flags)

    async def run_pairing(self) -> None:
        await _every(PAIR_EVERY, self.pair)

    async def run_tidying(self) -> None:
        await _every(TIDY_EVERY, self.tidy)

    async def flags(self) -> None:
        if not self._life.healthy():
            # This time will be given back: nothing to judge before that.
            return
        now = await self._life.now()
        due = await self._store.due_games(now - FLAG_GRACE_MS, 500)
        await _side_by_side(due, self._games.flag)
        if end := self._life.to_give_back:
            await _side_by_side(await self._store.running_games(end), self._games.give_back)
            if self._life.to_give_back == end:
                self._life.to_give_back = 0

    async def pair(self) -> None:
        await self._matching.run_once()

    async def tidy(self) -> None:
        left = clock.now_ms() - LEFT_AFTER_MS
        await self._matching.recover(left)
        await self._games.follow_left(left)
        await self._seeks.expire()


async def _side_by_side(ids: list[str], do: Callable[[str], Awaitable[None]]) -> None:
    for start in range(0, len(ids), SIDE_BY_SIDE):
        results = await asyncio.gather(
            *(do(one) for one in ids[start : start + SIDE_BY_SIDE]), return_exceptions=True
        )
        for result in results:
            if isinstance(result, BaseException):
                raise result


async def _every(seconds: float, do: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await do()
        except Exception as error:
            if not is_transient(error):
                _log.error("sweep failed", exc_info=error)
            else:
                _log.warning("sweep waits", **logs.describe(error))
        await asyncio.sleep(seconds)
