"""MongoDB: every query and index of the game service.

Games are their own outbox: `events` holds the last messages, `published` the
version up to which they are known to be in the log, `pending_since` is there
while some are not. Seeks and chats keep theirs the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motor.motor_asyncio import AsyncIOMotorCollection, AsyncIOMotorDatabase
from pymongo import ASCENDING, DESCENDING, IndexModel, UpdateOne
from pymongo.errors import DuplicateKeyError
from servicekit.ids import new_id
from servicekit.outbox import OutEvent, Pending, events_of
from servicekit.retry import store_call

from x0_game import documents
from x0_game.domain.chat import Chat, Room
from x0_game.domain.clock import Outage
from x0_game.domain.game import Game
from x0_game.domain.seek import Seek
from x0_game.service.ports import StoredGame
from x0_game.writer import BatchWriter, Document

# Events kept in a game for clients that come back; older ones get a snapshot.
KEPT_EVENTS = 64


class MongoStore:
    def __init__(self, database: AsyncIOMotorDatabase[Document]) -> None:
        self._games = database["games"]
        self._seeks = database["seeks"]
        self._chats = database["chats"]
        self._ratings = database["game_ratings"]
        self._beats = database["game_beats"]
        self._writer = BatchWriter(self._games, store_call)

    async def prepare(self) -> None:
        """Indexes; safe to repeat and to run in several instances at once."""
        await self._games.create_indexes(
            [
                IndexModel([("deadline", ASCENDING)], name="deadline", sparse=True),
                IndexModel([("pending_since", ASCENDING)], name="pending", sparse=True),
                IndexModel([("follow_up", ASCENDING)], name="follow_up", sparse=True),
                IndexModel(
                    [("players", ASCENDING), ("created_at", DESCENDING), ("_id", DESCENDING)],
                    name="of_player",
                ),
                IndexModel([("players", ASCENDING), ("status", ASCENDING)], name="unfinished"),
                IndexModel(
                    [
                        ("private", ASCENDING),
                        ("status", ASCENDING),
                        ("created_at", DESCENDING),
                        ("_id", DESCENDING),
                    ],
                    name="public",
                ),
            ]
        )
        await self._seeks.create_indexes(
            [
                IndexModel(
                    [("kind", ASCENDING), ("status", ASCENDING), ("created_at", DESCENDING)],
                    name="lobby",
                ),
                IndexModel([("status", ASCENDING), ("expires_at", ASCENDING)], name="expiry"),
                IndexModel([("players", ASCENDING), ("status", ASCENDING)], name="of_player"),
                IndexModel([("pending_since", ASCENDING)], name="pending", sparse=True),
                IndexModel([("game_due", ASCENDING)], name="game_due", sparse=True),
                IndexModel([("by.id", ASCENDING), ("key", ASCENDING)], name="key"),
            ]
        )
        await self._chats.create_indexes(
            [IndexModel([("pending_since", ASCENDING)], name="pending", sparse=True)]
        )

    # Games

    async def insert_game(self, game: Game, messages: Sequence[OutEvent], now: int) -> bool:
        """False: a game with this id is there already."""
        document = {
            **documents.game_document(game),
            "token": new_id(),
            "events": [m.to_doc() for m in messages],
            "published": 0,
            "pending_since": now,
        }
        deadline = game.clock.deadline()
        if deadline is not None:
            document["deadline"] = deadline

        async def call() -> bool:
            try:
                await self._games.insert_one(document)
            except DuplicateKeyError:
                return False
            return True

        return await store_call(call)

    async def load_game(self, game_id: str) -> StoredGame | None:
        raw = await store_call(lambda: self._games.find_one({"_id": game_id}))
        if raw is None:
            return None
        return StoredGame(documents.game_from(raw), raw["published"], _unpublished(raw))

    async def save_game(
        self,
        before: Game,
        after: Game,
        messages: Sequence[OutEvent],
        *,
        published: int,
        now: int,
    ) -> bool:
        """One conditional update: the new state and its events. False: `before` is stale."""
        token = new_id()
        changed = documents.changed_fields(before, after)
        changed.update(token=token, pending_since=now, published=published)
        unset: Document = {}
        deadline = after.clock.deadline()
        if deadline is None:
            unset["deadline"] = ""
        else:
            changed["deadline"] = deadline
        if after.next_game_id is not None and before.next_game_id is None:
            changed["follow_up"] = now
        events: Document = {"$each": [m.to_doc() for m in messages]}
        if after.version - published < KEPT_EVENTS:
            # Nothing that is not yet published may be cut off.
            events["$slice"] = -KEPT_EVENTS
        push: Document = {"events": events}
        kept = len(before.turns)
        if after.turns[:kept] == before.turns:
            if len(after.turns) > kept:
                push["turns"] = {"$each": [documents.turn_document(t) for t in after.turns[kept:]]}
        else:
            changed["turns"] = [documents.turn_document(t) for t in after.turns]
        update: Document = {"$set": changed, "$push": push}
        if unset:
            update["$unset"] = unset
        return await self._writer.update(before.id, before.version, token, update)

    async def events_after(self, game_id: str, version: int) -> list[bytes] | None:
        """Encoded game events after a version; None: they do not reach back so far."""
        raw = await store_call(
            lambda: self._games.find_one({"_id": game_id}, {"version": 1, "events": 1})
        )
        if raw is None or version > raw["version"]:
            return None
        bodies = {m["v"]: bytes(m["b"]) for m in raw["events"] if m["t"] == "x0.game.events.v1"}
        wanted = range(version + 1, raw["version"] + 1)
        if any(v not in bodies for v in wanted):
            return None
        return [bodies[v] for v in wanted]

    async def due_games(self, before: int, limit: int) -> list[str]:
        """Ids of games whose deadline lies before a moment."""
        return await self._ids(self._games, {"deadline": {"$lte": before}}, "deadline", limit)

    async def running_games(self, since_before: int) -> list[str]:
        """Ids of games whose running clock was started before a moment."""
        found = self._games.find({"deadline": {"$gt": 0}}, {"_id": 1, "clock.since": 1}).sort(
            "deadline", ASCENDING
        )
        return [d["_id"] async for d in found if d["clock"]["since"] < since_before]

    async def games_to_follow(self, before: int, limit: int) -> list[str]:
        """Ids of games whose next game may not have been made yet."""
        return await self._ids(self._games, {"follow_up": {"$lte": before}}, "follow_up", limit)

    async def followed(self, game_id: str) -> None:
        await store_call(
            lambda: self._games.update_one({"_id": game_id}, {"$unset": {"follow_up": ""}})
        )

    async def set_deadline(self, game: Game, deadline: int) -> None:
        """A later deadline for the sweep to look at; the game itself is unchanged."""
        await store_call(
            lambda: self._games.update_one(
                {"_id": game.id, "version": game.version}, {"$set": {"deadline": deadline}}
            )
        )

    async def unfinished_of(self, player_id: str, limit: int) -> list[Game]:
        found = self._games.find({"players": player_id, "status": "active"}).limit(limit)
        return [documents.game_from(d) async for d in found]

    async def games_of(
        self, player_id: str, status: str, mode: str, with_private: bool,
        before: tuple[int, str] | None, limit: int,
    ) -> list[Game]:  # fmt: skip
        """Newest first, after the key (created_at, id) of the last one seen."""
        query: Document = {"players": player_id}
        if not with_private:
            query["private"] = False
        return await self._page(query, status, mode, before, limit)

    async def public_games(
        self, status: str, mode: str, before: tuple[int, str] | None, limit: int
    ) -> list[Game]:
        return await self._page({"private": False}, status, mode, before, limit)

    async def _page(
        self, query: Document, status: str, mode: str,
        before: tuple[int, str] | None, limit: int,
    ) -> list[Game]:  # fmt: skip
        if status:
            query["status"] = status
        if mode:
            query["mode"] = mode
        if before is not None:
            created, last = before
            query["$or"] = [
                {"created_at": {"$lt": created}},
                {"created_at": created, "_id": {"$lt": last}},
            ]

        async def call() -> list[Game]:
            found = self._games.find(query, {"events": 0})
            found = found.sort([("created_at", DESCENDING), ("_id", DESCENDING)]).limit(limit)
            return [documents.game_from(d) async for d in found]

        return await store_call(call)

    # Seeks

    async def insert_seek(self, seek: Seek, messages: Sequence[OutEvent], now: int) -> bool:
        document = {
            **documents.seek_document(seek),
            "outbox": [m.to_doc() for m in messages],
            "pending_since": now,
        }

        async def call() -> bool:
            try:
                await self._seeks.insert_one(document)
            except DuplicateKeyError:
                return False
            return True

        return await store_call(call)

    async def load_seek(self, seek_id: str) -> Seek | None:
        raw = await store_call(lambda: self._seeks.find_one({"_id": seek_id}))
        return None if raw is None else documents.seek_from(raw)

    async def save_seek(
        self, before: Seek, after: Seek, messages: Sequence[OutEvent], now: int
    ) -> bool:
        """One conditional update. A seek that has just been matched is due a game."""
        changed = documents.seek_document(after)
        del changed["_id"]
        token = new_id()
        changed.update(pending_since=now, token=token)
        if after.status in ("joining", "matched"):
            changed["game_due"] = now
        update: Document = {
            "$set": changed,
            "$push": {"outbox": {"$each": [m.to_doc() for m in messages]}},
        }
        if after.status not in ("joining", "matched"):
            update["$unset"] = {"game_due": ""}

        async def call() -> bool:
            result = await self._seeks.update_one(
                {"_id": before.id, "version": before.version}, update
            )
            if result.matched_count == 1:
                return True
            # Perhaps it was ours, and only the answer was lost.
            raw = await self._seeks.find_one({"_id": before.id}, {"token": 1})
            return raw is not None and raw.get("token") == token

        return await store_call(call)

    async def seek_done(self, seek: Seek) -> None:
        """The game of a matched seek is there."""
        await store_call(
            lambda: self._seeks.update_one(
                {"_id": seek.id, "version": seek.version}, {"$unset": {"game_due": ""}}
            )
        )

    async def seek_by_key(self, player_id: str, key: str) -> Seek | None:
        raw = await store_call(lambda: self._seeks.find_one({"by.id": player_id, "key": key}))
        return None if raw is None else documents.seek_from(raw)

    async def waiting_quick(self, limit: int) -> list[Seek]:
        return await self._find_seeks({"kind": "quick", "status": "waiting"}, limit)

    async def open_seeks(self, now: int, before: int | None, limit: int) -> list[Seek]:
        """Seeks of the lobby, newest first, created before a moment."""
        query: Document = {"kind": "open", "status": "waiting", "settings.private": False}
        if before is not None:
            query["created_at"] = {"$lt": before}
        found = await self._find_seeks(query, limit)
        return [seek for seek in found if seek.expires_at > now]

    async def seeks_of(self, player_id: str, limit: int) -> list[Seek]:
        return await self._find_seeks({"players": player_id, "status": "waiting"}, limit)

    async def expired_seeks(self, now: int, limit: int) -> list[Seek]:
        return await self._find_seeks({"status": "waiting", "expires_at": {"$lte": now}}, limit)

    async def seeks_due_a_game(self, before: int, limit: int) -> list[Seek]:
        return await self._find_seeks({"game_due": {"$lte": before}}, limit)

    async def _find_seeks(self, query: Document, limit: int) -> list[Seek]:
        async def call() -> list[Seek]:
            found = self._seeks.find(query, {"outbox": 0})
            found = found.sort("created_at", DESCENDING).limit(limit)
            return [documents.seek_from(d) async for d in found]

        return await store_call(call)

    # Chats

    async def load_chat(self, game_id: str, room: Room) -> Chat:
        raw = await store_call(lambda: self._chats.find_one({"_id": f"{game_id}:{room}"}))
        return documents.chat_from(game_id, room, raw)

    async def save_chat(
        self, before: Chat, after: Chat, messages: Sequence[OutEvent], now: int
    ) -> bool:
        chat_id = f"{after.game_id}:{after.room}"
        token = new_id()
        document = {**documents.chat_document(after), "token": token, "pending_since": now}
        outbox = [m.to_doc() for m in messages]

        async def call() -> bool:
            if before.version == 0:
                try:
                    await self._chats.insert_one({"_id": chat_id, "outbox": outbox, **document})
                except DuplicateKeyError:
                    pass
                else:
                    return True
            else:
                result = await self._chats.update_one(
                    {"_id": chat_id, "version": before.version},
                    {"$set": document, "$push": {"outbox": {"$each": outbox}}},
                )
                if result.matched_count == 1:
                    return True
            raw = await self._chats.find_one({"_id": chat_id}, {"token": 1})
            return raw is not None and raw["token"] == token

        return await store_call(call)

    # Ratings as the rating service last published them

    async def rating(self, mode: str, player_id: str) -> float | None:
        raw = await store_call(lambda: self._ratings.find_one({"_id": f"{mode}:{player_id}"}))
        return None if raw is None else float(raw["rating"])

    async def put_ratings(self, rows: Sequence[tuple[str, str, float, int]]) -> None:
        """(mode, player, rating, games): an older row than the stored one changes nothing."""
        for mode, player_id, rating, games in rows:
            row_id = f"{mode}:{player_id}"

            async def call(
                row_id: str = row_id, rating: float = rating, games: int = games
            ) -> None:
                raw = await self._ratings.find_one({"_id": row_id})
                if raw is None:
                    try:
                        await self._ratings.insert_one(
                            {"_id": row_id, "rating": rating, "games": games}
                        )
                    except DuplicateKeyError:
                        raw = await self._ratings.find_one({"_id": row_id})
                if raw is not None and raw["games"] < games:
                    await self._ratings.update_one(
                        {"_id": row_id, "games": raw["games"]},
                        {"$set": {"rating": rating, "games": games}},
                    )

            await store_call(call)

    # Signs of life

    async def beat(self, last: int, now: int, outage: Outage | None) -> bool:
        """Moves the common sign of life from `last` to `now`; False: another was faster."""
        update: Document = {"$set": {"at": now}}
        if outage is not None:
            entry = {"begin": outage.begin, "end": outage.end}
            update["$push"] = {"outages": {"$each": [entry], "$slice": -500}}
        result = await self._beats.update_one({"_id": "beat", "at": last}, update)
        return result.matched_count == 1

    async def last_beat(self, now: int) -> tuple[int, tuple[Outage, ...]]:
        """The common sign of life and the outages; the very first starts at `now`."""
        raw = await self._beats.find_one({"_id": "beat"})
        if raw is None:
            try:
                await self._beats.insert_one({"_id": "beat", "at": now, "outages": []})
            except DuplicateKeyError:
                return await self.last_beat(now)
            return now, ()
        return raw["at"], tuple(documents.outage_from(o) for o in raw["outages"])

    # Outboxes

    def outboxes(self) -> tuple[GameOutbox, Outbox, Outbox]:
        """Of the games, the seeks and the chats."""
        return GameOutbox(self._games), Outbox(self._seeks), Outbox(self._chats)

    @staticmethod
    async def _ids(collection: Any, query: Document, order: str, limit: int) -> list[str]:
        async def call() -> list[str]:
            found = collection.find(query, {"_id": 1}).sort(order, ASCENDING).limit(limit)
            return [d["_id"] async for d in found]

        return await store_call(call)


class GameOutbox:
    """Unpublished events of games; a game that is read back later keeps its last events."""

    def __init__(self, games: AsyncIOMotorCollection[Document]) -> None:
        self._games = games

    async def stale(self, before_ms: int, limit: int) -> list[Pending]:
        found = (
            self._games.find(
                {"pending_since": {"$lte": before_ms}},
                {"version": 1, "events": 1, "published": 1},
            )
            .sort("pending_since", ASCENDING)
            .limit(limit)
        )
        return [Pending(d["_id"], d["version"], _unpublished(d)) async for d in found]

    async def clear(self, done: list[tuple[str, int]]) -> None:
        await self._games.bulk_write(
            [
                UpdateOne(
                    {"_id": game_id, "version": version},
                    {"$set": {"published": version}, "$unset": {"pending_since": ""}},
                )
                for game_id, version in done
            ],
            ordered=False,
        )


class Outbox:
    """Unpublished events of documents that keep no others."""

    def __init__(self, collection: AsyncIOMotorCollection[Document]) -> None:
        self._collection = collection

    async def stale(self, before_ms: int, limit: int) -> list[Pending]:
        found = (
            self._collection.find(
                {"pending_since": {"$lte": before_ms}}, {"version": 1, "outbox": 1}
            )
            .sort("pending_since", ASCENDING)
            .limit(limit)
        )
        return [Pending(d["_id"], d["version"], events_of(d)) async for d in found]

    async def clear(self, done: list[tuple[str, int]]) -> None:
        await self._collection.bulk_write(
            [
                UpdateOne(
                    {"_id": doc_id, "version": version},
                    {"$set": {"outbox": []}, "$unset": {"pending_since": ""}},
                )
                for doc_id, version in done
            ],
            ordered=False,
        )


def _unpublished(raw: Document) -> tuple[OutEvent, ...]:
    return tuple(OutEvent.from_doc(m) for m in raw["events"] if m["v"] > raw["published"])
