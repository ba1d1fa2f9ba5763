"""Join, leave, pause, come back, ask for a bye. Repeating any of them changes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from . import teams
from .errors import NotAllowed, Refusal
from .format import Format
from .life import Change, Step, missed_half, step
from .results import Bye
from .tournament import Entry, Presence, Status, Tournament


def join(t: Tournament, player: str, name: str, rating: float, now: int) -> Step | None:
    """Enters, or comes back. A password is checked before. Raises Refusal."""
    if t.rules.team:
        raise Refusal("team_tournament", "clans enter teams here")
    old = t.entries.get(player)
    if old is not None and old.active:
        return None
    _open(t)
    if old is not None and old.presence is Presence.REMOVED:
        raise NotAllowed("removed", "an organiser has removed you from this tournament")
    if old is not None and (t.status is Status.OPEN or player in {p.id for p in t.participants}):
        return resume(t, player, now)
    may_enter(t)
    _within(t, rating)
    if _here(t) >= t.rules.choice.maximum:
        raise Refusal("full", "there is no place left", limit=str(t.rules.choice.maximum))
    entered = old.entered if old else max((e.entered for e in t.entries.values()), default=0) + 1
    entry = Entry(player, name, rating, entered)
    return step(missed_half(t.with_entry(entry), entry), now, Change("entries", players=(player,)))


def _within(t: Tournament, rating: float) -> None:
    if t.rules.min_rating and rating < t.rules.min_rating:
        raise NotAllowed("rating_too_low", f"from {t.rules.min_rating} on")
    if t.rules.max_rating and rating > t.rules.max_rating:
        raise NotAllowed("rating_too_high", f"up to {t.rules.max_rating}")


def may_enter(t: Tournament) -> None:
    """Late entry until half of the rounds have been paired. Raises Refusal."""
    _open(t)
    if t.status is Status.OPEN:
        return
    if not t.rules.late_entry or t.format is Format.ROUND_ROBIN:
        raise Refusal("no_late_entry", "this tournament has begun and takes nobody in")
    if 2 * len(t.rounds) >= t.total:
        raise Refusal("too_late", "half of the rounds have begun")


def enter_team(
    t: Tournament, clan: str, name: str, captain: str, members: Mapping[str, str], rating: float,
    now: int,
) -> Step | None:  # fmt: skip
    """Enters the team of a clan. Until the start the same captain may change who is in it.

    Who may speak for the clan, and who is in it, is checked before. Raises Refusal.
    """
    if not t.rules.team:
        raise Refusal("no_team_tournament", "players enter for themselves here")
    _open(t)
    old = t.entries.get(clan)
    if old is not None and old.presence is Presence.REMOVED:
        raise NotAllowed("removed", "an organiser has removed this team")
    try:
        teams.check(teams.Team(clan, tuple(members)), t.rules.boards)
    except teams.BadLineup as error:
        raise Refusal(error.problem.value, str(error)) from None
    own = t.entry_of(captain)
    if own is not None and own.id != clan and own.here:
        raise Refusal("in_another_team", f"you speak for {own.name} here")
    _free(t, clan, members)
    if old is not None and t.status is not Status.OPEN:
        if dict(old.members) != dict(members):
            raise Refusal("already_started", "a team is changed until the start only")
        return None if old.active else _back(t, old, now)
    if old is None:
        may_enter(t)
    # The team's rating: the mean of its best boards.
    _within(t, rating)
    if (old is None or old.presence is Presence.LEFT) and _here(t) >= t.rules.choice.maximum:
        raise Refusal("full", "there is no place left", limit=str(t.rules.choice.maximum))
    entered = old.entered if old else max((e.entered for e in t.entries.values()), default=0) + 1
    entry = Entry(clan, name, rating, entered, captain=captain, members=dict(members))
    if old == entry and list(old.members) == list(members):
        return None
    return step(missed_half(t.with_entry(entry), entry), now, Change("entries", players=(clan,)))


def _free(t: Tournament, clan: str, members: Mapping[str, str]) -> None:
    """Nobody plays for two teams."""
    for player, name in members.items():
        other = t.team_of(player)
        if other is not None and other.id != clan:
            raise Refusal("in_another_team", f"{name} plays for {other.name}")


def order_boards(t: Tournament, captain: str, order: Sequence[str], now: int) -> Step | None:
    """From board 1 on, for the next round to be paired; until it is. Raises Refusal."""
    entry = _entry(t, captain)
    _open(t)
    number = len(t.rounds) + 1
    if not t.rules.team:
        raise Refusal("no_team_tournament", "there are no teams here")
    try:
        teams.lineup(teams.Team(entry.id, tuple(entry.members)), t.rules.boards, order, entry.away)
    except teams.BadLineup as error:
        raise Refusal(error.problem.value, str(error)) from None
    if (entry.order, entry.order_for) == (tuple(order), number):
        return None
    ordered = replace(entry, order=tuple(order), order_for=number)
    return step(t.with_entry(ordered), now, Change("entries", players=(entry.id,)))


def _here(t: Tournament) -> int:
    return sum(e.here for e in t.entries.values())


def leave(t: Tournament, player: str, now: int) -> Step | None:
    entry = _entry(t, player)
    if entry.presence in (Presence.LEFT, Presence.REMOVED):
        return None
    _open(t)
    return gone(t, entry, Presence.LEFT, now)


def gone(t: Tournament, entry: Entry, presence: Presence, now: int, *more: Change) -> Step:
    """What is being played is played on; nothing after it is."""
    first = len(t.rounds) + 1
    away = replace(entry, presence=presence, gone_from=first)
    return step(t.with_entry(away), now, Change("entries", players=(entry.id,)), *more)


def pause(t: Tournament, player: str, now: int) -> Step | None:
    entry = _entry(t, player)
    if entry.presence is Presence.PAUSED:
        return None
    _open(t)
    if not entry.active:
        raise Refusal("not_in_tournament", "you have left this tournament")
    away = replace(entry, presence=Presence.PAUSED)
    return step(t.with_entry(away), now, Change("entries", players=(entry.id,)))


def resume(t: Tournament, player: str, now: int) -> Step | None:
    """Back with the place in the order of entering; missed rounds stay as they are.

    A member of a team who was absent is back in its order.
    """
    team = t.team_of(player) if t.rules.team else None
    if team is not None and player in team.away:
        _open(t)
        back = replace(team, away=team.away - {player})
        return step(t.with_entry(back), now, Change("entries", players=(team.id,)))
    entry = _entry(t, player)
    if entry.active:
        return None
    _open(t)
    if entry.presence is Presence.REMOVED:
        raise NotAllowed("removed", "an organiser has removed you from this tournament")
    return _back(t, entry, now)


def _back(t: Tournament, entry: Entry, now: int) -> Step:
    if entry.presence is Presence.LEFT and _here(t) >= t.rules.choice.maximum:
        raise Refusal("full", "there is no place left", limit=str(t.rules.choice.maximum))
    _free(t, entry.id, entry.members)
    back = replace(entry, presence=Presence.ACTIVE, gone_from=0)
    return step(t.with_entry(back), now, Change("entries", players=(entry.id,)))


def ask_bye(t: Tournament, player: str, round: int, half: bool, now: int) -> Step | None:
    """A bye in a round that is not paired yet: half a point where the settings allow it."""
    entry = _entry(t, player)
    _open(t)
    bye = Bye.HALF if half else Bye.ZERO
    if entry.byes.get(round) is bye:
        return None
    next_round = len(t.rounds) + 1
    if t.format is Format.ROUND_ROBIN or not next_round <= round <= (t.total or 30):
        raise Refusal("too_late", "there is no bye in this round", round=str(next_round))
    if half:
        had = sum(1 for n, b in entry.byes.items() if b is Bye.HALF and n != round)
        if had >= t.rules.half_byes:
            raise Refusal("no_half_byes", "no more half-point byes", limit=str(t.rules.half_byes))
    asking = replace(entry, byes={**entry.byes, round: bye})
    return step(t.with_entry(asking), now, Change("entries", players=(entry.id,)))


def drop_bye(t: Tournament, player: str, round: int, now: int) -> Step | None:
    """Plays after all in a round that is not paired yet."""
    entry = _entry(t, player)
    if round not in entry.byes:
        return None
    _open(t)
    if round <= len(t.rounds):
        raise Refusal("too_late", "this round is paired", round=str(len(t.rounds) + 1))
    left = {n: bye for n, bye in entry.byes.items() if n != round}
    return step(
        t.with_entry(replace(entry, byes=left)), now, Change("entries", players=(entry.id,))
    )


def _entry(t: Tournament, player: str) -> Entry:
    entry = t.entry_of(player)
    if entry is None:
        raise Refusal("not_in_tournament", "you do not take part in this tournament")
    return entry


def _open(t: Tournament) -> None:
    if t.over:
        raise Refusal("tournament_over", "the tournament is over")
