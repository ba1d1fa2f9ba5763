"""Conditional updates, several in one bulk write when several wait.

One bulk write costs the store less than its updates one by one. Its answer is
only a count: where that falls short, each document is looked at again. Every
update leaves its own token in the document, which tells "mine was applied" from
"somebody else's", also when the driver or the store repeated a write whose
answer was lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo import UpdateOne

Document = dict[str, Any]
Retry = Callable[[Callable[[], Awaitable[Any]]], Awaitable[Any]]

MAX_BATCH = 64
# Two in flight: the next batch travels while the store works on one.
FLIGHTS = 2


@dataclass(slots=True)
class _Pending:
    doc_id: str
    version: int
    token: str
    update: Document
    done: asyncio.Future[bool] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class BatchWriter:
    """Updates of documents with fields `version` and `token`, each guarded by its version."""

    def __init__(self, collection: AsyncIOMotorCollection[Document], retry: Retry) -> None:
        self._collection = collection
        self._retry = retry
        self._queue: list[_Pending] = []
        self._flying = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def update(self, doc_id: str, version: int, token: str, update: Document) -> bool:
        """Applies `update` if the document still has `version`; False: it had not.

        `update["$set"]` must set `version` and `token`.

        Raises:
            whatever the store raised, when it stayed away.
        """
        pending = _Pending(doc_id, version, token, update)
        self._queue.append(pending)
        if self._flying < FLIGHTS:
            self._fly()
        return await pending.done

    def _fly(self) -> None:
        batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
        if not batch:
            return
        self._flying += 1
        task = asyncio.create_task(self._flight(batch))
        self._tasks.add(task)
        task.add_done_callback(self._landed)

    def _landed(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._flying -= 1
        self._fly()

    async def _flight(self, batch: list[_Pending]) -> None:
        try:
            applied = await self._retry(lambda: self._write(batch))
        except BaseException as error:
            for pending in batch:
                if not pending.done.done():
                    pending.done.set_exception(error)
            if not isinstance(error, Exception):
                raise
            return
        for pending in batch:
            if not pending.done.done():
                pending.done.set_result(pending.token in applied)

    async def _write(self, batch: list[_Pending]) -> set[str]:
        """Tokens of the updates that stand in the store."""
        if len(batch) == 1:
            only = batch[0]
            result = await self._collection.update_one(
                {"_id": only.doc_id, "version": only.version}, only.update
            )
            matched = result.matched_count
        else:
            bulk = await self._collection.bulk_write(
                [UpdateOne({"_id": p.doc_id, "version": p.version}, p.update) for p in batch],
                ordered=False,
            )
            matched = bulk.matched_count
        if matched == len(batch):
            return {p.token for p in batch}
        found = self._collection.find({"_id": {"$in": [p.doc_id for p in batch]}}, {"token": 1})
        return {document["token"] async for document in found}
