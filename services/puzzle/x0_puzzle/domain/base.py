"""Which puzzles there are: sets of numbers, and choosing from them.

A set is an integer whose bit n - 1 stands for the puzzle with the number n: what a player has seen
of thousands is some hundred bytes, and to choose one that is not in it needs no look at the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from random import Random

from x0_puzzle.domain.errors import BadRequest
from x0_puzzle.domain.puzzle import LEVELS, MODES

FIRST_DAY = date(2026, 1, 1)
# Of the puzzle of the day: from Monday to Sunday it becomes harder.
_LEVEL_OF_WEEKDAY = (1, 2, 3, 3, 4, 5, 6)


@dataclass(frozen=True)
class Base:
    """`levels`: for each mode a text with the level of its puzzle n at index n - 1."""

    levels: Mapping[str, str]

    @cached_property
    def _sets(self) -> dict[tuple[str, int], int]:
        return {
            (mode, level): _set_of(text, str(level))
            for mode, text in self.levels.items()
            for level in LEVELS
        }

    def of_level(self, mode: str, level: int) -> int:
        return self._sets.get((mode, level), 0)

    def up_to(self, mode: str, level: int) -> int:
        numbers = 0
        for one in range(1, level + 1):
            numbers |= self.of_level(mode, one)
        return numbers

    def count(self, mode: str, level: int) -> int:
        return self.of_level(mode, level).bit_count()

    def has(self, mode: str, number: int) -> bool:
        return 1 <= number <= len(self.levels.get(mode, ""))

    def daily(self, day: date) -> tuple[str, int]:
        """Mode and number of the puzzle of a day.

        Modes take turns. The days with one mode and one level go through all of its puzzles, with
        a stride so that neighbours by number, which are alike in difficulty, are far apart.
        """
        weekday = day.weekday()
        level = _LEVEL_OF_WEEKDAY[weekday]
        alike = [one for one, its in enumerate(_LEVEL_OF_WEEKDAY) if its == level]
        mode = MODES[day.toordinal() % len(MODES)]
        numbers = members(self.of_level(mode, level)) or members(self.up_to(mode, LEVELS[-1]))
        if not numbers:
            raise BadRequest("puzzle_not_found", "there are no puzzles")
        # After so many days the same weekday has the same mode.
        period = len(MODES) * len(_LEVEL_OF_WEEKDAY)
        turn = day.toordinal() // period * len(alike) + alike.index(weekday)
        return mode, numbers[turn * _stride(len(numbers)) % len(numbers)]


def _set_of(text: str, level: str) -> int:
    return int("".join("1" if one == level else "0" for one in reversed(text)) or "0", 2)


def _stride(count: int) -> int:
    """A number without a common factor with `count`, about 0.618 of it."""
    stride = max(1, round(count * 0.618))
    while _common(stride, count) != 1:
        stride += 1
    return stride


def _common(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def members(numbers: int) -> list[int]:
    """From the least on."""
    return [at + 1 for at, bit in enumerate(reversed(bin(numbers)[2:])) if bit == "1"]


def with_member(numbers: int, number: int) -> int:
    return numbers | 1 << (number - 1)


def chosen(numbers: int, count: int, random: Random) -> list[int]:
    """Different ones, all equally likely; fewer where there are fewer."""
    listed = members(numbers)
    return random.sample(listed, min(count, len(listed)))
