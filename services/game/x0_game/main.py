"""Settings and wiring of the game service."""

from __future__ import annotations

from motor.motor_asyncio import AsyncIOMotorClient
from servicekit import run
from servicekit.kafka import Producer, consume
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.outbox import OutboxRelay
from servicekit.settings import ServiceSettings
from x0.game.v1 import service_pb2_grpc

from x0_game.events import (
    ACCOUNT_TOPIC,
    RATING_TOPIC,
    AccountEvents,
    RatingEvents,
    WireCodec,
)
from x0_game.rpc import GameServicer
from x0_game.service.chats import Chats
from x0_game.service.games import Games
from x0_game.service.life import Gateways, LifeSigns
from x0_game.service.listing import Listing
from x0_game.service.matching import Matching
from x0_game.service.names import Names
from x0_game.service.seeks import Seeks
from x0_game.service.sweeps import Sweeps
from x0_game.service.tournaments import TournamentGames
from x0_game.store import MongoStore

# A relay that is this far behind means that players do not see each other's moves.
MOST_RELAY_LAG = 1.0


async def serve(settings: ServiceSettings) -> None:
    service = run.Service(settings, "game")
    client: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        settings.mongo_url, **CLIENT_OPTIONS
    )
    store = MongoStore(client[settings.mongo_db])
    producer = Producer(settings.kafka, client_id=settings.instance)
    game_relay = OutboxRelay(store.game_outbox, producer)
    seek_relay = OutboxRelay(store.seek_outbox, producer)
    chat_relay = OutboxRelay(store.chat_outbox, producer)
    codec = WireCodec()
    gateways = Gateways()
    life = LifeSigns(
        store.beats, lambda: game_relay.lag_seconds < MOST_RELAY_LAG and not gateways.lost
    )
    names = Names(store.gone)
    games = Games(store.games, store.ratings, names, codec, game_relay, life)
    seeks = Seeks(store.seeks, store.games, codec, seek_relay, games)
    chats = Chats(store.chats, names, codec, chat_relay, games)
    matching = Matching(store.seeks, seeks)
    sweeps = Sweeps(store.games, games, seeks, matching, life)
    ratings = RatingEvents(store.ratings)

    async def follow_ratings() -> None:
        await consume(
            settings.kafka,
            [RATING_TOPIC],
            ratings.handle,
            group="game-ratings",
            client_id=settings.instance,
            dead_letters=producer,
        )

    async def follow_accounts() -> None:
        await consume(
            settings.kafka,
            [ACCOUNT_TOPIC],
            AccountEvents(store.gone).handle,
            group="game-accounts",
            client_id=settings.instance,
            dead_letters=producer,
        )

    async def ready() -> bool:
        await client.admin.command("ping")
        return True

    async def close() -> None:
        client.close()

    await service.serve(
        register=lambda server: service_pb2_grpc.add_GameServiceServicer_to_server(
            GameServicer(
                games,
                seeks,
                chats,
                Listing(store.games, games, names),
                TournamentGames(games),
                gateways,
                service.stopping,
            ),
            server,
        ),
        service_names=["x0.game.v1.GameService"],
        startup=[("store", store.prepare), ("log", producer.start)],
        background=[
            ("life", life.run),
            ("flags", sweeps.run_flags),
            ("pairing", sweeps.run_pairing),
            ("tidying", sweeps.run_tidying),
            ("game relay", game_relay.run),
            ("seek relay", seek_relay.run),
            ("chat relay", chat_relay.run),
            ("ratings", follow_ratings),
            ("accounts", follow_accounts),
        ],
        ready=ready,
        cleanup=[producer.stop, close],
    )


if __name__ == "__main__":
    run.main(serve(ServiceSettings()))
