"""Every action of a player on a game: state in, (new state, events) out.

Nothing here does I/O; a refused action raises `Refusal` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from x0_game.domain.actions import TURN_KINDS, Action, Moment
from x0_game.domain.changes import (
    Change,
    ended_event,
    need_active,
    need_draw_ply,
    next_version,
    over,
    remember,
    remembered,
    won,
)
from x0_game.domain.clock import Clock, Seat, other
from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import (
    Event,
    Game,
    Match,
    Player,
    outcome_result,
)
from x0_game.domain.offers import OFFERS
from x0_game.domain.settings import Settings
from x0_game.domain.turns import Turn, TurnKind

# A match's next game waits this long with the clocks stopped, so that both find it.
MATCH_BREAK_MS = 5_000


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
    if action.id and remembered(seat, action.id) in game.recent_actions:
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
    return ended_event(new, won(new, other(loser), "time"), moment, at=deadline)


def no_show(game: Game, after: int, moment: Moment) -> Change | None:
    """Aborts a tournament game whose player to act has not acted at all for `after` ms."""
    if not game.active or game.absent is None or not game.match.tournament:
        return None
    if game.clock.elapsed(moment.now, moment.outages) < after:
        return None
    return _aborted(game, moment)


def give_back(game: Game, moment: Moment) -> Change | None:
    """Writes down the running clock with the outages taken off; None when none runs."""
    if not game.active or game.clock.running is None or not game.clock.timed:
        return None
    new = next_version(game, clock=game.clock.settle(moment.now, moment.outages))
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
    need_active(game)
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
    if outcome is not None and outcome.reason == "passes":
        # Two passes are an agreement too.
        need_draw_ply(game)
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
    new = next_version(
        game,
        turns=(*game.turns, replace(turn, spent=spent)),
        board=board,
        clock=clock,
        # A turn is an answer to what was offered before it.
        draw_offered_by=None if game.draw_offered_by == other(seat) else game.draw_offered_by,
        takeback_asked_by=None,
        recent_actions=remember(game, seat, action.id),
    )
    before = len(game.board.stones)
    if outcome is None:
        return new, (Event("turn_played", moment.now, new, seat, before),)
    black = board.black
    if black is None:
        raise AssertionError("an outcome without colours")
    new = over(new, outcome_result(outcome, black), moment, moment.now)
    return new, (Event("turn_played", moment.now, new, seat, before),)


def _resign(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    need_active(game)
    game = replace(game, recent_actions=remember(game, seat, action.id))
    return ended_event(game, won(game, other(seat), "resignation"), moment)


def _abort(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    need_active(game)
    if game.match.tournament:
        raise Refusal("abort_off", "a tournament game is not aborted; resign instead")
    acted = {turn.seat for turn in game.turns}
    if len(acted) == 2:
        raise Refusal("too_late_to_abort", "both sides have moved; resign instead")
    return _aborted(replace(game, recent_actions=remember(game, seat, action.id)), moment, seat)


def _aborted(game: Game, moment: Moment, by: Seat | None = None) -> Change:
    new = next_version(
        game,
        status="aborted",
        finished_at=moment.now,
        clock=game.clock.stop(moment.now, moment.outages),
        draw_offered_by=None,
        takeback_asked_by=None,
    )
    return new, (Event("ended", moment.now, new, by),)


def _claim_no_draw(game: Game, seat: Seat, action: Action, moment: Moment) -> Change:
    """Decision 18: holds if the opponent could never make a winning row any more."""
    need_active(game)
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
    game = replace(game, recent_actions=remember(game, seat, action.id))
    return ended_event(game, won(game, seat, "no_draw"), moment)


_OTHER: dict[str, Callable[[Game, Seat, Action, Moment], Change]] = {
    "resign": _resign,
    "abort": _abort,
    "claim_no_draw": _claim_no_draw,
    **OFFERS,
}
