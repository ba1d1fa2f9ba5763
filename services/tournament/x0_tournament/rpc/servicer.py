"""TournamentService: translation only."""

from typing import Any

from servicekit.errors import Forbidden, Invalid, NotFound
from servicekit.refusals import by_kind, translated
from servicekit.wire import enum_text, millis, page_size, page_token, read_page_token
from x0.tournament.v1 import service_pb2 as pb
from x0.tournament.v1 import tournament_pb2
from x0.tournament.v1.service_pb2_grpc import TournamentServiceServicer

from x0_tournament.domain.errors import BadRules, NotAllowed, Refusal
from x0_tournament.domain.standings import Table
from x0_tournament.domain.tournament import Tournament, row_of
from x0_tournament.rpc import translate
from x0_tournament.service.exports import Exports
from x0_tournament.service.tournaments import Tournaments

SERVICE_NAME = pb.DESCRIPTOR.services_by_name["TournamentService"].full_name


_error = by_kind({NotAllowed: Forbidden, BadRules: Invalid})
refusals = translated(Refusal, _error)


def _caller(player: str) -> str:
    if not player:
        raise Invalid("caller_missing", "a call that acts says for whom")
    return player


def _message(t: Tournament) -> tournament_pb2.Tournament:
    return translate.tournament_message(t)


class TournamentRpc(TournamentServiceServicer):
    def __init__(self, tournaments: Tournaments, exports: Exports) -> None:
        self._tournaments = tournaments
        self._exports = exports

    @refusals
    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Any
    ) -> pb.CreateTournamentResponse:
        made = await self._tournaments.create(
            _caller(request.caller_player_id),
            translate.rules_from(request.rules),
            request.password,
            request.idempotency_key[:200],
        )
        return pb.CreateTournamentResponse(tournament=_message(made))

    @refusals
    async def GetTournament(
        self, request: pb.GetTournamentRequest, context: Any
    ) -> pb.GetTournamentResponse:
        t = await self._tournaments.reads.tournament(request.tournament_id)
        response = pb.GetTournamentResponse(tournament=_message(t))
        own = t.entry_of(request.caller_player_id) or t.team_of(request.caller_player_id)
        if own is not None:
            response.own.CopyFrom(translate.own_message(t, own))
        for number, board in enumerate(t.rounds[-1].boards if t.rounds else (), 1):
            if request.caller_player_id and request.caller_player_id in (board.first, board.second):
                response.own_board.CopyFrom(
                    translate.board_message(t, t.rounds[-1], number, translate.names(t))
                )
        return response

    @refusals
    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, context: Any
    ) -> pb.ListTournamentsResponse:
        group = enum_text(pb.TournamentGroup, request.group)
        if not group:
            raise Invalid("bad_tournament_group", "coming, running or ended")
        size = page_size(request.page_size, default=20, most=100)
        token = read_page_token(request.page_token, (int, str))
        after = (token[0], token[1]) if token else None
        page = await self._tournaments.page(group, request.player_id, after, size)
        more = ""
        if len(page) == size:
            last = page[-1].tournament
            more = page_token(last.ended_at if last.over else last.rules.start, last.id)
        return pb.ListTournamentsResponse(
            tournaments=[translate.tournament_message(head.tournament, head) for head in page],
            next_page_token=more,
        )

    @refusals
    async def ListOwnTournaments(
        self, request: pb.ListOwnTournamentsRequest, context: Any
    ) -> pb.ListOwnTournamentsResponse:
        found = await self._tournaments.own(_caller(request.player_id))
        return pb.ListOwnTournamentsResponse(
            tournaments=[translate.tournament_message(head.tournament, head) for head in found]
        )

    @refusals
    async def JoinTournament(
        self, request: pb.JoinTournamentRequest, context: Any
    ) -> pb.JoinTournamentResponse:
        t = await self._tournaments.join(
            request.tournament_id,
            _caller(request.caller_player_id),
            request.caller_name,
            request.caller_guest,
            request.password[:100],
        )
        return pb.JoinTournamentResponse(tournament=_message(t))

    @refusals
    async def EnterTeam(self, request: pb.EnterTeamRequest, context: Any) -> pb.EnterTeamResponse:
        t = await self._tournaments.enter_team(
            request.tournament_id,
            _caller(request.caller_player_id),
            request.clan_id,
            list(request.member_player_ids)[:50],
            request.password[:100],
        )
        return pb.EnterTeamResponse(tournament=_message(t))

    @refusals
    async def OrderBoards(
        self, request: pb.OrderBoardsRequest, context: Any
    ) -> pb.OrderBoardsResponse:
        who = _caller(request.caller_player_id)
        order = list(request.player_ids)[:50]
        t = await self._tournaments.order_boards(request.tournament_id, who, order)
        return pb.OrderBoardsResponse(tournament=_message(t))

    @refusals
    async def LeaveTournament(
        self, request: pb.LeaveTournamentRequest, context: Any
    ) -> pb.LeaveTournamentResponse:
        who = _caller(request.caller_player_id)
        t = await self._tournaments.leave(request.tournament_id, who)
        return pb.LeaveTournamentResponse(tournament=_message(t))

    @refusals
    async def PauseTournament(
        self, request: pb.PauseTournamentRequest, context: Any
    ) -> pb.PauseTournamentResponse:
        who = _caller(request.caller_player_id)
        t = await self._tournaments.pause(request.tournament_id, who)
        return pb.PauseTournamentResponse(tournament=_message(t))

    @refusals
    async def ResumeTournament(
        self, request: pb.ResumeTournamentRequest, context: Any
    ) -> pb.ResumeTournamentResponse:
        who = _caller(request.caller_player_id)
        t = await self._tournaments.resume(request.tournament_id, who)
        return pb.ResumeTournamentResponse(tournament=_message(t))

    @refusals
    async def RequestBye(
        self, request: pb.RequestByeRequest, context: Any
    ) -> pb.RequestByeResponse:
        who = _caller(request.caller_player_id)
        id, round = request.tournament_id, request.round
        if request.drop:
            t = await self._tournaments.drop_bye(id, who, round)
        else:
            t = await self._tournaments.ask_bye(id, who, round, request.half)
        return pb.RequestByeResponse(tournament=_message(t))

    @refusals
    async def ListParticipants(
        self, request: pb.ListParticipantsRequest, context: Any
    ) -> pb.ListParticipantsResponse:
        t = await self._tournaments.reads.tournament(request.tournament_id)
        return pb.ListParticipantsResponse(
            version=t.version,
            participants=[
                translate.participant_message(entry)
                for entry in sorted(t.entries.values(), key=lambda one: one.entered)
            ],
        )

    @refusals
    async def GetStandings(
        self, request: pb.GetStandingsRequest, context: Any
    ) -> pb.GetStandingsResponse:
        def part(t: Tournament, table: Table) -> pb.GetStandingsResponse:
            if request.player_id:
                own = row_of(t, table, request.player_id)
                if own is None:
                    raise NotFound("not_in_tournament", "this player does not take part")
                return translate.standings_message(t, table, [own], lines=True)
            first = max(request.skip, 0)
            rows = table.rows[first : first + request.top if request.top > 0 else None]
            return translate.standings_message(t, table, rows, lines=request.crosstable)

        # Rows of single players are cheap, and there are too many of them to be kept.
        key = "" if request.player_id else f"{request.top} {request.skip} {request.crosstable}"
        return await self._tournaments.reads.answer(request.tournament_id, part, key)

    @refusals
    async def GetRound(self, request: pb.GetRoundRequest, context: Any) -> pb.GetRoundResponse:
        t = await self._tournaments.reads.tournament(request.tournament_id)
        one = t.round(request.round or len(t.rounds))
        if one is None:
            raise NotFound("unknown_round", "there is no such round yet")
        return pb.GetRoundResponse(
            version=t.version,
            round=translate.round_message(t, one, request.top),
            total=len(one.boards),
        )

    @refusals
    async def ListActs(self, request: pb.ListActsRequest, context: Any) -> pb.ListActsResponse:
        t = await self._tournaments.reads.tournament(request.tournament_id)
        acts = [translate.act_message(act) for act in t.acts]
        return pb.ListActsResponse(version=t.version, acts=acts)

    @refusals
    async def ExportTournament(
        self, request: pb.ExportTournamentRequest, context: Any
    ) -> pb.ExportTournamentResponse:
        kind = enum_text(pb.ExportFormat, request.format)
        if not kind:
            raise Invalid("bad_export_format", "trf, csv or json")
        text = await self._exports.tournament(request.tournament_id, kind)
        return pb.ExportTournamentResponse(content=text.encode())

    @refusals
    async def ExportCalendar(
        self, request: pb.ExportCalendarRequest, context: Any
    ) -> pb.ExportCalendarResponse:
        text = await self._exports.calendar(request.site)
        return pb.ExportCalendarResponse(content=text.encode())

    @refusals
    async def RemoveParticipant(
        self, request: pb.RemoveParticipantRequest, context: Any
    ) -> pb.RemoveParticipantResponse:
        by = _caller(request.caller_player_id)
        t = await self._tournaments.remove(request.tournament_id, by, request.player_id)
        return pb.RemoveParticipantResponse(tournament=_message(t))

    @refusals
    async def CorrectResult(
        self, request: pb.CorrectResultRequest, context: Any
    ) -> pb.CorrectResultResponse:
        t = await self._tournaments.correct(
            request.tournament_id,
            _caller(request.caller_player_id),
            request.round,
            request.board,
            translate.result_from(request.result),
        )
        return pb.CorrectResultResponse(tournament=_message(t))

    @refusals
    async def ForbidPair(
        self, request: pb.ForbidPairRequest, context: Any
    ) -> pb.ForbidPairResponse:
        by = _caller(request.caller_player_id)
        t = await self._tournaments.forbid(
            request.tournament_id, by, request.first_player_id, request.second_player_id
        )
        return pb.ForbidPairResponse(tournament=_message(t))

    @refusals
    async def PairAgain(self, request: pb.PairAgainRequest, context: Any) -> pb.PairAgainResponse:
        by = _caller(request.caller_player_id)
        t = await self._tournaments.pair_again(request.tournament_id, by)
        return pb.PairAgainResponse(tournament=_message(t))

    @refusals
    async def PostponeTournament(
        self, request: pb.PostponeTournamentRequest, context: Any
    ) -> pb.PostponeTournamentResponse:
        by = _caller(request.caller_player_id)
        t = await self._tournaments.postpone(request.tournament_id, by, millis(request.start))
        return pb.PostponeTournamentResponse(tournament=_message(t))

    @refusals
    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: Any
    ) -> pb.CancelTournamentResponse:
        by = _caller(request.caller_player_id)
        t = await self._tournaments.cancel(request.tournament_id, by)
        return pb.CancelTournamentResponse(tournament=_message(t))

    @refusals
    async def NameHelper(
        self, request: pb.NameHelperRequest, context: Any
    ) -> pb.NameHelperResponse:
        by = _caller(request.caller_player_id)
        t = await self._tournaments.name_helper(request.tournament_id, by, request.player_id)
        return pb.NameHelperResponse(tournament=_message(t))
