"""Topics, against a running gateway: what was missed, gaps, duplicates, snapshots."""

from typing import Any

import pytest
from gateway_stack import Stack
from google.protobuf.timestamp_pb2 import Timestamp
from servicekit.consumer import Poison
from socket_client import Client
from x0.game.v1 import events_pb2, settings_pb2
from x0.game.v1 import service_pb2 as pb
from x0.rating.v1 import events_pb2 as rating_events
from x0.rating.v1 import rating_pb2
from x0_gateway.live.feed import CHATS, GAMES, RATINGS, SEEKS


def place(stack: Stack, game: str, ply: int) -> events_pb2.GameEvent:
    """A move that another gateway carried: in the store, and an event in the log."""
    request = pb.ActRequest(game_id=game, action_id=f"other-{ply}", ply=ply)
    request.caller.player_id = ("ann", "bob")[ply % 2]
    request.place.point.x, request.place.point.y = ply % 15, ply // 15
    return stack.games.game(game).act(request).events[0]


async def arrives(stack: Stack, event: events_pb2.GameEvent, players: str = "") -> bool:
    return await stack.log(GAMES, event.game_id, event.SerializeToString(), players)


async def versions(client: Client, topic: str, last: int) -> list[tuple[str, int]]:
    while not client.of(topic) or client.of(topic)[-1]["version"] < last:
        await client.send(type="ping", id="p")
        await client.expect("pong")
    return [(m["type"], m["version"]) for m in client.of(topic)]


async def test_events_of_the_log_reach_who_follows(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    stack.games.start("g2", "ann", "bob")
    eve = await stack.connect()
    await eve.subscribe("game:g1")
    assert await arrives(stack, place(stack, "g1", 0))
    # Nobody here follows this one: it is not even read.
    assert not await arrives(stack, place(stack, "g2", 0))
    assert await versions(eve, "game:g1", 2) == [("snapshot", 1), ("event", 2)]


async def test_duplicates_are_dropped_and_order_is_kept(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    eve = await stack.connect()
    await eve.subscribe("game:g1")
    events = [place(stack, "g1", ply) for ply in range(4)]
    for number in (0, 0, 1, 0, 1, 2, 3, 3, 0):
        await arrives(stack, events[number])
    assert await versions(eve, "game:g1", 5) == [
        ("snapshot", 1), ("event", 2), ("event", 3), ("event", 4), ("event", 5),
    ]  # fmt: skip


async def test_a_gap_is_filled_for_everybody(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    watchers = [await stack.connect() for _ in range(3)]
    for watcher in watchers:
        await watcher.subscribe("game:g1")
    events = [place(stack, "g1", ply) for ply in range(5)]
    await arrives(stack, events[4])
    for watcher in watchers:
        assert await versions(watcher, "game:g1", 6) == [
            ("snapshot", 1), *(("event", version) for version in range(2, 7)),
        ]  # fmt: skip


async def test_a_gap_that_is_no_longer_kept_is_a_snapshot(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    eve = await stack.connect()
    await eve.subscribe("game:g1")
    events = [place(stack, "g1", ply) for ply in range(5)]
    stack.games.forgetful = True
    await arrives(stack, events[3])
    assert (await versions(eve, "game:g1", 6))[-1] == ("snapshot", 6)


async def test_who_comes_back_gets_what_was_missed(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    for ply in range(3):
        place(stack, "g1", ply)
    back = await stack.connect()
    assert (await back.subscribe("game:g1", 2))["version"] == 4
    assert await versions(back, "game:g1", 4) == [("event", 3), ("event", 4)]
    current = await stack.connect()
    assert (await current.subscribe("game:g1", 4))["version"] == 4
    assert current.of("game:g1") == []
    # A version that never was is no reason to wait for ever, nor to spoil it for others.
    liar = await stack.connect()
    assert (await liar.subscribe("game:g1", 2**53))["version"] == 4
    await arrives(stack, place(stack, "g1", 3))
    for client in (back, current, liar):
        assert (await versions(client, "game:g1", 5))[-1] == ("event", 5)


async def test_subscribing_again_starts_again(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    eve = await stack.connect()
    await eve.subscribe("game:g1")
    await eve.subscribe("game:g1")
    await arrives(stack, place(stack, "g1", 0))
    assert await versions(eve, "game:g1", 2) == [("snapshot", 1), ("snapshot", 1), ("event", 2)]


async def test_after_unsubscribing_nothing_comes(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    eve = await stack.connect()
    await eve.subscribe("game:g1")
    await eve.send(type="unsubscribe", topic="game:g1")
    await eve.send(type="ping", id="p")
    await eve.expect("pong")
    assert not await arrives(stack, place(stack, "g1", 0))


async def test_a_resync_after_the_log_was_missed(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    eve = await stack.connect()
    await eve.subscribe("game:g1")
    for ply in range(3):
        place(stack, "g1", ply)
    await stack.gateway.hub.resync()
    assert (await versions(eve, "game:g1", 4))[1:] == [("event", 2), ("event", 3), ("event", 4)]


async def test_chat_of_the_log(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    eve = await stack.connect()
    await eve.subscribe("chat:g1:spectators")
    line = events_pb2.ChatLine(player_id="bob", name="Bob", text="hi")
    room = events_pb2.CHAT_ROOM_SPECTATORS
    event = events_pb2.ChatEvent(game_id="g1", room=room, version=1, line=line)
    assert await stack.log(CHATS, "g1:spectators", event.SerializeToString())
    assert not await stack.log(CHATS, "g1:players", event.SerializeToString())
    assert (await eve.expect("event"))["event"]["text"] == "hi"


def rated(game_id: str) -> rating_pb2.RatedGame:
    return rating_pb2.RatedGame(
        game_id=game_id,
        mode=settings_pb2.MODE_X0,
        sequence=1,
        first=rating_pb2.RatingChange(player_id="ann", before=1500, after=1532, games=1, score=1),
        second=rating_pb2.RatingChange(player_id="bob", before=1500, after=1468, games=1),
        finished_at=Timestamp(seconds=5),
    )


async def test_ratings_of_a_game_arrive(stack: Stack) -> None:
    eve = await stack.connect()
    assert (await eve.subscribe("rating:g1"))["version"] == 0
    assert eve.of("rating:g1")[0]["snapshot"] is None
    stack.ratings.games["g1"] = rated("g1")
    event = rating_events.RatingEvent()
    event.rating_changed.game.CopyFrom(rated("g1"))
    for _ in range(2):
        await stack.log(RATINGS, "g1", event.SerializeToString())
    assert (await eve.expect("event"))["event"]["first"]["after"] == 1532
    late = await stack.connect()
    assert (await late.subscribe("rating:g1", 0))["version"] == 1
    assert late.of("rating:g1")[0]["snapshot"]["second"]["after"] == 1468
    assert [m["version"] for m in await _settled(eve, "rating:g1")] == [0, 1]


async def _settled(client: Client, topic: str) -> list[dict[str, Any]]:
    await client.send(type="ping", id="settled")
    await client.expect("pong", id="settled")
    return client.of(topic)


async def test_inbox_lobby_and_live_are_sent_whole(stack: Stack) -> None:
    ann, eve = await stack.connect("ann"), await stack.connect()
    await ann.subscribe("player")
    await eve.subscribe("lobby")
    await eve.subscribe("live")
    assert ann.of("player")[0]["snapshot"] == {"games": [], "seeks": [], "tournaments": []}
    created = await stack.http.post(
        "/v1/seeks",
        json={"kind": "open", "settings": {"mode": "x0", "time_control": {"initial_seconds": 180}}},
        headers=stack.headers("ann"),
    )
    assert created.status_code == 201, created.text
    await stack.log(SEEKS, created.json()["seek_id"], b"", "ann")
    for client, topic in ((ann, "player"), (eve, "lobby")):
        shown = await client.expect("snapshot", topic=topic)
        assert [s["seek_id"] for s in shown["snapshot"]["seeks"]] == [created.json()["seek_id"]]
    game = stack.games.start("g1", "ann", "bob")
    assert await arrives(stack, game.events[0], "ann,bob")
    for client, topic in ((ann, "player"), (eve, "live")):
        shown = await client.expect("snapshot", topic=topic)
        assert [g["game_id"] for g in shown["snapshot"]["games"]] == ["g1"]
    numbers = [m["version"] for m in ann.of("player")]
    assert numbers == sorted(set(numbers))


async def test_a_poisoned_record_stops_nothing(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    eve = await stack.connect()
    await eve.subscribe("game:g1")
    with pytest.raises(Poison):
        await stack.log(GAMES, "g1", b"\xff\xff\xff")
    await arrives(stack, place(stack, "g1", 0))
    assert await versions(eve, "game:g1", 2) == [("snapshot", 1), ("event", 2)]
