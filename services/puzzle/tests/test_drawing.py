"""Drawn at random from a real store, until all were seen."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio
from puzzle_helpers import Instance, new_store, of_level
from servicekit.errors import NotFound
from x0_launcher.cluster import Cluster
from x0_puzzle.domain.errors import BadRequest
from x0_puzzle.domain.puzzle import Puzzle

pytestmark = pytest.mark.asyncio(loop_scope="session")


def small_base() -> list[Puzzle]:
    """Of renju: 30 of level 1 and 25 of level 4, more than fills a block with those of gomoku."""
    found = [*of_level("renju", 1)[:15], *of_level("renju", 4)[:10]]
    return [replace(one, number=n) for n, one in enumerate(found, 1)]


@pytest_asyncio.fixture(loop_scope="session")
async def one(cluster: Cluster) -> AsyncIterator[Instance]:
    async with new_store(cluster, small_base()) as store:
        made = Instance(store)
        yield made
        await made.close()


async def test_until_all_were_seen(one: Instance) -> None:
    seen: list[str] = []
    for left in range(25, 0, -1):
        drawn = await one.puzzles.draw("p", "renju", 6, 1, [])
        assert (drawn.unseen, drawn.began_anew, len(drawn.puzzles)) == (left, False, 1)
        id = drawn.puzzles[0].puzzle.id
        await one.puzzles.start("p", id)
        seen.append(id)
    assert len(set(seen)) == 25
    # Another maximum level does not begin a round of its own for the rest.
    anew = await one.puzzles.draw("p", "renju", 1, 50, [])
    assert (anew.unseen, anew.began_anew, len(anew.puzzles)) == (15, True, 15)
    assert {one.puzzle.level for one in anew.puzzles} == {1}
    again = await one.puzzles.draw("p", "renju", 6, 50, [])
    assert (again.unseen, again.began_anew) == (15, False)


async def test_a_batch_has_no_repetition(one: Instance) -> None:
    first = await one.puzzles.draw("q", "renju", 4, 10, [])
    ids = [one.puzzle.id for one in first.puzzles]
    assert len(set(ids)) == 10
    second = await one.puzzles.draw("q", "renju", 4, 50, ids)
    assert len(second.puzzles) == 15 and second.unseen == 25
    more = [one.puzzle.id for one in second.puzzles]
    assert not set(ids) & set(more)
    # Who has all of them at hand is not given them once more, and no round begins.
    third = await one.puzzles.draw("q", "renju", 4, 50, [*ids, *more, "x0-1", "nonsense"])
    assert (third.puzzles, third.unseen, third.began_anew) == ([], 25, False)


async def test_where_there_are_none(one: Instance) -> None:
    drawn = await one.puzzles.draw("r", "gomoku", 6, 5, [])
    assert (drawn.puzzles, drawn.unseen) == ([], 0)
    with pytest.raises(NotFound):
        await one.puzzles.get("gomoku-1")
    for id in ("renju-26", "renju-0", "renju-999999", "x", ""):
        with pytest.raises(NotFound):
            await one.puzzles.start("r", id)


@pytest.mark.parametrize(
    ("mode", "level", "count", "besides"),
    [
        ("chess", 1, 1, []),
        ("", 1, 1, []),
        ("renju", 0, 1, []),
        ("renju", 7, 1, []),
        ("renju", 1, 51, []),
        ("renju", 1, -1, []),
        ("renju", 1, 1, ["renju-1"] * 101),
    ],
)
async def test_bad_questions(
    one: Instance, mode: str, level: int, count: int, besides: list[str]
) -> None:
    with pytest.raises(BadRequest):
        await one.puzzles.draw("r", mode, level, count, besides)
