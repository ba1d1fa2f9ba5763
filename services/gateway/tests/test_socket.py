"""The socket, against a running gateway: authentication, actions, topics."""

import time

import pytest
from gateway_stack import Stack
from servicekit.clock import now_ms
from x0_gateway.socket.close import Close


async def test_a_move_reaches_the_opponent_and_is_acknowledged(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    ann, bob = await stack.connect("ann"), await stack.connect("bob")
    for player in (ann, bob):
        assert (await player.subscribe("game:g1"))["version"] == 1
    sent = now_ms()
    ack = await ann.act("a1", "g1", {"type": "place", "point": [7, 7]}, 0)
    assert ack == {"type": "ack", "id": "a1", "version": 2}
    event = await bob.expect("event", topic="game:g1")
    assert event["version"] == 2
    assert event["event"]["turn"] == {
        "seat": "first", "spent_ms": 10, "type": "place", "point": [7, 7], "colour": "black",
    }  # fmt: skip
    assert event["event"]["live"]["to_act"] == "second"
    request = stack.games.requests[0]
    assert sent <= request.received_at <= now_ms()
    assert request.caller.player_id == "ann"
    assert request.action_id == "a1"


async def test_an_action_sent_twice_is_done_once(stack: Stack) -> None:
    game = stack.games.start("g1", "ann", "bob")
    ann = await stack.connect("ann")
    again = await stack.connect("ann")
    place = {"type": "place", "point": [7, 7]}
    first = await ann.act("a1", "g1", place, 0)
    second = await again.act("a1", "g1", place, 0)
    assert first == second == {"type": "ack", "id": "a1", "version": 2}
    assert game.snapshot.version == 2


async def test_refusals_name_the_message_and_change_nothing(stack: Stack) -> None:
    game = stack.games.start("g1", "ann", "bob")
    place = {"type": "place", "point": [7, 7]}
    bob, eve, nobody = await stack.connect("bob"), await stack.connect("eve"), await stack.connect()
    reader = await stack.connect("ann", scope="read")
    cases = [
        (bob, place, 0, "not_your_turn"),
        (eve, place, 0, "not_seated"),
        (bob, place, 5, "wrong_ply"),
        (bob, {"type": "swap"}, None, "not_now"),
        (nobody, place, 0, "sign_in_needed"),
        (reader, place, 0, "scope_missing"),
    ]
    for number, (client, action, ply, reason) in enumerate(cases):
        answer = await client.act(f"a{number}", "g1", action, ply)
        assert (answer["type"], answer["reason"]) == ("error", reason)
    assert game.snapshot.version == 1


async def test_the_first_message_must_be_auth(stack: Stack) -> None:
    client = await stack.raw()
    await client.send(type="subscribe", topic="lobby")
    assert await client.closed() == Close.NO_AUTH


async def test_a_socket_without_auth_is_closed_after_a_while() -> None:
    async with Stack(auth_seconds=0.2) as stack:
        client = await stack.raw()
        assert await client.closed() == Close.NO_AUTH


async def test_a_bad_token_is_refused_and_another_may_follow(stack: Stack) -> None:
    client = await stack.raw()
    for token in ("", "x", stack.signer.token("ann", kid="other"), stack.signer.token("ann")[:-4]):
        await client.send(type="auth", token=token)
        assert (await client.expect("error"))["reason"] == "token_invalid"
    await client.send(type="auth", token=stack.signer.token("ann", exp=int(time.time()) - 60))
    assert (await client.expect("error"))["reason"] == "token_expired"
    await client.send(type="auth", token=stack.signer.token("ann"))
    welcome = await client.expect("welcome")
    assert welcome["player"] == {
        "player_id": "ann", "name": "Ann", "guest": False, "scopes": ["challenge", "play", "read"],
    }  # fmt: skip


async def test_an_expired_token_is_told_then_refused() -> None:
    async with Stack(token_grace_seconds=0) as stack:
        stack.games.start("g1", "ann", "bob")
        ann = await stack.connect("ann", exp=int(time.time()) + 1)
        await ann.subscribe("player")
        assert (await ann.expect("notice"))["reason"] in ("token_expired", "signed_out")
        assert (await ann.expect("unsubscribed"))["topic"] == "player"
        refused = await ann.act("a1", "g1", {"type": "resign"})
        assert refused["reason"] == "sign_in_needed"
        await ann.send(type="auth", token=stack.signer.token("ann"))
        await ann.expect("welcome")
        assert (await ann.act("a2", "g1", {"type": "resign"}))["type"] == "ack"


async def test_a_fresh_token_of_the_same_player_keeps_the_topics(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    ann = await stack.connect("ann")
    await ann.subscribe("game:g1")
    await ann.send(type="auth", token=stack.signer.token("ann"))
    await ann.expect("welcome")
    await ann.act("a1", "g1", {"type": "place", "point": [7, 7]}, 0)
    await ann.expect("event", topic="game:g1")


async def test_what_may_be_private_ends_when_the_socket_changes_hands(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob", private=True)
    client = await stack.connect("ann")
    for topic in ("game:g1", "player", "lobby"):
        await client.subscribe(topic)
    await client.send(type="auth", token=stack.signer.token("eve"))
    ended = {(await client.expect("unsubscribed"))["topic"] for _ in range(2)}
    assert ended == {"game:g1", "player"}
    await client.expect("welcome")
    await client.send(type="subscribe", topic="game:g1")
    assert (await client.expect("error"))["reason"] == "not_seated"


async def test_private_games_and_rooms_are_refused_by_who_owns_them(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    stack.games.start("g2", "ann", "bob", private=True)
    ann, nobody = await stack.connect("ann"), await stack.connect()
    await ann.send(type="subscribe", topic="chat:g1:spectators")
    assert (await ann.expect("error", id="chat:g1:spectators"))["reason"] == "spectators_only"
    for topic in ("game:g2", "game:none", "player"):
        await nobody.send(type="subscribe", topic=topic)
        await nobody.expect("error", id=topic)
    await nobody.subscribe("chat:g1:spectators")
    await ann.subscribe("game:g2")


async def test_chat_reaches_the_room(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    ann, bob = await stack.connect("ann"), await stack.connect("bob")
    await bob.subscribe("chat:g1:players")
    text = "Xin chào, привет <b>"
    await ann.send(type="chat", id="c1", game="g1", room="players", text=text)
    assert (await ann.answer("c1"))["version"] == 1
    event = await bob.expect("event", topic="chat:g1:players")
    assert event["event"]["text"] == text
    later = await stack.connect()
    await later.subscribe("chat:g1:players")
    assert [e["line"]["text"] for e in later.of("chat:g1:players")[0]["snapshot"]["lines"]] == [
        text
    ]


async def test_ping_is_answered_with_the_servers_time(stack: Stack) -> None:
    client = await stack.connect()
    before = now_ms()
    await client.send(type="ping", id="p1")
    assert before <= (await client.expect("pong", id="p1"))["now"] <= now_ms()


async def test_lag_is_measured_by_the_server() -> None:
    async with Stack(ping_seconds=0.05) as stack:
        stack.games.start("g1", "ann", "bob")
        ann = await stack.connect("ann")
        await ann.subscribe("game:g1")
        connection = next(iter(stack.gateway.sockets.connections))
        while connection.lag_ms is None:
            await ann.send(type="ping", id="p")
            await ann.expect("pong")
        # A number that no ping had changes nothing.
        before = connection.lag_ms, connection.ping_n
        connection.ponged(10**9)
        assert (connection.lag_ms, connection.ping_n) == before
        await ann.act("a1", "g1", {"type": "place", "point": [7, 7]}, 0)
        assert stack.games.requests[0].lag_ms == int(connection.lag_ms)


async def test_somebody_who_answers_no_ping_is_dropped() -> None:
    async with Stack(silent_seconds=0.3) as stack:
        client = await stack.connect()
        assert await client.closed() == Close.SILENT


async def test_limits_of_topics_messages_and_sockets() -> None:
    async with Stack(
        topics_per_socket=2, message_rate=0.01, message_burst=10, sockets_per_address=2
    ) as stack:
        client = await stack.connect("ann")
        for topic in ("lobby", "live", "player"):
            await client.send(type="subscribe", topic=topic)
        assert (await client.expect("error"))["reason"] == "too_many_topics"
        for number in range(7):
            await client.send(type="ping", id=f"p{number}")
        refused = await client.expect("error", id="p6")
        assert refused["reason"] == "rate_limited"
        assert int(refused["metadata"]["retry_after_ms"]) > 0
        await stack.raw()
        with pytest.raises(Exception, match="429"):
            await stack.raw()
        # Who does not listen is shown the door.
        for number in range(11):
            await client.send(type="ping", id=f"q{number}")
        assert await client.closed() == Close.TOO_MANY


async def test_unknown_paths_and_large_messages(stack: Stack) -> None:
    from socket_client import Client

    with pytest.raises(Exception, match="404"):
        await Client.open(stack.socket_url + "/other")
    client = await stack.connect()
    await client.send(type="ping", id="x" * 20_000)
    assert await client.closed() == 1009
