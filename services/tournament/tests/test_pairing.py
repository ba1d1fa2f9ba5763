"""The reference pairings, all of them; and what holds beside the FIDE system."""

import pickle
from typing import Any

import pytest
from tournament_helpers import pairing_cases, participants_of, people, played, rounds_of
from x0_tournament.domain.fallback import matching
from x0_tournament.domain.pairing import (
    BadRequest,
    Engine,
    Impossible,
    Paired,
    Relaxed,
    Request,
    Situation,
    pair_of,
)
from x0_tournament.domain.results import Bye
from x0_tournament.domain.swiss import DUTCH_MAX, EngineFailed, Policy, dutch, pair, preferred

BYES = {"H": Bye.HALF, "Z": Bye.ZERO}
CASES = pairing_cases()


def request_of(case: dict[str, Any]) -> Request:
    return Request(
        participants=tuple(participants_of(case)),
        rounds=tuple(rounds_of(case)),
        total_rounds=case["total_rounds"],
        byes={name: BYES[kind] for name, kind in case["absent_next_round"].items()},
        forbidden=frozenset(pair_of(str(a), str(b)) for a, b in case["forbidden_pairs"]),
        top_first=case["initial_colour"] == "white",
    )


def test_there_are_64() -> None:
    assert len(CASES) == 64


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_as_the_reference_engine_pairs(case: dict[str, Any]) -> None:
    request = request_of(case)
    outcome = dutch(request)
    if case["next_pairing"] is None:
        assert isinstance(outcome, Impossible)
        return
    assert isinstance(outcome, Paired)
    boards = [[int(pair.first), int(pair.second)] for pair in outcome.round.pairings]
    bye = [int(name) for name, bye in outcome.round.byes.items() if bye is Bye.FULL]
    assert {"boards": boards, "bye": bye[0] if bye else None} == case["next_pairing"]
    # Who begins and the order of the boards, which the fallback does itself, are the same.
    situation = Situation(request)
    pairs = [
        (situation.by_id[pair.second], situation.by_id[pair.first])
        for pair in reversed(outcome.round.pairings)
    ]
    own = situation.round(pairs, situation.by_id[str(bye[0])] if bye else None)
    assert own == outcome.round


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_fallback_keeps_what_must_be_kept(case: dict[str, Any]) -> None:
    request = request_of(case)
    outcome = matching(request)
    if isinstance(outcome, Paired):
        assert not Situation(request).faults(outcome.round)
        assert Relaxed.REPEAT not in outcome.relaxed
    else:
        assert case["next_pairing"] is None


def test_requested_byes_and_absence_are_not_paired() -> None:
    request = Request(
        tuple(people("a", "b", "c", "d", "e")),
        (),
        3,
        byes={"a": Bye.HALF},
        absent=frozenset({"b"}),
    )
    outcome = pair(request)
    assert isinstance(outcome, Paired)
    assert outcome.round.byes["a"] is Bye.HALF
    assert outcome.round.byes["b"] is Bye.ABSENT
    assert list(outcome.round.byes.values()).count(Bye.FULL) == 1


def test_first_of_five_asks_for_a_bye_in_round_1() -> None:
    """Four are left, and nobody else gets a bye."""
    request = Request(tuple(people("a", "b", "c", "d", "e")), (), 3, byes={"a": Bye.HALF})
    outcome = pair(request)
    assert isinstance(outcome, Paired)
    assert outcome.round.byes == {"a": Bye.HALF}
    assert len(outcome.round.pairings) == 2


@pytest.mark.parametrize("engine", [dutch, matching])
def test_no_second_bye_for_who_is_last_again(engine: Any) -> None:
    rounds = (
        played(1, "a b 1/2", "c d 1/2", e=Bye.FULL),
        played(2, "e a 0-1", "b c 1/2", d=Bye.FULL),
        played(3, "b e 1-0", "d a 1/2", c=Bye.FULL),
    )
    outcome = engine(Request(tuple(people("a", "b", "c", "d", "e")), rounds, 5))
    assert isinstance(outcome, Paired)
    assert outcome.round.byes in ({"a": Bye.FULL}, {"b": Bye.FULL})


@pytest.mark.parametrize("engine", [dutch, matching])
def test_nobody_may_have_the_bye(engine: Any) -> None:
    """Two of them could meet, but the third has had the bye."""
    rounds = (played(1, "a b +-", c=Bye.FULL), played(2, "a c 1-0", d=Bye.FULL))
    request = Request(tuple(people("a", "b", "c", "d")), rounds, 3, absent=frozenset("b"))
    assert isinstance(engine(request), Impossible)


class Broken:
    """A pairing engine that pairs the first two in every round, or breaks."""

    def __init__(self, tournament: Any, number: int, params: Any) -> None:
        if number == 3:
            raise KeyError("broken")

    def compute_pairing(self, checkonly: bool, level: int) -> Any:
        return [{"pairs": [{"board": 1, "w": 1, "b": 2}]}]


@pytest.mark.parametrize("rounds", [1, 2])
def test_an_engine_that_breaks_the_rules_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    monkeypatch.setattr("x0_tournament.domain.swiss.pairing_dutch", Broken)
    before = (played(1, "a b 1-0", "c d 1-0"), played(2, "c a 1-0", "d b 1-0"))[:rounds]
    request = Request(tuple(people("a", "b", "c", "d")), before, 3)
    with pytest.raises(EngineFailed):
        dutch(request)
    outcome = pair(request)
    assert isinstance(outcome, Paired)
    assert outcome.engine is Engine.MATCHING
    assert not Situation(request).faults(outcome.round)


@pytest.mark.parametrize("engine", [dutch, matching])
def test_a_win_by_forfeit_excludes_from_the_bye(engine: Any) -> None:
    rounds = (played(1, "a c +-", "b d 1-0", e=Bye.FULL),)
    outcome = engine(
        Request(tuple(people("a", "b", "c", "d", "e")), rounds, 3, absent=frozenset("cd"))
    )
    assert isinstance(outcome, Paired)
    assert outcome.round.byes["b"] is Bye.FULL


@pytest.mark.parametrize("engine", [dutch, matching])
def test_forbidden_pairs(engine: Any) -> None:
    names = [f"p{place}" for place in range(10)]
    forbidden = frozenset(pair_of("p0", other) for other in names[1:9])
    outcome = engine(Request(tuple(people(*names)), (), 5, forbidden=forbidden))
    assert isinstance(outcome, Paired)
    assert any(set(pair.players) == {"p0", "p9"} for pair in outcome.round.pairings)


def exhausted() -> Request:
    """Four of nine are left, and each has met each."""
    rounds = (
        played(1, "a b 1-0", "c d 1-0"),
        played(2, "c a 1-0", "d b 1-0"),
        played(3, "a d 1-0", "b c 1-0"),
    )
    return Request(tuple(people("a", "b", "c", "d", "e")), rounds, 4, absent=frozenset({"e"}))


def test_ends_early_where_no_pairing_is_left() -> None:
    assert isinstance(dutch(exhausted()), Impossible)
    assert isinstance(pair(exhausted(), Policy.END_EARLY), Impossible)


def test_or_lets_two_meet_again() -> None:
    outcome = pair(exhausted(), Policy.ALLOW_REPEAT)
    assert isinstance(outcome, Paired)
    assert Relaxed.REPEAT in outcome.relaxed
    assert not Situation(exhausted()).faults(outcome.round, meetings=1)


def test_as_few_repeats_as_possible() -> None:
    rounds = (
        played(1, "a b 1-0", "c d 1-0", "e f 1-0"),
        played(2, "a c 1-0", "b d 1-0", e=Bye.ABSENT, f=Bye.ABSENT),
        played(3, "a d 1-0", "b c 1-0", e=Bye.ABSENT, f=Bye.ABSENT),
    )
    request = Request(
        tuple(people("a", "b", "c", "d", "e", "f")),
        rounds,
        4,
        forbidden=frozenset(pair_of(x, y) for x in "abcd" for y in "ef" if x + y != "ae"),
    )
    assert isinstance(pair(request), Impossible)
    outcome = pair(request, Policy.ALLOW_REPEAT)
    assert isinstance(outcome, Paired)
    again = [p for p in outcome.round.pairings if set(p.players) <= set("abcd")]
    assert len(again) == 2


def test_nobody_is_left() -> None:
    request = Request(tuple(people("a", "b")), (), 3, absent=frozenset({"a", "b"}))
    assert isinstance(pair(request), Impossible)
    assert isinstance(pair(request, Policy.ALLOW_REPEAT), Impossible)


def test_colours_give_way_before_the_tournament_ends() -> None:
    """Both have begun twice in a row; nobody else is there."""
    rounds = (played(1, "a c 1-0", "b d 1-0"), played(2, "a d 1-0", "b c 1-0"))
    request = Request(tuple(people("a", "b", "c", "d")), rounds, 9, absent=frozenset("cd"))
    assert isinstance(dutch(request), Impossible)
    outcome = pair(request)
    assert isinstance(outcome, Paired)
    assert outcome.relaxed == (Relaxed.COLOURS,)


@pytest.mark.parametrize(
    "request_",
    [
        Request(tuple(people("a", "b")), (played(1, "a b"),), 3),
        Request(tuple(people("a", "b")), (played(1, "a b 1-0"),), 1),
        Request(tuple(people("a", "b")), (), 3, absent=frozenset({"x"})),
        Request(tuple(people("a", "b", "c")), (), 3, byes={"a": Bye.FULL}),
    ],
    ids=["running", "over", "stranger", "full"],
)
def test_bad_requests(request_: Request) -> None:
    with pytest.raises(BadRequest):
        pair(request_)


def test_large_fields_go_to_the_fallback() -> None:
    names = [f"p{place}" for place in range(DUTCH_MAX + 1)]
    request = Request(tuple(people(*names)), (), 11)
    assert preferred(request) is Engine.MATCHING
    outcome = pair(request)
    assert isinstance(outcome, Paired)
    assert outcome.engine is Engine.MATCHING
    assert not Situation(request).faults(outcome.round)
    # Upper half against lower half, as the FIDE system begins.
    assert set(outcome.round.pairings[0].players) == {"p0", "p250"}


def test_goes_through_a_process_pool() -> None:
    request = Request(tuple(people("a", "b", "c")), (played(1, "a b 1-0", c=Bye.FULL),), 3)
    assert pickle.loads(pickle.dumps(request)) == request
    outcome = pair(request)
    assert pickle.loads(pickle.dumps(outcome)) == outcome
