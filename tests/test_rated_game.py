"""From a tap to both new ratings, and everything around a game, over two of each service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from players import FIVE, PASSWORD, at_table, guest, meet, signed_up, table
from x0.client import Client, GameRequest, Refused, TimeControl
from x0_launcher.cluster import Cluster

FAST = TimeControl(initial_seconds=300, increment_seconds=3)


@pytest.mark.parametrize("mode", ["x0", "gomoku", "renju"])
async def test_quick_pairing_to_ratings(cluster: Cluster, mode: str) -> None:
    one, two = await signed_up(cluster.urls), await signed_up(cluster.urls)
    try:
        request = GameRequest(mode, FAST, rated=True)  # type: ignore[arg-type]
        async with asyncio.timeout(60):
            ids = await asyncio.gather(one.find_game(request), two.find_game(request))
        assert ids[0] == ids[1]
        game = await at_table(one, two, ids[0])
        # Enough for a result in any opening: act once each, then the second resigns.
        await game.act("first", "place", point=[7, 7])
        await game.settle()
        await game.act("second", "resign")
        await game.view("first").wait_over(10)
        assert game.view("first").result is not None
        rated = await game.first.rated(game.game_id, 20)
        assert rated.mode == mode and rated.sequence >= 1
        assert (rated.first.before, rated.first.after) == (1500, 1532)
        assert (rated.second.before, rated.second.after) == (1500, 1468)
        # Served by REST too, by any copy; and once only.
        for client in (one, two):
            mine = (await client.ratings.of(client.player_id or ""))[mode]  # type: ignore[index]
            assert mine.games == 1
            assert mine.rating == (1532 if client is game.first else 1468)
    finally:
        await one.close()
        await two.close()


async def test_a_five_a_foul_and_a_draw(cluster: Cluster) -> None:
    async with table(cluster.urls, rated=True) as game:
        await game.place(*FIVE)
        over = await game.view("second").wait_over(10)
        assert over.result is not None
        assert (over.result.reason, over.result.winner) == ("five", "first")
        assert sorted(over.result.line) == [(x, 7) for x in range(3, 8)]
        # The rematch: seats change, and the ratings are those after the first game.
        await game.first.rated(game.game_id, 20)
        await game.act("first", "rematch")
        await game.settle()
        await game.act("second", "rematch")
        await game.settle()
        following = game.view("first").live.next_game_id
        assert following is not None
        again = await at_table(game.first, game.second, following)
        assert again.first.player_id == game.second.player_id
        fouls = [(7, 6), (0, 0), (7, 8), (0, 2), (6, 7), (0, 4), (8, 7), (0, 6), (7, 7)]
        await again.place(*fouls)
        over = await again.view("second").wait_over(10)
        assert over.result is not None and over.result.foul is not None
        assert (over.result.reason, over.result.winner) == ("foul", "second")
        assert over.result.foul.kind == "double_three"
        assert len(over.result.foul.lines) == 2
        rated = await again.first.rated(following, 20)
        assert (rated.first.before, rated.second.before) == (1468, 1532)
        assert rated.first.games == 2
    async with table(cluster.urls, rated=True) as game:
        await game.place((7, 7), (8, 8))
        await game.settle()
        await game.act("first", "offer_draw")
        await game.settle()
        await game.act("second", "accept_draw")
        rated = await game.first.rated(game.game_id, 20)
        assert rated.first.score == rated.second.score == 0.5
        assert rated.first.after == 1500


async def test_spectators_see_the_game_and_cannot_act(cluster: Cluster) -> None:
    watchers = [await guest(cluster.urls) for _ in range(4)]
    try:
        async with table(cluster.urls) as game:
            views = [await w.watch(game.game_id) for w in watchers]
            await game.place((7, 7), (8, 8), (9, 9))
            for view in views:
                await view.wait(lambda g: g.ply == 3, 10)
                assert view.snapshot == game.view("first").snapshot
                for act in (view.resign, view.abort, view.offer_draw, view.rematch):
                    with pytest.raises(Refused) as refused:
                        await act()
                    assert refused.value.reason == "not_a_player"
            assert game.view("first").version == 4
    finally:
        for watcher in watchers:
            await watcher.close()


async def test_nobody_signed_in_may_watch_but_not_act(cluster: Cluster) -> None:
    async with Client(cluster.urls[0]) as nobody, table(cluster.urls) as game:
        view = await nobody.watch(game.game_id)
        assert view.my_seat is None
        await game.place((7, 7))
        await view.wait(lambda g: g.ply == 1, 10)
        with pytest.raises(Refused):
            await view.resign()


async def test_a_match_is_played_to_its_end(cluster: Cluster) -> None:
    one, two = await guest(cluster.urls), await guest(cluster.urls)
    try:
        game = await meet(one, two, games=3)
        for number in (1, 2, 3):
            assert game.view("first").snapshot.match.number == number
            await game.act("second", "resign")
            await game.view("first").wait_over(10)
            await game.settle()
            following = game.view("first").live.next_game_id
            if number == 3:
                assert following is None
                break
            assert following is not None
            first = game.first
            game = await at_table(game.first, game.second, following)
            assert game.second is first
        match = game.view("first").snapshot.match
        # First won, then lost as second: 1-1 before the third.
        assert (match.first_score, match.second_score) == (1, 1)
    finally:
        await one.close()
        await two.close()


async def test_a_client_that_was_away_gets_what_it_missed(cluster: Cluster) -> None:
    async with table(cluster.urls) as game:
        view = game.view("second")
        stream = view.events()
        await game.place((7, 7), (8, 8))
        await game.settle()
        await game.second.link.drop()
        await game.act("first", "offer_draw")
        await view.wait(lambda g: g.live.draw_offered_by == "first", 20)
        seen = [event.version async for event in take(stream, until=4)]
        assert seen == [2, 3, 4]


async def take(stream: AsyncIterator[Any], until: int) -> AsyncIterator[Any]:
    async with asyncio.timeout(10):
        async for event in stream:
            yield event
            if event.version >= until:
                return


async def test_takebacks_and_chat(cluster: Cluster) -> None:
    async with table(cluster.urls, takebacks=1) as game:
        lines = await game.second.chat(game.game_id)
        await game.place((7, 7), (8, 8))
        await game.settle()
        await game.act("second", "ask_takeback")
        await game.settle()
        await game.act("first", "accept_takeback")
        await game.settle()
        assert game.view("second").ply == 1 and game.view("second").my_turn
        assert game.view("first").snapshot == game.view("second").snapshot
        await game.first.say(game.game_id, "sure, take it back")
        async with asyncio.timeout(10):
            while not lines.lines:
                await asyncio.sleep(0.05)
        assert lines.lines[-1].text == "sure, take it back"


async def test_a_blocked_player_cannot_challenge(cluster: Cluster) -> None:
    one, two = await signed_up(cluster.urls), await signed_up(cluster.urls)
    try:
        request = GameRequest("x0", FAST)
        await two.accounts.block(one.player_id or "")
        with pytest.raises(Refused):
            await one.seeks.create("challenge", request, to=two.player_id)
        await two.accounts.unblock(one.player_id or "")
        seek = await one.seeks.create("challenge", request, to=two.player_id)
        assert await two.seeks.accept(seek.seek_id)
    finally:
        await one.close()
        await two.close()


async def test_a_deleted_player_breaks_no_game(cluster: Cluster) -> None:
    async with table(cluster.urls, rated=True) as game:
        await game.place((7, 7), (8, 8))
        await game.act("first", "resign")
        await game.first.rated(game.game_id, 20)
        gone = game.first.player_id or ""
        await game.first.accounts.delete(PASSWORD)
        # Told through the log: a moment later the game is shown without the name.
        async with asyncio.timeout(20):
            while (await game.second.games.get(game.game_id)).first.name != "deleted player":
                await asyncio.sleep(0.2)
        again = await game.second.games.get(game.game_id)
        assert again.first.player_id == gone
        assert again.second.name == game.second.name
        profile = await game.second.accounts.profile(gone)
        assert profile.deleted and profile.name == "deleted player"
