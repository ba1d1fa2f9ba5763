"""A tournament by the clock: state in, (new state, what changed) out.

Every function gives None where there is nothing to do, so that doing it twice is doing it once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from . import teams
from .errors import Refusal
from .format import BadFormat, Choice, Format, Plan, most_rounds, plan
from .pairing import Impossible, Outcome, Paired
from .results import Bye, Result
from .round_robin import drawn, schedule
from .tournament import (
    Act,
    Board,
    Entry,
    PairedRound,
    Phase,
    Presence,
    Rules,
    Status,
    Tournament,
    check,
)

CHECK_MS = 15_000
"""How often games are asked for that nothing was heard of, at least."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that became different. `boards` count from 1."""

    kind: str  # created, entries, started, paired, phase, results, act, ended, cancelled
    players: tuple[str, ...] = ()
    round: int = 0
    boards: tuple[int, ...] = ()
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """The state after it, its version one higher, and the changes that made it so."""

    tournament: Tournament
    changes: tuple[Change, ...]
    time: int


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How a game ended: of a board of a round, and who lost it by never acting."""

    round: int
    board: int
    result: Result
    absent: str = ""


def step(tournament: Tournament, now: int, *changes: Change) -> Step:
    return Step(replace(tournament, version=tournament.version + 1), changes, now)


def create(id: str, rules: Rules, creator: str, now: int, series: str = "") -> Step:
    """Raises BadRules."""
    if not series:
        check(rules, now)
    return step(
        Tournament(id, 0, rules, creator, now, due=rules.start, series=series),
        now,
        Change("created"),
    )


def rated(t: Tournament, ratings: Mapping[str, float]) -> Tournament:
    """With the ratings of players as they are now; of a team it is the mean of its best boards."""
    entries = {}
    for entry in t.entries.values():
        known = [ratings[one] for one in entry.members or (entry.id,) if one in ratings]
        best = sorted(known, reverse=True)[: t.rules.boards or 1]
        entries[entry.id] = replace(entry, rating=sum(best) / len(best)) if best else entry
    return replace(t, entries=entries)


def advance(t: Tournament, now: int) -> Step | None:
    """What is due and needs nobody's help."""
    if not t.due or now < t.due:
        return None
    if t.status is Status.OPEN:
        return _begin(t, now)
    if t.phase is Phase.PAIRED:
        return step(replace(t, phase=Phase.STARTING, due=now), now, Change("phase"))
    if t.phase is Phase.BREAK:
        return step(replace(t, phase=Phase.PAIRING, due=now), now, Change("phase"))
    if t.phase is Phase.PAIRING and (reason := _nothing_left(t)):
        return _end(t, now, reason)
    if t.phase is Phase.PLAYING and t.rounds[-1].finished:
        after, changes = closed(t, now)
        return step(after, now, *changes)
    return None


def _begin(t: Tournament, now: int) -> Step:
    count = len(t.active)
    if count < max(2, t.rules.choice.minimum):
        return cancel(t, now, "too_few_participants")
    found = _plan(count, t.rules.choice)
    order: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    entries = t.entries
    if found.format is Format.ROUND_ROBIN:
        order = drawn((e.id for e in t.active), t.id)
        # Its table takes in nobody later: who is not here now has left.
        away = tuple(e.id for e in entries.values() if e.presence is Presence.PAUSED)
        left = {id: replace(entries[id], presence=Presence.LEFT, gone_from=1) for id in away}
        entries = {**entries, **left} if left else entries
    running = replace(
        t,
        entries=entries,
        status=Status.RUNNING,
        phase=Phase.PAIRING,
        due=now,
        format=found.format,
        total=found.rounds,
        order=order,
    )
    gone = (Change("entries", players=away),) if away else ()
    return step(running, now, Change("started"), *gone)


def _plan(count: int, choice: Choice) -> Plan:
    """What was chosen, as far as it can be played by those who came."""
    try:
        return plan(count, replace(choice, maximum=max(choice.maximum, count)))
    except BadFormat:
        form = Format.SWISS if choice.format is Format.SWISS else None
        automatic = plan(count, Choice(form))
        if automatic.format is Format.ROUND_ROBIN or choice.rounds is None:
            return automatic
        return Plan(automatic.format, min(choice.rounds, most_rounds(count)))


def _nothing_left(t: Tournament) -> str:
    if len(t.rounds) >= t.total:
        return "played"
    return "all_left" if len(t.active) < 2 else ""


def round_robin(t: Tournament, now: int) -> Step | None:
    """The next round by the table; a board of somebody who is away is decided at once."""
    if t.phase is not Phase.PAIRING or t.format is not Format.ROUND_ROBIN:
        return None
    number = len(t.rounds) + 1
    one = schedule(t.order)[number - 1]
    round = PairedRound(number, (), one.byes, now, now + t.rules.lead_ms)
    return _seat(t, now, _seated(t, round, tuple((p.first, p.second) for p in one.pairings)))


def _seated(t: Tournament, one: PairedRound, pairs: tuple[tuple[str, str], ...]) -> PairedRound:
    """The boards of a round. Of teams: by the order of their captains, or by default."""
    if not t.rules.team:
        boards = tuple(Board(a, b, _away(t, a, b)) for a, b in pairs)
        return replace(one, boards=boards)
    seats = [
        Board(board.first or "", board.second or "", board.result)
        for first, second in pairs
        for board in teams.seat(
            lineup(t, first, one.number), lineup(t, second, one.number), t.rules.boards
        )
    ]
    return replace(one, boards=tuple(seats), matches=pairs, each=t.rules.boards)


def lineup(t: Tournament, team: str, round: int) -> tuple[str, ...]:
    """Players of a team from board 1 on; of a team that is away, nobody."""
    entry = t.entries[team]
    if not entry.active:
        return ()
    here = teams.Team(team, tuple(entry.members))
    if entry.order_for == round and entry.away.isdisjoint(entry.order):
        return teams.lineup(here, t.rules.boards, entry.order)
    return teams.lineup(here, t.rules.boards, None, entry.away)


def _away(t: Tournament, first: str, second: str) -> Result | None:
    here, there = t.entries[first].active, t.entries[second].active
    if here and there:
        return None
    if not here and not there:
        return Result.DOUBLE_FORFEIT
    return Result.FORFEIT_WIN if here else Result.FORFEIT_LOSS


def swiss(t: Tournament, outcome: Outcome, now: int) -> Step | None:
    """The next round as it was paired from this very state."""
    if t.phase is not Phase.PAIRING or t.format is not Format.SWISS:
        return None
    if isinstance(outcome, Impossible):
        return _end(t, now, "cannot_be_paired")
    return _seat(t, now, _round(t, outcome, now))


def seated_anyway(t: Tournament, made: Tournament, now: int) -> Step | None:
    """The Swiss round of `made`, paired from an earlier state, for one that changes all the time.

    Who has gone since forfeits, who has come since waits for the next round.
    """
    if t.phase is not Phase.PAIRING or t.format is not Format.SWISS:
        return None
    if made.phase is not Phase.PAIRED or len(made.rounds) != len(t.rounds) + 1:
        return None
    one = replace(made.rounds[-1], paired_at=now, starts_at=now + t.rules.lead_ms)
    return _seat(t, now, _seated(t, one, one.pairs))


def _round(t: Tournament, paired: Paired, now: int) -> PairedRound:
    one = paired.round
    round = PairedRound(
        number=one.number,
        boards=(),
        byes={name: bye for name, bye in one.byes.items() if bye is not Bye.ABSENT},
        paired_at=now,
        starts_at=now + t.rules.lead_ms,
        engine=paired.engine.value,
        relaxed=tuple(what.value for what in paired.relaxed),
    )
    return _seated(t, round, tuple((p.first, p.second) for p in one.pairings))


def _seat(t: Tournament, now: int, one: PairedRound) -> Step:
    seats = (name for board in one.boards for name in (board.first, board.second))
    players = tuple(name for name in seats if name)
    seated = replace(t, phase=Phase.PAIRED, due=one.starts_at, rounds=(*t.rounds, one))
    return step(seated, now, Change("paired", players=players, round=one.number))


def started(t: Tournament, now: int) -> Step | None:
    """All games of the round are there."""
    if t.phase is not Phase.STARTING:
        return None
    playing = replace(t, phase=Phase.PLAYING, due=next_check(t, now))
    return step(playing, now, Change("phase"))


def next_check(t: Tournament, now: int) -> int:
    """When to ask for games that nothing was heard of: rarer where there are many."""
    one = t.rounds[-1]
    if one.finished:
        return now
    if t.rules.mode == "x0_freestyle":  # not rated: its games are in no log
        return now + max(2_000, 20 * len(one.boards))
    return now + max(min(t.rules.no_show_ms // 4, CHECK_MS), 500, 20 * len(one.boards))


def results(t: Tournament, found: Iterable[Outcomes], now: int) -> Step | None:
    """Results as games gave them, also late ones. What an organiser fixed stays.

    Who never acted is paused. A round all of whose games are over is closed with it.
    """
    rounds = {one.number: one for one in t.rounds}
    changed: dict[int, list[int]] = {}
    absent: list[str] = []
    for outcome in found:
        one = rounds.get(outcome.round)
        board = one.board(outcome.board) if one else None
        if one is None or board is None or board.fixed or board.result is outcome.result:
            continue
        rounds[one.number] = with_board(one, outcome.board, replace(board, result=outcome.result))
        changed.setdefault(one.number, []).append(outcome.board)
        if outcome.absent and outcome.absent in (board.first, board.second):
            absent.append(outcome.absent)
    if not changed:
        return None
    t = replace(t, rounds=tuple(rounds.values()))
    changes = [Change("results", round=n, boards=tuple(b)) for n, b in sorted(changed.items())]
    paused = []
    for name in absent:
        entry = t.team_of(name) if t.rules.team else t.entries[name]
        if entry is None or not entry.active or name in entry.away or t.over:
            continue
        if t.rules.team:
            t = t.with_entry(replace(entry, away=entry.away | {name}))
        else:
            t = t.with_entry(replace(entry, presence=Presence.PAUSED))
        paused.append(entry.id)
    if paused:
        changes.append(Change("entries", players=tuple(dict.fromkeys(paused))))
    if t.phase is Phase.PLAYING and t.rounds[-1].finished:
        t, more = closed(t, now)
        changes += more
    return step(t, now, *changes)


def with_board(one: PairedRound, number: int, board: Board) -> PairedRound:
    boards = list(one.boards)
    boards[number - 1] = board
    return replace(one, boards=tuple(boards))


def closed(t: Tournament, now: int) -> tuple[Tournament, tuple[Change, ...]]:
    if reason := _nothing_left(t):
        ended = _end(t, now, reason)
        return replace(ended.tournament, version=t.version), ended.changes
    return replace(t, phase=Phase.BREAK, due=now + t.rules.break_ms), (Change("phase"),)


def _end(t: Tournament, now: int, reason: str) -> Step:
    ended = replace(t, status=Status.ENDED, phase=None, due=0, ended_at=now, end_reason=reason)
    return step(ended, now, Change("ended"))


def cancel(t: Tournament, now: int, reason: str, act: Act | None = None) -> Step:
    if t.over:
        raise Refusal("tournament_over", "the tournament is over")
    gone = replace(t, status=Status.CANCELLED, phase=None, due=0, ended_at=now, end_reason=reason)
    return step(gone, now, Change("cancelled", players=tuple(t.entries), act=act))


def running_boards(t: Tournament) -> Mapping[int, Board]:
    """Boards of the last round without a result, by number."""
    if not t.rounds:
        return {}
    return {n: b for n, b in enumerate(t.rounds[-1].boards, 1) if b.result is None}


def missed_half(t: Tournament, entry: Entry) -> Tournament:
    """The half point for the last missed round, of who enters late for the first time."""
    if not t.rules.half_point_for_missed or not t.rounds:
        return t
    last = t.rounds[-1]
    last = replace(last, byes={**last.byes, entry.id: Bye.HALF})
    return replace(t, rounds=(*t.rounds[:-1], last))


_RESULTS = {"first": Result.WIN, "second": Result.LOSS, "": Result.DRAW}


def outcome(
    round: int, number: int, board: Board, *, finished: bool, winner: str, absent: str
) -> Outcomes:
    """A game that is over, as a result. `winner` and `absent` are seats or empty.

    Who never acted has forfeited, also where the clock ended the game. A game that was aborted for
    another reason gives nobody a point; organisers can say otherwise.
    """
    gone = {"first": board.first, "second": board.second}.get(absent, "")
    if gone:
        lost = Result.FORFEIT_LOSS if absent == "first" else Result.FORFEIT_WIN
        return Outcomes(round, number, lost, gone)
    return Outcomes(round, number, _RESULTS[winner] if finished else Result.DOUBLE_FORFEIT)
