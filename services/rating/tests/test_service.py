"""The service whole: from the log of finished games to answers, changes and dead letters."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
import pytest_asyncio
from aiokafka import AIOKafkaConsumer
from grpc import aio
from motor.motor_asyncio import AsyncIOMotorClient
from rating_helpers import message, some_games, straight
from servicekit import grpc_client, run
from servicekit.errors import Invalid, NotFound
from servicekit.kafka import Producer
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.wire import enum_value
from x0.game.v1 import settings_pb2
from x0.rating.v1 import events_pb2 as rating_events
from x0.rating.v1 import rating_pb2 as pb
from x0.rating.v1.rating_pb2_grpc import RatingServiceStub
from x0_launcher.cluster import Cluster
from x0_rating import domain, recalculate
from x0_rating.domain import FinishedGame
from x0_rating.events import FINISHED_TOPIC, TOPIC
from x0_rating.main import Settings, serve
from x0_rating.recalculate import Stop

pytestmark = pytest.mark.asyncio(loop_scope="session")


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[RatingServiceStub]:
    service = run.Service(settings, "rating")
    task = asyncio.create_task(serve(settings, service))
    started = asyncio.create_task(service.started.wait())
    await asyncio.wait({task, started}, return_when=asyncio.FIRST_COMPLETED)
    try:
        async with grpc_client.channel(service.grpc_address) as channel:
            yield RatingServiceStub(channel)
    finally:
        service.stop()
        await task


@pytest_asyncio.fixture(loop_scope="session")
async def producer(cluster: Cluster) -> AsyncIterator[Producer]:
    made = Producer(cluster.kafka, client_id="test")
    await made.start()
    yield made
    await made.stop()


async def until_rated(stub: RatingServiceStub, game_id: str) -> pb.RatedGame:
    async with asyncio.timeout(60):
        while True:
            try:
                answer = await stub.GetRatedGame(pb.GetRatedGameRequest(game_id=game_id))
                return answer.game
            except aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.NOT_FOUND:
                    raise
            await asyncio.sleep(0.1)


async def ratings(stub: RatingServiceStub, mode: Any, players: Iterable[str]) -> dict[str, float]:
    request = pb.BatchGetRatingsRequest(mode=mode, player_ids=[*players, "nobody"])
    answer = await stub.BatchGetRatings(request)
    return {r.player_id: r.rating for r in answer.ratings}


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


async def test_from_the_log_to_ratings(
    cluster: Cluster, producer: Producer, database_name: str
) -> None:
    """One log for the whole file, so one test: rating, poison, redelivery, recalculation."""
    settings = Settings(mongo_url=cluster.mongo_url, kafka=cluster.kafka, mongo_db=database_name)
    run_id = secrets.token_hex(3)
    games = [
        FinishedGame(f"{run_id}{g.game_id}", g.mode, g.first, g.second, g.score, g.finished)
        for g in some_games(90, seed=11, modes=domain.MODES)
    ]
    casual = FinishedGame(f"{run_id}casual", "x0", "p1", "p2", 1.0, 5)
    alone = FinishedGame(f"{run_id}alone", "x0", "p1", "p1", 1.0, 5)
    unrated = FinishedGame(f"{run_id}free", "x0_freestyle", "p1", "p2", 1.0, 5)
    async with serving(settings) as stub, serving(settings):
        for n, game in enumerate(games):
            await producer.send(FINISHED_TOPIC, game.mode, message(game), {}, "t")
            if n == 40:
                await producer.send(FINISHED_TOPIC, "x0", b"\xff not protobuf", {}, "t")
                await producer.send(FINISHED_TOPIC, "x0", message(alone), {}, "t")
                await producer.send(FINISHED_TOPIC, "x0", message(unrated), {}, "t")
                await producer.send(FINISHED_TOPIC, "x0", message(casual, rated=False), {}, "t")
            if n % 7 == 0:
                await producer.send(FINISHED_TOPIC, games[n // 2].mode, message(games[n // 2]))
        last = {game.mode: game.game_id for game in games}
        for game_id in last.values():
            await until_rated(stub, game_id)
        for mode in domain.MODES:
            value: Any = enum_value(settings_pb2.Mode, mode)
            wanted = straight(games, mode)
            # The record comes first, rows and head a moment later.
            async with asyncio.timeout(30):
                while (
                    await stub.ListLeaderboard(pb.ListLeaderboardRequest(mode=value, page_size=1))
                ).players != len(wanted) or await ratings(stub, value, wanted) != {
                    p: s.rating for p, s in wanted.items()
                }:
                    await asyncio.sleep(0.1)
            board = await stub.ListLeaderboard(pb.ListLeaderboardRequest(mode=value, page_size=5))
            best = sorted(wanted.values(), key=lambda s: (-s.rating, s.player))
            assert [r.player_id for r in board.ratings] == [s.player for s in best[:5]]
            assert board.players == len(wanted)
        one = await until_rated(stub, games[0].game_id)
        assert one.first.before == one.second.before == 1500
        for bad in ("x", "WzFd", "!!!"):
            with pytest.raises(aio.AioRpcError) as refused:
                await stub.ListLeaderboard(
                    pb.ListLeaderboardRequest(mode=settings_pb2.MODE_X0, page_token=bad)
                )
            assert isinstance(grpc_client.error_from_rpc(refused.value), Invalid)
        with pytest.raises(aio.AioRpcError) as refused:
            await stub.GetRatedGame(pb.GetRatedGameRequest(game_id=casual.game_id))
        error = grpc_client.error_from_rpc(refused.value)
        assert isinstance(error, NotFound) and error.reason == "game_not_rated"
        with pytest.raises(Stop):
            await recalculate.recalculate(
                settings, source="log", check=False, drop_missing=False, wait=0
            )

    # Parked: three (each at least once), with where they came from.
    parked = [dict(r.headers) for r in await read_all(cluster.kafka, "x0.dead.v1")]
    assert {h["x0_group"] for h in parked} == {b"rating"}
    assert len({(h["x0_partition"], h["x0_offset"]) for h in parked}) == 3
    assert {h["x0_topic"] for h in parked} == {FINISHED_TOPIC.encode()}
    # Every game was published, with the change that its record has.
    changes = {}
    for record in await read_all(cluster.kafka, TOPIC):
        event = rating_events.RatingEvent.FromString(record.value)
        changes.setdefault(event.rating_changed.game.game_id, []).append(event)
    assert set(changes) == {g.game_id for g in games}
    assert all(len({e.SerializeToString() for e in same}) == 1 for same in changes.values())

    await recalculated(cluster, settings)


async def recalculated(cluster: Cluster, settings: Settings) -> None:
    """The command finds every kind of damage and repairs it."""

    async def command(source: str, *, check: bool, drop_missing: bool = False) -> int:
        return await recalculate.recalculate(
            settings, source=source, check=check, drop_missing=drop_missing, wait=0
        )

    assert await command("log", check=True) == 0
    assert await command("store", check=True) == 0
    client: AsyncIOMotorClient[dict[str, Any]] = AsyncIOMotorClient(
        cluster.mongo_url, **CLIENT_OPTIONS
    )
    database: Any = client[settings.mongo_db]
    games, players, heads = (
        database["rating_games"], database["rating_players"], database["rating_heads"],
    )  # fmt: skip
    some = await games.find({"mode": "x0"}).sort("seq", 1).to_list(20)
    # What the relay keeps for itself depends on when it last swept.
    relays = {"outbox": 0, "version": 0, "pending_since": 0}
    before = await games.find({}, relays).sort("_id", 1).to_list(200)
    rows = await players.find({}).sort("_id", 1).to_list(200)
    await games.update_one({"_id": some[3]["_id"]}, {"$set": {"first.rating": 1.0}})
    # Two games in each other's place.
    await games.update_one({"_id": some[5]["_id"]}, {"$set": {"seq": -1}})
    await games.update_one({"_id": some[6]["_id"]}, {"$set": {"seq": some[5]["seq"]}})
    await games.update_one({"_id": some[5]["_id"]}, {"$set": {"seq": some[6]["seq"]}})
    await games.delete_one({"_id": some[8]["_id"]})
    await players.update_one({"_id": "x0:p1"}, {"$set": {"rating": 3000.0}})
    await players.delete_one({"_id": "x0:p2"})
    await players.insert_one({**rows[0], "_id": "x0:ghost", "player": "ghost"})
    await heads.update_one({"_id": "gomoku"}, {"$inc": {"buckets.1500": 3}})
    assert await command("log", check=True) == 1
    assert await command("log", check=False) == 0
    assert await command("log", check=True) == 0
    assert await games.find({}, relays).sort("_id", 1).to_list(200) == before
    assert await players.find({}).sort("_id", 1).to_list(200) == rows
    # A game that the log does not have is not thrown away without being asked to.
    await games.insert_one({**some[0], "_id": "only-here", "seq": 10_000})
    with pytest.raises(Stop):
        await command("log", check=False)
    assert await command("log", check=False, drop_missing=True) == 0
    assert await command("store", check=True) == 0
    assert await database["rating_locks"].count_documents({}) == 0
    client.close()
