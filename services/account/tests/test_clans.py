"""Clans, over a real store: two instances of the service, calls at the same moment, deaths between
two writes."""

import asyncio
from collections import Counter

import pytest
from clan_world import World, outcomes, reason
from grpc import aio
from x0.account.v1 import account_pb2
from x0.account.v1 import clans_pb2 as pb
from x0_account.domain import clans as domain
from x0_account.domain.names import folded

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
