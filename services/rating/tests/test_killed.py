"""Two real processes of the service, killed with -9 again and again while games come in."""

import asyncio
import os
import random
import secrets
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
import pytest_asyncio
from motor.motor_asyncio import AsyncIOMotorClient
from rating_helpers import message, some_games, straight
from servicekit.kafka import Producer
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.settings import ServiceSettings
from x0_launcher.cluster import Cluster
from x0_rating import domain, recalculate
from x0_rating.events import FINISHED_TOPIC
from x0_rating.store import MongoStore

pytestmark = pytest.mark.asyncio(loop_scope="session")

KILLS = 4


@pytest_asyncio.fixture(loop_scope="session")
async def fresh(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    """A log of its own: recalculation reads all of it."""
    async with Cluster(tmp_path_factory.mktemp("fresh"), services=[], quiet=True) as running:
        yield running


async def test_killed_at_any_moment(fresh: Cluster) -> None:
    settings = ServiceSettings(
        mongo_url=fresh.mongo_url, kafka=fresh.kafka, mongo_db=f"t_{secrets.token_hex(6)}"
    )
    environment = {
        **os.environ,
        "X0_MONGO_URL": settings.mongo_url,
        "X0_MONGO_DB": settings.mongo_db,
        "X0_KAFKA": settings.kafka,
        "X0_LOG_LEVEL": "ERROR",
    }

    async def start() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "x0_rating.main", env=environment,
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip

    games = some_games(800, seed=21, players=40, modes=domain.MODES)
    client: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        settings.mongo_url, **CLIENT_OPTIONS
    )
    store = MongoStore(client[settings.mongo_db])
    await store.prepare()
    producer = Producer(fresh.kafka, client_id="test")
    await producer.start()

    async def rated() -> int:
        return sum(head.sequence for head in (await store.heads(domain.MODES)).values())

    async def feed() -> None:
        for game in games:
            await producer.send(FINISHED_TOPIC, game.mode, message(game), {}, "t")
            await asyncio.sleep(0.004)

    dice = random.Random(3)
    feeding = asyncio.create_task(feed())
    processes = [await start(), await start()]
    try:
        async with asyncio.timeout(150):
            for _ in range(KILLS):
                # When something was rated since the last kill: in the middle of the work.
                before = await rated()
                while await rated() == before and before < len(games):
                    await asyncio.sleep(0.02)
                await asyncio.sleep(dice.random() * 0.3)
                victim = dice.randrange(2)
                processes[victim].kill()
                await processes[victim].wait()
                processes[victim] = await start()
            await feeding
            while await rated() < len(games):
                await asyncio.sleep(0.1)
    finally:
        feeding.cancel()
        for process in processes:
            with suppress(ProcessLookupError):
                process.terminate()
        codes = [await process.wait() for process in processes]
    # A process killed a moment ago may not have got as far as to handle the signal.
    assert set(codes) <= {0, -signal.SIGTERM}
    for mode in domain.MODES:
        records = [record async for record in store.all_games(mode)]
        assert [r.sequence for r in records] == list(range(1, len(records) + 1))
        assert [r.game_id for r in records] == [g.game_id for g in games if g.mode == mode]
        assert {s.player: s async for _, s in store.all_standings(mode)} == straight(games, mode)
    for source in ("log", "store"):
        assert (
            await recalculate.recalculate(
                settings, source=source, check=True, drop_missing=False, wait=5
            )
            == 0
        )
    await producer.stop()
    client.close()
