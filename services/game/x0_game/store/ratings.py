"""Ratings as the rating service last published them: what pairing looks at."""

from __future__ import annotations

from collections.abc import Sequence

from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo.errors import DuplicateKeyError
from servicekit.retry import store_call

from x0_game.store.writer import Document


class Ratings:
    def __init__(self, collection: AsyncIOMotorCollection[Document]) -> None:
        self._ratings = collection

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
