"""Names of topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from x0_gateway.models.base import ChatRoom

Kind = Literal["game", "chat", "rating", "player", "lobby", "live", "tournament"]


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic's name taken apart. `name` is what clients call it."""

    name: str
    kind: Kind
    # Of game, chat and rating topics.
    game_id: str = ""
    room: ChatRoom = "players"
    tournament_id: str = ""

    @classmethod
    def parse(cls, name: str) -> Topic:
        """Of a name that has been validated."""
        kind, *rest = name.split(":")
        if kind == "tournament":
            # Ids of regular ones have colons too.
            return cls(name, "tournament", tournament_id=":".join(rest))
        return cls(
            name,
            cast(Kind, kind),
            rest[0] if rest else "",
            cast(ChatRoom, rest[1]) if len(rest) > 1 else "players",
        )

    @property
    def versioned(self) -> bool:
        """Whether its versions grow by one with every event."""
        return bool(self.game_id)

    @property
    def public(self) -> bool:
        """The same for everybody, so that it does not end when a socket changes hands."""
        return self.kind in ("lobby", "live", "tournament")


def of_game(game_id: str) -> str:
    return f"game:{game_id}"


def of_chat(game_id: str, room: str) -> str:
    return f"chat:{game_id}:{room}"


def of_rating(game_id: str) -> str:
    return f"rating:{game_id}"


def of_tournament(tournament_id: str) -> str:
    return f"tournament:{tournament_id}"
