"""What a game is created from."""

from typing import Annotated, Literal

from pydantic import Field

from x0_gateway.models.base import ChatPolicy, Colour, In, Mode, OpeningKind, Out, Ruleset, Shape

BoardSize = Literal[9, 13, 15, 19, 20]


class TimeControlIn(In):
    """Minutes and increment; or `untimed`, and then both are 0."""

    untimed: bool = False
    initial_seconds: Annotated[int, Field(ge=0, le=10_800)] = 0
    increment_seconds: Annotated[int, Field(ge=0, le=60)] = 0


class SettingsIn(In):
    """Only `mode` and `time_control` are needed. What is null follows from the mode."""

    mode: Mode
    time_control: TimeControlIn
    ruleset: Ruleset | None = None
    board_size: BoardSize | None = None
    shape: Shape | None = None
    opening: OpeningKind | None = None
    next_mover: Annotated[
        Colour | None, Field(description="Swap2 only: who moves after the opening.")
    ] = None
    rated: bool = False
    games: Annotated[int, Field(ge=1, le=20, description="Games in the match.")] = 1
    no_draw: bool = False
    takebacks: Annotated[
        int, Field(ge=0, le=100, description="Takebacks for each side; casual games only.")
    ] = 0
    foul_marks: Annotated[
        bool | None,
        Field(description="Show forbidden points. Null: off in rated games, on in casual ones."),
    ] = None
    private: bool = False


class TimeControl(Out):
    untimed: bool
    initial_seconds: int
    increment_seconds: int


class Settings(Out):
    mode: Mode
    ruleset: Ruleset
    board_size: int
    shape: Shape
    opening: OpeningKind
    next_mover: Colour | None
    time_control: TimeControl
    rated: bool
    games: int
    no_draw: bool
    takebacks: int
    foul_marks: bool
    private: bool
    chat: Annotated[ChatPolicy, Field(description="Of tournament games; otherwise `all`.")]
    draw_ply: Annotated[int, Field(description="A draw may be offered from this ply on.")]
