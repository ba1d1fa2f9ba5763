"""Changes of a game. Every one carries `live` whole."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from x0_gateway.models.base import GameStatus, Out, Seat
from x0_gateway.models.games import Live, Result, Snapshot, Stone
from x0_gateway.models.turns import Turn


class End(Out):
    status: GameStatus
    result: Annotated[Result | None, Field(description="Null in an aborted game.")]
    finished_at: datetime


class _Event(Out):
    time: datetime
    live: Live


class _By(_Event):
    by: Seat


class Started(_Event):
    type: Literal["started"]
    snapshot: Snapshot


class TurnPlayed(_Event):
    type: Literal["turn_played"]
    turn: Turn
    stones: Annotated[list[Stone], Field(description="Stones that the turn put on the board.")]
    end: Annotated[End | None, Field(description="Set when the turn ended the game.")]


class DrawOffered(_By):
    type: Literal["draw_offered"]


class DrawDeclined(_By):
    type: Literal["draw_declined"]


class TakebackAsked(_By):
    type: Literal["takeback_asked"]


class TakebackDeclined(_By):
    type: Literal["takeback_declined"]


class TakebackGiven(_Event):
    type: Literal["takeback_given"]
    turns: Annotated[int, Field(description="How many turns remain.")]
    stones: Annotated[int, Field(description="How many stones remain.")]


class RematchOffered(_By):
    type: Literal["rematch_offered"]


class RematchDeclined(_By):
    type: Literal["rematch_declined"]


class NextGameSet(_Event):
    """`live.next_game_id` names it."""

    type: Literal["next_game_set"]


class ClocksAdjusted(_Event):
    """Time given back after the service was away."""

    type: Literal["clocks_adjusted"]


class Ended(_Event):
    type: Literal["ended"]
    status: GameStatus
    result: Annotated[Result | None, Field(description="Null in an aborted game.")]
    finished_at: datetime


GameEvent = Annotated[
    Started | TurnPlayed | DrawOffered | DrawDeclined | TakebackAsked | TakebackDeclined
    | TakebackGiven | RematchOffered | RematchDeclined | NextGameSet | ClocksAdjusted | Ended,
    Field(discriminator="type"),
]  # fmt: skip


class VersionedEvent(Out):
    version: int
    event: GameEvent


class GameEvents(Out):
    """Either the events after the version asked for, or a snapshot when they are too many."""

    snapshot: Snapshot | None
    events: list[VersionedEvent]
