"""Tournaments: settings, who takes part, rounds, standings."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from x0.client.models.base import ChatPolicy, Mode
from x0.client.models.settings import TimeControl

TournamentGroup = Literal["coming", "running", "ended"]
TournamentStatus = Literal["open", "running", "ended", "cancelled"]
Format = Literal["round_robin", "swiss"]
Phase = Literal["pairing", "paired", "starting", "playing", "break"]
Presence = Literal["active", "paused", "left", "removed"]
BoardResult = Literal["win", "draw", "loss", "forfeit_win", "forfeit_loss", "double_forfeit"]
ByeKind = Literal["full", "half", "zero", "absent", "rest"]
ExportFormat = Literal["trf", "csv", "json"]


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """What a tournament is created from; what is None follows from the rest."""

    name: str
    mode: Mode
    time_control: TimeControl
    start: datetime
    password: str | None = None
    format: Format | None = None
    rounds: int | None = None
    minimum: int = 2
    maximum: int | None = None
    min_rating: int | None = None
    max_rating: int | None = None
    late_entry: bool = True
    half_point_for_missed: bool = False
    half_byes: int = 0
    tiebreaks: tuple[str, ...] = ()
    repeat_policy: Literal["end_early", "allow_repeat"] = "end_early"
    no_show_seconds: int = 120
    break_seconds: int = 30
    lead_seconds: int = 10
    boards: int = 0
    chat: ChatPolicy = "all"
    draw_ply: int = 0

    def to_json(self) -> dict[str, Any]:
        body = asdict(self)
        # Without a zone it is the time of this machine.
        body["start"] = self.start.astimezone(UTC).isoformat()
        body["tiebreaks"] = list(self.tiebreaks)
        return body


@dataclass(frozen=True, slots=True)
class TournamentRules:
    name: str
    mode: Mode
    time_control: TimeControl
    start: datetime
    format: Format | None
    rounds: int | None
    minimum: int
    maximum: int
    min_rating: int | None
    max_rating: int | None
    late_entry: bool
    half_point_for_missed: bool
    half_byes: int
    tiebreaks: tuple[str, ...]
    repeat_policy: str
    no_show_seconds: int
    break_seconds: int
    lead_seconds: int
    boards: int
    chat: ChatPolicy
    draw_ply: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """`round`: rounds paired so far. `participants`: teams, where they are."""

    tournament_id: str
    version: int
    rules: TournamentRules
    creator_player_id: str | None
    series: str | None
    has_password: bool
    status: TournamentStatus
    phase: Phase | None
    phase_until: datetime | None
    format: Format | None
    total_rounds: int | None
    round: int
    participants: int
    created_at: datetime
    ended_at: datetime | None
    end_reason: str | None
    helper_player_ids: tuple[str, ...]

    @property
    def over(self) -> bool:
        return self.status in ("ended", "cancelled")


@dataclass(frozen=True, slots=True)
class TournamentPage:
    tournaments: tuple[Tournament, ...]
    next_page_token: str | None


@dataclass(frozen=True, slots=True)
class TeamMember:
    player_id: str
    name: str
    away: bool


@dataclass(frozen=True, slots=True)
class Participant:
    """Of a team: its clan, with the members from board 1 on."""

    player_id: str
    name: str
    rating: float
    presence: Presence
    captain_player_id: str | None
    members: tuple[TeamMember, ...]


@dataclass(frozen=True, slots=True)
class AskedBye:
    round: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """One's own, with what others do not see: byes asked for, and the boards of the next round."""

    player_id: str
    name: str
    rating: float
    presence: Presence
    captain_player_id: str | None
    members: tuple[TeamMember, ...]
    byes: tuple[AskedBye, ...]
    board_order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Participants:
    version: int
    participants: tuple[Participant, ...]


@dataclass(frozen=True, slots=True)
class TournamentPlayer:
    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class TournamentBoard:
    """`first` begins; None: nobody of the team sits there. `result` is from the side of `first`."""

    number: int
    game_id: str
    first: TournamentPlayer | None
    second: TournamentPlayer | None
    result: BoardResult | None
    fixed: bool


@dataclass(frozen=True, slots=True)
class TournamentView:
    tournament: Tournament
    own: OwnEntry | None
    own_board: TournamentBoard | None


@dataclass(frozen=True, slots=True)
class TeamMatch:
    first: TournamentPlayer
    second: TournamentPlayer
    result: BoardResult | None
    first_points: float
    second_points: float


@dataclass(frozen=True, slots=True)
class Bye:
    player_id: str
    name: str
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """`total`: boards of the whole round."""

    version: int
    number: int
    boards: tuple[TournamentBoard, ...]
    total: int
    matches: tuple[TeamMatch, ...]
    byes: tuple[Bye, ...]
    paired_at: datetime
    starts_at: datetime
    engine: str
    relaxed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of one participant, and the result from that side."""

    round: int
    points: float
    opponent: TournamentPlayer | None
    begins: bool
    result: BoardResult | None
    bye: ByeKind | None
    game_id: str | None


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """`values`: in the order of the table's `tiebreaks`."""

    rank: int
    player_id: str
    name: str
    number: int
    rating: float
    points: float
    values: tuple[float, ...]
    presence: Presence
    board_points: float | None
    lines: tuple[RoundLine, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    version: int
    rounds: int
    final: bool
    tiebreaks: tuple[str, ...]
    edition: str
    rows: tuple[StandingsRow, ...]
    total: int


@dataclass(frozen=True, slots=True)
class OrganiserAct:
    time: datetime
    by_player_id: str
    kind: str
    details: dict[str, str]


@dataclass(frozen=True, slots=True)
class OrganiserActs:
    version: int
    acts: tuple[OrganiserAct, ...]


@dataclass(frozen=True, slots=True)
class TournamentNow:
    """What is sent with every change: the top of the table, the first boards."""

    tournament: Tournament
    standings: Standings
    round: TournamentRound | None
