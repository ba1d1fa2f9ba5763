"""Puzzles, attempts at them, and what a player has solved."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from x0_gateway.models.base import Colour, In, Out, Point, Ruleset

PuzzleMode = Literal["x0", "gomoku", "renju"]
AttemptStatus = Literal["open", "solved", "given_up"]
Verdict = Literal["right", "wrong", "foul", "undecided"]
Theme = Literal[
    "fours", "quiet_three", "four_three", "double_three", "double_four", "open_four", "foul_trap",
    "overline", "counter_four",
]  # fmt: skip

# As in "renju-417".
PuzzleId = Annotated[str, Field(pattern=r"^(x0|gomoku|renju)-[1-9][0-9]{0,5}$")]
Level = Annotated[int, Field(ge=1, le=6)]
Version = Annotated[
    int,
    Field(
        ge=1,
        le=2**53,
        description="Of the attempt that this is meant for: sent again it is done once.",
    ),
]


class PuzzleLevel(Out):
    mode: PuzzleMode
    level: int
    puzzles: int


class PuzzleBase(Out):
    levels: list[PuzzleLevel]


class Puzzle(Out):
    """A position on 15x15 in which the side to move wins by fours and threes."""

    puzzle_id: str
    mode: PuzzleMode
    ruleset: Ruleset
    number: Annotated[int, Field(description="From 1, in its mode.")]
    level: Annotated[int, Field(description="1 to 6.")]
    moves: Annotated[list[Point], Field(description="The game so far, black first.")]
    attacker: Annotated[Colour, Field(description="Who is to move, and wins.")]
    rating: Annotated[int, Field(description="Glicko-2.")]
    deviation: int
    played: Annotated[int, Field(description="Attempts that were ended.")]
    solved: Annotated[int, Field(description="Of them, at the first try.")]


class DrawIn(In):
    mode: PuzzleMode
    max_level: Annotated[Level, Field(description="This level and those below.")]
    count: Annotated[int, Field(ge=1, le=50)] = 1
    without: Annotated[
        list[PuzzleId],
        Field(
            alias="except",
            default_factory=list,
            max_length=100,
            description="Left out besides: what the client has at hand.",
        ),
    ]


class DrawnPuzzles(Out):
    puzzles: Annotated[list[Puzzle], Field(description="Seen once they are begun.")]
    unseen: Annotated[int, Field(description="How many the player had not seen, these included.")]
    began_anew: Annotated[bool, Field(description="None was left: all count as not seen again.")]


class DailyPuzzle(Out):
    date: Annotated[str, Field(description='By UTC, as in "2026-11-30".')]
    puzzle: Puzzle


class ThemeHint(Out):
    kind: Literal["theme"]
    theme: Theme


class AreaHint(Out):
    """The move is in this rectangle, corners included."""

    kind: Literal["area"]
    low: Point
    high: Point


class PointHint(Out):
    kind: Literal["point"]
    point: Point


PuzzleHint = Annotated[ThemeHint | AreaHint | PointHint, Field(discriminator="kind")]


class PuzzleSolution(Out):
    line: Annotated[
        list[Point],
        Field(
            description="A shortest win against the longest resistance, from the first position to "
            "the five."
        ),
    ]
    first_moves: Annotated[list[Point], Field(description="First moves that are known to win.")]
    themes: list[Theme]


class Judgement(Out):
    verdict: Annotated[
        Verdict, Field(description="undecided: the solver reached its limit; it does not count.")
    ]
    point: Point
    follows: Annotated[
        list[Point],
        Field(
            description="After a right move: the answer; after the deciding one all that follows, "
            "the five included."
        ),
    ]


class PuzzleRatingChange(Out):
    before: int
    after: int


class AttemptSummary(Out):
    puzzle_id: str
    version: Annotated[int, Field(description="Grows by one with every change.")]
    status: AttemptStatus
    tries: Annotated[int, Field(description="Moves that were judged right or wrong.")]
    mistakes: int
    hints_taken: int
    started_at: datetime
    finished_at: datetime | None
    seconds: Annotated[int | None, Field(description="From the beginning to the end.")]
    first_try: Annotated[
        bool,
        Field(
            description="Solved without a mistake or hint, when it was played for the first time."
        ),
    ]
    rating: Annotated[
        PuzzleRatingChange | None,
        Field(description="Null until it counts: at the first mistake or hint, or at its end."),
    ]
    plays: Annotated[int, Field(description="How often it was begun.")]


class Attempt(AttemptSummary):
    played: Annotated[
        list[Point],
        Field(description="After the first position, attacker and defender in turn."),
    ]
    hints: Annotated[
        list[PuzzleHint], Field(description="For the present position; a theme stays.")
    ]
    solution: Annotated[PuzzleSolution | None, Field(description="Once it is over.")]
    last: Annotated[
        Judgement | None, Field(description="Of the last move, until something else happens.")
    ]


class AttemptView(Out):
    attempt: Attempt
    puzzle: Puzzle


class Attempts(Out):
    attempts: list[AttemptSummary]
    next_page_token: str | None


class PuzzleMoveIn(In):
    version: Version
    point: Point
    seconds: Annotated[
        int,
        Field(
            ge=0,
            le=86_400,
            description="How long the player has had the puzzle, where that was without a "
            "connection; 0: by the server.",
        ),
    ] = 0


class AttemptVersionIn(In):
    version: Version


class Refutation(Out):
    refutation: Annotated[
        list[Point],
        Field(description="What the defender plays against the last move, and how it goes on."),
    ]


class LevelProgress(Out):
    mode: PuzzleMode
    level: int
    puzzles: int
    solved: Annotated[int, Field(description="Different puzzles.")]
    first_try: int


class PuzzleProgress(Out):
    player_id: str
    rating: Annotated[int, Field(description="Glicko-2, apart from the ratings of games.")]
    deviation: int
    rated: Annotated[int, Field(description="Attempts that count for it.")]
    streak: Annotated[
        int, Field(description="Puzzles solved one after the other at the first try.")
    ]
    best_streak: int
    daily_streak: Annotated[
        int,
        Field(
            description="Days one after the other, by UTC, with the puzzle of the day solved, up "
            "to today or yesterday."
        ),
    ]
    best_daily_streak: int
    levels: list[LevelProgress]
