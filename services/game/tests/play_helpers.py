"""Games in the domain, without services."""

from __future__ import annotations

from typing import Any

from x0_game.domain import play
from x0_game.domain.actions import Action, Moment
from x0_game.domain.game import Event, Game, Player
from x0_game.domain.settings import Settings, TimeControl, make_settings

NOW = 1_700_000_000_000
ANNA = Player("anna", "Anna")
BORIS = Player("boris", "Boris")


def settings(mode: str = "x0", control: TimeControl | None = None, **more: Any) -> Settings:
    more.setdefault("rated", False)
    return make_settings(mode, control or TimeControl(False, 300, 3), **more)


def new_game(mode: str = "x0", **more: Any) -> Game:
    game, _ = play.start("g1", settings(mode, **more), ANNA, BORIS, NOW)
    return game


def name(game: Game, seat: str) -> str:
    return game.first.id if seat == "first" else game.second.id


def do(
    game: Game, who: str, kind: str, *, at: int | None = None, new_id: str = "next", **more: Any
) -> tuple[Game, tuple[Event, ...]]:
    """`who`: a seat or a player id; turns are meant for the present ply unless said."""
    if who in ("first", "second"):
        who = name(game, who)
    now = game.clock.since + 1_000 if at is None else at
    more.setdefault("ply", game.board.ply)
    return play.act(game, who, Action(kind, **more), Moment(now, now, new_id=new_id))  # type: ignore[arg-type]


def place(game: Game, x: int, y: int, **more: Any) -> Game:
    """The side to act places a stone."""
    seat = game.to_act
    assert seat is not None
    return do(game, seat, "place", points=((x, y),), **more)[0]


def play_out(game: Game, points: list[tuple[int, int]]) -> Game:
    for x, y in points:
        game = place(game, x, y)
    return game
