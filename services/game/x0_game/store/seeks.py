"""Seeks, each its own outbox."""

from __future__ import annotations

from collections.abc import Sequence

from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo import ASCENDING, DESCENDING, IndexModel
from pymongo.errors import DuplicateKeyError
from servicekit.ids import new_id
from servicekit.outbox import OutEvent
from servicekit.retry import store_call

from x0_game import documents
from x0_game.domain.seek import Seek
from x0_game.store.writer import Document


class Seeks:
    def __init__(self, collection: AsyncIOMotorCollection[Document]) -> None:
        self._seeks = collection

    async def prepare(self) -> None:
        await self._seeks.create_indexes(
            [
                IndexModel(
                    [("kind", ASCENDING), ("status", ASCENDING), ("created_at", DESCENDING)],
                    name="lobby",
                ),
                IndexModel([("status", ASCENDING), ("expires_at", ASCENDING)], name="expiry"),
                IndexModel([("players", ASCENDING), ("status", ASCENDING)], name="of_player"),
                IndexModel([("game_due", ASCENDING)], name="game_due", sparse=True),
            ]
        )

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

    async def waiting_quick(self, limit: int) -> list[Seek]:
        return await self._find_seeks({"kind": "quick", "status": "waiting"}, limit)

    async def open_seeks(self, now: int, before: int | None, limit: int) -> list[Seek]:
        """Seeks of the lobby, newest first, created before a moment."""
        query: Document = {"kind": "open", "status": "waiting", "settings.private": False}
        if before is not None:
            query["created_at"] = {"$gt": 0, "$lt": before}
        found = await self._find_seeks(query, limit)
        return [seek for seek in found if seek.expires_at > now]

    async def seeks_of(self, player_id: str, limit: int) -> list[Seek]:
        return await self._find_seeks({"players": player_id, "status": "waiting"}, limit)

    async def expired_seeks(self, now: int, limit: int) -> list[Seek]:
        return await self._find_seeks(
            {"status": "waiting", "expires_at": {"$gt": 0, "$lte": now}}, limit
        )

    async def seeks_due_a_game(self, before: int, limit: int) -> list[Seek]:
        return await self._find_seeks({"game_due": {"$gt": 0, "$lte": before}}, limit)

    async def _find_seeks(self, query: Document, limit: int) -> list[Seek]:
        async def call() -> list[Seek]:
            found = self._seeks.find(query, {"outbox": 0})
            found = found.sort("created_at", DESCENDING).limit(limit)
            return [documents.seek_from(d) async for d in found]

        return await store_call(call)
