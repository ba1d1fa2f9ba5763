"""Hints, one at a time: a theme, then where the move is, then the move."""

from dataclasses import dataclass

from x0_puzzle.domain.errors import NotNow
from x0_puzzle.domain.puzzle import Point, Puzzle

_BOARD = 15
_SIDE = 5
# The more a theme tells of this puzzle, the earlier.
_TELLING = (
    "foul_trap",
    "overline",
    "double_four",
    "four_three",
    "double_three",
    "quiet_three",
    "counter_four",
    "open_four",
    "fours",
)


@dataclass(frozen=True, slots=True)
class Hint:
    """One of these; `area`: two corners, both in it."""

    theme: str = ""
    area: tuple[Point, Point] | None = None
    point: Point | None = None


def next_hint(given: tuple[Hint, ...], puzzle: Puzzle, move: Point) -> Hint:
    """`given`: for this position so far; `move`: one that wins here. Raises NotNow."""
    if not any(hint.theme for hint in given):
        theme = next((one for one in _TELLING if one in puzzle.themes), "")
        if theme and not any(hint.area for hint in given):
            return Hint(theme=theme)
    if not any(hint.area for hint in given):
        return Hint(area=_around(move, puzzle.number))
    if not any(hint.point for hint in given):
        return Hint(point=move)
    raise NotNow("no_more_hints", "there are no more hints for this position")


def _around(move: Point, number: int) -> tuple[Point, Point]:
    """A square with the move somewhere in it: its middle would be the move."""
    low_x = _low(move[0], (number + move[1]) % _SIDE)
    low_y = _low(move[1], (number // _SIDE + move[0]) % _SIDE)
    return (low_x, low_y), (low_x + _SIDE - 1, low_y + _SIDE - 1)


def _low(at: int, offset: int) -> int:
    return min(_BOARD - _SIDE, max(0, at - offset))
