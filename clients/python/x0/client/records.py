"""Games and ratings that are asked for, not followed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from x0.client.auth import Auth
from x0.client.decode import decode
from x0.client.models.base import GameStatus, Mode, Point, RatedMode
from x0.client.models.events import GameEvent, game_event
from x0.client.models.games import Explanation, GamePage, GameSummary, Snapshot
from x0.client.models.ratings import (
    Leaderboard,
    LeaderboardRow,
    RatedGame,
    Rating,
    RatingHistory,
    Ratings,
)

PAGE_SIZE = 100


class Games:
    def __init__(self, auth: Auth) -> None:
        self._auth = auth

    async def get(self, game_id: str) -> Snapshot:
        """A game as it is; of a finished one everything, with the time of each move."""
        return decode(Snapshot, await self._auth.call("GET", f"/v1/games/{game_id}"))

    async def events(self, game_id: str, after: int) -> tuple[Snapshot | None, list[GameEvent]]:
        """The events after a version; a snapshot instead where they are no longer kept."""
        answer = await self._auth.call(
            "GET", f"/v1/games/{game_id}/events", params={"after": after}
        )
        snapshot = answer["snapshot"]
        events = [game_event(e["version"], e["event"]) for e in answer["events"]]
        return (None if snapshot is None else decode(Snapshot, snapshot)), events

    async def live(self, mode: Mode | None = None) -> AsyncIterator[GameSummary]:
        """Public games that are played now, newest first."""
        params = {} if mode is None else {"mode": mode}
        async for page in pages(self._auth, "/v1/games", params):
            for game in decode(GamePage, page).games:
                yield game

    async def of(
        self, player_id: str, *, status: GameStatus | None = None, mode: Mode | None = None
    ) -> AsyncIterator[GameSummary]:
        """Newest first."""
        given = {"status": status, "mode": mode}
        params = {name: value for name, value in given.items() if value is not None}
        async for page in pages(self._auth, f"/v1/players/{player_id}/games", params):
            for game in decode(GamePage, page).games:
                yield game

    async def explain(self, game_id: str, ply: int, point: Point) -> Explanation:
        params = {"ply": ply, "x": point[0], "y": point[1]}
        answer = await self._auth.call("GET", f"/v1/games/{game_id}/explain", params=params)
        return decode(Explanation, answer)


class RatingTables:
    def __init__(self, auth: Auth) -> None:
        self._auth = auth

    async def of(self, player_id: str) -> dict[RatedMode, Rating]:
        answer = await self._auth.call("GET", f"/v1/players/{player_id}/ratings")
        return {rating.mode: rating for rating in decode(Ratings, answer).ratings}

    async def history(self, player_id: str, mode: RatedMode) -> AsyncIterator[RatedGame]:
        """Rated games, newest first."""
        path = f"/v1/players/{player_id}/ratings/{mode}/history"
        async for page in pages(self._auth, path, {}):
            for game in decode(RatingHistory, page).games:
                yield game

    async def leaderboard(self, mode: RatedMode) -> AsyncIterator[LeaderboardRow]:
        """Best first, all of it: stop when you have seen enough."""
        async for page in pages(self._auth, f"/v1/leaderboards/{mode}", {}):
            for row in decode(Leaderboard, page).rows:
                yield row

    async def top(self, mode: RatedMode, count: int = 20) -> Leaderboard:
        """The first rows, at most 100, and how many players are ranked."""
        params = {"page_size": count}
        return decode(
            Leaderboard, await self._auth.call("GET", f"/v1/leaderboards/{mode}", params=params)
        )

    async def of_game(self, game_id: str) -> RatedGame:
        """What a game did to both ratings; `Refused` (404) while it is not rated."""
        return decode(RatedGame, await self._auth.call("GET", f"/v1/games/{game_id}/ratings"))


async def pages(auth: Auth, path: str, params: dict[str, Any]) -> AsyncIterator[Any]:
    token: str | None = ""
    while token is not None:
        asked = {**params, "page_size": PAGE_SIZE}
        if token:
            asked["page_token"] = token
        page = await auth.call("GET", path, params=asked)
        yield page
        token = page.get("next_page_token")
