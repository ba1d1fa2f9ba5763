"""What is chosen, and what can be chosen."""

import pytest
from x0_tournament.domain.format import BadFormat, Choice, Format, Plan, Problem, plan, validate


@pytest.mark.parametrize(
    ("participants", "form", "rounds"),
    [
        (2, Format.ROUND_ROBIN, 1),
        (3, Format.ROUND_ROBIN, 3),
        (5, Format.ROUND_ROBIN, 5),
        (8, Format.ROUND_ROBIN, 7),
        (9, Format.SWISS, 6),
        (16, Format.SWISS, 6),
        (17, Format.SWISS, 7),
        (33, Format.SWISS, 8),
        (200, Format.SWISS, 10),
        (2000, Format.SWISS, 13),
    ],
)
def test_automatic(participants: int, form: Format, rounds: int) -> None:
    assert plan(participants) == Plan(form, rounds)


def test_chosen() -> None:
    assert plan(5, Choice(Format.SWISS, 3)) == Plan(Format.SWISS, 3)
    assert plan(9, Choice(rounds=9)) == Plan(Format.SWISS, 9)
    assert plan(4, Choice(Format.SWISS)) == Plan(Format.SWISS, 3)
    assert plan(6, Choice(Format.ROUND_ROBIN, 5, maximum=8)) == Plan(Format.ROUND_ROBIN, 5)


@pytest.mark.parametrize(
    ("participants", "choice", "problem", "limit"),
    [
        (5, Choice(rounds=60), Problem.TOO_MANY_ROUNDS, 5),
        (5, Choice(Format.SWISS, 6), Problem.TOO_MANY_ROUNDS, 5),
        (10, Choice(rounds=10), Problem.TOO_MANY_ROUNDS, 9),
        (5, Choice(rounds=3, maximum=8), Problem.ROUNDS_OF_ROUND_ROBIN, 5),
        (9, Choice(Format.ROUND_ROBIN, maximum=8), Problem.TOO_MANY, 8),
        (1, Choice(), Problem.TOO_FEW, 2),
        (3, Choice(minimum=4), Problem.TOO_FEW, 4),
        (10_000, Choice(), Problem.TOO_MANY, 5000),
    ],
)
def test_refused_at_the_start(
    participants: int, choice: Choice, problem: Problem, limit: int
) -> None:
    with pytest.raises(BadFormat) as refused:
        plan(participants, choice)
    assert (refused.value.problem, refused.value.limit) == (problem, limit)


@pytest.mark.parametrize(
    ("choice", "problem"),
    [
        (Choice(rounds=0), Problem.NO_ROUNDS),
        (Choice(rounds=60, maximum=5), Problem.TOO_MANY_ROUNDS),
        (Choice(minimum=1), Problem.TOO_FEW),
        (Choice(maximum=10_000), Problem.TOO_MANY),
        (Choice(minimum=9, maximum=8), Problem.BOUNDS),
        (Choice(Format.ROUND_ROBIN), Problem.TOO_MANY_FOR_ROUND_ROBIN),
    ],
)
def test_refused_when_created(choice: Choice, problem: Problem) -> None:
    with pytest.raises(BadFormat) as refused:
        validate(choice)
    assert refused.value.problem is problem


def test_the_text_is_clear() -> None:
    with pytest.raises(BadFormat, match="5 participants can play at most 5 rounds"):
        plan(5, Choice(rounds=60))
