"""Settings and wiring. `python -m x0_rating.main` serves."""

from collections.abc import Awaitable, Callable

from motor.motor_asyncio import AsyncIOMotorClient
from servicekit import run
from servicekit.kafka import Producer, consume
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.outbox import OutboxRelay
from servicekit.settings import ServiceSettings
from x0.rating.v1.rating_pb2_grpc import add_RatingServiceServicer_to_server

from x0_rating.events import FINISHED_TOPIC, GROUP, Finished, encode
from x0_rating.rpc import SERVICE_NAME, RatingRpc
from x0_rating.service import Rater, Ratings
from x0_rating.store import MongoStore


class Settings(ServiceSettings):
    pass


def open_store(settings: ServiceSettings) -> tuple[MongoStore, Callable[[], Awaitable[None]]]:
    """The store, and what closes it."""
    mongo: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        settings.mongo_url, **CLIENT_OPTIONS
    )

    async def close() -> None:
        mongo.close()

    return MongoStore(mongo[settings.mongo_db]), close


async def serve(settings: Settings, service: run.Service | None = None) -> None:
    service = service or run.Service(settings, "rating")
    store, close_store = open_store(settings)
    producer = Producer(settings.kafka, client_id=settings.instance)
    relay = OutboxRelay(store.outbox, producer)
    rater = Rater(store, encode, relay)
    rpc = RatingRpc(Ratings(store))
    finished = Finished(rater)

    async def consume_finished() -> None:
        await consume(
            settings.kafka,
            [FINISHED_TOPIC],
            finished.handle,
            group=GROUP,
            client_id=settings.instance,
            dead_letters=producer,
            on_assigned=rater.repair,
        )

    await service.serve(
        register=lambda server: add_RatingServiceServicer_to_server(rpc, server),
        service_names=[SERVICE_NAME],
        startup=[("store", store.prepare), ("log", producer.start)],
        background=[("outbox", relay.run), ("finished games", consume_finished)],
        ready=store.ping,
        cleanup=[producer.stop, close_store],
    )


if __name__ == "__main__":
    run.main(serve(Settings()))
