"""Games that a tournament makes, ends and has settings for."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from game_calls import Game, caller
from servicekit.errors import Forbidden, Invalid, Refused
from servicekit.ids import new_id
from x0.game.v1 import events_pb2, game_pb2, service_pb2, settings_pb2


async def test_games_of_a_tournament_are_made_once_and_end_without_the_absent(game: Game) -> None:
    ids = [new_id() for _ in range(3)]
    request = service_pb2.CreateTournamentGamesRequest(
        tournament_id="t",
        round=2,
        settings=settings_pb2.Settings(
            mode=settings_pb2.MODE_X0,
            rated=True,
            time_control=settings_pb2.TimeControl(initial_seconds=60),
        ),
        games=[
            service_pb2.TournamentSeats(
                game_id=one,
                first=game_pb2.Player(player_id=f"a{i}", name="A"),
                second=game_pb2.Player(player_id=f"b{i}", name="B"),
                board=i + 1,
            )
            for i, one in enumerate(ids)
        ],
    )
    await asyncio.gather(
        *(game.call("CreateTournamentGames", request, stub) for stub in game.stubs * 3)
    )
    third = await game.get(ids[2])
    assert (third.version, third.match.round, third.match.board) == (1, 2, 3)
    await game.place(third, "first", 0, 7, 7)
    await game.act(ids[1], "b1", resign=service_pb2.Resign())
    settle = service_pb2.SettleTournamentGamesRequest(game_ids=[*ids, "none"], no_show_ms=1)
    await asyncio.sleep(0.05)
    for _ in range(2):
        found = (await game.call("SettleTournamentGames", settle)).games
        assert [g.status for g in found] == [3, 2, 3, 0]
        assert [g.absent for g in found] == [1, 0, 2, 0]
    assert found[1].winner == settings_pb2.SEAT_FIRST


async def test_chat_and_draws_as_the_tournament_has_them(game: Game) -> None:
    def request(**more: Any) -> Any:
        control = settings_pb2.TimeControl(initial_seconds=60)
        return service_pb2.CreateTournamentGamesRequest(
            tournament_id="t",
            round=1,
            settings=settings_pb2.Settings(mode=settings_pb2.MODE_X0, time_control=control, **more),
            games=[
                service_pb2.TournamentSeats(
                    game_id=new_id(),
                    first=game_pb2.Player(player_id="c1", name="A"),
                    second=game_pb2.Player(player_id="c2", name="B"),
                    board=1,
                )
            ],
        )

    for bad in ({"draw_ply": 401}, {"draw_ply": -1}, {"chat": 9}):
        with pytest.raises(Invalid, match=r"chat|draw_ply"):
            await game.call("CreateTournamentGames", request(**bad))
    made = request(chat=settings_pb2.CHAT_POLICY_PLAYERS, draw_ply=30)
    await game.call("CreateTournamentGames", made)
    game_id = made.games[0].game_id
    snapshot = await game.get(game_id)
    assert snapshot.settings.chat == settings_pb2.CHAT_POLICY_PLAYERS
    assert snapshot.settings.draw_ply == 30
    listed = await game.call("ListGames", service_pb2.ListGamesRequest(player_id="c1"))
    assert listed.games[0].settings == snapshot.settings

    async def say(who: str, room: int) -> Any:
        line = service_pb2.SendChatRequest(
            caller=caller(who), game_id=game_id, room=cast(Any, room), text="hello"
        )
        return await game.call("SendChat", line)

    assert (await say("c1", events_pb2.CHAT_ROOM_PLAYERS)).event.version == 1
    with pytest.raises(Forbidden, match="only the players") as silent:
        await say("watcher", events_pb2.CHAT_ROOM_SPECTATORS)
    assert silent.value.reason == "chat_off"
    for ply, seat in enumerate(("first", "second")):
        await game.place(snapshot, seat, ply, ply, 7)
    with pytest.raises(Refused) as early:
        await game.act(game_id, "c1", offer_draw=service_pb2.OfferDraw())
    assert (early.value.reason, early.value.metadata["ply"]) == ("draw_too_early", "30")
    # A game that is no tournament's has neither, and says so.
    usual = await game.start()
    assert usual.settings.chat == settings_pb2.CHAT_POLICY_ALL and not usual.settings.draw_ply
    for field in ({"chat": settings_pb2.CHAT_POLICY_OFF}, {"draw_ply": 1}):
        with pytest.raises(Invalid) as caught:
            await game.seek("anna", "open", **field)
        assert caught.value.metadata["field"] in field
