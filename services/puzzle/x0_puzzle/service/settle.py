"""What an attempt does to progress and to both ratings, exactly once.

The effect is written with the attempt's new version. Then progress and the puzzle's standing are
changed, each remembering the effect as done, and then the attempt says that it is. Whoever finds it
after a crash does all of it again, and what is done is passed over.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from weakref import WeakValueDictionary

from servicekit import clock, logs
from servicekit.errors import Conflict
from servicekit.retry import is_transient

from x0_puzzle.domain import progress as domain
from x0_puzzle.domain import rating
from x0_puzzle.domain.attempt import Attempt, Effect, settled
from x0_puzzle.domain.progress import Progress
from x0_puzzle.domain.puzzle import Puzzle
from x0_puzzle.domain.rating import Glicko
from x0_puzzle.service.ports import Standing, Store

SWEEP_EVERY = 2.0
# Who made an effect does it at once; others wait so long for that.
LEFT_ALONE_MS = 10_000
_AT_ONCE = 50
_TRIES = 12
# Effects that a standing remembers; each is needed for a moment only.
_REMEMBERED = 100

_log = logs.get("x0_puzzle.settle")


class Settling:
    def __init__(self, store: Store) -> None:
        self._store = store
        # By puzzle. On the one of the day hundreds would get into each other's way.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(self) -> None:
        """Finishes what others have left, until cancelled."""
        while True:
            try:
                left = await self._store.unsettled(clock.now_ms() - LEFT_ALONE_MS, _AT_ONCE)
                for player, puzzle in left:
                    attempt = await self._store.attempt(player, puzzle)
                    if attempt is not None:
                        await self.settle(attempt)
            except Exception as error:
                if not is_transient(error) and not isinstance(error, Conflict):
                    raise
                _log.warning("settling waits", **logs.describe(error))
            await asyncio.sleep(SWEEP_EVERY)

    async def settle(self, attempt: Attempt) -> Attempt:
        """Does the effect of an attempt, if there is one, and returns the attempt without."""
        effect = attempt.effect
        if effect is None:
            return attempt
        puzzle = (await self._store.puzzles([attempt.puzzle]))[attempt.puzzle]
        before = await self.standing(puzzle)
        progress, opponent = await self._progress(attempt, puzzle, effect, before.glicko)
        if effect.score is not None:
            async with self._turns.setdefault(puzzle.id, asyncio.Lock()):
                await self._standing(puzzle, effect, opponent)
        done = progress.was_rated(effect.id)
        after = settled(attempt, (done.before, done.after) if done else None)
        await self._store.settle(after)
        return after

    async def settle_soon(self, attempt: Attempt) -> Attempt:
        """The same for an attempt that is written. Where others are always faster the effect is
        left to the sweep: that is no reason to refuse what was done."""
        try:
            return await self.settle(attempt)
        except Conflict as error:
            _log.warning("settling waits", **logs.describe(error))
            return attempt

    async def standing(self, puzzle: Puzzle) -> Standing:
        found = await self._store.standings([puzzle.id])
        return found.get(puzzle.id) or untried(puzzle)

    async def change(self, player: str, make: Callable[[Progress], Progress]) -> Progress:
        """Changes progress, as often as somebody else is faster."""
        for attempt in range(_TRIES):
            before = await self._store.progress(player) or Progress(player)
            after = make(before)
            if after == before:
                return before
            after = replace(after, version=before.version + 1)
            if await self._store.save_progress(after):
                return after
            await asyncio.sleep(0.005 * attempt)
        raise Conflict("busy", "progress changes all the time")

    async def _progress(
        self, attempt: Attempt, puzzle: Puzzle, effect: Effect, rated: Glicko
    ) -> tuple[Progress, Glicko]:
        """Afterwards, and the player's rating that the puzzle met."""
        met = Glicko()

        def make(before: Progress) -> Progress:
            nonlocal met
            met = before.glicko
            if done := before.was_rated(effect.id):
                met = replace(met, rating=done.before)
            after = before
            if effect.score is not None:
                after = domain.rate(after, effect.id, rated, effect.score)
            if effect.solved:
                day = date.fromisoformat(effect.day) if effect.day else None
                after = domain.solve(after, puzzle, first_try=effect.first_try, daily=day)
            return after

        return await self.change(attempt.player, make), met

    async def _standing(self, puzzle: Puzzle, effect: Effect, opponent: Glicko) -> None:
        for attempt in range(_TRIES):
            before = await self.standing(puzzle)
            if effect.id in before.done:
                return
            score = effect.score or 0
            after = replace(
                before,
                version=before.version + 1,
                glicko=rating.after(before.glicko, opponent, 1 - score),
                played=before.played + 1,
                solved=before.solved + score,
                done=(*before.done, effect.id)[-_REMEMBERED:],
            )
            if await self._store.save_standing(after):
                return
            await asyncio.sleep(0.005 * attempt)
        raise Conflict("busy", "many play this puzzle")


def untried(puzzle: Puzzle) -> Standing:
    return Standing(puzzle.id, 0, rating.of_difficulty(puzzle.difficulty))
