"""The consumer loop: batches, manual commits, dead letters."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import CommitFailedError, IllegalStateError, KafkaError

from servicekit import logs, metrics, tracing
from servicekit.retry import is_transient

DEAD_TOPIC = "x0.dead.v1"
_log = logs.get("servicekit.consumer")


@dataclass(slots=True)
class Record:
    """One record of the log. Value and headers are still bytes: who needs them parses them."""

    topic: str
    partition: int
    offset: int
    timestamp_ms: int
    key: str
    value: bytes = field(repr=False)
    raw_headers: Sequence[tuple[str, bytes]] = field(repr=False, default=())

    def header(self, name: str) -> str:
        """Text of a header, "" when there is none."""
        for found, value in self.raw_headers:
            if found == name:
                return (value or b"").decode("utf-8", "replace")
        return ""


class Poison(Exception):
    """This record can never be handled. Is parked after the usual number of attempts."""


class DeadLetters(Protocol):
    """Where poison goes; `kafka.Producer` is one."""

    async def send(
        self,
        topic: str,
        key: str,
        value: bytes,
        headers: Mapping[str, str] | None = None,
        type: str = "",
    ) -> None: ...


Handle = Callable[[list[Record]], Awaitable[None]]
Accept = Callable[[Record], bool]


def dead_letter_headers(record: Record, group: str, error: BaseException) -> dict[str, str]:
    """Where a parked record came from and why it is there."""
    return {
        "x0_topic": record.topic,
        "x0_partition": str(record.partition),
        "x0_offset": str(record.offset),
        "x0_group": group,
        "x0_error": type(error).__name__,
        "x0_detail": str(error)[:300],
        "x0_ce_type": record.header("ce_type"),
    }


async def consume(
    bootstrap: str,
    topics: Sequence[str],
    handle: Handle,
    *,
    group: str | None,
    client_id: str,
    dead_letters: DeadLetters | None = None,
    accept: Accept | None = None,
    on_assigned: Callable[[], Awaitable[None]] | None = None,
    max_batch: int = 500,
    attempts: int = 3,
    dead_topic: str = DEAD_TOPIC,
    pause: float = 0.0,
) -> None:
    """Hands records to `handle` in batches until cancelled.

    With a group: from the last commit (from the beginning at first), committed after
    `handle` returned, so that a record comes at least once. Without: this instance reads
    all partitions from their present end and commits nothing.

    `pause`: seconds between two looks at the log. Each look asks the broker for more, so a
    busy topic read without a pause costs a request a record.

    `accept(record)` is asked first, before anything is parsed: by key or header. `on_assigned` runs
    before the first batch after partitions came or went (without a group: when reading
    has begun, so that whatever is sent later is seen).

    Errors that `retry.is_transient` knows are retried for ever with backoff. Any other
    makes the batch go one by one; a record that then fails `attempts` times is parked on
    `dead_topic` (only logged and counted when there are no `dead_letters`), and the
    partition goes on.
    """
    loop = _Loop(
        handle, group or "", dead_letters, accept, on_assigned, attempts, dead_topic, pause
    )
    backoff = 0.2
    while True:
        started = time.monotonic()
        try:
            await loop.run(bootstrap, topics, client_id, max_batch)
        except Exception as error:
            if not is_transient(error):
                raise
            metrics.CONSUMER_ERRORS.labels(loop.group, "log").inc()
            _log.warning("consumer reconnects", group=loop.group, **logs.describe(error))
        backoff = 0.2 if time.monotonic() - started > 30 else min(backoff * 2, 5.0)
        await asyncio.sleep(backoff)


class _Assignments(ConsumerRebalanceListener):  # type: ignore[misc]
    def __init__(self, batch: asyncio.Lock) -> None:
        self.changed = False
        self._batch = batch

    async def on_partitions_revoked(self, revoked: set[TopicPartition]) -> None:
        # Lets the batch in hand be finished and committed, so that the next owner does not
        # do it again; but not for longer than the group waits for us.
        with suppress(TimeoutError):
            async with asyncio.timeout(5), self._batch:
                pass

    async def on_partitions_assigned(self, assigned: set[TopicPartition]) -> None:
        self.changed = True


class _Loop:
    def __init__(
        self,
        handle: Handle,
        group: str,
        dead_letters: DeadLetters | None,
        accept: Accept | None,
        on_assigned: Callable[[], Awaitable[None]] | None,
        attempts: int,
        dead_topic: str,
        pause: float,
    ) -> None:
        self.group = group
        self._pause = pause
        self._handle = handle
        self._dead_letters = dead_letters
        self._accept = accept
        self._on_assigned = on_assigned
        self._attempts = attempts
        self._dead_topic = dead_topic
        self._lock = asyncio.Lock()

    async def run(
        self, bootstrap: str, topics: Sequence[str], client_id: str, max_batch: int
    ) -> None:
        consumer = AIOKafkaConsumer(
            bootstrap_servers=bootstrap,
            client_id=client_id,
            group_id=self.group or None,
            enable_auto_commit=False,
            auto_offset_reset="earliest" if self.group else "latest",
            # Data wakes a fetch at once; this is only how long an idle one is parked.
            fetch_max_wait_ms=500,
            session_timeout_ms=6_000,
            heartbeat_interval_ms=1_500,
            retry_backoff_ms=100,
            metadata_max_age_ms=30_000,
        )
        assignments = _Assignments(self._lock)
        try:
            if self.group:
                consumer.subscribe(list(topics), listener=assignments)
            await consumer.start()
            if not self.group:
                await self._assign_all(consumer, topics)
                assignments.changed = True
            while True:
                if assignments.changed:
                    assignments.changed = False
                    if self._on_assigned is not None:
                        await self._forever(self._on_assigned)
                if self._pause:
                    await asyncio.sleep(self._pause)
                found = await consumer.getmany(timeout_ms=1000, max_records=max_batch)
                if assignments.changed and self._on_assigned is not None:
                    # Fetched for partitions that have just come: get ready for them first.
                    assignments.changed = False
                    await self._forever(self._on_assigned)
                if found:
                    async with self._lock:
                        await self._batch(consumer, found)
                elif not self.group:
                    await self._assign_new(consumer, topics)
        finally:
            await consumer.stop()

    @staticmethod
    async def _partitions(consumer: Any, topics: Sequence[str]) -> set[TopicPartition]:
        result = set()
        for topic in topics:
            for number in consumer.partitions_for_topic(topic) or ():
                result.add(TopicPartition(topic, number))
        return result

    async def _assign_all(self, consumer: Any, topics: Sequence[str]) -> None:
        # Assigned by hand, not subscribed: a subscription forgets its positions when the
        # broker is away for a moment, and would go on from the then end.
        consumer._client.set_topics(topics)
        while True:
            await consumer._client.force_metadata_update()
            wanted = await self._partitions(consumer, topics)
            if {p.topic for p in wanted} == set(topics):
                break
            await asyncio.sleep(0.5)
        consumer.assign(sorted(wanted))
        await consumer.seek_to_end()
        for partition in wanted:
            await consumer.position(partition)

    async def _assign_new(self, consumer: Any, topics: Sequence[str]) -> None:
        """Partitions added while we run are read from their beginning: all in them is new."""
        present = consumer.assignment()
        new = await self._partitions(consumer, topics) - present
        if new:
            positions = {p: await consumer.position(p) for p in present}
            positions |= await consumer.beginning_offsets(list(new))
            consumer.assign(sorted(present | new))
            # Offsets, not "the beginning": a search for the end that is on its way would win.
            for partition, offset in positions.items():
                consumer.seek(partition, offset)

    async def _batch(self, consumer: Any, found: dict[TopicPartition, list[Any]]) -> None:
        records: list[Record] = []
        for tp, raws in found.items():
            skipped = 0
            for raw in raws:
                record = _record(raw)
                if self._accept is None or self._accept(record):
                    records.append(record)
                else:
                    skipped += 1
            if skipped:
                metrics.CONSUMED.labels(tp.topic, self.group, "skipped").inc(skipped)
        if records:
            await self._handle_all(records)
        for partition in found:
            end = consumer.highwater(partition)
            if end is not None:
                metrics.CONSUMER_LAG.labels(
                    partition.topic, str(partition.partition), self.group
                ).set(max(0, end - found[partition][-1].offset - 1))
        if self.group:
            ends = {tp: raws[-1].offset + 1 for tp, raws in found.items()}
            try:
                await consumer.commit(ends)
            except (CommitFailedError, IllegalStateError):
                # The partition has gone to another instance, which reads this batch again.
                _log.info("commit refused after a rebalance", group=self.group)
            except KafkaError as error:
                # The next commit says the same and more.
                _log.warning("commit failed", group=self.group, **logs.describe(error))

    async def _handle_all(self, records: list[Record]) -> None:
        try:
            await self._timed(records)
        except Exception as error:
            if len(records) > 1:
                _log.warning(
                    "batch goes one by one",
                    group=self.group,
                    size=len(records),
                    **logs.describe(error),
                )
                for record in records:
                    await self._one(record, failed=0, error=None)
                return
            await self._one(records[0], failed=1, error=error)
        else:
            for record in records:
                metrics.CONSUMED.labels(record.topic, self.group, "handled").inc()

    async def _one(self, record: Record, *, failed: int, error: Exception | None) -> None:
        while failed < self._attempts or error is None:
            if failed:
                await asyncio.sleep(0.1 * 2**failed)
            try:
                await self._timed([record])
                metrics.CONSUMED.labels(record.topic, self.group, "handled").inc()
                return
            except Exception as again:
                failed, error = failed + 1, again
        await self._park(record, error)

    async def _timed(self, records: list[Record]) -> None:
        """Handles; transient errors are waited out in here, others come out."""
        parent = {}
        if len(records) == 1 and (trace := records[0].header("traceparent")):
            parent["traceparent"] = trace
        with (
            tracing.span(f"consume {records[0].topic}", parent=parent),
            metrics.CONSUMER_SECONDS.labels(self.group).time(),
        ):
            await self._forever(lambda: self._handle(records))

    async def _forever(self, call: Callable[[], Awaitable[None]]) -> None:
        wait = 0.1
        while True:
            try:
                return await call()
            except Exception as error:
                if not is_transient(error):
                    metrics.CONSUMER_ERRORS.labels(self.group, "handler").inc()
                    raise
                metrics.CONSUMER_ERRORS.labels(self.group, "away").inc()
                _log.warning("consumer waits", group=self.group, **logs.describe(error))
            await asyncio.sleep(wait)
            wait = min(wait * 2, 5.0)

    async def _park(self, record: Record, error: Exception) -> None:
        _log.error(
            "record parked",
            group=self.group,
            topic=record.topic,
            partition=record.partition,
            offset=record.offset,
            exc_info=error,
        )
        sender = self._dead_letters
        if sender is not None:
            headers = dead_letter_headers(record, self.group, error)
            await self._forever(
                lambda: sender.send(
                    self._dead_topic, record.key, record.value, headers, "x0.dead_letter"
                )
            )
        metrics.DEAD_LETTERS.labels(record.topic, self.group).inc()
        metrics.CONSUMED.labels(record.topic, self.group, "parked").inc()


def _record(raw: Any) -> Record:
    return Record(
        topic=raw.topic,
        partition=raw.partition,
        offset=raw.offset,
        timestamp_ms=raw.timestamp,
        key=raw.key.decode("utf-8", "replace") if raw.key else "",
        value=raw.value or b"",
        raw_headers=raw.headers,
    )
