"""Live games: apply, save, tell.

A change is one conditional update of the game's document; it is acknowledged
after that and published by the relay. Another instance that was faster makes
the update fail: read again, judge again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from servicekit import clock, logs
from servicekit.errors import Conflict, NotFound
from servicekit.ids import new_id
from servicekit.outbox import OutEvent

from x0_game.domain import chat, play
from x0_game.domain.actions import Action, Moment
from x0_game.domain.changes import Change
from x0_game.domain.clock import MAX_IN_FLIGHT_MS
from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import Event, Game, Player
from x0_game.domain.settings import RATED_MODES
from x0_game.service.life import LifeSigns
from x0_game.service.locks import KeyedLocks
from x0_game.service.names import Names
from x0_game.service.ports import Codec, GameStore, RatingStore, Relay, StoredGame

CACHED_GAMES = 4_000
# Races lost in a row before the caller is asked to try again.
MOST_TRIES = 10

_log = logs.get("x0_game.games")


@dataclass(frozen=True, slots=True)
class Done:
    """`events` are encoded; empty when the action had been done before."""

    version: int
    events: Sequence[OutEvent] = ()


class Games:
    def __init__(
        self,
        store: GameStore,
        ratings: RatingStore,
        names: Names,
        codec: Codec,
        relay: Relay,
        life: LifeSigns,
    ) -> None:
        self._store = store
        self._ratings = ratings
        self._names = names
        self._codec = codec
        self._relay = relay
        self._life = life
        self._locks = KeyedLocks()
        # What this instance last read or wrote. Perhaps no longer true: the update decides.
        self._cache: OrderedDict[str, StoredGame] = OrderedDict()

    async def start(self, game: Game, events: tuple[Event, ...]) -> None:
        """A new game into store and log; one that is there already stays as it is."""
        messages = self._encode(events)
        stored = await self._store.insert_game(game, messages, clock.now_ms())
        if stored is not None:
            self._remember(stored)
            self._relay.publish(game.id, game.version, messages)

    async def get(self, game_id: str, caller: str) -> Game:
        """The game as the store has it.

        Raises:
            NotFound, NotAllowed: no such game, or private and not the caller's.
        """
        stored = await self._store.load_game(game_id)
        if stored is None:
            raise NotFound("unknown_game", "there is no such game")
        chat.check_watch(stored.game, caller)
        return (await self._names.of_games([stored.game]))[0]

    async def resume(self, game_id: str, after: int, caller: str) -> Game | list[bytes]:
        """Encoded events after a version, or the whole game where they are no longer kept."""
        game = await self.get(game_id, caller)
        if 0 < after <= game.version:
            events = await self._store.events_after(game_id, after)
            if events is not None:
                return events
        return game

    async def act(
        self, game_id: str, player_id: str, action: Action, *, received: int, lag: int
    ) -> Done:
        """One action of a player; see `domain.play.act` for what is refused and why."""

        def judge(game: Game, now: int) -> Change:
            moment = Moment(
                now=now,
                received=min(now, max(received, now - MAX_IN_FLIGHT_MS)),
                lag=lag,
                outages=self._life.outages,
                new_id=new_id(),
            )
            return play.act(game, player_id, action, moment)

        return await self._change(game_id, judge)

    async def flag(self, game_id: str) -> None:
        """Ends a game whose time is up; outages may have put its deadline off."""

        def judge(game: Game, now: int) -> Change:
            moment = Moment(now, now, outages=self._life.outages, new_id=new_id())
            return play.flag(game, moment) or (game, ())

        done = await self._change(game_id, judge)
        if not done.events:
            stored = await self._store.load_game(game_id)
            if stored is not None and stored.game.active:
                deadline = stored.game.clock.deadline(self._life.outages)
                if deadline is not None:
                    await self._store.set_due(stored.game, deadline)

    async def give_back(self, game_id: str) -> None:
        """Brings a running clock up to date after an outage, so that clients see it."""

        def judge(game: Game, now: int) -> Change:
            moment = Moment(now, now, outages=self._life.outages)
            return play.give_back(game, moment) or (game, ())

        await self._change(game_id, judge)

    async def settled(self, game_id: str, no_show_ms: int) -> Game | None:
        """A tournament's game, aborted if the player to act has been absent for so long."""
        stored = await self._store.load_game(game_id)
        if stored is None or not stored.game.active or no_show_ms <= 0:
            return None if stored is None else stored.game
        if not self._life.healthy() or stored.game.absent is None:
            return stored.game
        if stored.game.clock.elapsed(clock.now_ms(), self._life.outages) < no_show_ms:
            return stored.game

        def judge(game: Game, now: int) -> Change:
            moment = Moment(now, now, outages=self._life.outages)
            return play.no_show(game, no_show_ms, moment) or (game, ())

        await self._change(game_id, judge)
        stored = await self._store.load_game(game_id)
        return None if stored is None else stored.game

    async def follow(self, game: Game) -> None:
        """Makes the game that `next_game_id` promises; safe to repeat."""
        refreshed = replace(
            game,
            first=await self.rated_player(game.settings.mode, game.first),
            second=await self.rated_player(game.settings.mode, game.second),
        )
        change = play.follow_up(refreshed, clock.now_ms())
        if change is not None:
            await self.start(*change)
            await self._store.followed(game.id)

    async def follow_left(self, before: int) -> None:
        """Makes promised games that a crashed instance left."""
        for game_id in await self._store.games_to_follow(before, 100):
            stored = await self._store.load_game(game_id)
            if stored is not None:
                await self.follow(stored.game)

    async def rated_player(self, mode: str, player: Player) -> Player:
        """The player with the present rating in the mode (1500 before the first game)."""
        if mode not in RATED_MODES or player.guest:
            return player
        rating = await self._ratings.rating(mode, player.id)
        return replace(player, rating=1500.0 if rating is None else rating)

    async def _change(self, game_id: str, judge: Callable[[Game, int], Change]) -> Done:
        async with self._locks.hold(game_id):
            for _ in range(MOST_TRIES):
                now = await self._life.now()
                cached = self._cache.get(game_id)
                stored = cached or await self._load(game_id)
                try:
                    game, events = judge(stored.game, now)
                except (Refusal, NotAllowed):
                    if cached is None:
                        raise
                    # Judged by what may be out of date: once more by the store.
                    del self._cache[game_id]
                    continue
                if not events:
                    if cached is not None:
                        del self._cache[game_id]
                        continue
                    return Done(game.version)
                done = await self._save(stored, game, events, now)
                if done is not None:
                    break
            else:
                raise Conflict("busy", "too many changes at once; try again")
        return done

    async def _save(
        self, stored: StoredGame, game: Game, events: tuple[Event, ...], now: int
    ) -> Done | None:
        messages = self._encode(events)
        published = max(stored.published, self._relay.published_to(game.id))
        self._cache.pop(game.id, None)
        saved = await self._store.save_game(stored, game, messages, published, now)
        if saved is None:
            return None
        self._remember(saved)
        try:
            if game.next_game_id is not None and stored.game.next_game_id is None:
                # Made before anybody is told of it.
                await self.follow(game)
        finally:
            # What the last writer may have left goes first, so that the order is kept.
            self._relay.publish(game.id, game.version, (*stored.unpublished, *messages))
        return Done(game.version, messages)

    async def _load(self, game_id: str) -> StoredGame:
        stored = await self._store.load_game(game_id)
        if stored is None:
            raise NotFound("unknown_game", "there is no such game")
        return stored

    def _remember(self, stored: StoredGame) -> None:
        if not stored.game.active:
            self._cache.pop(stored.game.id, None)
            return
        self._cache[stored.game.id] = stored
        self._cache.move_to_end(stored.game.id)
        while len(self._cache) > CACHED_GAMES:
            self._cache.popitem(last=False)

    def _encode(self, events: tuple[Event, ...]) -> tuple[OutEvent, ...]:
        return tuple(message for event in events for message in self._codec.game_event(event))
