"""What the stores share: the outbox inside documents. A domain's queries stay in its `store.py`."""

from collections.abc import Mapping
from typing import Any

from pymongo import UpdateOne

from servicekit.outbox import OutEvent, Pending, events_of

# How a client must be opened: an acknowledged write is on disk of a majority, and a store
# that is away is noticed within seconds. Pass to the driver's client as keywords.
CLIENT_OPTIONS: dict[str, Any] = {
    "w": "majority",
    "journal": True,
    "retryWrites": True,
    "serverSelectionTimeoutMS": 3_000,
    "connectTimeoutMS": 2_000,
    "socketTimeoutMS": 30_000,
    "maxPoolSize": 64,
    "tz_aware": True,
}


class OutboxCollection:
    """`OutboxStore` over a collection whose documents have `version`, `outbox`, `pending_since`."""

    def __init__(self, collection: Any) -> None:
        self._collection = collection

    async def prepare(self) -> None:
        # Sparse, not partial: the embedded store scans the collection where the filter of
        # a partial index is not word for word in the query.
        await self._collection.create_index("pending_since", sparse=True)

    async def stale(self, before_ms: int, limit: int) -> list[Pending]:
        # Both bounds, for the same reason: with one it scans.
        found = (
            await self._collection.find(
                {"pending_since": {"$gt": 0, "$lt": before_ms}}, {"version": 1, "outbox": 1}
            )
            .sort("pending_since", 1)
            .limit(limit)
            .to_list(limit)
        )
        return [Pending(str(doc["_id"]), doc["version"], events_of(doc)) for doc in found]

    async def clear(self, done: list[tuple[str, int]]) -> None:
        for start in range(0, len(done), 200):
            await self._collection.bulk_write(
                [
                    UpdateOne(
                        {"_id": doc_id, "version": version},
                        {"$set": {"outbox": []}, "$unset": {"pending_since": ""}},
                    )
                    for doc_id, version in done[start : start + 200]
                ],
                ordered=False,
            )


def outbox_fields(events: list[OutEvent], now_ms: int) -> Mapping[str, Any]:
    """The fields of a document to insert with these unpublished events."""
    fields: dict[str, Any] = {"outbox": [event.to_doc() for event in events]}
    if events:
        fields["pending_since"] = now_ms
    return fields
