"""Games as the server shows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from x0.client.models.base import (
    Colour,
    FoulKind,
    FoulLineKind,
    GameStatus,
    Point,
    ResultReason,
    Seat,
)
from x0.client.models.opening import OpeningState
from x0.client.models.settings import Settings


@dataclass(frozen=True, slots=True)
class Player:
    """As they sat down: `rating` is that of the game's beginning, None where there is none."""

    player_id: str
    name: str
    guest: bool
    rating: float | None


@dataclass(frozen=True, slots=True)
class Clocks:
    """What was left when `at` was (server time in ms); None in untimed games."""

    first_ms: int | None
    second_ms: int | None
    running: Seat | None
    at: int


@dataclass(frozen=True, slots=True)
class ForbiddenPoint:
    point: Point
    kind: FoulKind


@dataclass(frozen=True, slots=True)
class FoulLine:
    """`extends`: what completes a four, or what makes a three real."""

    kind: FoulLineKind
    stones: tuple[Point, ...]
    extends: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Foul:
    kind: FoulKind
    point: Point
    lines: tuple[FoulLine, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """`winner` None is a draw."""

    reason: ResultReason
    winner: Seat | None
    winner_colour: Colour | None
    line: tuple[Point, ...]
    foul: Foul | None


@dataclass(frozen=True, slots=True)
class Stone:
    point: Point
    colour: Colour


@dataclass(frozen=True, slots=True)
class Turn:
    """An action that took somebody's turn; which other fields are set depends on `type`."""

    type: str
    seat: Seat
    spent_ms: int
    point: Point | None = None
    colour: Colour | None = None
    points: tuple[Point, ...] = ()
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Scores are those before this game, of who is now in that seat."""

    match_id: str
    number: int
    total: int
    first_score: float
    second_score: float
    tournament_id: str | None = None
    round: int | None = None
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Live:
    """The part of a game that any event may change."""

    to_act: Seat | None
    black: Seat | None
    clocks: Clocks
    opening: OpeningState
    forbidden: tuple[ForbiddenPoint, ...]
    draw_offered_by: Seat | None
    takeback_asked_by: Seat | None
    rematch_offered_by: Seat | None
    takebacks_first: int
    takebacks_second: int
    next_game_id: str | None
    colour_to_place: Colour | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything there is to know about a game at a version."""

    game_id: str
    version: int
    settings: Settings
    first: Player
    second: Player
    match: Match | None
    status: GameStatus
    created_at: datetime
    finished_at: datetime | None
    turns: tuple[Turn, ...]
    stones: tuple[Stone, ...]
    live: Live
    result: Result | None


@dataclass(frozen=True, slots=True)
class GameSummary:
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
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class GamePage:
    games: tuple[GameSummary, ...]
    next_page_token: str | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a stone on a point would be: a foul with the lines that prove it, a win, or neither."""

    foul: Foul | None
    wins: bool
