"""Boards, colours, empty seats, and the order of points."""

import pytest
from tournament_helpers import people
from x0_tournament.domain.results import Bye, Result
from x0_tournament.domain.teams import (
    BadLineup,
    Board,
    Match,
    Problem,
    Team,
    TeamRound,
    check,
    lineup,
    seat,
    team_standings,
)

TEAM = Team("t", ("a", "b", "c", "d", "e", "f"))


def test_default_order_fills_up_with_reserves() -> None:
    assert lineup(TEAM, 4) == ("a", "b", "c", "d")
    assert lineup(TEAM, 4, absent={"b"}) == ("a", "c", "d", "e")
    assert lineup(TEAM, 4, absent={"a", "b", "c"}) == ("d", "e", "f")


def test_the_captain_orders() -> None:
    assert lineup(TEAM, 4, ["f", "a", "c"]) == ("f", "a", "c")


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        (["a", "a"], Problem.TWICE),
        (["a", "x"], Problem.UNKNOWN),
        (["a", "b", "c", "d", "e"], Problem.TOO_MANY),
        (["a", "b", "e"], Problem.ABSENT),
    ],
)
def test_orders_that_are_refused(order: list[str], problem: Problem) -> None:
    with pytest.raises(BadLineup) as refused:
        lineup(TEAM, 4, order, absent={"e"})
    assert refused.value.problem is problem


def test_size_of_a_team() -> None:
    check(TEAM, 4)
    for members in ((), ("a",) * 2, tuple("abcdefg")):
        with pytest.raises(BadLineup):
            check(Team("t", members), 4)


def test_colours_alternate_by_board() -> None:
    assert seat(["a", "b", "c"], ["x", "y", "z"], 3) == (
        Board(1, "a", "x"),
        Board(2, "y", "b"),
        Board(3, "c", "z"),
    )


def test_a_short_team_forfeits_from_the_last_board_up() -> None:
    assert seat(["a", "b"], ["x"], 3) == (
        Board(1, "a", "x"),
        Board(2, None, "b", Result.FORFEIT_LOSS),
        Board(3, None, None, Result.DOUBLE_FORFEIT),
    )


def match(first: str, second: str, *results: Result | None) -> Match:
    boards = seat(
        [f"{first}{n}" for n in range(9)], [f"{second}{n}" for n in range(9)], len(results)
    )
    return Match(
        first,
        second,
        tuple(
            Board(board.board, board.first, board.second, result)
            for board, result in zip(boards, results, strict=True)
        ),
    )


def test_points_of_a_match() -> None:
    one = match("s", "t", Result.WIN, Result.WIN, Result.DRAW)
    assert one.board_points == (1.5, 1.5)
    assert one.result is Result.DRAW
    assert match("s", "t", Result.WIN, Result.LOSS, Result.LOSS).board_points == (2.0, 1.0)
    running = match("s", "t", Result.WIN, None, Result.DRAW)
    assert running.result is None
    assert running.board_points == (1.5, 0.5)
    absent = Match("s", "t", seat(["a", "b"], [], 2))
    assert absent.result is Result.FORFEIT_WIN
    assert absent.board_points == (2.0, 0.0)
    assert Match("s", "t", seat([], [], 2)).result is Result.DOUBLE_FORFEIT


def test_match_points_then_board_points() -> None:
    rounds = [
        TeamRound(
            1,
            (
                match("s", "t", Result.WIN, Result.LOSS, Result.DRAW, Result.DRAW),
                match("u", "v", Result.WIN, Result.LOSS, Result.WIN, Result.LOSS),
            ),
            {"w": Bye.FULL},
        )
    ]
    table = team_standings(people("s", "t", "u", "v", "w"), rounds, 4)
    rows = [(row.participant.id, row.points, row.board_points) for row in table.rows]
    assert rows == [("u", 1, 4), ("s", 1, 3), ("w", 1, 2), ("t", 0, 1), ("v", 0, 0)]
