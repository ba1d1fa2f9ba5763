"""20,000 mutated messages over living sockets: nothing falls over, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from bad_messages import Seeds
from bad_system import DOCUMENTED_CODES, UNTIMED, Socket, Unharmed
from players import guest, signed_up, table
from x0.client import Client, GameRequest
from x0_launcher.cluster import Cluster

MESSAGES = 20_000
SOCKETS = 8
# After so many, the server has answered everything before the next ones.
BATCH = 50
DOCUMENT = Path(__file__).parent.parent / "docs" / "api" / "asyncapi.yaml"


class Said:
    """What the server may say, by its own document."""

    def __init__(self) -> None:
        document = yaml.load(DOCUMENT.read_text(), Loader=yaml.CSafeLoader)
        channel = document["channels"]["socket"]["messages"]
        names = [
            message["$ref"].rpartition("/")[2]
            for message in document["operations"]["toClient"]["messages"]
        ]
        assert set(names) <= set(channel)
        self._schemas: dict[tuple[str, str | None], jsonschema.Draft202012Validator] = {}
        for name in names:
            schema = document["components"]["schemas"][name]
            key = tuple(schema["properties"].get(p, {}).get("const") for p in ("type", "kind"))
            whole = {**schema, "components": document["components"]}
            self._schemas[key] = jsonschema.Draft202012Validator(whole)

    def check(self, frame: dict[str, Any]) -> None:
        self._schemas[frame["type"], frame.get("kind")].validate(frame)


class Attacker:
    """Sends mutated messages over one socket after the other."""

    def __init__(self, url: str, seeds: Seeds, rng: random.Random, token: str | None) -> None:
        self._url = url
        self._seeds = seeds
        self._rng = rng
        self._token = token
        self._said = Said()
        self.sent = 0
        self.closed: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()

    async def send(self, count: int) -> None:
        socket: Socket | None = None
        while self.sent < count:
            if socket is None:
                # Now and then everything comes before `auth`, or something else does.
                raw = self._rng.random() < 0.2
                opening = Socket.open_raw(self._url) if raw else Socket.open(self._url, self._token)
                socket = await opening
            await self._batch(socket, min(BATCH, count - self.sent))
            socket = await self._look(socket)
        if socket is not None:
            await socket.close()
            self._count(socket)

    async def _batch(self, socket: Socket, count: int) -> None:
        for _ in range(count):
            frame = self._seeds.frame()
            if not await socket.raw(frame.data, text=frame.text):
                return
            self.sent += 1
            if frame.closes:
                return

    async def _look(self, socket: Socket) -> Socket | None:
        """The socket once it has answered; None when it was closed."""
        try:
            number = f"still-{self.sent}"
            await socket.raw(json.dumps({"type": "ping", "id": number}))
            await socket.expect("pong", id=number)
        except AssertionError:
            self.closed[await socket.code()] += 1
            self._count(socket)
            return None
        self._count(socket)
        return socket

    def _count(self, socket: Socket) -> None:
        for frame in socket.frames:
            self._said.check(frame)
        self.kinds += socket.kinds
        self.reasons += socket.reasons
        socket.frames.clear()
        socket.kinds.clear()
        socket.reasons.clear()


@pytest.fixture
async def crooks(cluster: Cluster) -> Any:
    clients = [await signed_up(cluster.urls), await guest(cluster.urls), await guest(cluster.urls)]
    yield clients
    for client in clients:
        await client.close()


async def test_20000_mutated_messages(cluster: Cluster, crooks: list[Client]) -> None:
    async with table(cluster.urls, time_control=UNTIMED) as game:
        await game.place((7, 7), (8, 8))
        await game.settle()
        before = game.view("first").snapshot
        unharmed = Unharmed(cluster)
        # Their own games, so that some of it does something.
        own = []
        for _ in range(3):
            seek = await crooks[1].seeks.create("open", GameRequest("x0", UNTIMED, takebacks=9))
            own.append(await crooks[2].seeks.accept(seek.seek_id))
        tokens = [None, "", "x.y.z", *[await client.auth.token() for client in crooks]]
        attackers = []
        for number in range(SOCKETS):
            rng = random.Random(number)
            seeds = Seeds(rng, [game.game_id, *own, "none"], tokens)
            url = cluster.urls[number % len(cluster.urls)]
            attackers.append(Attacker(url, seeds, rng, tokens[number % 3 + 3]))
        await asyncio.gather(*(attacker.send(MESSAGES // SOCKETS) for attacker in attackers))

        closed = sum((a.closed for a in attackers), Counter())
        reasons = sum((a.reasons for a in attackers), Counter())
        kinds = sum((a.kinds for a in attackers), Counter())
        assert sum(a.sent for a in attackers) == MESSAGES
        # It was no idle attack: refusals of all kinds, and much that was let through.
        assert reasons["invalid"] > MESSAGES / 4
        assert kinds["welcome"] > 100 and kinds["snapshot"] > 100 and kinds["ack"] > 5
        assert {1009, 4001} <= set(closed)
        assert set(closed) <= DOCUMENTED_CODES
        assert not reasons["internal"]
        unharmed.check()

        # The bystanders have seen nothing of it, and play on.
        assert await game.first.games.get(game.game_id) == before
        assert game.view("first").snapshot == game.view("second").snapshot == before
        await game.place((6, 6), (5, 5))
        await game.settle()
        assert game.view("second").version == before.version + 2


@pytest.mark.parametrize(
    ("frame", "text", "code"),
    [
        # Most of it is still on its way when the server has had enough.
        (b"x" * 4_000_000, True, 1009),
        (b"\x00" * 4_000_000, False, 1009),
        (b'{"type":"ping","id":"\xff"}', True, 1007),
        (b"\xed\xa0\x80", True, 1007),
    ],
)
async def test_whoever_is_sent_away_hears_why(
    cluster: Cluster, frame: bytes, text: bool, code: int
) -> None:
    unharmed = Unharmed(cluster)
    socket = await Socket.open(cluster.url)
    await socket.raw(frame, text=text)
    # What comes after it is read by nobody.
    for _ in range(20):
        await socket.raw(json.dumps({"type": "ping", "id": "late"}))
    assert await socket.code() == code
    assert socket.kinds["pong"] == 0
    unharmed.check()


async def test_a_message_in_many_frames_is_one_message(cluster: Cluster) -> None:
    socket = await Socket.open(cluster.url)
    await socket.connection.send(list(json.dumps({"type": "ping", "id": "slow"})))
    await socket.expect("pong", id="slow")
    # Also where the frames cut a character in two, and where their sum is too large.
    await socket.connection.send([b'{"type":"ping","id":"\xc3', b'\xa4"}'], text=True)
    assert (await socket.expect("error"))["reason"] == "invalid"
    await socket.raw_parts(["x" * 1000] * 20)
    assert await socket.code() == 1009
