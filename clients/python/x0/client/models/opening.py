"""What the side to act may do in the opening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from x0.client.models.base import Colour, Point


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """`anywhere`: every empty point, and then `zone` is empty."""

    type: Literal["place"]
    colour: Colour
    anywhere: bool
    zone: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ChooseChoice:
    type: Literal["choose"]
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class OfferChoice:
    type: Literal["offer"]
    count: int


@dataclass(frozen=True, slots=True)
class PickChoice:
    type: Literal["pick"]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class DeclareChoice:
    type: Literal["declare"]
    min: int
    max: int


@dataclass(frozen=True, slots=True)
class PlainChoice:
    """`swap`, `keep`, `add_two`: there is nothing more to say."""

    type: str


OpeningChoice = PlaceChoice | ChooseChoice | OfferChoice | PickChoice | DeclareChoice | PlainChoice


@dataclass(frozen=True, slots=True)
class OpeningState:
    """`name` is one of the 26, or None."""

    done: bool
    choices: tuple[OpeningChoice, ...]
    offered: tuple[Point, ...]
    declared: int
    name: str | None
