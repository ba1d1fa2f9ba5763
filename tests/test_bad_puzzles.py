"""Thousands of strange requests to all paths of puzzles: nothing breaks, nothing leaks.

`make test` sends some; X0_REQUESTS=10000 more.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter
from typing import Any

import httpx
from bad_system import Unharmed, http
from players import guest
from puzzle_checks import Solver, position, winning_move
from x0.client import Client
from x0.client.models.base import Point
from x0_engine import judge, solve_vct
from x0_launcher.cluster import Cluster

REQUESTS = int(os.environ.get("X0_REQUESTS", "2000"))
AT_ONCE = 24
SEED = 20261130

METHODS = ["GET", "GET", "PUT", "POST", "POST", "POST", "DELETE", "PATCH", "OPTIONS", "HEAD"]
ACTS = ["moves"] * 8 + ["hints", "hints", "explanation", "restart", "give-up", "nothing"]
STRANGE_IDS = [
    "x0-0", "x0-01", "x0-999999", "x0-1000000", "renju-", "custom-1", "X0-1", "x0-1%00", "-",
    "draw", "daily", "x0-1/../x0-2", "%F0%9F%98%80", "x0-1e3", "gomoku-1 ", "x" * 500,
    "x0-" + "9" * 400,
]  # fmt: skip
STRANGE: list[Any] = [
    None, True, -1, 0, 15, 19, 20, 2**31, 2**53, 2**63, 10**30, 1.5, 1e308, "", "1", "h8", "\ud800",
    "x" * 2000, [], [[]], {}, [7], [7, 7, 7], [7.0, 7], ["7", "7"], [-1, 3], [14, 15], [2**40, 1],
]  # fmt: skip


class Chance:
    """Requests that are often right, so that they come far, and otherwise wrong in some way."""

    def __init__(self, seed: int, known: dict[str, Point]) -> None:
        """`known`: puzzles, each with a first move that wins."""
        self._rng = random.Random(seed)
        self._moves = known
        self._known = list(known)
        # Of attempts, as last heard, by the token of their player.
        self._versions: dict[tuple[str | None, str], int] = {}

    def request(self, token: str | None) -> tuple[str, str, Any]:
        rng = self._rng
        id = rng.choice(STRANGE_IDS) if rng.random() < 0.15 else rng.choice(self._known)
        one = f"/v1/puzzles/{id}"
        if rng.random() < 0.6:
            act = rng.choice(ACTS)
            body = self._move(token, id) if act == "moves" else self._version(token, id)
            method, path = "POST", f"{one}/attempt/{act}"
        else:
            method, path, body = rng.choice([
                ("GET", "/v1/puzzles", None),
                ("POST", "/v1/puzzles/draw", self._draw()),
                ("GET", f"/v1/puzzles/daily{self._date()}", None),
                ("GET", one, None),
                ("PUT", f"{one}/attempt", None),
                ("GET", f"{one}/attempt", None),
                ("GET", f"/v1/players/{rng.choice(STRANGE_IDS)}/puzzles", None),
                ("GET", f"/v1/own-puzzle-attempts{self._page()}", None),
            ])  # fmt: skip
        if rng.random() < 0.1:
            method = rng.choice(METHODS)
        return method, path, self._spoilt(body)

    def _draw(self) -> Any:
        rng = self._rng
        return {
            "mode": rng.choice(["x0", "gomoku", "renju", "renju", "custom"]),
            "max_level": rng.randint(0, 7),
            "count": rng.choice([1, 1, 2, 50, 51]),
            "except": rng.sample(self._known, rng.randint(0, len(self._known))),
        }

    def heard(self, token: str | None, answer: Any) -> None:
        attempt = answer.get("attempt", answer)
        if "puzzle_id" in attempt and "version" in attempt:
            self._versions[token, attempt["puzzle_id"]] = attempt["version"]

    def _version(self, token: str | None, id: str) -> Any:
        known = self._versions.get((token, id), 1)
        return {"version": known if self._rng.random() < 0.8 else self._rng.randint(1, known + 2)}

    def _move(self, token: str | None, id: str) -> Any:
        rng = self._rng
        point = [rng.randint(0, 15), rng.randint(0, 15)]
        if rng.random() < 0.3:
            point = list(self._moves.get(id, (7, 7)))
        body = self._version(token, id) | {"point": point}
        return (
            body | {"seconds": rng.choice([0, 1, 86_400, 86_401])} if rng.random() < 0.2 else body
        )

    def _date(self) -> str:
        dates = [
            "",
            "?date=2026-11-30",
            "?date=2026-02-31",
            "?date=0000-00-00",
            "?date=x",
            "?date=",
        ]
        return self._rng.choice(dates)

    def _page(self) -> str:
        pages = ["", "?page_size=1", "?page_size=0", "?page_token=WzFd", "?page_token=!", "?x=1"]
        return self._rng.choice(pages)

    def _spoilt(self, body: Any) -> Any:
        rng = self._rng
        if rng.random() > 0.2:
            return body
        if isinstance(body, dict) and rng.random() < 0.8:
            body[rng.choice([*body, "more"])] = rng.choice(STRANGE)
            return body
        return rng.choice(STRANGE)


async def send(client: httpx.AsyncClient, chance: Chance, token: str | None) -> httpx.Response:
    method, path, body = chance.request(token)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    content = None if body is None else json.dumps(body).encode()
    answer = await client.request(method, path, content=content, headers=headers)
    if answer.status_code == 200:
        chance.heard(token, answer.json())
    return answer


async def test_strange_requests(cluster: Cluster) -> None:
    """By three players and nobody, all at the same puzzles, over both gateways."""
    unharmed = Unharmed(cluster)
    players = [await guest(cluster.urls) for _ in range(3)]
    drawn = [
        puzzle.puzzle_id
        for mode in ("x0", "gomoku", "renju")
        for puzzle in (await players[0].puzzles.draw(mode, 2, 5)).puzzles  # type: ignore[arg-type]
    ]
    victim = await Solver.arrive(cluster.urls)
    theirs = [await victim.client.puzzles.start(id) for id in drawn]
    moves = {one.puzzle.puzzle_id: solve_vct(position(one.puzzle)).line[0] for one in theirs}
    tokens = [*[await player.auth.token() for player in players], None, "garbage"]
    chance, rng = Chance(SEED, moves), random.Random(SEED)
    statuses: Counter[int] = Counter()
    left = iter(range(REQUESTS))
    wrong: list[str] = []

    async def worker(number: int) -> None:
        async with http(cluster.urls[number % 2]) as client:
            for _ in left:
                token = rng.choices(tokens, weights=[8, 8, 8, 2, 1])[0]
                answer = await send(client, chance, token)
                statuses[answer.status_code] += 1
                if answer.status_code >= 500 or not _harmless(answer):
                    wrong.append(f"{answer.request.url}: {answer.status_code} {answer.text[:500]}")

    await asyncio.gather(*(worker(number) for number in range(AT_ONCE)))
    assert wrong == []
    assert statuses.total() == REQUESTS
    # It was no rain of refusals: all of it came far.
    assert {200, 401, 404, 405, 409, 422} <= set(statuses)
    assert statuses[200] > REQUESTS / 10, statuses
    # Who played at the same puzzles has noticed nothing, and can go on.
    for view in theirs:
        now = await victim.client.puzzles.attempt(view.puzzle.puzzle_id)
        assert now.attempt == view.attempt
        await victim.solve(view.puzzle, view.attempt)
    for player in players:
        await check_attempts(player)
        await player.close()
    await victim.close()
    unharmed.check()


def _harmless(answer: httpx.Response) -> bool:
    """Whether nothing of an open attempt is given away, and refusals are what they should be."""
    if answer.request.method == "HEAD" or not answer.content:
        return True
    if answer.status_code >= 400:
        media = answer.headers["content-type"]
        return media == "application/problem+json" and "reason" in answer.json()
    found = answer.json()
    attempt = found.get("attempt", found)
    if attempt.get("status") in ("solved", "given_up"):
        return True
    return attempt.get("solution") is None and "first_moves" not in answer.text


async def check_attempts(player: Client) -> None:
    """What is left is possible: counts fit each other, and the moves are those of a game."""
    listed = [one async for one in player.puzzles.attempts()]
    for one in listed:
        view = await player.puzzles.attempt(one.puzzle_id)
        attempt = view.attempt
        assert (attempt.version, attempt.status) == (one.version, one.status)
        assert attempt.mistakes <= attempt.tries
        board = position(view.puzzle, attempt.played)
        if attempt.status == "solved":
            assert board.outcome is not None and board.outcome.winner == view.puzzle.attacker
        else:
            assert board.outcome is None
            assert board.to_move == view.puzzle.attacker
            assert judge(board, winning_move(board)).verdict == "right"
    progress = await player.puzzles.progress(player.player_id or "")
    solved = sum(row.solved for row in progress.levels)
    # Puzzles that were solved and begun anew are open again.
    assert solved >= sum(one.status == "solved" for one in listed)
    assert progress.rated == sum(one.rating is not None for one in listed)
