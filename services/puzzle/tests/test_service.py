"""Attempts on a real store, judged by the real solver."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from puzzle_helpers import Instance, built_in_puzzles, losing, new_store, of_level, winning
from servicekit.errors import Conflict, NotFound
from x0_engine import IllegalMove
from x0_launcher.cluster import Cluster
from x0_puzzle.domain.attempt import Status, Verdict
from x0_puzzle.domain.errors import BadRequest, MovedOn, NotNow
from x0_puzzle.domain.puzzle import MODES, Puzzle
from x0_puzzle.store import MongoStore

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def store(cluster: Cluster) -> AsyncIterator[MongoStore]:
    async with new_store(cluster) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def one(store: MongoStore) -> AsyncIterator[Instance]:
    made = Instance(store)
    yield made
    await made.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("level", range(1, 7))
async def test_solved_at_the_first_try(one: Instance, mode: str, level: int) -> None:
    puzzle = of_level(mode, level)[0]
    player = f"first-{mode}-{level}"
    before = (await one.puzzles.get(puzzle.id)).standing
    attempt = await one.solve(player, puzzle)
    assert (attempt.status, attempt.first_try, attempt.mistakes) == (Status.SOLVED, True, 0)
    assert puzzle.position(attempt.played).outcome is not None
    assert attempt.rating is not None and attempt.rating[0] == 1500 < attempt.rating[1]
    after = (await one.puzzles.get(puzzle.id)).standing
    assert after.glicko.rating < before.glicko.rating
    assert (after.played, after.solved) == (before.played + 1, before.solved + 1)
    progress, base = await one.puzzles.progress(player)
    assert (progress.streak, progress.rated) == (1, 1)
    assert progress.of(mode).first_try == base.of_level(mode, level) & progress.of(mode).solved != 0


async def test_mistakes_count_once(one: Instance) -> None:
    puzzle = of_level("x0", 3)[1]
    await one.puzzles.start("clumsy", puzzle.id)
    for mistakes in (1, 2, 3):
        attempt = await one.play("clumsy", puzzle, losing(puzzle))
        assert (attempt.mistakes, attempt.played, attempt.status) == (mistakes, (), Status.OPEN)
        assert attempt.last is not None and attempt.last.verdict is Verdict.WRONG
        assert attempt.rating is not None and attempt.rating[1] < 1500
    solved = await one.solve("clumsy", puzzle)
    assert (solved.status, solved.first_try, solved.mistakes) == (Status.SOLVED, False, 3)
    assert solved.rating == attempt.rating
    progress, _ = await one.puzzles.progress("clumsy")
    assert (progress.rated, progress.streak) == (1, 0)
    assert progress.of("x0").solved and not progress.of("x0").first_try
    standing = (await one.puzzles.get(puzzle.id)).standing
    assert (standing.played, standing.solved) == (1, 0)
    again = (await one.puzzles.start("clumsy", puzzle.id)).attempt
    assert (again.plays, again.played, again.mistakes) == (2, (), 0)
    assert not (await one.solve("clumsy", puzzle)).first_try
    assert (await one.puzzles.progress("clumsy"))[0].rated == 1


async def test_a_refutation_refutes(one: Instance) -> None:
    shown = 0
    for puzzle in [of_level(mode, level)[2] for mode in MODES for level in (1, 2, 3)]:
        start = (await one.puzzles.start("curious", puzzle.id)).attempt
        with pytest.raises(NotNow, match="not wrong"):
            await one.puzzles.explain("curious", puzzle.id, start.version)
        attempt = await one.play("curious", puzzle, losing(puzzle))
        line = await one.puzzles.explain("curious", puzzle.id, attempt.version)
        position = puzzle.position((losing(puzzle), line[0]))
        found = one.solver
        assert found is not None and position.stone_at(line[0]) is not None
        with pytest.raises(Conflict):
            await one.puzzles.explain("curious", puzzle.id, attempt.version - 1)
        shown += 1
    assert shown == 9


async def test_sent_twice_is_done_once(one: Instance, store: MongoStore) -> None:
    puzzle = of_level("renju", 2)[1]
    other = Instance(store)
    start = (await one.puzzles.start("twice", puzzle.id)).attempt
    assert (await other.puzzles.start("twice", puzzle.id)).attempt == start
    wrong, right = losing(puzzle), winning(puzzle.position())
    asked = [
        instance.puzzles.play("twice", puzzle.id, start.version, wrong, 0)
        for instance in (one, other) * 5
    ]
    answers = [attempt for attempt, _ in await asyncio.gather(*asked)]
    assert {(a.mistakes, a.tries, a.version) for a in answers} == {(1, 1, start.version + 1)}
    with pytest.raises(MovedOn):
        await one.puzzles.play("twice", puzzle.id, start.version, right, 0)
    with pytest.raises(MovedOn):
        await one.puzzles.hint("twice", puzzle.id, start.version + 2)
    assert (await one.puzzles.progress("twice"))[0].rated == 1
    assert (await one.puzzles.get(puzzle.id)).standing.played == 1
    await other.close()


async def test_what_is_over_stays_over(one: Instance) -> None:
    puzzle = of_level("gomoku", 2)[1]
    solved = await one.solve("done", puzzle)
    for call in (
        one.puzzles.play("done", puzzle.id, solved.version, (0, 0), 0),
        one.puzzles.hint("done", puzzle.id, solved.version),
        one.puzzles.give_up("done", puzzle.id, solved.version),
        one.puzzles.restart("done", puzzle.id, solved.version),
    ):
        with pytest.raises(NotNow, match="over"):
            await call
    assert (await one.puzzles.attempt("done", puzzle.id)).attempt == solved


async def test_attempts_are_their_players_own(one: Instance) -> None:
    puzzle = of_level("gomoku", 3)[1]
    mine = (await one.puzzles.start("mine", puzzle.id)).attempt
    with pytest.raises(NotFound):
        await one.puzzles.play("yours", puzzle.id, mine.version, winning(puzzle.position()), 0)
    await one.solve("yours", puzzle)
    assert (await one.puzzles.attempt("mine", puzzle.id)).attempt == mine


async def test_refused_moves_do_not_count(one: Instance) -> None:
    puzzle = of_level("x0", 2)[3]
    start = (await one.puzzles.start("rough", puzzle.id)).attempt
    for point in (puzzle.stones[0], (15, 0), (-1, 3), (0, 99)):
        with pytest.raises((IllegalMove, ValueError)):
            await one.puzzles.play("rough", puzzle.id, start.version, point, 0)
    for seconds in (-1, 86_401):
        with pytest.raises(BadRequest):
            await one.puzzles.play("rough", puzzle.id, start.version, (0, 0), seconds)
    assert (await one.puzzles.attempt("rough", puzzle.id)).attempt == start


async def test_hints_come_one_at_a_time(one: Instance) -> None:
    puzzle = next(p for p in of_level("renju", 4) if p.themes)
    attempt = (await one.puzzles.start("stuck", puzzle.id)).attempt
    for ply in (0, 2):
        kinds = []
        while True:
            try:
                attempt, _ = await one.puzzles.hint("stuck", puzzle.id, attempt.version)
            except NotNow as error:
                assert error.reason == "no_more_hints"
                break
            hint = attempt.hints[-1]
            kinds.append("theme" if hint.theme else "area" if hint.area else "point")
        assert kinds == ["theme", "area", "point"][1 if ply else 0 :]
        move = attempt.hints[-1].point
        assert move is not None
        (low, high) = next(hint.area for hint in attempt.hints if hint.area)
        assert low[0] <= move[0] <= high[0] and low[1] <= move[1] <= high[1]
        assert (high[0] - low[0], high[1] - low[1]) == (4, 4)
        attempt = await one.play("stuck", puzzle, move)
        assert attempt.last is not None and attempt.last.verdict is Verdict.RIGHT
        assert [bool(hint.theme) for hint in attempt.hints] == [True]
    assert attempt.hints_taken == 5
    solved = await one.solve("stuck", puzzle)
    assert solved.status is Status.SOLVED and not solved.first_try
    assert solved.rating is not None and solved.rating[1] < 1500


async def test_giving_up_and_beginning_anew(one: Instance) -> None:
    puzzle = of_level("x0", 5)[0]
    attempt = (await one.puzzles.start("weary", puzzle.id)).attempt
    attempt = await one.play("weary", puzzle, puzzle.solution[0])
    assert attempt.played == puzzle.solution[:2]
    attempt, _ = await one.puzzles.restart("weary", puzzle.id, attempt.version)
    assert attempt.played == () and attempt.rating is None
    attempt, _ = await one.puzzles.give_up("weary", puzzle.id, attempt.version)
    assert (attempt.status, attempt.first_try) == (Status.GIVEN_UP, False)
    assert attempt.rating is not None and attempt.rating[1] < 1500
    progress, _ = await one.puzzles.progress("weary")
    assert progress.rated == 1 and not progress.of("x0").solved


async def test_every_first_move_of_the_base_is_right(one: Instance) -> None:
    """Also those that the main line does not have, and those that take longer."""
    several: list[Puzzle] = [
        p
        for mode in MODES
        for level in range(1, 7)
        for p in [q for q in of_level(mode, level) if len(q.first_moves) > 3][:3]
    ]
    assert len(several) > 20
    longer = 0
    for puzzle in several:
        await one.puzzles.start("other way", puzzle.id)
        shown = (await one.puzzles.attempt("other way", puzzle.id)).shown
        assert shown.puzzle == puzzle
        judged = [await one.solver.judge(puzzle, (), first) for first in _points_of(puzzle)]
        assert {one.verdict for one in judged} == {Verdict.RIGHT}
        longer += sum(one.half_moves > len(puzzle.solution) for one in judged)
        attempt = await one.play("other way", puzzle, _points_of(puzzle)[-1])
        assert attempt.mistakes == 0
        assert (await one.solve("other way", puzzle)).first_try
    assert longer > 0


def _points_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    from x0_puzzle.domain.puzzle import points

    return list(points(puzzle.first_moves))


async def test_the_puzzle_of_the_day(one: Instance) -> None:
    day, shown = await one.puzzles.daily("")
    assert await one.puzzles.daily(day.isoformat()) == (day, shown)
    for text in ("2026-02-30", "yesterday", "1999-01-01", "2999-01-01", "2026-11-30T00:00"):
        with pytest.raises(BadRequest):
            await one.puzzles.daily(text)
    await one.solve("faithful", shown.puzzle)
    progress, _ = await one.puzzles.progress("faithful")
    assert (progress.daily_streak, progress.last_daily) == (1, day)
    await one.solve("faithful", of_level("x0", 1)[5])
    assert (await one.puzzles.progress("faithful"))[0].daily_streak == 1


async def test_attempts_are_listed_latest_first(one: Instance) -> None:
    ids = []
    for puzzle in built_in_puzzles("renju")[40:47]:
        await one.puzzles.start("lister", puzzle.id)
        ids.append(puzzle.id)
        await asyncio.sleep(0.003)
    page = await one.puzzles.attempts("lister", None, 4)
    assert [a.puzzle for a in page] == ids[:2:-1]
    rest = await one.puzzles.attempts("lister", page[-1].started, 10)
    assert [a.puzzle for a in rest] == ids[2::-1]
    await one.puzzles.forget(["lister"])
    assert await one.puzzles.attempts("lister", None, 9) == []
    assert (await one.puzzles.progress("lister"))[0].version == 0
