"""Producer, consumer loop and outbox relay over a real broker and store."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio
from aiokafka import AIOKafkaConsumer
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from motor.motor_asyncio import AsyncIOMotorClient
from prometheus_client import REGISTRY
from servicekit import clock
from servicekit.errors import Unavailable
from servicekit.kafka import Poison, Producer, Record, consume
from servicekit.mongo import CLIENT_OPTIONS, OutboxCollection, outbox_fields
from servicekit.outbox import OutboxRelay, OutEvent
from x0_launcher.cluster import Cluster

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def topic(cluster: Cluster) -> str:
    name = f"test.{secrets.token_hex(4)}"
    admin = AIOKafkaAdminClient(bootstrap_servers=cluster.kafka)
    await admin.start()
    await admin.create_topics([NewTopic(name, 2, 1), NewTopic(f"{name}.dead", 1, 1)])
    await admin.close()
    return name


@pytest_asyncio.fixture(loop_scope="session")
async def producer(cluster: Cluster) -> AsyncIterator[Producer]:
    made = Producer(cluster.kafka, client_id="test")
    await made.start()
    yield made
    await made.stop()


@asynccontextmanager
async def consuming(cluster: Cluster, topic: str, handle: Any, **more: Any) -> AsyncIterator[None]:
    task = asyncio.create_task(
        consume(
            cluster.kafka, [topic], handle, client_id="test", dead_topic=f"{topic}.dead", **more
        )
    )
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.02)


async def read_all(kafka: str, topic: str) -> list[Any]:
    async with AIOKafkaConsumer(
        topic, bootstrap_servers=kafka, auto_offset_reset="earliest"
    ) as consumer:
        ends = await consumer.end_offsets(list(consumer.assignment()))
        found: list[Any] = []
        while any([await consumer.position(tp) < end for tp, end in ends.items()]):
            for records in (await consumer.getmany(timeout_ms=300)).values():
                found += records
        return found


async def test_records_of_a_key_arrive_in_order_with_their_fields(
    cluster: Cluster, topic: str, producer: Producer
) -> None:
    receipts = []
    for n in range(300):
        receipts.append(
            await producer.enqueue(topic, f"k{n % 3}", str(n).encode(), {"x": "y"}, "a.type")
        )
    await asyncio.gather(*receipts)
    records = await read_all(cluster.kafka, topic)
    assert len(records) == 300
    for key in (b"k0", b"k1", b"k2"):
        values = [int(r.value) for r in records if r.key == key]
        assert values == sorted(values)
    headers = dict(records[0].headers)
    assert headers["ce_type"] == b"a.type" and headers["x"] == b"y"
    assert {"ce_id", "ce_time"} <= set(headers)


async def test_poison_is_parked_and_the_rest_goes_on(
    cluster: Cluster, topic: str, producer: Producer
) -> None:
    handled: list[str] = []
    tries: dict[str, int] = {}

    async def handle(batch: list[Record]) -> None:
        for record in batch:
            text = record.value.decode()
            tries[text] = tries.get(text, 0) + 1
            if text == "poison":
                raise Poison("never")
            if text == "bug":
                raise KeyError("a bug of ours")
            if text == "weak" and tries[text] < 3:
                raise ValueError("works the third time")
        handled.extend(r.value.decode() for r in batch)

    texts = ["a", "poison", "b", "bug", "c", "weak", "d"]
    for text in texts:
        await producer.send(topic, "same", text.encode(), {}, "t")
    group = f"g{secrets.token_hex(4)}"
    async with consuming(cluster, topic, handle, group=group, dead_letters=producer):
        await until(lambda: "d" in handled)
    assert [t for t in handled if t in "abcd"] == ["a", "b", "c", "d"]
    assert "weak" in handled and "poison" not in handled
    parked = await read_all(cluster.kafka, f"{topic}.dead")
    assert [r.value for r in parked] == [b"poison", b"bug"]
    headers = dict(parked[0].headers)
    assert headers["x0_topic"] == topic.encode()
    assert headers["x0_offset"] == b"1" and headers["x0_error"] == b"Poison"
    counted = REGISTRY.get_sample_value("x0_dead_letters_total", {"topic": topic, "group": group})
    assert counted == 2
    # Committed: another member of the group gets nothing of it.
    await producer.send(topic, "same", b"e", {}, "t")
    before = list(handled)
    async with consuming(cluster, topic, handle, group=group, dead_letters=producer):
        await until(lambda: "e" in handled)
    assert handled == [*before, "e"]


async def test_what_is_away_is_waited_for_and_never_parked(
    cluster: Cluster, topic: str, producer: Producer
) -> None:
    failures, handled = 6, []

    async def handle(batch: list[Record]) -> None:
        nonlocal failures
        if failures:
            failures -= 1
            raise Unavailable("store_unavailable")
        handled.extend(r.value for r in batch)

    await producer.send(topic, "k", b"1", {}, "t")
    async with consuming(
        cluster, topic, handle, group=f"g{secrets.token_hex(4)}", dead_letters=producer
    ):
        await until(lambda: bool(handled))
    assert handled == [b"1"]
    assert await read_all(cluster.kafka, f"{topic}.dead") == []


async def test_without_group_every_instance_reads_from_the_end(
    cluster: Cluster, topic: str, producer: Producer
) -> None:
    await producer.send(topic, "k", b"old", {}, "t")
    seen: list[list[bytes]] = [[], []]
    ready = [asyncio.Event(), asyncio.Event()]

    def instance(n: int) -> Any:
        async def handle(batch: list[Record]) -> None:
            seen[n].extend(r.value for r in batch)

        async def assigned() -> None:
            ready[n].set()

        return consuming(
            cluster, topic, handle, group=None, on_assigned=assigned,
            accept=lambda record: record.key != "skip" and record.header("x") != "skip",
        )  # fmt: skip

    async with instance(0), instance(1):
        await asyncio.gather(*(event.wait() for event in ready))
        await producer.send(topic, "skip", b"no", {}, "t")
        await producer.send(topic, "k", b"no", {"x": "skip"}, "t")
        for n in range(20):
            await producer.send(topic, f"k{n}", str(n).encode(), {}, "t")
        await until(lambda: all(len(s) >= 20 for s in seen))
    for one in seen:
        assert sorted(one, key=int) == [str(n).encode() for n in range(20)]


async def test_two_members_share_and_nothing_is_lost(
    cluster: Cluster, topic: str, producer: Producer
) -> None:
    group = f"g{secrets.token_hex(4)}"
    handled: list[bytes] = []

    async def handle(batch: list[Record]) -> None:
        await asyncio.sleep(0.01)
        handled.extend(r.value for r in batch)

    async with consuming(cluster, topic, handle, group=group):
        for n in range(100):
            await producer.send(topic, f"k{n}", str(n).encode(), {}, "t")
        async with consuming(cluster, topic, handle, group=group):
            for n in range(100, 200):
                await producer.send(topic, f"k{n}", str(n).encode(), {}, "t")
            await until(lambda: len(set(handled)) >= 150)
        for n in range(200, 250):
            await producer.send(topic, f"k{n}", str(n).encode(), {}, "t")
        await until(lambda: len(set(handled)) == 250)


class Counter:
    """A document store for the relay's tests: a thing whose every change is an event."""

    def __init__(self, collection: Any, topic: str) -> None:
        self.collection = collection
        self.topic = topic
        self.outbox = OutboxCollection(collection)

    def event(self, doc_id: str, version: int) -> OutEvent:
        return OutEvent(version, self.topic, doc_id, "t", str(version).encode())

    async def insert(self, doc_id: str) -> list[OutEvent]:
        events = [self.event(doc_id, 1)]
        fields = outbox_fields(events, clock.now_ms())
        await self.collection.insert_one({"_id": doc_id, "version": 1, **fields})
        return events

    async def change(self, doc_id: str) -> tuple[int, list[OutEvent]]:
        doc = await self.collection.find_one({"_id": doc_id})
        version = doc["version"] + 1
        await self.collection.update_one(
            {"_id": doc_id, "version": doc["version"]},
            {
                "$set": {"version": version, "pending_since": clock.now_ms()},
                "$push": {"outbox": self.event(doc_id, version).to_doc()},
            },
        )
        after = await self.collection.find_one({"_id": doc_id})
        return version, [OutEvent.from_doc(e) for e in after["outbox"]]


@pytest_asyncio.fixture(loop_scope="session")
async def counter(cluster: Cluster, topic: str, database_name: str) -> AsyncIterator[Counter]:
    client: AsyncIOMotorClient[dict[str, Any]] = AsyncIOMotorClient(
        cluster.mongo_url, **CLIENT_OPTIONS
    )
    made = Counter(client[database_name]["things"], topic)
    await made.outbox.prepare()
    yield made
    client.close()


async def versions(kafka: str, topic: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for record in await read_all(kafka, topic):
        found.setdefault(record.key.decode(), []).append(int(record.value))
    return found


async def assert_cleared(counter: Counter) -> None:
    docs = await counter.collection.find({}).to_list(1000)
    assert all(d["outbox"] == [] and "pending_since" not in d for d in docs)


async def test_relay_publishes_in_order_once_and_clears(
    cluster: Cluster, counter: Counter, producer: Producer
) -> None:
    relay = OutboxRelay(counter.outbox, producer, clear_every=0.05, clear_after=0.0)
    task = asyncio.create_task(relay.run())

    async def life(doc_id: str) -> None:
        relay.publish(doc_id, 1, await counter.insert(doc_id))
        for _ in range(6):
            version, events = await counter.change(doc_id)
            relay.publish(doc_id, version, events)
        await relay.published(doc_id)

    await asyncio.gather(*(life(f"d{n}") for n in range(10)))
    assert relay.lag_seconds == 0.0
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    found = await versions(cluster.kafka, counter.topic)
    assert found == {f"d{n}": [1, 2, 3, 4, 5, 6, 7] for n in range(10)}
    await assert_cleared(counter)


async def test_sweep_publishes_what_a_crashed_instance_left(
    cluster: Cluster, counter: Counter, producer: Producer
) -> None:
    for n in range(5):
        await counter.insert(f"d{n}")
        await counter.change(f"d{n}")
    fresh = OutboxRelay(counter.outbox, producer, stale_after_ms=60_000)
    assert await fresh.sweep() == 0
    relay = OutboxRelay(counter.outbox, producer, stale_after_ms=-1_000, clear_after=0.0)
    assert await relay.sweep() == 5
    assert await relay.sweep() == 0
    assert await versions(cluster.kafka, counter.topic) == {f"d{n}": [1, 2] for n in range(5)}
    await assert_cleared(counter)


async def test_a_later_write_keeps_its_marks(
    cluster: Cluster, counter: Counter, producer: Producer
) -> None:
    relay = OutboxRelay(counter.outbox, producer)
    relay.publish("d", 1, await counter.insert("d"))
    await relay.published("d")
    # Written by an instance that crashed before it published.
    await counter.change("d")
    await relay.clear()
    doc = await counter.collection.find_one({"_id": "d"})
    assert [e["v"] for e in doc["outbox"]] == [1, 2]
    version, events = await counter.change("d")
    relay.publish("d", version, events)
    await relay.published("d")
    await relay.clear()
    assert await versions(cluster.kafka, counter.topic) == {"d": [1, 2, 3]}
    await assert_cleared(counter)


async def test_neither_a_sweep_nor_the_end_takes_young_marks(
    counter: Counter, producer: Producer
) -> None:
    """A store may leave a young `pending_since` as it is with the next write: were it gone by
    then, nobody would find what a crash leaves unpublished."""
    relay = OutboxRelay(counter.outbox, producer, stale_after_ms=-1_000)
    relay.publish("young", 1, await counter.insert("young"))
    await relay.published("young")
    await counter.insert("left")
    assert await relay.sweep() == 1
    await relay.close()
    for name in ("young", "left"):
        doc = await counter.collection.find_one({"_id": name})
        assert "pending_since" in doc


async def test_log_away_delays_and_loses_nothing(cluster: Cluster, counter: Counter) -> None:
    class Gate:
        """The real producer behind a door: closed, it is away."""

        def __init__(self, inner: Producer) -> None:
            self.inner = inner
            self.open = False

        async def send(self, *args: Any, **more: Any) -> None:
            if not self.open:
                raise Unavailable("log_unavailable")
            await self.inner.send(*args, **more)

    inner = Producer(cluster.kafka, client_id="test")
    await inner.start()
    gate = Gate(inner)
    relay = OutboxRelay(counter.outbox, gate, clear_after=0.0)
    relay.publish("d", 1, await counter.insert("d"))
    version, events = await counter.change("d")
    relay.publish("d", version, events)
    await asyncio.sleep(0.3)
    assert relay.lag_seconds > 0
    gate.open = True
    await relay.published("d")
    await relay.close()
    await inner.stop()
    assert await versions(cluster.kafka, counter.topic) == {"d": [1, 2]}
    await assert_cleared(counter)
