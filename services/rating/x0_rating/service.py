"""Use cases: rating games once and in order, and answering about ratings.

The record of a rated game comes first; everything else follows from it. A mode's records
form a chain: each has the next sequence number, unique in the store, and was computed from
the standings after the one before. So of two instances that rate at the same time one is
refused by the index and starts from a fresh read; and what a crash left undone is done by
whoever comes next, from the records alone.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from servicekit.errors import Conflict, Invalid, NotFound
from servicekit.outbox import OutEvent

from x0_rating import domain
from x0_rating.domain import After, FinishedGame, Head, RatedGame, Standing, Table, Taken

_TRIES = 20
_PAGE = 500
MAX_BATCH = 200


@dataclass(frozen=True, slots=True)
class Ranked:
    """`rank` 0 and `percentile` 0 where they are not known."""

    mode: str
    standing: Standing
    rank: int = 0
    percentile: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the leaderboard. `last` and `position` say where the next one begins."""

    rows: list[Ranked]
    players: int
    position: int
    more: bool


class Store(Protocol):
    async def check_open(self) -> None:
        """Raises Unavailable while the table is being recalculated."""

    async def heads(self, modes: Sequence[str]) -> dict[str, Head]:
        """One for each mode, also where nothing was rated yet."""

    async def games_after(self, mode: str, sequence: int, limit: int) -> list[RatedGame]:
        """In order."""

    async def known(self, game_ids: Sequence[str]) -> set[str]: ...

    async def standings(self, mode: str, players: Sequence[str]) -> dict[str, Standing]: ...

    async def add_games(self, games: Sequence[RatedGame], events: Sequence[OutEvent]) -> None:
        """In order; raises Taken at the first that is there, with those before it written."""

    async def apply_standings(self, mode: str, games: Sequence[RatedGame]) -> None:
        """Brings the players' rows to what the records say; later rows are left alone."""

    async def advance_head(self, head: Head, games: Sequence[RatedGame]) -> bool:
        """False, and nothing is done, when the head is no longer where it was read."""

    async def game(self, game_id: str) -> RatedGame | None: ...

    async def history(
        self, mode: str, player: str, before: int | None, limit: int
    ) -> list[RatedGame]:
        """Newest first, with sequence numbers below `before`."""

    async def best(
        self, mode: str, after: After | None, limit: int, low: float | None
    ) -> list[Standing]:
        """Best first; with `low` only those rated so or higher."""

    async def count_between(self, mode: str, low: float, high: float, *, low_in: bool) -> int:
        """Players with low < rating < high, or low <= rating with `low_in`."""


class Relay(Protocol):
    def publish(self, doc_id: str, version: int, events: Sequence[OutEvent]) -> None: ...


class Encoder(Protocol):
    def __call__(self, game: RatedGame) -> OutEvent: ...


class Rater:
    def __init__(self, store: Store, encode: Encoder, relay: Relay) -> None:
        self._store = store
        self._encode = encode
        self._relay = relay
        # A mode has one chain: two batches of it in one process would only collide.
        self._locks = {mode: asyncio.Lock() for mode in domain.MODES}

    async def repair(self) -> None:
        """Finishes what a crash left undone, in every mode."""
        await self._store.check_open()
        for mode in domain.MODES:
            async with self._locks[mode]:
                await self._caught_up(mode)

    async def rate(self, games: Sequence[FinishedGame]) -> None:
        """Rates each game once, in the given order; those rated before are passed over.

        Raises NotRateable before anything of the batch is rated.
        """
        for game in games:
            domain.check(game)
        by_mode: dict[str, dict[str, FinishedGame]] = {}
        for game in games:
            # The first occurrence of an id counts.
            by_mode.setdefault(game.mode, {}).setdefault(game.game_id, game)
        for mode, batch in by_mode.items():
            async with self._locks[mode]:
                await self._rate_mode(mode, list(batch.values()))

    async def _rate_mode(self, mode: str, games: Sequence[FinishedGame]) -> None:
        for attempt in range(_TRIES):
            await self._store.check_open()
            head = await self._caught_up(mode)
            known = await self._store.known([g.game_id for g in games])
            new = [g for g in games if g.game_id not in known]
            if not new:
                return
            players = list(dict.fromkeys(p for g in new for p in (g.first, g.second)))
            table = Table(mode, head.sequence, await self._store.standings(mode, players))
            rated = [table.add(game) for game in new]
            events = [self._encode(game) for game in rated]
            try:
                await self._store.add_games(rated, events)
            except Taken:
                await asyncio.sleep(0.01 * attempt)
                continue
            await self._store.apply_standings(mode, rated)
            if not await self._store.advance_head(head, rated):
                await self._caught_up(mode)  # another instance did a part of it
            # Only now, so that whoever hears of it also reads it.
            for game, event in zip(rated, events, strict=True):
                self._relay.publish(game.game_id, 1, [event])
            return
        raise Conflict("busy", "other instances rate this mode all the time")

    async def _caught_up(self, mode: str) -> Head:
        """The head after all records; applies those that are only written."""
        while True:
            head = (await self._store.heads([mode]))[mode]
            written = await self._store.games_after(mode, head.sequence, _PAGE)
            if not written:
                return head
            await self._store.apply_standings(mode, written)
            await self._store.advance_head(head, written)


class Ratings:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_player(self, player: str) -> list[Ranked]:
        """All modes; those not played yet with the starting rating and no rank."""
        if not player:
            raise Invalid("bad_player_id", "a player id is needed")
        heads = await self._store.heads(domain.MODES)
        return [await self._ranked(heads[mode], player) for mode in domain.MODES]

    async def of_players(self, mode: str, players: Sequence[str]) -> list[Ranked]:
        """Without ranks; players without games are left out."""
        self._check(mode)
        if len(players) > MAX_BATCH:
            raise Invalid("too_many_ids", f"at most {MAX_BATCH} at once", limit=str(MAX_BATCH))
        found = await self._store.standings(mode, list(dict.fromkeys(players)))
        return [Ranked(mode, found[p]) for p in dict.fromkeys(players) if p in found]

    async def history(
        self, mode: str, player: str, before: int | None, limit: int
    ) -> tuple[list[RatedGame], int | None]:
        """Newest first, and where the next page begins."""
        self._check(mode)
        found = await self._store.history(mode, player, before, limit + 1)
        page = found[:limit]
        return page, page[-1].sequence if len(found) > limit else None

    async def leaderboard(self, mode: str, after: After | None, limit: int) -> Page:
        """Best first; players with equal ratings share a rank."""
        self._check(mode)
        head = (await self._store.heads([mode]))[mode]
        low = head.floor_for(after.rating if after else None, limit + 1)
        found = await self._store.best(mode, after, limit + 1, low)
        if low is not None and len(found) <= limit:
            # The head is a moment behind the rows: the hard way.
            found = await self._store.best(mode, after, limit + 1, None)
        position = after.position if after else 0
        rating, rank = (after.rating, after.rank) if after else (None, 0)
        rows = []
        for standing in found[:limit]:
            position += 1
            if standing.rating != rating:
                rating, rank = standing.rating, position
            rows.append(Ranked(mode, standing, rank))
        return Page(rows, head.players, position, more=len(found) > limit)

    async def rated_game(self, game_id: str) -> RatedGame:
        found = await self._store.game(game_id) if game_id else None
        if found is None:
            raise NotFound("game_not_rated", "this game is not rated (yet)")
        return found

    async def _ranked(self, head: Head, player: str) -> Ranked:
        standings = await self._store.standings(head.mode, [player])
        if player not in standings:
            return Ranked(head.mode, Standing(player))
        standing = standings[player]
        rating = standing.rating
        low = float(domain.bucket(rating))
        # Whole buckets from the histogram, the own one by the index.
        higher = await self._store.count_between(head.mode, rating, low + 1, low_in=False)
        lower = 0
        if rating > low:
            lower = await self._store.count_between(head.mode, low, rating, low_in=True)
        share = (head.below(rating) + lower) / max(1, head.players)
        return Ranked(
            head.mode,
            standing,
            rank=1 + head.above(rating) + higher,
            percentile=min(100.0, 100.0 * share),
        )

    @staticmethod
    def _check(mode: str) -> None:
        if mode not in domain.MODES:
            raise Invalid("unrated_mode", "this mode is not rated")
