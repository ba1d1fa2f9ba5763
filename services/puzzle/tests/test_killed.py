"""Whenever an instance dies, what an attempt does to ratings is done once."""

import asyncio

import pytest
from puzzle_helpers import Dying, Instance, Killed, losing, new_store, of_level
from x0_launcher.cluster import Cluster
from x0_puzzle.domain.attempt import Status
from x0_puzzle.service import settle

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_at_every_write(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle, "LEFT_ALONE_MS", -1000)
    puzzles = of_level("gomoku", 1)[:2]
    async with new_store(cluster) as store:
        sweeper = Instance(store)
        wanted = None
        deaths = 0
        for after in (False, True):
            for at in range(1, 20):
                player = f"p-{after}-{at}"
                dying = Instance(Dying(store, at, after=after))  # type: ignore[arg-type]
                try:
                    await dying.solve(player, puzzles[0])
                    await dying.puzzles.start(player, puzzles[1].id)
                    await dying.play(player, puzzles[1], losing(puzzles[1]))
                except Killed:
                    deaths += 1
                await dying.close()
                # Another instance sweeps, and the player goes on.
                task = asyncio.create_task(sweeper.settling.run())
                while await store.unsettled(2**52, 1):
                    await asyncio.sleep(0.01)
                task.cancel()
                solved = (await sweeper.puzzles.start(player, puzzles[0].id)).attempt
                if solved.plays == 1:
                    assert (await sweeper.solve(player, puzzles[0])).status is Status.SOLVED
                await sweeper.puzzles.start(player, puzzles[1].id)
                now = (await sweeper.puzzles.attempt(player, puzzles[1].id)).attempt
                if not now.mistakes:
                    await sweeper.play(player, puzzles[1], losing(puzzles[1]))
                progress, _ = await sweeper.puzzles.progress(player)
                seen = progress.of("gomoku")
                shown = (progress.rated, progress.streak, progress.best_streak)
                assert shown == (2, 0, 1), (after, at)
                assert (seen.solved, seen.first_try) == (1, 1)
                wanted = wanted or progress.of("gomoku").seen
                assert seen.seen == wanted == 0b11
        assert deaths > 20
        for puzzle, solved_by in zip(puzzles, (38, 0), strict=True):
            standing = (await sweeper.puzzles.get(puzzle.id)).standing
            assert (standing.played, standing.solved) == (38, solved_by)
        await sweeper.close()


async def test_many_at_once_on_one_puzzle(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the puzzle of the day: nobody is refused, and every attempt counts."""
    monkeypatch.setattr(settle, "LEFT_ALONE_MS", -1000)
    puzzle = of_level("gomoku", 1)[1]
    async with new_store(cluster) as store:
        instances = [Instance(store) for _ in range(3)]
        for n in range(90):
            await instances[0].puzzles.start(f"s{n}", puzzle.id)
        await asyncio.gather(
            *(instances[n % 3].solve(f"s{n}", puzzle) for n in range(24)),
            *(instances[n % 3].play(f"s{n}", puzzle, losing(puzzle)) for n in range(24, 90)),
        )
        sweep = asyncio.create_task(instances[0].settling.run())
        while await store.unsettled(2**52, 1):
            await asyncio.sleep(0.01)
        sweep.cancel()
        standing = (await instances[0].puzzles.get(puzzle.id)).standing
        assert (standing.played, standing.solved) == (90, 24)
        for instance in instances:
            await instance.close()
