"""Players who have deleted their accounts: their games stay, without their names."""

from __future__ import annotations

from collections.abc import Collection

from motor.motor_asyncio import AsyncIOMotorCollection
from servicekit.retry import store_call

from x0_game.store.writer import Document


class Gone:
    def __init__(self, collection: AsyncIOMotorCollection[Document]) -> None:
        self._gone = collection

    async def put_gone(self, player_id: str) -> None:
        await store_call(
            lambda: self._gone.update_one({"_id": player_id}, {"$set": {"gone": True}}, upsert=True)
        )

    async def gone(self, player_ids: Collection[str]) -> set[str]:
        """Which of these players are gone."""

        async def call() -> set[str]:
            found = self._gone.find({"_id": {"$in": list(player_ids)}})
            return {document["_id"] async for document in found}

        return await store_call(call)
