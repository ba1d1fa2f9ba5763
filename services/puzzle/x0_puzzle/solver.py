"""The engine's judge in threads, a few at a time; what was judged lately is remembered."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from servicekit.errors import RateLimited
from x0_engine import continuation, judge

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
        # Many meet the puzzle of the day, and all of them its first move, perhaps at once.
        self._known: OrderedDict[Key, Judgement] = OrderedDict()
        self._asked: dict[Key, asyncio.Task[Judgement]] = {}

    async def judge(self, puzzle: Puzzle, played: tuple[Point, ...], point: Point) -> Judgement:
        key = (puzzle.ruleset, puzzle.moves, played, point)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            REMEMBERED.inc()
            return known
        task = self._asked.get(key)
        if task is None:
            task = asyncio.create_task(self._judge(key, puzzle))
            self._asked[key] = task
            task.add_done_callback(lambda _: self._asked.pop(key, None))
        # Who stops waiting does not stop it for the others.
        return await asyncio.shield(task)

    async def _judge(self, key: Key, puzzle: Puzzle) -> Judgement:
        _, _, played, point = key

        def work() -> Judgement:
            found = judge(
                puzzle.position(played), point, self._nodes, max_ms=MOST_MS, memory_mb=MEMORY_MB
            )
            verdict = Verdict(found.verdict)
            return Judgement(verdict, point, tuple(found.line), found.half_moves or 0)

        judgement, seconds = await self._run(work)
        # Where the time was short it may turn out better when it is asked again.
        if seconds * 1000 < MOST_MS:
            self._known[key] = judgement
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return judgement

    async def best(self, puzzle: Puzzle, played: tuple[Point, ...]) -> Point | None:
        if played == puzzle.solution[: len(played)]:
            return puzzle.solution[len(played)]

        def work() -> Point | None:
            line = continuation(
                puzzle.position(played), self._nodes, max_ms=MOST_MS, memory_mb=MEMORY_MB
            )
            return line[0] if line else None

        return (await self._run(work))[0]

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> tuple[T, float]:
        """The answer, and the seconds that it took."""
        if self._waiting >= _MAX_WAITING:
            raise RateLimited("too_busy", "too many moves at once", retry_after_ms="1000")

        def timed() -> tuple[T, float]:
            started = time.perf_counter()
            answer = work()
            seconds = time.perf_counter() - started
            JUDGE_SECONDS.observe(seconds)
            return answer, seconds

        self._waiting += 1
        WAITING.set(self._waiting)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, timed)
        finally:
            self._waiting -= 1
            WAITING.set(self._waiting)
