"""What one side asks and the other answers: draws, takebacks, rematches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from x0_game.domain.actions import Action, Moment
from x0_game.domain.changes import (
    Change,
    ended_event,
    need_active,
    need_draw_ply,
    next_version,
    remember,
    tell,
)
from x0_game.domain.clock import Seat, other
from x0_game.domain.errors import Refusal
from x0_game.domain.game import Event, Game, Result
from x0_game.domain.turns import Board

# A rematch can be offered this long after the end.
REMATCH_MS = 10 * 60_000


def _offer_draw(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    need_active(game)
    if game.settings.no_draw:
        raise Refusal("no_draw", "this game was set up without draws by agreement")
    need_draw_ply(game)
    if game.draw_offered_by == other(seat):
        return _accept_draw(game, seat, action, moment)
    if len({turn.seat for turn in game.turns}) < 2:
        raise Refusal("too_early", "offer a draw after both sides have moved")
    own, theirs = game.draw_offer_turns if seat == "first" else game.draw_offer_turns[::-1]
    if game.draw_offered_by == seat or own == len(game.turns):
        raise Refusal("already_offered", "you have offered a draw at this move already")
    turns = (len(game.turns), theirs)
    return tell(
        game, seat, action, moment, "draw_offered",
        draw_offered_by=seat,
        draw_offer_turns=turns if seat == "first" else turns[::-1],
    )  # fmt: skip


def _accept_draw(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    need_active(game)
    if game.draw_offered_by != other(seat):
        raise Refusal("nothing_offered", "there is no draw offer to accept")
    need_draw_ply(game)
    game = replace(game, recent_actions=remember(game, seat, action.id))
    return ended_event(game, Result("agreed_draw", None), moment)


def _decline_draw(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    need_active(game)
    if game.draw_offered_by != other(seat):
        raise Refusal("nothing_offered", "there is no draw offer to decline")
    return tell(game, seat, action, moment, "draw_declined", draw_offered_by=None)


def _ask_takeback(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    need_active(game)
    given = game.takebacks[0 if seat == "first" else 1]
    if game.settings.takebacks == 0:
        raise Refusal("takebacks_off", "this game was set up without takebacks")
    if given >= game.settings.takebacks:
        raise Refusal("no_takebacks_left", f"all {given} takebacks of this game are used")
    if game.takeback_asked_by is not None:
        raise Refusal("already_asked", "a takeback has been asked for already")
    if _turns_after_takeback(game, seat) is None:
        raise Refusal("nothing_to_take_back", "there is no move of yours to take back")
    return tell(game, seat, action, moment, "takeback_asked", takeback_asked_by=seat)


def _accept_takeback(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    need_active(game)
    asker = game.takeback_asked_by
    if asker != other(seat):
        raise Refusal("nothing_asked", "there is no takeback to accept")
    keep = _turns_after_takeback(game, asker)
    if keep is None:
        raise AssertionError("a takeback was asked for and there is nothing to take back")
    new = next_version(game, turns=game.turns[:keep], board=None, takeback_asked_by=None)
    clock = replace(game.clock.settle(moment.now, moment.outages), running=new.board.to_act)
    first, second = game.takebacks
    new = replace(
        new,
        clock=clock,
        draw_offered_by=None,
        takebacks=(first + 1, second) if asker == "first" else (first, second + 1),
        recent_actions=remember(game, seat, action.id),
    )
    return new, (Event("takeback_given", moment.now, new, seat),)


def _decline_takeback(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    need_active(game)
    if game.takeback_asked_by != other(seat):
        raise Refusal("nothing_asked", "there is no takeback to decline")
    return tell(game, seat, action, moment, "takeback_declined", takeback_asked_by=None)


def _rematch(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    if game.active:
        raise Refusal("game_not_over", "a rematch can be offered when the game is over")
    if game.match.tournament:
        raise Refusal("rematch_off", "there are no rematches of tournament games")
    if game.next_game_id is not None:
        raise Refusal("next_game_set", "the next game is set", game_id=game.next_game_id)
    if moment.now - (game.finished_at or 0) > REMATCH_MS:
        raise Refusal("too_late", "a rematch can be offered up to ten minutes after the end")
    if game.rematch_offered_by == seat:
        raise Refusal("already_offered", "you have offered a rematch already")
    if game.rematch_offered_by is None:
        return tell(game, seat, action, moment, "rematch_offered", rematch_offered_by=seat)
    return tell(game, seat, action, moment, "next_game_set", next_game_id=moment.new_id)


def _decline_rematch(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    """Declines the other's offer, or takes back one's own."""
    if game.active or game.next_game_id is not None or game.rematch_offered_by is None:
        raise Refusal("nothing_offered", "there is no rematch offer to decline")
    return tell(game, seat, action, moment, "rematch_declined", rematch_offered_by=None)


def _turns_after_takeback(game: Game, seat: Seat) -> int | None:
    """Turns that remain when `seat` takes back its last stone; None if there is none.

    The opening is never taken back: others have decided on it.
    """
    for keep in range(len(game.turns) - 1, -1, -1):
        turn = game.turns[keep]
        if turn.seat == seat and turn.kind in ("place", "pass"):
            in_opening = Board.of(game.settings, game.turns[:keep]).position is None
            return None if in_opening else keep
    return None


OFFERS: dict[str, Callable[[Game, Seat, Action, Moment], Change]] = {
    "offer_draw": _offer_draw,
    "accept_draw": _accept_draw,
    "decline_draw": _decline_draw,
    "ask_takeback": _ask_takeback,
    "accept_takeback": _accept_takeback,
    "decline_takeback": _decline_takeback,
    "rematch": _rematch,
    "decline_rematch": _decline_rematch,
}
