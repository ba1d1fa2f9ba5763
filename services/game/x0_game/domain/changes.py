"""How a change of a game is written: a version up, the events that tell it."""

from __future__ import annotations

from dataclasses import replace

from x0_game.domain.actions import Action, Moment
from x0_game.domain.clock import Seat
from x0_game.domain.errors import Refusal
from x0_game.domain.game import REMEMBERED_ACTIONS, Event, EventKind, Game, Result

Change = tuple[Game, tuple[Event, ...]]


def need_active(game: Game) -> None:
    if not game.active:
        raise Refusal("game_over", "the game is over")


def need_draw_ply(game: Game) -> None:
    """Before this ply the two may not agree on a draw, in whatever way."""
    ply = game.settings.draw_ply
    if game.board.ply < ply:
        raise Refusal("draw_too_early", f"a draw can be agreed from ply {ply} on", ply=str(ply))


def next_version(game: Game, **changes: object) -> Game:
    return replace(game, version=game.version + 1, **changes)  # type: ignore[arg-type]


def tell(
    game: Game, seat: Seat, action: Action, moment: Moment, kind: EventKind, **changes: object
) -> Change:
    new = next_version(game, recent_actions=remember(game, seat, action.id), **changes)
    return new, (Event(kind, moment.now, new, seat),)


def ended_event(game: Game, result: Result, moment: Moment, at: int | None = None) -> Change:
    new = over(next_version(game), result, moment, moment.now if at is None else at)
    return new, (Event("ended", moment.now, new),)


def over(game: Game, result: Result, moment: Moment, at: int) -> Game:
    """`game` over, in the same version; the next of a match is promised with it."""
    more = game.match.number < game.match.total
    return replace(
        game,
        status="finished",
        result=result,
        finished_at=at,
        clock=game.clock.stop(at, moment.outages),
        draw_offered_by=None,
        takeback_asked_by=None,
        next_game_id=moment.new_id if more else None,
    )


def won(game: Game, winner: Seat, reason: str) -> Result:
    return Result(
        reason=reason,  # type: ignore[arg-type]
        winner=winner,
        winner_colour=game.board.colour_of(winner),
    )


def remembered(seat: Seat, action_id: str) -> str:
    return f"{seat[0]}:{action_id}"


def remember(game: Game, seat: Seat, action_id: str) -> tuple[str, ...]:
    if not action_id:
        return game.recent_actions
    return (*game.recent_actions, remembered(seat, action_id))[-REMEMBERED_ACTIONS:]
