"""Games: each its own outbox.

`events` holds the last messages, `published` the version up to which they are
known to be in the log, `pending_since` is there while some are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo import ASCENDING, DESCENDING, IndexModel, UpdateOne
from pymongo.errors import DuplicateKeyError
from servicekit.ids import new_id
from servicekit.outbox import OutEvent, Pending
from servicekit.retry import store_call

from x0_game import documents
from x0_game.domain.game import Game
from x0_game.service.ports import StoredGame
from x0_game.store.writer import BatchWriter, Document

# Events kept in a game for clients that come back; older ones get a snapshot.
KEPT_EVENTS = 24
# `pending_since` need not be exact, but it must be there: the relay takes it away no earlier
# than three seconds after it was set (`OutboxRelay.clear_after`).
PENDING_KEPT_MS = 2_500
# Games of one list that may begin in the same millisecond.
_MOST_TIES = 50
# Topic and key of most messages follow from the game, and are not kept with each.
_GAME_TOPIC = "x0.game.events.v1"


class Games:
    def __init__(self, collection: AsyncIOMotorCollection[Document]) -> None:
        self._games = collection
        self._writer = BatchWriter(collection, store_call)

    async def prepare(self) -> None:
        """Indexes. Sparse, not partial, and asked with both bounds: the embedded store scans
        otherwise."""
        await self._games.create_indexes(
            [
                IndexModel([("due", ASCENDING)], name="due", sparse=True),
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

    async def insert_game(
        self, game: Game, messages: Sequence[OutEvent], now: int
    ) -> StoredGame | None:
        """None: a game with this id is there already."""
        due = game.clock.deadline()
        document = {
            **documents.game_document(game),
            "token": new_id(),
            "events": [_event_document(game, m) for m in messages],
            "published": 0,
            "pending_since": now,
        }
        if due is not None:
            document["due"] = due

        async def call() -> StoredGame | None:
            try:
                await self._games.insert_one(document)
            except DuplicateKeyError:
                # Perhaps it was ours, and only the answer was lost.
                raw = await self._games.find_one({"_id": game.id}, {"token": 1})
                if raw is None or raw["token"] != document["token"]:
                    return None
            return StoredGame(game, pending_since=now, due=due)

        return await store_call(call)

    async def load_game(self, game_id: str) -> StoredGame | None:
        raw = await store_call(lambda: self._games.find_one({"_id": game_id}))
        if raw is None:
            return None
        return StoredGame(
            documents.game_from(raw),
            raw["published"],
            _unpublished(raw),
            raw.get("pending_since", 0),
            raw.get("due"),
        )

    async def save_game(
        self,
        before: StoredGame,
        after: Game,
        messages: Sequence[OutEvent],
        published: int,
        now: int,
    ) -> StoredGame | None:
        """One conditional update: the new state and its events. None: `before` is stale.

        Indexed fields are left alone where they may stay: an index costs the store as much
        as the document.
        """
        token = new_id()
        changed = documents.changed_fields(before.game, after)
        changed.update(token=token, published=published)
        unset: Document = {}
        pending_since = before.pending_since
        if now - pending_since > PENDING_KEPT_MS:
            pending_since = changed["pending_since"] = now
        due = after.clock.deadline()
        if due is None:
            unset["due"] = ""
        elif before.due is not None and now < before.due <= due:
            # The sweep looks at it too early, and sets it right then.
            due = before.due
        else:
            changed["due"] = due
        if after.next_game_id is not None and before.game.next_game_id is None:
            changed["follow_up"] = now
        events: Document = {"$each": [_event_document(after, m) for m in messages]}
        if after.version - published < KEPT_EVENTS:
            # Nothing that is not yet published may be cut off.
            events["$slice"] = -KEPT_EVENTS
        push: Document = {"events": events}
        kept = len(before.game.turns)
        if after.turns[:kept] == before.game.turns:
            if len(after.turns) > kept:
                push["turns"] = {"$each": [documents.turn_document(t) for t in after.turns[kept:]]}
        else:
            changed["turns"] = [documents.turn_document(t) for t in after.turns]
        update: Document = {"$set": changed, "$push": push}
        if unset:
            update["$unset"] = unset
        if not await self._writer.update(after.id, before.game.version, token, update):
            return None
        return StoredGame(after, published, (), pending_since, due)

    async def events_after(self, game_id: str, version: int) -> list[bytes] | None:
        """Encoded game events after a version; None: they do not reach back so far."""
        raw = await store_call(
            lambda: self._games.find_one({"_id": game_id}, {"version": 1, "events": 1})
        )
        if raw is None or version > raw["version"]:
            return None
        bodies = {m["v"]: bytes(m["b"]) for m in raw["events"] if "t" not in m}
        wanted = range(version + 1, raw["version"] + 1)
        if any(v not in bodies for v in wanted):
            return None
        return [bodies[v] for v in wanted]

    async def due_games(self, before: int, limit: int) -> list[str]:
        """Ids of games whose deadline may lie before a moment."""
        return await self._ids(self._games, {"due": {"$gt": 0, "$lte": before}}, "due", limit)

    async def running_games(self, since_before: int) -> list[str]:
        """Ids of games whose running clock was started before a moment."""
        found = self._games.find({"due": {"$gt": 0}}, {"_id": 1, "clock.since": 1}).sort(
            "due", ASCENDING
        )
        return [d["_id"] async for d in found if d["clock"]["since"] < since_before]

    async def games_to_follow(self, before: int, limit: int) -> list[str]:
        """Ids of games whose next game may not have been made yet."""
        return await self._ids(
            self._games, {"follow_up": {"$gt": 0, "$lte": before}}, "follow_up", limit
        )

    async def followed(self, game_id: str) -> None:
        await store_call(
            lambda: self._games.update_one({"_id": game_id}, {"$unset": {"follow_up": ""}})
        )

    async def set_due(self, game: Game, due: int) -> None:
        """When the sweep has to look again; the game itself is unchanged."""
        await store_call(
            lambda: self._games.update_one(
                {"_id": game.id, "version": game.version}, {"$set": {"due": due}}
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
        # Strict bounds, and ties told apart here: an `$or` over two fields would scan.
        query["created_at"] = {"$gt": 0, "$lt": 2**62 if before is None else before[0] + 1}

        async def call() -> list[Game]:
            found = self._games.find(query, {"events": 0}).sort(
                [("created_at", DESCENDING), ("_id", DESCENDING)]
            )
            page: list[Game] = []
            async for document in found.limit(limit + _MOST_TIES):
                if before is None or (document["created_at"], document["_id"]) < before:
                    page.append(documents.game_from(document))
                if len(page) == limit:
                    break
            return page

        return await store_call(call)

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
                {"pending_since": {"$gt": 0, "$lt": before_ms}},
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


def _event_document(game: Game, event: OutEvent) -> Document:
    document = event.to_doc()
    if event.topic == _GAME_TOPIC and event.key == game.id:
        del document["t"], document["k"]
    return document


def _unpublished(raw: Document) -> tuple[OutEvent, ...]:
    return tuple(
        OutEvent.from_doc({"t": _GAME_TOPIC, "k": raw["_id"], **m})
        for m in raw["events"]
        if m["v"] > raw["published"]
    )
