"""Actions that take a turn, as they are kept in a game."""

from typing import Annotated, Literal

from pydantic import Field

from x0_gateway.models.base import Colour, Out, Point, Seat


class _Turn(Out):
    seat: Seat
    spent_ms: Annotated[int, Field(description="Thinking time charged for the turn.")]


class PlaceTurn(_Turn):
    type: Literal["place"]
    point: Point
    colour: Colour


class PassTurn(_Turn):
    type: Literal["pass"]


class SwapTurn(_Turn):
    type: Literal["swap"]


class KeepTurn(_Turn):
    """Declines a swap."""

    type: Literal["keep"]


class ChooseTurn(_Turn):
    type: Literal["choose"]
    colour: Colour


class AddTwoTurn(_Turn):
    """Swap2: one more black and one more white stone will be placed."""

    type: Literal["add_two"]


class OfferTurn(_Turn):
    """Candidates for the fifth stone."""

    type: Literal["offer"]
    points: list[Point]


class PickTurn(_Turn):
    type: Literal["pick"]
    point: Point


class DeclareTurn(_Turn):
    """How many fifth stones will be offered."""

    type: Literal["declare"]
    count: int


Turn = Annotated[
    PlaceTurn | PassTurn | SwapTurn | KeepTurn | ChooseTurn | AddTwoTurn | OfferTurn | PickTurn
    | DeclareTurn,
    Field(discriminator="type"),
]  # fmt: skip
