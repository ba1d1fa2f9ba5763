"""Games as clients see them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from x0_gateway.models.base import (
    Colour,
    FoulKind,
    FoulLineKind,
    GameStatus,
    Out,
    Point,
    ResultReason,
    Seat,
)
from x0_gateway.models.opening import OpeningState
from x0_gateway.models.settings import Settings
from x0_gateway.models.turns import Turn


class Player(Out):
    player_id: str
    name: str
    guest: bool
    rating: Annotated[
        float | None, Field(description="In the mode of the game, when it began; null: unrated.")
    ]


class Clocks(Out):
    first_ms: Annotated[int | None, Field(description="Left when `at` was; null: untimed.")]
    second_ms: int | None
    running: Annotated[Seat | None, Field(description="Whose clock runs.")]
    at: Annotated[int, Field(description="Server time, milliseconds of the Unix epoch.")]


class ForbiddenPoint(Out):
    point: Point
    kind: FoulKind


class FoulLine(Out):
    kind: FoulLineKind
    stones: list[Point]
    extends: Annotated[
        list[Point],
        Field(description="Four: points that complete it. Three: points that make it real."),
    ]


class Foul(Out):
    kind: FoulKind
    point: Point
    lines: list[FoulLine]


class Result(Out):
    reason: ResultReason
    winner: Annotated[Seat | None, Field(description="Null: a draw.")]
    winner_colour: Colour | None
    line: list[Point]
    foul: Foul | None


class Stone(Out):
    point: Point
    colour: Colour


class Match(Out):
    match_id: str
    number: Annotated[int, Field(description="Which game of the match, from 1.")]
    total: int
    first_score: Annotated[
        float, Field(description="Points before this game of who is now in the first seat.")
    ]
    second_score: float
    tournament_id: Annotated[str | None, Field(description="Null: of no tournament.")]
    round: Annotated[int | None, Field(description="Of the tournament.")]
    board: Annotated[int | None, Field(description="Of the round, from 1.")]


class Live(Out):
    """The part of a game that any event may change; every event carries it whole."""

    to_act: Seat | None
    black: Annotated[Seat | None, Field(description="Null while colours belong to nobody yet.")]
    clocks: Clocks
    opening: OpeningState
    forbidden: Annotated[
        list[ForbiddenPoint],
        Field(description="Black's forbidden points, where marks are on and Black is to move."),
    ]
    draw_offered_by: Seat | None
    takeback_asked_by: Seat | None
    rematch_offered_by: Seat | None
    takebacks_first: Annotated[int, Field(description="Takebacks given so far.")]
    takebacks_second: int
    next_game_id: Annotated[
        str | None, Field(description="The next game of the match, or the rematch.")
    ]
    colour_to_place: Annotated[
        Colour | None, Field(description="Of the next stone; null when none is to be placed.")
    ]


class Snapshot(Out):
    """Everything there is to know about a game.

    A snapshot and the events after it give a later snapshot: append `turn` and `stones`, or
    drop some; replace `live`; set `result`, `status`, `finished_at` when the event has them.
    """

    game_id: str
    version: int
    settings: Settings
    first: Player
    second: Player
    match: Match | None
    status: GameStatus
    created_at: datetime
    finished_at: datetime | None
    turns: list[Turn]
    stones: Annotated[list[Stone], Field(description="In the order of placing.")]
    live: Live
    result: Result | None


class GameSummary(Out):
    game_id: str
    settings: Settings
    first: Player
    second: Player
    status: GameStatus
    created_at: datetime
    finished_at: datetime | None
    result: Result | None
    black: Seat | None
    ply: int
    match: Match | None


class Games(Out):
    games: list[GameSummary]
    next_page_token: Annotated[str | None, Field(description="Null on the last page.")]


class Explanation(Out):
    foul: Annotated[Foul | None, Field(description="Null: the point is allowed.")]
    wins: bool
