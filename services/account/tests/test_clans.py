"""Clans, over a real store: two instances of the service, calls at the same moment, deaths between
two writes."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from account_stack import PASSWORD, Running, refused, register
from grpc import aio
from servicekit import grpc_client
from servicekit.clock import now_ms
from x0.account.v1 import account_pb2
from x0.account.v1 import clans_pb2 as pb
from x0_account.domain import clans as domain
from x0_account.domain.names import folded
from x0_account.service import departures, joining

pytestmark = pytest.mark.asyncio(loop_scope="session")

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


@pytest.fixture
def world(running: Running) -> World:
    return World(running)


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


async def test_a_clan_from_founding_to_closing(world: World) -> None:
    captain, officer, member = await world.some(3)
    clan = await world.create(captain, name="  Hà  Nội Caro ", tag="hnc", about=" We play. ")
    assert (clan.summary.name, clan.summary.tag, clan.about) == ("Hà Nội Caro", "HNC", "We play.")
    assert [(m.profile.player_id, m.role) for m in clan.members] == [
        (captain, pb.CLAN_ROLE_CAPTAIN)
    ]
    await world.join(clan, captain, officer, member)
    await world.role(clan, captain, officer, pb.CLAN_ROLE_OFFICER)
    found = await world.get(clan)
    assert [m.profile.player_id for m in found.members] == [captain, officer, member]
    assert found.summary.members == 3
    for query in ({"name": "hÀ NỘI caro"}, {"tag": "hnC"}):
        same = (await world.stub.GetClan(pb.GetClanRequest(**query))).clan
        assert same.summary == found.summary
    edit = pb.UpdateClanRequest(clan_id=clan.summary.clan_id, caller_player_id=officer, about="New")
    assert (await world.stub.UpdateClan(edit)).clan.about == "New"
    edit.name = "Huế Caro"
    assert await reason(world.stub.UpdateClan(edit)) == "clan_rank_too_low"
    edit.caller_player_id = captain
    assert (await world.stub.UpdateClan(edit)).clan.summary.name == "Huế Caro"
    # The old name is free at once, the tag is not.
    other = await world.player()
    assert await reason(world.create(other, name="Hà Nội Caro", tag="HNC")) == "tag_taken"
    await world.create(other, name="Hà Nội Caro")
    close = pb.CloseClanRequest(clan_id=clan.summary.clan_id, caller_player_id=officer, name="x")
    assert await reason(world.stub.CloseClan(close)) == "clan_rank_too_low"
    close.caller_player_id = captain
    assert await reason(world.stub.CloseClan(close)) == "clan_name_differs"
    close.name = "huế  caro"
    await world.stub.CloseClan(close)
    assert await reason(world.get(clan)) == "clan_not_found"
    assert await world.of(member) == []
    await world.create(other, name="Huế Caro", tag="HNC")


async def test_what_is_no_clan(world: World) -> None:
    captain = await world.player()
    for change, why in (
        ({"name": "ab"}, "clan_name_too_short"), ({"name": "Admin"}, "clan_name_reserved"),
        ({"tag": "a"}, "tag_length"), ({"tag": "a!"}, "tag_characters"),
        ({"about": "a" * 501}, "clan_about_too_long"), ({"about": "\0"}, "clan_about_characters"),
    ):  # fmt: skip
        assert await reason(world.create(captain, **change)) == why
    guest = (await world.running.one.CreateGuest(account_pb2.CreateGuestRequest())).session
    assert await reason(world.create(guest.player_id)) == "account_needed"
    assert await reason(world.stub.GetClan(pb.GetClanRequest())) == "bad_request"
    clan = await world.create(captain)
    assert await reason(world.role(clan, captain, captain, 0)) == "bad_clan_role"
    assert await reason(world.invite(clan, captain, guest.player_id)) == "guest_in_clan"
    assert await reason(world.invite(clan, captain, "nobody")) == "player_not_found"
    assert await reason(world.invite(clan, captain, captain)) == "already_in_clan"


async def test_a_founding_is_repeated_under_its_key(world: World) -> None:
    captain = await world.player()
    given = {"name": "Keyed clan", "tag": "kc", "idempotency_key": "k1"}
    made = await asyncio.gather(*(world.create(captain, **given) for _ in range(4)))
    assert len({clan.summary.clan_id for clan in made}) == 1
    assert len(await world.of(captain)) == 1
    await world.remove(made[0], captain, captain)
    assert await reason(world.create(captain, **given)) == "key_used"


async def test_one_name_and_one_tag_at_the_same_moment(world: World) -> None:
    players = await world.some(8)
    names = ["Twenty Eyes", "TWENTY EYES", "twenty-eyes", "Twenty  Eyes"]
    found = await outcomes([world.create(p, name=names[n % 4]) for n, p in enumerate(players)])
    assert found == {"ok": 1, "name_taken": 7}
    found = await outcomes(
        [world.create(p, tag=("te0", "TEO")[n % 2]) for n, p in enumerate(players)]
    )
    assert found == {"ok": 1, "tag_taken": 7}


async def test_clans_are_listed_by_name_page_by_page(world: World) -> None:
    captain, other = await world.some(2)
    some = ["zz one", "Zz two", "zZ three", "1st of all", "Đội Hà Nội", "Ẩn Danh Caro", "Яблоко"]
    for n, name in enumerate(some):
        await world.create((captain, other)[n % 2], name=name)
    every = [c["folded"] for c in await world.clans.find({"closed": False}).to_list(None)]
    for size in (2, 3, 100):
        names: list[str] = []
        token = ""
        while True:
            page = await world.stub.ListClans(pb.ListClansRequest(page_size=size, page_token=token))
            names += [folded(c.name) for c in page.clans]
            token = page.next_page_token
            if not token:
                break
        assert names == sorted(every)
    bad = pb.ListClansRequest(page_token="x")
    assert await reason(world.stub.ListClans(bad)) == "bad_page_token"


# -- invitations ----------------------------------------------------------------------------


async def test_an_invitation_is_seen_by_both_and_ends_once(world: World) -> None:
    captain, member, player, other = await world.some(4)
    clan = await world.create(captain)
    await world.join(clan, captain, member)
    assert await reason(world.invite(clan, member, player)) == "clan_rank_too_low"
    assert await reason(world.invite(clan, other, player)) == "not_in_clan"
    invitation = await world.invite(clan, captain, player)
    assert await world.invite(clan, captain, player) == invitation
    assert await world.inbox(player) == [invitation]
    assert invitation.invited_by.player_id == captain
    listing = pb.ListClanInvitationsRequest(caller_player_id=captain, clan_id=clan.summary.clan_id)
    assert list((await world.stub.ListClanInvitations(listing)).invitations) == [invitation]
    listing.caller_player_id = member
    assert await reason(world.stub.ListClanInvitations(listing)) == "clan_rank_too_low"
    assert await reason(world.uninvite(clan, member, player)) == "clan_rank_too_low"
    await world.uninvite(clan, player, player)
    assert await reason(world.accept(clan, player)) == "invitation_not_found"
    await world.invite(clan, captain, player)
    await world.uninvite(clan, captain, player)
    assert await world.inbox(player) == []
    await world.invite(clan, captain, player)
    joined = await world.accept(clan, player)
    assert await world.accept(clan, player) == joined
    assert await world.of(player) == [clan.summary.clan_id]
    assert await world.inbox(player) == []


async def test_who_blocks_the_captain_is_not_invited(world: World) -> None:
    captain, before, after = await world.some(3)
    clan = await world.create(captain)
    await world.invite(clan, captain, after)
    for player in (before, after):
        await world.running.one.BlockPlayer(
            account_pb2.BlockPlayerRequest(player_id=player, blocked_player_id=captain)
        )
    assert await reason(world.invite(clan, captain, before)) == "blocked"
    assert await world.inbox(after) == []


async def test_two_accepts_for_the_last_place(world: World) -> None:
    captain, *players = await world.some(5)
    clan = await world.create(captain)
    for player in players:
        await world.invite(clan, captain, player)
    await world.fill(clan, domain.MAX_MEMBERS - 1)
    found = await outcomes([world.accept(clan, player) for player in players])
    assert found == {"ok": 1, "clan_full": 3}
    assert (await world.get(clan)).summary.members == domain.MAX_MEMBERS
    # Who was refused is free to join others.
    assert Counter([len(await world.of(p)) for p in players]) == {0: 3, 1: 1}
    for player in players:
        await world.create(player)


async def test_an_accept_while_it_is_withdrawn(world: World) -> None:
    captain, player = await world.some(2)
    clan = await world.create(captain)
    for _ in range(6):
        await world.invite(clan, captain, player)
        accepted, withdrawn = await asyncio.gather(
            world.accept(clan, player),
            world.uninvite(clan, captain, player),
            return_exceptions=True,
        )
        inside = player in await world.roles(clan)
        assert isinstance(accepted, aio.AioRpcError) is not inside
        assert isinstance(withdrawn, aio.AioRpcError) is inside
        assert await world.inbox(player) == []
        if inside:
            await world.remove(clan, captain, player)


# -- five clans -----------------------------------------------------------------------------


async def test_five_clans_also_when_all_are_accepted_at_once(world: World) -> None:
    captain, captain2, player = await world.some(3)
    clans = [await world.create(captain) for _ in range(4)]
    clans += [await world.create(captain2) for _ in range(4)]
    for n, clan in enumerate(clans):
        await world.invite(clan, (captain, captain2)[n // 4], player)
    found = await outcomes([world.accept(clan, player) for clan in clans])
    assert set(found) <= {"ok", "too_many_clans", "busy"}
    found = await outcomes([world.accept(clan, player) for clan in clans])
    assert found == {"ok": 5, "too_many_clans": 3}
    assert len(await world.of(player)) == 5
    assert await reason(world.create(player)) == "too_many_clans"
    left = (await world.of(player))[0]
    clan = next(c for c in clans if c.summary.clan_id == left)
    await world.remove(clan, player, player)
    await world.create(player)


async def test_a_place_left_by_the_dead_is_taken_over(world: World) -> None:
    """An accept and a founding that died between their two writes."""
    captain, player = await world.some(2)
    clan = await world.create(captain)
    await world.invite(clan, captain, player)
    for left in (clan.summary.clan_id, "never-founded"):
        held = {"clan_id": left, "attempt": "a", "since": now_ms()}
        await world.players.update_one({"_id": player}, {"$set": {"joining": held}})
        assert await reason(world.create(player)) == "busy"
        held["since"] -= joining.LEFT_AFTER_MS + 1
        before = await world.clans.find_one({"_id": clan.summary.clan_id})
        await world.players.update_one({"_id": player}, {"$set": {"joining": held}})
        await world.create(player)
        after = await world.clans.find_one({"_id": clan.summary.clan_id})
        # What the dead one read is out of date now.
        assert (after["version"] > before["version"]) is (left == clan.summary.clan_id)
    assert (await world.clans.find_one({"_id": "never-founded"}))["closed"]
    await world.accept(clan, player)
    assert (await world.players.find_one({"_id": player}))["joining"] is None


# -- roles and leaving ----------------------------------------------------------------------


async def test_the_captain_leaves_while_handing_over(world: World) -> None:
    captain, player = await world.some(2)
    clan = await world.create(captain)
    await world.join(clan, captain, player)
    assert await reason(world.remove(clan, captain, captain)) == "captain_needed"
    found = await outcomes(
        [
            world.role(clan, captain, player, pb.CLAN_ROLE_CAPTAIN),
            world.remove(clan, captain, captain),
            world.remove(clan, player, player),
        ]
    )
    assert sum(found.values()) == 3
    try:
        roles = await world.roles(clan)
    except aio.AioRpcError as error:
        # The player left first, the captain as the last.
        assert grpc_client.error_from_rpc(error).reason == "clan_not_found"
    else:
        assert list(roles.values()).count(pb.CLAN_ROLE_CAPTAIN) == 1


async def test_one_captain_whoever_hands_over_to_whom(world: World) -> None:
    captain, *players = await world.some(5)
    clan = await world.create(captain)
    await world.join(clan, captain, *players)
    found = await outcomes([world.role(clan, captain, p, pb.CLAN_ROLE_CAPTAIN) for p in players])
    assert found == {"ok": 1, "clan_rank_too_low": 3}
    roles = await world.roles(clan)
    assert Counter(roles.values()) == {
        pb.CLAN_ROLE_CAPTAIN: 1, pb.CLAN_ROLE_OFFICER: 1, pb.CLAN_ROLE_MEMBER: 3,
    }  # fmt: skip
    assert roles[captain] == pb.CLAN_ROLE_OFFICER


# -- deleted accounts -----------------------------------------------------------------------


async def test_a_deleted_captain_hands_on(world: World) -> None:
    captain, officer, member, invited = await world.some(4)
    clan = await world.create(captain)
    alone = await world.create(captain)
    await world.join(clan, captain, member, officer)
    await world.role(clan, captain, officer, pb.CLAN_ROLE_OFFICER)
    await world.invite(clan, officer, invited)
    await world.delete(invited)
    await world.delete(captain)
    assert await world.roles(clan) == {officer: pb.CLAN_ROLE_CAPTAIN, member: pb.CLAN_ROLE_MEMBER}
    assert await reason(world.get(alone)) == "clan_not_found"
    doc = await world.clans.find_one({"_id": clan.summary.clan_id})
    assert doc["invitations"] == []
    await world.delete(officer)
    assert await world.roles(clan) == {member: pb.CLAN_ROLE_CAPTAIN}
    assert await reason(world.invite(clan, member, officer)) == "player_deleted"
    for player in (captain, officer, invited):
        assert "leaving" not in await world.players.find_one({"_id": player})
        assert await reason(world.create(player)) == "player_deleted"


async def test_who_is_deleted_while_joining_is_in_no_clan(world: World) -> None:
    captain = await world.player()
    clan = await world.create(captain)
    for delay in (0.0, 0.05, 0.1):
        player = await world.player()
        await world.invite(clan, captain, player)

        async def later(player: str = player, delay: float = delay) -> None:
            await asyncio.sleep(delay)
            await world.accept(clan, player)

        async def found(player: str = player) -> None:
            for _ in range(3):
                await world.create(player)

        await outcomes([world.delete(player), later(), found()])
        doc = await world.players.find_one({"_id": player})
        assert doc["deleted"]
        assert await world.clans.count_documents({"players": player}) == 0
        assert await world.clans.count_documents({"invited": player}) == 0


async def test_what_a_dead_instance_left_of_a_departure_is_finished(world: World) -> None:
    captain, member = await world.some(2)
    clan = await world.create(captain)
    await world.join(clan, captain, member)
    await world.delete(captain)
    # As if it had died after deleting the player, while the player was founding a clan.
    long_ago = now_ms() - 60_000
    held = {"clan_id": "about-to-be", "attempt": "a", "since": long_ago}
    await world.players.update_one(
        {"_id": captain}, {"$set": {"leaving": long_ago, "joining": held}}
    )
    doc = await world.clans.find_one({"_id": clan.summary.clan_id})
    doc["members"][0]["rank"] = 3
    doc["members"].insert(0, {"player": captain, "rank": 1, "since": 1})
    doc["players"].insert(0, captain)
    await world.clans.replace_one({"_id": doc["_id"]}, doc)
    async with asyncio.timeout(departures._EVERY * 3):
        while "leaving" in await world.players.find_one({"_id": captain}):
            await asyncio.sleep(0.1)
    assert await world.roles(clan) == {member: pb.CLAN_ROLE_CAPTAIN}
    assert (await world.clans.find_one({"_id": "about-to-be"}))["closed"]
