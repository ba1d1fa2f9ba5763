"""The service whole, twice, over a real store and log."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from grpc import aio
from motor.motor_asyncio import AsyncIOMotorClient
from servicekit import errors, grpc_client, run
from x0.account.v1 import account_pb2 as pb
from x0.account.v1.account_pb2_grpc import AccountServiceStub
from x0.account.v1.clans_pb2_grpc import ClanServiceStub
from x0_account.main import Settings, serve
from x0_launcher.cluster import Cluster

KEY = Ed25519PrivateKey.generate()
PASSWORD = "correct horse"


@dataclass
class Running:
    # Of two instances each.
    one: AccountServiceStub
    other: AccountServiceStub
    clans: tuple[ClanServiceStub, ClanServiceStub]
    database: Any


@asynccontextmanager
async def two_instances(cluster: Cluster) -> AsyncIterator[Running]:
    pem = KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    settings = Settings(
        mongo_url=cluster.mongo_url,
        mongo_db="account_test",
        kafka=cluster.kafka,
        token_private_key=pem,  # type: ignore[arg-type]
        token_key_id="k1",
        # Weak on purpose: strength is tested by nobody waiting for it.
        argon2_time_cost=1,
        argon2_memory_kib=64,
        argon2_parallelism=1,
    )
    client: AsyncIOMotorClient[dict[str, Any]] = AsyncIOMotorClient(cluster.mongo_url)
    async with AsyncExitStack() as stack:
        stubs = []
        clans = []
        services = []
        for _ in range(2):
            service = run.Service(settings, "account")
            services.append((service, asyncio.create_task(serve(settings, service))))
            await asyncio.wait_for(service.started.wait(), 60)
            channel = grpc_client.channel(service.grpc_address)
            await stack.enter_async_context(channel)
            stubs.append(AccountServiceStub(channel))
            clans.append(ClanServiceStub(channel))
        yield Running(stubs[0], stubs[1], (clans[0], clans[1]), client["account_test"])
        for service, task in services:
            service.stop()
            await task
    client.close()


async def refused(call: Any) -> errors.DomainError:
    with pytest.raises(aio.AioRpcError) as caught:
        await call
    return grpc_client.error_from_rpc(caught.value)


async def register(running: Running, name: str, **more: Any) -> pb.Session:
    answer = await running.one.Register(pb.RegisterRequest(name=name, password=PASSWORD, **more))
    return answer.session
