"""Chat rooms, each its own outbox."""

from __future__ import annotations

from collections.abc import Sequence

from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo.errors import DuplicateKeyError
from servicekit.ids import new_id
from servicekit.outbox import OutEvent
from servicekit.retry import store_call

from x0_game import documents
from x0_game.domain.chat import Chat, Room
from x0_game.store.writer import Document


class Chats:
    def __init__(self, collection: AsyncIOMotorCollection[Document]) -> None:
        self._chats = collection

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
