"""What the side to act may do in the opening."""

from typing import Annotated, Literal

from pydantic import Field

from x0_gateway.models.base import Colour, Out, Point


class PlaceChoice(Out):
    type: Literal["place"]
    colour: Colour
    anywhere: Annotated[bool, Field(description="Every empty point; `zone` is empty then.")]
    zone: list[Point]


class SwapChoice(Out):
    type: Literal["swap"]


class KeepChoice(Out):
    type: Literal["keep"]


class ChooseChoice(Out):
    type: Literal["choose"]
    colours: list[Colour]


class AddTwoChoice(Out):
    type: Literal["add_two"]


class OfferChoice(Out):
    type: Literal["offer"]
    count: int


class PickChoice(Out):
    type: Literal["pick"]
    points: list[Point]


class DeclareChoice(Out):
    type: Literal["declare"]
    min: int
    max: int


OpeningChoice = Annotated[
    PlaceChoice | SwapChoice | KeepChoice | ChooseChoice | AddTwoChoice | OfferChoice | PickChoice
    | DeclareChoice,
    Field(discriminator="type"),
]  # fmt: skip


class OpeningState(Out):
    done: bool
    choices: list[OpeningChoice]
    offered: list[Point]
    declared: int
    name: Annotated[str | None, Field(description="One of the 26, or null.")]
