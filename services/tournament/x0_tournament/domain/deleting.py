"""Whose account was deleted leaves, and the name with them; games and tables stay."""

from dataclasses import replace

from .entering import gone
from .life import Change, Step, step
from .tournament import Entry, Presence, Tournament

DELETED = "deleted player"
"""Instead of the name, as in the other services."""


def deleted(t: Tournament, player: str, now: int) -> Step | None:
    """Out of what is open or runs, as `entering.leave`; of teams away for good.

    What is being played is left to the clock. None where nothing is left to do.
    """
    if t.rules.team:
        return _from_teams(t, player, now)
    entry = t.entries.get(player)
    if entry is None:
        return None
    nameless = replace(entry, name=DELETED)
    if entry.here and not t.over:
        return gone(t, nameless, Presence.LEFT, now)
    if nameless == entry:
        return None
    return step(t.with_entry(nameless), now, Change("entries", players=(player,)))


def _from_teams(t: Tournament, player: str, now: int) -> Step | None:
    changed = []
    for entry in t.entries.values():
        nameless = _without(entry, player, away=not t.over)
        if nameless != entry:
            changed.append(nameless)
    if not changed:
        return None
    for entry in changed:
        t = t.with_entry(entry)
    return step(t, now, Change("entries", players=tuple(entry.id for entry in changed)))


def _without(team: Entry, player: str, *, away: bool) -> Entry:
    if player not in team.members:
        return team
    members = {id: DELETED if id == player else name for id, name in team.members.items()}
    return replace(team, members=members, away=team.away | {player} if away else team.away)
