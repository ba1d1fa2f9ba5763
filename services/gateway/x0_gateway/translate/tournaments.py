"""Tournaments: protobuf <-> JSON."""

from collections.abc import Iterable
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp
from x0.account.v1 import account_pb2
from x0.tournament.v1 import service_pb2
from x0.tournament.v1 import tournament_pb2 as pb

from x0_gateway.models import tournaments as m
from x0_gateway.translate import words
from x0_gateway.translate.settings import time_control, time_control_in
from x0_gateway.translate.times import when, when_set


def rules_in(given: m.TournamentIn) -> pb.Rules:
    return pb.Rules(
        name=given.name,
        mode=words.MODE_NUMBER[given.mode],
        time_control=time_control_in(given.time_control),
        start=timestamp(given.start),
        format=words.FORMAT_NUMBER[given.format],
        rounds=given.rounds or 0,
        minimum=given.minimum,
        maximum=given.maximum or 0,
        min_rating=given.min_rating or 0,
        max_rating=given.max_rating or 0,
        late_entry=given.late_entry,
        half_point_for_missed=given.half_point_for_missed,
        half_byes=given.half_byes,
        tiebreaks=[words.TIEBREAK_NUMBER[one] for one in given.tiebreaks],
        repeat_policy=words.REPEAT_POLICY_NUMBER[given.repeat_policy],
        no_show_seconds=given.no_show_seconds,
        break_seconds=given.break_seconds,
        lead_seconds=given.lead_seconds,
        boards=given.boards,
        chat=words.CHAT_POLICY_NUMBER[given.chat],
        draw_ply=given.draw_ply,
    )


def timestamp(time: Any) -> Timestamp:
    made = Timestamp()
    made.FromDatetime(time)
    return made


def _rules(found: pb.Rules) -> m.TournamentRules:
    mode: Any = words.MODE[found.mode]
    return m.TournamentRules(
        name=found.name,
        mode=mode,
        time_control=time_control(found.time_control),
        start=when(found.start),
        format=words.FORMAT.get(found.format),
        rounds=found.rounds or None,
        minimum=found.minimum,
        maximum=found.maximum,
        min_rating=found.min_rating or None,
        max_rating=found.max_rating or None,
        late_entry=found.late_entry,
        half_point_for_missed=found.half_point_for_missed,
        half_byes=found.half_byes,
        tiebreaks=[words.TIEBREAK[one] for one in found.tiebreaks],
        repeat_policy=words.REPEAT_POLICY[found.repeat_policy],
        no_show_seconds=found.no_show_seconds,
        break_seconds=found.break_seconds,
        lead_seconds=found.lead_seconds,
        boards=found.boards,
        chat=words.CHAT_POLICY.get(found.chat, "all"),
        draw_ply=found.draw_ply,
    )


def tournament(found: pb.Tournament) -> m.Tournament:
    return m.Tournament(
        tournament_id=found.tournament_id,
        version=found.version,
        rules=_rules(found.rules),
        creator_player_id=found.creator_player_id or None,
        series=found.series or None,
        has_password=found.has_password,
        status=words.TOURNAMENT_STATUS[found.status],
        phase=words.PHASE.get(found.phase),
        phase_until=when_set(found, "phase_until"),
        format=words.FORMAT.get(found.format),
        total_rounds=found.total_rounds or None,
        round=found.round,
        participants=found.participants,
        created_at=when(found.created_at),
        ended_at=when_set(found, "ended_at"),
        end_reason=found.end_reason or None,
        helper_player_ids=list(found.helper_player_ids),
    )


def tournaments(found: Iterable[pb.Tournament], next_page_token: str = "") -> m.Tournaments:
    return m.Tournaments(
        tournaments=[tournament(one) for one in found], next_page_token=next_page_token or None
    )


def view(
    found: service_pb2.GetTournamentResponse, people: Iterable[account_pb2.Profile]
) -> m.TournamentView:
    return m.TournamentView(
        tournament=tournament(found.tournament),
        people=_people(people),
        own=_own(found.own) if found.HasField("own") else None,
        own_board=_board(found.own_board) if found.HasField("own_board") else None,
    )


def _people(found: Iterable[account_pb2.Profile]) -> list[m.TournamentPlayer]:
    return [m.TournamentPlayer(player_id=one.player_id, name=one.name) for one in found]


def _own(found: pb.Participant) -> m.OwnEntry:
    return m.OwnEntry(
        **_participant(found).model_dump(),
        byes=[
            m.AskedBye(round=number, kind=words.BYE_KIND[kind])
            for number, kind in sorted(found.byes.items())
        ],
        board_order=list(found.order_player_ids),
    )


def _participant(found: pb.Participant) -> m.Participant:
    return m.Participant(
        player_id=found.player_id,
        name=found.name,
        rating=found.rating,
        presence=words.PRESENCE[found.presence],
        captain_player_id=found.captain_player_id or None,
        members=[
            m.TeamMember(player_id=one.player_id, name=one.name, away=one.away)
            for one in found.members
        ],
    )


def participants(found: service_pb2.ListParticipantsResponse) -> m.Participants:
    return m.Participants(
        version=found.version, participants=[_participant(one) for one in found.participants]
    )


def _player(player_id: str, name: str) -> m.TournamentPlayer | None:
    return m.TournamentPlayer(player_id=player_id, name=name) if player_id else None


def _board(found: pb.Board) -> m.TournamentBoard:
    return m.TournamentBoard(
        number=found.number,
        game_id=found.game_id,
        first=_player(found.first_player_id, found.first_name),
        second=_player(found.second_player_id, found.second_name),
        result=words.BOARD_RESULT.get(found.result),
        fixed=found.fixed,
    )


def round_(found: service_pb2.GetRoundResponse) -> m.TournamentRound:
    one = found.round
    return m.TournamentRound(
        version=found.version,
        number=one.number,
        boards=[_board(board) for board in one.boards],
        total=found.total,
        matches=[
            m.TeamMatch(
                first=m.TournamentPlayer(player_id=match.first_clan_id, name=match.first_name),
                second=m.TournamentPlayer(player_id=match.second_clan_id, name=match.second_name),
                result=words.BOARD_RESULT.get(match.result),
                first_points=match.first_points,
                second_points=match.second_points,
            )
            for match in one.matches
        ],
        byes=[
            m.Bye(player_id=bye.player_id, name=bye.name, kind=words.BYE_KIND[bye.kind])
            for bye in one.byes
        ],
        paired_at=when(one.paired_at),
        starts_at=when(one.starts_at),
        engine=one.engine,
        relaxed=list(one.relaxed),
    )


def _line(found: pb.Line) -> m.RoundLine:
    return m.RoundLine(
        round=found.round,
        points=found.points,
        opponent=_player(found.opponent_player_id, found.opponent_name),
        begins=found.first,
        result=words.BOARD_RESULT.get(found.result),
        bye=words.BYE_KIND.get(found.bye),
        game_id=found.game_id or None,
    )


def _row(found: pb.Row) -> m.StandingsRow:
    return m.StandingsRow(
        rank=found.rank,
        player_id=found.player_id,
        name=found.name,
        number=found.number,
        rating=found.rating,
        points=found.points,
        values=list(found.values),
        presence=words.PRESENCE[found.presence],
        board_points=found.board_points if found.HasField("board_points") else None,
        lines=[_line(line) for line in found.lines],
    )


def standings(found: service_pb2.GetStandingsResponse) -> m.Standings:
    return m.Standings(
        version=found.version,
        rounds=found.rounds,
        final=found.final,
        tiebreaks=[words.TIEBREAK[one] for one in found.tiebreaks],
        edition=found.edition,
        rows=[_row(row) for row in found.rows],
        total=found.total,
    )


def now(
    found: service_pb2.GetTournamentResponse,
    table: service_pb2.GetStandingsResponse,
    last: service_pb2.GetRoundResponse | None,
) -> m.TournamentNow:
    return m.TournamentNow(
        tournament=tournament(found.tournament),
        standings=standings(table),
        round=None if last is None else round_(last),
    )


def acts(
    found: service_pb2.ListActsResponse, people: Iterable[account_pb2.Profile]
) -> m.OrganiserActs:
    return m.OrganiserActs(
        version=found.version,
        acts=[
            m.OrganiserAct(
                time=when(act.time),
                by_player_id=act.by_player_id,
                kind=act.kind,
                details=dict(act.details),
            )
            for act in found.acts
        ],
        people=_people(people),
    )
