"""A player's few places in clans, captains who go, and accounts that are deleted."""

import asyncio
from collections import Counter

import pytest
from clan_world import World, outcomes, reason
from grpc import aio
from servicekit import grpc_client
from servicekit.clock import now_ms
from x0.account.v1 import clans_pb2 as pb
from x0_account.service import departures, joining

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
