"""Every action of a player on a game: state in, (new state, events) out.

Nothing here does I/O; a refused action raises `Refusal` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from x0_game.domain.actions import TURN_KINDS, Action, Moment
from x0_game.domain.clock import Clock, Seat, other
from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import (
    REMEMBERED_ACTIONS,
    Event,
    EventKind,
    Game,
    Match,
    Player,
    Result,
    outcome_result,
)
from x0_game.domain.settings import Settings
from x0_game.domain.turns import Board, Turn, TurnKind

Change = tuple[Game, tuple[Event, ...]]

# A match's next game waits this long with the clocks stopped, so that both find it.
MATCH_BREAK_MS = 5_000
# A rematch can be offered this long after the end.
REMATCH_MS = 10 * 60_000


def start(
    game_id: str,
    settings: Settings,
    first: Player,
    second: Player,
    now: int,
    match: Match | None = None,
    clock_from: int | None = None,
) -> Change:
    """A new game; its clock runs from the start (or from `clock_from`)."""
    control = settings.time_control
    base = control.initial_seconds * 1000
    clock = Clock(
        timed=not control.untimed,
        first=base,
        second=base,
        running=None,
        since=now if clock_from is None else clock_from,
        increment=control.increment_seconds * 1000,
    )
    game = Game(
        id=game_id,
        version=1,
        settings=settings,
        first=first,
        second=second,
        match=match or Match(id=game_id, total=settings.games),
        created_at=now,
        clock=clock,
    )
    game = replace(game, clock=replace(clock, running=game.board.to_act))
    return game, (Event("started", now, game),)


def act(game: Game, player_id: str, action: Action, moment: Moment) -> Change:
    """One action of a player.

    A repeated action (same `id`, or the same turn for the same ply) gives the
    game unchanged and no events.

    Raises:
        NotAllowed: the player is not seated in this game.
        Refusal: the action is not possible now; the reason says why.
    """
    seat = game.seat_of(player_id)
    if seat is None:
        raise NotAllowed("not_a_player", "only the two players of this game may act in it")
    if action.id and _remembered(seat, action.id) in game.recent_actions:
        return game, ()
    if action.kind in TURN_KINDS:
        return _turn(game, seat, action, moment)
    new, events = _OTHER[action.kind](game, seat, action, moment)
    return new, events


def flag(game: Game, moment: Moment) -> Change | None:
    """Ends a game whose running clock is out of time at `moment.now`; else None."""
    if not game.active or not game.clock.expired(moment.now, moment.outages):
        return None
    loser = cast(Seat, game.clock.running)
    deadline = cast(int, game.clock.deadline(moment.outages))
    clock = game.clock.settle(deadline, moment.outages)
    new = replace(game, clock=clock)
    return _end(new, _won(new, other(loser), "time"), moment, at=deadline)


def give_back(game: Game, moment: Moment) -> Change | None:
    """Writes down the running clock with the outages taken off; None when none runs."""
    if not game.active or game.clock.running is None or not game.clock.timed:
        return None
    new = _next(game, clock=game.clock.settle(moment.now, moment.outages))
    return new, (Event("clocks_adjusted", moment.now, new),)


def follow_up(game: Game, now: int) -> Change | None:
    """The game that `next_game_id` promises: the next of a match, or a rematch."""
    if game.next_game_id is None:
        return None
    rematch = game.rematch_offered_by is not None
    if rematch:
        match = Match(id=game.next_game_id, total=game.settings.games)
    else:
        match = Match(
            id=game.match.id,
            number=game.match.number + 1,
            total=game.match.total,
            # Seats change places, so do the scores.
            first_score=game.match.second_score + game.score("second"),
            second_score=game.match.first_score + game.score("first"),
        )
    return start(
        game.next_game_id,
        game.settings,
        game.second,
        game.first,
        now,
        match,
        clock_from=None if rematch else now + MATCH_BREAK_MS,
    )


def _turn(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    turn = Turn(
        kind=cast(TurnKind, action.kind),
        seat=seat,
        points=action.points,
        colour=action.colour,
        count=action.count,
        ply=game.board.ply if action.ply is None else action.ply,
    )
    if action.ply is None:
        raise Refusal("ply_missing", "say for which ply the turn is meant")
    try:
        return _fresh_turn(game, turn, action, moment)
    except Refusal:
        # Refused as it stands; but perhaps it is the repetition of a turn that was taken.
        if any(turn.same_action(t) for t in reversed(game.turns)):
            return game, ()
        raise


def _fresh_turn(game: Game, turn: Turn, action: Action, moment: Moment) -> Change:
    seat = turn.seat
    _need_active(game)
    if turn.ply != game.board.ply:
        raise Refusal(
            "stale_ply",
            f"this was meant for ply {turn.ply}, the game is at ply {game.board.ply}",
            ply=str(game.board.ply),
            version=str(game.version),
        )
    if game.to_act != seat:
        raise Refusal("not_your_turn", "it is the other player's turn")
    if game.clock.expired(min(moment.received, moment.now), moment.outages):
        raise Refusal("time_is_up", "your time is up")
    board = game.board.copy()
    colour = board.colour_to_place
    board.apply(turn)
    outcome = board.outcome
    next_to_act = None if outcome is not None else board.to_act
    clock, spent = game.clock.turn(
        next_to_act,
        received=moment.received,
        now=moment.now,
        lag=moment.lag,
        outages=moment.outages,
    )
    if turn.kind == "place":
        turn = replace(turn, colour=colour)
    new = _next(
        game,
        turns=(*game.turns, replace(turn, spent=spent)),
        board=board,
        clock=clock,
        # A turn is an answer to what was offered before it.
        draw_offered_by=None if game.draw_offered_by == other(seat) else game.draw_offered_by,
        takeback_asked_by=None,
        recent_actions=_remember(game, seat, action.id),
    )
    before = len(game.board.stones)
    if outcome is None:
        return new, (Event("turn_played", moment.now, new, seat, before),)
    black = board.black
    if black is None:
        raise AssertionError("an outcome without colours")
    new = _ended(new, outcome_result(outcome, black), moment, moment.now)
    return new, (Event("turn_played", moment.now, new, seat, before),)


def _resign(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    _need_active(game)
    game = replace(game, recent_actions=_remember(game, seat, action.id))
    return _end(game, _won(game, other(seat), "resignation"), moment)


def _abort(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    _need_active(game)
    acted = {turn.seat for turn in game.turns}
    if len(acted) == 2:
        raise Refusal("too_late_to_abort", "both sides have moved; resign instead")
    new = _next(
        game,
        status="aborted",
        finished_at=moment.now,
        clock=game.clock.stop(moment.now, moment.outages),
        draw_offered_by=None,
        takeback_asked_by=None,
        recent_actions=_remember(game, seat, action.id),
    )
    return new, (Event("ended", moment.now, new, seat),)


def _offer_draw(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    _need_active(game)
    if game.settings.no_draw:
        raise Refusal("no_draw", "this game was set up without draws by agreement")
    if game.draw_offered_by == other(seat):
        return _accept_draw(game, seat, action, moment)
    if len({turn.seat for turn in game.turns}) < 2:
        raise Refusal("too_early", "offer a draw after both sides have moved")
    own, theirs = game.draw_offer_turns if seat == "first" else game.draw_offer_turns[::-1]
    if game.draw_offered_by == seat or own == len(game.turns):
        raise Refusal("already_offered", "you have offered a draw at this move already")
    turns = (len(game.turns), theirs)
    return _say(
        game, seat, action, moment, "draw_offered",
        draw_offered_by=seat,
        draw_offer_turns=turns if seat == "first" else turns[::-1],
    )  # fmt: skip


def _accept_draw(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    _need_active(game)
    if game.draw_offered_by != other(seat):
        raise Refusal("nothing_offered", "there is no draw offer to accept")
    game = replace(game, recent_actions=_remember(game, seat, action.id))
    return _end(game, Result("agreed_draw", None), moment)


def _decline_draw(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    _need_active(game)
    if game.draw_offered_by != other(seat):
        raise Refusal("nothing_offered", "there is no draw offer to decline")
    return _say(game, seat, action, moment, "draw_declined", draw_offered_by=None)


def _ask_takeback(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    _need_active(game)
    given = game.takebacks[0 if seat == "first" else 1]
    if game.settings.takebacks == 0:
        raise Refusal("takebacks_off", "this game was set up without takebacks")
    if given >= game.settings.takebacks:
        raise Refusal("no_takebacks_left", f"all {given} takebacks of this game are used")
    if game.takeback_asked_by is not None:
        raise Refusal("already_asked", "a takeback has been asked for already")
    if _turns_after_takeback(game, seat) is None:
        raise Refusal("nothing_to_take_back", "there is no move of yours to take back")
    return _say(game, seat, action, moment, "takeback_asked", takeback_asked_by=seat)


def _accept_takeback(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    _need_active(game)
    asker = game.takeback_asked_by
    if asker != other(seat):
        raise Refusal("nothing_asked", "there is no takeback to accept")
    keep = _turns_after_takeback(game, asker)
    if keep is None:
        raise AssertionError("a takeback was asked for and there is nothing to take back")
    new = _next(game, turns=game.turns[:keep], board=None, takeback_asked_by=None)
    clock = replace(game.clock.settle(moment.now, moment.outages), running=new.board.to_act)
    first, second = game.takebacks
    new = replace(
        new,
        clock=clock,
        draw_offered_by=None,
        takebacks=(first + 1, second) if asker == "first" else (first, second + 1),
        recent_actions=_remember(game, seat, action.id),
    )
    return new, (Event("takeback_given", moment.now, new, seat),)


def _decline_takeback(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    _need_active(game)
    if game.takeback_asked_by != other(seat):
        raise Refusal("nothing_asked", "there is no takeback to decline")
    return _say(game, seat, action, moment, "takeback_declined", takeback_asked_by=None)


def _claim_no_draw(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    """Decision 18: holds if the opponent could never make a winning row any more."""
    _need_active(game)
    if not game.settings.no_draw:
        raise Refusal("no_draw_off", "this game was not set up with the no-draw rule")
    position = game.board.position
    opponent = game.board.colour_of(other(seat))
    if position is None or opponent is None:
        raise Refusal("too_early", "there is nothing to claim during the opening")
    if game.to_act != seat:
        raise Refusal("not_your_turn", "claim when it is your turn")
    if position.can_win(opponent):
        raise Refusal("claim_fails", "the opponent can still make a winning row")
    game = replace(game, recent_actions=_remember(game, seat, action.id))
    return _end(game, _won(game, seat, "no_draw"), moment)


def _rematch(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    if game.active:
        raise Refusal("game_not_over", "a rematch can be offered when the game is over")
    if game.next_game_id is not None:
        raise Refusal("next_game_set", "the next game is set", game_id=game.next_game_id)
    if moment.now - (game.finished_at or 0) > REMATCH_MS:
        raise Refusal("too_late", "a rematch can be offered up to ten minutes after the end")
    if game.rematch_offered_by == seat:
        raise Refusal("already_offered", "you have offered a rematch already")
    if game.rematch_offered_by is None:
        return _say(game, seat, action, moment, "rematch_offered", rematch_offered_by=seat)
    return _say(game, seat, action, moment, "next_game_set", next_game_id=moment.new_id)


def _decline_rematch(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    """Declines the other's offer, or takes back one's own."""
    if game.active or game.next_game_id is not None or game.rematch_offered_by is None:
        raise Refusal("nothing_offered", "there is no rematch offer to decline")
    return _say(game, seat, action, moment, "rematch_declined", rematch_offered_by=None)


_OTHER: dict[str, Callable[[Game, Seat, Action, Moment], Change]] = {
    "resign": _resign,
    "offer_draw": _offer_draw,
    "accept_draw": _accept_draw,
    "decline_draw": _decline_draw,
    "abort": _abort,
    "ask_takeback": _ask_takeback,
    "accept_takeback": _accept_takeback,
    "decline_takeback": _decline_takeback,
    "claim_no_draw": _claim_no_draw,
    "rematch": _rematch,
    "decline_rematch": _decline_rematch,
}


def _need_active(game: Game) -> None:
    if not game.active:
        raise Refusal("game_over", "the game is over")


def _next(game: Game, **changes: object) -> Game:
    return replace(game, version=game.version + 1, **changes)  # type: ignore[arg-type]


def _say(
    game: Game, seat: Seat, action: Action, moment: Moment, kind: EventKind, **changes: object
) -> Change:
    new = _next(game, recent_actions=_remember(game, seat, action.id), **changes)
    return new, (Event(kind, moment.now, new, seat),)


def _end(game: Game, result: Result, moment: Moment, at: int | None = None) -> Change:
    new = _ended(_next(game), result, moment, moment.now if at is None else at)
    return new, (Event("ended", moment.now, new),)


def _ended(game: Game, result: Result, moment: Moment, at: int) -> Game:
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


def _won(game: Game, winner: Seat, reason: str) -> Result:
    return Result(
        reason=reason,  # type: ignore[arg-type]
        winner=winner,
        winner_colour=game.board.colour_of(winner),
    )


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


def _remembered(seat: Seat, action_id: str) -> str:
    return f"{seat[0]}:{action_id}"


def _remember(game: Game, seat: Seat, action_id: str) -> tuple[str, ...]:
    if not action_id:
        return game.recent_actions
    return (*game.recent_actions, _remembered(seat, action_id))[-REMEMBERED_ACTIONS:]
