"""Puzzles: choosing them, playing them, and what was solved."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import date
from typing import Any
from urllib.parse import quote

from x0.client.auth import Auth
from x0.client.decode import decode
from x0.client.models.base import Point
from x0.client.models.puzzles import (
    Attempt,
    AttemptPage,
    AttemptSummary,
    AttemptView,
    DailyPuzzle,
    DrawnPuzzles,
    Puzzle,
    PuzzleBase,
    PuzzleLevel,
    PuzzleMode,
    PuzzleProgress,
    Refutation,
)
from x0.client.records import pages


class Puzzles:
    """An attempt is changed by handing in the one that is known; the answer is the next one.

    Each change is done once, however often it has to be sent. `Refused` with `attempt_moved_on`:
    the attempt that was handed in is an old one; ask for it again with `attempt`.
    """

    def __init__(self, auth: Auth) -> None:
        self._auth = auth

    # Choosing

    async def base(self) -> list[PuzzleLevel]:
        """How many puzzles there are of each mode and level."""
        return list(decode(PuzzleBase, await self._auth.call("GET", "/v1/puzzles")).levels)

    async def draw(
        self, mode: PuzzleMode, max_level: int = 6, count: int = 1, besides: Sequence[str] = ()
    ) -> DrawnPuzzles:
        """Puzzles that the player has not seen, at random, of this level (1 to 6) and below.

        They count as seen once they are begun; `besides` are left out as well. At most 50.
        """
        body = {"mode": mode, "max_level": max_level, "count": count, "except": list(besides)}
        answer = await self._auth.call("POST", "/v1/puzzles/draw", body=body, repeat=True)
        return decode(DrawnPuzzles, answer)

    async def daily(self, day: date | None = None) -> DailyPuzzle:
        """The puzzle of a day, by default today's, by UTC; the same for everyone."""
        params = {} if day is None else {"date": day.isoformat()}
        return decode(DailyPuzzle, await self._auth.call("GET", "/v1/puzzles/daily", params=params))

    async def get(self, puzzle_id: str) -> Puzzle:
        return decode(
            Puzzle, await self._auth.call("GET", f"/v1/puzzles/{quote(puzzle_id, safe='')}")
        )

    # Playing

    async def start(self, puzzle_id: str) -> AttemptView:
        """Begins, or goes on with the attempt that is open; begins anew what was ended."""
        return decode(AttemptView, await self._auth.call("PUT", _path(puzzle_id)))

    async def attempt(self, puzzle_id: str) -> AttemptView:
        """As it is now; `Refused` (404) where the player has not begun."""
        return decode(AttemptView, await self._auth.call("GET", _path(puzzle_id)))

    async def move(self, attempt: Attempt, point: Point, *, seconds: int = 0) -> Attempt:
        """A move of the attacker; `last` of the answer judges it.

        `seconds`: how long the player has had the puzzle, where that was without a connection.

        Raises:
            Refused: `occupied`, `off_board`: it does not count; `attempt_over`.
        """
        body = {"point": list(point), "seconds": seconds}
        return decode(Attempt, await self._change(attempt, "moves", **body))

    async def explain(self, attempt: Attempt) -> tuple[Point, ...]:
        """What the defender plays against the last move, which was wrong, and how it goes on."""
        return decode(Refutation, await self._change(attempt, "explanation")).refutation

    async def hint(self, attempt: Attempt) -> Attempt:
        """One more for the present position: a theme, an area, the move."""
        return decode(Attempt, await self._change(attempt, "hints"))

    async def restart(self, attempt: Attempt) -> Attempt:
        """Back to the first position; what was tried so far still counts."""
        return decode(Attempt, await self._change(attempt, "restart"))

    async def give_up(self, attempt: Attempt) -> Attempt:
        """Ends it unsolved; the answer has the solution."""
        return decode(Attempt, await self._change(attempt, "give-up"))

    async def _change(self, attempt: Attempt, what: str, **body: Any) -> Any:
        path = f"{_path(attempt.puzzle_id)}/{what}"
        body["version"] = attempt.version
        return await self._auth.call("POST", path, body=body, repeat=True)

    # What was solved

    async def progress(self, player_id: str) -> PuzzleProgress:
        """Of any player."""
        answer = await self._auth.call("GET", f"/v1/players/{player_id}/puzzles")
        return decode(PuzzleProgress, answer)

    async def attempts(self) -> AsyncIterator[AttemptSummary]:
        """One's own, the one begun last first."""
        async for page in pages(self._auth, "/v1/own-puzzle-attempts", {}):
            for one in decode(AttemptPage, page).attempts:
                yield one


def _path(puzzle_id: str) -> str:
    return f"/v1/puzzles/{quote(puzzle_id, safe='')}/attempt"
