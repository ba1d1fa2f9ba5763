"""The game service as a process: two copies on the real store and log."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest
from game_calls import Game, caller
from servicekit.errors import DomainError, Forbidden, Invalid, NotFound, Refused
from servicekit.ids import new_id
from x0.game.v1 import events_pb2, game_pb2, service_pb2, settings_pb2


async def test_a_game_from_seek_to_five(game: Game) -> None:
    snapshot = await game.start()
    assert snapshot.version == 1 and snapshot.status == game_pb2.GAME_STATUS_ACTIVE
    for i in range(5):
        await game.place(snapshot, "first", 2 * i, 3 + i, 7)
        if i < 4:
            await game.place(snapshot, "second", 2 * i + 1, 3 + i, 9)
    ended = await game.get(snapshot.game_id)
    assert ended.version == 10
    assert ended.result.reason == game_pb2.RESULT_REASON_FIVE
    assert ended.result.winner == settings_pb2.SEAT_FIRST
    assert [turn.seat for turn in ended.turns] == [1, 2] * 4 + [1]
    resumed = await game.call(
        "ResumeGame", service_pb2.ResumeGameRequest(game_id=snapshot.game_id, after_version=4)
    )
    assert [e.version for e in resumed.events] == [5, 6, 7, 8, 9, 10]
    assert resumed.events[-1].turn_played.end.result.reason == game_pb2.RESULT_REASON_FIVE
    whole = await game.call(
        "ResumeGame", service_pb2.ResumeGameRequest(game_id=snapshot.game_id, after_version=99)
    )
    assert whole.snapshot.version == 10


async def test_two_hundred_moves_for_one_ply_are_one(game: Game) -> None:
    snapshot = await game.start()
    attempts = [
        game.place(snapshot, "first", 0, i % 15, i // 15, stub=game.stubs[i % 2])
        for i in range(200)
    ]
    answers = await asyncio.gather(*attempts, return_exceptions=True)
    done = [a for a in answers if not isinstance(a, BaseException)]
    assert len(done) == 1
    reasons = Counter(a.reason for a in answers if isinstance(a, DomainError))
    assert set(reasons) <= {"stale_ply", "not_your_turn", "busy"}
    after = await game.get(snapshot.game_id)
    assert after.version == 2 and len(after.stones) == 1
    # The same move again, to the other copy too, is acknowledged and changes nothing.
    stone = after.stones[0].point
    for stub in game.stubs:
        again = await game.place(snapshot, "first", 0, stone.x, stone.y, stub=stub)
        assert again.version == 2 and not again.events


async def test_two_hundred_accepts_are_one_game(game: Game) -> None:
    seek = await game.seek("asker", "open")
    attempts = [game.accept(f"taker-{i}", seek.seek_id, stub=game.stubs[i % 2]) for i in range(200)]
    answers = await asyncio.gather(*attempts, return_exceptions=True)
    done = [a for a in answers if not isinstance(a, BaseException)]
    assert len(done) == 1
    assert {a.reason for a in answers if isinstance(a, DomainError)} <= {"seek_over", "busy"}
    inbox = await game.call("GetInbox", service_pb2.GetInboxRequest(player_id="asker"))
    assert [g.game_id for g in inbox.games] == [done[0].game_id]


async def test_two_hundred_rematches_are_one(game: Game) -> None:
    snapshot = await game.start()
    one, two = snapshot.first.player_id, snapshot.second.player_id
    await game.act(snapshot.game_id, one, resign=service_pb2.Resign())
    attempts = [
        game.act(snapshot.game_id, who, rematch=service_pb2.Rematch(), stub=game.stubs[i % 2])
        for i in range(100)
        for who in (one, two)
    ]
    answers = await asyncio.gather(*attempts, return_exceptions=True)
    assert sum(not isinstance(a, BaseException) for a in answers) == 2
    after = await game.get(snapshot.game_id)
    following = await game.get(after.live.next_game_id)
    assert following.first.player_id == two and following.status == game_pb2.GAME_STATUS_ACTIVE
    inbox = await game.call("GetInbox", service_pb2.GetInboxRequest(player_id=one))
    assert [g.game_id for g in inbox.games] == [following.game_id]


async def test_quick_pairing_pairs_everybody_once(game: Game) -> None:
    players = [f"quick-{i}" for i in range(40)]
    seeks = await asyncio.gather(
        *(game.seek(p, "quick", stub=game.stubs[i % 2]) for i, p in enumerate(players))
    )
    assert all(s.seek_id == f"q-{p}" for s, p in zip(seeks, players, strict=True))
    async with asyncio.timeout(40):
        while True:
            inboxes = await asyncio.gather(
                *(game.call("GetInbox", service_pb2.GetInboxRequest(player_id=p)) for p in players)
            )
            if all(box.games for box in inboxes):
                break
            await asyncio.sleep(0.2)
    games = Counter(g.game_id for box in inboxes for g in box.games)
    assert all(len(box.games) == 1 for box in inboxes)
    assert set(games.values()) == {2} and len(games) == 20


async def test_quick_pairing_avoids_the_blocked(game: Game) -> None:
    await game.seek("blocker", "quick", rated=True, avoid=["blocked"])
    await game.seek("blocked", "quick", rated=True)
    await asyncio.sleep(2.5)
    for player in ("blocker", "blocked"):
        inbox = await game.call("GetInbox", service_pb2.GetInboxRequest(player_id=player))
        assert not inbox.games and len(inbox.seeks) == 1
        request = service_pb2.CancelSeekRequest(caller=caller(player), seek_id=f"q-{player}")
        assert (await game.call("CancelSeek", request)).seek.status == (
            events_pb2.SEEK_STATUS_CANCELLED
        )


async def test_flags_fall_by_themselves(game: Game) -> None:
    snapshot = await game.start(time_control=settings_pb2.TimeControl(initial_seconds=1))
    async with asyncio.timeout(15):
        while (ended := await game.get(snapshot.game_id)).result.reason == 0:
            await asyncio.sleep(0.1)
    assert ended.result.reason == game_pb2.RESULT_REASON_TIME
    assert ended.result.winner == settings_pb2.SEAT_SECOND
    assert ended.live.clocks.first_ms == 0


async def test_a_flag_falls_at_the_deadline_that_moves_have_put_off(game: Game) -> None:
    control = settings_pb2.TimeControl(initial_seconds=2, increment_seconds=1)
    snapshot = await game.start(time_control=control)
    for ply in range(6):
        await game.place(snapshot, "second" if ply % 2 else "first", ply, 2 * ply, ply % 2)
    clocks = (await game.get(snapshot.game_id)).live.clocks
    deadline = clocks.at + clocks.first_ms
    # Far behind the first deadline of the game, at which the sweep has looked already.
    assert clocks.first_ms > 3_000
    async with asyncio.timeout(20):
        while (ended := await game.get(snapshot.game_id)).result.reason == 0:
            await asyncio.sleep(0.1)
    assert ended.result.reason == game_pb2.RESULT_REASON_TIME
    if ended.version == 8:
        assert ended.finished_at.ToMilliseconds() == deadline
    else:
        # A slow machine was given time back meanwhile.
        assert ended.finished_at.ToMilliseconds() > deadline


async def test_an_idempotency_key_makes_one_seek(game: Game) -> None:
    seeks = await asyncio.gather(
        *(game.seek("keyed", "open", key="k1", stub=game.stubs[i % 2]) for i in range(20))
    )
    assert len({s.seek_id for s in seeks}) == 1


async def test_challenges_and_rooms(game: Game) -> None:
    seek = await game.seek("anna", "challenge", to="boris")
    with pytest.raises(NotFound):
        await game.accept("carol", seek.seek_id)
    declined = await game.call(
        "DeclineSeek",
        service_pb2.DeclineSeekRequest(caller=caller("boris"), seek_id=seek.seek_id),
    )
    assert declined.seek.status == events_pb2.SEEK_STATUS_DECLINED
    with pytest.raises(Refused, match="declined"):
        await game.accept("boris", seek.seek_id)
    with pytest.raises(Refused):
        await game.seek("anna", "challenge")
    room = await game.seek("anna", "room", private=True)
    accepted = await game.accept("guest-1", room.seek_id, guest=True)
    with pytest.raises(Forbidden, match="private"):
        await game.get(accepted.game_id, "carol")
    assert (await game.get(accepted.game_id, "anna")).settings.private


async def test_guests_play_casual_games_only(game: Game) -> None:
    with pytest.raises(Forbidden, match="account"):
        await game.seek("guest-2", "quick", rated=True, guest=True)
    seek = await game.seek("anna", "open", rated=True)
    with pytest.raises(Forbidden, match="account"):
        await game.accept("guest-2", seek.seek_id, guest=True)


async def test_bad_settings_say_what_would_be_right(game: Game) -> None:
    for bad in (
        {"mode": 0},
        {"board_size": 19},
        {"mode": settings_pb2.MODE_CUSTOM, "board_size": 14},
        {"rated": True, "takebacks": 1},
        {"rated": True, "time_control": settings_pb2.TimeControl(untimed=True)},
        {"mode": settings_pb2.MODE_X0_FREESTYLE, "rated": True},
        {"games": 21},
        {"time_control": settings_pb2.TimeControl(initial_seconds=20_000)},
        {"time_control": settings_pb2.TimeControl()},
    ):
        with pytest.raises(Invalid) as caught:
            await game.seek("anna", "open", **bad)
        assert caught.value.metadata["field"]


async def test_other_peoples_games_and_unknown_ones(game: Game) -> None:
    snapshot = await game.start()
    with pytest.raises(Forbidden, match="two players"):
        await game.act(snapshot.game_id, "stranger", resign=service_pb2.Resign())
    with pytest.raises(NotFound):
        await game.act("nosuchgame", "stranger", resign=service_pb2.Resign())
    with pytest.raises(Invalid):
        await game.act(snapshot.game_id, "", resign=service_pb2.Resign())
    with pytest.raises(Invalid):
        await game.act(snapshot.game_id, snapshot.first.player_id)
    assert (await game.get(snapshot.game_id)).version == 1


async def test_chats_keep_players_and_spectators_apart(game: Game) -> None:
    snapshot = await game.start()
    one = snapshot.first.player_id

    async def say(who: str, room: str, text: str, message_id: str = "") -> Any:
        return await game.call(
            "SendChat",
            service_pb2.SendChatRequest(
                caller=caller(who),
                game_id=snapshot.game_id,
                room=events_pb2.ChatRoom.Value(f"CHAT_ROOM_{room.upper()}"),
                text=text,
                message_id=message_id,
            ),
        )

    async def read(who: str, room: str, after: int = 0) -> Any:
        return await game.call(
            "GetChat",
            service_pb2.GetChatRequest(
                player_id=who,
                game_id=snapshot.game_id,
                room=events_pb2.ChatRoom.Value(f"CHAT_ROOM_{room.upper()}"),
                after_version=after,
            ),
        )

    assert (await say(one, "players", "good luck", "m1")).event.version == 1
    assert not (await say(one, "players", "good luck", "m1")).HasField("event")
    await say("watcher", "spectators", "Black is better")
    for who, room in ((one, "spectators"), ("watcher", "players")):
        with pytest.raises(Forbidden):
            await say(who, room, "hm")
    with pytest.raises(Forbidden):
        await read(one, "spectators")
    assert [e.line.text for e in (await read("watcher", "players")).events] == ["good luck"]
    for bad in ("", "   ", "x" * 281, "a\u0000b", "a\u202eb"):
        with pytest.raises(Refused):
            await say(one, "players", bad)
    answers = await asyncio.gather(
        *(say(one, "players", f"line {i}") for i in range(20)), return_exceptions=True
    )
    assert sum(not isinstance(a, BaseException) for a in answers) == 4
    assert {a.reason for a in answers if isinstance(a, DomainError)} <= {"too_fast", "busy"}
    await game.act(snapshot.game_id, one, resign=service_pb2.Resign())
    assert len((await read(one, "spectators")).events) == 1


async def test_explain_only_where_it_gives_nothing_away(game: Game) -> None:
    rated = await game.start(rated=True)
    request = service_pb2.ExplainPointRequest(
        game_id=rated.game_id, ply=0, point=game_pb2.Point(x=7, y=7)
    )
    with pytest.raises(Forbidden):
        await game.call("ExplainPoint", request)
    casual = await game.start()
    cross = [(7, 6), (0, 0), (7, 8), (0, 2), (6, 7), (0, 4), (8, 7), (0, 6)]
    for ply, (x, y) in enumerate(cross):
        await game.place(casual, "second" if ply % 2 else "first", ply, x, y)
    shown = await game.get(casual.game_id)
    assert [(p.point.x, p.point.y) for p in shown.live.forbidden] == [(7, 7)]
    request.game_id, request.ply = casual.game_id, 8
    verdict = await game.call("ExplainPoint", request)
    assert verdict.foul.kind == game_pb2.FOUL_KIND_DOUBLE_THREE
    assert all(line.kind == "three" and line.extends for line in verdict.foul.lines)
    for field, value in (("ply", 9), ("ply", -1)):
        setattr(request, field, value)
        with pytest.raises(Refused):
            await game.call("ExplainPoint", request)
    request.ply = 8
    request.point.x = 7_000
    with pytest.raises(Refused):
        await game.call("ExplainPoint", request)


async def test_lists_page_through_everything_once(game: Game) -> None:
    player = f"lister-{new_id()}"
    made = []
    for i in range(5):
        seek = await game.seek(player, "open", private=i == 4)
        made.append((await game.accept(f"other-{i}", seek.seek_id)).game_id)

    async def listed(as_who: str) -> list[str]:
        found, token = [], ""
        while True:
            page = await game.call(
                "ListGames",
                service_pb2.ListGamesRequest(
                    player_id=player, page_size=2, page_token=token, caller_player_id=as_who
                ),
            )
            found += [g.game_id for g in page.games]
            if not (token := page.next_page_token):
                return found

    assert await listed(player) == made[::-1]
    assert await listed("somebody") == made[3::-1]


async def test_a_stream_answers_every_action(game: Game) -> None:
    snapshots = await asyncio.gather(*(game.start() for _ in range(10)))

    async def requests() -> AsyncIterator[service_pb2.PlayRequest]:
        place = game_pb2.Place(point=game_pb2.Point(x=7, y=7))
        actions = [
            service_pb2.PlayAction(
                request_id=i,
                act=service_pb2.ActRequest(
                    caller=caller(snapshot.first.player_id),
                    game_id=snapshot.game_id,
                    ply=0,
                    place=place,
                ),
            )
            for i, snapshot in enumerate(snapshots)
        ]
        yield service_pb2.PlayRequest(actions=actions[:7])
        yield service_pb2.PlayRequest(actions=actions[7:])
        yield service_pb2.PlayRequest(actions=[service_pb2.PlayAction(request_id=99)])

    responses = [response async for response in game.stub().Play(requests())]
    answers = {a.request_id: a for response in responses for a in response.answers}
    assert set(answers) == {*range(10), 99}
    assert all(answers[i].done.version == 2 for i in range(10))
    assert answers[99].refused.reason == "caller_missing"
