"""Hands off other people's games: whoever may not act is told so, and nothing changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, get_args

import httpx
import pytest
from bad_system import ACTIONS, EXAMPLES, TURNS, UNTIMED, Socket, http
from players import Table, guest, signed_up, table
from x0.client import Client, GameRequest, Refused
from x0_gateway.models import actions
from x0_launcher.cluster import Cluster

# Either player may do these at any time.
ALWAYS = {"resign", "offer_draw"}


def test_every_action_there_is_is_tried() -> None:
    kinds = get_args(get_args(actions.Action)[0])
    names = {get_args(kind.model_fields["type"].annotation)[0] for kind in kinds}
    assert names == set(EXAMPLES)
    assert names > TURNS


@pytest.fixture(scope="module")
async def game(cluster: Cluster) -> AsyncIterator[Table]:
    """After two moves, so that nearly every action would be somebody's right."""
    async with table(cluster.urls, takebacks=2, time_control=UNTIMED) as running:
        await running.place((7, 7), (8, 8))
        await running.settle()
        yield running


@pytest.fixture(scope="module")
async def stranger(cluster: Cluster) -> AsyncIterator[Client]:
    client = await signed_up(cluster.urls)
    yield client
    await client.close()


async def unchanged(game: Table, version: int) -> None:
    snapshot = await game.first.games.get(game.game_id)
    assert snapshot.version == version
    assert snapshot == game.view("first").snapshot == game.view("second").snapshot


async def by_rest(
    url: str, token: str | None, game: Table, ply: int | None
) -> dict[str, httpx.Response]:
    answers = {}
    async with http(url, token) as client:
        for number, action in enumerate(ACTIONS):
            body = {"id": f"r{number}", "ply": ply, "action": action}
            answers[action["type"]] = await client.post(
                f"/v1/games/{game.game_id}/actions", json=body
            )
    return answers


async def by_socket(
    socket: Socket, game: Table, ply: int | None, skip: frozenset[str] | set[str] = frozenset()
) -> dict[str, dict[str, Any]]:
    answers = {}
    for action in ACTIONS:
        if action["type"] not in skip:
            number = f"s-{action['type']}"
            answers[action["type"]] = await socket.act(number, game.game_id, action, ply)
    return answers


@pytest.mark.parametrize("gateway", [0, 1])
async def test_strangers(cluster: Cluster, game: Table, stranger: Client, gateway: int) -> None:
    url, version = cluster.urls[gateway], game.view("first").version
    visitor = await guest(cluster.urls)
    for client in (stranger, visitor):
        token = await client.auth.token()
        for kind, answer in (await by_rest(url, token, game, game.view("first").ply)).items():
            assert answer.status_code == 403, kind
            assert answer.json()["reason"] == "not_a_player", kind
        socket = await Socket.open(url, token)
        # One of them watches the game meanwhile.
        if client is visitor:
            await socket.send(type="subscribe", topic=f"game:{game.game_id}")
            await socket.expect("subscribed")
        refused = await by_socket(socket, game, game.view("first").ply)
        assert set(refused) == set(EXAMPLES)
        for kind, message in refused.items():
            assert (message["type"], message.get("reason")) == ("error", "not_a_player"), kind
        assert not socket.kinds["event"]
        await socket.close()
    await visitor.close()
    await unchanged(game, version)


async def test_nobody(cluster: Cluster, game: Table) -> None:
    version = game.view("first").version
    for kind, answer in (await by_rest(cluster.url, None, game, 2)).items():
        assert answer.status_code == 401, kind
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.json()["reason"] == "sign_in_needed"
    socket = await Socket.open(cluster.url)
    for kind, message in (await by_socket(socket, game, 2)).items():
        assert (message["type"], message.get("reason")) == ("error", "sign_in_needed"), kind
    await socket.close()
    await unchanged(game, version)


async def test_turns_out_of_turn(cluster: Cluster, game: Table) -> None:
    version, ply = game.view("first").version, game.view("first").ply
    assert game.view("first").to_act == "first"
    token = await game.second.auth.token()
    async with http(cluster.url, token) as client:
        for action in ACTIONS:
            if action["type"] in ALWAYS | {"ask_takeback"}:
                continue
            body = {"id": f"o-{action['type']}", "ply": ply, "action": action}
            answer = await client.post(f"/v1/games/{game.game_id}/actions", json=body)
            assert answer.status_code == 409, action
            if action["type"] in TURNS:
                assert answer.json()["reason"] == "not_your_turn"
    socket = await Socket.open(cluster.urls[1], token)
    for kind, message in (await by_socket(socket, game, ply, ALWAYS | {"ask_takeback"})).items():
        assert message["type"] == "error", kind
        if kind in TURNS:
            assert message["reason"] == "not_your_turn"
    # Nor for another ply than the one on the board.
    for wrong in (None, 0, 1, 3, 400):
        answer = await socket.act(f"w{wrong}", game.game_id, ACTIONS[0], wrong)
        assert answer["reason"] == ("ply_missing" if wrong is None else "stale_ply")
    await socket.close()
    await unchanged(game, version)


async def test_nobody_answers_themselves(cluster: Cluster) -> None:
    async with table(cluster.urls, takebacks=2, time_control=UNTIMED) as game:
        await game.place((7, 7), (8, 8), (9, 9))
        await game.settle()
        for offer, answers in (
            ("ask_takeback", ("ask_takeback", "accept_takeback", "decline_takeback")),
            ("offer_draw", ("offer_draw", "accept_draw", "decline_draw")),
        ):
            version = await game.act("first", offer)
            await game.settle()
            for answer in answers:
                with pytest.raises(Refused):
                    await game.act("first", answer)
            await unchanged(game, version)
        await game.act("second", "resign")
        await game.settle()
        version = await game.act("first", "rematch")
        await game.settle()
        with pytest.raises(Refused) as refused:
            await game.act("first", "rematch")
        assert refused.value.reason == "already_offered"
        await unchanged(game, version)


async def test_a_finished_game_stays_as_it_is(cluster: Cluster) -> None:
    async with table(cluster.urls, time_control=UNTIMED) as game:
        await game.place((7, 7), (8, 8))
        await game.act("first", "resign")
        await game.settle()
        version, ply = game.view("first").version, game.view("first").ply
        for client in (game.first, game.second):
            socket = await Socket.open(cluster.url, await client.auth.token())
            refused = await by_socket(socket, game, ply, {"rematch"})
            assert {m["type"] for m in refused.values()} == {"error"}
            assert {refused[kind]["reason"] for kind in TURNS} == {"game_over"}
            await socket.close()
        await unchanged(game, version)


async def test_private_games_show_themselves_to_nobody(cluster: Cluster, stranger: Client) -> None:
    async with table(cluster.urls, private=True, time_control=UNTIMED) as game:
        await game.place((7, 7), (8, 8))
        await game.settle()
        version = game.view("first").version
        path = f"/v1/games/{game.game_id}"
        for token in (None, await stranger.auth.token()):
            async with http(cluster.url, token) as client:
                for more in (
                    "", "/events?after=0", "/events?after=1", "/explain?ply=2&x=1&y=1",
                    "/chat/players", "/chat/spectators",
                ):  # fmt: skip
                    answer = await client.get(path + more)
                    assert answer.status_code in (403, 404), more
                    assert str(game.first.player_id) not in answer.text
                player = f"/v1/players/{game.first.player_id}/games"
                for listed in (player, "/v1/games?page_size=100"):
                    assert game.game_id not in (await client.get(listed)).text
            socket = await Socket.open(cluster.url, token)
            for topic in ("game:{}", "chat:{}:players", "chat:{}:spectators"):
                name = topic.format(game.game_id)
                await socket.send(type="subscribe", topic=name, **{"from": 1})
                await socket.expect("error", id=name)
            await socket.close()
        await unchanged(game, version)


async def test_rooms_are_for_those_who_belong_there(
    cluster: Cluster, game: Table, stranger: Client
) -> None:
    for client, room in ((stranger, "players"), (game.first, "spectators")):
        with pytest.raises(Refused):
            await client.say(game.game_id, "let me in", room)  # type: ignore[arg-type]
        async with http(cluster.url, await client.auth.token()) as rest:
            body = {"id": f"c-{room}", "text": "let me in"}
            answer = await rest.post(f"/v1/games/{game.game_id}/chat/{room}", json=body)
            assert answer.status_code == 403
    # What spectators say is kept from the players while the game runs.
    assert await stranger.say(game.game_id, "White is lost", "spectators")
    async with http(cluster.url, await game.second.auth.token()) as rest:
        answer = await rest.get(f"/v1/games/{game.game_id}/chat/spectators")
        assert answer.status_code == 403
        assert "lost" not in answer.text


async def test_other_peoples_seeks(cluster: Cluster, game: Table, stranger: Client) -> None:
    owner, asked = game.first, game.second
    request = GameRequest("x0", UNTIMED)
    open_seek = await owner.seeks.create("open", request)
    challenge = await owner.seeks.create("challenge", request, to=asked.player_id)
    for refused in (
        stranger.seeks.cancel(open_seek.seek_id),
        stranger.seeks.decline(open_seek.seek_id),
        owner.seeks.accept(open_seek.seek_id),
        stranger.seeks.accept(challenge.seek_id),
        stranger.seeks.decline(challenge.seek_id),
        stranger.seeks.cancel(challenge.seek_id),
        stranger.seeks.get(challenge.seek_id),
        owner.seeks.accept(challenge.seek_id),
    ):
        with pytest.raises(Refused):
            await refused
    assert (await owner.seeks.get(open_seek.seek_id)).status == "waiting"
    assert (await asked.seeks.decline(challenge.seek_id)).status == "declined"
    # What is over cannot be begun again.
    with pytest.raises(Refused):
        await asked.seeks.accept(challenge.seek_id)
    await owner.seeks.cancel(open_seek.seek_id)
    with pytest.raises(Refused):
        await stranger.seeks.accept(open_seek.seek_id)
