"""What has gone wrong in public systems, each as a test. Two more of the kind stand in
test_pairing.py (a bye in round 1 for the first of five) and test_series.py (two in one slot)."""

from dataclasses import replace

import pytest
from tournament_helpers import people, played
from x0_tournament.domain.pairing import Paired, Request
from x0_tournament.domain.results import (
    BadResults,
    Bye,
    Pairing,
    Participant,
    Result,
    Round,
    missed,
    numbered,
)
from x0_tournament.domain.standings import Tiebreak, standings
from x0_tournament.domain.swiss import pair


def test_buchholz_counts_no_running_game() -> None:
    """Neither of one's own nor of an opponent's."""
    before = (played(1, "a b 1-0", "c d 1-0"),)
    during = (*before, played(2, "a c", "b d 1/2"))
    four = people("a", "b", "c", "d")
    row = standings(four, during).row("a")
    assert row.points == 1
    assert row.values == (0.5, 0.5, 2.0)  # b has half a point now; c counts for nothing yet
    assert not standings(four, during).final
    over = (*before, played(2, "a c 1-0", "b d 1/2"))
    assert standings(four, over).row("a").values == (1.5, 1.5, 3.0)
    assert standings(four, over).final


def test_who_plays_has_not_left() -> None:
    """C.07 16.2.5: with a game running, an earlier absence is not the end of somebody's play."""
    four = people("a", "b", "c", "d")
    rounds = [
        played(1, "a b 1-0", "c d 1-0"),
        played(2, "a c 1-0", b=Bye.ZERO, d=Bye.FULL),
        played(3, "b d", "a c 1-0"),
    ]
    assert standings(four, rounds).row("a").values[0] == 0 + 1 + 1
    left = [*rounds[:2], played(3, "a c 1-0", b=Bye.ZERO, d=Bye.FULL)]
    assert standings(four, left).row("a").values[0] == 1 + 1 + 1


def test_a_corrected_result_of_an_old_round_changes_everything_after_it() -> None:
    four = people("a", "b", "c", "d")
    rounds = [
        played(1, "a b 1-0", "c d 1-0"),
        played(2, "a c 1-0", "b d 1-0"),
        played(3, "d a 0-1", "c b 1-0"),
    ]
    old = standings(four, rounds)
    corrected = replace(
        rounds[0], pairings=(Pairing("a", "b", Result.LOSS), *rounds[0].pairings[1:])
    )
    new = standings(four, [corrected, *rounds[1:]])
    assert [row.participant.id for row in old.rows] == ["a", "c", "b", "d"]
    assert old.row("a").points == 3
    assert new.row("a").points == 2
    assert new.row("b").points == 2
    assert new.row("b").values[2] == 1 + 2 + 2
    # Buchholz of c, who met neither of them in round 1.
    assert old.row("c").values[0] == 0 + 3 + 1
    assert new.row("c").values[0] == 0 + 2 + 2


def test_who_comes_back_again_and_again_gets_one_bye() -> None:
    seven = tuple(people(*"abcdefg"))
    rounds: tuple[Round, ...] = ()
    for number in range(1, 6):
        # g is the lowest, and away in every second round.
        absent = frozenset({"g"} if number % 2 == 0 else ())
        outcome = pair(Request(seven, rounds, 5, absent=absent))
        assert isinstance(outcome, Paired)
        games = tuple(
            Pairing(p.first, p.second, Result.WIN if p.first < p.second else Result.LOSS)
            for p in outcome.round.pairings
        )
        rounds = (*rounds, replace(outcome.round, pairings=games))
    byes = [name for one in rounds for name, bye in one.byes.items() if bye is Bye.FULL]
    assert len(byes) == 3
    assert len(set(byes)) == 3


def test_a_late_entrant_has_missed_rounds() -> None:
    rounds = (played(1, "a b 1-0", c=Bye.FULL), played(2, "a c 1-0", b=Bye.FULL))
    assert missed("d", rounds, half=False) == {1: Bye.ABSENT, 2: Bye.ABSENT}
    assert missed("d", rounds, half=True) == {1: Bye.ABSENT, 2: Bye.HALF}
    assert missed("a", rounds, half=True) == {}


def test_a_late_entrant_stands_by_rating() -> None:
    assert numbered([Participant("a", 1500, 0), Participant("b", 1400, 1)]) == {"a": 1, "b": 2}
    late = [Participant("a", 1500, 0), Participant("b", 1400, 1), Participant("c", 1450, 2)]
    assert numbered(late) == {"a": 1, "c": 2, "b": 3}
    assert numbered([Participant("z", 1500, 0), Participant("a", 1500, 1)]) == {"z": 1, "a": 2}


@pytest.mark.parametrize(
    "rounds",
    [
        [played(1, "a x 1-0")],
        [played(1, "a b 1-0", "a c 1-0")],
        [played(1, "a b 1-0", a=Bye.FULL)],
        [played(2, "a b 1-0")],
    ],
    ids=["stranger", "twice", "game and bye", "round 2 first"],
)
def test_records_that_contradict_each_other(rounds: list[Round]) -> None:
    with pytest.raises(BadResults):
        standings(people("a", "b", "c"), rounds)


def test_ties_share_a_rank() -> None:
    table = standings(people("a", "b", "c", "d"), [played(1, "a b 1-0", "c d 1-0")])
    assert [(row.rank, row.participant.id) for row in table.rows] == [
        (1, "a"),
        (1, "c"),
        (3, "b"),
        (3, "d"),
    ]


def test_direct_encounter_among_those_tied_before_it() -> None:
    """All three have 2 points; a beat c, c beat b, and b has not met a: nothing is sure (6.2)."""
    five = people("a", "b", "c", "d", "e")
    rounds = [played(1, "a c 1-0", "b d 1-0"), played(2, "c b 1-0", "a e 1/2")]
    rounds += [played(3, "c d 1-0", "b e 1-0", a=Bye.HALF)]
    order = (Tiebreak.DIRECT_ENCOUNTER,)
    table = standings(five, rounds, order)
    assert [table.row(name).values[0] for name in "abc"] == [1, 1, 1]
    after = (Tiebreak.WINS, Tiebreak.DIRECT_ENCOUNTER)
    rows = standings(five, rounds, after)
    assert [rows.row(name).values for name in "abc"] == [(1, 1), (2, 2), (2, 1)]


def test_wins_of_who_does_not_begin() -> None:
    order = (Tiebreak.WINS_SECOND, Tiebreak.GAMES_SECOND)
    rounds = [played(1, "a b 0-1", "c d -+"), played(2, "b c 1-0", "d a 1/2")]
    table = standings(people("a", "b", "c", "d"), rounds, order)
    assert table.row("b").values == (1, 1)
    assert table.row("d").values == (0, 0)
    assert table.row("a").values == (0, 1)


def test_a_tiebreak_is_named_once() -> None:
    with pytest.raises(ValueError):
        standings(people("a", "b"), [], (Tiebreak.WINS, Tiebreak.WINS))
