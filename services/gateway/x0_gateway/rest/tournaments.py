"""Tournaments: finding them, taking part, following rounds and table."""

from collections.abc import Awaitable, Iterable
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, Path, Query, Response
from servicekit import logs
from servicekit.errors import Forbidden, Unavailable
from x0.account.v1 import account_pb2 as account
from x0.tournament.v1 import service_pb2 as pb
from x0.tournament.v1 import tournament_pb2

from x0_gateway.backends import asked
from x0_gateway.models import tournaments as m
from x0_gateway.rest.deps import (
    Anybody,
    IdempotencyKey,
    IdInPath,
    Paged,
    Player,
    Reader,
    Services,
    Use,
    player_id,
)
from x0_gateway.translate import tournaments as translate
from x0_gateway.translate.words import EXPORT_FORMAT_NUMBER, TOURNAMENT_GROUP_NUMBER

router = APIRouter(tags=["tournaments"])
_log = logs.get("x0_gateway.tournaments")

TournamentInPath = Annotated[m.TournamentId, Path()]
RoundInPath = Annotated[int, Path(ge=1, le=1_000)]
Rows = Annotated[int, Query(ge=0, le=5_000, description="0: all.")]

_MEDIA = {
    "trf": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
_CALENDAR = "text/calendar; charset=utf-8"
# Of one list of acts.
_MOST_NAMED = 100


class _Changed(Protocol):
    """What every call that changes a tournament answers."""

    @property
    def tournament(self) -> tournament_pb2.Tournament: ...


async def changed(call: Awaitable[_Changed]) -> m.Tournament:
    return translate.tournament((await asked(call)).tournament)


def _file(*media: str) -> dict[int | str, dict[str, Any]]:
    content: dict[str, Any] = {one.partition(";")[0]: {} for one in media}
    return {200: {"description": "The file.", "content": content}}


@router.get("/v1/tournaments")
async def list_tournaments(
    services: Use, page: Paged, group: m.TournamentGroup = "coming"
) -> m.Tournaments:
    """Coming and running ones by their start; ended and cancelled ones latest first."""
    return await _listed(services, pb.ListTournamentsRequest(
        group=TOURNAMENT_GROUP_NUMBER[group], page_size=page.size, page_token=page.token
    ))  # fmt: skip


@router.get("/v1/players/{player}/tournaments")
async def list_tournaments_of_player(
    player: IdInPath, services: Use, page: Paged, group: m.TournamentGroup = "ended"
) -> m.Tournaments:
    """Those that the player has entered, also in a team."""
    return await _listed(services, pb.ListTournamentsRequest(
        group=TOURNAMENT_GROUP_NUMBER[group],
        page_size=page.size,
        page_token=page.token,
        player_id=player,
    ))  # fmt: skip


async def _listed(services: Services, request: pb.ListTournamentsRequest) -> m.Tournaments:
    found = await asked(services.backends.tournament.ListTournaments(request))
    return translate.tournaments(found.tournaments, found.next_page_token)


@router.get("/v1/own-tournaments")
async def list_own_tournaments(services: Use, who: Reader) -> m.Tournaments:
    """What concerns the player now: entered ones that are open, run, or were over an hour ago at
    most."""
    request = pb.ListOwnTournamentsRequest(player_id=who.player_id)
    found = await asked(services.backends.tournament.ListOwnTournaments(request))
    return translate.tournaments(found.tournaments)


@router.post("/v1/tournaments", status_code=201)
async def create_tournament(
    body: m.TournamentIn, services: Use, who: Player, idempotency_key: IdempotencyKey = None
) -> m.Tournament:
    """Starts by the clock. Guests create none."""
    if who.guest:
        raise Forbidden("guests_cannot_create", "register to create a tournament")
    request = pb.CreateTournamentRequest(
        caller_player_id=who.player_id,
        rules=translate.rules_in(body),
        password=body.password or "",
        idempotency_key=idempotency_key or "",
    )
    return await changed(services.backends.tournament.CreateTournament(request))


@router.get("/v1/tournaments/{tournament_id}")
async def get_tournament(
    tournament_id: TournamentInPath, services: Use, who: Anybody
) -> m.TournamentView:
    request = pb.GetTournamentRequest(tournament_id=tournament_id, caller_player_id=player_id(who))
    found = await asked(services.backends.tournament.GetTournament(request))
    one = found.tournament
    people = await _named(services, [one.creator_player_id, *one.helper_player_ids])
    return translate.view(found, people)


async def _named(services: Services, player_ids: Iterable[str]) -> list[account.Profile]:
    ids = [one for one in dict.fromkeys(player_ids) if one][:_MOST_NAMED]
    if not ids:
        return []
    request = account.BatchGetProfilesRequest(player_ids=ids)
    try:
        return list((await asked(services.backends.account.BatchGetProfiles(request))).profiles)
    except Unavailable as error:
        _log.warning("a tournament without names", **logs.describe(error))
        return []


# -- taking part --------------------------------------------------------------------------


@router.put("/v1/tournaments/{tournament_id}/entry")
async def join_tournament(
    tournament_id: TournamentInPath, body: m.EntryIn, services: Use, who: Player
) -> m.Tournament:
    """Enters, or comes back. Guests play no tournaments."""
    request = pb.JoinTournamentRequest(
        tournament_id=tournament_id,
        caller_player_id=who.player_id,
        caller_name=who.name,
        caller_guest=who.guest,
        password=body.password or "",
    )
    return await changed(services.backends.tournament.JoinTournament(request))


@router.delete("/v1/tournaments/{tournament_id}/entry")
async def leave_tournament(
    tournament_id: TournamentInPath, services: Use, who: Player
) -> m.Tournament:
    """What is being played is played on. Captains withdraw their team."""
    request = pb.LeaveTournamentRequest(tournament_id=tournament_id, caller_player_id=who.player_id)
    return await changed(services.backends.tournament.LeaveTournament(request))


@router.post("/v1/tournaments/{tournament_id}/pause")
async def pause_tournament(
    tournament_id: TournamentInPath, services: Use, who: Player
) -> m.Tournament:
    """Not paired until `resume`."""
    request = pb.PauseTournamentRequest(tournament_id=tournament_id, caller_player_id=who.player_id)
    return await changed(services.backends.tournament.PauseTournament(request))


@router.post("/v1/tournaments/{tournament_id}/resume")
async def resume_tournament(
    tournament_id: TournamentInPath, services: Use, who: Player
) -> m.Tournament:
    request = pb.ResumeTournamentRequest(
        tournament_id=tournament_id, caller_player_id=who.player_id
    )
    return await changed(services.backends.tournament.ResumeTournament(request))


@router.put("/v1/tournaments/{tournament_id}/byes/{round}")
async def request_bye(
    tournament_id: TournamentInPath,
    round: RoundInPath,
    body: m.ByeIn,
    services: Use,
    who: Player,
) -> m.Tournament:
    """In a round that is not paired yet; half a point where the settings allow it."""
    request = pb.RequestByeRequest(
        tournament_id=tournament_id, caller_player_id=who.player_id, round=round, half=body.half
    )
    return await changed(services.backends.tournament.RequestBye(request))


@router.delete("/v1/tournaments/{tournament_id}/byes/{round}")
async def drop_bye(
    tournament_id: TournamentInPath, round: RoundInPath, services: Use, who: Player
) -> m.Tournament:
    """Plays after all in a round that is not paired yet."""
    request = pb.RequestByeRequest(
        tournament_id=tournament_id, caller_player_id=who.player_id, round=round, drop=True
    )
    return await changed(services.backends.tournament.RequestBye(request))


@router.put("/v1/tournaments/{tournament_id}/team")
async def enter_team(
    tournament_id: TournamentInPath, body: m.TeamIn, services: Use, who: Player
) -> m.Tournament:
    """The team of a clan, by its captain; until the start it may be changed."""
    request = pb.EnterTeamRequest(
        tournament_id=tournament_id,
        caller_player_id=who.player_id,
        clan_id=body.clan_id,
        member_player_ids=body.members,
        password=body.password or "",
    )
    return await changed(services.backends.tournament.EnterTeam(request))


@router.put("/v1/tournaments/{tournament_id}/board-order")
async def order_boards(
    tournament_id: TournamentInPath, body: m.BoardOrderIn, services: Use, who: Player
) -> m.Tournament:
    """Of the captain's team in the next round, until that is paired."""
    request = pb.OrderBoardsRequest(
        tournament_id=tournament_id, caller_player_id=who.player_id, player_ids=body.players
    )
    return await changed(services.backends.tournament.OrderBoards(request))


# -- following ----------------------------------------------------------------------------


@router.get("/v1/tournaments/{tournament_id}/participants")
async def list_participants(tournament_id: TournamentInPath, services: Use) -> m.Participants:
    request = pb.ListParticipantsRequest(tournament_id=tournament_id)
    return translate.participants(
        await asked(services.backends.tournament.ListParticipants(request))
    )


@router.get("/v1/tournaments/{tournament_id}/standings")
async def get_standings(
    tournament_id: TournamentInPath,
    services: Use,
    crosstable: Annotated[bool, Query(description="With the lines of every row.")] = False,
    top: Rows = 0,
    skip: Annotated[int, Query(ge=0, le=5_000)] = 0,
) -> m.Standings:
    """Live and final; of games that are over."""
    request = pb.GetStandingsRequest(
        tournament_id=tournament_id, crosstable=crosstable, top=top, skip=skip
    )
    return translate.standings(await asked(services.backends.tournament.GetStandings(request)))


@router.get("/v1/tournaments/{tournament_id}/standings/{player}")
async def get_standing(
    tournament_id: TournamentInPath, player: IdInPath, services: Use
) -> m.Standings:
    """The one row of a player, or of their team, with its lines."""
    request = pb.GetStandingsRequest(tournament_id=tournament_id, player_id=player)
    return translate.standings(await asked(services.backends.tournament.GetStandings(request)))


@router.get("/v1/tournaments/{tournament_id}/rounds/{round}")
async def get_round(
    tournament_id: TournamentInPath, round: RoundInPath, services: Use, top: Rows = 0
) -> m.TournamentRound:
    """`top`: so many boards."""
    request = pb.GetRoundRequest(tournament_id=tournament_id, round=round, top=top)
    return translate.round_(await asked(services.backends.tournament.GetRound(request)))


@router.get("/v1/tournaments/{tournament_id}/acts")
async def list_acts(tournament_id: TournamentInPath, services: Use) -> m.OrganiserActs:
    """What the organisers did, for everybody."""
    request = pb.ListActsRequest(tournament_id=tournament_id)
    found = await asked(services.backends.tournament.ListActs(request))
    spoken_of = [
        player
        for act in reversed(found.acts)
        for player in (act.by_player_id, *(act.details[key] for key in ("player", "first", "second")
                                           if key in act.details))
    ]  # fmt: skip
    return translate.acts(found, await _named(services, spoken_of))


@router.get(
    "/v1/tournaments/{tournament_id}/export/{format}",
    response_class=Response,
    responses=_file(*_MEDIA.values()),
)
async def export_tournament(
    tournament_id: TournamentInPath, format: m.ExportFormat, services: Use
) -> Response:
    """The table as a file: FIDE TRF26, CSV or JSON."""
    request = pb.ExportTournamentRequest(
        tournament_id=tournament_id, format=EXPORT_FORMAT_NUMBER[format]
    )
    found = await asked(services.backends.tournament.ExportTournament(request))
    name = f"{tournament_id.replace(':', '-')}.{format}"
    return Response(
        found.content,
        media_type=_MEDIA[format],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/v1/calendar.ics", response_class=Response, responses=_file(_CALENDAR))
async def get_calendar(services: Use) -> Response:
    """Coming tournaments as an iCalendar feed, to subscribe to."""
    request = pb.ExportCalendarRequest(site=services.settings.public_url.rstrip("/"))
    found = await asked(services.backends.tournament.ExportCalendar(request))
    return Response(
        found.content, media_type=_CALENDAR, headers={"Cache-Control": "public, max-age=300"}
    )
