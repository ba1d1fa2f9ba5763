"""A store with puzzles in it, and instances of the service on it."""

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from typing import Any

from motor.motor_asyncio import AsyncIOMotorClient
from servicekit.mongo import CLIENT_OPTIONS
from x0_engine import Position, solve_vct
from x0_launcher.cluster import Cluster
from x0_puzzle.domain.attempt import Attempt, Status
from x0_puzzle.domain.puzzle import MODES, Point, Puzzle
from x0_puzzle.load import built_in, read
from x0_puzzle.service.ports import Store
from x0_puzzle.service.puzzles import Puzzles
from x0_puzzle.service.settle import Settling
from x0_puzzle.solver import EngineSolver
from x0_puzzle.store import MongoStore


@cache
def built_in_puzzles(mode: str) -> tuple[Puzzle, ...]:
    return tuple(read(built_in() / f"{mode}.tsv.gz", mode))


def of_level(mode: str, level: int) -> list[Puzzle]:
    return [one for one in built_in_puzzles(mode) if one.level == level]


@asynccontextmanager
async def new_store(
    cluster: Cluster, puzzles: Sequence[Puzzle] | None = None
) -> AsyncIterator[MongoStore]:
    """With the whole base, or with these, numbered from 1 in each mode."""
    client: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        cluster.mongo_url, **CLIENT_OPTIONS
    )
    store = MongoStore(client[f"t_{secrets.token_hex(6)}"])
    await store.prepare()
    levels = {}
    for mode in MODES:
        of_mode = [one for one in puzzles or built_in_puzzles(mode) if one.mode == mode]
        await store.put_base(mode, of_mode)
        levels[mode] = "".join(str(one.level) for one in of_mode)
    await store.finish_base(levels)
    yield store
    client.close()


class Instance:
    """One copy of the service, in this process."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.store = store
        self.solver = EngineSolver(2)
        self.settling = Settling(store)
        self.puzzles = Puzzles(store, self.solver, self.settling, Random(seed))

    async def play(self, player: str, puzzle: Puzzle, point: Point) -> Attempt:
        """A move in the state as it is."""
        now = (await self.puzzles.attempt(player, puzzle.id)).attempt
        return (await self.puzzles.play(player, puzzle.id, now.version, point, 0))[0]

    async def solve(self, player: str, puzzle: Puzzle) -> Attempt:
        """By the solver's own moves, from wherever the attempt is."""
        attempt = (await self.puzzles.start(player, puzzle.id)).attempt
        while attempt.status is Status.OPEN:
            attempt = await self.play(player, puzzle, winning(puzzle.position(attempt.played)))
        return attempt

    async def close(self) -> None:
        await self.solver.close()


def winning(position: Position) -> Point:
    return solve_vct(position, 400_000, memory_mb=8).first_moves[0]


def losing(puzzle: Puzzle, played: tuple[Point, ...] = ()) -> Point:
    """A legal move far from everything."""
    position = puzzle.position(played)
    stones = [point for point, _ in position.stones()]

    def near(point: Point) -> int:
        return min(max(abs(point[0] - x), abs(point[1] - y)) for x, y in stones)

    return max(position.legal_points(), key=lambda point: (near(point), point))


class Killed(BaseException):
    """As if the process was gone: nobody tidies up."""


class Dying:
    """A store whose process dies before the write number `at`, or after it with `after`."""

    def __init__(self, store: MongoStore, at: int, *, after: bool) -> None:
        self._store, self._left, self._after = store, at, after

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name not in ("save_attempt", "save_progress", "save_standing", "settle"):
            return method

        async def dying(*arguments: Any) -> Any:
            self._left -= 1
            if self._left == 0 and not self._after:
                raise Killed
            result = await method(*arguments)
            if self._left == 0:
                raise Killed
            return result

        return dying
