"""Two real processes of the service on a real store and log."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio
from grpc import aio
from puzzle_helpers import built_in_puzzles, losing, of_level, winning
from servicekit.grpc_client import error_from_rpc
from x0.account.v1 import account_pb2
from x0.account.v1.account_pb2_grpc import AccountServiceStub
from x0.game.v1 import game_pb2
from x0.puzzle.v1 import puzzle_pb2 as pb
from x0.puzzle.v1.puzzle_pb2_grpc import PuzzleServiceStub
from x0_launcher.cluster import Cluster
from x0_launcher.services import Service
from x0_puzzle.domain.puzzle import Puzzle

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    async with Cluster(
        tmp_path_factory.mktemp("puzzle"),
        services=["account", Service("puzzle", "x0_puzzle.main")],
        copies={"puzzle": 2},
        env={"X0_ARGON2_MEMORY_KIB": "1024", "X0_ARGON2_TIME_COST": "1"},
        quiet=True,
    ) as running:
        yield running


class Calls:
    """Both processes in turn; who does not answer is asked again."""

    def __init__(self, cluster: Cluster) -> None:
        self._channels = [
            aio.insecure_channel(cluster.env(f"puzzle-{n}")["X0_GRPC_LISTEN"]) for n in (1, 2)
        ]
        self._stubs = [PuzzleServiceStub(channel) for channel in self._channels]
        self._turn = 0

    async def __call__(self, method: str, request: Any) -> Any:
        async with asyncio.timeout(60):
            while True:
                self._turn += 1
                stub = self._stubs[self._turn % 2]
                try:
                    return await getattr(stub, method)(request, timeout=10)
                except aio.AioRpcError as error:
                    if error.code() not in (
                        grpc.StatusCode.UNAVAILABLE,
                        grpc.StatusCode.DEADLINE_EXCEEDED,
                        grpc.StatusCode.CANCELLED,
                    ):
                        raise error_from_rpc(error) from None
                    await asyncio.sleep(0.05)

    async def close(self) -> None:
        for channel in self._channels:
            await channel.close()


@pytest_asyncio.fixture(loop_scope="session")
async def calls(cluster: Cluster) -> AsyncIterator[Calls]:
    made = Calls(cluster)
    yield made
    await made.close()


async def move(calls: Calls, player: str, id: str, version: int, point: tuple[int, int]) -> Any:
    request = pb.PlayMoveRequest(
        caller_player_id=player,
        puzzle_id=id,
        version=version,
        point=game_pb2.Point(x=point[0], y=point[1]),
    )
    return (await calls("PlayMove", request)).attempt


async def play(calls: Calls, player: str, puzzle: Puzzle, *, mistake: bool) -> Any:
    """To the end, with one wrong move before, if that is wanted."""
    start = pb.StartAttemptRequest(caller_player_id=player, puzzle_id=puzzle.id)
    attempt = (await calls("StartAttempt", start)).attempt
    if mistake:
        attempt = await move(calls, player, puzzle.id, attempt.version, losing(puzzle))
    while attempt.status == pb.ATTEMPT_STATUS_OPEN:
        assert not attempt.HasField("solution")
        played = tuple((point.x, point.y) for point in attempt.played)
        best = winning(puzzle.position(played))
        attempt = await move(calls, player, puzzle.id, attempt.version, best)
    return attempt


async def test_the_base_loads_itself_once(calls: Calls) -> None:
    base = await calls("GetBase", pb.GetBaseRequest())
    again = await calls("GetBase", pb.GetBaseRequest())
    assert base == again
    counts = [one.puzzles for one in base.levels]
    assert len(counts) == 18 and sum(counts) == sum(
        len(built_in_puzzles(mode)) for mode in ("x0", "gomoku", "renju")
    )


async def test_killed_again_and_again(cluster: Cluster, calls: Calls) -> None:
    """Each player solves ten puzzles, three of them with a mistake, while processes die."""
    puzzles = of_level("renju", 1)[3:10] + of_level("x0", 2)[3:6]
    stopping = asyncio.Event()

    async def killer() -> int:
        kills = 0
        while not stopping.is_set():
            await asyncio.sleep(0.7)
            name = f"puzzle-{1 + kills % 2}"
            await cluster.kill(name)
            kills += 1
            await cluster.wait_ready(name)
        return kills

    async def player(name: str) -> None:
        for n, puzzle in enumerate(puzzles):
            attempt = await play(calls, name, puzzle, mistake=n % 4 == 1)
            assert attempt.status == pb.ATTEMPT_STATUS_SOLVED
            assert (attempt.mistakes, attempt.first_try) == (int(n % 4 == 1), n % 4 != 1)

    names = [f"player-{n}" for n in range(6)]
    killing = asyncio.create_task(killer())
    await asyncio.gather(*(player(name) for name in names))
    stopping.set()
    assert await killing >= 2

    async def settled() -> bool:
        shown = [
            (await calls("GetPuzzle", pb.GetPuzzleRequest(puzzle_id=puzzle.id))).puzzle
            for puzzle in puzzles
        ]
        right = [6 * (n % 4 != 1) for n in range(len(puzzles))]
        assert all(one.played <= 6 and one.solved <= r for one, r in zip(shown, right, strict=True))
        return all(one.played == 6 and one.solved == r for one, r in zip(shown, right, strict=True))

    async with asyncio.timeout(40):
        while not await settled():
            await asyncio.sleep(0.5)
    for name in names:
        request = pb.GetProgressRequest(player_id=name)
        progress = (await calls("GetProgress", request)).progress
        assert (progress.rated, progress.streak, progress.best_streak) == (10, 0, 3)
        assert sum(level.solved for level in progress.levels) == 10
        assert sum(level.first_try for level in progress.levels) == 7


async def test_who_deletes_the_account_is_forgotten(cluster: Cluster, calls: Calls) -> None:
    async with aio.insecure_channel(cluster.env("account")["X0_GRPC_LISTEN"]) as channel:
        accounts = AccountServiceStub(channel)
        made = await accounts.Register(
            account_pb2.RegisterRequest(name="Solver", password="a quiet long evening")
        )
        player = made.session.player_id
        await play(calls, player, of_level("gomoku", 1)[4], mistake=False)
        request = pb.ListAttemptsRequest(player_id=player)
        assert len((await calls("ListAttempts", request)).attempts) == 1
        await accounts.DeleteAccount(
            account_pb2.DeleteAccountRequest(player_id=player, password="a quiet long evening")
        )
        async with asyncio.timeout(30):
            while (await calls("ListAttempts", request)).attempts:
                await asyncio.sleep(0.1)
    progress = (await calls("GetProgress", pb.GetProgressRequest(player_id=player))).progress
    assert (progress.rated, progress.rating) == (0, 1500)
