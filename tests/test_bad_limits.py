"""What protects a public server, as it is without any settings, on a gateway of its own."""

from __future__ import annotations

import asyncio
import itertools
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from bad_system import GONE, PATIENCE_SECONDS, UNTIMED, Socket, http
from players import PASSWORD, guest, meet, signed_up
from servicekit.ids import new_id
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from x0_gateway.settings import GatewaySettings
from x0_launcher.cluster import Cluster
from x0_launcher.environment import MANAGED

DEFAULTS = GatewaySettings.model_fields
LIMITS = {
    f"X0_{name.upper()}"
    for name in DEFAULTS
    if name.endswith(("_rate", "_burst", "_bytes", "_messages", "_per_address", "_per_socket"))
}
_addresses = itertools.count(1)


def default(name: str) -> int:
    return int(DEFAULTS[name].default)


@dataclass(frozen=True)
class Public:
    url: str
    metrics: str

    async def counted(self, line: str) -> float:
        """Of the gateway's own counters."""
        async with http(self.metrics) as client:
            text = (await client.get("/metrics")).text
        found = [row.rpartition(" ")[2] for row in text.splitlines() if row.startswith(line + " ")]
        return float(found[0]) if found else 0.0


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@asynccontextmanager
async def gateway(cluster: Cluster, log: Path, **more: str) -> AsyncIterator[Public]:
    """One more gateway of the system: behind a proxy on this machine, with the usual limits."""
    ports = [free_port() for _ in range(3)]
    env = {
        **{name: value for name, value in os.environ.items() if name not in MANAGED},
        **cluster.env("gateway"),
    }
    env = {name: value for name, value in env.items() if name not in LIMITS}
    env |= {
        "X0_INSTANCE": f"gateway-{ports[0]}",
        "X0_HTTP_LISTEN": f"127.0.0.1:{ports[0]}",
        "X0_GRPC_LISTEN": f"127.0.0.1:{ports[1]}",
        "X0_METRICS_LISTEN": f"127.0.0.1:{ports[2]}",
        "X0_TRUSTED_PROXIES": "127.0.0.1",
        **more,
    }
    public = Public(f"http://127.0.0.1:{ports[0]}", f"http://127.0.0.1:{ports[2]}")
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "x0_gateway.main", env=env, stdout=output, stderr=output
        )
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), http(public.metrics) as client:
            while True:
                with suppress(httpx.TransportError):
                    if (await client.get("/readyz")).status_code == 200:
                        break
                assert process.returncode is None, log
                await asyncio.sleep(0.05)
        yield public
    finally:
        process.terminate()
        await process.wait()


@pytest.fixture(scope="module")
async def public(
    cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Public]:
    async with gateway(cluster, tmp_path_factory.mktemp("public") / "log") as running:
        yield running


@pytest.fixture
def address() -> dict[str, str]:
    """Of a client that nobody has seen before, as the proxy writes it down."""
    return {"x-forwarded-for": f"198.51.100.{next(_addresses)}"}


async def until_refused(send: Callable[[], Any], most: int) -> tuple[int, httpx.Response]:
    """How many were let through before the first that was not."""
    for number in range(most):
        answer = await send()
        if answer.status_code == 429:
            return number, answer
    raise AssertionError(f"{most} were let through")


def wait_of(answer: httpx.Response) -> int:
    """What the answer says about when to come again; in two places, and they agree."""
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    seconds = int(answer.headers["retry-after"])
    assert seconds * 1000 >= int(problem["retry_after_ms"]) > (seconds - 1) * 1000
    return seconds


async def test_requests_of_one_address(public: Public, address: dict[str, str]) -> None:
    async with http(public.url, **address) as client:
        passed, answer = await until_refused(lambda: client.get("/v1/time"), 5000)
        assert passed >= default("address_burst")
        assert answer.json()["reason"] == "rate_limited"
        assert wait_of(answer) >= 1
        # What it forges itself stands further left than what the proxy saw.
        forged = {"x-forwarded-for": f"203.0.113.9, {address['x-forwarded-for']}"}
        burst = await asyncio.gather(
            *(client.get("/v1/time", headers=forged) for _ in range(2 * passed))
        )
        assert 429 in {a.status_code for a in burst}
    # Everybody else is served.
    async with http(public.url, **{"x-forwarded-for": "198.51.100.200"}) as client:
        assert (await client.get("/v1/time")).status_code == 200


async def test_requests_of_one_player(cluster: Cluster, public: Public) -> None:
    """From wherever they come."""
    player = await guest(cluster.urls)
    places = itertools.cycle(range(1, 250))
    async with http(public.url, await player.auth.token()) as client:

        def send() -> Any:
            return client.get("/v1/inbox", headers={"x-forwarded-for": f"192.0.2.{next(places)}"})

        passed, answer = await until_refused(send, 5000)
        assert passed >= default("player_burst")
        assert wait_of(answer) >= 1
    await player.close()


async def test_moves_in_puzzles_of_one_player(cluster: Cluster, public: Public) -> None:
    """What the solver judges has a purse of its own, from wherever it comes."""
    player = await guest(cluster.urls)
    places = itertools.cycle(range(1, 250))
    async with http(public.url, await player.auth.token()) as client:

        def send(act: str = "hints") -> Any:
            headers = {"x-forwarded-for": f"192.0.2.{next(places)}"}
            path = f"/v1/puzzles/x0-1/attempt/{act}"
            return client.post(path, json={"version": 1}, headers=headers)

        passed, answer = await until_refused(send, 500)
        assert default("puzzle_burst") <= passed < default("player_burst")
        assert wait_of(answer) >= 1
        # What costs nothing goes on.
        assert (await send("restart")).json()["reason"] == "attempt_not_found"
    await player.close()


async def test_accounts_made_by_one_address(public: Public, address: dict[str, str]) -> None:
    async with http(public.url, **address) as client:
        passed, answer = await until_refused(lambda: client.post("/v1/guests", json={}), 200)
        assert passed >= default("sign_in_burst")
        assert wait_of(answer) >= 1
        # The same purse pays for all that guesses or makes.
        for path, body in (
            ("/v1/sessions", {"name": "nobody", "password": "wrong"}),
            ("/v1/accounts", {"name": f"p{new_id(10)}", "password": PASSWORD}),
            ("/v1/api-tokens/exchange", {"secret": "x0_x.x"}),
        ):
            assert (await client.post(path, json=body)).status_code == 429, path
        # Reading goes on.
        assert (await client.get("/v1/time")).status_code == 200


async def test_guesses_of_one_password(cluster: Cluster, public: Public, tmp_path: Path) -> None:
    """Counted by name, wherever they come from and whichever gateway they go to."""
    victim = await signed_up(cluster.urls)
    body = {"name": victim.name, "password": "wrong guess"}
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(gateway(cluster, tmp_path / "log"))
        clients = [await stack.enter_async_context(http(g.url)) for g in (public, other)]
        statuses = []
        for number in range(40):
            # Upper and lower case are one name.
            body["name"] = (body["name"] or "").swapcase()
            headers = {"x-forwarded-for": f"203.0.113.{number + 1}"}
            answer = await clients[number % 2].post("/v1/sessions", json=body, headers=headers)
            statuses.append(answer.status_code)
            if answer.status_code == 429:
                break
        assert set(statuses[:-1]) == {401} and statuses[-1] == 429
        assert answer.json()["reason"] == "too_many_attempts"
        assert wait_of(answer) >= 1
        # The right password as well, or the limit would tell when one was right.
        for client in clients:
            right = await client.post(
                "/v1/sessions", json={"name": victim.name, "password": PASSWORD}
            )
            assert right.status_code == 429
        # The victim's own session goes on, and so do other names.
        assert await victim.accounts.me()
        bystander = await signed_up([public.url])
        await bystander.log_in(bystander.name or "", PASSWORD)
        await bystander.close()
    await victim.close()


async def test_bodies_that_are_too_large(public: Public, address: dict[str, str]) -> None:
    size = default("body_bytes")

    async def pieces() -> AsyncIterator[bytes]:
        # No length is said beforehand.
        for _ in range(size // 1000 + 2):
            yield b" " * 1000

    json = {"content-type": "application/json"}
    async with http(public.url, **address, **json) as client:
        for content in (b" " * (size + 1), b'{"secret":"' + b"x" * (size * 4) + b'"}', pieces()):
            answer = await client.post("/v1/api-tokens/exchange", content=content)
            assert answer.status_code == 413
            assert answer.json()["reason"] == "too_large"
        fits = b'{"secret":"x"}'.ljust(size)
        answer = await client.post("/v1/api-tokens/exchange", content=fits)
        assert answer.status_code == 401
        deep = b"[" * 30_000
        assert (await client.post("/v1/guests", content=deep)).status_code in (400, 422)


async def test_sockets_of_one_address(public: Public, address: dict[str, str]) -> None:
    most = default("sockets_per_address")
    tries = await asyncio.gather(
        *(Socket.open(public.url, **address) for _ in range(most + 20)), return_exceptions=True
    )
    opened = [found for found in tries if isinstance(found, Socket)]
    refused = [found for found in tries if not isinstance(found, Socket)]
    assert len(opened) == most
    for error in refused:
        assert isinstance(error, InvalidStatus), error
        assert error.response.status_code == 429
        assert int(error.response.headers["retry-after"]) >= 1
    # Another address has its own, and a place that was left can be taken.
    other = await Socket.open(public.url, **{"x-forwarded-for": "203.0.113.77"})
    await other.close()
    await opened[0].close()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            with suppress(InvalidStatus):
                opened[0] = await Socket.open(public.url, **address)
                break
    await asyncio.gather(*(found.close() for found in opened))


async def test_messages_of_one_socket(public: Public, address: dict[str, str]) -> None:
    flood = await Socket.open(public.url, **address)
    calm = await Socket.open(public.url, **address)
    for number in range(20_000):
        if flood.closed:
            break
        await flood.raw(f'{{"type":"ping","id":"p{number}"}}')
    assert await flood.code() == 4029
    # It was told first.
    assert flood.reasons["rate_limited"] >= default("message_burst")
    assert flood.kinds["pong"] >= default("message_burst") - 1
    error = next(f for f in flood.frames if f["type"] == "error")
    assert int(error["metadata"]["retry_after_ms"]) > 0
    await calm.send(type="ping", id="calm")
    await calm.expect("pong", id="calm")
    await calm.close()


async def test_topics_of_one_socket(public: Public, address: dict[str, str]) -> None:
    most = default("topics_per_socket")
    one = await Socket.open(public.url, **address)
    # Within what it may send at once, and then at its pace.
    number = 0
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not one.reasons["too_many_topics"]:
            await one.send(type="subscribe", topic=f"rating:none{number}")
            await one.send(type="ping", id="paced")
            await one.expect("pong", "error", id="paced")
            one.frames.clear()
            number += 1
            await asyncio.sleep(0.02)
    assert number > most
    await one.close()


class Sleeper:
    """Signs in and asks for more and more, and reads nothing of it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    @classmethod
    async def open(cls, url: str) -> Sleeper:
        host, port = url.removeprefix("http://").split(":")
        narrow = socket.socket()
        # What lies unread in the systems between the two is small.
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        narrow.connect((host, int(port)))
        connection = await connect(
            f"ws://{host}:{port}/v1/socket",
            sock=narrow,
            compression=None,
            ping_interval=None,
            max_queue=1,
            close_timeout=1,
        )
        await connection.send('{"type":"auth","token":null}')
        assert "welcome" in await connection.recv()
        return cls(connection)

    async def wake(self) -> int:
        """Reads at last. The code, or 1006 when it was cut before it could hear one."""
        with suppress(ConnectionClosed):
            while True:
                await self.connection.recv()
        return self.connection.close_code or 1006


async def test_a_slow_reader_is_dropped_and_catches_up(cluster: Cluster, tmp_path: Path) -> None:
    # Only so that asking for much goes quickly; what may lie unsent is as usual.
    rates = {"X0_MESSAGE_RATE": "100000", "X0_MESSAGE_BURST": "100000"}
    async with gateway(cluster, tmp_path / "log", **rates) as here, AsyncExitStack() as stack:
        one, two = [await guest([here.url]) for _ in range(2)]
        stack.push_async_callback(one.close)
        stack.push_async_callback(two.close)
        game = await meet(one, two, time_control=UNTIMED)
        await game.place(*[(x, y) for y in (0, 2, 4, 6) for x in range(0, 15, 2)])
        await game.settle()
        topic = f"game:{game.game_id}"
        sleeper = await Sleeper.open(here.url)
        line = 'x0_sockets_closed_total{code="4008"}'
        assert await here.counted(line) == 0
        async with asyncio.timeout(PATIENCE_SECONDS):
            with suppress(*GONE):
                while await here.counted(line) == 0:
                    for _ in range(200):
                        await sleeper.connection.send(f'{{"type":"subscribe","topic":"{topic}"}}')
        assert await sleeper.wake() in (4008, 1006)
        assert await here.counted(line) == 1
        # Who plays has not noticed, and who was dropped gets what it missed, and no more.
        seen = game.view("first").version
        await game.place((1, 1), (3, 3))
        await game.act("first", "offer_draw")
        await game.settle()
        again = await Socket.open(here.url)
        await again.send(type="subscribe", topic=topic, **{"from": seen})
        await again.expect("subscribed", topic=topic)
        versions = [f["version"] for f in again.frames if f["type"] == "event"]
        assert versions == [seen + 1, seen + 2, seen + 3]
        assert not again.kinds["snapshot"]
        await again.close()
