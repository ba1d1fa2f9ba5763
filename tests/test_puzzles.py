"""Puzzles through the client library, over two of each service."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from bad_system import http
from players import PASSWORD
from puzzle_checks import Solver, gives_away, position, wrong_move
from servicekit.ids import new_id
from x0.client import Refused
from x0.client.models.puzzles import PuzzleMode
from x0_engine import solve_vct
from x0_launcher.cluster import Cluster

MODES: tuple[PuzzleMode, ...] = ("x0", "gomoku", "renju")


@pytest.fixture
async def ann(cluster: Cluster) -> AsyncIterator[Solver]:
    made = await Solver.arrive(cluster.urls)
    yield made
    await made.close()


@pytest.fixture
async def bob(cluster: Cluster) -> AsyncIterator[Solver]:
    made = await Solver.arrive(cluster.urls)
    yield made
    await made.close()


async def refused(call: Any) -> tuple[int, str]:
    with pytest.raises(Refused) as caught:
        await call
    return caught.value.status, caught.value.reason


async def test_the_base(ann: Solver) -> None:
    levels = await ann.client.puzzles.base()
    assert {(one.mode, one.level) for one in levels} == {
        (mode, level) for mode in MODES for level in range(1, 7)
    }
    assert all(one.puzzles > 0 for one in levels)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("level", [1, 3, 5])
async def test_the_engine_solves_one(ann: Solver, mode: PuzzleMode, level: int) -> None:
    view = await ann.begin(mode, level)
    puzzle = view.puzzle
    assert (puzzle.mode, puzzle.level) == (mode, level)
    assert puzzle.attacker == position(puzzle).to_move
    done = await ann.solve(puzzle, view.attempt)
    assert (done.status, done.first_try, done.mistakes, done.plays) == ("solved", True, 0, 1)
    assert done.tries == level
    assert done.finished_at is not None and done.seconds is not None
    assert done.rating is not None and done.rating.after > done.rating.before
    board = position(puzzle, done.played)
    assert board.outcome is not None and board.outcome.winner == puzzle.attacker
    assert gives_away(ann.heard, done) == []
    progress = await ann.client.puzzles.progress(ann.id)
    (row,) = [row for row in progress.levels if row.solved]
    assert (row.mode, row.level, row.solved, row.first_try) == (mode, level, 1, 1)
    assert (progress.rated, progress.streak, progress.rating) == (1, 1, done.rating.after)
    assert (await ann.client.puzzles.get(puzzle.puzzle_id)).played == 1
    (summary,) = [one async for one in ann.client.puzzles.attempts()]
    assert (summary.puzzle_id, summary.status) == (puzzle.puzzle_id, "solved")


async def test_a_mistake_is_explained_and_counts(ann: Solver) -> None:
    puzzles = ann.client.puzzles
    view = await ann.begin("renju", 2)
    assert await refused(puzzles.explain(view.attempt)) == (409, "nothing_to_explain")
    wrong = await puzzles.move(view.attempt, wrong_move(view.puzzle))
    assert wrong.last is not None and wrong.last.verdict == "wrong"
    assert (wrong.played, wrong.tries, wrong.mistakes, wrong.over) == ((), 1, 1, False)
    assert wrong.rating is not None and wrong.rating.after < wrong.rating.before
    refutation = await puzzles.explain(wrong)
    board = position(view.puzzle, [wrong.last.point, *refutation[:1]])
    assert refutation and solve_vct(board).status != "win"
    done = await ann.solve(view.puzzle, wrong)
    assert (done.status, done.first_try, done.tries) == ("solved", False, 3)
    # It had counted already.
    assert done.rating == wrong.rating
    assert gives_away(ann.heard, done) == []
    progress = await puzzles.progress(ann.id)
    assert (progress.rated, progress.streak, progress.best_streak) == (1, 0, 0)


async def test_hints_lead_to_the_move(ann: Solver) -> None:
    puzzles = ann.client.puzzles
    view = await ann.begin("gomoku", 3)
    attempt = view.attempt
    while (hint := (attempt.hints or (None,))[-1]) is None or hint.kind != "point":
        attempt = await puzzles.hint(attempt)
    kinds = [hint.kind for hint in attempt.hints]
    assert kinds in (["theme", "area", "point"], ["area", "point"])
    assert attempt.hints_taken == len(kinds)
    area, point = attempt.hints[-2], attempt.hints[-1].point
    assert area.low is not None and area.high is not None and point is not None
    assert area.low[0] <= point[0] <= area.high[0] and area.low[1] <= point[1] <= area.high[1]
    assert await refused(puzzles.hint(attempt)) == (409, "no_more_hints")
    assert gives_away(ann.heard, await puzzles.give_up(attempt)) == []
    again = (await puzzles.start(view.puzzle.puzzle_id)).attempt
    assert (again.plays, again.hints, again.solution) == (2, (), None)
    right = await puzzles.move(again, point)
    assert right.last is not None and right.last.verdict == "right"
    back = await puzzles.restart(right)
    assert (back.played, back.tries, back.last) == ((), 1, None)
    done = await ann.solve(view.puzzle, back)
    # Played a second time it counts for nothing but what was solved.
    assert (done.status, done.first_try, done.plays) == ("solved", False, 2)
    progress = await puzzles.progress(ann.id)
    assert (progress.rated, sum(row.solved for row in progress.levels)) == (1, 1)


async def test_giving_up_shows_the_solution(ann: Solver) -> None:
    puzzles = ann.client.puzzles
    view = await ann.begin("x0", 4)
    over = await puzzles.give_up(view.attempt)
    assert over.solution is not None
    assert (over.status, over.first_try, over.mistakes) == ("given_up", False, 0)
    assert over.solution.line[0] in over.solution.first_moves
    board = position(view.puzzle, over.solution.line)
    assert board.outcome is not None and board.outcome.winner == view.puzzle.attacker
    assert gives_away(ann.heard, over) == []
    for call in (puzzles.move(over, over.solution.line[0]), puzzles.hint(over),
                 puzzles.restart(over), puzzles.give_up(over)):  # fmt: skip
        assert await refused(call) == (409, "attempt_over")
    assert (await puzzles.attempt(view.puzzle.puzzle_id)).attempt == over


async def test_nobody_plays_in_the_attempt_of_another(ann: Solver, bob: Solver) -> None:
    view = await ann.begin("x0", 2)
    move = solve_vct(position(view.puzzle)).line[0]
    theirs = bob.client.puzzles
    for call in (
        theirs.attempt(view.puzzle.puzzle_id), theirs.move(view.attempt, move),
        theirs.hint(view.attempt), theirs.explain(view.attempt),
        theirs.restart(view.attempt), theirs.give_up(view.attempt),
    ):  # fmt: skip
        assert await refused(call) == (404, "attempt_not_found")
    assert await ann.client.puzzles.attempt(view.puzzle.puzzle_id) == view
    assert [one async for one in theirs.attempts()] == []
    own = (await theirs.start(view.puzzle.puzzle_id)).attempt
    assert (await theirs.move(own, move)).played[0] == move
    assert await ann.client.puzzles.attempt(view.puzzle.puzzle_id) == view


async def test_each_change_is_for_a_version_and_done_once(ann: Solver) -> None:
    puzzles = ann.client.puzzles
    view = await ann.begin("x0", 3)
    move, wrong = solve_vct(position(view.puzzle)).line[0], wrong_move(view.puzzle)
    # The same from everywhere at once is one move; another one for the same version comes late.
    same = await asyncio.gather(*(puzzles.move(view.attempt, move) for _ in range(10)))
    assert {one.version for one in same} == {view.attempt.version + 1}
    assert {one.tries for one in same} == {1}
    assert await refused(puzzles.move(view.attempt, wrong)) == (409, "attempt_moved_on")
    assert await refused(puzzles.give_up(view.attempt)) == (409, "attempt_moved_on")
    now = same[0]
    # Different ones at once: one is done.
    points = [point for point in ((0, 0), (0, 14), (14, 0), (14, 14), (0, 13), (14, 1))
              if point not in view.puzzle.moves]  # fmt: skip
    results = await asyncio.gather(
        *(puzzles.move(now, point) for point in points), return_exceptions=True
    )
    done = [one for one in results if not isinstance(one, BaseException)]
    assert len(done) == 1
    assert {one.reason for one in results if isinstance(one, Refused)} == {"attempt_moved_on"}
    latest = (await puzzles.attempt(view.puzzle.puzzle_id)).attempt
    assert (latest, latest.version) == (done[0], now.version + 1)


async def test_moves_that_are_none(ann: Solver) -> None:
    puzzles = ann.client.puzzles
    view = await ann.begin("renju", 1)
    for point, reason in (((15, 0), "off_board"), ((0, 19), "off_board"), ((20, 0), "invalid"),
                          ((-1, 0), "invalid"), (view.puzzle.moves[0], "occupied")):  # fmt: skip
        assert await refused(puzzles.move(view.attempt, point)) == (422, reason)
    assert await puzzles.attempt(view.puzzle.puzzle_id) == view
    assert await refused(puzzles.start("renju-999999")) == (404, "puzzle_not_found")
    assert await refused(puzzles.start("renju-0")) == (422, "invalid")


async def test_a_guest_who_registers_keeps_what_was_solved(ann: Solver) -> None:
    view = await ann.begin("gomoku", 1)
    await ann.solve(view.puzzle, view.attempt)
    open_one = await ann.begin("gomoku", 2)
    before, guest_id = await ann.client.puzzles.progress(ann.id), ann.id
    await ann.client.register(f"p{new_id(10)}", PASSWORD)
    assert ann.id == guest_id
    assert await ann.client.puzzles.progress(ann.id) == before
    assert await ann.client.puzzles.attempt(open_one.puzzle.puzzle_id) == open_one
    assert [one.status async for one in ann.client.puzzles.attempts()] == ["open", "solved"]


async def test_puzzles_are_drawn_without_repetition(ann: Solver) -> None:
    puzzles = ann.client.puzzles
    first = await puzzles.draw("renju", 6, 50)
    ids = [one.puzzle_id for one in first.puzzles]
    second = await puzzles.draw("renju", 6, 50, ids)
    ids += [one.puzzle_id for one in second.puzzles]
    assert len(set(ids)) == 100
    assert not first.began_anew
    low = await puzzles.draw("renju", 2, 50)
    assert {one.level for one in low.puzzles} == {1, 2}
    assert low.unseen < first.unseen
    # They are seen once they are begun.
    begun = [one.puzzle_id for one in low.puzzles[:3]]
    for id in begun:
        await puzzles.start(id)
    rest = await puzzles.draw("renju", 2, 50)
    assert rest.unseen == low.unseen - 3
    assert not {one.puzzle_id for one in rest.puzzles} & set(begun)


async def test_the_puzzle_of_the_day(cluster: Cluster, ann: Solver) -> None:
    today = await ann.client.puzzles.daily()
    if datetime.now(UTC).date().isoformat() != today.date:
        today = await ann.client.puzzles.daily()
    async with http(cluster.urls[1]) as nobody:
        told = (await nobody.get(f"/v1/puzzles/daily?date={today.date}")).json()
        assert told["puzzle"]["puzzle_id"] == today.puzzle.puzzle_id
        for text in ("2026-13-01", "2026-02-30", "1999-01-01", "9999-12-31"):
            answer = await nobody.get(f"/v1/puzzles/daily?date={text}")
            assert (answer.status_code, answer.json()["reason"]) == (422, "bad_date")
    january = [await ann.client.puzzles.daily(date(2026, 1, day)) for day in range(1, 29)]
    assert len({one.puzzle.puzzle_id for one in january}) == 28
    assert {one.puzzle.mode for one in january} == set(MODES)
    view = await ann.client.puzzles.start(today.puzzle.puzzle_id)
    await ann.solve(view.puzzle, view.attempt)
    progress = await ann.client.puzzles.progress(ann.id)
    assert (progress.daily_streak, progress.best_daily_streak) == (1, 1)


async def test_the_command_over_a_pipe(cluster: Cluster, tmp_path: Path) -> None:
    async def x0(*words: str, lines: str = "") -> str:
        process = await asyncio.create_subprocess_exec(
            Path(sys.executable).with_name("x0"), "--url", cluster.url, *words,
            env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path)},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        output = (await process.communicate(lines.encode()))[0].decode()
        assert process.returncode == 0, output
        return output

    said = await x0("puzzle", "x0-1", "--ascii", lines="hint\nhint\nhint\nagain\ngive up\nnext\n")
    assert "You play as the guest" in said
    assert "x0-1: level 1" in said
    assert "Hint: between" in said
    assert "The solution: " in said
    assert "Your rating in puzzles: 1500 -> " in said
    # The guest is the same one, and the solution is known now.
    move = said.partition("The solution: ")[2].split()[1]
    said = await x0("puzzle", "x0-1", lines=f"{move.lower()}\nquit\n")
    assert "You play as the guest" not in said
    assert "Solved." in said
    assert re.search(r"^x0 +1 +1 +0 +\d+$", await x0("puzzles"), re.MULTILINE)
