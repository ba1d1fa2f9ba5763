"""What a client needs to know about the server."""

from typing import Annotated

from pydantic import Field

from x0_gateway.models.base import Mode, OpeningKind, Out, Ruleset, Shape
from x0_gateway.models.settings import Settings, TimeControl


class Problem(Out):
    """RFC 9457. Further members are facts that a client may show."""

    type: Annotated[str, Field(description="/problems/ and the reason, a stable word.")]
    title: str
    status: int
    detail: str
    instance: Annotated[str, Field(description="Id of the request.")]
    reason: str


class Time(Out):
    now: Annotated[int, Field(description="Server time, milliseconds of the Unix epoch.")]


class ModeInfo(Out):
    mode: Mode
    rated: Annotated[bool, Field(description="Rated games are possible.")]
    defaults: Annotated[Settings, Field(description="What follows from the mode alone.")]


class Limits(Out):
    games: Annotated[int, Field(description="Most games in a match.")]
    takebacks: int
    initial_seconds: int
    increment_seconds: int
    chat_characters: int
    page_size: int


class Modes(Out):
    modes: list[ModeInfo]
    controls: Annotated[list[TimeControl], Field(description="Of quick pairing.")]
    board_sizes: list[int]
    shapes: list[Shape]
    rulesets: list[Ruleset]
    openings: list[OpeningKind]
    limits: Limits
