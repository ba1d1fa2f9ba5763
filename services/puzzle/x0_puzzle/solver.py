"""The engine's judge in threads, a few at a time; what was judged lately is remembered."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from servicekit.errors import RateLimited
from x0_engine import Cancel, judge, solve_vct

from x0_puzzle.domain.attempt import Judgement, Verdict
from x0_puzzle.domain.puzzle import Point, Puzzle
from x0_puzzle.metrics import JUDGE_SECONDS, REMEMBERED, WAITING

# Together about a tenth of a second; puzzles were proved with fewer.
NODES = 400_000
MEMORY_MB = 8
# For a machine that has no time: whoever asks waits five seconds at most, and the moves that wait
# for a core come before.
MOST_MS = 1_500
_MAX_WAITING = 100
_REMEMBERED = 20_000

Key = tuple[str, str, tuple[Point, ...], Point]
T = TypeVar("T")


class EngineSolver:
    def __init__(self, at_once: int, nodes: int = NODES) -> None:
        self._nodes = nodes
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="solver")
        self._waiting = 0
        # Many meet the puzzle of the day, and all of them its first move.
        self._known: OrderedDict[Key, Judgement] = OrderedDict()

    async def judge(self, puzzle: Puzzle, played: tuple[Point, ...], point: Point) -> Judgement:
        key = (puzzle.ruleset, puzzle.moves, played, point)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            REMEMBERED.inc()
            return known

        def work(cancel: Cancel) -> Judgement:
            found = judge(
                puzzle.position(played),
                point,
                self._nodes,
                max_ms=MOST_MS,
                memory_mb=MEMORY_MB,
                cancel=cancel,
            )
            verdict = Verdict(found.verdict)
            return Judgement(verdict, point, tuple(found.line), found.half_moves or 0)

        judgement = await self._run(work)
        if judgement.verdict is Verdict.UNDECIDED:
            # It may have been the time that was short, and be decided when it is asked again.
            return judgement
        self._known[key] = judgement
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return judgement

    async def best(self, puzzle: Puzzle, played: tuple[Point, ...]) -> Point | None:
        if played == puzzle.solution[: len(played)]:
            return puzzle.solution[len(played)]

        def work(cancel: Cancel) -> Point | None:
            found = solve_vct(
                puzzle.position(played),
                self._nodes,
                max_ms=MOST_MS,
                memory_mb=MEMORY_MB,
                cancel=cancel,
            )
            return found.line[0] if found.line else next(iter(found.first_moves), None)

        return await self._run(work)

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[[Cancel], T]) -> T:
        if self._waiting >= _MAX_WAITING:
            raise RateLimited("too_busy", "too many moves at once", retry_after_ms="1000")
        cancel = Cancel()

        def timed() -> T:
            started = time.perf_counter()
            try:
                return work(cancel)
            finally:
                JUDGE_SECONDS.observe(time.perf_counter() - started)

        self._waiting += 1
        WAITING.set(self._waiting)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, timed)
        except asyncio.CancelledError:
            # Nobody waits for the answer any more.
            cancel.set()
            raise
        finally:
            self._waiting -= 1
            WAITING.set(self._waiting)
