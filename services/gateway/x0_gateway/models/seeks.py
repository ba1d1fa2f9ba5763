"""How players meet."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from x0_gateway.models.base import Id, In, Mode, Out, Seat, SeekKind, SeekStatus
from x0_gateway.models.games import GameSummary, Player
from x0_gateway.models.settings import Settings, SettingsIn, TimeControl


class SeekIn(In):
    kind: SeekKind
    settings: SettingsIn
    to: Annotated[Id | None, Field(description="Challenges: id of the player asked.")] = None
    seat: Annotated[Seat | None, Field(description="Null: drawn at random.")] = None


class Seek(Out):
    seek_id: str
    kind: SeekKind
    status: SeekStatus
    settings: Settings
    by: Player
    to: Player | None
    seat: Seat | None
    created_at: datetime
    expires_at: datetime | None
    game_id: Annotated[str | None, Field(description="Set when matched.")]


class QuickPool(Out):
    """Players waiting in quick pairing."""

    mode: Mode
    time_control: TimeControl
    rated: bool
    waiting: int


class Lobby(Out):
    seeks: list[Seek]
    pools: list[QuickPool]


class Seeks(Out):
    seeks: list[Seek]
    pools: list[QuickPool]
    next_page_token: str | None


class Inbox(Out):
    """What waits for a player."""

    games: Annotated[list[GameSummary], Field(description="Unfinished games.")]
    seeks: Annotated[list[Seek], Field(description="Own seeks and challenges.")]


class LiveGames(Out):
    games: list[GameSummary]
