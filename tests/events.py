"""Tournaments with real games, played by bots over the gateway as fast as it goes.

    .venv/bin/python tests/events.py --players 200            a Swiss tournament
    .venv/bin/python tests/events.py --players 33 --kill      while processes die

Every bot has an account and a socket of its own, and plays what its inbox tells it to. Afterwards
`event_checks` looks at everything that was said.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from event_checks import Outcome, verify
from faults import TARGETS
from players import FIVE, signed_up
from servicekit.ids import new_id
from unlimited import UNLIMITED
from x0.client import Client, ClientError, Refused, TimeControl, TournamentRequest
from x0.client.models.tournaments import TournamentNow
from x0.client.rest import http_client
from x0_launcher.cluster import Cluster

AT_ONCE = 8
NEVER = 10**9


@dataclass
class Bot:
    """`late`: joins after so many rounds are paired; `leaves`, `pauses`, `returns` likewise."""

    client: Client
    absent: bool = False
    late: int = 0
    leaves: int = NEVER
    pauses: int = NEVER
    returns: int = NEVER
    bye: int = 0
    done: set[str] = field(default_factory=set)

    @property
    def id(self) -> str:
        assert self.client.player_id is not None
        return self.client.player_id


@dataclass
class Event:
    """One tournament and those who play it."""

    bots: list[Bot]
    seed: int
    settings: dict[str, Any] = field(default_factory=dict)
    id: str = ""
    told: dict[str, set[str]] = field(default_factory=dict)
    played: int = 0
    errors: list[str] = field(default_factory=list)
    # From the last result of a round to the next game of a player, seconds.
    gaps: list[float] = field(default_factory=list)
    # From the end of a game to the table at a spectator, seconds; of the first boards.
    delays: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self._games: set[asyncio.Task[None]] = set()
        self._by_id = {bot.id: bot for bot in self.bots}
        self._ended: dict[str, float] = {}
        self._last_end = 0.0

    async def run(self, seconds: float = 240) -> TournamentNow:
        """Until it is over. Raises TimeoutError."""
        self.id = (await self._create()).tournament_id
        early = [bot for bot in self.bots if not bot.late]
        await limited([self._enter(bot) for bot in early])
        for bot in early:
            if bot.bye:
                await insist(
                    lambda bot=bot: bot.client.tournaments.request_bye(  # type: ignore[misc]
                        self.id, bot.bye, half=True
                    )
                )
        await self.start()
        return await self.follow(seconds)

    async def start(self) -> None:
        """Now that everybody is there."""
        organiser = self.bots[0].client.tournaments
        soon = timedelta(seconds=0.5)
        with suppress(Refused):  # an outage hid the answer, and it has begun
            await insist(lambda: organiser.postpone(self.id, datetime.now(UTC) + soon))

    async def follow(self, seconds: float = 240) -> TournamentNow:
        sitting = [asyncio.create_task(self._sit(bot)) for bot in self.bots if not bot.absent]
        try:
            async with asyncio.timeout(seconds):
                return await self._until_over()
        finally:
            for task in (*sitting, *self._games):
                task.cancel()
            await asyncio.gather(*sitting, *self._games, return_exceptions=True)

    async def _create(self) -> Any:
        settings = {
            "mode": "x0",
            "time_control": TimeControl(initial_seconds=300, increment_seconds=0),
            "start": datetime.now(UTC) + timedelta(hours=1),
            "lead_seconds": 0,
            "break_seconds": 0,
            "no_show_seconds": 3,
            "half_byes": 1,
            **self.settings,
        }
        organiser = self.bots[0].client.tournaments
        request = TournamentRequest(name=f"Event {new_id(6)}", **settings)
        return await insist(lambda: organiser.create(request))

    async def _enter(self, bot: Bot) -> None:
        await insist(lambda: bot.client.tournaments.join(self.id))

    async def _until_over(self) -> TournamentNow:
        feed = await self.bots[0].client.tournament(self.id)
        seen = 0
        async for now in feed:
            self._measure(now)
            paired = now.tournament.round
            if paired > seen:
                seen = paired
                await self._move(paired)
            if now.tournament.over:
                return now
        raise AssertionError("unreachable")

    def _measure(self, now: TournamentNow) -> None:
        for board in now.round.boards if now.round else ():
            if board.result and (ended := self._ended.pop(board.game_id, None)):
                self.delays.append(time.monotonic() - ended)

    async def _move(self, paired: int) -> None:
        """Comings and goings after a round was paired."""
        for bot in self.bots:
            at = bot.client.tournaments
            with suppress(Refused):  # too late is a fair answer
                if bot.late == paired:
                    await self._enter(bot)
                if bot.leaves == paired:
                    await insist(lambda at=at: at.leave(self.id))  # type: ignore[misc]
                if bot.pauses == paired:
                    await insist(lambda at=at: at.pause(self.id))  # type: ignore[misc]
                if bot.returns == paired:
                    await insist(lambda at=at: at.resume(self.id))  # type: ignore[misc]

    async def _sit(self, bot: Bot) -> None:
        """Waits for games, as a client does that is told of them."""
        async for inbox in await bot.client.inbox():
            for game in inbox.games:
                match = game.match
                if match is None or match.tournament_id != self.id or game.game_id in bot.done:
                    continue
                bot.done.add(game.game_id)
                if self._last_end:
                    self.gaps.append(time.monotonic() - self._last_end)
                told = self.told.setdefault(game.game_id, set())
                told.add(bot.id)
                seats = (game.first.player_id, game.second.player_id)
                here = [p for p in seats if not self._by_id[p].absent]
                if told >= set(here):
                    play = asyncio.create_task(self._play(game.game_id, *seats))
                    self._games.add(play)

    async def _play(self, game_id: str, first: str, second: str) -> None:
        one, two = self._by_id[first], self._by_id[second]
        try:
            if one.absent or two.absent:
                if not one.absent:
                    await self._act(one, game_id, 0, "place", point=[7, 7])
                return
            await self._script(one, two, game_id)
            self.played += 1
            self._last_end = self._ended[game_id] = time.monotonic()
        except Exception as error:
            self.errors.append(f"{game_id}: {error!r}")

    async def _script(self, one: Bot, two: Bot, game_id: str) -> None:
        what = self.rng.choices(("five", "resign", "draw", "at_once"), (2, 4, 2, 1))[0]
        if what == "at_once":
            # Before the opponent's first stone: no absence of theirs.
            await self._act(one, game_id, 0, "resign")
            return
        if what == "five":
            for ply, point in enumerate(FIVE):
                await self._act((one, two)[ply % 2], game_id, ply, "place", point=list(point))
            return
        await self._act(one, game_id, 0, "place", point=[7, 7])
        await self._act(two, game_id, 1, "place", point=[8, 8])
        if what == "resign":
            await self._act(self.rng.choice((one, two)), game_id, 2, "resign")
        else:
            await self._act(one, game_id, 2, "offer_draw")
            await self._act(two, game_id, 2, "accept_draw")

    async def _act(self, bot: Bot, game_id: str, ply: int, kind: str, **more: Any) -> None:
        action_id = f"{kind}-{ply}-{new_id(8)}"
        await insist(lambda: bot.client.act(game_id, {"type": kind, **more}, ply, action_id))


async def insist(call: Callable[[], Any], seconds: float = 90) -> Any:
    """Tries again what an outage may have lost; everything here may be repeated."""
    end = time.monotonic() + seconds
    while True:
        try:
            return await call()
        except Refused as refused:
            if refused.reason not in ("unavailable", "busy") or time.monotonic() > end:
                raise
        except (ClientError, TimeoutError):
            if time.monotonic() > end:
                raise
        await asyncio.sleep(0.2)


async def limited(steps: Sequence[Any], most: int = AT_ONCE) -> list[Any]:
    gate = asyncio.Semaphore(most)

    async def one(step: Any) -> Any:
        async with gate:
            return await step

    return await asyncio.gather(*map(one, steps))


async def bots(stack: AsyncExitStack, urls: list[str], count: int) -> list[Bot]:
    pool = await stack.enter_async_context(http_client(urls))
    clients = await limited([signed_up(urls, deadline=30, http=pool) for _ in range(count)])
    for client in clients:
        await stack.enter_async_context(client)
    return [Bot(client) for client in clients]


async def team_event(players: list[Bot], each: int, seed: int, **settings: Any) -> Event:
    """Clans of `each` players and what they enter; the first of each is the captain."""
    event = Event(players, seed, {"boards": each, **settings})
    teams = [players[at : at + each] for at in range(0, len(players), each)]

    async def found(team: list[Bot]) -> str:
        captain = team[0].client
        clan = await captain.clans.create(f"Clan {new_id(10)}", f"t{new_id(5)}")
        for member in team[1:]:
            await captain.clans.invite(clan.clan_id, member.id)
            await member.client.clans.accept(clan.clan_id)
        return clan.clan_id

    clans = await limited([found(team) for team in teams])
    event.id = (await event._create()).tournament_id
    await limited(
        [
            team[0].client.tournaments.enter_team(event.id, clan, [bot.id for bot in team])
            for team, clan in zip(teams, clans, strict=True)
        ]
    )
    await event.start()
    return event


async def kill_in_turn(cluster: Cluster, stop: asyncio.Event, seed: int) -> list[str]:
    """Each kind of process once, and on, until told to stop."""
    targets = [*TARGETS, "tournament-1", "tournament-2"]
    random.Random(seed).shuffle(targets)
    killed: list[str] = []
    while not stop.is_set():
        name = targets[len(killed) % len(targets)]
        await cluster.kill(name)
        killed.append(name)
        await asyncio.sleep(0.3)
        await cluster.wait_ready(name)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 1.0)
    return killed


async def swiss(players: int, seed: int, *, kill: bool, folder: str) -> tuple[Event, Outcome]:
    copies = {"tournament": 2, "game": 2, "gateway": 2}
    async with (
        Cluster(folder, copies=copies, quiet=True, env=UNLIMITED) as cluster,
        AsyncExitStack() as stack,
    ):
        people = await bots(stack, cluster.urls, players)
        rng = random.Random(seed)
        for bot in rng.sample(people[1:], players // 10):
            setattr(bot, rng.choice(("leaves", "late", "pauses")), rng.randint(1, 3))
        event = Event(people, seed, {"no_show_seconds": 60} if kill else {})
        stop = asyncio.Event()
        killing = asyncio.create_task(kill_in_turn(cluster, stop, seed)) if kill else None
        try:
            await event.run(900)
        finally:
            stop.set()
            if killing is not None:
                print(f"killed: {', '.join(await killing)}", file=sys.stderr)
        return event, await verify(people[0].client, cluster.kafka, event.id)


def spread(seconds: list[float]) -> str:
    found = sorted(seconds) or [0.0]
    p50, p99 = found[len(found) // 2], found[len(found) * 99 // 100]
    return f"p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=33)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill", action="store_true", help="processes die meanwhile")
    args = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="x0-events-") as folder:
        event, outcome = asyncio.run(swiss(args.players, args.seed, kill=args.kill, folder=folder))
    print(
        f"{args.players} players, {outcome.tournament.round} rounds, {outcome.games} games played, "
        f"{time.monotonic() - begin:.0f} s in all"
    )
    print(f"from the last result of a round to the next game at a player: {spread(event.gaps)}")
    print(f"from the end of a game to the table at a spectator: {spread(event.delays)}")
    for fault in [*outcome.faults, *event.errors]:
        print(fault)
    sys.exit(1 if outcome.faults or event.errors else 0)


if __name__ == "__main__":
    main()
