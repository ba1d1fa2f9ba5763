"""A running gateway with small doubles of the services behind it."""

import asyncio
from types import TracebackType
from typing import Any, Self

import grpc.aio
import httpx
from double_account import Accounts
from double_clans import Clans
from double_game import Games
from double_puzzles import Puzzles
from double_tokens import Signer
from double_tournaments import Tournaments
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer
from servicekit import grpc_server
from servicekit.consumer import Record
from servicekit.errors import NotFound
from socket_client import Client
from x0.account.v1.account_pb2_grpc import add_AccountServiceServicer_to_server
from x0.account.v1.clans_pb2_grpc import add_ClanServiceServicer_to_server
from x0.game.v1.service_pb2_grpc import add_GameServiceServicer_to_server
from x0.puzzle.v1.puzzle_pb2_grpc import add_PuzzleServiceServicer_to_server
from x0.rating.v1 import rating_pb2
from x0.rating.v1.rating_pb2_grpc import (
    RatingServiceServicer,
    add_RatingServiceServicer_to_server,
)
from x0.tournament.v1.service_pb2_grpc import add_TournamentServiceServicer_to_server
from x0_gateway.main import Gateway
from x0_gateway.settings import GatewaySettings


class Ratings(RatingServiceServicer):
    def __init__(self) -> None:
        self.games: dict[str, rating_pb2.RatedGame] = {}

    async def GetRatedGame(self, request: Any, context: Any) -> Any:
        if request.game_id not in self.games:
            raise NotFound("not_rated", "this game is not rated")
        return rating_pb2.GetRatedGameResponse(game=self.games[request.game_id])

    async def ListLeaderboard(self, request: Any, context: Any) -> Any:
        row = rating_pb2.Rating(
            player_id="ann", mode=request.mode, rating=1700, games=20, wins=20, peak=1700, rank=1
        )
        return rating_pb2.ListLeaderboardResponse(ratings=[row], players=1)


class GameServer:
    """One instance of the game service; several share what they know, as over one store."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._server: grpc.aio.Server | None = None
        self.port = 0

    async def start(self) -> None:
        self._server = grpc_server.create()
        add_GameServiceServicer_to_server(self.games, self._server)
        await _healthy(self._server)
        self.port = self._server.add_insecure_port(f"127.0.0.1:{self.port}")
        await self._server.start()

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(0)
            self._server = None


class Stack:
    def __init__(self, *, instances: int = 1, **settings: Any) -> None:
        # Tests send more than a person.
        self._settings = {
            "address_rate": 10_000,
            "address_burst": 10_000,
            "player_rate": 10_000,
            "player_burst": 10_000,
            "puzzle_rate": 10_000,
            "puzzle_burst": 10_000,
            "sign_in_rate": 1_000,
            "sign_in_burst": 1_000,
            "message_rate": 10_000,
            "message_burst": 10_000,
            "sockets_per_address": 1_000,
        } | settings
        self.signer = Signer()
        self.accounts = Accounts(self.signer)
        self.clans = Clans(self.accounts)
        self.games = Games()
        self.ratings = Ratings()
        self.tournaments = Tournaments()
        self.puzzles = Puzzles()
        others = [self.games.sibling() for _ in range(instances - 1)]
        self.game_servers = [GameServer(games) for games in (self.games, *others)]
        self._others: list[grpc.aio.Server] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._clients: list[Client] = []

    async def __aenter__(self) -> Self:
        for server in self.game_servers:
            await server.start()
        account, rating, tournament, puzzle = (grpc_server.create() for _ in range(4))
        add_AccountServiceServicer_to_server(self.accounts, account)
        add_ClanServiceServicer_to_server(self.clans, account)
        add_RatingServiceServicer_to_server(self.ratings, rating)
        add_TournamentServiceServicer_to_server(self.tournaments, tournament)
        add_PuzzleServiceServicer_to_server(self.puzzles, puzzle)
        ports = []
        for server in (account, rating, tournament, puzzle):
            await _healthy(server)
            ports.append(server.add_insecure_port("127.0.0.1:0"))
            await server.start()
            self._others.append(server)
        self.gateway = Gateway(
            GatewaySettings(
                http_listen="127.0.0.1:0",
                token_public_keys=self.signer.public_keys,
                account_target=f"127.0.0.1:{ports[0]}",
                rating_target=f"127.0.0.1:{ports[1]}",
                tournament_target=f"127.0.0.1:{ports[2]}",
                puzzle_target=f"127.0.0.1:{ports[3]}",
                game_target=",".join(f"127.0.0.1:{s.port}" for s in self.game_servers),
                **self._settings,
            )
        )
        self._tasks = [
            asyncio.create_task(step)
            for step in (
                self.gateway.carry_actions(),
                self.gateway.sockets.tick(),
                self.gateway.serve(),
            )
        ]
        async with asyncio.timeout(10):
            await self.gateway.listening.wait()
        self.http = httpx.AsyncClient(base_url=f"http://{self.gateway.http.address}", timeout=30)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for client in self._clients:
            await client.close()
        await self.http.aclose()
        await self.stop_gateway()
        await self.gateway.close()
        for server in self.game_servers:
            await server.stop()
        for server in self._others:
            await server.stop(0)

    async def stop_gateway(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    @property
    def socket_url(self) -> str:
        return f"ws://{self.gateway.http.address}/v1/socket"

    async def connect(self, player_id: str | None = None, **claims: Any) -> Client:
        """A socket that has been welcomed, as a player or as nobody."""
        client = await self.raw()
        token = self.signer.token(player_id, **claims) if player_id else None
        await client.send(type="auth", token=token)
        await client.expect("welcome")
        return client

    async def raw(self) -> Client:
        client = await Client.open(self.socket_url)
        self._clients.append(client)
        return client

    def headers(self, player_id: str, **claims: Any) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.signer.token(player_id, **claims)}"}

    async def log(self, topic: str, key: str, value: bytes, players: str = "") -> bool:
        """A record of the event log arrives at the gateway. Whether it was looked into."""
        headers = [("x0_players", players.encode())] if players else []
        record = Record(topic, 0, 0, 0, key, value, headers)
        if not self.gateway.feed.wants(record):
            return False
        await self.gateway.feed.handle([record])
        return True


async def _healthy(server: grpc.aio.Server) -> None:
    health = HealthServicer()
    await health.set("", health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
