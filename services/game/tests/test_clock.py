"""Clocks: what a turn costs, what an outage gives back."""

from hypothesis import given
from hypothesis import strategies as st
from x0_game.domain.clock import (
    MAX_LAG_PER_GAME_MS,
    MAX_LAG_PER_TURN_MS,
    Clock,
    Outage,
)

START = 1_000_000


def clock(first: int = 60_000, second: int = 60_000, increment: int = 2_000) -> Clock:
    return Clock(True, first, second, "first", START, increment)


def test_a_turn_costs_the_time_until_it_was_received() -> None:
    after, spent = clock().turn(
        "second", received=START + 5_000, now=START + 5_400, lag=0, outages=()
    )
    assert spent == 5_000
    assert after.first == 60_000 - 5_000 + 2_000
    assert after.running == "second"
    assert after.since == START + 5_400


def test_no_increment_while_the_same_side_goes_on() -> None:
    after, _ = clock().turn("first", received=START + 1_000, now=START + 1_000, lag=0, outages=())
    assert after.first == 59_000
    assert after.running == "first"


def test_lag_is_given_back_within_bounds() -> None:
    after, spent = clock().turn(
        "second", received=START + 5_000, now=START + 5_000, lag=9_999, outages=()
    )
    assert spent == 5_000 - MAX_LAG_PER_TURN_MS
    assert after.lag_first == MAX_LAG_PER_GAME_MS - MAX_LAG_PER_TURN_MS
    after, spent = clock().turn(
        "second", received=START + 5_000, now=START + 5_000, lag=-50, outages=()
    )
    assert spent == 5_000


def test_lag_of_a_game_is_bounded() -> None:
    current = clock(first=10**9)
    given_back = 0
    for _ in range(100):
        now = current.since + 1_000
        current, spent = current.turn("first", received=now, now=now, lag=1_000, outages=())
        given_back += 1_000 - spent
    assert given_back == MAX_LAG_PER_GAME_MS


def test_an_outage_moves_the_deadline() -> None:
    running = clock(first=10_000)
    assert running.deadline() == START + 10_000
    assert running.deadline([Outage(START + 4_000, START + 7_000)]) == START + 13_000
    # One that was over before, and one that begins after the deadline, change nothing.
    assert running.deadline([Outage(START - 5_000, START)]) == START + 10_000
    assert running.deadline([Outage(START + 11_000, START + 12_000)]) == START + 10_000
    # One that began before counts from the start of the turn only.
    assert running.deadline([Outage(START - 5_000, START + 2_000)]) == START + 12_000


def test_untimed_games_measure_but_never_end() -> None:
    untimed = Clock(False, 0, 0, "first", START, 0)
    assert untimed.deadline() is None
    after, spent = untimed.turn("second", received=START + 700, now=START + 700, lag=0, outages=())
    assert (spent, after.first, after.second) == (700, 0, 0)


@st.composite
def outage_lists(draw: st.DrawFn) -> list[Outage]:
    """Outages as the service writes them: one after the other."""
    result = []
    at = START - 20_000
    for gap, length in draw(
        st.lists(st.tuples(st.integers(1, 9_000), st.integers(1_200, 20_000)), max_size=5)
    ):
        result.append(Outage(at + gap, at + gap + length))
        at += gap + length
    return result


@given(outages=outage_lists(), left=st.integers(1, 60_000), at=st.integers(0, 120_000))
def test_deadline_and_elapsed_agree(outages: list[Outage], left: int, at: int) -> None:
    running = clock(first=left)
    deadline = running.deadline(outages)
    assert deadline is not None
    now = START + at
    assert (now >= deadline) == (running.elapsed(now, outages) >= left)


@given(outages=outage_lists(), at=st.integers(0, 90_000), later=st.integers(0, 90_000))
def test_settling_in_between_changes_nothing(outages: list[Outage], at: int, later: int) -> None:
    """Giving an outage back early and not at all come to the same deadline."""
    running = clock(first=200_000)
    known = [o for o in outages if o.end <= START + at]
    rest = [o for o in outages if o.begin >= START + at]
    settled = running.settle(START + at, known)
    assert settled.deadline(rest) == running.deadline(known + rest)
    assert settled.first == running.first - running.elapsed(START + at, known)
