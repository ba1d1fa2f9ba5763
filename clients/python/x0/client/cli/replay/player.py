"""One recorded game through the server, by two clients."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from x0.client.cli.replay.recorded import Recorded
from x0.client.client import Client
from x0.client.models.base import Colour
from x0.client.models.games import Snapshot
from x0.client.models.settings import GameRequest
from x0.client.view import GameView

# Between one's move and the other's picture of it.
SEEN_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game as it ended on the server, and what differs from the record."""

    game: Recorded
    snapshot: Snapshot
    difference: str | None

    @property
    def first_score(self) -> float:
        result = self.snapshot.result
        if result is None or result.winner is None:
            return 0.5
        return 1.0 if result.winner == "first" else 0.0


async def replay(one: Client, two: Client, game: Recorded, request: GameRequest) -> Outcome:
    """Raises ClientError where the server does not play along."""
    seek = await one.seeks.create("challenge", request, to=two.player_id)
    game_id = await two.seeks.accept(seek.seek_id)
    views = await asyncio.gather(one.watch(game_id), two.watch(game_id))
    try:
        by_colour: dict[Colour, GameView] = {}
        for view in views:
            seat = view.my_seat
            colour = view.colour_of(seat) if seat is not None else None
            if colour is not None:
                by_colour[colour] = view
        black, white = by_colour["black"], by_colour["white"]
        await _moves(black, white, game)
        await _end(black, white, game)
        snapshot = await black.wait_over(SEEN_SECONDS)
        await white.wait(lambda view: view.version >= snapshot.version, SEEN_SECONDS)
        return Outcome(game, snapshot, _difference(game, snapshot, white.snapshot))
    finally:
        for view in views:
            await view.close()


async def _moves(black: GameView, white: GameView, game: Recorded) -> None:
    for ply, point in enumerate(game.moves):
        view = black if ply % 2 == 0 else white
        await view.wait(lambda v, ply=ply: v.ply >= ply or not v.active, SEEN_SECONDS)  # type: ignore[misc]
        if not view.active:
            return  # earlier than in the record: the comparison says so
        await view.place(point)


async def _end(black: GameView, white: GameView, game: Recorded) -> None:
    """What the record leaves open: who resigned or that both agreed, neither is on the board."""
    if game.end != "open" or not black.active:
        return
    await white.wait(lambda view: view.version >= black.version or not view.active, SEEN_SECONDS)
    match game.winner:
        case "black":
            await white.resign()
        case "white":
            await black.resign()
        case None if len(game.moves) < 2:
            await black.abort()
        case None:
            await black.offer_draw()
            await white.wait(lambda view: view.live.draw_offered_by is not None, SEEN_SECONDS)
            await white.accept_draw()


def _difference(game: Recorded, snapshot: Snapshot, other: Snapshot) -> str | None:
    if snapshot != other:
        return "the two players see different games"
    stones = tuple(stone.point for stone in snapshot.stones)
    if stones != game.moves:
        return f"{len(stones)} stones on the board, {len(game.moves)} in the record"
    result = snapshot.result
    if result is None:
        return None if game.end == "open" and len(game.moves) < 2 else "the game was aborted"
    winner = result.winner_colour
    if winner != game.winner:
        return f"{winner or 'nobody'} won, {game.winner or 'nobody'} in the record"
    possible = {
        "five": ("five", "overline"),
        "foul": ("foul",),
        "full_board": ("full_board",),
        "open": ("resignation", "agreed_draw"),
    }[game.end]
    if result.reason not in possible:
        return f"ended by {result.reason}, in the record by {game.end}"
    return None
