"""A snapshot and the event after it give the next snapshot. The whole rule is here."""

from __future__ import annotations

from dataclasses import replace

from x0.client.errors import VersionGap
from x0.client.models.events import End, Ended, GameEvent, Started, TakebackGiven, TurnPlayed
from x0.client.models.games import Snapshot


def apply(snapshot: Snapshot, event: GameEvent) -> Snapshot:
    """The snapshot after the event; the same one when it is known already.

    Raises:
        VersionGap: events between the two are missing.
    """
    if event.version <= snapshot.version:
        return snapshot
    if event.version != snapshot.version + 1:
        raise VersionGap(f"version {event.version} does not follow {snapshot.version}")
    turns, stones = snapshot.turns, snapshot.stones
    end: End | Ended | None = None
    match event:
        case Started():
            return event.snapshot
        case TurnPlayed():
            turns = (*turns, event.turn)
            stones = (*stones, *event.stones)
            end = event.end
        case TakebackGiven():
            turns = turns[: event.turns]
            stones = stones[: event.stones]
        case Ended():
            end = event
        case _:
            pass
    after = replace(snapshot, version=event.version, turns=turns, stones=stones, live=event.live)
    if end is None:
        return after
    return replace(after, status=end.status, result=end.result, finished_at=end.finished_at)
