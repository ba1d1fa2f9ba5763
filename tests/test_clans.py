"""Clans through the client library, over two of each service, one of which is killed."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from players import PASSWORD, signed_up
from servicekit.ids import new_id
from x0.client import Client, Refused, Unreachable
from x0_launcher.cluster import Cluster


def _me(client: Client) -> str:
    assert client.player_id is not None
    return client.player_id


async def test_a_clan_from_founding_to_its_last_member(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        captain, officer, member = [
            await stack.enter_async_context(await signed_up(cluster.urls)) for _ in range(3)
        ]
        name = f"Clan {new_id(10)}"
        clan = await captain.clans.create(name, f"q{new_id(5)}", "From the first to the last.")
        for player in (officer, member):
            await captain.clans.invite(clan.clan_id, _me(player))
            (invitation,) = await player.clans.my_invitations()
            assert invitation.invited_by.player_id == _me(captain)
            await player.clans.accept(clan.clan_id)
        await captain.clans.set_role(clan.clan_id, _me(officer), "officer")
        with pytest.raises(Refused) as caught:
            await member.clans.invite(clan.clan_id, _me(captain))
        assert caught.value.reason == "clan_rank_too_low"
        # By any gateway, and in any spelling.
        for finder in (captain, officer, member):
            (found,) = await finder.clans.find(name=name.upper())
            assert (found.clan_id, found.members) == (clan.clan_id, 3)
        assert clan.clan_id in [c.clan_id async for c in member.clans.all()]
        await captain.accounts.delete(PASSWORD)
        left = await member.clans.get(clan.clan_id)
        assert [(m.player_id, m.role) for m in left.roster] == [
            (_me(officer), "captain"), (_me(member), "member"),
        ]  # fmt: skip
        await officer.clans.set_role(clan.clan_id, _me(member), "captain")
        await officer.clans.remove(clan.clan_id, _me(officer))
        await member.clans.remove(clan.clan_id, _me(member))
        assert await member.clans.find(name=name) == []


async def test_clans_while_account_services_are_killed(cluster: Cluster) -> None:
    """Members come, go and are deleted while one instance after the other dies: at the end the
    clan and its members say the same, and there is one captain."""
    async with AsyncExitStack() as stack:
        captain, *players = [
            await stack.enter_async_context(await signed_up(cluster.urls)) for _ in range(7)
        ]
        clan = await captain.clans.create(f"Clan {new_id(10)}", f"q{new_id(5)}")
        ids = {_me(player): player for player in players}
        for player_id in ids:
            await captain.clans.invite(clan.clan_id, player_id)
        gone = _me(captain)

        async def kill() -> None:
            for name in ("account-1", "account-2"):
                await cluster.kill(name)
                await cluster.wait_ready(name)

        async def live(number: int, player: Client) -> None:
            await player.clans.accept(clan.clan_id)
            await asyncio.sleep(0.1 * number)
            if number % 3 == 0:
                await player.clans.remove(clan.clan_id, _me(player))

        results = await asyncio.gather(
            kill(),
            captain.accounts.delete(PASSWORD),
            *(live(n, player) for n, player in enumerate(players)),
            return_exceptions=True,
        )
        assert not isinstance(results[0], BaseException)
        # Repeated calls may find done what they ask for, and who is to leave may be captain then;
        # nothing else goes wrong.
        for result in results[1:]:
            if isinstance(result, Refused):
                assert result.reason in {
                    "not_in_clan", "player_deleted", "busy", "captain_needed",
                }  # fmt: skip
            else:
                assert result is None or isinstance(result, Unreachable), result
        try:
            async with asyncio.timeout(40):
                while gone in {
                    m.player_id for m in (await players[0].clans.get(clan.clan_id)).roster
                }:
                    await asyncio.sleep(0.5)
        except TimeoutError:
            # The deletion itself got no answer, and was not done.
            profile = await players[0].accounts.profile(gone)
            assert not profile.deleted
        now = await players[0].clans.get(clan.clan_id)
        assert [m.role for m in now.roster].count("captain") == 1
        assert len({m.player_id for m in now.roster}) == now.members
        for player_id, player in ids.items():
            member = player_id in {m.player_id for m in now.roster}
            assert [m.clan.clan_id for m in await player.clans.of(player_id)] == (
                [clan.clan_id] if member else []
            )
