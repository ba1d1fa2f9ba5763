"""Does it answer? Asked on the wire, as a client would."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError
from motor.motor_asyncio import AsyncIOMotorClient
from pymongo.errors import PyMongoError

Probe = Callable[[], Awaitable[bool]]


async def until(probe: Probe, every: float) -> None:
    """Ask again and again; the caller sets the limit."""
    while not await probe():  # noqa: ASYNC110 - another process cannot set an event of ours
        await asyncio.sleep(every)


async def port_open(host: str, port: int) -> bool:
    try:
        async with asyncio.timeout(2):
            _, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def http_ready(host: str, port: int) -> bool:
    """GET /readyz answers 200."""
    try:
        async with asyncio.timeout(2):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(f"GET /readyz HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
                status = await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False
    return status.split()[1:2] == [b"200"]


async def mongo_answers(url: str) -> bool:
    client: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        url, serverSelectionTimeoutMS=2_000, connectTimeoutMS=2_000
    )
    try:
        await client.admin.command("ping")
    except PyMongoError:
        return False
    finally:
        client.close()
    return True


async def kafka_answers(host: str, port: int) -> bool:
    """The broker tells about itself. Its port is tried first: the client logs each failure."""
    if not await port_open(host, port):
        return False
    admin = AIOKafkaAdminClient(bootstrap_servers=f"{host}:{port}", request_timeout_ms=5_000)
    try:
        async with asyncio.timeout(10):
            await admin.start()
            return bool((await admin.describe_cluster())["brokers"])
    except (KafkaError, OSError, TimeoutError):
        return False
    finally:
        await admin.close()
