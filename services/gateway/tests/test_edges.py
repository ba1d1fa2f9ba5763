"""Pure parts at the edge: addresses, tokens, and how a socket ends."""

import asyncio
import ipaddress
import json
import time

import jwt
import pytest
from double_tokens import Signer
from gateway_stack import Stack
from hypothesis import given
from hypothesis import strategies as st
from servicekit.errors import Unauthenticated
from x0_gateway.addresses import client_address
from x0_gateway.socket.close import Close
from x0_gateway.tokens import Verifier

PROXIES = [ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("fd00::/8")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("1.2.3.4", "9.9.9.9", "1.2.3.4"),
        ("10.0.0.1", "9.9.9.9", "9.9.9.9"),
        ("10.0.0.1", "8.8.8.8, 9.9.9.9", "9.9.9.9"),
        ("10.0.0.1", "8.8.8.8, 10.0.0.7", "8.8.8.8"),
        ("10.0.0.1", "garbage", "10.0.0.1"),
        ("10.0.0.1", "9.9.9.9, garbage", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("2001:db8:1:2:3::4", "", "2001:db8:1:2::"),
        ("::ffff:1.2.3.4", "", "::ffff:1.2.3.4"),
        (None, "9.9.9.9", "unknown"),
    ],
)
def test_the_address_that_limits_count_by(peer: str | None, forwarded: str, expected: str) -> None:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    assert client_address(peer, headers, PROXIES) == expected


@given(st.text(max_size=300) | st.from_regex(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+"))
def test_no_text_is_a_token(text: str) -> None:
    with pytest.raises(Unauthenticated):
        Verifier(Signer().public_keys).check(text)


def test_tokens_that_are_signed_wrongly_or_say_nonsense() -> None:
    signer, other = Signer(), Signer()
    verifier = Verifier(signer.public_keys)
    assert verifier.check(signer.token("ann")).player_id == "ann"
    now = int(time.time())
    bad = [
        other.token("ann"),
        signer.token(""),
        signer.token("ann", exp=now - 10),
        signer.token("ann", exp="soon"),
        signer.token("ann", guest="no"),
        signer.token("ann", scope=["play"]),
        signer.token("ann", iat=now + 1000),
        jwt.encode({"sub": "ann", "iat": now, "exp": now + 9}, None, algorithm="none"),
        jwt.encode({"sub": "ann", "iat": now, "exp": now + 9}, "x" * 32, headers={"kid": "test"}),
        # The public key as the secret of another algorithm: an old trick.
        jwt.encode(
            {"sub": "ann", "iat": now, "exp": now + 9}, "k" * 64, algorithm="HS512",
            headers={"kid": "test"},
        ),
    ]  # fmt: skip
    for token in bad:
        with pytest.raises(Unauthenticated):
            verifier.check(token)


async def test_a_slow_reader_is_dropped_and_keeps_nobody_waiting() -> None:
    async with Stack(queue_messages=8, queue_bytes=64 * 1024) as stack:
        quick = await stack.connect()
        (first,) = stack.gateway.sockets.connections
        slow = await Sleeper.open(stack)
        (second,) = stack.gateway.sockets.connections - {first}
        filler = json.dumps({"type": "filler", "text": "x" * 8000})
        sent = 0
        while not second.closed:
            first.push(filler)
            second.push(filler)
            sent += 1
            # Everybody else keeps up.
            await quick.expect("filler")
            assert sent < 20_000
        # It takes not even the goodbye: it is cut.
        async with asyncio.timeout(20):
            while second in stack.gateway.sockets.connections:
                await quick.send(type="ping", id="p")
                await quick.expect("pong")
        assert first in stack.gateway.sockets.connections
        slow.close()


class Sleeper:
    """Opens a socket, says who it is, and never reads again."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    @classmethod
    async def open(cls, stack: Stack) -> "Sleeper":
        host, port = stack.gateway.http.address.split(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
        writer.write(
            f"GET /v1/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        text = b'{"type":"auth","token":null}'
        # Masked with zeros, which is a mask as well.
        writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
        assert b"welcome" in await reader.read(1024)
        return cls(writer)

    def close(self) -> None:
        self._writer.transport.abort()


async def test_a_stopping_gateway_answers_and_says_goodbye(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    ann = await stack.connect("ann")
    stack.games.silent = True
    acting = asyncio.create_task(ann.act("a1", "g1", {"type": "place", "point": [7, 7]}, 0))
    while not stack.games.requests:
        await asyncio.sleep(0)
    stopping = asyncio.create_task(stack.stop_gateway())
    assert (await ann.expect("notice"))["reason"] == "restarting"
    # The action is still under way: its stream breaks, and the next one carries it again.
    stack.games.silent = False
    await stack.game_servers[0].stop()
    await stack.game_servers[0].start()
    assert (await acting)["type"] == "ack"
    assert await ann.closed() == Close.RESTART
    await stopping
