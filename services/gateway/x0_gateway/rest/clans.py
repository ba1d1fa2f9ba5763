"""Clans: standing groups of players with a captain."""

from typing import Annotated

from fastapi import APIRouter, Query
from servicekit.errors import NotFound
from x0.account.v1 import clans_pb2 as pb

from x0_gateway.backends import asked
from x0_gateway.models import clans as m
from x0_gateway.rest.deps import IdempotencyKey, IdInPath, Owner, Paged, Reader, Services, Use
from x0_gateway.translate import clans as translate
from x0_gateway.translate.words import CLAN_ROLE_NUMBER

router = APIRouter(tags=["clans"])

Sought = Annotated[str | None, Query(min_length=1, max_length=64)]


@router.post("/v1/clans", status_code=201)
async def create_clan(
    body: m.ClanIn, services: Use, who: Owner, idempotency_key: IdempotencyKey = None
) -> m.Clan:
    """A new clan, whose captain the player is. A player is in five clans at most; guests are in
    none."""
    request = pb.CreateClanRequest(
        caller_player_id=who.player_id,
        name=body.name,
        tag=body.tag,
        about=body.about,
        idempotency_key=idempotency_key or "",
    )
    return translate.clan((await asked(services.backends.clans.CreateClan(request))).clan)


@router.get("/v1/clans")
async def list_clans(
    services: Use, page: Paged, name: Sought = None, tag: Sought = None
) -> m.Clans:
    """All clans by name, page by page. With `name` or `tag`, those that are called so, whatever
    the capitals; none when there are none."""
    if name is None and tag is None:
        request = pb.ListClansRequest(page_size=page.size, page_token=page.token)
        answer = await asked(services.backends.clans.ListClans(request))
        return translate.clans(answer.clans, answer.next_page_token)
    found: dict[str, pb.ClanSummary] = {}
    if name is not None:
        found |= await _called(services, pb.GetClanRequest(name=name))
    if tag is not None:
        found |= await _called(services, pb.GetClanRequest(tag=tag))
    return translate.clans(found.values())


async def _called(services: Services, query: pb.GetClanRequest) -> dict[str, pb.ClanSummary]:
    try:
        summary = (await asked(services.backends.clans.GetClan(query))).clan.summary
    except NotFound:
        return {}
    return {summary.clan_id: summary}


@router.get("/v1/clans/{clan_id}")
async def get_clan(clan_id: IdInPath, services: Use) -> m.Clan:
    request = pb.GetClanRequest(clan_id=clan_id)
    return translate.clan((await asked(services.backends.clans.GetClan(request))).clan)


@router.patch("/v1/clans/{clan_id}")
async def update_clan(clan_id: IdInPath, body: m.ClanEdit, services: Use, who: Owner) -> m.Clan:
    """The captain changes everything, officers `about`."""
    request = pb.UpdateClanRequest(
        caller_player_id=who.player_id,
        clan_id=clan_id,
        name=body.name,
        tag=body.tag,
        about=body.about,
    )
    return translate.clan((await asked(services.backends.clans.UpdateClan(request))).clan)


@router.delete("/v1/clans/{clan_id}", status_code=204)
async def close_clan(clan_id: IdInPath, body: m.CloseClanIn, services: Use, who: Owner) -> None:
    """For ever, by the captain. The clan's name says that it is meant."""
    request = pb.CloseClanRequest(caller_player_id=who.player_id, clan_id=clan_id, name=body.name)
    await asked(services.backends.clans.CloseClan(request))


# -- members ------------------------------------------------------------------------------


@router.get("/v1/players/{player}/clans")
async def list_clans_of_player(player: IdInPath, services: Use) -> m.ClanMemberships:
    """The one joined first before the others."""
    request = pb.ListMembershipsRequest(player_id=player)
    return translate.memberships(await asked(services.backends.clans.ListMemberships(request)))


@router.put("/v1/clans/{clan_id}/members/{player_id}")
async def set_clan_role(
    clan_id: IdInPath, player_id: IdInPath, body: m.ClanRoleIn, services: Use, who: Owner
) -> m.Clan:
    """By the captain. `captain` hands the captaincy over: who had it is an officer then."""
    request = pb.SetClanRoleRequest(
        caller_player_id=who.player_id,
        clan_id=clan_id,
        player_id=player_id,
        role=CLAN_ROLE_NUMBER[body.role],
    )
    return translate.clan((await asked(services.backends.clans.SetClanRole(request))).clan)


@router.delete("/v1/clans/{clan_id}/members/{player_id}", status_code=204)
async def remove_clan_member(
    clan_id: IdInPath, player_id: IdInPath, services: Use, who: Owner
) -> None:
    """Leaving, for oneself. The captain removes anybody, officers remove members. A captain hands
    over before leaving; the last one to leave closes the clan."""
    request = pb.RemoveClanMemberRequest(
        caller_player_id=who.player_id, clan_id=clan_id, player_id=player_id
    )
    await asked(services.backends.clans.RemoveClanMember(request))


# -- invitations --------------------------------------------------------------------------


@router.get("/v1/clans/{clan_id}/invitations")
async def list_invitations_of_clan(
    clan_id: IdInPath, services: Use, who: Reader
) -> m.ClanInvitations:
    """Those that wait, oldest first; for the captain and officers."""
    request = pb.ListClanInvitationsRequest(caller_player_id=who.player_id, clan_id=clan_id)
    answer = await asked(services.backends.clans.ListClanInvitations(request))
    return translate.invitations(answer.invitations)


@router.put("/v1/clans/{clan_id}/invitations/{player_id}")
async def invite_to_clan(
    clan_id: IdInPath, player_id: IdInPath, services: Use, who: Owner
) -> m.ClanInvitation:
    """By the captain and officers; nobody whom they or who has blocked the other."""
    request = pb.InviteToClanRequest(
        caller_player_id=who.player_id, clan_id=clan_id, player_id=player_id
    )
    answer = await asked(services.backends.clans.InviteToClan(request))
    return translate.invitation(answer.invitation)


@router.delete("/v1/clans/{clan_id}/invitations/{player_id}", status_code=204)
async def withdraw_clan_invitation(
    clan_id: IdInPath, player_id: IdInPath, services: Use, who: Owner
) -> None:
    """By the captain and officers."""
    await _remove_invitation(services, who.player_id, clan_id, player_id)


@router.get("/v1/clan-invitations")
async def list_my_clan_invitations(services: Use, who: Reader) -> m.ClanInvitations:
    """Newest first; without those by players whom the player has blocked."""
    request = pb.ListMyClanInvitationsRequest(player_id=who.player_id)
    answer = await asked(services.backends.clans.ListMyClanInvitations(request))
    return translate.invitations(answer.invitations)


@router.post("/v1/clan-invitations/{clan_id}/accept")
async def accept_clan_invitation(clan_id: IdInPath, services: Use, who: Owner) -> m.Clan:
    """A player is in five clans at most."""
    request = pb.AcceptClanInvitationRequest(caller_player_id=who.player_id, clan_id=clan_id)
    answer = await asked(services.backends.clans.AcceptClanInvitation(request))
    return translate.clan(answer.clan)


@router.post("/v1/clan-invitations/{clan_id}/decline", status_code=204)
async def decline_clan_invitation(clan_id: IdInPath, services: Use, who: Owner) -> None:
    await _remove_invitation(services, who.player_id, clan_id, who.player_id)


async def _remove_invitation(services: Services, caller: str, clan_id: str, player_id: str) -> None:
    request = pb.RemoveClanInvitationRequest(
        caller_player_id=caller, clan_id=clan_id, player_id=player_id
    )
    await asked(services.backends.clans.RemoveClanInvitation(request))
