"""Use cases: finding puzzles, and attempts at them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random, SystemRandom

from servicekit import clock
from servicekit.errors import Conflict, NotFound

from x0_puzzle.domain import attempt as attempts
from x0_puzzle.domain import progress as progresses
from x0_puzzle.domain.attempt import Attempt, Status, Verdict
from x0_puzzle.domain.base import FIRST_DAY, Base, with_member
from x0_puzzle.domain.errors import BadRequest, NotNow
from x0_puzzle.domain.hints import next_hint
from x0_puzzle.domain.progress import Progress
from x0_puzzle.domain.puzzle import LEVELS, MODES, Point, Puzzle, read_id
from x0_puzzle.metrics import ENDED, JUDGED
from x0_puzzle.service.ports import Solver, Standing, Store
from x0_puzzle.service.settle import Settling, untried

MOST_DRAWN = 50
MOST_EXCEPT = 100
_TRIES = 8


@dataclass(frozen=True, slots=True)
class Shown:
    puzzle: Puzzle
    standing: Standing


@dataclass(frozen=True, slots=True)
class Drawn:
    puzzles: list[Shown]
    unseen: int
    began_anew: bool


@dataclass(frozen=True, slots=True)
class Playing:
    attempt: Attempt
    shown: Shown


class Puzzles:
    def __init__(
        self, store: Store, solver: Solver, settling: Settling, random: Random | None = None
    ) -> None:
        self._store = store
        self._solver = solver
        self._settling = settling
        self._random = random or SystemRandom()

    # -- finding --------------------------------------------------------------------------

    async def base(self) -> Base:
        return await self._store.base()

    async def get(self, id: str) -> Shown:
        return (await self._shown([await self._puzzle(id)]))[0]

    async def daily(self, text: str) -> tuple[date, Shown]:
        """Of a day by UTC; an empty text is today."""
        day = _day(text) if text else today()
        mode, number = (await self._store.base()).daily(day)
        return day, await self.get(f"{mode}-{number}")

    async def draw(
        self, player: str, mode: str, max_level: int, count: int, besides: Sequence[str]
    ) -> Drawn:
        if mode not in MODES:
            raise BadRequest("bad_mode", "puzzles are of x0, gomoku or renju")
        if max_level not in LEVELS:
            raise BadRequest("bad_level", "a level is from 1 to 6")
        if not 0 <= count <= MOST_DRAWN:
            raise BadRequest("bad_count", f"from 1 to {MOST_DRAWN} puzzles at once")
        if len(besides) > MOST_EXCEPT:
            raise BadRequest("too_many_ids", f"at most {MOST_EXCEPT} can be left out")
        base = await self._store.base()
        out = 0
        for id in besides:
            found = read_id(id)
            if found and found[0] == mode and base.has(*found):
                out = with_member(out, found[1])
        progress = await self._store.progress(player) or Progress(player)
        drawn = progresses.draw(progress, base, mode, max_level, count or 1, self._random, out)
        anew = drawn.unseen == 0
        if anew:
            progress = await self._settling.change(
                player, lambda p: progresses.begin_anew(p, base, mode, max_level)
            )
            drawn = progresses.draw(progress, base, mode, max_level, count or 1, self._random, out)
        ids = [f"{mode}-{number}" for number in drawn.numbers]
        known = await self._store.puzzles(ids)
        return Drawn(await self._shown([known[id] for id in ids]), drawn.unseen, anew)

    # -- an attempt -----------------------------------------------------------------------

    async def start(self, player: str, id: str) -> Playing:
        puzzle = await self._puzzle(id)
        for _ in range(_TRIES):
            found = await self._store.attempt(player, id)
            if found is None:
                attempt = attempts.begun(player, id, clock.now_ms())
            elif found.status is Status.OPEN:
                attempt = found
                break
            else:
                attempt = attempts.begun_anew(await self._settling.settle(found), clock.now_ms())
            if await self._store.save_attempt(attempt, clock.now_ms()):
                break
        else:
            raise Conflict("busy", "this attempt changes all the time")
        await self._settling.change(player, lambda p: progresses.see(p, puzzle))
        return Playing(attempt, (await self._shown([puzzle]))[0])

    async def attempt(self, player: str, id: str) -> Playing:
        puzzle = await self._puzzle(id)
        return Playing(await self._attempt(player, id), (await self._shown([puzzle]))[0])

    async def play(
        self, player: str, id: str, version: int, point: Point, seconds: int
    ) -> tuple[Attempt, Puzzle]:
        attempts.check_seconds(seconds)
        puzzle = await self._puzzle(id)

        async def change(attempt: Attempt) -> Attempt:
            judgement = await self._solver.judge(puzzle, attempt.played, point)
            JUDGED.labels(judgement.verdict.value).inc()
            day = await self._day_of(id) if judgement.decides else ""
            return attempts.judged(attempt, judgement, clock.now_ms(), seconds, day)

        return await self._change(player, id, version, attempts.move_act(point), change), puzzle

    async def explain(self, player: str, id: str, version: int) -> tuple[Point, ...]:
        """What refutes the last move, which was wrong."""
        attempt = await self._attempt(player, id)
        if version != attempt.version:
            raise Conflict(
                "attempt_moved_on", "the attempt has gone on meanwhile: ask for it again"
            )
        last = attempt.last
        if last is None or last.verdict is not Verdict.WRONG:
            raise NotNow("nothing_to_explain", "the last move was not wrong")
        if not last.line:
            raise NotNow("nothing_to_explain", "no single answer shows it: the defender may pass")
        return last.line

    async def hint(self, player: str, id: str, version: int) -> tuple[Attempt, Puzzle]:
        puzzle = await self._puzzle(id)

        async def change(attempt: Attempt) -> Attempt:
            move = await self._solver.best(puzzle, attempt.played)
            if move is None:
                raise NotNow("not_decided", "no way to win was found from here: restart it")
            return attempts.hinted(attempt, next_hint(attempt.hints, puzzle, move))

        return await self._change(player, id, version, "hint", change), puzzle

    async def restart(self, player: str, id: str, version: int) -> tuple[Attempt, Puzzle]:
        async def change(attempt: Attempt) -> Attempt:
            return attempts.restarted(attempt)

        puzzle = await self._puzzle(id)
        return await self._change(player, id, version, "restart", change), puzzle

    async def give_up(self, player: str, id: str, version: int) -> tuple[Attempt, Puzzle]:
        async def change(attempt: Attempt) -> Attempt:
            return attempts.given_up(attempt, clock.now_ms())

        puzzle = await self._puzzle(id)
        return await self._change(player, id, version, "give up", change), puzzle

    # -- a player -------------------------------------------------------------------------

    async def progress(self, player: str) -> tuple[Progress, Base]:
        if not player:
            raise BadRequest("bad_player_id", "a player id is needed")
        return await self._store.progress(player) or Progress(player), await self._store.base()

    async def attempts(self, player: str, before: int | None, limit: int) -> list[Attempt]:
        return await self._store.attempts(player, before, limit)

    async def forget(self, players: Sequence[str]) -> None:
        """Who has deleted the account. What their attempts did to puzzles stays."""
        for player in players:
            await self._store.forget(player)

    # -- parts ----------------------------------------------------------------------------

    async def _puzzle(self, id: str) -> Puzzle:
        found = (await self._store.puzzles([id])).get(id) if read_id(id) else None
        if found is None:
            raise NotFound("puzzle_not_found", "there is no such puzzle")
        return found

    async def _attempt(self, player: str, id: str) -> Attempt:
        found = await self._store.attempt(player, id)
        if found is None:
            raise NotFound("attempt_not_found", "you have not begun this puzzle")
        return found

    async def _shown(self, puzzles: Sequence[Puzzle]) -> list[Shown]:
        known = await self._store.standings([one.id for one in puzzles])
        return [Shown(one, known.get(one.id) or untried(one)) for one in puzzles]

    async def _day_of(self, id: str) -> str:
        """Today, if this is its puzzle."""
        day = today()
        mode, number = (await self._store.base()).daily(day)
        return day.isoformat() if f"{mode}-{number}" == id else ""

    async def _change(
        self,
        player: str,
        id: str,
        version: int,
        act: str,
        change: Callable[[Attempt], Awaitable[Attempt]],
    ) -> Attempt:
        """Once, however often it is asked for."""
        for _ in range(_TRIES):
            before = await self._attempt(player, id)
            if attempts.is_repeated(before, version, act):
                return await self._settling.settle_soon(before)
            # What was not done yet would be overwritten.
            before = await self._settling.settle(before)
            after = await change(before)
            if await self._store.save_attempt(after, clock.now_ms()):
                if after.status is not Status.OPEN:
                    ENDED.labels(after.status.value).inc()
                return await self._settling.settle_soon(after)
        raise Conflict("busy", "this attempt changes all the time")


def today() -> date:
    return datetime.fromtimestamp(clock.now_ms() / 1000, UTC).date()


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadRequest("bad_date", "a date is written as 2026-11-30") from None
    if not FIRST_DAY <= day <= today() + timedelta(days=1):
        raise BadRequest("bad_date", f"days are from {FIRST_DAY} to tomorrow")
    return day
