"""The socket against a server that drops connections, at every moment that matters."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from game_server import TIME, Gateway, live, snapshot, until
from x0.client import Client, Hooks, Refused, Unreachable
from x0.client.decode import decode
from x0.client.models.events import Replaced
from x0.client.models.games import Snapshot


def points(game: Any) -> list[list[int]]:
    return [list(stone.point) for stone in game.stones]


async def test_a_game_is_followed(gateway: Gateway, client: Client) -> None:
    game = await client.watch("g1")
    events = game.events()
    await gateway.place([7, 7])
    await game.wait(lambda g: g.ply == 1)
    await game.place((7, 8))
    assert points(game) == [[7, 7], [7, 8]]
    assert [(await anext(events)).version for _ in range(2)] == [2, 3]


async def test_what_was_missed_comes_after_a_lost_connection(
    gateway: Gateway, client: Client
) -> None:
    game = await client.watch("g1")
    events = game.events()
    for round_ in range(5):
        gateway.drop_all()
        await until(lambda: not gateway.connections)
        await gateway.place([round_, 0])
        await gateway.place([round_, 1])
    await game.wait(lambda g: g.ply == 10)
    assert [(await anext(events)).version for _ in range(10)] == list(range(2, 12))
    assert points(game) == gateway.stones


async def test_a_long_absence_ends_with_a_snapshot(gateway: Gateway, client: Client) -> None:
    game = await client.watch("g1")
    events = game.events()
    gateway.kept = 1
    gateway.drop_all()
    await until(lambda: not gateway.connections)
    for x in range(4):
        await gateway.place([x, 3])
    await game.wait(lambda g: g.ply == 4)
    replaced = await anext(events)
    assert isinstance(replaced, Replaced)
    assert replaced.version == gateway.version
    assert game.snapshot == replaced.snapshot


@pytest.mark.parametrize("when", ["drop_before", "drop_after"])
async def test_an_action_over_a_lost_connection_is_done_once(
    gateway: Gateway, client: Client, when: str
) -> None:
    game = await client.watch("g1")
    setattr(gateway, when, 3)
    version = await game.place((7, 7))
    assert version == 2
    assert gateway.stones == [[7, 7]]
    acts = [message for message in gateway.received if message["type"] == "act"]
    assert len(acts) == 4
    assert len({(message["id"], message["ply"]) for message in acts}) == 1


async def test_only_one_action_of_a_game_outlives_the_connection(gateway: Gateway) -> None:
    acks: list[str] = []
    hooks = Hooks(on_ack=lambda acked: acks.append(acked.id))
    async with Client(gateway.url, hooks=hooks, deadline=20) as client:
        await client.watch("g1")
        gateway.silent = True
        place = {"type": "place", "point": [1, 1]}
        first = asyncio.create_task(client.act("g1", place, 0, "one"))
        await until(lambda: any(m.get("id") == "one" for m in gateway.received))
        second = asyncio.create_task(client.act("g1", place, 0, "two"))
        await until(lambda: any(m.get("id") == "two" for m in gateway.received))
        gateway.drop_all()
        with pytest.raises(Unreachable):
            await second
        gateway.silent = False
        assert await first == 2
        assert acks == ["one"]


async def test_no_answer_is_reported_after_the_deadline(gateway: Gateway, client: Client) -> None:
    await client.watch("g1")
    gateway.silent = True
    with pytest.raises(Unreachable):
        await client.act("g1", {"type": "place", "point": [1, 1]}, 0, deadline=0.2)


async def test_a_refusal_has_its_reason_and_changes_nothing(
    gateway: Gateway, client: Client
) -> None:
    game = await client.watch("g1")
    before = game.snapshot
    gateway.refuse = [("occupied", {"by": "white"})]
    with pytest.raises(Refused) as caught:
        await game.place((1, 1))
    assert caught.value.reason == "occupied"
    assert caught.value.metadata == {"by": "white"}
    assert game.snapshot == before


async def test_a_busy_server_is_asked_again_with_the_same_id(
    gateway: Gateway, client: Client
) -> None:
    game = await client.watch("g1")
    gateway.refuse = [("unavailable", {}), ("rate_limited", {"retry_after_ms": "10"})]
    await game.place((1, 1))
    acts = [message for message in gateway.received if message["type"] == "act"]
    assert len(acts) == 3
    assert len({message["id"] for message in acts}) == 1
    assert gateway.stones == [[1, 1]]


async def test_a_gap_is_filled_and_a_repetition_ignored(gateway: Gateway, client: Client) -> None:
    game = await client.watch("g1")
    events = game.events()
    await gateway.place([0, 0])
    # Two events that the client does not hear of, then a third.
    gateway._add([0, 1])
    gateway._add([0, 2])
    await gateway.place([0, 3])
    await game.wait(lambda g: g.ply == 4)
    await gateway.send(gateway.message(3))
    await gateway.place([0, 4])
    await game.wait(lambda g: g.ply == 5)
    assert [(await anext(events)).version for _ in range(5)] == [2, 3, 4, 5, 6]


async def test_what_is_unknown_is_ignored(gateway: Gateway, client: Client) -> None:
    game = await client.watch("g1")
    await gateway.send({"type": "weather", "topic": "sky"})
    message = {**gateway_event(gateway), "event": {**gateway_event(gateway)["event"], "new": 1}}
    await gateway.send(message)
    await game.wait(lambda g: g.version == 2)
    assert gateway.connected == 1


def gateway_event(gateway: Gateway) -> dict[str, Any]:
    """Of a kind that this library does not know."""
    event = {"type": "applause", "time": TIME, "live": live(0), "loud": True}
    return {"type": "event", "kind": "game", "topic": "game:g1", "version": 2, "event": event}


async def test_pings_are_answered(gateway: Gateway, client: Client) -> None:
    await client.watch("g1")
    await gateway.send({"type": "ping", "n": 42})
    await until(lambda: {"type": "pong", "n": 42} in gateway.received)


async def test_a_game_that_is_refused(gateway: Gateway, client: Client) -> None:
    with pytest.raises(Refused) as caught:
        await client.watch("nothing")
    assert caught.value.reason == "unknown_game"


async def test_another_gateway_is_tried(gateway: Gateway) -> None:
    async with Gateway() as gone:
        dead = gone.url
    async with Client(urls=[dead, gateway.url], deadline=20) as client:
        game = await client.watch("g1")
        assert game.version == 1


async def test_watched_twice_it_is_one_view(gateway: Gateway, client: Client) -> None:
    one = await client.watch("g1")
    two = await client.watch("g1")
    assert one is two
    await one.close()
    await gateway.place([1, 2])
    await two.wait(lambda g: g.ply == 1)
    await two.close()
    await until(lambda: {"type": "unsubscribe", "topic": "game:g1"} in gateway.received)


async def test_closing_ends_whoever_waits(gateway: Gateway) -> None:
    client = Client(gateway.url)
    game = await client.watch("g1")
    waiting = asyncio.create_task(game.wait(lambda g: g.ply == 99))
    await asyncio.sleep(0)
    await client.close()
    with pytest.raises(Unreachable):
        await waiting
    with pytest.raises(Unreachable):
        await anext(game.events())


async def test_many_drops_lose_and_repeat_nothing(gateway: Gateway, client: Client) -> None:
    """Two players' worth of stones while the connection is cut again and again."""
    game = await client.watch("g1")
    events = game.events()
    stop = asyncio.Event()

    async def cut() -> None:
        while not stop.is_set():
            await asyncio.sleep(0.03)
            gateway.drop_all()

    cutting = asyncio.create_task(cut())
    try:
        for x in range(8):
            await game.wait(lambda g, x=x: g.ply == 2 * x)  # type: ignore[misc]
            await game.place((x, 5))
            await gateway.place([x, 6])
            if x == 5:
                stop.set()
        await game.wait(lambda g: g.ply == 16)
    finally:
        stop.set()
        await cutting
    assert gateway.stones == [[x, y] for x in range(8) for y in (5, 6)]
    assert [(await anext(events)).version for _ in range(16)] == list(range(2, 18))
    assert game.snapshot == decode(Snapshot, snapshot(17, gateway.stones))
