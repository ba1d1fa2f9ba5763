"""Relay for documents that are their own outbox.

A write sets the new state and appends its events to the same document in one update:

    version        int, grows with every write
    outbox         [{v, t, k, y, h, b}] events not known to be published
    pending_since  ms; absent when the outbox is empty (index it partially)

Right after the write the relay publishes the document's outbox in order. Marks are taken
off in batches, guarded by the version, from documents that have not been written again for
a while: after a later write the document keeps them, and the relay, which knows what it has
sent, sends only the rest. So a document in use costs no write for its marks. What a
crashed instance left is found by `pending_since` by any other. So every event is
published at least once, and per document in order; consumers drop what they have seen.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from servicekit import clock, logs, metrics
from servicekit.retry import is_transient

_CLEARED_AT_ONCE = 8
# CloudEvents' sequence extension: consumers drop what they have without parsing it.
SEQUENCE = "ce_sequence"

_log = logs.get("servicekit.outbox")


@dataclass(frozen=True, slots=True)
class OutEvent:
    """An event on its way to the log, serialized. `version` orders those of one document."""

    version: int
    topic: str
    key: str
    type: str
    value: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)

    def to_doc(self) -> dict[str, Any]:
        doc: dict[str, Any] = {
            "v": self.version,
            "t": self.topic,
            "k": self.key,
            "y": self.type,
            "b": self.value,
        }
        if self.headers:
            doc["h"] = dict(self.headers)
        return doc

    @classmethod
    def from_doc(cls, doc: Mapping[str, Any]) -> "OutEvent":
        return cls(doc["v"], doc["t"], doc["k"], doc["y"], bytes(doc["b"]), doc.get("h") or {})


def events_of(doc: Mapping[str, Any]) -> list[OutEvent]:
    """The events that a document holds."""
    return [OutEvent.from_doc(item) for item in doc.get("outbox") or ()]


@dataclass(frozen=True, slots=True)
class Pending:
    """A document with events that may not have been published."""

    doc_id: str
    version: int
    events: Sequence[OutEvent]


class OutboxStore(Protocol):
    """What the relay needs of the collection; implemented in `store.py`."""

    async def stale(self, before_ms: int, limit: int) -> list[Pending]:
        """Documents with `pending_since` earlier than `before_ms`, oldest first."""

    async def clear(self, done: list[tuple[str, int]]) -> None:
        """Empties the outbox of each (id, version); one that has moved on is left alone."""


class Sender(Protocol):
    """`kafka.Producer` is one."""

    async def send(
        self,
        topic: str,
        key: str,
        value: bytes,
        headers: Mapping[str, str] | None = None,
        type: str = "",
    ) -> None: ...


class _Lane:
    """What is on its way for one document."""

    __slots__ = ("queue", "queued_to", "since", "task", "version", "waiters")

    def __init__(self, sent_to: int) -> None:
        self.queue: deque[OutEvent] = deque()
        self.queued_to = sent_to
        self.version = -1
        self.since = 0.0
        self.task: asyncio.Task[None] | None = None
        self.waiters: list[asyncio.Future[None]] = []


class OutboxRelay:
    """One per collection and instance. Run `run()` in the background."""

    def __init__(
        self,
        store: OutboxStore,
        sender: Sender,
        *,
        clear_every: float = 1.0,
        clear_after: float = 3.0,
        sweep_every: float = 2.0,
        stale_after_ms: int = 8_000,
        max_documents: int = 20_000,
    ) -> None:
        self._store = store
        self._sender = sender
        self._clear_every = clear_every
        self._clear_after = clear_after
        self._sweep_every = sweep_every
        self._stale_after_ms = stale_after_ms
        self._max_documents = max_documents
        self._lanes: dict[str, _Lane] = {}
        # Published, marks still there: version and when that was, oldest first.
        self._done: dict[str, tuple[int, float]] = {}
        # Up to which version events are in the log, of the documents last let go of: their
        # marks may still be there where another instance wrote meanwhile.
        self._sent: OrderedDict[str, int] = OrderedDict()

    @property
    def lag_seconds(self) -> float:
        """Age of the oldest event taken here and not yet published."""
        oldest = min((lane.since for lane in self._lanes.values() if lane.queue), default=0.0)
        return time.monotonic() - oldest if oldest else 0.0

    def publish(self, doc_id: str, version: int, events: Iterable[OutEvent]) -> None:
        """Takes the whole outbox of a document as it was written with `version`.

        Returns at once; events that were taken before are not sent again. When very many
        documents wait already (the log is away) nothing is taken: the sweep finds it.
        """
        lane = self._lanes.get(doc_id)
        if lane is None:
            if len(self._lanes) >= self._max_documents:
                return
            lane = self._lanes[doc_id] = _Lane(self._sent.pop(doc_id, -1))
        new = [event for event in events if event.version > lane.queued_to]
        if version > lane.version:
            lane.version = version
            # The marks of the older version are not there any more.
            self._done.pop(doc_id, None)
        if new:
            if not lane.queue:
                lane.since = time.monotonic()
            lane.queue.extend(new)
            lane.queued_to = max(event.version for event in new)
        if lane.task is None:
            lane.task = asyncio.create_task(self._drain(doc_id, lane))

    def published_to(self, doc_id: str) -> int:
        """Version up to which this relay has published a document; 0 when it does not know."""
        lane = self._lanes.get(doc_id)
        if lane is None:
            return max(self._sent.get(doc_id, 0), 0)
        return lane.queue[0].version - 1 if lane.queue else max(lane.queued_to, 0)

    async def published(self, doc_id: str) -> None:
        """Waits until all that was taken of a document is in the log."""
        lane = self._lanes.get(doc_id)
        if lane is not None and lane.task is not None:
            waiter = asyncio.get_running_loop().create_future()
            lane.waiters.append(waiter)
            await waiter

    async def _drain(self, doc_id: str, lane: _Lane) -> None:
        wait = 0.1
        while lane.queue:
            event = lane.queue[0]
            try:
                headers = {SEQUENCE: str(event.version), **event.headers}
                await self._sender.send(event.topic, event.key, event.value, headers, event.type)
            except Exception as error:
                # In order, so nothing overtakes this one; the log decides when it goes on.
                if not is_transient(error):
                    _log.error("publishing failed", type=event.type, exc_info=error)
                await asyncio.sleep(wait)
                wait = min(wait * 2, 2.0)
                continue
            wait = 0.1
            lane.queue.popleft()
            lane.since = time.monotonic()
        lane.task = None
        self._done[doc_id] = (lane.version, time.monotonic())
        for waiter in lane.waiters:
            if not waiter.done():
                waiter.set_result(None)
        lane.waiters.clear()

    async def run(self) -> None:
        """Clears marks and sweeps until cancelled, then clears once more."""
        next_sweep = 0.0
        try:
            while True:
                await asyncio.sleep(self._clear_every)
                metrics.OUTBOX_LAG.set(self.lag_seconds)
                try:
                    await self.clear(self._clear_after)
                    if time.monotonic() >= next_sweep:
                        next_sweep = time.monotonic() + self._sweep_every
                        await self.sweep()
                except Exception as error:
                    if not is_transient(error):
                        raise
                    _log.warning("outbox waits for the store", **logs.describe(error))
        finally:
            await self.close()

    async def close(self, timeout: float = 2.0) -> None:
        """Waits a little for what is on its way and takes the marks off that are old enough.

        What does not make it is swept by another instance or at the next start.
        """
        tasks = [lane.task for lane in self._lanes.values() if lane.task is not None]
        try:
            async with asyncio.timeout(timeout):
                if tasks:
                    await asyncio.wait(tasks)
                await self.clear(self._clear_after)
        except Exception as error:
            _log.info("outbox left to the sweep", **logs.describe(error))
        for task in tasks:
            task.cancel()

    async def clear(self, after: float = 0.0) -> None:
        """Takes the marks off what was published so many seconds ago or earlier.

        Never earlier than `clear_after` while documents are written: a store may leave a
        young `pending_since` as it is when it writes again, and counts on it being there.

        In small batches, so that no write that somebody waits for stands behind a long one.
        Keeps them for the next time if that fails.
        """
        until = time.monotonic() - after
        due = [(doc_id, v) for doc_id, (v, at) in self._done.items() if at <= until]
        for start in range(0, len(due), _CLEARED_AT_ONCE):
            batch = due[start : start + _CLEARED_AT_ONCE]
            await self._store.clear(batch)
            for doc_id, version in batch:
                lane = self._lanes.get(doc_id)
                # Forget the lane only if nothing came meanwhile.
                if lane is not None and lane.version == version and lane.task is None:
                    del self._lanes[doc_id]
                    self._done.pop(doc_id, None)
                    self._sent[doc_id] = lane.queued_to
                    if len(self._sent) > self._max_documents:
                        self._sent.popitem(last=False)

    async def sweep(self, limit: int = 200) -> int:
        """Publishes what was left by an instance that is gone; returns how many documents.

        Documents on their way here are passed over. Waits until the found ones are
        published, at most 30 s.
        """
        found = await self._store.stale(clock.now_ms() - self._stale_after_ms, limit)
        mine = [p for p in found if p.doc_id not in self._lanes]
        for pending in mine:
            self.publish(pending.doc_id, pending.version, pending.events)
        if mine:
            metrics.OUTBOX_SWEPT.inc(len(mine))
            waits = [asyncio.ensure_future(self.published(p.doc_id)) for p in mine]
            _, late = await asyncio.wait(waits, timeout=30)
            for wait in late:
                wait.cancel()
            await self.clear(self._clear_after)
        return len(mine)
