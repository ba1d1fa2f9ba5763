"""Games that a tournament seats: made once, and how they stand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from servicekit import clock
from servicekit.errors import Invalid

from x0_game.domain import play
from x0_game.domain.game import Game, Match, Player
from x0_game.domain.settings import Settings
from x0_game.service.games import Games

MOST_AT_ONCE = 100
SIDE_BY_SIDE = 16


@dataclass(frozen=True, slots=True)
class Seats:
    game_id: str
    first: Player
    second: Player
    board: int


class TournamentGames:
    def __init__(self, games: Games) -> None:
        self._games = games

    async def create(
        self, tournament: str, round: int, settings: Settings, seats: Sequence[Seats]
    ) -> None:
        """Safe to repeat: a game that is there stays as it is."""
        _check_count(len(seats))
        if not tournament or settings.games != 1 or settings.private or settings.takebacks:
            raise Invalid("bad_settings", "a tournament game is one public game without takebacks")

        async def one(seat: Seats) -> None:
            first = await self._games.rated_player(settings.mode, seat.first)
            second = await self._games.rated_player(settings.mode, seat.second)
            match = Match(seat.game_id, tournament=tournament, round=round, board=seat.board)
            await self._games.start(
                *play.start(seat.game_id, settings, first, second, clock.now_ms(), match)
            )

        for start in range(0, len(seats), SIDE_BY_SIDE):
            await asyncio.gather(*map(one, seats[start : start + SIDE_BY_SIDE]))

    async def settle(self, ids: Sequence[str], no_show_ms: int) -> list[Game | None]:
        """The games, those with an absent player aborted; None for one that is not there."""
        _check_count(len(ids))
        found: list[Game | None] = []
        for start in range(0, len(ids), SIDE_BY_SIDE):
            part = ids[start : start + SIDE_BY_SIDE]
            found += await asyncio.gather(*(self._games.settled(one, no_show_ms) for one in part))
        return found


def _check_count(count: int) -> None:
    if count > MOST_AT_ONCE:
        raise Invalid("too_many_games", f"at most {MOST_AT_ONCE} games at once")
