"""Clans of a small account service: no rules, but what is asked is kept."""

from typing import Any

from double_account import Accounts
from google.protobuf.timestamp_pb2 import Timestamp
from servicekit.errors import Forbidden, NotFound
from x0.account.v1 import clans_pb2 as pb
from x0.account.v1.clans_pb2_grpc import ClanServiceServicer

NOW = Timestamp(seconds=5)


class Clans(ClanServiceServicer):
    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self.clans: dict[str, pb.Clan] = {}
        self.invited: dict[tuple[str, str], str] = {}
        self.keys: dict[str, str] = {}

    def _clan(self, clan_id: str) -> pb.Clan:
        if clan_id not in self.clans:
            raise NotFound("clan_not_found", "there is no such clan")
        return self.clans[clan_id]

    def _captain(self, clan: pb.Clan, caller: str) -> None:
        if clan.members[0].profile.player_id != caller:
            raise Forbidden("clan_rank_too_low", "your role in the clan does not allow this")

    def _add(self, clan: pb.Clan, player_id: str, role: Any) -> None:
        profile = self._accounts.profiles[player_id]
        clan.members.append(pb.ClanMember(profile=profile, role=role, since=NOW))
        clan.summary.members = len(clan.members)

    async def CreateClan(self, request: Any, context: Any) -> pb.CreateClanResponse:
        clan_id = self.keys.get(request.idempotency_key, f"c{len(self.clans)}")
        if clan_id not in self.clans:
            summary = pb.ClanSummary(
                clan_id=clan_id, name=request.name, tag=request.tag.upper(), created_at=NOW
            )
            clan = self.clans[clan_id] = pb.Clan(summary=summary, about=request.about)
            self._add(clan, request.caller_player_id, pb.CLAN_ROLE_CAPTAIN)
        if request.idempotency_key:
            self.keys[request.idempotency_key] = clan_id
        return pb.CreateClanResponse(clan=self.clans[clan_id])

    async def GetClan(self, request: Any, context: Any) -> pb.GetClanResponse:
        for clan in self.clans.values():
            if request.clan_id == clan.summary.clan_id or (
                (request.name or request.tag).lower()
                in (clan.summary.name.lower(), clan.summary.tag.lower())
            ):
                return pb.GetClanResponse(clan=clan)
        raise NotFound("clan_not_found", "there is no such clan")

    async def ListClans(self, request: Any, context: Any) -> pb.ListClansResponse:
        found = sorted((c.summary for c in self.clans.values()), key=lambda s: s.name)
        start = int(request.page_token or 0)
        end = start + request.page_size
        return pb.ListClansResponse(
            clans=found[start:end], next_page_token=str(end) if end < len(found) else ""
        )

    async def ListMemberships(self, request: Any, context: Any) -> pb.ListMembershipsResponse:
        return pb.ListMembershipsResponse(
            memberships=[
                pb.ClanMembership(clan=clan.summary, role=member.role, since=member.since)
                for clan in self.clans.values()
                for member in clan.members
                if member.profile.player_id == request.player_id
            ]
        )

    async def UpdateClan(self, request: Any, context: Any) -> pb.UpdateClanResponse:
        clan = self._clan(request.clan_id)
        self._captain(clan, request.caller_player_id)
        if request.HasField("name"):
            clan.summary.name = request.name
        if request.HasField("tag"):
            clan.summary.tag = request.tag
        if request.HasField("about"):
            clan.about = request.about
        return pb.UpdateClanResponse(clan=clan)

    async def CloseClan(self, request: Any, context: Any) -> pb.CloseClanResponse:
        self._captain(self._clan(request.clan_id), request.caller_player_id)
        del self.clans[request.clan_id]
        return pb.CloseClanResponse()

    async def SetClanRole(self, request: Any, context: Any) -> pb.SetClanRoleResponse:
        clan = self._clan(request.clan_id)
        self._captain(clan, request.caller_player_id)
        for member in clan.members:
            if member.profile.player_id == request.player_id:
                member.role = request.role
        return pb.SetClanRoleResponse(clan=clan)

    async def RemoveClanMember(self, request: Any, context: Any) -> pb.RemoveClanMemberResponse:
        clan = self._clan(request.clan_id)
        left = [m for m in clan.members if m.profile.player_id != request.player_id]
        del clan.members[:]
        clan.members.extend(left)
        return pb.RemoveClanMemberResponse()

    def _invitation(self, clan_id: str, player_id: str) -> pb.ClanInvitation:
        profiles = self._accounts.profiles
        return pb.ClanInvitation(
            clan=self._clan(clan_id).summary,
            invited=profiles[player_id],
            invited_by=profiles[self.invited[clan_id, player_id]],
            created_at=NOW,
        )

    async def InviteToClan(self, request: Any, context: Any) -> pb.InviteToClanResponse:
        self._captain(self._clan(request.clan_id), request.caller_player_id)
        self.invited[request.clan_id, request.player_id] = request.caller_player_id
        invitation = self._invitation(request.clan_id, request.player_id)
        return pb.InviteToClanResponse(invitation=invitation)

    async def RemoveClanInvitation(self, request: Any, context: Any) -> Any:
        if self.invited.pop((request.clan_id, request.player_id), None) is None:
            raise NotFound("invitation_not_found", "there is no such invitation")
        return pb.RemoveClanInvitationResponse()

    async def AcceptClanInvitation(self, request: Any, context: Any) -> Any:
        clan = self._clan(request.clan_id)
        if self.invited.pop((request.clan_id, request.caller_player_id), None) is None:
            raise NotFound("invitation_not_found", "there is no such invitation")
        self._add(clan, request.caller_player_id, pb.CLAN_ROLE_MEMBER)
        return pb.AcceptClanInvitationResponse(clan=clan)

    async def ListClanInvitations(self, request: Any, context: Any) -> Any:
        found = [self._invitation(c, p) for c, p in self.invited if c == request.clan_id]
        return pb.ListClanInvitationsResponse(invitations=found)

    async def ListMyClanInvitations(self, request: Any, context: Any) -> Any:
        found = [self._invitation(c, p) for c, p in self.invited if p == request.player_id]
        return pb.ListMyClanInvitationsResponse(invitations=found)
