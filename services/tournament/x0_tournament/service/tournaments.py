"""Use cases of players and organisers, and the one way a tournament is changed.

A tournament is one document: its settings, entries, rounds and log of acts. The largest that is
taken, 5,000 participants over 15 rounds, is 1.2 megabytes as it is kept, a usual one of 200 some
forty kilobytes; in return every change is one conditional update, and a table can never be
made from halves. What comes often, results, is written for many games at once.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from servicekit import clock
from servicekit.errors import Conflict, NotFound
from servicekit.ids import keyed_id, new_id
from servicekit.ratelimit import RateLimiter

from x0_tournament.domain import acts, deleting, entering, life
from x0_tournament.domain.errors import NotAllowed, Refusal
from x0_tournament.domain.life import Step
from x0_tournament.domain.results import Result
from x0_tournament.domain.tournament import Rules, Tournament
from x0_tournament.service.ports import (
    Clans,
    Codec,
    Head,
    Passwords,
    Ratings,
    Relay,
    Store,
    Stored,
)
from x0_tournament.service.reads import Reads

MOST_TRIES = 20
# What a player is shown of their own: so many, and how long one that is over.
MOST_OWN = 20
OVER_FOR_MS = 3_600_000
# Guesses at a password: so many at once, then one in so many seconds.
GUESSES = 5
SECONDS_A_GUESS = 60.0
MOST_OPEN_EACH = 10

Judge = Callable[[Tournament, int], Step | None]


class Tournaments:
    def __init__(
        self,
        store: Store,
        codec: Codec,
        relay: Relay,
        ratings: Ratings,
        clans: Clans,
        passwords: Passwords,
    ) -> None:
        self._store = store
        self._codec = codec
        self._relay = relay
        self._ratings = ratings
        self._clans = clans
        self._passwords = passwords
        self._guesses = RateLimiter(1 / SECONDS_A_GUESS, GUESSES)
        self._creations = RateLimiter(1 / 600, MOST_OPEN_EACH)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.reads = Reads(store)

    async def create(self, creator: str, rules: Rules, password: str, key: str = "") -> Tournament:
        """A player's tournament; the same idempotency key gives the same one."""
        if not creator:
            raise NotAllowed("sign_in", "sign in to create a tournament")
        id = keyed_id("tournament", creator, key) if key else new_id()
        if key and (known := await self._store.load(id)) is not None:
            return known.tournament
        made = life.create(id, rules, creator, clock.now_ms())
        if len(password) > 100:
            raise Refusal("bad_password", "a password has at most 100 characters")
        self._creations.check(creator, "too_many_tournaments", "too many tournaments at once")
        if password:
            hashed = await self._passwords.hash(password)
            locked = replace(made.tournament.rules, password_hash=hashed)
            made = replace(made, tournament=replace(made.tournament, rules=locked))
        await self.insert(made)
        return (await self.get(id)).tournament

    async def insert(self, made: Step) -> bool:
        """False: somebody has made it already."""
        event = self._codec.event(made)
        t = made.tournament
        if not await self._store.insert(t, [event], made.time):
            return False
        self._relay.publish(t.id, t.version, [event])
        return True

    async def get(self, id: str) -> Stored:
        found = await self._store.load(id)
        if found is None:
            raise NotFound("unknown_tournament", "there is no such tournament")
        return found

    async def page(
        self, group: str, player: str, after: tuple[int, str] | None, limit: int
    ) -> list[Head]:
        """`player`: only those that this one has entered; "" is all."""
        return await self._store.page(group, player, after, limit)

    async def own(self, player: str) -> list[Head]:
        """What concerns a player now, by start: open, running, or over since an hour at most."""
        found = await self._store.own(player, clock.now_ms() - OVER_FOR_MS)
        mine = (one for one in found if one.tournament.over or one.tournament.takes_part(player))
        return sorted(mine, key=lambda one: (one.tournament.rules.start, one.tournament.id))[
            :MOST_OWN
        ]

    async def join(self, id: str, player: str, name: str, guest: bool, password: str) -> Tournament:
        t = (await self.get(id)).tournament
        entry = t.entries.get(player)
        if guest or not player:
            raise NotAllowed("guests_cannot_enter", "register to enter a tournament")
        if entry is not None and entry.active:
            return t
        if entry is None:
            await self._check_password(t, player, password)
        rating = 0.0
        if entry is None or not entry.here:
            rating = (await self._ratings.ratings(t.rules.mode, [player]))[0]
        t = await self.change(id, lambda t, now: entering.join(t, player, name, rating, now))
        await self._check_accounts(id, [player])
        return t

    async def _check_accounts(self, id: str, players: Sequence[str]) -> None:
        """After players have come: none of them has deleted the account meanwhile.

        Afterwards, so that nobody slips in between; `departures` has the other half.
        """
        gone = await self._store.gone(players)
        for player in gone:
            await self.change(
                id,
                lambda t, now, player=player: deleting.deleted(t, player, now),  # type: ignore[misc]
            )
        if gone:
            raise NotAllowed("player_deleted", "this account was deleted")

    async def _check_password(self, t: Tournament, player: str, password: str) -> None:
        if t.rules.password_hash and not t.organised_by(player):
            entering.may_enter(t)
            self._guesses.check(f"{t.id} {player}", "too_many_guesses", "too many wrong passwords")
            if not await self._passwords.verify(t.rules.password_hash, password):
                raise NotAllowed("wrong_password", "the password is wrong")

    async def enter_team(
        self, id: str, captain: str, clan_id: str, players: Sequence[str], password: str
    ) -> Tournament:
        """By the captain of the clan, with members of it, in the order of their boards.

        Who leaves the clan later stays in the team as it was entered.
        """
        t = (await self.get(id)).tournament
        if not t.rules.team:
            raise Refusal("no_team_tournament", "players enter for themselves here")
        clan = await self._clans.clan(clan_id)
        if captain not in clan.captains:
            raise NotAllowed("not_the_captain", "only the captain of a clan enters its team")
        if len(set(players)) != len(players):
            raise Refusal("listed_twice", "somebody is listed twice")
        if strangers := [one for one in players if one not in clan.members]:
            raise Refusal(
                "not_in_clan", "only members of the clan play for it", player=strangers[0]
            )
        if clan_id not in t.entries:
            await self._check_password(t, captain, password)
        members = {player: clan.members[player] for player in players}
        found = sorted(await self._ratings.ratings(t.rules.mode, players), reverse=True)
        best = found[: t.rules.boards]
        rating = sum(best) / max(len(best), 1)
        t = await self.change(
            id,
            lambda t, now: entering.enter_team(
                t, clan_id, clan.name, captain, members, rating, now
            ),
        )
        await self._check_accounts(id, players)
        return t

    async def order_boards(self, id: str, captain: str, order: Sequence[str]) -> Tournament:
        return await self.change(id, lambda t, now: entering.order_boards(t, captain, order, now))

    async def leave(self, id: str, player: str) -> Tournament:
        return await self.change(id, lambda t, now: entering.leave(t, player, now))

    async def pause(self, id: str, player: str) -> Tournament:
        return await self.change(id, lambda t, now: entering.pause(t, player, now))

    async def resume(self, id: str, player: str) -> Tournament:
        t = await self.change(id, lambda t, now: entering.resume(t, player, now))
        await self._check_accounts(id, [player])
        return t

    async def ask_bye(self, id: str, player: str, round: int, half: bool) -> Tournament:
        return await self.change(id, lambda t, now: entering.ask_bye(t, player, round, half, now))

    async def drop_bye(self, id: str, player: str, round: int) -> Tournament:
        return await self.change(id, lambda t, now: entering.drop_bye(t, player, round, now))

    async def remove(self, id: str, by: str, player: str) -> Tournament:
        return await self.change(id, lambda t, now: acts.remove(t, by, player, now))

    async def correct(self, id: str, by: str, round: int, board: int, result: Result) -> Tournament:
        return await self.change(id, lambda t, now: acts.correct(t, by, round, board, result, now))

    async def forbid(self, id: str, by: str, one: str, other: str) -> Tournament:
        return await self.change(id, lambda t, now: acts.forbid(t, by, one, other, now))

    async def pair_again(self, id: str, by: str) -> Tournament:
        return await self.change(id, lambda t, now: acts.pair_again(t, by, now))

    async def postpone(self, id: str, by: str, start: int) -> Tournament:
        return await self.change(id, lambda t, now: acts.postpone(t, by, start, now))

    async def cancel(self, id: str, by: str) -> Tournament:
        return await self.change(id, lambda t, now: acts.cancel_by(t, by, now))

    async def name_helper(self, id: str, by: str, player: str) -> Tournament:
        return await self.change(id, lambda t, now: acts.name_helper(t, by, player, now))

    async def change(self, id: str, judge: Judge) -> Tournament:
        """Judged on the state as it is, written if it still is: as often as that takes."""
        lock = self._locks.setdefault(id, asyncio.Lock())
        async with lock:
            for attempt in range(MOST_TRIES):
                stored = await self.get(id)
                made = judge(stored.tournament, clock.now_ms())
                if made is None:
                    return stored.tournament
                if await self.save(stored, made):
                    return made.tournament
                await asyncio.sleep(random.random() * 0.02 * attempt)  # noqa: S311
        raise Conflict("busy", "too many changes at once; try again")

    async def save(self, stored: Stored, made: Step) -> bool:
        after = made.tournament
        sent = self._relay.published_to(after.id)
        events = [
            *(event for event in stored.outbox if event.version > sent),
            self._codec.event(made),
        ]
        if not await self._store.save(stored.tournament, after, events, made.time):
            return False
        self._relay.publish(after.id, after.version, events)
        return True
