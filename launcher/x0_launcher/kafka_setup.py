"""Getting Kafka onto this machine, once: its jars by Maven, then an archive of its classes."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer

from x0_launcher import java, topics
from x0_launcher.errors import LauncherError
from x0_launcher.group import ProcessGroup
from x0_launcher.kafka import Kafka, write_properties
from x0_launcher.ports import LOCAL, Ports
from x0_launcher.probes import port_open, until
from x0_launcher.settings import CACHE, KAFKA_POM

START_LIMIT = 120.0
Say = Callable[[str], None]


async def prepare(group: ProcessGroup, say: Say, cache: Path = CACHE / "kafka") -> Kafka:
    """The broker, ready to start. Only the first call on a machine takes long."""
    program, described = await java.java(group)
    key, jvm = _digest(KAFKA_POM.read_bytes()), _digest(described.encode())
    jars, archive = cache / f"jars-{key}", cache / f"classes-{key}-{jvm}.jsa"
    async with _alone(cache, say):
        if not jars.exists():
            await _fetch(group, say, jars)
        kafka = Kafka(program, jars)
        if not archive.exists():
            try:
                await _make_archive(group, say, kafka, archive)
            except (LauncherError, TimeoutError) as error:
                # It only makes the start faster; not every Java can make one.
                say(f"log: starts without a class archive, which takes longer ({error})")
                return kafka
    return replace(kafka, archive=archive)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


@contextlib.asynccontextmanager
async def _alone(cache: Path, say: Say) -> AsyncIterator[None]:
    """Several launchers may find the cache empty at the same time: one fills it."""
    os.makedirs(cache, exist_ok=True)
    descriptor = os.open(cache / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    waited = False
    try:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not waited:
                    say("log: another launcher is setting up Kafka; waiting for it")
                waited = True
                await asyncio.sleep(0.2)
        yield
    finally:
        os.close(descriptor)


async def _fetch(group: ProcessGroup, say: Say, jars: Path) -> None:
    maven = java.maven()
    say("log: fetching Kafka's jars with Maven (about 45 MB, once) ...")
    fresh = jars.with_suffix(".new")
    shutil.rmtree(fresh, ignore_errors=True)
    count = 0

    def progress(line: str) -> None:
        nonlocal count
        if "Downloaded from" in line:
            count += 1
            if count % 50 == 0:
                say(f"log:   {count} files fetched")

    await group.run_tool(
        [
            # -C: a jar whose checksum differs stops the build instead of being used.
            *(maven, "-B", "-C", "-f", str(KAFKA_POM), "dependency:copy-dependencies"),
            *(f"-DoutputDirectory={fresh}", "-DincludeScope=runtime"),
        ],
        on_line=progress,
    )
    fresh.rename(jars)
    say(f"log:   {count} files fetched, done")


async def _make_archive(group: ProcessGroup, say: Say, kafka: Kafka, archive: Path) -> None:
    """Run a broker once through what brokers do; Java writes the classes it used on its exit."""
    say("log: preparing Kafka for fast starts (once, about 20 s) ...")
    fresh = archive.with_suffix(".new")
    with tempfile.TemporaryDirectory(prefix="x0-kafka-") as name:
        folder, host = Path(name), LOCAL
        ports = Ports(folder / "ports.json")
        try:
            port, controller = ports.get("log"), ports.get("controller")
            properties = write_properties(folder, host, port, controller)
            await kafka.format(group, folder, properties)
        finally:
            ports.close()
        log = folder / "broker.log"
        with log.open("wb") as output:
            command = kafka.broker(properties, f"-XX:ArchiveClassesAtExit={fresh}")
            broker = await group.spawn(command, output=output)
        try:

            async def open_or_over() -> bool:
                return broker.returncode is not None or await port_open(host, port)

            async with asyncio.timeout(START_LIMIT):
                await until(open_or_over, every=0.1)
                if broker.returncode is not None:
                    raise LauncherError(f"Kafka ended: {log.read_text(errors='replace')[-2000:]}")
                await _exercise(f"{host}:{port}")
                broker.send_signal(signal.SIGTERM)
                await broker.wait()
        finally:
            if broker.returncode is None:
                broker.kill()
                await broker.wait()
        if not fresh.exists():
            raise LauncherError("this Java wrote none")
    fresh.rename(archive)


async def _exercise(bootstrap: str) -> None:
    await topics.create_topics(bootstrap, START_LIMIT)
    name = topics.TOPICS[0].name
    async with AIOKafkaProducer(
        bootstrap_servers=bootstrap, enable_idempotence=True, acks="all"
    ) as producer:
        await producer.send_and_wait(name, b"a message", key=b"a key")
    async with AIOKafkaConsumer(
        name, bootstrap_servers=bootstrap, group_id="exercise", auto_offset_reset="earliest"
    ) as consumer:
        await consumer.getone()
        await consumer.commit()
