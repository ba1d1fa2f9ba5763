"""How players meet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from x0.client.models.base import Mode, Seat, SeekKind, SeekStatus
from x0.client.models.games import GameSummary, Player
from x0.client.models.settings import Settings, TimeControl
from x0.client.models.tournaments import Tournament


@dataclass(frozen=True, slots=True)
class Seek:
    """`game_id` is set when it is matched."""

    seek_id: str
    kind: SeekKind
    status: SeekStatus
    settings: Settings
    by: Player
    to: Player | None
    seat: Seat | None
    created_at: datetime
    expires_at: datetime | None
    game_id: str | None


@dataclass(frozen=True, slots=True)
class QuickPool:
    """How many wait in quick pairing."""

    mode: Mode
    time_control: TimeControl
    rated: bool
    waiting: int


@dataclass(frozen=True, slots=True)
class Lobby:
    seeks: tuple[Seek, ...]
    pools: tuple[QuickPool, ...]


@dataclass(frozen=True, slots=True)
class Inbox:
    """What waits for a player: unfinished games, own seeks and challenges, tournaments."""

    games: tuple[GameSummary, ...]
    seeks: tuple[Seek, ...]
    tournaments: tuple[Tournament, ...] = ()


@dataclass(frozen=True, slots=True)
class LiveGames:
    games: tuple[GameSummary, ...]
