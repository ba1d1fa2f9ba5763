"""Ratings, streaks and what was solved; everything may be noted twice."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from x0_puzzle.domain import rating
from x0_puzzle.domain.progress import Progress, rate, solve
from x0_puzzle.domain.puzzle import Puzzle
from x0_puzzle.domain.rating import LEAST_DEVIATION, Glicko

DAY = date(2026, 11, 30)
RATINGS = st.builds(Glicko, st.floats(100, 4000), st.floats(45, 350), st.floats(0.03, 0.12))


def puzzle(number: int = 1) -> Puzzle:
    return Puzzle("x0", number, 1, 300, "h8", "i9", "i9", ())


def test_as_the_paper_says() -> None:
    """Glickman's example, one opponent at a time: the library against its own batch and ours."""
    one = rating.after(Glicko(1500, 200, 0.06), Glicko(1400, 30, 0.06), 1)
    # By hand: g = 0.9955, E = 0.6395, v = 4.3748 (in units of 173.7178).
    assert one.rating == pytest.approx(1563.4, abs=0.5)
    assert one.deviation == pytest.approx(175.2, abs=0.5)
    assert one.volatility == pytest.approx(0.06, abs=0.0005)


@given(RATINGS, RATINGS, st.sampled_from([0, 1]))
def test_who_wins_goes_up(own: Glicko, other: Glicko, score: int) -> None:
    after = rating.after(own, other, score)
    assert 100 <= after.rating <= 4000
    assert LEAST_DEVIATION <= after.deviation <= 350
    assert 0 < after.volatility < 0.2
    gained = after.rating - own.rating
    assert gained >= 0 if score else gained <= 0


@given(st.lists(st.tuples(RATINGS, st.sampled_from([0, 1])), max_size=30))
def test_streaks(games: list[tuple[Glicko, int]]) -> None:
    progress, run, best = Progress("p"), 0, 0
    for n, (other, score) in enumerate(games):
        run = run + 1 if score else 0
        best = max(best, run)
        progress = rate(progress, f"a{n}", other, score)
        assert rate(progress, f"a{n}", other, 1 - score) == progress
        assert (progress.streak, progress.best_streak, progress.rated) == (run, best, n + 1)


def test_what_is_remembered_is_bounded() -> None:
    progress = Progress("p")
    for n in range(500):
        progress = rate(progress, f"a{n}", Glicko(), n % 2)
    assert len(progress.done) == 50 and progress.rated == 500


def test_solved_twice_is_solved_once() -> None:
    once = solve(Progress("p"), puzzle(7), first_try=True, daily=None)
    assert solve(once, puzzle(7), first_try=False, daily=None) == once
    assert once.of("x0").solved == once.of("x0").first_try == 1 << 6
    later = solve(Progress("p"), puzzle(7), first_try=False, daily=None)
    assert later.of("x0").first_try == 0 and later.of("renju").solved == 0


def test_days_in_a_row() -> None:
    progress = Progress("p")
    for n in (0, 0, 1, 2, 4, 5):
        day = DAY + timedelta(days=n)
        progress = solve(progress, puzzle(n + 1), first_try=False, daily=day)
    assert (progress.daily_streak, progress.best_daily_streak) == (2, 3)
    last = DAY + timedelta(days=5)
    assert progress.daily_streak_on(last) == 2
    assert progress.daily_streak_on(last + timedelta(days=1)) == 2
    assert progress.daily_streak_on(last + timedelta(days=2)) == 0
    # Noted late, by whoever finishes what a crash left: an earlier day breaks nothing.
    assert solve(progress, puzzle(9), first_try=False, daily=DAY).daily_streak == 2
