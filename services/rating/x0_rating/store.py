"""MongoDB: rated games, standings, heads. All queries and indexes.

Conditions are plain equalities and ranges have both bounds: with less the embedded store
scans whole collections. Bounds are strict: on a field that is not the last one of its index
the embedded store loses the equal values of an inclusive one.
"""

import math
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from motor.motor_asyncio import AsyncIOMotorDatabase
from pymongo import DeleteOne, InsertOne, ReplaceOne, UpdateOne
from pymongo.errors import BulkWriteError, DuplicateKeyError
from servicekit.clock import now_ms
from servicekit.errors import Unavailable
from servicekit.mongo import OutboxCollection, outbox_fields
from servicekit.outbox import OutEvent
from servicekit.retry import store_call

from x0_rating import domain
from x0_rating.domain import After, Head, RatedGame, Side, Standing, Taken

_FAR = 1e9
_LAST = "\uffff"
_DUPLICATE = 11000
_LOCK = "recalculation"


class MongoStore:
    """Every write is guarded by a sequence number or an id, so `store_call` may repeat it."""

    def __init__(self, database: "AsyncIOMotorDatabase[Any]") -> None:
        self._database = database
        self._games: Any = database["rating_games"]
        self._players: Any = database["rating_players"]
        self._heads: Any = database["rating_heads"]
        self._locks: Any = database["rating_locks"]
        self.outbox = OutboxCollection(self._games)

    async def prepare(self) -> None:
        """Makes the indexes; those that are there already cost nothing."""
        await self._games.create_index([("mode", 1), ("seq", 1)], unique=True)
        # `of` holds "mode:player" of both players.
        await self._games.create_index([("of", 1), ("seq", -1)])
        await self.outbox.prepare()
        await self._players.create_index([("mode", 1), ("rating", -1), ("player", 1)])

    async def ping(self) -> bool:
        await self._database.command("ping")
        return True

    # -- rating -----------------------------------------------------------------------

    async def check_open(self) -> None:
        if await store_call(lambda: self._locks.find_one({"_id": _LOCK})):
            raise Unavailable(
                "recalculation", "ratings are being recalculated; run it again if it was stopped"
            )

    async def heads(self, modes: Sequence[str]) -> dict[str, Head]:
        docs = await store_call(
            lambda: self._heads.find({"_id": {"$in": list(modes)}}).to_list(len(modes))
        )
        return {mode: Head(mode) for mode in modes} | {doc["_id"]: _head(doc) for doc in docs}

    async def games_after(self, mode: str, sequence: int, limit: int) -> list[RatedGame]:
        docs = await store_call(
            lambda: (
                self._games.find(
                    {"mode": mode, "seq": {"$gt": sequence, "$lt": 2**53}}, {"outbox": 0}
                )
                .sort("seq", 1)
                .limit(limit)
                .to_list(limit)
            )
        )
        return [_game(doc) for doc in docs]

    async def known(self, game_ids: Sequence[str]) -> set[str]:
        docs = await store_call(
            lambda: self._games.find({"_id": {"$in": list(game_ids)}}, {"_id": 1}).to_list(
                len(game_ids)
            )
        )
        return {doc["_id"] for doc in docs}

    async def standings(self, mode: str, players: Sequence[str]) -> dict[str, Standing]:
        rows = await self._rows(mode, players)
        return {player: _standing(doc) for player, doc in rows.items()}

    async def _rows(self, mode: str, players: Sequence[str]) -> dict[str, dict[str, Any]]:
        ids = [f"{mode}:{player}" for player in players]
        docs = await store_call(lambda: self._players.find({"_id": {"$in": ids}}).to_list(len(ids)))
        return {doc["player"]: doc for doc in docs}

    async def add_games(self, games: Sequence[RatedGame], events: Sequence[OutEvent]) -> None:
        now = now_ms()
        docs = [
            _game_doc(game) | {"version": 1, **outbox_fields([event], now)}
            for game, event in zip(games, events, strict=True)
        ]
        try:
            # Not repeated here: after a lost answer the caller must look what was written.
            await self._games.insert_many(docs, ordered=True)
        except (BulkWriteError, DuplicateKeyError) as error:
            if _only_duplicates(error):
                raise Taken from None
            raise

    async def apply_standings(self, mode: str, games: Sequence[RatedGame]) -> None:
        last: dict[str, tuple[int, Standing]] = {}
        for game in games:
            for side in game.sides:
                last[side.after.player] = (game.sequence, side.after)
        while last:
            rows = await self._rows(mode, list(last))
            # Somebody else has applied these games, or later ones as well.
            last = {p: v for p, v in last.items() if p not in rows or rows[p]["seq"] < v[0]}
            writes: list[Any] = []
            for player, (sequence, standing) in last.items():
                doc = _row_doc(mode, sequence, standing)
                if player in rows:
                    guard = {"_id": doc["_id"], "seq": rows[player]["seq"]}
                    writes.append(UpdateOne(guard, {"$set": doc}))
                else:
                    writes.append(InsertOne(doc))
            if not writes or await _bulk(self._players, writes):
                return

    async def advance_head(self, head: Head, games: Sequence[RatedGame]) -> bool:
        sequence = head.sequence + len(games)
        if head.sequence == 0:
            doc = _head_doc(domain.advance(head, games))
            try:
                await store_call(lambda: self._heads.insert_one(doc))
            except DuplicateKeyError:
                return False
            return True
        players, change = domain.head_change(games)
        update: dict[str, Any] = {"$set": {"seq": sequence}}
        increments = {f"buckets.{b}": n for b, n in change.items()}
        if players:
            increments["players"] = players
        if increments:
            update["$inc"] = increments
        result = await store_call(
            lambda: self._heads.update_one({"_id": head.mode, "seq": head.sequence}, update)
        )
        return bool(result.matched_count)

    # -- answering --------------------------------------------------------------------

    async def game(self, game_id: str) -> RatedGame | None:
        doc = await store_call(lambda: self._games.find_one({"_id": game_id}, {"outbox": 0}))
        return _game(doc) if doc else None

    async def history(
        self, mode: str, player: str, before: int | None, limit: int
    ) -> list[RatedGame]:
        bounds = {"$gt": 0, "$lt": before if before is not None else 2**53}
        docs = await store_call(
            lambda: (
                self._games.find({"of": f"{mode}:{player}", "seq": bounds}, {"outbox": 0})
                .sort("seq", -1)
                .limit(limit)
                .to_list(limit)
            )
        )
        return [_game(doc) for doc in docs]

    async def best(
        self, mode: str, after: After | None, limit: int, low: float | None
    ) -> list[Standing]:
        below = _FAR
        # The embedded store fetches a whole range before it applies the limit.
        above = -_FAR if low is None else math.nextafter(low, -math.inf)
        docs: list[dict[str, Any]] = []
        order = [("rating", -1), ("player", 1)]
        if after is not None:
            # Two ranges one after the other: one query with "or" would not go by the index.
            below = after.rating
            equal = {
                "mode": mode,
                "rating": after.rating,
                "player": {"$gt": after.player, "$lt": _LAST},
            }
            docs = await store_call(
                lambda: self._players.find(equal).sort("player", 1).limit(limit).to_list(limit)
            )
        if len(docs) < limit:
            rest = limit - len(docs)
            lower = {"mode": mode, "rating": {"$lt": below, "$gt": above}}
            docs += await store_call(
                lambda: self._players.find(lower).sort(order).limit(rest).to_list(rest)
            )
        return [_standing(doc) for doc in docs]

    async def count_between(self, mode: str, low: float, high: float, *, low_in: bool) -> int:
        bounds = {"$gt": math.nextafter(low, -math.inf) if low_in else low, "$lt": high}
        counted: int = await store_call(
            lambda: self._players.count_documents({"mode": mode, "rating": bounds})
        )
        return counted

    # -- recalculation ----------------------------------------------------------------

    async def lock(self) -> bool:
        """Keeps the service from rating until `unlock`; False: a stopped one left its lock."""
        try:
            await self._locks.insert_one({"_id": _LOCK, "since": now_ms()})
        except DuplicateKeyError:
            return False
        return True

    async def unlock(self) -> None:
        await self._locks.delete_one({"_id": _LOCK})

    async def all_games(self, mode: str) -> AsyncIterator[RatedGame]:
        """In order; also those that a stopped recalculation has set aside (negative)."""
        last = -(2**53)
        while True:
            bounds = {"$gt": last, "$lt": 2**53}
            docs = (
                await self._games.find({"mode": mode, "seq": bounds}, {"outbox": 0})
                .sort("seq", 1)
                .limit(1000)
                .to_list(1000)
            )
            for doc in docs:
                yield _game(doc)
            if len(docs) < 1000:
                return
            last = docs[-1]["seq"]

    async def all_standings(self, mode: str) -> AsyncIterator[tuple[int, Standing]]:
        """(Applied sequence number, standing) of every player."""
        low, high = f"{mode}:", f"{mode};"
        while True:
            bounds = {"$gt": low, "$lt": high}
            docs = (
                await self._players.find({"_id": bounds}).sort("_id", 1).limit(1000).to_list(1000)
            )
            for doc in docs:
                yield doc["seq"], _standing(doc)
            if len(docs) < 1000:
                return
            low = docs[-1]["_id"]

    async def count_games(self, mode: str) -> int:
        counted: int = await self._games.count_documents({"mode": mode})
        return counted

    async def set_aside(self, games: Sequence[RatedGame]) -> None:
        """Moves records out of the way of each other's final sequence numbers."""
        await _bulk(
            self._games,
            [UpdateOne({"_id": g.game_id}, {"$set": {"seq": -g.sequence}}) for g in games],
        )

    async def put_games(self, games: Sequence[RatedGame]) -> None:
        """Final records; what of them is still to be published stays so."""
        await _bulk(
            self._games,
            [
                UpdateOne(
                    {"_id": g.game_id},
                    {"$set": _game_doc(g), "$setOnInsert": {"version": 1, "outbox": []}},
                    upsert=True,
                )
                for g in games
            ],
        )

    async def remove_games(self, game_ids: Sequence[str]) -> None:
        await _bulk(self._games, [DeleteOne({"_id": one}) for one in game_ids])

    async def put_standings(self, mode: str, rows: Sequence[tuple[int, Standing]]) -> None:
        docs = [_row_doc(mode, sequence, standing) for sequence, standing in rows]
        await _bulk(self._players, [ReplaceOne({"_id": d["_id"]}, d, upsert=True) for d in docs])

    async def remove_standings(self, mode: str, players: Sequence[str]) -> None:
        await _bulk(self._players, [DeleteOne({"_id": f"{mode}:{p}"}) for p in players])

    async def put_head(self, head: Head) -> None:
        await self._heads.replace_one({"_id": head.mode}, _head_doc(head), upsert=True)


async def _bulk(collection: Any, writes: Sequence[Any]) -> bool:
    """Unordered; False when another instance was faster with some of them: look again."""
    done = 0
    for start in range(0, len(writes), 500):
        part = list(writes[start : start + 500])
        try:
            result = await store_call(
                lambda part=part: collection.bulk_write(part, ordered=False)  # type: ignore[misc]
            )
            done += result.matched_count + result.inserted_count + result.upserted_count
        except BulkWriteError as error:
            if not _only_duplicates(error):
                raise
    return done == len(writes)


def _only_duplicates(error: BulkWriteError | DuplicateKeyError) -> bool:
    if isinstance(error, DuplicateKeyError):
        return True
    errors = (error.details or {}).get("writeErrors") or []
    return bool(errors) and all(e.get("code") == _DUPLICATE for e in errors)


def _standing_doc(standing: Standing) -> dict[str, Any]:
    return {
        "player": standing.player,
        "rating": standing.rating,
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "peak": standing.peak,
    }


def _standing(doc: Mapping[str, Any]) -> Standing:
    return Standing(
        player=doc["player"],
        rating=float(doc["rating"]),
        games=doc["games"],
        wins=doc["wins"],
        draws=doc["draws"],
        losses=doc["losses"],
        peak=float(doc["peak"]),
    )


def _row_doc(mode: str, sequence: int, standing: Standing) -> dict[str, Any]:
    key = f"{mode}:{standing.player}"
    return {"_id": key, "mode": mode, "seq": sequence, **_standing_doc(standing)}


def _side_doc(side: Side) -> dict[str, Any]:
    return {"before": side.before, "score": side.score, **_standing_doc(side.after)}


def _side(doc: Mapping[str, Any]) -> Side:
    return Side(before=float(doc["before"]), after=_standing(doc), score=float(doc["score"]))


def _game_doc(game: RatedGame) -> dict[str, Any]:
    return {
        "_id": game.game_id,
        "mode": game.mode,
        "seq": game.sequence,
        "of": [f"{game.mode}:{side.after.player}" for side in game.sides],
        "first": _side_doc(game.first),
        "second": _side_doc(game.second),
        "finished": game.finished,
    }


def _game(doc: Mapping[str, Any]) -> RatedGame:
    return RatedGame(
        game_id=doc["_id"],
        mode=doc["mode"],
        sequence=doc["seq"],
        first=_side(doc["first"]),
        second=_side(doc["second"]),
        finished=doc["finished"],
    )


def _head_doc(head: Head) -> dict[str, Any]:
    return {
        "_id": head.mode,
        "seq": head.sequence,
        "players": head.players,
        "buckets": {str(b): n for b, n in head.buckets.items()},
    }


def _head(doc: Mapping[str, Any]) -> Head:
    buckets = {int(b): n for b, n in doc["buckets"].items() if n}
    return Head(doc["_id"], doc["seq"], doc["players"], buckets)
