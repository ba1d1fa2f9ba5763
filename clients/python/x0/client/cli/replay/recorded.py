"""Recorded games as files hold them: JSON lines, packed or not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from x0.client.models.base import Colour, Mode, Point, Ruleset
from x0.client.models.settings import GameRequest, TimeControl

End = Literal["five", "foul", "full_board", "open"]
ENDS = ("five", "foul", "full_board", "open")
RULESETS: dict[str, Ruleset] = {
    "renju": "renju",
    "gomoku_exact": "exact_five",
    "exact_five": "exact_five",
    "freestyle": "freestyle",
}
# Nobody thinks here; and a machine that is busy must not lose on time.
CONTROL = TimeControl(initial_seconds=3600, increment_seconds=30)


@dataclass(frozen=True, slots=True)
class Recorded:
    """`moves` from A1, the first is Black's. `winner` None is a draw or not known."""

    number: int
    ruleset: Ruleset
    size: int
    moves: tuple[Point, ...]
    end: End
    winner: Colour | None

    @property
    def text(self) -> str:
        return f"game {self.number}, {self.ruleset}, {len(self.moves)} moves"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line that is no game to be replayed, and why."""

    number: int
    why: str


def read(path: Path) -> Iterator[Recorded | Skipped]:
    """Raises OSError, EOFError where the file itself cannot be read."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield parse(number, json.loads(line))
                except (ValueError, KeyError, TypeError, IndexError) as error:
                    yield Skipped(number, str(error) or type(error).__name__)


def parse(number: int, data: dict[str, Any]) -> Recorded:
    """Raises ValueError and the like for what is no record."""
    size = int(data.get("size", 15))
    rules = data.get("rules", data.get("ruleset"))
    if rules not in RULESETS:
        raise ValueError(f"unknown rules {rules!r}")
    end = data.get("end")
    if end not in ENDS:
        raise ValueError(f"no end that could be compared: {end!r}")
    moves = []
    for x, y in data["moves"]:
        # Rows are counted from the top in the file.
        point = (int(x), size - 1 - int(y))
        if not (0 <= point[0] < size and 0 <= point[1] < size):
            raise ValueError(f"[{x}, {y}] is not on a board of {size}")
        if point in moves:
            raise ValueError(f"[{x}, {y}] is played twice")
        moves.append(point)
    if not moves:
        raise ValueError("no moves")
    winner: Colour | None = {"black": "black", "white": "white"}.get(  # type: ignore[assignment]
        str(data.get("result"))
    )
    if end in ("five", "foul"):
        mover: Colour = "black" if len(moves) % 2 else "white"
        loser_moved = end == "foul"
        winner = mover if not loser_moved else ("white" if mover == "black" else "black")
        told = data.get("result")
        if told in ("black", "white") and told != winner:
            raise ValueError(f"the record says {told} won, and the last move was {mover}'s")
    elif end == "full_board":
        winner = None
    return Recorded(number, RULESETS[rules], size, tuple(moves), end, winner)


def request_for(game: Recorded, mode: Mode | None) -> GameRequest:
    """The settings under which the server plays it. `mode`: only if the record fits it.

    Raises:
        ValueError: no settings of that mode play this record.
    """
    fits = fitting_modes(game)
    chosen = mode or fits[0]
    if chosen not in fits:
        raise ValueError(f"not for mode {chosen}, only for {', '.join(fits)}")
    if chosen == "custom":
        return GameRequest(
            "custom", CONTROL, ruleset=game.ruleset, board_size=game.size, opening="none"
        )
    return GameRequest(chosen, CONTROL, rated=chosen == "x0")


def fitting_modes(game: Recorded) -> list[Mode]:
    """The best one first. Modes with an opening cannot repeat a game that had none."""
    named: dict[str, list[Mode]] = {"renju": ["x0"], "freestyle": ["x0_freestyle"]}
    return [*(named.get(game.ruleset, []) if game.size == 15 else []), "custom"]
