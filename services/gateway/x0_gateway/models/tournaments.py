"""Tournaments: settings, who takes part, rounds, standings."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, BeforeValidator, Field

from x0_gateway.models.base import ChatPolicy, Id, In, Out, Text
from x0_gateway.models.settings import TimeControl, TimeControlIn

TournamentMode = Literal["x0", "gomoku", "renju", "x0_freestyle"]
Format = Literal["round_robin", "swiss"]
TournamentStatus = Literal["open", "running", "ended", "cancelled"]
TournamentGroup = Literal["coming", "running", "ended"]
Phase = Literal["pairing", "paired", "starting", "playing", "break"]
Presence = Literal["active", "paused", "left", "removed"]
RepeatPolicy = Literal["end_early", "allow_repeat"]
BoardResult = Literal["win", "draw", "loss", "forfeit_win", "forfeit_loss", "double_forfeit"]
ByeKind = Literal["full", "half", "zero", "absent", "rest"]
ExportFormat = Literal["trf", "csv", "json"]
Tiebreak = Literal[
    "buchholz", "buchholz_cut_1", "buchholz_cut_2", "median_buchholz", "median_buchholz_2",
    "berger", "berger_cut_1", "progress", "progress_cut_1", "direct_encounter", "wins",
    "games_won", "games_second", "wins_second",
]  # fmt: skip

# Of a regular one with its series and day: "x0-tuesday:2026-12-01".
TournamentId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_:-]+$", min_length=1, max_length=64)]


def _text(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("a time is a text as RFC 3339 says")
    return value


# Not strict as a whole: JSON has no times.
Time = Annotated[AwareDatetime, Field(strict=False), BeforeValidator(_text)]
Password = Annotated[Text, Field(min_length=1, max_length=100)]
Places = Annotated[int, Field(ge=2, le=5_000)]
Rating = Annotated[int, Field(ge=1, le=5_000)]


class TournamentIn(In):
    """Only name, mode, control and start are needed; what is left out is as usual."""

    name: Annotated[Text, Field(min_length=1, max_length=80)]
    mode: TournamentMode
    time_control: TimeControlIn
    start: Annotated[Time, Field(description="Within a year.")]
    password: Annotated[Password | None, Field(description="Null: open to all.")] = None
    format: Annotated[
        Format | None,
        Field(description="Null: a round robin with at most 8 who take part, Swiss from 9."),
    ] = None
    rounds: Annotated[
        int | None,
        Field(ge=1, le=30, description="Null: of Swiss ceil(log2 N) + 2. Never more than N can."),
    ] = None
    minimum: Annotated[
        Places, Field(description="With fewer at the start it is cancelled. Teams, where they are.")
    ] = 2
    maximum: Places | None = None
    min_rating: Rating | None = None
    max_rating: Rating | None = None
    late_entry: Annotated[
        bool, Field(description="Until half of the rounds have begun; Swiss only.")
    ] = True
    half_point_for_missed: Annotated[
        bool, Field(description="One half-point bye for who enters late; otherwise nothing.")
    ] = False
    half_byes: Annotated[
        int, Field(ge=0, le=30, description="Half-point byes each may ask for.")
    ] = 0
    tiebreaks: Annotated[
        list[Tiebreak],
        Field(
            default_factory=list,
            max_length=14,
            description="In this order. Empty: Buchholz, Berger, Progress.",
        ),
    ]
    repeat_policy: Annotated[
        RepeatPolicy, Field(description="When nobody can be paired without a repeat.")
    ] = "end_early"
    no_show_seconds: Annotated[int, Field(ge=1, le=3_600)] = 120
    break_seconds: Annotated[int, Field(ge=0, le=86_400, description="Between rounds.")] = 30
    lead_seconds: Annotated[
        int, Field(ge=0, le=3_600, description="From a pairing to its games.")
    ] = 10
    boards: Annotated[
        int,
        Field(ge=0, le=12, description="Of a match between teams of clans; 0: no teams."),
    ] = 0
    chat: Annotated[ChatPolicy, Field(description="At the games.")] = "all"
    draw_ply: Annotated[
        int, Field(ge=0, le=400, description="A draw may be offered from this ply on.")
    ] = 0


class TournamentRules(Out):
    name: str
    mode: TournamentMode
    time_control: TimeControl
    start: datetime
    format: Annotated[Format | None, Field(description="Null: automatic.")]
    rounds: Annotated[int | None, Field(description="Null: automatic.")]
    minimum: int
    maximum: int
    min_rating: int | None
    max_rating: int | None
    late_entry: bool
    half_point_for_missed: bool
    half_byes: int
    tiebreaks: list[Tiebreak]
    repeat_policy: RepeatPolicy
    no_show_seconds: int
    break_seconds: int
    lead_seconds: int
    boards: int
    chat: ChatPolicy
    draw_ply: int


class Tournament(Out):
    tournament_id: str
    version: Annotated[int, Field(description="Grows by one with every change.")]
    rules: TournamentRules
    creator_player_id: Annotated[str | None, Field(description="Null: a regular one.")]
    series: Annotated[str | None, Field(description="Which, of a regular one.")]
    has_password: bool
    status: TournamentStatus
    phase: Annotated[Phase | None, Field(description="Of a running one.")]
    phase_until: Annotated[
        datetime | None, Field(description="When the phase ends, where the clock says so.")
    ]
    format: Annotated[Format | None, Field(description="As it is played, once it runs.")]
    total_rounds: Annotated[int | None, Field(description="Once it runs.")]
    round: Annotated[int, Field(description="Rounds paired so far.")]
    participants: Annotated[int, Field(description="Teams, where they are.")]
    created_at: datetime
    ended_at: datetime | None
    end_reason: Annotated[
        str | None,
        Field(description="played, all_left, cannot_be_paired, too_few_participants, by_organiser"),
    ]
    helper_player_ids: Annotated[list[str], Field(description="Not in lists.")]


class Tournaments(Out):
    tournaments: list[Tournament]
    next_page_token: str | None


class TeamMember(Out):
    player_id: str
    name: str
    away: Annotated[bool, Field(description="Was absent, and has not come back.")]


class Participant(Out):
    player_id: Annotated[str, Field(description="Of a team: the clan.")]
    name: str
    rating: float
    presence: Presence
    captain_player_id: Annotated[str | None, Field(description="Of a team.")]
    members: Annotated[list[TeamMember], Field(description="Of a team, from board 1 on.")]


class AskedBye(Out):
    round: int
    kind: ByeKind


class OwnEntry(Participant):
    """With what others do not see."""

    byes: Annotated[list[AskedBye], Field(description="Asked for, also in rounds that are over.")]
    board_order: Annotated[
        list[str],
        Field(description="What the captain has said for the next round; empty: as usual."),
    ]


class Participants(Out):
    version: int
    participants: Annotated[list[Participant], Field(description="In the order of entering.")]


class TournamentPlayer(Out):
    player_id: str
    name: str


class TournamentBoard(Out):
    number: Annotated[int, Field(description="From 1; of teams one match after the other.")]
    game_id: str
    first: Annotated[
        TournamentPlayer | None,
        Field(description="Who begins. Null: nobody of the team sits there."),
    ]
    second: TournamentPlayer | None
    result: Annotated[
        BoardResult | None, Field(description="From the side of `first`; null: not over.")
    ]
    fixed: Annotated[bool, Field(description="An organiser set it.")]


class TournamentView(Out):
    tournament: Tournament
    people: Annotated[
        list[TournamentPlayer], Field(description="The creator and the helpers, by name.")
    ]
    own: Annotated[OwnEntry | None, Field(description="The caller's entry, or team.")]
    own_board: Annotated[
        TournamentBoard | None, Field(description="The caller's, of the last round.")
    ]


class TeamMatch(Out):
    first: TournamentPlayer
    second: TournamentPlayer
    result: BoardResult | None
    first_points: float
    second_points: float


class Bye(Out):
    player_id: str
    name: str
    kind: ByeKind


class TournamentRound(Out):
    version: int
    number: int
    boards: list[TournamentBoard]
    total: Annotated[int, Field(description="Boards of the whole round.")]
    matches: Annotated[list[TeamMatch], Field(description="Of teams; board 1 of each first.")]
    byes: list[Bye]
    paired_at: datetime
    starts_at: datetime
    engine: Annotated[str, Field(description="Who paired.")]
    relaxed: Annotated[list[str], Field(description="What had to give way.")]


class RoundLine(Out):
    """A round of one participant."""

    round: int
    points: float
    opponent: TournamentPlayer | None
    begins: bool
    result: Annotated[
        BoardResult | None, Field(description="From this participant's side; null: no game, or "
                          "one that runs.")
    ]  # fmt: skip
    bye: ByeKind | None
    game_id: Annotated[str | None, Field(description="Null without a game, and of teams.")]


class StandingsRow(Out):
    rank: int
    player_id: str
    name: str
    number: Annotated[int, Field(description="Pairing number.")]
    rating: float
    points: float
    values: Annotated[list[float], Field(description="In the order of `tiebreaks`.")]
    presence: Presence
    board_points: Annotated[float | None, Field(description="Of a team.")]
    lines: Annotated[list[RoundLine], Field(description="Of every round; only in a crosstable.")]


class Standings(Out):
    version: int
    rounds: int
    final: Annotated[bool, Field(description="The tournament is over and no game runs.")]
    tiebreaks: list[Tiebreak]
    edition: Annotated[str, Field(description="Of FIDE C.07, by the day it came into force.")]
    rows: list[StandingsRow]
    total: Annotated[int, Field(description="Rows of the whole table.")]


class OrganiserAct(Out):
    time: datetime
    by_player_id: str
    kind: Annotated[
        str,
        Field(description="remove, correct, forbid, pair_again, postpone, cancel, name_helper"),
    ]
    details: dict[str, str]


class OrganiserActs(Out):
    version: int
    acts: Annotated[list[OrganiserAct], Field(description="Oldest first.")]
    people: Annotated[list[TournamentPlayer], Field(description="Those spoken of, by name.")]


class TournamentNow(Out):
    """What everybody sees change: the top of the table and the first boards."""

    tournament: Tournament
    standings: Standings
    round: Annotated[
        TournamentRound | None, Field(description="The last one; null before the first.")
    ]


class EntryIn(In):
    password: Password | None = None


class TeamIn(In):
    clan_id: Id
    members: Annotated[
        list[Id],
        Field(max_length=50, description="From board 1 on: one a board, and two reserves."),
    ]
    password: Password | None = None


class BoardOrderIn(In):
    players: Annotated[list[Id], Field(max_length=50, description="From board 1 on.")]


class ByeIn(In):
    half: Annotated[bool, Field(description="Half a point; otherwise none.")] = False


class ResultIn(In):
    result: BoardResult


class ForbiddenPairIn(In):
    first: Id
    second: Id


class PostponeIn(In):
    start: Time
