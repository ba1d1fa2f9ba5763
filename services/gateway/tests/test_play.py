"""Actions while instances of the game service go and come."""

import asyncio
import itertools

from gateway_stack import Stack
from hypothesis import given
from hypothesis import strategies as st
from x0_gateway.play.instances import ranking, resolve


async def test_an_action_waits_for_an_instance_to_come_back(stack: Stack) -> None:
    game = stack.games.start("g1", "ann", "bob")
    ann = await stack.connect("ann")
    assert (await ann.act("a1", "g1", {"type": "place", "point": [7, 7]}, 0))["type"] == "ack"
    await stack.game_servers[0].stop()
    waiting = asyncio.create_task(ann.act("a2", "g1", {"type": "offer_draw"}))
    await ann.send(type="ping", id="p")
    await ann.expect("pong")
    await stack.game_servers[0].start()
    assert await waiting == {"type": "ack", "id": "a2", "version": 3}
    assert game.snapshot.version == 3


async def test_an_unanswered_action_is_sent_again_and_done_once(stack: Stack) -> None:
    game = stack.games.start("g1", "ann", "bob")
    ann, bob = await stack.connect("ann"), await stack.connect("bob")
    await bob.subscribe("game:g1")
    stack.games.silent = True
    waiting = asyncio.create_task(ann.act("a1", "g1", {"type": "place", "point": [7, 7]}, 0))
    while not stack.games.requests:
        await asyncio.sleep(0)
    await stack.game_servers[0].stop()
    stack.games.silent = False
    await stack.game_servers[0].start()
    assert await waiting == {"type": "ack", "id": "a1", "version": 2}
    assert game.snapshot.version == 2


async def test_another_instance_takes_over() -> None:
    async with Stack(instances=2) as stack:
        ann = await stack.connect("ann")
        numbers = itertools.count()
        for number in range(8):
            stack.games.start(f"g{number}", "ann", "bob")
        for server in (None, *stack.game_servers):
            if server is not None:
                await server.stop()
            answers = await asyncio.gather(
                *(
                    ann.act(f"a{next(numbers)}", f"g{number}", {"type": "offer_draw"})
                    for number in range(8)
                )
            )
            assert {answer["type"] for answer in answers} == {"ack"}
            if server is not None:
                await server.start()


async def test_an_instance_that_hangs_is_gone_round() -> None:
    async with Stack(instances=2, act_seconds=1) as stack:
        ann = await stack.connect("ann")
        stack.games.silent = True
        for number in range(8):
            stack.games.start(f"g{number}", "ann", "bob")
        answers = await asyncio.gather(
            *(ann.act(f"a{n}", f"g{n}", {"type": "offer_draw"}) for n in range(8))
        )
        assert [(answer["type"], answer["version"]) for answer in answers] == [("ack", 2)] * 8
        # Some preferred the one that hangs, and were done by it as well.
        assert len(stack.games.requests) > 0


async def test_without_an_instance_an_action_is_refused_in_time() -> None:
    async with Stack(act_seconds=0.5) as stack:
        stack.games.start("g1", "ann", "bob")
        ann = await stack.connect("ann")
        await stack.game_servers[0].stop()
        answer = await ann.act("a1", "g1", {"type": "resign"})
        assert (answer["type"], answer["reason"]) == ("error", "unavailable")


@given(
    st.text("abcdefgh23456789", min_size=1, max_size=12),
    st.sets(st.integers(1, 60000).map(lambda port: f"10.0.0.1:{port}"), min_size=1, max_size=6),
)
def test_an_instance_that_goes_moves_only_its_own_games(game: str, addresses: set[str]) -> None:
    order = ranking(game, addresses)
    assert sorted(order) == sorted(addresses)
    assert order == ranking(game, sorted(addresses, reverse=True))
    for gone in addresses:
        assert ranking(game, addresses - {gone}) == [a for a in order if a != gone]


def test_games_are_spread_over_instances() -> None:
    addresses = [f"10.0.0.{n}:50051" for n in range(4)]
    first = [ranking(f"game{n}", addresses)[0] for n in range(4000)]
    assert all(800 < first.count(address) < 1200 for address in addresses)


async def test_names_stand_for_all_their_addresses() -> None:
    assert await resolve("10.0.0.1:1, 10.0.0.2:2") == {"10.0.0.1:1", "10.0.0.2:2"}
    assert "127.0.0.1:7" in await resolve("localhost:7")
    assert await resolve("[::1]:7") == {"[::1]:7"}
