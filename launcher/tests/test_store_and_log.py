"""The real store and the real broker under the launcher."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from motor.motor_asyncio import AsyncIOMotorClient
from x0_launcher.cluster import Cluster
from x0_launcher.settings import Settings
from x0_launcher.topics import TOPICS, create_topics

pytestmark = pytest.mark.asyncio(loop_scope="module")
TOPIC = "x0.dead.v1"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    async with Cluster(folder, services=[], quiet=True) as running:
        yield running


async def read_all(kafka: str) -> list[bytes]:
    async with AIOKafkaConsumer(
        bootstrap_servers=kafka, enable_auto_commit=False, auto_offset_reset="earliest"
    ) as consumer:
        partition = TopicPartition(TOPIC, 0)
        consumer.assign([partition])
        end = (await consumer.end_offsets([partition]))[partition]
        read: list[bytes] = []
        while await consumer.position(partition) < end:
            batches = await consumer.getmany(timeout_ms=500)
            read += [record.value for records in batches.values() for record in records]
        return read


async def test_a_document_and_a_message_come_back(cluster: Cluster) -> None:
    client = AsyncIOMotorClient(cluster.mongo_url)
    await client.try_out.things.insert_one({"_id": "a", "n": 1})
    assert await client.try_out.things.find_one({"_id": "a"}) == {"_id": "a", "n": 1}
    client.close()
    async with AIOKafkaProducer(bootstrap_servers=cluster.kafka, acks="all") as producer:
        await producer.send_and_wait(TOPIC, b"first")
    assert b"first" in await read_all(cluster.kafka)


async def test_topics_are_as_in_the_table(cluster: Cluster) -> None:
    await create_topics(cluster.kafka, 30)  # once more: what exists is left alone
    admin = AIOKafkaAdminClient(bootstrap_servers=cluster.kafka)
    await admin.start()
    try:
        described = await admin.describe_topics([topic.name for topic in TOPICS])
        partitions = {topic["topic"]: len(topic["partitions"]) for topic in described}
        assert partitions == {topic.name: topic.partitions for topic in TOPICS}
        wanted = [ConfigResource(ConfigResourceType.TOPIC, topic.name) for topic in TOPICS]
        kept = {}
        for response in await admin.describe_configs(wanted):
            for _, _, _, name, entries in response.resources:
                kept[name] = {entry[0]: entry[1] for entry in entries}["retention.ms"] == "-1"
        assert kept == {topic.name: topic.kept_for_ever for topic in TOPICS}
    finally:
        await admin.close()


async def test_a_killed_store_comes_back_with_all_it_acknowledged(cluster: Cluster) -> None:
    client = AsyncIOMotorClient(cluster.mongo_url, serverSelectionTimeoutMS=60_000)
    things = client.try_out.acknowledged
    acknowledged: list[int] = []
    enough = asyncio.Event()

    async def write() -> None:
        number = 0
        while True:
            await things.insert_one({"_id": number})
            acknowledged.append(number)
            number += 1
            if number == 50:
                enough.set()

    for _ in range(2):
        before = cluster.processes["store"].pid
        await things.delete_many({})
        acknowledged.clear()
        writer = asyncio.create_task(write())
        await enough.wait()
        enough.clear()
        await cluster.kill("store")
        assert not cluster.processes["store"].ready
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)
        await cluster.wait_ready("store")
        assert cluster.processes["store"].pid not in (None, before)
        stored = {document["_id"] async for document in things.find({})}
        assert len(acknowledged) >= 50
        assert set(acknowledged) <= stored
    client.close()


async def test_a_killed_broker_comes_back_with_all_it_acknowledged(cluster: Cluster) -> None:
    before = cluster.processes["log"].pid
    async with AIOKafkaProducer(
        bootstrap_servers=cluster.kafka, acks="all", enable_idempotence=True
    ) as producer:
        acknowledged = [b"before %d" % number for number in range(50)]
        for value in acknowledged:
            await producer.send_and_wait(TOPIC, value)
        await cluster.kill("log")
        await cluster.wait_ready("log")
        assert cluster.processes["log"].pid not in (None, before)
        async with asyncio.timeout(60):  # the client finds the way back by itself
            await producer.send_and_wait(TOPIC, b"after")
    read = await read_all(cluster.kafka)
    assert [value for value in read if value in {*acknowledged, b"after"}] == [
        *acknowledged,
        b"after",
    ]


async def test_stop_and_start_one(cluster: Cluster) -> None:
    await cluster.stop("store")
    assert cluster.processes["store"].pid is None
    assert not cluster.processes["store"].running
    await cluster.start("store")
    client = AsyncIOMotorClient(cluster.mongo_url)
    assert (await client.admin.command("ping"))["ok"] == 1
    client.close()


async def test_somebody_elses_store_and_log_are_used(cluster: Cluster, tmp_path: Path) -> None:
    foreign = Settings(mongo_url=cluster.mongo_url, kafka=cluster.kafka)
    async with Cluster(tmp_path, services=[], quiet=True, settings=foreign) as second:
        assert second.processes == {}
        assert (second.mongo_url, second.kafka) == (cluster.mongo_url, cluster.kafka)
        assert second.env("game")["X0_MONGO_URL"] == cluster.mongo_url
    assert cluster.processes["store"].ready  # and left running


async def test_data_and_ports_outlive_the_launcher(tmp_path: Path) -> None:
    async with Cluster(tmp_path, services=[], quiet=True) as first:
        addresses = (first.mongo_url, first.kafka)
        keys = first.env("account")["X0_TOKEN_PUBLIC_KEYS"]
        client = AsyncIOMotorClient(first.mongo_url)
        await client.try_out.things.insert_one({"_id": "kept"})
        client.close()
        async with AIOKafkaProducer(bootstrap_servers=first.kafka, acks="all") as producer:
            await producer.send_and_wait(TOPIC, b"kept")
    async with Cluster(tmp_path, services=[], quiet=True) as second:
        assert (second.mongo_url, second.kafka) == addresses
        assert second.env("account")["X0_TOKEN_PUBLIC_KEYS"] == keys
        client = AsyncIOMotorClient(second.mongo_url)
        assert await client.try_out.things.count_documents({"_id": "kept"}) == 1
        client.close()
        assert await read_all(second.kafka) == [b"kept"]
