"""Puzzles played as a program would that has the engine; all that comes back is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import httpx
from players import guest
from x0.client import Client
from x0.client.models.base import Point
from x0.client.models.puzzles import Attempt, AttemptView, Puzzle
from x0.client.rest import http_client
from x0_engine import Position, continuation, judge

SIZE = 15
CORNERS = [(x, y) for x in (0, 14, 1, 13) for y in (0, 14, 1, 13)]


class Solver:
    """A guest with the engine. `heard`: the text of every answer."""

    def __init__(self, client: Client, http: httpx.AsyncClient, heard: list[str]) -> None:
        self.client = client
        self.heard = heard
        self._http = http

    @classmethod
    async def arrive(cls, urls: list[str]) -> Solver:
        heard: list[str] = []

        async def hear(response: httpx.Response) -> None:
            await response.aread()
            heard.append(response.text)

        http = http_client(urls)
        http.event_hooks = {"response": [hear]}
        return cls(await guest(urls, http=http), http, heard)

    async def close(self) -> None:
        await self.client.close()
        await self._http.aclose()

    @property
    def id(self) -> str:
        assert self.client.player_id is not None
        return self.client.player_id

    async def begin(self, mode: Any = "x0", level: int = 6) -> AttemptView:
        """A puzzle of just this level, begun."""
        for _ in range(20):
            drawn = await self.client.puzzles.draw(mode, level, 50)
            for puzzle in drawn.puzzles:
                if puzzle.level == level:
                    return await self.client.puzzles.start(puzzle.puzzle_id)
        raise AssertionError(f"no puzzle of {mode} and level {level} is drawn")

    async def solve(self, puzzle: Puzzle, attempt: Attempt) -> Attempt:
        """Plays what the engine says until it is solved."""
        while not attempt.over:
            move = winning_move(position(puzzle, attempt.played))
            attempt = await self.client.puzzles.move(attempt, move)
            assert attempt.last is not None
            assert attempt.last.verdict == "right", (puzzle.puzzle_id, attempt)
        return attempt


def position(puzzle: Puzzle, played: Iterable[Point] = ()) -> Position:
    made = Position(puzzle.ruleset)
    for point in (*puzzle.moves, *played):
        made.play(point)
    return made


def winning_move(board: Position) -> Point:
    """Of a position that is won: by fours and threes, or after a four was stopped."""
    return continuation(board, 5_000_000)[0]


def wrong_move(puzzle: Puzzle) -> Point:
    """Far away where that is possible: now and then it is hard to decide."""
    board = position(puzzle)
    points = sorted(board.legal_points(), key=CORNERS.__contains__, reverse=True)
    return next(point for point in points if judge(board, point).verdict == "wrong")


def gives_away(heard: Iterable[str], attempt: Attempt) -> list[str]:
    """Answers before the end of this attempt in which something of its solution stands."""
    assert attempt.solution is not None
    line = json.dumps([list(point) for point in attempt.solution.line])
    words = ("first_moves", "difficulty", "themes", line[1:-1])
    found = []
    for text in heard:
        told = json.loads(text, object_hook=_without_stones)
        one = told.get("attempt", told)
        if one.get("status") in ("solved", "given_up"):
            continue
        if any(word in json.dumps(told) for word in words) or one.get("solution") is not None:
            found.append(text)
    return found


def _without_stones(told: dict[str, Any]) -> dict[str, Any]:
    """In the games that led to fifty puzzles a short solution of another one stands by chance."""
    return {key: value for key, value in told.items() if key != "moves"}
