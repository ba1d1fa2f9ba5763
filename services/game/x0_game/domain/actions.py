"""What a player can do in a game besides taking a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from x0_game.domain.clock import Outage
from x0_game.domain.settings import Colour
from x0_game.domain.turns import Point, TurnKind

OtherKind = Literal[
    "resign",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "abort",
    "ask_takeback",
    "accept_takeback",
    "decline_takeback",
    "claim_no_draw",
    "rematch",
    "decline_rematch",
]
TURN_KINDS: frozenset[str] = frozenset(
    ("place", "pass", "swap", "keep", "choose", "add_two", "offer", "pick", "declare")
)


@dataclass(frozen=True, slots=True)
class Action:
    """An action as a player sent it.

    Attributes:
        ply: stones on the board when it was meant; turns need it.
        id: the client's own id; the same one again changes nothing.
    """

    kind: TurnKind | OtherKind
    ply: int | None = None
    points: tuple[Point, ...] = ()
    colour: Colour | None = None
    count: int = 0
    id: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """When and under which circumstances an action is judged; times in epoch ms.

    Attributes:
        now: the server's time.
        received: when the gateway received the action.
        lag: round trip of the player's connection in ms, as the server measured it.
        outages: when the service was away.
        new_id: id for a game that the action may bring about.
    """

    now: int
    received: int
    lag: int = 0
    outages: tuple[Outage, ...] = ()
    new_id: str = ""
