"""A service process's life: start with retries, serve, errors over the wire, stop in order."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from pymongo.errors import AutoReconnect
from servicekit import errors, grpc_client, run, tracing
from servicekit.settings import ServiceSettings
from x0.game.v1 import service_pb2 as game_pb
from x0.game.v1 import service_pb2_grpc as game_grpc
from x0.rating.v1 import rating_pb2 as pb
from x0.rating.v1 import rating_pb2_grpc as rating_grpc

pytestmark = pytest.mark.asyncio(loop_scope="session")
NAMES = ["x0.rating.v1.RatingService", "x0.game.v1.GameService"]


class Ratings(rating_grpc.RatingServiceServicer):
    def __init__(self) -> None:
        self.asked: list[str] = []
        self.trace_ids: list[str] = []
        self.entered = asyncio.Event()
        self.go_on = asyncio.Event()

    async def GetRatings(self, request: pb.GetRatingsRequest, context: Any) -> Any:
        self.asked.append(request.player_id)
        self.trace_ids.append(tracing.trace_id())
        match request.player_id:
            case "refused":
                raise errors.Refused("not_now", "ask later", limit="7")
            case "bug":
                raise KeyError("an inner detail")
            case "away":
                raise AutoReconnect("an address inside")
            case "slow":
                self.entered.set()
                await self.go_on.wait()
        return pb.GetRatingsResponse()


class Games(game_grpc.GameServiceServicer):
    async def Play(self, requests: AsyncIterator[game_pb.PlayRequest], context: Any) -> Any:
        async for request in requests:
            number = request.actions[0].request_id
            if number == 3:
                raise errors.Conflict("busy", "try again")
            yield game_pb.PlayResponse(answers=[game_pb.PlayAnswer(request_id=number)])


def numbered(number: int) -> game_pb.PlayRequest:
    return game_pb.PlayRequest(actions=[game_pb.PlayAction(request_id=number)])


@asynccontextmanager
async def serving(ratings: Ratings, **more: Any) -> AsyncIterator[run.Service]:
    service = run.Service(ServiceSettings(), "test")

    def register(server: aio.Server) -> None:
        rating_grpc.add_RatingServiceServicer_to_server(ratings, server)
        game_grpc.add_GameServiceServicer_to_server(Games(), server)

    task = asyncio.create_task(service.serve(register=register, service_names=NAMES, **more))
    try:
        async with asyncio.timeout(30):
            await service.started.wait()
        yield service
    finally:
        service.stop()
        await task


async def ask(stub: rating_grpc.RatingServiceStub, what: str) -> errors.DomainError | None:
    try:
        await stub.GetRatings(pb.GetRatingsRequest(player_id=what))
    except aio.AioRpcError as error:
        return grpc_client.error_from_rpc(error)
    return None


async def http(address: str, path: str) -> tuple[int, str]:
    def get() -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://{address}{path}", timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    return await asyncio.to_thread(get)


async def test_errors_arrive_as_they_were_raised() -> None:
    async with serving(Ratings()) as service, grpc_client.channel(service.grpc_address) as channel:
        stub = rating_grpc.RatingServiceStub(channel)
        assert await ask(stub, "fine") is None
        refused = await ask(stub, "refused")
        assert isinstance(refused, errors.Refused)
        assert (refused.reason, refused.message) == ("not_now", "ask later")
        assert refused.metadata == {"limit": "7"}
        bug = await ask(stub, "bug")
        assert isinstance(bug, errors.Internal) and "inner detail" not in bug.message
        away = await ask(stub, "away")
        assert isinstance(away, errors.Unavailable) and "address" not in away.message


async def test_errors_end_a_stream() -> None:
    async with serving(Ratings()) as service, grpc_client.channel(service.grpc_address) as channel:
        call = game_grpc.GameServiceStub(channel).Play(metadata=grpc_client.trace_metadata())
        for number in (1, 2):
            await call.write(numbered(number))
            answer = await call.read()
            assert (
                isinstance(answer, game_pb.PlayResponse) and answer.answers[0].request_id == number
            )
        await call.write(numbered(3))
        with pytest.raises(aio.AioRpcError) as caught:
            await call.read()
        error = grpc_client.error_from_rpc(caught.value)
        assert isinstance(error, errors.Conflict) and error.reason == "busy"


async def test_a_trace_goes_over_the_wire() -> None:
    ratings = Ratings()
    async with serving(ratings) as service, grpc_client.channel(service.grpc_address) as channel:
        stub = rating_grpc.RatingServiceStub(channel)
        with tracing.span("here"):
            mine = tracing.trace_id()
            await ask(stub, "one")
        await ask(stub, "two")
    assert ratings.trace_ids[0] == mine
    assert ratings.trace_ids[1] not in ("", mine)


async def test_a_channel_goes_round_and_outlives_an_instance() -> None:
    one, other = Ratings(), Ratings()
    async with serving(one) as first:
        async with serving(other) as second:
            targets = f"{first.grpc_address},{second.grpc_address}"
            channel = grpc_client.channel(targets, wait_for_ready=True)
            stub = rating_grpc.RatingServiceStub(channel)
            # Both are connected within a moment, then calls alternate.
            async with asyncio.timeout(20):
                while not (one.asked and other.asked):
                    assert await ask(stub, "x") is None
                    await asyncio.sleep(0.01)
        async with asyncio.timeout(20):
            while await ask(stub, "y") is not None:
                await asyncio.sleep(0.01)
        assert one.asked[-1] == "y"
        await channel.close()


async def test_health_readiness_and_metrics() -> None:
    is_ready = True

    async def ready() -> bool:
        if not is_ready:
            raise ConnectionError("the store is away")
        return True

    async with (
        serving(Ratings(), ready=ready) as service,
        grpc_client.channel(service.grpc_address) as channel,
    ):
        await ask(rating_grpc.RatingServiceStub(channel), "refused")
        health = health_pb2_grpc.HealthStub(channel)
        for name in (*NAMES, ""):
            answer = await health.Check(health_pb2.HealthCheckRequest(service=name))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        address = service.metrics_address
        assert await http(address, "/healthz") == (200, "ok\n")
        assert await http(address, "/readyz") == (200, "ready\n")
        is_ready = False
        assert (await http(address, "/readyz"))[0] == 503
        assert (await http(address, "/healthz"))[0] == 200
        assert (await http(address, "/else"))[0] == 404
        status, text = await http(address, "/metrics")
        assert status == 200
        method = "x0.rating.v1.RatingService/GetRatings"
        assert f'x0_rpc_seconds_count{{code="FAILED_PRECONDITION",method="{method}"}}' in text


async def test_start_waits_and_background_comes_back() -> None:
    attempts = {"startup": 0, "background": 0}

    def failing(what: str, times: int, error: Exception) -> Callable[[], Any]:
        async def step() -> None:
            attempts[what] += 1
            if attempts[what] <= times:
                raise error

        return step

    closed: list[str] = []

    async def close() -> None:
        closed.append("closed")

    async with serving(
        Ratings(),
        startup=[("store", failing("startup", 2, ConnectionError("away")))],
        background=[("loop", failing("background", 1, ValueError("a bug")))],
        cleanup=[close],
    ):
        assert attempts["startup"] == 3
        async with asyncio.timeout(20):
            while attempts["background"] < 2:
                await asyncio.sleep(0.02)
        assert closed == []
    assert closed == ["closed"]


async def test_a_stop_while_the_store_is_away() -> None:
    service = run.Service(ServiceSettings(), "test")

    async def away() -> None:
        raise ConnectionError("away")

    task = asyncio.create_task(
        service.serve(register=lambda server: None, service_names=[], startup=[("store", away)])
    )
    async with asyncio.timeout(20):
        while not service.metrics_address:
            await asyncio.sleep(0.02)
        assert (await http(service.metrics_address, "/readyz"))[0] == 503
        service.stop()
        await task


async def test_a_call_in_progress_is_finished_by_a_stop() -> None:
    ratings = Ratings()
    async with (
        serving(ratings) as service,
        grpc_client.channel(service.grpc_address) as channel,
    ):
        slow = asyncio.create_task(ask(rating_grpc.RatingServiceStub(channel), "slow"))
        await ratings.entered.wait()
        service.stop()
        await asyncio.sleep(0.1)
        ratings.go_on.set()
        assert await slow is None
