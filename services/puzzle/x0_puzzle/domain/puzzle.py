"""A puzzle, as `x0-puzzles` writes it: a line of text with tabs."""

import re
from dataclasses import dataclass
from functools import cached_property

from x0_engine import Position, parse_point

Point = tuple[int, int]

MODES = ("x0", "gomoku", "renju")
RULESETS = {"x0": "renju", "gomoku": "exact_five", "renju": "renju"}
LEVELS = (1, 2, 3, 4, 5, 6)
# The columns that are needed, in any order; there may be more.
COLUMNS = ("number", "level", "difficulty", "moves", "line", "first_moves", "themes")

_ID = re.compile(r"(x0|gomoku|renju)-([1-9][0-9]{0,5})")
_POINT = re.compile(r"[a-z][0-9]+")


@dataclass(frozen=True)
class Puzzle:
    """Texts of points are as `Position.from_text` reads them. The side to move is the attacker."""

    mode: str
    number: int
    level: int
    # 200 to 2000, see engine-rs/puzzles.
    difficulty: int
    moves: str
    line: str
    first_moves: str
    themes: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.mode}-{self.number}"

    @property
    def ruleset(self) -> str:
        return RULESETS[self.mode]

    @cached_property
    def stones(self) -> tuple[Point, ...]:
        """The game so far, black first."""
        return points(self.moves)

    @cached_property
    def solution(self) -> tuple[Point, ...]:
        """A shortest win against the longest resistance, up to and including the five."""
        return points(self.line)

    def position(self, played: tuple[Point, ...] = ()) -> Position:
        """After `played`, which begins with the attacker's move."""
        position = Position.from_text(self.ruleset, self.moves)
        for point in played:
            position.play(point)
        return position


def points(text: str) -> tuple[Point, ...]:
    """ "h8i9" -> ((7, 7), (8, 8))."""
    return tuple(parse_point(name) for name in _POINT.findall(text))


def read_id(id: str) -> tuple[str, int] | None:
    """Mode and number of "renju-417"; None of any other text."""
    found = _ID.fullmatch(id)
    return (found[1], int(found[2])) if found else None


def from_row(mode: str, row: dict[str, str]) -> Puzzle:
    """Raises ValueError or KeyError for what is no row of a file of puzzles."""
    return Puzzle(
        mode=mode,
        number=int(row["number"]),
        level=int(row["level"]),
        difficulty=int(row["difficulty"]),
        moves=row["moves"],
        line=row["line"],
        first_moves=row["first_moves"],
        themes=tuple(filter(None, row["themes"].split(","))),
    )
