"""The services behind the gateway."""

from collections.abc import Awaitable
from typing import TypeVar

from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from servicekit import grpc_client
from servicekit.errors import Unavailable
from x0.account.v1.account_pb2_grpc import AccountServiceStub
from x0.account.v1.clans_pb2_grpc import ClanServiceStub
from x0.game.v1.service_pb2_grpc import GameServiceStub
from x0.puzzle.v1.puzzle_pb2_grpc import PuzzleServiceStub
from x0.rating.v1.rating_pb2_grpc import RatingServiceStub
from x0.tournament.v1.service_pb2_grpc import TournamentServiceStub

from x0_gateway.settings import GatewaySettings

T = TypeVar("T")


async def asked(call: Awaitable[T]) -> T:
    """The answer of another service; its refusals as DomainError."""
    try:
        return await call
    except aio.AioRpcError as error:
        raise grpc_client.error_from_rpc(error) from None
    except aio.UsageError:
        # The channel is closed: this instance stops.
        raise Unavailable("unavailable", "this instance stops, please try again") from None


class Backends:
    def __init__(self, settings: GatewaySettings) -> None:
        # Waiting hides a restart of a second or two from clients.
        self._channels = {
            name: grpc_client.channel(target, timeout=5, wait_for_ready=True)
            for name, target in (
                ("account", settings.account_target),
                ("game", settings.game_target),
                ("rating", settings.rating_target),
                ("tournament", settings.tournament_target),
                ("puzzle", settings.puzzle_target),
            )
        }
        account, game, rating, tournament, puzzle = self._channels.values()
        self.account = AccountServiceStub(account)
        self.clans = ClanServiceStub(account)
        self.game = GameServiceStub(game)
        self.rating = RatingServiceStub(rating)
        self.tournament = TournamentServiceStub(tournament)
        self.puzzle = PuzzleServiceStub(puzzle)

    async def ready(self) -> bool:
        """Whether accounts and games can be served; what else there is is missed, but not
        needed."""
        for name in ("account", "game"):
            health = health_pb2_grpc.HealthStub(self._channels[name])
            try:
                answer = await health.Check(health_pb2.HealthCheckRequest(), timeout=1)
            except aio.AioRpcError:
                return False
            if answer.status != health_pb2.HealthCheckResponse.SERVING:
                return False
        return True

    async def close(self) -> None:
        for channel in self._channels.values():
            await channel.close()
