"""What a game is created from."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from x0.client.models.base import ChatPolicy, Colour, Mode, OpeningKind, Ruleset, Shape


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Fischer clock, or none at all."""

    untimed: bool = False
    initial_seconds: int = 0
    increment_seconds: int = 0

    def __str__(self) -> str:
        if self.untimed:
            return "untimed"
        minutes, seconds = divmod(self.initial_seconds, 60)
        base = f"{minutes}:{seconds:02}" if seconds else str(minutes)
        return f"{base}+{self.increment_seconds}"

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """`5+3` (minutes + seconds), `0:30+2`, or `untimed`.

        Raises:
            ValueError: the text is none of them.
        """
        if text == "untimed":
            return cls(untimed=True)
        base, plus, increment = text.partition("+")
        minutes, _, seconds = base.partition(":")
        parts = (minutes, seconds or "0", increment)
        if not plus or not all(part.isascii() and part.isdigit() for part in parts):
            raise ValueError(f"{text!r} is no time control: say 5+3, 0:30+2 or untimed")
        return cls(
            initial_seconds=int(minutes) * 60 + int(seconds or 0), increment_seconds=int(increment)
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """Of a game as it is: everything is said."""

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
    # Games of tournaments only: who may chat, and from which ply on a draw may be offered.
    chat: ChatPolicy = "all"
    draw_ply: int = 0


@dataclass(frozen=True, slots=True)
class GameRequest:
    """Settings as they are asked for: what is None follows from the mode."""

    mode: Mode
    time_control: TimeControl = TimeControl(initial_seconds=300, increment_seconds=3)
    rated: bool = False
    ruleset: Ruleset | None = None
    board_size: int | None = None
    shape: Shape | None = None
    opening: OpeningKind | None = None
    next_mover: Colour | None = None
    games: int = 1
    no_draw: bool = False
    takebacks: int = 0
    foul_marks: bool | None = None
    private: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
