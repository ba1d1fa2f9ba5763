"""Tournaments in MongoDB: one document each, which is its own outbox."""

from collections.abc import Sequence

from motor.motor_asyncio import AsyncIOMotorDatabase
from pymongo import ASCENDING, DESCENDING, IndexModel
from pymongo.errors import DuplicateKeyError
from servicekit import clock
from servicekit.mongo import OutboxCollection, outbox_fields
from servicekit.outbox import OutEvent, events_of
from servicekit.retry import store_call

from x0_tournament.documents import (
    Document,
    changed_fields,
    from_document,
    no_more,
    to_document,
)
from x0_tournament.domain.tournament import Tournament
from x0_tournament.service.ports import Head, Stored

# Of one player, in one list: what is looked through for what concerns them now.
_MOST_OWN = 100
_HEAVY = ("entries", "rounds", "acts", "outbox", "order", "forbidden", "helpers", "people")
_HEADS = dict.fromkeys(_HEAVY, 0)
_WITH_ACTS = {name: 0 for name in _HEAVY if name != "acts"}
_WITH_ENTRIES = {name: 0 for name in _HEAVY if name != "entries"}
# No time is beyond; a range without a bound is not looked up in an index.
_EVER = 2**62
# Of what is over, and there is ever more of it, the last hour is looked at first, then four times
# as long each time: the embedded store reads a range whole, whatever the limit.
_FIRST_SPAN_MS = 3_600_000
_SPAN_GROWS = 4
# Clocks of other instances may be ahead.
_AHEAD_MS = 60_000


class MongoStore:
    def __init__(self, database: AsyncIOMotorDatabase[Document]) -> None:
        self._database = database
        self._tournaments = database["tournaments"]
        self._gone = database["tournament_gone_players"]
        self.outbox = OutboxCollection(self._tournaments)

    async def prepare(self) -> None:
        await self.outbox.prepare()
        await self._tournaments.create_indexes(
            [
                # Sparse, not partial, and asked with both bounds: the embedded store scans
                # otherwise.
                IndexModel([("due", ASCENDING)], name="due", sparse=True),
                IndexModel(
                    [("group", ASCENDING), ("at", ASCENDING), ("_id", ASCENDING)], name="list"
                ),
                IndexModel(
                    [("people", ASCENDING), ("group", ASCENDING), ("at", ASCENDING)], name="people"
                ),
            ]
        )

    async def ping(self) -> bool:
        await self._database.command("ping")
        return True

    async def insert(self, tournament: Tournament, events: Sequence[OutEvent], now: int) -> bool:
        document = {**to_document(tournament), **outbox_fields(list(events), now)}

        async def call() -> bool:
            try:
                await self._tournaments.insert_one(document)
            except DuplicateKeyError:
                return False
            return True

        return await store_call(call)

    async def load(self, id: str) -> Stored | None:
        raw = await store_call(lambda: self._tournaments.find_one({"_id": id}))
        return None if raw is None else Stored(from_document(raw), tuple(events_of(raw)))

    async def newer(self, id: str, version: int) -> Tournament | None:
        query = {"_id": id, "version": {"$ne": version}}
        raw = await store_call(lambda: self._tournaments.find_one(query, {"outbox": 0}))
        return None if raw is None else from_document(raw)

    async def save(
        self, before: Tournament, after: Tournament, events: Sequence[OutEvent], now: int
    ) -> bool:
        """Guarded by the version; a repeated call whose answer was lost finds its own work."""
        document = {**changed_fields(before, after), **outbox_fields(list(events), now)}
        update: Document = {"$set": document}
        if "due" not in document:
            update["$unset"] = {"due": ""}
        mine = events[-1].to_doc()["b"]
        again = False

        async def call() -> bool:
            nonlocal again
            if again:
                # The attempt before may have been done, and only its answer lost.
                raw = await self._tournaments.find_one(
                    {"_id": after.id}, {"version": 1, "outbox": 1}
                )
                if raw is not None and raw["version"] == after.version:
                    return any(bytes(one["b"]) == mine for one in raw.get("outbox") or ())
            again = True
            done = await self._tournaments.update_one(
                {"_id": after.id, "version": before.version}, update
            )
            return bool(done.matched_count)

        return await store_call(call)

    async def claim(self, tournament: Tournament, until: int) -> bool:
        query = {"_id": tournament.id, "version": tournament.version, "due": tournament.due}
        done = await store_call(
            lambda: self._tournaments.update_one(query, {"$set": {"due": until}})
        )
        return bool(done.matched_count)

    async def set_due(self, tournament: Tournament, due: int) -> bool:
        query = {"_id": tournament.id, "version": tournament.version}
        done = await store_call(lambda: self._tournaments.update_one(query, {"$set": {"due": due}}))
        return bool(done.matched_count)

    async def due(self, now: int, limit: int) -> list[str]:
        async def call() -> list[str]:
            found = (
                self._tournaments.find({"due": {"$gt": 0, "$lte": now}}, {"_id": 1})
                .sort("due", ASCENDING)
                .limit(limit)
            )
            return [raw["_id"] async for raw in found]

        return await store_call(call)

    async def known(self, ids: Sequence[str]) -> set[str]:
        async def call() -> set[str]:
            found = self._tournaments.find({"_id": {"$in": list(ids)}}, {"_id": 1})
            return {raw["_id"] async for raw in found}

        return await store_call(call)

    async def page(
        self, group: str, player: str, after: tuple[int, str] | None, limit: int
    ) -> list[Head]:
        """Those that have ended latest first, all others earliest first.

        Of one player where that is named.
        """
        query: Document = {"group": group, **({"people": player} if player else {})}
        order = DESCENDING if group == "ended" else ASCENDING
        page: list[Head] = []
        if after is not None:
            # Those of the same millisecond, however many, by their ids.
            at, id = after
            beyond = {"_id": {"$lt" if order == DESCENDING else "$gt": id}}
            page = await self._part({**query, **beyond}, (at - 1, at + 1), order, limit)
        if order == ASCENDING:
            low = after[0] if after else 0
            return page + await self._part(query, (low, _EVER), order, limit - len(page))
        high = after[0] if after else clock.now_ms() + _AHEAD_MS
        span = _FIRST_SPAN_MS
        while high > 0 and len(page) < limit:
            low = high - span if span < high else 0
            page += await self._part(query, (low - 1, high), order, limit - len(page))
            high, span = low, span * _SPAN_GROWS
        return page

    async def own(self, player: str, since: int) -> list[Head]:
        async def call() -> list[Head]:
            found: list[Head] = []
            for group, low in (("running", 0), ("coming", 0), ("ended", since)):
                query = {"people": player, "group": group, "at": {"$gt": low, "$lt": _EVER}}
                cursor = self._tournaments.find(query, _WITH_ENTRIES).sort("at", ASCENDING)
                async for raw in cursor.limit(_MOST_OWN):
                    found.append(Head(from_document(raw), raw["count"], raw["round"]))
            return found

        return await store_call(call)

    async def entered(self, player: str) -> list[str]:
        async def call() -> list[str]:
            return [
                raw["_id"]
                for name in (player, no_more(player))
                async for raw in self._tournaments.find({"people": name}, {"_id": 1})
            ]

        return await store_call(call)

    async def put_gone(self, players: Sequence[str]) -> None:
        async def call() -> None:
            for player in players:
                await self._gone.update_one({"_id": player}, {"$set": {"gone": True}}, upsert=True)

        await store_call(call)

    async def gone(self, players: Sequence[str]) -> set[str]:
        async def call() -> set[str]:
            found = self._gone.find({"_id": {"$in": list(players)}})
            return {raw["_id"] async for raw in found}

        return await store_call(call)

    async def calendar(self, until: int, cancelled_since: int, limit: int) -> list[Tournament]:
        queries: tuple[Document, ...] = (
            {"group": "running", "at": {"$gt": 0, "$lt": _EVER}},
            {"group": "coming", "at": {"$gt": 0, "$lt": until}},
            {"group": "ended", "at": {"$gt": cancelled_since, "$lt": _EVER}, "status": "cancelled"},
        )

        async def call() -> list[Tournament]:
            found: list[Tournament] = []
            for query in queries:
                cursor = self._tournaments.find(query, _WITH_ACTS).sort("at", ASCENDING)
                found += [from_document(raw) async for raw in cursor.limit(limit)]
            return found

        return await store_call(call)

    async def _part(
        self,
        query: Document,
        bounds: tuple[int, int],
        order: int,
        limit: int,
    ) -> list[Head]:
        """Both bounds excluded."""
        low, high = bounds
        if limit <= 0:
            return []

        async def call() -> list[Head]:
            found = (
                self._tournaments.find({**query, "at": {"$gt": low, "$lt": high}}, _HEADS)
                .sort([("at", order), ("_id", order)])
                .limit(limit)
            )
            return [Head(from_document(raw), raw["count"], raw["round"]) async for raw in found]

        return await store_call(call)
