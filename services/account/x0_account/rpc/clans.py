"""Clans: protobuf <-> use cases."""

from typing import Any

from servicekit.errors import Invalid
from servicekit.wire import timestamp
from x0.account.v1 import clans_pb2 as pb
from x0.account.v1.clans_pb2_grpc import ClanServiceServicer

from x0_account.domain import clans as domain
from x0_account.domain.clans import Clan, ClanRow, Rank
from x0_account.rpc.accounts import profile
from x0_account.service.clans import Clans, Invited

SERVICE_NAME = pb.DESCRIPTOR.services_by_name["ClanService"].full_name

_RANK = {
    pb.CLAN_ROLE_CAPTAIN: Rank.CAPTAIN,
    pb.CLAN_ROLE_OFFICER: Rank.OFFICER,
    pb.CLAN_ROLE_MEMBER: Rank.MEMBER,
}
_ROLE = {rank: role for role, rank in _RANK.items()}


class ClanRpc(ClanServiceServicer):
    def __init__(self, clans: Clans) -> None:
        self._clans = clans

    # -- clans ------------------------------------------------------------------------

    async def CreateClan(
        self, request: pb.CreateClanRequest, context: Any
    ) -> pb.CreateClanResponse:
        clan = await self._clans.create(
            request.caller_player_id,
            request.name,
            request.tag,
            request.about,
            request.idempotency_key,
        )
        return pb.CreateClanResponse(clan=await self._whole(clan))

    async def GetClan(self, request: pb.GetClanRequest, context: Any) -> pb.GetClanResponse:
        match request.WhichOneof("which"):
            case "clan_id":
                clan = await self._clans.clan(request.clan_id)
            case "name":
                clan = await self._clans.by_name(request.name)
            case "tag":
                clan = await self._clans.by_tag(request.tag)
            case _:
                raise Invalid("bad_request", "give an id, a name or a tag")
        return pb.GetClanResponse(clan=await self._whole(clan))

    async def ListClans(self, request: pb.ListClansRequest, context: Any) -> pb.ListClansResponse:
        rows, token = await self._clans.page(request.page_size, request.page_token)
        return pb.ListClansResponse(clans=[_summary(row) for row in rows], next_page_token=token)

    async def ListMemberships(
        self, request: pb.ListMembershipsRequest, context: Any
    ) -> pb.ListMembershipsResponse:
        return pb.ListMembershipsResponse(
            memberships=[
                pb.ClanMembership(
                    clan=_summary(row), role=_ROLE[own.rank], since=timestamp(own.since)
                )
                for row, own in await self._clans.of_player(request.player_id)
            ]
        )

    async def UpdateClan(
        self, request: pb.UpdateClanRequest, context: Any
    ) -> pb.UpdateClanResponse:
        clan = await self._clans.edit(
            request.caller_player_id,
            request.clan_id,
            request.name if request.HasField("name") else None,
            request.tag if request.HasField("tag") else None,
            request.about if request.HasField("about") else None,
        )
        return pb.UpdateClanResponse(clan=await self._whole(clan))

    async def CloseClan(self, request: pb.CloseClanRequest, context: Any) -> pb.CloseClanResponse:
        await self._clans.close(request.caller_player_id, request.clan_id, request.name)
        return pb.CloseClanResponse()

    # -- members ----------------------------------------------------------------------

    async def SetClanRole(
        self, request: pb.SetClanRoleRequest, context: Any
    ) -> pb.SetClanRoleResponse:
        rank = _RANK.get(request.role)
        if rank is None:
            raise Invalid("bad_clan_role", "unknown role")
        clan = await self._clans.set_rank(
            request.caller_player_id, request.clan_id, request.player_id, rank
        )
        return pb.SetClanRoleResponse(clan=await self._whole(clan))

    async def RemoveClanMember(
        self, request: pb.RemoveClanMemberRequest, context: Any
    ) -> pb.RemoveClanMemberResponse:
        await self._clans.remove(request.caller_player_id, request.clan_id, request.player_id)
        return pb.RemoveClanMemberResponse()

    # -- invitations ------------------------------------------------------------------

    async def InviteToClan(
        self, request: pb.InviteToClanRequest, context: Any
    ) -> pb.InviteToClanResponse:
        invited = await self._clans.invite(
            request.caller_player_id, request.clan_id, request.player_id
        )
        return pb.InviteToClanResponse(invitation=_invitation(invited))

    async def RemoveClanInvitation(
        self, request: pb.RemoveClanInvitationRequest, context: Any
    ) -> pb.RemoveClanInvitationResponse:
        await self._clans.uninvite(request.caller_player_id, request.clan_id, request.player_id)
        return pb.RemoveClanInvitationResponse()

    async def AcceptClanInvitation(
        self, request: pb.AcceptClanInvitationRequest, context: Any
    ) -> pb.AcceptClanInvitationResponse:
        clan = await self._clans.accept(request.caller_player_id, request.clan_id)
        return pb.AcceptClanInvitationResponse(clan=await self._whole(clan))

    async def ListClanInvitations(
        self, request: pb.ListClanInvitationsRequest, context: Any
    ) -> pb.ListClanInvitationsResponse:
        found = await self._clans.invitations(request.caller_player_id, request.clan_id)
        return pb.ListClanInvitationsResponse(invitations=[_invitation(one) for one in found])

    async def ListMyClanInvitations(
        self, request: pb.ListMyClanInvitationsRequest, context: Any
    ) -> pb.ListMyClanInvitationsResponse:
        found = await self._clans.invitations_of(request.player_id)
        return pb.ListMyClanInvitationsResponse(invitations=[_invitation(one) for one in found])

    async def _whole(self, clan: Clan) -> pb.Clan:
        return pb.Clan(
            summary=_summary(domain.row(clan)),
            about=clan.about,
            members=[
                pb.ClanMember(
                    profile=profile(player),
                    role=_ROLE[member.rank],
                    since=timestamp(member.since),
                )
                for player, member in await self._clans.members(clan)
            ],
        )


def _summary(row: ClanRow) -> pb.ClanSummary:
    return pb.ClanSummary(
        clan_id=row.clan_id,
        name=row.name,
        tag=row.tag,
        members=row.members,
        created_at=timestamp(row.created),
    )


def _invitation(invited: Invited) -> pb.ClanInvitation:
    return pb.ClanInvitation(
        clan=_summary(invited.clan),
        invited=profile(invited.player),
        invited_by=profile(invited.by),
        created_at=timestamp(invited.invitation.created),
    )
