"""Berger tables and withdrawals."""

from itertools import combinations

import pytest
from tournament_helpers import people, played
from x0_tournament.domain.results import Bye, Pairing, Result, Round
from x0_tournament.domain.round_robin import counted, drawn, schedule
from x0_tournament.domain.standings import Options, Tiebreak, standings

SIX = ["16 25 34", "64 53 12", "26 31 45", "65 14 23", "36 42 51"]
EIGHT = [
    "18 27 36 45",
    "85 64 73 12",
    "28 31 47 56",
    "86 75 14 23",
    "38 42 51 67",
    "87 16 25 34",
    "48 53 62 71",
]
"""C.05, annex 1."""


@pytest.mark.parametrize(("size", "table"), [(6, SIX), (8, EIGHT)])
def test_as_in_the_handbook(size: int, table: list[str]) -> None:
    rounds = schedule([str(number) for number in range(1, size + 1)])
    assert [" ".join(p.first + p.second for p in one.pairings) for one in rounds] == table


@pytest.mark.parametrize("size", range(2, 13))
def test_everybody_meets_everybody_once(size: int) -> None:
    names = [f"p{number:02}" for number in range(size)]
    rounds = schedule(names)
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) == (size - 1 if size % 2 == 0 else size)
    pairs = [frozenset(pair.players) for one in rounds for pair in one.pairings]
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == {frozenset(pair) for pair in combinations(names, 2)}
    for one in rounds:
        assert sorted([n for p in one.pairings for n in p.players] + list(one.byes)) == names
    rests = [name for one in rounds for name in one.byes]
    assert sorted(rests) == (names if size % 2 else [])
    for name in names:
        begun = sum(pair.first == name for one in rounds for pair in one.pairings)
        assert abs(2 * begun - (size - 1)) <= 1


def test_too_few_and_twice() -> None:
    with pytest.raises(ValueError):
        schedule(["a"])
    with pytest.raises(ValueError):
        schedule(["a", "a"])


def test_the_lot_does_not_depend_on_the_order_of_input() -> None:
    names = [f"p{number}" for number in range(8)]
    assert drawn(names, "t1") == drawn(reversed(names), "t1")
    assert {drawn(names, f"t{number}") != drawn(names, "t1") for number in range(2, 9)} == {True}


def fill(rounds: tuple[Round, ...], until: int) -> list[Round]:
    """Whoever begins wins, up to that round."""
    return [
        Round(
            one.number,
            tuple(
                Pairing(p.first, p.second, Result.WIN if one.number <= until else None)
                for p in one.pairings
            ),
            one.byes,
        )
        for one in rounds
    ]


def test_withdrawal_before_half() -> None:
    """Of seven games three were played: they count for nobody."""
    names = [f"p{number}" for number in range(8)]
    rounds = fill(schedule(names), 3)
    result = counted(people(*names), rounds, {"p7": 4})
    assert result.annulled == ("p7",)
    assert "p7" not in {one.id for one in result.participants}
    for one in result.rounds:
        assert list(one.byes.values()) == [Bye.REST]
        assert all("p7" not in pair.players for pair in one.pairings)
    table = standings(result.participants, result.rounds, options=Options(round_robin=True))
    assert sum(row.points for row in table.rows) == 9


def test_withdrawal_from_half_on() -> None:
    """Of seven games four were played: they stay, the others are lost by forfeit."""
    names = [f"p{number}" for number in range(8)]
    result = counted(people(*names), fill(schedule(names), 4), {"p7": 5})
    assert result.annulled == ()
    for one in result.rounds:
        (pair,) = [pair for pair in one.pairings if "p7" in pair.players]
        if one.number <= 4:
            assert pair.result is Result.WIN
        else:
            lost = Result.FORFEIT_LOSS if pair.first == "p7" else Result.FORFEIT_WIN
            assert pair.result is lost
        others = {p.result for p in one.pairings if p is not pair}
        assert others == ({Result.WIN} if one.number <= 4 else {None})


def test_exactly_half_is_enough() -> None:
    names = [f"p{number}" for number in range(7)]
    rounds = fill(schedule(names), 3)
    (gone,) = {name for one in rounds[3:4] for name in one.byes}  # played in all three
    assert counted(people(*names), rounds, {gone: 4}).annulled == ()
    fewer = fill(schedule(names), 2)
    assert counted(people(*names), fewer, {gone: 3}).annulled == (gone,)


def test_two_who_left_lose_their_game_both() -> None:
    names = ["a", "b", "c", "d"]
    rounds = fill(schedule(names), 2)
    last = rounds[2].pairings[0]
    result = counted(people(*names), rounds, {last.first: 3, last.second: 3})
    assert result.rounds[2].pairings[0].result is Result.DOUBLE_FORFEIT


def test_forfeits_of_a_round_robin_count_as_played() -> None:
    """C.07 art. 16.1: the opponent's score counts, not a dummy's; a rest is nothing."""
    rounds = [
        played(1, "b c +-", a=Bye.REST),
        played(2, "c a 0-1", b=Bye.REST),
        played(3, "a b 1-0", c=Bye.REST),
    ]
    order = (Tiebreak.BUCHHOLZ, Tiebreak.BERGER)
    table = standings(people("a", "b", "c"), rounds, order, Options(round_robin=True))
    assert table.row("a").values == (1.0, 1.0)
    assert table.row("b").values == (2.0, 0.0)
    assert table.row("c").values == (3.0, 0.0)
