"""Moves that are judged for many, and where there is no time."""

import asyncio
from dataclasses import replace

import pytest
import x0_puzzle.solver
from puzzle_helpers import losing, of_level
from servicekit.errors import RateLimited
from x0_engine import IllegalMove, solve_vct
from x0_puzzle.domain.attempt import Judgement, Verdict
from x0_puzzle.solver import EngineSolver

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_same_question_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds meet the puzzle of the day, and some of them leave."""
    puzzle = of_level("x0", 2)[0]
    solver, asked = EngineSolver(1), 0
    engine = x0_puzzle.solver.judge

    def counted(*arguments: object, **more: object) -> object:
        nonlocal asked
        asked += 1
        return engine(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(x0_puzzle.solver, "judge", counted)
    waiting = [
        asyncio.create_task(solver.judge(puzzle, (), puzzle.solution[0])) for _ in range(300)
    ]
    await asyncio.sleep(0)
    waiting[0].cancel()
    answers = await asyncio.gather(*waiting[1:])
    assert {one.verdict for one in answers} == {Verdict.RIGHT} and asked == 1
    await solver.judge(puzzle, (), puzzle.solution[0])
    assert asked == 1
    await solver.close()


async def test_too_much_at_once_is_refused() -> None:
    solver = EngineSolver(1)
    puzzle = of_level("renju", 6)[0]
    points = puzzle.position().empty_points()[:150]
    found = await asyncio.gather(
        *(solver.judge(puzzle, (), point) for point in points), return_exceptions=True
    )
    refused = [one for one in found if isinstance(one, RateLimited)]
    judged = [one for one in found if isinstance(one, Judgement)]
    assert len(judged) == 100 and len(refused) == 50
    assert {one.reason for one in refused} == {"too_busy"}
    # It is over when these are done.
    assert (await solver.judge(puzzle, (), points[-1])).verdict is not Verdict.RIGHT
    await solver.close()


async def test_refusals_are_not_remembered() -> None:
    solver, puzzle = EngineSolver(1), of_level("gomoku", 1)[0]
    for _ in range(2):
        with pytest.raises(IllegalMove):
            await solver.judge(puzzle, (), puzzle.stones[0])
    await solver.close()


async def test_a_position_made_to_go_on_for_ever() -> None:
    """Open rows everywhere, and few stones: there is an answer all the same."""
    puzzle = replace(
        of_level("gomoku", 1)[0],
        moves="".join(
            f"{black}{white}"
            for black, white in zip(
                ("d4", "d8", "d12", "h4", "h8", "h12", "l4", "l8", "l12"),
                ("a1", "o1", "a15", "o15", "h1", "a8", "o8", "h15", "a4"),
                strict=True,
            )
        ),
        line="",
    )
    solver = EngineSolver(1)
    verdicts = {
        (await solver.judge(puzzle, (), point)).verdict
        for point in ((6, 6), (4, 4), losing(puzzle))
    }
    assert verdicts <= {Verdict.WRONG, Verdict.UNDECIDED}
    assert await solver.best(replace(puzzle, line="h9"), ((7, 5), (0, 5))) is None
    await solver.close()


async def test_a_four_that_must_be_stopped_is_no_dead_end() -> None:
    """A right move may lead to one, and after its stop, which is no attack, the attack goes on."""
    text = "g9h10f10h8h9f9i9g8i8g10i6i7e8e10d11j7h7j9j6g6i10j11i12i11j12j10j8h11k11f11g11k9l8"
    puzzle = replace(of_level("x0", 1)[0], moves=text, line="a15")
    solver, move, four, stop = EngineSolver(1), (11, 8), (10, 7), (12, 7)
    right = await solver.judge(puzzle, (), move)
    assert (right.verdict, right.follows) == (Verdict.RIGHT, (four,))
    assert solve_vct(puzzle.position((move, four))).status == "none"
    assert await solver.best(puzzle, (move, four)) == stop
    assert (await solver.judge(puzzle, (move, four), stop)).verdict is Verdict.RIGHT
    await solver.close()
