"""What the creator and the helpers may do; each act stands in the public log."""

from dataclasses import replace

from .entering import gone
from .errors import NotAllowed, Refusal
from .life import Change, Step, cancel, closed, next_check, step, with_board
from .pairing import pair_of
from .results import Result
from .tournament import MOST_ACTS, Act, Phase, Presence, Status, Tournament, check

MOST_HELPERS = 20
MOST_FORBIDDEN = 2_000


def _act(t: Tournament, by: str, kind: str, now: int, **details: str) -> tuple[Tournament, Act]:
    if not t.organised_by(by):
        raise NotAllowed("not_an_organiser", "only the creator and the helpers may do this")
    if len(t.acts) >= MOST_ACTS:
        raise Refusal("too_many_acts", f"at most {MOST_ACTS} acts in a tournament")
    act = Act(now, by, kind, details)
    return replace(t, acts=(*t.acts, act)), act


def _not_over(t: Tournament) -> None:
    if t.over:
        raise Refusal("tournament_over", "the tournament is over")


def remove(t: Tournament, by: str, player: str, now: int) -> Step | None:
    t, act = _act(t, by, "remove", now, player=player)
    _not_over(t)
    entry = t.entries.get(player)
    if entry is None:
        raise Refusal("not_in_tournament", "this player does not take part")
    if entry.presence is Presence.REMOVED:
        return None
    return gone(t, entry, Presence.REMOVED, now, Change("act", act=act))


def correct(
    t: Tournament, by: str, round: int, board: int, result: Result, now: int
) -> Step | None:
    """Sets the result of a board for good, also after the end; the table follows from it."""
    t, act = _act(t, by, "correct", now, round=str(round), board=str(board), result=result.value)
    if t.status is Status.CANCELLED:
        raise Refusal("tournament_over", "the tournament was cancelled")
    one = t.round(round)
    old = one.board(board) if one else None
    if one is None or old is None:
        raise Refusal("unknown_board", "there is no such board")
    if old.fixed and old.result is result:
        return None
    changed = with_board(one, board, replace(old, result=result, fixed=True))
    t = replace(t, rounds=(*t.rounds[: round - 1], changed, *t.rounds[round:]))
    changes: tuple[Change, ...] = (
        Change("act", act=act),
        Change("results", round=round, boards=(board,)),
    )
    if t.phase is Phase.PLAYING and t.rounds[-1].finished:
        t, more = closed(t, now)
        changes = (*changes, *more)
    elif t.phase is Phase.PLAYING:
        t = replace(t, due=next_check(t, now))
    return step(t, now, *changes)


def forbid(t: Tournament, by: str, one: str, other: str, now: int) -> Step | None:
    t, act = _act(t, by, "forbid", now, first=one, second=other)
    _not_over(t)
    if one == other or one not in t.entries or other not in t.entries:
        raise Refusal("not_in_tournament", "name two who take part")
    both = pair_of(one, other)
    if both in t.forbidden:
        return None
    if len(t.forbidden) >= MOST_FORBIDDEN:
        raise Refusal("too_many_forbidden", f"at most {MOST_FORBIDDEN} forbidden pairs")
    return step(replace(t, forbidden=t.forbidden | {both}), now, Change("act", act=act))


def pair_again(t: Tournament, by: str, now: int) -> Step:
    """Before the games start: with those who are here now, and without forbidden pairs."""
    t, act = _act(t, by, "pair_again", now, round=str(len(t.rounds)))
    if t.phase is not Phase.PAIRED:
        raise Refusal("games_started", "a round is paired again before its games start")
    t = replace(t, rounds=t.rounds[:-1], phase=Phase.PAIRING, due=now)
    return step(t, now, Change("act", act=act), Change("phase"))


def postpone(t: Tournament, by: str, start: int, now: int) -> Step:
    t, act = _act(t, by, "postpone", now, start=str(start))
    if t.status is not Status.OPEN:
        raise Refusal("already_started", "the tournament has begun")
    rules = replace(t.rules, start=start)
    check(rules, now)
    if start < now:
        raise Refusal("start_in_the_past", "that time has passed")
    return step(replace(t, rules=rules, due=start), now, Change("act", act=act))


def cancel_by(t: Tournament, by: str, now: int) -> Step:
    t, act = _act(t, by, "cancel", now)
    return cancel(t, now, "by_organiser", act)


def name_helper(t: Tournament, by: str, player: str, now: int) -> Step | None:
    if by != t.creator:
        raise NotAllowed("not_the_creator", "only the creator names helpers")
    t, act = _act(t, by, "name_helper", now, player=player)
    _not_over(t)
    if player in t.helpers or player == t.creator:
        return None
    if len(t.helpers) >= MOST_HELPERS:
        raise Refusal("too_many_helpers", f"at most {MOST_HELPERS} helpers")
    return step(replace(t, helpers=t.helpers | {player}), now, Change("act", act=act))
