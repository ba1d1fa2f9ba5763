"""Coming tournaments as an iCalendar feed (RFC 5545)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from icalendar import Calendar, Event
from icalendar.enums import STATUS

from .tournament import Rules, Status, Tournament

_MODES = {"x0": "X-0", "gomoku": "Gomoku", "renju": "Renju", "x0_freestyle": "X-0 freestyle"}
# How long a tournament takes nobody knows beforehand: as if it had so many rounds, of games in
# which each side makes so many moves and uses all its time.
_ROUNDS = 6
_MOVES = 40
_MOST_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Coming:
    """A tournament in the feed. `uid` never changes, `sequence` grows when it is moved."""

    uid: str
    name: str
    start: datetime
    minutes: int
    url: str = ""
    text: str = ""
    sequence: int = 0
    cancelled: bool = False


def as_calendar(coming: Iterable[Coming], title: str, now: datetime) -> str:
    """The feed, times in UTC. `now` is when it was made."""
    events = [
        Event.new(
            uid=one.uid,
            summary=one.name,
            start=one.start,
            end=one.start + timedelta(minutes=one.minutes),
            stamp=now,
            url=one.url or None,
            description=one.text or None,
            sequence=one.sequence,
            status=STATUS.CANCELLED if one.cancelled else STATUS.CONFIRMED,
        )
        for one in coming
    ]
    calendar = Calendar.new(
        name=title, prodid="-//X-0//tournaments//EN", last_modified=now, subcomponents=events
    )
    feed: bytes = calendar.to_ical()
    return feed.decode("utf-8")


def coming(t: Tournament, site: str) -> Coming:
    """`site` is the address of the web client; without one there is no link.

    The sequence grows when it is moved, and once more when it is cancelled.
    """
    cancelled = t.status is Status.CANCELLED
    return Coming(
        uid=f"{t.id}@x-0",
        name=t.rules.name,
        start=datetime.fromtimestamp(t.rules.start / 1000, UTC),
        minutes=_minutes(t.rules, t.total),
        url=f"{site}/t/{quote(t.id, safe='')}" if site else "",
        text=f"{_MODES[t.rules.mode]}, {t.rules.control}",
        sequence=sum(act.kind == "postpone" for act in t.acts) + cancelled,
        cancelled=cancelled,
    )


def _minutes(rules: Rules, rounds: int) -> int:
    game = 2 * (rules.initial_seconds + _MOVES * rules.increment_seconds)
    each = game + (rules.break_ms + rules.lead_ms) / 1000
    whole = (rounds or rules.choice.rounds or _ROUNDS) * each
    return min(math.ceil(whole / 60), _MOST_MINUTES)
