"""Settings and wiring. `python -m x0_puzzle.main` serves."""

import os
from pathlib import Path

from motor.motor_asyncio import AsyncIOMotorClient
from pydantic import Field
from servicekit import run
from servicekit.kafka import Producer, consume
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.settings import ServiceSettings
from x0.puzzle.v1.puzzle_pb2_grpc import add_PuzzleServiceServicer_to_server

from x0_puzzle.events import GROUP, TOPIC, Accounts
from x0_puzzle.load import built_in, load_if_empty
from x0_puzzle.rpc import SERVICE_NAME, PuzzleRpc
from x0_puzzle.service.puzzles import Puzzles
from x0_puzzle.service.settle import Settling
from x0_puzzle.solver import NODES, EngineSolver
from x0_puzzle.store import MongoStore


class Settings(ServiceSettings):
    # A folder as `x0-puzzles generate` makes it, loaded instead of the usual one when there are no
    # puzzles yet.
    puzzle_base: str = ""
    # Positions that the solver looks at for one move, and moves at once.
    puzzle_nodes: int = Field(default=NODES, ge=1_000)
    puzzle_at_once: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1)


async def serve(settings: Settings, service: run.Service | None = None) -> None:
    service = service or run.Service(settings, "puzzle")
    mongo: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        settings.mongo_url, **CLIENT_OPTIONS
    )
    store = MongoStore(mongo[settings.mongo_db])
    solver = EngineSolver(settings.puzzle_at_once, settings.puzzle_nodes)
    settling = Settling(store)
    puzzles = Puzzles(store, solver, settling)
    # For records that cannot be read.
    producer = Producer(settings.kafka, client_id=settings.instance)
    accounts = Accounts(puzzles)
    rpc = PuzzleRpc(puzzles)
    folder = Path(settings.puzzle_base) if settings.puzzle_base else built_in()

    async def load_base() -> None:
        await load_if_empty(store, folder)

    async def consume_accounts() -> None:
        await consume(
            settings.kafka,
            [TOPIC],
            accounts.handle,
            group=GROUP,
            client_id=settings.instance,
            dead_letters=producer,
        )

    async def close_store() -> None:
        mongo.close()

    await service.serve(
        register=lambda server: add_PuzzleServiceServicer_to_server(rpc, server),
        service_names=[SERVICE_NAME],
        startup=[("store", store.prepare), ("puzzles", load_base), ("log", producer.start)],
        background=[("effects", settling.run), ("accounts", consume_accounts)],
        ready=store.ping,
        cleanup=[solver.close, producer.stop, close_store],
    )


if __name__ == "__main__":
    run.main(serve(Settings()))
