"""Domain to protobuf and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from unicodedata import category

from servicekit.errors import Invalid
from servicekit.wire import enum_text, enum_value, millis, timestamp
from x0.game.v1 import settings_pb2
from x0.tournament.v1 import service_pb2
from x0.tournament.v1 import tournament_pb2 as pb

from x0_tournament.domain.format import LARGEST, Choice, Format
from x0_tournament.domain.results import Bye, Line, Result
from x0_tournament.domain.standings import DEFAULT_ORDER, Row, Table, Tiebreak
from x0_tournament.domain.swiss import Policy
from x0_tournament.domain.teams import Match
from x0_tournament.domain.tournament import (
    Act,
    Entry,
    PairedRound,
    Phase,
    Rules,
    Tournament,
)
from x0_tournament.service.ports import Head
from x0_tournament.service.sweeps import game_id

_RESULTS: dict[Result | None, Any] = {
    None: pb.BOARD_RESULT_UNSPECIFIED,
    Result.WIN: pb.BOARD_RESULT_WIN,
    Result.DRAW: pb.BOARD_RESULT_DRAW,
    Result.LOSS: pb.BOARD_RESULT_LOSS,
    Result.FORFEIT_WIN: pb.BOARD_RESULT_FORFEIT_WIN,
    Result.FORFEIT_LOSS: pb.BOARD_RESULT_FORFEIT_LOSS,
    Result.DOUBLE_FORFEIT: pb.BOARD_RESULT_DOUBLE_FORFEIT,
}
# Control and formatting characters; some scripts and signs are joined by the latter.
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
_JOINERS = "\u200c\u200d"
_RESULT_OF = {number: result for result, number in _RESULTS.items()}


def _enum(enum: Any, text: str) -> Any:
    return enum_value(enum, text)


def result_from(value: int) -> Result:
    found = _RESULT_OF.get(value)
    if found is None:
        raise Invalid("bad_result", "say how the game ended")
    return found


def rules_from(message: pb.Rules) -> Rules:
    """What is unset is as usual; the domain judges the rest."""
    form = enum_text(pb.Format, message.format)
    policy = enum_text(pb.RepeatPolicy, message.repeat_policy)
    control = message.time_control
    if control.untimed:
        raise Invalid("bad_tournament", "a tournament is played with clocks", field="time_control")
    if message.maximum < 0 or message.minimum < 0 or message.rounds < 0:
        raise Invalid("bad_tournament", "numbers are not negative", field="rounds")
    robin = form == Format.ROUND_ROBIN
    named = [enum_text(pb.Tiebreak, one) for one in message.tiebreaks]
    if not all(named):
        raise Invalid("bad_tournament", "unknown tie-break", field="tiebreaks")
    tiebreaks = tuple(Tiebreak(one) for one in named)
    return Rules(
        name=_plain(message.name),
        mode=enum_text(settings_pb2.Mode, message.mode),
        initial_seconds=control.initial_seconds,
        increment_seconds=control.increment_seconds,
        start=millis(message.start),
        choice=Choice(
            format=Format(form) if form else None,
            rounds=message.rounds or None,
            minimum=message.minimum or 2,
            maximum=message.maximum or (8 if robin else LARGEST),
        ),
        min_rating=message.min_rating,
        max_rating=message.max_rating,
        late_entry=message.late_entry if message.HasField("late_entry") else True,
        half_point_for_missed=message.half_point_for_missed,
        half_byes=message.half_byes,
        tiebreaks=tiebreaks or DEFAULT_ORDER,
        policy=Policy(policy) if policy else Policy.END_EARLY,
        no_show_ms=_ms(message, "no_show_seconds", 120),
        break_ms=_ms(message, "break_seconds", 30),
        lead_ms=_ms(message, "lead_seconds", 10),
        boards=message.boards,
        chat=_chat(message.chat),
        draw_ply=message.draw_ply,
    )


def _plain(text: str) -> str:
    """One line, without what cannot be seen but turns round what stands beside it."""
    shown = (c for c in " ".join(text.split()) if c in _JOINERS or category(c) not in _UNSEEN)
    return " ".join("".join(shown).split())


def _chat(value: int) -> str:
    text = enum_text(settings_pb2.ChatPolicy, value)
    if value and not text:
        raise Invalid("bad_tournament", "unknown chat policy", field="chat")
    return text or "all"


def _ms(message: pb.Rules, name: Any, usual: int) -> int:
    return 1000 * int(getattr(message, name) if message.HasField(name) else usual)


def rules_message(rules: Rules) -> pb.Rules:
    choice = rules.choice
    return pb.Rules(
        name=rules.name,
        mode=_enum(settings_pb2.Mode, rules.mode),
        time_control=settings_pb2.TimeControl(
            initial_seconds=rules.initial_seconds, increment_seconds=rules.increment_seconds
        ),
        start=timestamp(rules.start),
        format=_enum(pb.Format, choice.format.value if choice.format else ""),
        rounds=choice.rounds or 0,
        minimum=choice.minimum,
        maximum=choice.maximum,
        min_rating=rules.min_rating,
        max_rating=rules.max_rating,
        late_entry=rules.late_entry,
        half_point_for_missed=rules.half_point_for_missed,
        half_byes=rules.half_byes,
        tiebreaks=[_enum(pb.Tiebreak, one.value) for one in rules.tiebreaks],
        repeat_policy=_enum(pb.RepeatPolicy, rules.policy.value),
        no_show_seconds=rules.no_show_ms // 1000,
        break_seconds=rules.break_ms // 1000,
        lead_seconds=rules.lead_ms // 1000,
        boards=rules.boards,
        chat=_enum(settings_pb2.ChatPolicy, rules.chat),
        draw_ply=rules.draw_ply,
    )


def tournament_message(t: Tournament, head: Head | None = None) -> pb.Tournament:
    message = pb.Tournament(
        tournament_id=t.id,
        version=t.version,
        rules=rules_message(t.rules),
        creator_player_id=t.creator,
        series=t.series,
        has_password=bool(t.rules.password_hash),
        status=_enum(pb.TournamentStatus, t.status.value),
        phase=_enum(pb.Phase, t.phase.value if t.phase else ""),
        format=_enum(pb.Format, t.format.value if t.format else ""),
        total_rounds=t.total,
        round=head.round if head else len(t.rounds),
        participants=head.participants if head else sum(e.here for e in t.entries.values()),
        created_at=timestamp(t.created_at),
        end_reason=t.end_reason,
        helper_player_ids=sorted(t.helpers),
    )
    if t.ended_at:
        message.ended_at.CopyFrom(timestamp(t.ended_at))
    if t.phase in (Phase.PAIRED, Phase.BREAK) and t.due:
        until = t.rounds[-1].starts_at if t.phase is Phase.PAIRED and t.rounds else t.due
        message.phase_until.CopyFrom(timestamp(until))
    return message


def participant_message(entry: Entry) -> pb.Participant:
    return pb.Participant(
        player_id=entry.id,
        name=entry.name,
        rating=entry.rating,
        presence=_enum(pb.Presence, entry.presence.value),
        captain_player_id=entry.captain,
        members=[
            pb.TeamMember(player_id=player, name=name, away=player in entry.away)
            for player, name in entry.members.items()
        ],
    )


def own_message(t: Tournament, entry: Entry) -> pb.Participant:
    """With what opponents are not to see."""
    message = participant_message(entry)
    for number, bye in entry.byes.items():
        message.byes[number] = _bye(bye)
    if entry.order_for == len(t.rounds) + 1:
        message.order_player_ids.extend(entry.order)
    return message


def names(t: Tournament) -> dict[str, str]:
    """Of participants, and of the players of teams."""
    found = {entry.id: entry.name for entry in t.entries.values()}
    for entry in t.entries.values():
        found.update(entry.members)
    return found


def board_message(
    t: Tournament, one: PairedRound, number: int, named: Mapping[str, str]
) -> pb.Board:
    board = one.boards[number - 1]
    return pb.Board(
        number=number,
        first_player_id=board.first,
        second_player_id=board.second,
        result=_RESULTS[board.result],
        fixed=board.fixed,
        game_id=game_id(t.id, one.number, number),
        first_name=named.get(board.first, ""),
        second_name=named.get(board.second, ""),
    )


def round_message(t: Tournament, one: PairedRound, top: int = 0) -> pb.Round:
    """With the first `top` boards; 0: all."""
    named = names(t)
    boards = min(top, len(one.boards)) if top > 0 else len(one.boards)
    return pb.Round(
        number=one.number,
        boards=[board_message(t, one, number, named) for number in range(1, boards + 1)],
        byes=[
            pb.Bye(player_id=id, kind=_bye(bye), name=named.get(id, ""))
            for id, bye in one.byes.items()
        ],
        paired_at=timestamp(one.paired_at),
        starts_at=timestamp(one.starts_at),
        engine=one.engine,
        relaxed=one.relaxed,
        matches=[_match(match, named) for match in one.team_round.matches],
    )


def _match(match: Match, named: Mapping[str, str]) -> pb.Match:
    first, second = match.board_points
    return pb.Match(
        first_clan_id=match.first,
        second_clan_id=match.second,
        result=_RESULTS[match.result],
        first_points=first,
        second_points=second,
        first_name=named.get(match.first, ""),
        second_name=named.get(match.second, ""),
    )


def _bye(bye: Bye | None) -> Any:
    return _enum(pb.ByeKind, bye.value if bye else "")


def game_ids(t: Tournament, rows: Iterable[Row]) -> dict[tuple[int, str], str]:
    """The game of a round and a player of these rows; none in tournaments of teams."""
    if t.rules.team:
        return {}
    shown = {row.participant.id for row in rows}
    found = {}
    for one in t.rounds:
        for number, board in enumerate(one.boards, 1):
            if seated := shown.intersection((board.first, board.second)):
                id = game_id(t.id, one.number, number)
                found.update({(one.number, player): id for player in seated})
    return found


def standings_message(
    t: Tournament, table: Table, rows: Sequence[Row], *, lines: bool
) -> service_pb2.GetStandingsResponse:
    """The table with these of its rows."""
    games = game_ids(t, rows) if lines else None
    return service_pb2.GetStandingsResponse(
        version=t.version,
        rounds=table.rounds,
        final=table.final and t.over,
        tiebreaks=[_enum(pb.Tiebreak, one.value) for one in table.order],
        edition=table.edition.value,
        rows=[row_message(t, row, games) for row in rows],
        total=len(table.rows),
    )


def row_message(
    t: Tournament, row: Row, games: Mapping[tuple[int, str], str] | None = None
) -> pb.Row:
    """With the lines where `games` is given."""
    entry = t.entries[row.participant.id]
    return pb.Row(
        rank=row.rank,
        player_id=entry.id,
        name=entry.name,
        number=row.number,
        rating=entry.rating,
        points=row.points,
        values=row.values,
        presence=_enum(pb.Presence, entry.presence.value),
        lines=[] if games is None else [_line(t, entry.id, line, games) for line in row.lines],
        board_points=row.board_points,
    )


def _line(t: Tournament, player: str, line: Line, games: Mapping[tuple[int, str], str]) -> pb.Line:
    opponent = t.entries.get(line.opponent or "")
    return pb.Line(
        round=line.round,
        points=line.points,
        opponent_player_id=line.opponent or "",
        first=bool(line.first),
        result=_RESULTS[line.result],
        bye=_bye(line.bye),
        opponent_name=opponent.name if opponent else "",
        game_id=games.get((line.round, player), "") if opponent else "",
    )


def act_message(act: Act) -> pb.Act:
    return pb.Act(
        time=timestamp(act.time), by_player_id=act.by, kind=act.kind, details=cast(Any, act.details)
    )
