"""A game as it is, and the events that made it so."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from x0_engine import Foul, Outcome

from x0_game.domain.clock import Clock, Seat, other
from x0_game.domain.settings import Colour, Settings
from x0_game.domain.turns import Board, Point, Turn

Status = Literal["active", "finished", "aborted"]
Reason = Literal[
    "five",
    "overline",
    "foul",
    "full_board",
    "passes",
    "resignation",
    "time",
    "agreed_draw",
    "no_draw",
]

# Action ids remembered per game, so that a repeated action changes nothing.
REMEMBERED_ACTIONS = 8


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody as they sat down: name and rating are those of that moment."""

    id: str
    name: str
    guest: bool = False
    rating: float = 0.0


@dataclass(frozen=True, slots=True)
class Match:
    """Games played one after the other by the same two, seats alternating.

    `first_score`, `second_score`: points before this game of whoever now sits there.
    `tournament`, `round`, `board`: where it belongs, of a tournament game.
    """

    id: str
    number: int = 1
    total: int = 1
    first_score: float = 0.0
    second_score: float = 0.0
    tournament: str = ""
    round: int = 0
    board: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """`winner` None is a draw. `line` is the winning row, `foul` the foul that lost."""

    reason: Reason
    winner: Seat | None
    winner_colour: Colour | None = None
    line: tuple[Point, ...] = ()
    foul: Foul | None = None


@dataclass(frozen=True, slots=True)
class Game:
    id: str
    version: int
    settings: Settings
    first: Player
    second: Player
    match: Match
    created_at: int
    clock: Clock
    turns: tuple[Turn, ...] = ()
    status: Status = "active"
    result: Result | None = None
    finished_at: int | None = None
    draw_offered_by: Seat | None = None
    # Turns played when each side last offered a draw: no second offer at the same turn.
    draw_offer_turns: tuple[int, int] = (-1, -1)
    takeback_asked_by: Seat | None = None
    takebacks: tuple[int, int] = (0, 0)
    rematch_offered_by: Seat | None = None
    next_game_id: str | None = None
    recent_actions: tuple[str, ...] = ()
    # Derived from `turns`, kept so that a move is not a replay. Never changed in
    # place: a turn is played on a copy.
    board: Board = field(default=None, compare=False, repr=False)  # type: ignore[assignment]

    def __post_init__(self) -> None:
        if self.board is None:
            object.__setattr__(self, "board", Board.of(self.settings, self.turns))

    @property
    def active(self) -> bool:
        return self.status == "active"

    def player(self, seat: Seat) -> Player:
        return self.first if seat == "first" else self.second

    def seat_of(self, player_id: str) -> Seat | None:
        if player_id == self.first.id:
            return "first"
        return "second" if player_id == self.second.id else None

    @property
    def to_act(self) -> Seat | None:
        return self.board.to_act if self.active else None

    @property
    def absent(self) -> Seat | None:
        """Who has to act, or had to at the end, and has never acted.

        Not somebody who had time left when the other resigned, nor who resigned.
        """
        if self.result is not None and self.result.reason != "time":
            return None
        seat = self.board.to_act
        return None if any(turn.seat == seat for turn in self.turns) else seat

    def score(self, seat: Seat) -> float:
        """Points of this game: 1, 0.5 or 0; 0 for both while it runs or when aborted."""
        if self.result is None:
            return 0.0
        if self.result.winner is None:
            return 0.5
        return 1.0 if self.result.winner == seat else 0.0


def outcome_result(outcome: Outcome, black: Seat) -> Result:
    """The engine's outcome, by seats."""
    winner: Seat | None = None
    colour: Colour | None = None
    if outcome.winner is not None:
        colour = "black" if outcome.winner == "black" else "white"
        winner = black if colour == "black" else other(black)
    return Result(
        reason=outcome.reason,
        winner=winner,
        winner_colour=colour,
        line=tuple(outcome.line),
        foul=outcome.foul,
    )


EventKind = Literal[
    "started",
    "turn_played",
    "draw_offered",
    "draw_declined",
    "takeback_asked",
    "takeback_declined",
    "takeback_given",
    "rematch_offered",
    "rematch_declined",
    "next_game_set",
    "clocks_adjusted",
    "ended",
]


@dataclass(frozen=True, slots=True)
class Event:
    """One change. `game` is the state after it: an event carries what it changed.

    `by`: who did it, where it matters. `before`: stones on the board before a
    turn, so that the new ones can be told.
    """

    kind: EventKind
    time: int
    game: Game
    by: Seat | None = None
    before: int = 0

    @property
    def version(self) -> int:
        return self.game.version
