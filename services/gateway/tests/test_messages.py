"""Messages of clients: whatever comes, it is one of ours or refused."""

import copy
import json
import random
import time
from typing import Any

from gateway_stack import Stack
from hypothesis import given
from hypothesis import strategies as st
from servicekit.errors import Invalid
from x0_gateway.models import actions
from x0_gateway.models import socket as m
from x0_gateway.socket import messages


def act(number: str, ply: int | None, **action: Any) -> dict[str, Any]:
    return {"type": "act", "id": number, "game": "g1", "ply": ply, "action": action}


EXAMPLES: list[dict[str, Any]] = [
    {"type": "auth", "token": None},
    {"type": "subscribe", "topic": "game:g1", "from": 3},
    {"type": "subscribe", "topic": "chat:g1:spectators"},
    {"type": "subscribe", "topic": "player"},
    {"type": "unsubscribe", "topic": "lobby"},
    act("a", 0, type="place", point=[7, 7]),
    act("b", 5, type="offer", points=[[1, 2], [3, 4]]),
    act("c", 2, type="choose", colour="white"),
    act("d", None, type="resign"),
    {"type": "chat", "id": "e", "game": "g1", "room": "players", "text": "hello"},
    {"type": "ping", "id": "f"},
    {"type": "pong", "n": 1},
]  # fmt: skip
STRANGE: list[Any] = [
    None, True, False, 0, -1, 1.5, 7.0, 2**53 + 1, 10**400, "", "x" * 5000, "\x00", "\ud800",
    "game:", "game:../../x", "chat:g1:kitchen", "player", [], [[]], {},
    {"type": "act"}, [7], [7, 7, 7], ["7", "7"], [20, 0], [-1, 0], [True, False],
    "place", "resign", "9" * 41, "💥", "a\nb",
]  # fmt: skip


def mutated(rng: random.Random) -> str:
    message = json.loads(json.dumps(rng.choice(EXAMPLES)))
    for _ in range(rng.randrange(1, 4)):
        at: Any = message
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            key = rng.choice(keys) if keys else None
            if key is not None and isinstance(at[key], dict | list) and rng.random() < 0.6:
                at = at[key]
                continue
            break
        match rng.randrange(5):
            case 0 if key is not None:
                del at[key]
            case 1 if isinstance(at, dict):
                name = rng.choice(["type", "id", "game", "ply", "topic", "from", "x", "\ud800"])
                at[name] = copy.deepcopy(rng.choice(STRANGE))
            case _ if key is not None:
                at[key] = copy.deepcopy(rng.choice(STRANGE))
    text = json.dumps(message)
    if rng.random() < 0.3:
        cut = rng.randrange(len(text))
        noise = rng.choice(["", "\x00", "}", "[" * 3000, "\\u", "NaN", "'", "\ufeff", "e999"])
        text = text[:cut] + noise + text[cut + rng.randrange(3) :]
    return text


def test_examples_are_read() -> None:
    for example in EXAMPLES:
        assert messages.read(json.dumps(example)).type == example["type"]


def test_20000_mutated_messages_are_read_or_refused() -> None:
    rng = random.Random(20_000)
    read = refused = 0
    for _ in range(20_000):
        text = mutated(rng)
        try:
            message = messages.read(text)
        except Invalid as error:
            refused += 1
            frame = messages.error(messages.id_of(text), error)
            assert json.loads(frame)["reason"] == "invalid"
            assert len(frame) < 1000
        else:
            read += 1
            # Whatever was read is exactly what it says, and can be sent on.
            message.model_dump_json().encode()
    assert refused > 10_000
    assert read > 300


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda b: b.decode("latin-1")))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        messages.read(text)
    except Invalid:
        messages.id_of(text)


def test_every_action_says_what_the_wire_calls_it() -> None:
    from typing import get_args

    from x0.game.v1 import service_pb2
    from x0_gateway.translate.actions import set_action

    examples: dict[str, dict[str, Any]] = {
        "place": {"point": [1, 2]}, "pick": {"point": [1, 2]}, "offer": {"points": [[1, 2]]},
        "choose": {"colour": "white"}, "declare": {"count": 3},
    }  # fmt: skip
    kinds = get_args(get_args(actions.Action)[0])
    names = {kind.model_fields["type"].annotation.__args__[0] for kind in kinds}
    wire = service_pb2.ActRequest.DESCRIPTOR.oneofs_by_name["action"].fields
    assert names == {field.name for field in wire}
    for name in names:
        text = {"type": "act", "id": "a", "game": "g",
                "action": {"type": name, **examples.get(name, {})}}  # fmt: skip
        message = messages.read(json.dumps(text))
        assert isinstance(message, m.Act)
        request = service_pb2.ActRequest()
        set_action(request, message.action)
        assert request.WhichOneof("action") == name


async def test_mutated_messages_over_a_socket_change_nothing(stack: Stack) -> None:
    game = stack.games.start("g1", "ann", "bob")
    eve = await stack.connect("eve")
    rng = random.Random(7)
    for number in range(3000):
        text = mutated(rng)
        if len(text) < 16_000:
            await eve.socket.send(text)
        if number % 100 == 99:
            await eve.send(type="auth", token=stack.signer.token("eve"))
            await eve.send(type="ping", id=f"still-{number}")
            await eve.expect("pong", id=f"still-{number}")
    assert game.snapshot.version == 1
    assert not any(m["type"] == "error" and m["reason"] == "internal" for m in eve.received)


async def test_messages_that_are_not_utf8_or_not_text(stack: Stack) -> None:
    client = await stack.connect()
    await client.socket.send(b"\x00\x01")
    assert (await client.expect("error"))["reason"] == "invalid"
    await client.socket.send(b"\xff\xfe", text=True)
    assert await client.closed() == 1007


async def test_a_token_is_refused_after_its_grace() -> None:
    async with Stack(token_grace_seconds=0, auth_seconds=100) as stack:
        client = await stack.raw()
        await client.send(type="auth", token=stack.signer.token("ann", exp=int(time.time()) - 3))
        assert (await client.expect("error"))["reason"] == "token_expired"
