"""Changes of a game. Each carries `live` whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from x0.client.decode import decode
from x0.client.models.base import GameStatus, Seat
from x0.client.models.games import Live, Result, Snapshot, Stone, Turn


@dataclass(frozen=True, slots=True)
class End:
    status: GameStatus
    result: Result | None
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class Started:
    type: Literal["started"]
    version: int
    time: datetime
    live: Live
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """`stones`: those that the turn put on the board. `end` is set when it ended the game."""

    type: Literal["turn_played"]
    version: int
    time: datetime
    live: Live
    turn: Turn
    stones: tuple[Stone, ...]
    end: End | None


@dataclass(frozen=True, slots=True)
class Said:
    """An offer, a question or a refusal, and who made it."""

    type: Literal[
        "draw_offered", "draw_declined", "takeback_asked", "takeback_declined",
        "rematch_offered", "rematch_declined",
    ]  # fmt: skip
    version: int
    time: datetime
    live: Live
    by: Seat


@dataclass(frozen=True, slots=True)
class TakebackGiven:
    """How many turns and stones remain."""

    type: Literal["takeback_given"]
    version: int
    time: datetime
    live: Live
    turns: int
    stones: int


@dataclass(frozen=True, slots=True)
class Ended:
    type: Literal["ended"]
    version: int
    time: datetime
    live: Live
    status: GameStatus
    result: Result | None
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """`next_game_set`, `clocks_adjusted`, and kinds that came after this library."""

    type: str
    version: int
    time: datetime
    live: Live


GameEvent = Started | TurnPlayed | Said | TakebackGiven | Ended | OtherEvent


@dataclass(frozen=True, slots=True)
class Replaced:
    """The server sent a whole snapshot instead of the events that were missed."""

    type: Literal["replaced"]
    version: int
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class _Message:
    event: GameEvent


def game_event(version: int, data: dict[str, Any]) -> GameEvent:
    """An event as it comes over the socket, where the version stands beside it.

    Raises:
        ValueError: it has not the shape of an event.
    """
    return decode(_Message, {"event": {**data, "version": version}}).event
