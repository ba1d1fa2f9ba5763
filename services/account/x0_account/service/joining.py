"""A player joins one clan at a time, so that the limit of clans holds.

Who is a member is told by the clan alone, and one update of the clan decides. But the limit is
over several clans, so whoever joins or founds one first takes the player's only place for that
(`Player.joining`), then counts, then writes the clan, then gives the place back:

- The clan is written on a version that was read before the place was seen to be still held.
- A place that was left by somebody who died is taken over after a while: first the place changes
  hands, then what its holder may yet be about to write is made impossible (`_settle`), then the
  clans are counted. An accept fails when the clan's version moves, a founding when its id is gone.
- A deleted player has no place to take; `Departures` settles the one that was held.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from servicekit.errors import Conflict, Forbidden, Refused
from servicekit.ids import new_id

from x0_account.domain import clans as domain
from x0_account.domain.players import Event, Joining, Player
from x0_account.service.players import Players
from x0_account.service.ports import ClanStore

# Longer than any call lives.
LEFT_AFTER_MS = 20_000
_TRIES = 20
_WAIT = 0.1

Check = Callable[[], Awaitable[None]]


class _Held(Exception):
    """Another attempt of the same player is under way."""


class Places:
    def __init__(self, players: Players, clans: ClanStore) -> None:
        self._players = players
        self._clans = clans

    @asynccontextmanager
    async def place(self, player_id: str, clan_id: str) -> AsyncIterator[Check]:
        """A place to join this clan. Await the value between reading the clan and writing it."""
        mine = Joining(clan_id, new_id(), self._players.now_ms())
        await self._take(player_id, mine)
        try:
            others = [c for c in await self._clans.clans_of(player_id) if c.clan_id != clan_id]
            if len(others) >= domain.MAX_CLANS:
                raise Refused(
                    "too_many_clans",
                    f"a player is in {domain.MAX_CLANS} clans at most",
                    limit=str(domain.MAX_CLANS),
                )

            async def check() -> None:
                if (await self._players.alive(player_id)).joining != mine:
                    raise _busy()

            yield check
        finally:
            await self._give_back(player_id, mine)

    async def _take(self, player_id: str, mine: Joining) -> None:
        left: Joining | None = None

        def take(player: Player) -> tuple[Player, Sequence[Event]]:
            nonlocal left
            if player.guest:
                raise Forbidden("account_needed", "guests are in no clan")
            left = player.joining
            if left is not None and left.since > mine.since - LEFT_AFTER_MS:
                raise _Held
            return replace(player, joining=mine), ()

        for _ in range(_TRIES):
            try:
                await self._players.change(player_id, take)
            except _Held:
                await asyncio.sleep(_WAIT)
                continue
            if left is not None and left.clan_id != mine.clan_id:
                await self._settle(player_id, left.clan_id)
            return
        raise _busy()

    async def _give_back(self, player_id: str, mine: Joining) -> None:
        def give_back(player: Player) -> tuple[Player, Sequence[Event]]:
            return (replace(player, joining=None) if player.joining == mine else player), ()

        player = await self._players.store.player(player_id)
        if player is not None and not player.deleted:
            await self._players.change(player_id, give_back)

    async def _settle(self, player_id: str, clan_id: str) -> None:
        """After this, an attempt that no longer holds its place writes nothing."""
        while True:
            clan = await self._clans.clan(clan_id)
            if clan is None:
                never = domain.never_founded(clan_id, self._players.now_ms())
                if await self._clans.add_clan(never):
                    return
            elif clan.invitation(player_id) is None or await self._clans.save_clan(clan):
                return


def _busy() -> Conflict:
    return Conflict("busy", "this player is joining a clan elsewhere, please try again")
