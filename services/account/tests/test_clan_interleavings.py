"""Clans under every order of steps that chance finds: calls of two instances stop at each access
of the store, and some never go on."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

import pytest
from servicekit.errors import DomainError
from x0_account.domain import clans as domain
from x0_account.domain import players as accounts
from x0_account.domain.clans import Clan, ClanNameTaken
from x0_account.domain.players import Player
from x0_account.service import joining
from x0_account.service.clans import Clans
from x0_account.service.departures import Departures
from x0_account.service.players import Players

PLAYERS = ["ann", "bob", "eve"]


class Dead(BaseException):
    """Of a call whose process was killed: nothing of it is done any more, not even `finally`."""


class World:
    """A store in memory. Before every access whoever is to go on is drawn by lot."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.now = 1_000_000
        self.dead: set[asyncio.Task[Any] | None] = set()
        self.players = {p: Player(p, 1, p, guest=False, created=1) for p in PLAYERS}
        self.clans: dict[str, Clan] = {}
        self.instances = [self.instance() for _ in range(2)]

    def instance(self) -> tuple[Clans, Players, Departures]:
        nothing = cast(Any, lambda *_: None)
        players = Players(cast(Any, self), nothing, nothing, nothing, frozenset(), lambda: self.now)
        return Clans(cast(Any, self), players), players, Departures(players, cast(Any, self))

    async def _step(self) -> None:
        # Some are kept for so long that others take over what they hold.
        pause = 200 if self.rng.random() < 0.02 else 4
        for _ in range(self.rng.randrange(pause)):
            await asyncio.sleep(0)
        if asyncio.current_task() in self.dead:
            raise Dead

    async def player(self, player_id: str) -> Player | None:
        await self._step()
        return self.players.get(player_id)

    async def save_player(self, player: Player, events: Any) -> bool:
        await self._step()
        return self._saved(self.players, player.player_id, player)

    async def unpublished(self, player_id: str) -> None:
        return None

    async def leaving(self, before_ms: int, limit: int) -> list[str]:
        await self._step()
        return [p.player_id for p in self.players.values() if 0 < p.leaving < before_ms]

    async def clan(self, clan_id: str) -> Clan | None:
        await self._step()
        return self.clans.get(clan_id)

    async def clans_of(self, player_id: str) -> list[Clan]:
        await self._step()
        return [c for c in self.clans.values() if c.member(player_id)]

    async def clans_inviting(self, player_id: str) -> list[Clan]:
        await self._step()
        return [c for c in self.clans.values() if c.invitation(player_id)]

    async def add_clan(self, clan: Clan) -> bool:
        await self._step()
        if clan.clan_id in self.clans:
            return False
        if not clan.closed and any(c.name == clan.name for c in self.clans.values()):
            raise ClanNameTaken
        self.clans[clan.clan_id] = clan
        return True

    async def save_clan(self, clan: Clan) -> bool:
        await self._step()
        return self._saved(self.clans, clan.clan_id, clan)

    def _saved(self, table: dict[str, Any], key: str, row: Any) -> bool:
        if table[key].version != row.version:
            return False
        table[key] = replace(row, version=row.version + 1)
        return True

    # -- what is done -----------------------------------------------------------------

    def call(self, number: int) -> Coroutine[Any, Any, Any]:
        clans, players, departures = self.rng.choice(self.instances)
        who, other = self.rng.choice(PLAYERS), self.rng.choice(PLAYERS)
        clan = self.rng.choice(sorted(self.clans) or ["none"])
        invited = [c for c in self.clans.values() if c.invitation(who)]
        accepted = self.rng.choice(invited).clan_id if invited else clan

        async def delete() -> None:
            await players.change(who, lambda p: accounts.delete(p, self.now))
            await departures.depart(who)

        choices: list[tuple[int, Callable[[], Coroutine[Any, Any, Any]]]] = [
            (6, lambda: clans.accept(who, accepted)),
            (
                4,
                lambda: clans.create(who, f"Clan {number}", "tag", ""),
            ),
            (2, lambda: clans.uninvite(who, clan, other)),
            (3, lambda: clans.remove(who, clan, other)),
            (1, lambda: clans.set_rank(who, clan, other, domain.Rank.CAPTAIN)),
            (1, delete),
        ]
        weights = [weight for weight, _ in choices]
        return self.rng.choices([call for _, call in choices], weights)[0]()

    def check(self) -> None:
        for player in self.players.values():
            inside = [c for c in self.clans.values() if c.member(player.player_id)]
            assert len(inside) <= domain.MAX_CLANS, player
        for clan in self.clans.values():
            captains = [m for m in clan.members if m.rank is domain.Rank.CAPTAIN]
            assert len(captains) == (0 if clan.closed else 1), clan
            assert len({m.player_id for m in clan.members}) == len(clan.members)

    def seed_invitations(self) -> None:
        """Clans of somebody else who has invited everybody."""
        for n in range(8):
            clan = domain.found(f"o{n}", f"Other {n}", f"o{n}", "", f"owner{n}", 1)
            for player in PLAYERS:
                clan = domain.invite(clan, f"owner{n}", player, 1)
            self.clans[clan.clan_id] = clan


@pytest.mark.parametrize("block", range(10))
async def test_no_order_of_steps_breaks_a_clan(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_WAIT", 0.0)
    for seed in range(block * 60, block * 60 + 60):
        world = World(seed)
        world.seed_invitations()
        tasks: list[asyncio.Task[Any]] = []
        for number in range(50):
            tasks.append(asyncio.create_task(world.call(number)))
            for _ in range(world.rng.randrange(8)):
                await asyncio.sleep(0)
            if world.rng.random() < 0.15:
                world.dead.add(world.rng.choice(tasks))
            if world.rng.random() < 0.1:
                # So long that what others left may be taken over; they may be alive yet.
                world.now += joining.LEFT_AFTER_MS + 1
            world.check()
        for task in tasks:
            with suppress(DomainError, Dead):
                await task
        world.check()
        world.now += 60_000
        for _, _, departures in world.instances:
            await departures.sweep()
        world.check()
        for player in world.players.values():
            if player.deleted:
                for clan in world.clans.values():
                    assert clan.member(player.player_id) is None, (seed, player, clan)
                    assert clan.invitation(player.player_id) is None, (seed, player, clan)
