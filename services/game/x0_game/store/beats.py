"""The common sign of life of all instances, and the outages."""

from __future__ import annotations

from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo.errors import DuplicateKeyError

from x0_game import documents
from x0_game.domain.clock import Outage
from x0_game.store.writer import Document


class Beats:
    def __init__(self, collection: AsyncIOMotorCollection[Document]) -> None:
        self._beats = collection

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
