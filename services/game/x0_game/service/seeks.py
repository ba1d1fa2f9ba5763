"""Seeks of every kind: create, renew, accept, decline, cancel; and the games they give."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from servicekit import clock
from servicekit.errors import Conflict, NotFound
from servicekit.ids import keyed_id, new_id

from x0_game.domain import play, seek
from x0_game.domain.clock import Seat
from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import Player
from x0_game.domain.seek import Seek, SeekKind
from x0_game.domain.settings import Settings
from x0_game.service.games import MOST_TRIES, Games
from x0_game.service.ports import Codec, GameStore, Relay, SeekStore

# Bounds on what one player can have open at once.
MOST_SEEKS = 20
MOST_GAMES = 50


class Seeks:
    def __init__(
        self, store: SeekStore, game_store: GameStore, codec: Codec, relay: Relay, games: Games
    ) -> None:
        self._store = store
        self._game_store = game_store
        self._codec = codec
        self._relay = relay
        self._games = games

    async def create(
        self,
        caller: Player,
        kind: SeekKind,
        settings: Settings,
        *,
        to: Player | None,
        seat: Seat | None,
        avoid: tuple[str, ...],
        key: str,
    ) -> Seek:
        """A new seek; the same idempotency key gives the same seek.

        A quick seek replaces the player's earlier one, or renews it where both
        are for the same pool.
        """
        caller = await self._games.rated_player(settings.mode, caller)
        now = clock.now_ms()
        if kind == "quick":
            return await self._quick(caller, settings, avoid, now)
        # The id follows from the key: twice at once is one document all the same.
        seek_id = keyed_id("seek", caller.id, key, n=16) if key else new_id()
        if key:
            known = await self._store.load_seek(seek_id)
            if known is not None:
                return known
        new = seek.create(
            seek_id, kind, settings, caller, now, to=to, seat=seat, avoid=avoid, key=key
        )
        if len(await self._store.seeks_of(caller.id, MOST_SEEKS)) >= MOST_SEEKS:
            raise Refusal("too_many_seeks", f"at most {MOST_SEEKS} open seeks and challenges")
        await self._check_room(caller.id)
        if not await self._insert(new, now):
            return await self.get(seek_id, caller.id)
        return new

    async def _quick(
        self, caller: Player, settings: Settings, avoid: tuple[str, ...], now: int
    ) -> Seek:
        seek_id = seek.quick_id(caller.id)
        for _ in range(MOST_TRIES):
            old = await self._store.load_seek(seek_id)
            version = 1 if old is None else old.version + 1
            new = seek.create(seek_id, "quick", settings, caller, now, avoid=avoid, version=version)
            if old is None:
                await self._check_room(caller.id)
                if await self._insert(new, now):
                    return new
                continue
            if old.status == "joining":
                # An opponent is being tied to it at this moment: that is the answer.
                return old
            if await self._still_matched(old, settings, now):
                # The renewal of a wait that has just ended: here is the game.
                return old
            waiting = old.status == "waiting" and old.expires_at > now
            if waiting and old.settings == settings and old.avoid == avoid:
                new = seek.renew(old, caller, now)
            elif not waiting:
                await self._check_room(caller.id)
                await self.ensure_game(old)
            if await self._save(old, new, now):
                return new
        raise Conflict("busy", "too many changes at once; try again")

    async def _still_matched(self, old: Seek, settings: Settings, now: int) -> bool:
        if old.status != "matched" or old.expires_at <= now or old.settings != settings:
            return False
        stored = await self._game_store.load_game(old.game_id or "")
        return stored is None or stored.game.active

    async def get(self, seek_id: str, caller: str) -> Seek:
        """Raises NotFound, also for a challenge between others."""
        found = await self._store.load_seek(seek_id)
        if found is None or (found.kind in ("challenge", "quick") and caller not in found.players):
            raise NotFound("unknown_seek", "there is no such seek")
        return found

    async def open(self, before: int | None, limit: int) -> list[Seek]:
        return await self._store.open_seeks(clock.now_ms(), before, limit)

    async def quick_waiting(self) -> list[Seek]:
        now = clock.now_ms()
        found = await self._store.waiting_quick(2_000)
        return [s for s in found if s.expires_at > now]

    async def of(self, player_id: str) -> list[Seek]:
        now = clock.now_ms()
        return [s for s in await self._store.seeks_of(player_id, 100) if s.expires_at > now]

    async def accept(self, caller: Player, seek_id: str) -> Seek:
        """Takes a seek: one conditional update, so one taker, however many try."""
        found = await self.get(seek_id, caller.id)
        caller = await self._games.rated_player(found.settings.mode, caller)
        game_id = new_id()
        for _ in range(MOST_TRIES):
            now = clock.now_ms()
            if found.taken_by is not None and found.taken_by.id == caller.id:
                # The repetition of an accept that went through.
                await self.ensure_game(found)
                return found
            taken = seek.accept(found, caller, game_id, now)
            await self._check_room(caller.id)
            await self._leave_quick(caller.id)
            if await self._save(found, taken, now):
                await self.ensure_game(taken)
                with suppress(Refusal):
                    # Being paired at this moment: then both games begin.
                    await self._leave_quick(taken.by.id)
                return taken
            found = await self.get(seek_id, caller.id)
        raise Conflict("busy", "too many changes at once; try again")

    async def decline(self, caller: str, seek_id: str) -> Seek:
        return await self._change(
            caller, seek_id, lambda s: seek.decline(s, caller, clock.now_ms())
        )

    async def cancel(self, caller: str, seek_id: str) -> Seek:
        return await self._change(caller, seek_id, lambda s: seek.cancel(s, caller))

    async def expire(self, limit: int = 200) -> None:
        now = clock.now_ms()
        for found in await self._store.expired_seeks(now, limit):
            gone = seek.expire(found, now)
            if gone is not None:
                await self._save(found, gone, now)

    async def ensure_game(self, matched: Seek) -> None:
        """Makes the game of a matched seek; safe to repeat. For a joiner, its host did."""
        if matched.status != "matched" or matched.game_id is None or matched.taken_by is None:
            return
        first, second = seek.seats(matched)
        game, events = play.start(matched.game_id, matched.settings, first, second, clock.now_ms())
        await self._games.start(game, events)
        await self._store.seek_done(matched)

    async def save(self, before: Seek, after: Seek) -> bool:
        return await self._save(before, after, clock.now_ms())

    async def _change(self, caller: str, seek_id: str, change: Callable[[Seek], Seek]) -> Seek:
        for _ in range(MOST_TRIES):
            found = await self.get(seek_id, caller)
            new = change(found)
            if new is found or await self._save(found, new, clock.now_ms()):
                return new
        raise Conflict("busy", "too many changes at once; try again")

    async def _leave_quick(self, player_id: str) -> None:
        """Whoever sits down elsewhere is not looking for a quick game any more."""
        for _ in range(MOST_TRIES):
            old = await self._store.load_seek(seek.quick_id(player_id))
            if old is None or old.status not in ("waiting", "joining"):
                return
            if await self._save(old, seek.cancel(old, player_id), clock.now_ms()):
                return

    async def _check_room(self, player_id: str) -> None:
        if len(await self._game_store.unfinished_of(player_id, MOST_GAMES)) >= MOST_GAMES:
            raise NotAllowed("too_many_games", f"at most {MOST_GAMES} games at once")

    async def _insert(self, new: Seek, now: int) -> bool:
        messages = (self._codec.seek_event(new),)
        if not await self._store.insert_seek(new, messages, now):
            return False
        self._relay.publish(new.id, new.version, messages)
        return True

    async def _save(self, before: Seek, after: Seek, now: int) -> bool:
        messages = (self._codec.seek_event(after),)
        if not await self._store.save_seek(before, after, messages, now):
            return False
        self._relay.publish(after.id, after.version, messages)
        return True
