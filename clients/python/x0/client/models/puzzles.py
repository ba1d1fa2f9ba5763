"""Puzzles, attempts at them, and what a player has solved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from x0.client.models.base import Colour, Point, Ruleset

PuzzleMode = Literal["x0", "gomoku", "renju"]
AttemptStatus = Literal["open", "solved", "given_up"]
Verdict = Literal["right", "wrong", "foul", "undecided"]


@dataclass(frozen=True, slots=True)
class PuzzleLevel:
    mode: PuzzleMode
    level: int
    puzzles: int


@dataclass(frozen=True, slots=True)
class PuzzleBase:
    levels: tuple[PuzzleLevel, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`moves`: the game so far on 15x15, black first; `attacker` is to move, and wins.

    `solved`: of the attempts that were ended (`played`), those at the first try.
    """

    puzzle_id: str
    mode: PuzzleMode
    ruleset: Ruleset
    number: int
    level: int
    moves: tuple[Point, ...]
    attacker: Colour
    rating: int
    deviation: int
    played: int
    solved: int


@dataclass(frozen=True, slots=True)
class DrawnPuzzles:
    """`unseen`: how many the player had not seen, these included; `began_anew`: none was left."""

    puzzles: tuple[Puzzle, ...]
    unseen: int
    began_anew: bool


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """`date`: by UTC, as in "2026-11-30"."""

    date: str
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class PuzzleHint:
    """A theme; an area, in which the move is, corners included; or the move itself."""

    kind: Literal["theme", "area", "point"]
    theme: str | None = None
    low: Point | None = None
    high: Point | None = None
    point: Point | None = None


@dataclass(frozen=True, slots=True)
class PuzzleSolution:
    """`line`: a shortest win against the longest resistance, up to the five."""

    line: tuple[Point, ...]
    first_moves: tuple[Point, ...]
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """`follows`, after a right move: the answer; after the deciding one all up to the five."""

    verdict: Verdict
    point: Point
    follows: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PuzzleRatingChange:
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class AttemptSummary:
    """`plays`: how often it was begun; `rating`: None until it counts."""

    puzzle_id: str
    version: int
    status: AttemptStatus
    tries: int
    mistakes: int
    hints_taken: int
    started_at: datetime
    finished_at: datetime | None
    seconds: int | None
    first_try: bool
    rating: PuzzleRatingChange | None
    plays: int


@dataclass(frozen=True, slots=True)
class Attempt(AttemptSummary):
    """`played`: after the first position, attacker and defender in turn.

    `hints` are for the present position, a theme stays; `last` is of the last move, until
    something else happens; `solution` is there once it is over.
    """

    played: tuple[Point, ...]
    hints: tuple[PuzzleHint, ...]
    solution: PuzzleSolution | None
    last: Judgement | None

    @property
    def over(self) -> bool:
        return self.status != "open"


@dataclass(frozen=True, slots=True)
class AttemptView:
    attempt: Attempt
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class AttemptPage:
    attempts: tuple[AttemptSummary, ...]
    next_page_token: str | None


@dataclass(frozen=True, slots=True)
class Refutation:
    refutation: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LevelProgress:
    """`solved`: different puzzles."""

    mode: PuzzleMode
    level: int
    puzzles: int
    solved: int
    first_try: int


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """A rating of its own, apart from those of games. `rated`: attempts that count for it.

    `streak`: puzzles one after the other at the first try; `daily_streak`: days one after the
    other with the puzzle of the day, up to today or yesterday.
    """

    player_id: str
    rating: int
    deviation: int
    rated: int
    streak: int
    best_streak: int
    daily_streak: int
    best_daily_streak: int
    levels: tuple[LevelProgress, ...]
