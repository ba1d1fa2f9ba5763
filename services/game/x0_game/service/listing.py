"""Reading games: lists, and what a point of a game means."""

from __future__ import annotations

from dataclasses import dataclass

from x0_engine import Foul

from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import Game
from x0_game.domain.turns import Board, Point
from x0_game.service.games import Games
from x0_game.service.names import Names
from x0_game.service.ports import GameStore
from x0_game.service.seeks import MOST_GAMES


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a stone of the side to move would be: a foul with its lines, or a win."""

    foul: Foul | None
    wins: bool


class Listing:
    def __init__(self, store: GameStore, games: Games, names: Names) -> None:
        self._store = store
        self._names = names
        self._games = games

    async def unfinished(self, player_id: str) -> list[Game]:
        found = await self._store.unfinished_of(player_id, MOST_GAMES)
        return await self._names.of_games(found)

    async def games(
        self, *, player_id: str, status: str, mode: str, caller: str,
        before: tuple[int, str] | None, limit: int,
    ) -> list[Game]:  # fmt: skip
        """Newest first. Private games are listed for their own players only."""
        if player_id:
            own = caller == player_id
            found = await self._store.games_of(player_id, status, mode, own, before, limit)
        else:
            found = await self._store.public_games(status, mode, before, limit)
        return await self._names.of_games(found)

    async def explain(self, game_id: str, ply: int, point: Point, caller: str) -> Verdict:
        """Judges an empty point of the board at a ply.

        Raises:
            NotAllowed: the game is being played without foul marks.
            Refusal: no such ply, or the point is not an empty one.
        """
        game = await self._games.get(game_id, caller)
        if game.active and not game.settings.foul_marks:
            raise NotAllowed("marks_off", "this game is played without foul marks")
        if not 0 <= ply <= game.board.ply:
            raise Refusal("bad_ply", f"this game has plies 0 to {game.board.ply}")
        board = Board.of(game.settings, [t for t in game.turns if t.ply < ply])
        position = board.position
        if position is None:
            return Verdict(None, False)
        if point not in position.empty_points():
            raise Refusal("bad_point", "choose an empty point of the board")
        foul = position.foul_at(point) if position.to_move == "black" else None
        return Verdict(foul, point in position.winning_points(position.to_move))
