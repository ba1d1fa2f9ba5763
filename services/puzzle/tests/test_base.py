"""Sets of numbers, choosing without repetition, the puzzle of the day."""

from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from x0_puzzle.domain.base import FIRST_DAY, Base, chosen, members, with_member
from x0_puzzle.domain.errors import BadRequest
from x0_puzzle.domain.progress import Progress, begin_anew, draw, see
from x0_puzzle.domain.puzzle import Puzzle, points, read_id

NUMBERS = st.sets(st.integers(1, 5000), max_size=60)


def number_set(numbers: set[int]) -> int:
    found = 0
    for one in numbers:
        found = with_member(found, one)
    return found


def puzzle(mode: str, number: int, level: int) -> Puzzle:
    return Puzzle(mode, number, level, 300, "h8", "i9", "i9", ())


@given(NUMBERS)
def test_a_set_has_what_was_put_in(numbers: set[int]) -> None:
    assert members(number_set(numbers)) == sorted(numbers)


@given(NUMBERS, st.integers(0, 70), st.integers())
def test_what_is_chosen_is_different_and_of_the_set(
    numbers: set[int], count: int, seed: int
) -> None:
    found = chosen(number_set(numbers), count, Random(seed))
    assert len(found) == len(set(found)) == min(count, len(numbers))
    assert set(found) <= numbers


def test_all_are_as_likely() -> None:
    random = Random(1)
    counts = dict.fromkeys((3, 4, 77), 0)
    for _ in range(3000):
        counts[chosen(number_set({3, 4, 77}), 1, random)[0]] += 1
    assert all(900 < count < 1100 for count in counts.values())


LEVELS = st.text("123456", min_size=1, max_size=40)


@given(LEVELS, st.integers(1, 6))
def test_levels(levels: str, level: int) -> None:
    base = Base({"renju": levels})
    wanted = [n for n, one in enumerate(levels, 1) if int(one) <= level]
    assert members(base.up_to("renju", level)) == wanted
    assert base.count("renju", level) == levels.count(str(level))
    assert base.up_to("x0", level) == 0 and base.count("x0", level) == 0
    assert base.has("renju", len(levels)) and not base.has("renju", len(levels) + 1)
    assert not base.has("renju", 0) and not base.has("x0", 1)


@given(LEVELS, st.integers())
def test_none_comes_twice_until_all_came(levels: str, seed: int) -> None:
    """Also where the player goes from one maximum level to another all the time."""
    base, random, progress = Base({"x0": levels}), Random(seed), Progress("p")
    came: list[int] = []
    for _ in range(10 * len(levels)):
        level = random.randint(1, 6)
        drawn = draw(progress, base, "x0", level, 1, random)
        wanted = members(base.up_to("x0", level))
        assert drawn.unseen == len(set(wanted) - set(came))
        if not drawn.numbers:
            assert set(wanted) <= set(came)
            continue
        (number,) = drawn.numbers
        assert number in wanted and number not in came
        came.append(number)
        progress = see(progress, puzzle("x0", number, int(levels[number - 1])))
    progress = begin_anew(progress, base, "x0", 6)
    again = draw(progress, base, "x0", 6, 100, random)
    if len(came) == len(levels):
        assert sorted(again.numbers) == list(range(1, len(levels) + 1))


def test_a_new_round_begins_only_when_all_were_seen() -> None:
    base, progress = Base({"x0": "1122"}), Progress("p")
    for number, level in ((1, 1), (2, 1), (3, 2)):
        progress = see(progress, puzzle("x0", number, level))
    assert begin_anew(progress, base, "x0", 2) == progress
    anew = begin_anew(progress, base, "x0", 1)
    # What was seen of other levels stays seen.
    assert draw(anew, base, "x0", 2, 9, Random(1)).unseen == 3
    assert draw(anew, base, "x0", 1, 9, Random(1)).unseen == 2


def test_what_is_at_hand_is_left_out() -> None:
    base, random = Base({"x0": "1111"}), Random(1)
    drawn = draw(Progress("p"), base, "x0", 1, 9, random, number_set({2, 3}))
    assert sorted(drawn.numbers) == [1, 4] and drawn.unseen == 4
    drawn = draw(Progress("p"), base, "x0", 1, 9, random, number_set({1, 2, 3, 4}))
    assert drawn.numbers == [] and drawn.unseen == 4


def test_the_days_go_through_all_puzzles() -> None:
    base = Base({mode: "".join(str(level) * 60 for level in range(1, 7)) for mode in
                 ("x0", "gomoku", "renju")})  # fmt: skip
    days = [FIRST_DAY + timedelta(days=n) for n in range(21 * 30)]
    found = [base.daily(day) for day in days]
    # Two days a week have level 3, the others have one each.
    assert len(set(found)) == len(found)
    assert {level: sum((n - 1) // 60 + 1 == level for _, n in found) for level in range(1, 7)} == {
        1: 90, 2: 90, 3: 180, 4: 90, 5: 90, 6: 90
    }  # fmt: skip
    assert base.daily(date(2026, 11, 30)) == base.daily(date(2026, 11, 30))
    assert {one[0] for one in found[:3]} == {"x0", "gomoku", "renju"}


def test_a_day_where_there_is_little() -> None:
    assert Base({"x0": "6", "gomoku": "3", "renju": "2"}).daily(FIRST_DAY)[1] == 1
    with pytest.raises(BadRequest):
        Base({}).daily(FIRST_DAY)


@given(st.text(max_size=12))
def test_other_texts_are_no_ids(text: str) -> None:
    found = read_id(text)
    assert found is None or f"{found[0]}-{found[1]}" == text


@pytest.mark.parametrize(
    "text", ["renju-0", "renju-01", "renju--1", "chess-1", "renju-1000000", "renju-1\n", ""]
)
def test_no_ids(text: str) -> None:
    assert read_id(text) is None


def test_points() -> None:
    assert points("h8a1o15") == ((7, 7), (0, 0), (14, 14))
    assert points("") == ()
