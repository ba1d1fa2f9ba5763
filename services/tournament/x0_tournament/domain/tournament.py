"""A tournament as it is: settings, who takes part, rounds and boards, acts of organisers.

Times are milliseconds of the Unix epoch. Everything said about places is made from this by
`table`; nothing of it is kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from . import teams
from .errors import BadRules
from .format import BadFormat, Choice, Format, validate
from .pairing import Request
from .results import Bye, Pairing, Participant, Result, Round
from .round_robin import counted
from .standings import DEFAULT_ORDER, Options, Row, Table, Tiebreak, standings
from .swiss import Policy

AUTOMATIC = Choice()
MODES = ("x0", "gomoku", "renju", "x0_freestyle")
CHAT_POLICIES = ("all", "players", "off")
MOST_BOARDS = 12
MOST_DRAW_PLY = 400
MOST_ACTS = 1_000
"""The public log of a tournament keeps this many; then nothing more is done by hand."""


class Status(StrEnum):
    OPEN = "open"
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"


class Phase(StrEnum):
    """Where a running tournament stands. What has to be done next is done by whoever sweeps it."""

    PAIRING = "pairing"  # the next round is to be paired
    PAIRED = "paired"  # told to everybody; can still be paired again
    STARTING = "starting"  # fixed; its games are being made
    PLAYING = "playing"
    BREAK = "break"


class Presence(StrEnum):
    ACTIVE = "active"
    PAUSED = "paused"
    LEFT = "left"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Rules:
    """What a tournament is created from. A rating limit of 0 is none.

    `boards`: of a match between teams; 0 is a tournament of single players. `chat`: who may at the
    games; `draw_ply`: from which ply on a draw can be agreed. Both are kept by the game service.
    """

    name: str
    mode: str
    initial_seconds: int
    increment_seconds: int
    start: int
    choice: Choice = AUTOMATIC
    password_hash: str = ""
    min_rating: int = 0
    max_rating: int = 0
    late_entry: bool = True
    half_point_for_missed: bool = False
    half_byes: int = 0
    tiebreaks: tuple[Tiebreak, ...] = DEFAULT_ORDER
    policy: Policy = Policy.END_EARLY
    no_show_ms: int = 120_000
    break_ms: int = 30_000
    lead_ms: int = 10_000
    boards: int = 0
    chat: str = "all"
    draw_ply: int = 0

    @property
    def team(self) -> bool:
        return self.boards > 0

    @property
    def control(self) -> str:
        """For people: minutes, and seconds a move."""
        minutes, seconds = divmod(self.initial_seconds, 60)
        return f"{minutes}{f':{seconds:02}' if seconds else ''}+{self.increment_seconds}"


@dataclass(frozen=True, slots=True)
class Entry:
    """`entered`: place in the order of entering, kept by who leaves and comes back.

    `gone_from`: the first round that somebody who left does not play.

    Of a team the id is that of its clan. `members` are names by player, in default order;
    `away` those who do not play; `order` what the captain wants for round `order_for`.
    """

    id: str
    name: str
    rating: float
    entered: int
    presence: Presence = Presence.ACTIVE
    byes: Mapping[int, Bye] = field(default_factory=dict)
    gone_from: int = 0
    captain: str = ""
    members: Mapping[str, str] = field(default_factory=dict)
    away: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    order_for: int = 0

    @property
    def active(self) -> bool:
        return self.presence is Presence.ACTIVE

    @property
    def here(self) -> bool:
        """Has not left, though perhaps paused."""
        return self.presence in (Presence.ACTIVE, Presence.PAUSED)


@dataclass(frozen=True, slots=True)
class Board:
    """Who plays whom; "" is an empty board of a team.

    `fixed`: an organiser said so; what the game says later changes nothing.
    """

    first: str
    second: str
    result: Result | None = None
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class PairedRound:
    """`byes` are those with a meaning; who is in neither a board nor a bye was absent.

    `matches` of teams: their boards stand one match after the other, `each` of every match.
    """

    number: int
    boards: tuple[Board, ...]
    byes: Mapping[str, Bye]
    paired_at: int
    starts_at: int
    engine: str = ""
    relaxed: tuple[str, ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    each: int = 0

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Who met, of those who are in the table."""
        return self.matches or tuple((board.first, board.second) for board in self.boards)

    @property
    def team_round(self) -> teams.TeamRound:
        found = []
        for place, (first, second) in enumerate(self.matches):
            boards = self.boards[place * self.each : (place + 1) * self.each]
            found.append(
                teams.Match(
                    first,
                    second,
                    tuple(
                        teams.Board(n, b.first or None, b.second or None, b.result)
                        for n, b in enumerate(boards, 1)
                    ),
                )
            )
        return teams.TeamRound(self.number, tuple(found), self.byes)

    @property
    def finished(self) -> bool:
        return all(board.result is not None for board in self.boards)

    @property
    def record(self) -> Round:
        if self.each:
            return self.team_round.round
        pairings = tuple(Pairing(b.first, b.second, b.result) for b in self.boards)
        return Round(self.number, pairings, self.byes)

    def board(self, number: int) -> Board | None:
        """Boards count from 1."""
        return self.boards[number - 1] if 1 <= number <= len(self.boards) else None


@dataclass(frozen=True, slots=True)
class Act:
    """What an organiser did, for everybody to see."""

    time: int
    by: str
    kind: str
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tournament:
    """`due`: when something has to be done by itself; 0 is never. `total`: rounds to be played.

    `order`: of a round robin, who stands where in the Berger table.
    """

    id: str
    version: int
    rules: Rules
    creator: str
    created_at: int
    due: int
    series: str = ""
    status: Status = Status.OPEN
    phase: Phase | None = None
    format: Format | None = None
    total: int = 0
    entries: Mapping[str, Entry] = field(default_factory=dict)
    rounds: tuple[PairedRound, ...] = ()
    order: tuple[str, ...] = ()
    forbidden: frozenset[frozenset[str]] = frozenset()
    helpers: frozenset[str] = frozenset()
    acts: tuple[Act, ...] = ()
    ended_at: int = 0
    end_reason: str = ""

    @property
    def over(self) -> bool:
        return self.status in (Status.ENDED, Status.CANCELLED)

    @property
    def active(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries.values() if entry.active)

    @property
    def top_first(self) -> bool:
        """The lot of the pairing: the same for whoever asks."""
        return sum(self.id.encode()) % 2 == 0

    def organised_by(self, player: str) -> bool:
        return bool(player) and (player == self.creator or player in self.helpers)

    def round(self, number: int) -> PairedRound | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    @property
    def participants(self) -> tuple[Participant, ...]:
        """Who is in the table: who is here, and who was in any round."""
        seen = {
            name
            for one in self.rounds
            for name in (*(name for pair in one.pairs for name in pair), *one.byes)
        }
        return tuple(
            Participant(e.id, e.rating, e.entered)
            for e in self.entries.values()
            if e.id in seen or e.here
        )

    @property
    def records(self) -> tuple[Round, ...]:
        return tuple(one.record for one in self.rounds)

    def entry_of(self, player: str) -> Entry | None:
        """The entry for which a player speaks: the own one, or that of the team of a captain."""
        if not self.rules.team:
            return self.entries.get(player)
        led = [e for e in self.entries.values() if e.captain == player]
        return next((e for e in led if e.here), led[0] if led else None)

    def team_of(self, player: str) -> Entry | None:
        """The team that is here with this player in it."""
        return next((e for e in self.entries.values() if player in e.members and e.here), None)

    def takes_part(self, player: str) -> bool:
        """For themselves, in a team, or as the captain of one."""
        spoken_for, team = self.entry_of(player), self.team_of(player)
        return team is not None or (spoken_for is not None and spoken_for.here)

    def name_of(self, player: str) -> str:
        if not self.rules.team:
            return self.entries[player].name
        return next((e.members[player] for e in self.entries.values() if player in e.members), "")

    def with_entry(self, entry: Entry) -> "Tournament":
        return replace(self, entries={**self.entries, entry.id: entry})


def check(rules: Rules, now: int) -> None:
    """Raises BadRules."""
    if not 1 <= len(rules.name) <= 80:
        raise _bad("name", "a name has 1 to 80 characters")
    if rules.mode not in MODES:
        raise _bad("mode", f"mode is one of {', '.join(MODES)}")
    if not 0 <= rules.initial_seconds <= 10_800 or not 0 <= rules.increment_seconds <= 60:
        raise _bad("time_control", "a clock has up to 180 minutes and 60 seconds a move")
    if not rules.initial_seconds + rules.increment_seconds:
        raise _bad("time_control", "0+0 is no time at all")
    if not now - 60_000 <= rules.start <= now + 366 * 86_400_000:
        raise _bad("start", "a tournament starts within a year from now")
    if rules.max_rating and rules.min_rating > rules.max_rating:
        raise _bad("min_rating", "the lowest rating is above the highest")
    if len(set(rules.tiebreaks)) != len(rules.tiebreaks):
        raise _bad("tiebreaks", "a tie-break is named twice")
    if not 1_000 <= rules.no_show_ms <= 3_600_000:
        raise _bad("no_show_seconds", "the no-show time is a second to an hour")
    if not 0 <= rules.break_ms <= 86_400_000:
        raise _bad("break_seconds", "a break between rounds is at most a day")
    if not 0 <= rules.lead_ms <= 3_600_000:
        raise _bad("lead_seconds", "from a pairing to its games it is at most an hour")
    if not 0 <= rules.boards <= MOST_BOARDS:
        raise _bad("boards", f"a match has 1 to {MOST_BOARDS} boards")
    if rules.chat not in CHAT_POLICIES:
        raise _bad("chat", f"chat is one of {', '.join(CHAT_POLICIES)}")
    if not 0 <= rules.draw_ply <= MOST_DRAW_PLY:
        raise _bad("draw_ply", f"the ply of the first draw offer is 0 to {MOST_DRAW_PLY}")
    if not 0 <= rules.half_byes <= 30:
        raise _bad("half_byes", "half-point byes are 0 to 30")
    try:
        validate(rules.choice)
    except BadFormat as error:
        limit = {} if error.limit is None else {"limit": str(error.limit)}
        raise BadRules(error.problem.value, str(error), **limit) from None


def _bad(name: str, message: str) -> BadRules:
    return BadRules("bad_tournament", message, field=name)


def table(tournament: Tournament) -> Table:
    """The standings, live and final alike; nothing else makes them."""
    people, rounds = tournament.participants, tournament.records
    robin = tournament.format is Format.ROUND_ROBIN
    if robin:
        gone = {
            e.id: e.gone_from
            for e in tournament.entries.values()
            if e.gone_from and e.presence in (Presence.LEFT, Presence.REMOVED)
        }
        known = {one.id for one in people}
        fair = counted(people, rounds, {name: n for name, n in gone.items() if name in known})
        people, rounds = fair.participants, fair.rounds
    if tournament.rules.team:
        known = {one.id for one in people}
        met = [
            replace(
                one,
                matches=tuple(m for m in one.matches if {m.first, m.second} <= known),
                byes={name: bye for name, bye in one.byes.items() if name in known},
            )
            for one in (played.team_round for played in tournament.rounds)
        ]
        points = teams.board_points(met, tournament.rules.boards)
        return standings(
            people, rounds, tournament.rules.tiebreaks, Options(round_robin=robin), points
        )
    return standings(people, rounds, tournament.rules.tiebreaks, Options(round_robin=robin))


def row_of(tournament: Tournament, table: Table, player: str) -> Row | None:
    """The row of a participant, or of the team that a player is in; first of one that is here."""
    ids = {player} | {
        e.id for e in tournament.entries.values() if player in e.members or player == e.captain
    }
    rows = [row for row in table.rows if row.participant.id in ids]
    return min(rows, key=lambda row: not tournament.entries[row.participant.id].here, default=None)


def request(tournament: Tournament) -> Request:
    """What the pairing of the next Swiss round is made from."""
    number = len(tournament.rounds) + 1
    people = tournament.participants
    here = {e.id: e for e in tournament.active}
    byes = {e.id: e.byes[number] for e in here.values() if number in e.byes}
    return Request(
        participants=people,
        rounds=tournament.records,
        total_rounds=tournament.total,
        byes=byes,
        absent=frozenset(one.id for one in people if one.id not in here),
        forbidden=tournament.forbidden,
        top_first=tournament.top_first,
    )
