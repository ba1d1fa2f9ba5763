"""Two hundred at once, over both gateways: one effect."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
from bad_system import UNTIMED, Socket, Unharmed, http
from players import PASSWORD, guest, table
from servicekit.ids import new_id
from x0.client import GameRequest
from x0_launcher.cluster import Cluster

MANY = 200
REQUEST = GameRequest("x0", UNTIMED)


@pytest.fixture
async def rest(cluster: Cluster) -> AsyncIterator[list[httpx.AsyncClient]]:
    """One client of each gateway, with room for all at once."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(http(url, many=MANY)) for url in cluster.urls]


def reasons(answers: list[httpx.Response]) -> Counter[str]:
    return Counter(a.json()["reason"] for a in answers if a.status_code >= 400)


@pytest.fixture(scope="module")
async def guests(cluster: Cluster) -> list[dict[str, str]]:
    """Headers of so many different players."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(http(url)) for url in cluster.urls]

        async def made(number: int) -> dict[str, str]:
            answer = await clients[number % 2].post("/v1/guests", json={})
            return {"Authorization": f"Bearer {answer.json()['access_token']}"}

        return await asyncio.gather(*(made(number) for number in range(MANY)))


@pytest.mark.parametrize("kind", ["open", "room"])
async def test_accepts_of_one_seek(
    cluster: Cluster, rest: list[httpx.AsyncClient], guests: list[dict[str, str]], kind: str
) -> None:
    unharmed = Unharmed(cluster)
    owner = await guest(cluster.urls)
    seek = await owner.seeks.create(kind, REQUEST)  # type: ignore[arg-type]
    path = f"/v1/seeks/{seek.seek_id}/accept"
    answers = await asyncio.gather(
        *(rest[n % 2].post(path, headers=headers) for n, headers in enumerate(guests))
    )
    taken = [answer for answer in answers if answer.status_code == 200]
    assert len(taken) == 1, Counter(a.status_code for a in answers)
    assert reasons(answers).total() == MANY - 1
    assert {a.status_code for a in answers} <= {200, 403, 404, 409}
    games = (await owner.seeks.inbox()).games
    assert [game.game_id for game in games] == [taken[0].json()["game_id"]]
    # Nobody else sits in a game now.
    async with asyncio.TaskGroup() as tasks:
        inboxes = [
            tasks.create_task(rest[n % 2].get("/v1/inbox", headers=headers))
            for n, headers in enumerate(guests)
        ]
    seated = sum(
        game["game_id"] == games[0].game_id
        for inbox in inboxes
        for game in inbox.result().json()["games"]
    )
    assert seated == 1
    unharmed.check()
    await owner.close()


async def test_accepts_by_one_player(cluster: Cluster, rest: list[httpx.AsyncClient]) -> None:
    """An impatient hand: every answer names the same game."""
    owner, other = await guest(cluster.urls), await guest(cluster.urls)
    seek = await owner.seeks.create("open", REQUEST)
    headers = {"Authorization": f"Bearer {await other.auth.token()}"}
    path = f"/v1/seeks/{seek.seek_id}/accept"
    answers = await asyncio.gather(*(rest[n % 2].post(path, headers=headers) for n in range(MANY)))
    assert {a.status_code for a in answers} == {200}
    assert len({a.json()["game_id"] for a in answers}) == 1
    assert len((await other.seeks.inbox()).games) == 1
    await owner.close()
    await other.close()


async def test_registrations_of_one_name(cluster: Cluster, rest: list[httpx.AsyncClient]) -> None:
    unharmed = Unharmed(cluster)
    name = f"q{new_id(10)}"
    spellings = [name.lower(), name.upper(), name.lower().capitalize(), name.lower().swapcase()]

    async def register(number: int) -> httpx.Response:
        body = {"name": spellings[number % len(spellings)], "password": PASSWORD}
        return await rest[number % 2].post("/v1/accounts", json=body)

    answers = await asyncio.gather(*(register(number) for number in range(MANY)))
    # Too many at once are told to wait, also by giving up on them: then the next one may get it.
    assert set(reasons(answers)) <= {"name_taken", "busy", "timeout"}
    answers += [await register(number) for number in range(len(spellings))]
    made = [answer.json()["player_id"] for answer in answers if answer.status_code == 201]
    assert len(made) <= 1
    assert reasons(answers[-len(spellings) + 1 :]) == {"name_taken": len(spellings) - 1}
    found = [await rest[0].get("/v1/players", params={"name": name}) for name in spellings]
    (player_id,) = {profile["player_id"] for f in found for profile in f.json()["profiles"]}
    assert player_id in made or reasons(answers)["timeout"]
    unharmed.check()


async def test_one_name_for_two_hundred_guests(
    cluster: Cluster, rest: list[httpx.AsyncClient], guests: list[dict[str, str]]
) -> None:
    """As before, but they are players already: whoever is refused must stay what they were."""
    name = f"q{new_id(10)}"
    some = guests[:40]
    answers = await asyncio.gather(
        *(
            rest[n % 2].post(
                "/v1/accounts", json={"name": name, "password": PASSWORD}, headers=headers
            )
            for n, headers in enumerate(some)
        )
    )
    profiles = [
        (await rest[n % 2].get("/v1/players/me", headers=headers)).json()
        for n, headers in enumerate(some)
    ]
    made = [p["player_id"] for p in profiles if not p["guest"]]
    assert len(made) == 1
    assert [p["name"] for p in profiles if not p["guest"]] == [name]
    told = [answer.json()["player_id"] for answer in answers if answer.status_code == 201]
    assert told == made or reasons(answers)["timeout"]


async def test_moves_for_one_ply(cluster: Cluster) -> None:
    async with table(cluster.urls, time_control=UNTIMED) as game:
        token = await game.first.auth.token()
        sockets = [await Socket.open(cluster.urls[n % 2], token) for n in range(20)]
        points = [[x, y] for x in range(15) for y in range(15)][:MANY]
        answers = await asyncio.gather(
            *(
                sockets[n % len(sockets)].act(
                    f"m{n}", game.game_id, {"type": "place", "point": point}, 0
                )
                for n, point in enumerate(points)
            )
        )
        kinds = Counter(answer["type"] for answer in answers)
        assert kinds == {"ack": 1, "error": MANY - 1}
        assert {a["reason"] for a in answers if a["type"] == "error"} <= {
            "stale_ply", "not_your_turn", "busy",
        }  # fmt: skip
        await game.view("first").wait(lambda g: g.version == 2, 10)
        snapshot = await game.first.games.get(game.game_id)
        assert (snapshot.version, len(snapshot.stones)) == (2, 1)
        for socket in sockets:
            await socket.close()


async def test_rematches_and_resignations(cluster: Cluster) -> None:
    async with table(cluster.urls, rated=True) as game:
        await game.place((7, 7), (8, 8))
        await game.settle()
        tokens = [await c.auth.token() for c in (game.first, game.second)]
        sockets = [await Socket.open(cluster.urls[n // 2 % 2], tokens[n % 2]) for n in range(20)]

        async def everybody(kind: str) -> Counter[str]:
            answers = await asyncio.gather(
                *(
                    sockets[n % len(sockets)].act(f"{kind}{n}", game.game_id, {"type": kind})
                    for n in range(MANY)
                )
            )
            return Counter(answer["type"] for answer in answers)

        version = game.view("first").version
        assert (await everybody("resign"))["ack"] == 1
        await game.view("first").wait_over(10)
        assert (await game.first.games.get(game.game_id)).version == version + 1
        # One offers, the other's offer accepts.
        assert (await everybody("rematch"))["ack"] == 2
        after = await game.second.games.get(game.game_id)
        assert after.version == version + 3
        assert after.live.next_game_id is not None
        inbox = await game.first.seeks.inbox()
        assert [g.game_id for g in inbox.games] == [after.live.next_game_id]
        rated = await game.first.rated(game.game_id, 20)
        assert rated.first.games == rated.second.games == 1
        for socket in sockets:
            await socket.close()
