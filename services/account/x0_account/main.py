"""Settings and wiring. `python -m x0_account.main` serves."""

from importlib.resources import files

from grpc.aio import Server
from motor.motor_asyncio import AsyncIOMotorClient
from pydantic import Field, SecretStr
from servicekit import run
from servicekit.clock import now_ms
from servicekit.kafka import Producer
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.outbox import OutboxRelay
from servicekit.settings import ServiceSettings
from x0.account.v1.account_pb2_grpc import add_AccountServiceServicer_to_server
from x0.account.v1.clans_pb2_grpc import add_ClanServiceServicer_to_server

from x0_account.events import encode
from x0_account.passwords import Argon2Passwords
from x0_account.rpc.accounts import SERVICE_NAME as ACCOUNT_SERVICE
from x0_account.rpc.accounts import AccountRpc
from x0_account.rpc.clans import SERVICE_NAME as CLAN_SERVICE
from x0_account.rpc.clans import ClanRpc
from x0_account.service.clans import Clans
from x0_account.service.departures import Departures
from x0_account.service.players import Players
from x0_account.service.sessions import Sessions
from x0_account.store.accounts import MongoStore
from x0_account.store.clans import MongoClans
from x0_account.tokens import TokenSigner


class Settings(ServiceSettings):
    # PEM of the Ed25519 key that signs access tokens, and its key id.
    token_private_key: SecretStr
    token_key_id: str
    access_token_seconds: int = Field(default=900, ge=30)
    refresh_token_days: int = Field(default=60, ge=1)
    # argon2id: passes, memory, lanes (RFC 9106, second choice), and hashes at once.
    argon2_time_cost: int = Field(default=3, ge=1)
    argon2_memory_kib: int = Field(default=65_536, ge=8)
    argon2_parallelism: int = Field(default=4, ge=1)
    argon2_at_once: int = Field(default=2, ge=1)


def common_passwords() -> frozenset[str]:
    text = files("x0_account").joinpath("common_passwords.txt").read_text("utf-8")
    return frozenset(text.split())


async def serve(settings: Settings, service: run.Service | None = None) -> None:
    service = service or run.Service(settings, "account")
    mongo: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        settings.mongo_url, **CLIENT_OPTIONS
    )
    store = MongoStore(mongo[settings.mongo_db])
    clan_store = MongoClans(mongo[settings.mongo_db])
    producer = Producer(settings.kafka, client_id=settings.instance)
    relay = OutboxRelay(store.outbox, producer)
    passwords = Argon2Passwords(
        time_cost=settings.argon2_time_cost,
        memory_kib=settings.argon2_memory_kib,
        parallelism=settings.argon2_parallelism,
        at_once=settings.argon2_at_once,
    )
    signer = TokenSigner(
        settings.token_private_key.get_secret_value(),
        settings.token_key_id,
        settings.access_token_seconds,
    )
    players = Players(store, passwords, encode, relay, common_passwords(), now_ms)
    departures = Departures(players, clan_store)
    sessions = Sessions(players, signer, settings.refresh_token_days * 86_400_000, departures)
    accounts = AccountRpc(players, sessions)
    clans = ClanRpc(Clans(clan_store, players))

    def register(server: Server) -> None:
        add_AccountServiceServicer_to_server(accounts, server)
        add_ClanServiceServicer_to_server(clans, server)

    async def prepare() -> None:
        await store.prepare()
        await clan_store.prepare()

    async def close_store() -> None:
        mongo.close()

    await service.serve(
        register=register,
        service_names=[ACCOUNT_SERVICE, CLAN_SERVICE],
        startup=[("store", prepare), ("log", producer.start)],
        background=[("outbox", relay.run), ("departures", departures.run)],
        ready=store.ping,
        cleanup=[producer.stop, passwords.close, close_store],
    )


if __name__ == "__main__":
    # The missing values come from the environment, or pydantic says which are missing.
    run.main(serve(Settings()))  # type: ignore[call-arg]
