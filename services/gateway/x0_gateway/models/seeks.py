"""How players meet."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from x0_gateway.models.base import Id, In, Mode, Out, Seat, SeekKind, SeekStatus
from x0_gateway.models.games import GameSummary, Player
from x0_gateway.models.settings import Settings, SettingsIn, TimeControl
from x0_gateway.models.tournaments import Tournament

AskedSeat = Annotated[Seat | None, Field(description="Null: drawn at random.")]


class SeekForAnybody(In):
    """`quick`: paired by the server, one at a time. `open`: shown in the lobby. `room`: for
    whoever has its id."""

    kind: Literal["quick", "open", "room"]
    settings: SettingsIn
    seat: AskedSeat = None


class Challenge(In):
    kind: Literal["challenge"]
    settings: SettingsIn
    to: Annotated[Id, Field(description="Id of the player asked.")]
    seat: AskedSeat = None


SeekIn = Annotated[SeekForAnybody | Challenge, Field(discriminator="kind")]


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
    tournaments: Annotated[
        list[Tournament],
        Field(description="Entered ones that are open, run, or were over an hour ago at most."),
    ]


class LiveGames(Out):
    games: list[GameSummary]
