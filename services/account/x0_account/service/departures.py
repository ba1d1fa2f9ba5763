"""Whose account is deleted leaves every clan; the captaincy is handed on.

`Player.leaving` says who is not through with it: what an instance that died has left is found by
any other.
"""

import asyncio
from dataclasses import replace

from servicekit import logs
from servicekit.errors import Conflict
from servicekit.retry import is_transient

from x0_account.domain import clans as domain
from x0_account.service.players import Players
from x0_account.service.ports import ClanStore

_EVERY = 5.0
_LEFT_AFTER_MS = 10_000
_log = logs.get("x0_account.departures")


class Departures:
    def __init__(self, players: Players, clans: ClanStore) -> None:
        self._store = players.store
        self._now_ms = players.now_ms
        self._clans = clans

    async def depart(self, player_id: str) -> None:
        """Of a deleted player; whatever goes wrong is left to the sweep."""
        try:
            await self._leave_all(player_id)
        except Exception as error:
            if not (is_transient(error) or isinstance(error, Conflict)):
                raise
            _log.warning("departure left to the sweep", **logs.describe(error))

    async def _leave_all(self, player_id: str) -> None:
        player = await self._store.player(player_id)
        if player is None or not player.leaving:
            return
        if player.joining is not None:
            await self._leave(player_id, player.joining.clan_id)
        # Invitations first: who accepts meanwhile is then among the members. A deleted player
        # gets into no clan anew, so each round leaves fewer.
        while True:
            clans = await self._clans.clans_inviting(player_id)
            clans += await self._clans.clans_of(player_id)
            if not clans:
                break
            for clan in clans:
                await self._leave(player_id, clan.clan_id)
        # Fails when another instance was faster, with the same.
        await self._store.save_player(replace(player, joining=None, leaving=0), [])

    async def _leave(self, player_id: str, clan_id: str) -> None:
        while True:
            clan = await self._clans.clan(clan_id)
            if clan is None:
                # The player was about to found it: too late.
                if await self._clans.add_clan(domain.never_founded(clan_id, self._now_ms())):
                    return
                continue
            left = domain.forget(clan, player_id)
            if left == clan or await self._clans.save_clan(left):
                return

    async def sweep(self) -> None:
        for player_id in await self._store.leaving(self._now_ms() - _LEFT_AFTER_MS, 100):
            await self._leave_all(player_id)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self.sweep()
            except Exception as error:
                if not is_transient(error):
                    raise
                _log.warning("sweep waits", **logs.describe(error))
