"""Settings and wiring. `python -m x0_tournament.main` serves."""

from dataclasses import replace
from pathlib import Path

from motor.motor_asyncio import AsyncIOMotorClient
from pydantic import Field
from servicekit import run
from servicekit.grpc_client import channel
from servicekit.kafka import Producer, consume
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.outbox import OutboxRelay
from servicekit.settings import ServiceSettings
from x0.tournament.v1.service_pb2_grpc import add_TournamentServiceServicer_to_server

from x0_tournament.domain import series, swiss
from x0_tournament.events import (
    ACCOUNT_GROUP,
    ACCOUNT_TOPIC,
    FINISHED_TOPIC,
    GROUP,
    Accounts,
    Finished,
    WireCodec,
)
from x0_tournament.pairing import PairingPool
from x0_tournament.passwords import Argon2Passwords
from x0_tournament.rpc.clients import ClanClient, GameClient, RatingClient
from x0_tournament.rpc.servicer import SERVICE_NAME, TournamentRpc
from x0_tournament.service.departures import Departures
from x0_tournament.service.exports import Exports
from x0_tournament.service.schedule import Schedule
from x0_tournament.service.sweeps import Sweeps
from x0_tournament.service.tournaments import Tournaments
from x0_tournament.store import MongoStore

CALL_TIMEOUT = 10.0


class Settings(ServiceSettings):
    # A file of regular tournaments instead of the usual ones; and the zone of those that name none.
    tournament_series: str = ""
    tournament_zone: str = "UTC"
    pairing_seconds: float = Field(default=swiss.TIME_LIMIT_S, gt=0)
    argon2_time_cost: int = Field(default=3, ge=1)
    argon2_memory_kib: int = Field(default=65_536, ge=8)
    argon2_parallelism: int = Field(default=4, ge=1)
    argon2_at_once: int = Field(default=2, ge=1)


def regular(settings: Settings) -> tuple[series.Series, ...]:
    if not settings.tournament_series:
        return tuple(replace(one, zone=settings.tournament_zone) for one in series.builtin())
    text = Path(settings.tournament_series).read_text("utf-8")
    return series.load(text, settings.tournament_zone)


async def serve(settings: Settings, service: run.Service | None = None) -> None:
    service = service or run.Service(settings, "tournament")
    mongo: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        settings.mongo_url, **CLIENT_OPTIONS
    )
    store = MongoStore(mongo[settings.mongo_db])
    producer = Producer(settings.kafka, client_id=settings.instance)
    relay = OutboxRelay(store.outbox, producer)
    passwords = Argon2Passwords(
        time_cost=settings.argon2_time_cost,
        memory_kib=settings.argon2_memory_kib,
        parallelism=settings.argon2_parallelism,
        at_once=settings.argon2_at_once,
    )
    to_games = channel(settings.game_target, timeout=CALL_TIMEOUT)
    to_ratings = channel(settings.rating_target, timeout=CALL_TIMEOUT)
    to_accounts = channel(settings.account_target, timeout=CALL_TIMEOUT)
    pool = PairingPool(settings.pairing_seconds)
    ratings = RatingClient(to_ratings)
    tournaments = Tournaments(
        store, WireCodec(), relay, ratings, ClanClient(to_accounts), passwords
    )
    sweeps = Sweeps(store, tournaments, GameClient(to_games), ratings, pool)
    schedule = Schedule(store, tournaments, regular(settings))
    finished = Finished(sweeps)
    accounts = Accounts(Departures(store, tournaments))

    async def consume_finished() -> None:
        await consume(
            settings.kafka,
            [FINISHED_TOPIC],
            finished.handle,
            group=GROUP,
            client_id=settings.instance,
            dead_letters=producer,
        )

    async def consume_accounts() -> None:
        await consume(
            settings.kafka,
            [ACCOUNT_TOPIC],
            accounts.handle,
            group=ACCOUNT_GROUP,
            client_id=settings.instance,
            dead_letters=producer,
        )

    async def close_store() -> None:
        mongo.close()

    async def close_channels() -> None:
        await to_games.close()
        await to_ratings.close()
        await to_accounts.close()

    rpc = TournamentRpc(tournaments, Exports(store, tournaments.reads))
    await service.serve(
        register=lambda server: add_TournamentServiceServicer_to_server(rpc, server),
        service_names=[SERVICE_NAME],
        startup=[("store", store.prepare), ("log", producer.start)],
        background=[
            ("outbox", relay.run),
            ("sweeps", sweeps.run),
            ("schedule", schedule.run),
            ("finished games", consume_finished),
            ("accounts", consume_accounts),
        ],
        ready=store.ping,
        cleanup=[pool.close, producer.stop, passwords.close, close_channels, close_store],
    )


if __name__ == "__main__":
    run.main(serve(Settings()))
