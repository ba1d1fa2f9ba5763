"""What the service needs of others, made up; and calls to the real thing."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import grpc
from motor.motor_asyncio import AsyncIOMotorClient
from servicekit import clock
from servicekit.errors import Unavailable
from servicekit.grpc_client import error_from_rpc
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.outbox import OutEvent
from x0.game.v1 import service_pb2 as game_pb
from x0.game.v1 import settings_pb2
from x0.game.v1.service_pb2_grpc import GameServiceStub
from x0.tournament.v1 import service_pb2 as pb
from x0.tournament.v1 import tournament_pb2
from x0.tournament.v1.service_pb2_grpc import TournamentServiceStub
from x0_launcher.cluster import Cluster
from x0_tournament.domain import swiss
from x0_tournament.domain.pairing import Outcome, Request
from x0_tournament.domain.tournament import Board, Phase, Rules, Tournament
from x0_tournament.events import WireCodec
from x0_tournament.service.ports import Clan, Settled
from x0_tournament.service.sweeps import Sweeps, game_id
from x0_tournament.service.tournaments import Tournaments
from x0_tournament.store import MongoStore


@asynccontextmanager
async def new_store(cluster: Cluster) -> AsyncIterator[MongoStore]:
    """An empty one."""
    client: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        cluster.mongo_url, **CLIENT_OPTIONS
    )
    store = MongoStore(client[f"t_{secrets.token_hex(6)}"])
    await store.prepare()
    yield store
    client.close()


class Killed(BaseException):
    """As if the process was gone: nobody tidies up."""


class FakeGames:
    """The game service: ids are taken once. `break_after`: dies after so many games."""

    def __init__(self) -> None:
        self.games: dict[str, tuple[str, str]] = {}
        self.over: dict[str, Settled] = {}
        self.break_after: int | None = None

    async def create(self, t: Tournament, round: int, boards: Mapping[int, Board]) -> None:
        for number, board in boards.items():
            if self.break_after is not None and len(self.games) >= self.break_after:
                raise Killed
            self.games.setdefault(game_id(t.id, round, number), (board.first, board.second))

    async def settle(self, ids: Sequence[str], no_show_ms: int) -> list[Settled]:
        return [self.over.get(one) or Settled("active" if one in self.games else "") for one in ids]


class Relay:
    def __init__(self) -> None:
        self.sent: dict[str, dict[int, OutEvent]] = {}

    def publish(self, doc_id: str, version: int, events: Sequence[OutEvent]) -> None:
        for event in events:
            known = self.sent.setdefault(doc_id, {}).setdefault(event.version, event)
            assert known.value == event.value
        assert max(self.sent[doc_id]) == version

    def published_to(self, doc_id: str) -> int:
        return max(self.sent.get(doc_id, {0: None}))


class Ratings:
    """1500, or what is said otherwise; `away`: no answer."""

    def __init__(self) -> None:
        self.known: dict[str, float] = {}
        self.away = False

    async def ratings(self, mode: str, players: Sequence[str]) -> list[float]:
        if self.away:
            raise Unavailable("unavailable", "not now")
        return [self.known.get(one, 1500.0) for one in players]


class Clans:
    """Clan "c1" has the captain "c1-1" and members up to "c1-9"."""

    async def clan(self, id: str) -> Clan:
        members = {f"{id}-{n}": f"{id.upper()} {n}" for n in range(1, 10)}
        return Clan(f"Clan {id}", members, frozenset({f"{id}-1"}))


class Passwords:
    async def hash(self, password: str) -> str:
        return f"#{password}"

    async def verify(self, hash: str, password: str) -> bool:
        return hash == f"#{password}"


class Pairer:
    async def pair(self, request: Request, policy: swiss.Policy) -> Outcome:
        return swiss.pair(request, policy)


class Instance:
    """One copy of the service, in this process."""

    def __init__(self, store: MongoStore, games: FakeGames) -> None:
        self.store = store
        self.games = games
        self.relay = Relay()
        self.ratings = Ratings()
        self.tournaments = Tournaments(
            store, WireCodec(), self.relay, self.ratings, Clans(), Passwords()
        )
        self.sweeps = Sweeps(store, self.tournaments, games, self.ratings, Pairer())

    async def opened(
        self, players: int, password: str = "", creator: str = "boss", **more: Any
    ) -> str:
        values = {"name": "T", "mode": "x0", "initial_seconds": 60, "increment_seconds": 0,
                  "start": clock.now_ms() - 1, "lead_ms": 0, "break_ms": 0, **more}  # fmt: skip
        id = (await self.tournaments.create(creator, Rules(**values), password)).id
        for n in range(1, players + 1):
            await self.tournaments.join(id, f"p{n}", f"P{n}", False, password)
        return id

    async def get(self, id: str) -> Tournament:
        return (await self.tournaments.get(id)).tournament

    async def come(self, id: str) -> None:
        """Something is due."""
        while clock.now_ms() < (await self.get(id)).due:
            await asyncio.sleep(0.02)

    async def lease_over(self, id: str) -> None:
        """Whoever had taken it is gone, and the time for which it had."""
        t = await self.get(id)
        assert await self.store.set_due(t, clock.now_ms())


class Calls:
    """To a copy of the tournament service, and to the game service."""

    def __init__(self, tournament: str, game: str) -> None:
        self.channels = [grpc.aio.insecure_channel(target) for target in (tournament, game)]
        self.tournament: Any = TournamentServiceStub(self.channels[0])
        self.game: Any = GameServiceStub(self.channels[1])

    async def call(self, method: str, request: Any) -> Any:
        try:
            return await getattr(self.tournament, method)(request, timeout=20, wait_for_ready=True)
        except grpc.aio.AioRpcError as error:
            raise error_from_rpc(error) from error

    async def create(self, who: str, password: str = "", **more: Any) -> str:
        """It starts in an hour."""
        rules = tournament_pb2.Rules(
            **{
                "name": "T",
                "mode": settings_pb2.MODE_X0,
                "time_control": settings_pb2.TimeControl(initial_seconds=120),
                "break_seconds": 0,
                "lead_seconds": 0,
                **more,
            }
        )
        rules.start.FromMilliseconds(clock.now_ms() + 3_600_000)
        request = pb.CreateTournamentRequest(caller_player_id=who, rules=rules, password=password)
        return (await self.call("CreateTournament", request)).tournament.tournament_id

    async def begin(self, id: str) -> None:
        """At once, now that everybody is in."""
        request = pb.PostponeTournamentRequest(tournament_id=id, caller_player_id="boss")
        request.start.FromMilliseconds(clock.now_ms() + 500)
        await self.call("PostponeTournament", request)

    async def join(self, id: str, who: str, password: str = "") -> Any:
        request = pb.JoinTournamentRequest(
            tournament_id=id, caller_player_id=who, caller_name=who.upper(), password=password
        )
        return (await self.call("JoinTournament", request)).tournament

    async def get(self, id: str) -> Any:
        request = pb.GetTournamentRequest(tournament_id=id)
        return (await self.call("GetTournament", request)).tournament

    async def round(self, id: str, number: int = 0) -> Any:
        request = pb.GetRoundRequest(tournament_id=id, round=number)
        return (await self.call("GetRound", request)).round

    async def standings(self, id: str) -> Any:
        request = pb.GetStandingsRequest(tournament_id=id, crosstable=True)
        return await self.call("GetStandings", request)

    async def resign(self, game_id: str, who: str) -> None:
        request = game_pb.ActRequest(
            caller=game_pb.Caller(player_id=who, name=who),
            game_id=game_id,
            action_id="r",
            resign=game_pb.Resign(),
        )
        await self.game.Act(request, timeout=20)

    async def close(self) -> None:
        for channel in self.channels:
            await channel.close()


# Two instances over one store, and the games that they make.
Two = tuple[Instance, Instance, FakeGames]


async def until_playing(one: Instance, id: str) -> None:
    for _ in range(10):
        await one.sweeps.push(id)
        if (await one.get(id)).phase is Phase.PLAYING:
            return
    raise AssertionError((await one.get(id)).phase)
