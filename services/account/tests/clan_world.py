"""Clans through two real servers on one store."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

from account_stack import PASSWORD, Running, refused, register
from grpc import aio
from servicekit import grpc_client
from x0.account.v1 import account_pb2
from x0.account.v1 import clans_pb2 as pb

_numbers = itertools.count()


def letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:03}")


class World:
    """Players and clans by short names; calls go to both instances in turn."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self._turn = itertools.count()

    @property
    def stub(self) -> Any:
        return self.running.clans[next(self._turn) % 2]

    @property
    def clans(self) -> Any:
        return self.running.database["account_clans"]

    @property
    def players(self) -> Any:
        return self.running.database["account_players"]

    async def player(self) -> str:
        return (await register(self.running, f"Clan_player_{letters(next(_numbers))}")).player_id

    async def some(self, count: int) -> list[str]:
        return [await self.player() for _ in range(count)]

    async def create(self, captain: str, **more: Any) -> pb.Clan:
        number = letters(next(_numbers))
        given = {"name": f"Clan {number}", "tag": f"q{number}", **more}
        request = pb.CreateClanRequest(caller_player_id=captain, **given)
        return (await self.stub.CreateClan(request)).clan

    async def invite(self, clan: pb.Clan, by: str, player: str) -> pb.ClanInvitation:
        request = pb.InviteToClanRequest(
            caller_player_id=by, clan_id=clan.summary.clan_id, player_id=player
        )
        return (await self.stub.InviteToClan(request)).invitation

    async def accept(self, clan: pb.Clan, player: str) -> pb.Clan:
        request = pb.AcceptClanInvitationRequest(
            caller_player_id=player, clan_id=clan.summary.clan_id
        )
        return (await self.stub.AcceptClanInvitation(request)).clan

    async def uninvite(self, clan: pb.Clan, by: str, player: str) -> None:
        await self.stub.RemoveClanInvitation(
            pb.RemoveClanInvitationRequest(
                caller_player_id=by, clan_id=clan.summary.clan_id, player_id=player
            )
        )

    async def join(self, clan: pb.Clan, captain: str, *players: str) -> None:
        for player in players:
            await self.invite(clan, captain, player)
            await self.accept(clan, player)

    async def remove(self, clan: pb.Clan, by: str, player: str) -> None:
        await self.stub.RemoveClanMember(
            pb.RemoveClanMemberRequest(
                caller_player_id=by, clan_id=clan.summary.clan_id, player_id=player
            )
        )

    async def role(self, clan: pb.Clan, by: str, player: str, role: Any) -> pb.Clan:
        request = pb.SetClanRoleRequest(
            caller_player_id=by, clan_id=clan.summary.clan_id, player_id=player, role=role
        )
        return (await self.stub.SetClanRole(request)).clan

    async def get(self, clan: pb.Clan) -> pb.Clan:
        return (await self.stub.GetClan(pb.GetClanRequest(clan_id=clan.summary.clan_id))).clan

    async def roles(self, clan: pb.Clan) -> dict[str, Any]:
        return {m.profile.player_id: m.role for m in (await self.get(clan)).members}

    async def of(self, player: str) -> list[str]:
        found = await self.stub.ListMemberships(pb.ListMembershipsRequest(player_id=player))
        return [m.clan.clan_id for m in found.memberships]

    async def inbox(self, player: str) -> list[pb.ClanInvitation]:
        request = pb.ListMyClanInvitationsRequest(player_id=player)
        return list((await self.stub.ListMyClanInvitations(request)).invitations)

    async def delete(self, player: str) -> None:
        await self.running.one.DeleteAccount(
            account_pb2.DeleteAccountRequest(player_id=player, password=PASSWORD)
        )

    async def fill(self, clan: pb.Clan, size: int) -> None:
        """Members who are not there, to make the clan that large."""
        doc = await self.clans.find_one({"_id": clan.summary.clan_id})
        for n in range(size - len(doc["members"])):
            doc["members"].append({"player": f"filler{n}", "rank": 3, "since": 1})
        doc["players"] = [m["player"] for m in doc["members"]]
        doc["size"] = size
        await self.clans.replace_one({"_id": doc["_id"]}, doc)


async def outcomes(calls: Sequence[Any]) -> Counter[str]:
    """ "ok", or the reason, of each of the calls made at once."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    found: Counter[str] = Counter()
    for result in results:
        if isinstance(result, aio.AioRpcError):
            found[grpc_client.error_from_rpc(result).reason] += 1
        elif isinstance(result, BaseException):
            raise result
        else:
            found["ok"] += 1
    return found


async def reason(call: Any) -> str:
    return (await refused(call)).reason


# -- founding, finding, editing, closing ----------------------------------------------------
