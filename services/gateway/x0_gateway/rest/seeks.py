"""Finding somebody to play with."""

import asyncio

from fastapi import APIRouter
from servicekit.errors import Invalid, Refused
from x0.account.v1 import account_pb2 as account
from x0.game.v1 import game_pb2 as game
from x0.game.v1 import service_pb2 as pb
from x0.tournament.v1 import service_pb2 as tournament

from x0_gateway.backends import asked
from x0_gateway.models import seeks as m
from x0_gateway.rest.deps import (
    Anybody,
    IdempotencyKey,
    IdInPath,
    Paged,
    Player,
    Reader,
    Services,
    Use,
)
from x0_gateway.tokens import Identity
from x0_gateway.translate.seeks import inbox, seek, seeks
from x0_gateway.translate.settings import settings_in
from x0_gateway.translate.words import SEAT_NUMBER, SEEK_KIND_NUMBER

router = APIRouter(tags=["seeks"])


@router.post("/v1/seeks", status_code=201)
async def create_seek(
    body: m.SeekIn, services: Use, who: Player, idempotency_key: IdempotencyKey = None
) -> m.Seek:
    """Looks for somebody to play with."""
    request = pb.CreateSeekRequest(
        caller=who.caller,
        kind=SEEK_KIND_NUMBER[body.kind],
        settings=settings_in(body.settings),
        seat=SEAT_NUMBER[body.seat],
        idempotency_key=idempotency_key or "",
    )
    if isinstance(body, m.Challenge):
        who.require("challenge")
        request.to.CopyFrom(await _challenged(services, who, body.to))
    if body.kind == "quick" and not who.guest:
        blocked = await asked(
            services.backends.account.ListBlockedPlayers(
                account.ListBlockedPlayersRequest(player_id=who.player_id)
            )
        )
        request.avoid_player_ids.extend(profile.player_id for profile in blocked.profiles)
    return seek((await asked(services.backends.game.CreateSeek(request))).seek)


async def _challenged(services: Services, who: Identity, to: str) -> game.Player:
    """The player asked, if the two are on speaking terms."""
    if to == who.player_id:
        raise Invalid("bad_to", "nobody can challenge themselves")
    profile = (
        await asked(services.backends.account.GetProfile(account.GetProfileRequest(player_id=to)))
    ).profile
    if profile.deleted:
        raise Refused("player_deleted", "this player has left")
    check = account.CheckBlockedRequest(player_id=who.player_id, other_player_id=to)
    if (await asked(services.backends.account.CheckBlocked(check))).blocked:
        raise Refused("blocked", "this player cannot be challenged")
    return game.Player(player_id=to, name=profile.name, guest=profile.guest)


@router.get("/v1/seeks")
async def list_seeks(services: Use, page: Paged) -> m.Seeks:
    """The lobby, newest first, and how many wait in quick pairing."""
    request = pb.ListSeeksRequest(page_size=page.size, page_token=page.token)
    return seeks(await asked(services.backends.game.ListSeeks(request)))


@router.get("/v1/seeks/{seek_id}")
async def get_seek(seek_id: IdInPath, services: Use, who: Anybody) -> m.Seek:
    request = pb.GetSeekRequest(seek_id=seek_id, caller=who.caller if who else None)
    return seek((await asked(services.backends.game.GetSeek(request))).seek)


@router.post("/v1/seeks/{seek_id}/accept")
async def accept_seek(seek_id: IdInPath, services: Use, who: Player) -> m.Seek:
    """The answer names the game."""
    request = pb.AcceptSeekRequest(caller=who.caller, seek_id=seek_id)
    return seek((await asked(services.backends.game.AcceptSeek(request))).seek)


@router.post("/v1/seeks/{seek_id}/decline")
async def decline_seek(seek_id: IdInPath, services: Use, who: Player) -> m.Seek:
    request = pb.DeclineSeekRequest(caller=who.caller, seek_id=seek_id)
    return seek((await asked(services.backends.game.DeclineSeek(request))).seek)


@router.delete("/v1/seeks/{seek_id}")
async def cancel_seek(seek_id: IdInPath, services: Use, who: Player) -> m.Seek:
    request = pb.CancelSeekRequest(caller=who.caller, seek_id=seek_id)
    return seek((await asked(services.backends.game.CancelSeek(request))).seek)


@router.get("/v1/inbox")
async def get_inbox(services: Use, who: Reader) -> m.Inbox:
    """Unfinished games, challenges, own seeks, tournaments."""
    found, entered = await asyncio.gather(
        asked(services.backends.game.GetInbox(pb.GetInboxRequest(player_id=who.player_id))),
        asked(
            services.backends.tournament.ListOwnTournaments(
                tournament.ListOwnTournamentsRequest(player_id=who.player_id)
            )
        ),
    )
    return inbox(found, entered.tournaments)
