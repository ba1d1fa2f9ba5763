"""Clocks owned by the server. All times are milliseconds of the Unix epoch.

Nothing here ticks: a clock is what was left at a moment and who has been
running it down since. Time during which the service was away (an `Outage`)
does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

Seat = Literal["first", "second"]

# Lag compensation: what a round trip may give back of one turn, and of a whole game.
MAX_LAG_PER_TURN_MS = 300
MAX_LAG_PER_GAME_MS = 6_000
# A gateway may have received an action this long before it is looked at.
MAX_IN_FLIGHT_MS = 2_000


@dataclass(frozen=True, slots=True)
class Outage:
    """The service was away from `begin` to `end`."""

    begin: int
    end: int


def other(seat: Seat) -> Seat:
    return "second" if seat == "first" else "first"


@dataclass(frozen=True, slots=True)
class Clock:
    """`first`/`second`: ms left when `since` was. `running`: whose clock runs, if any.

    An untimed game has a clock too, with `timed` false: it measures the time
    per move and never ends anything.
    """

    timed: bool
    first: int
    second: int
    running: Seat | None
    since: int
    increment: int
    lag_first: int = MAX_LAG_PER_GAME_MS
    lag_second: int = MAX_LAG_PER_GAME_MS

    def left(self, seat: Seat) -> int:
        return self.first if seat == "first" else self.second

    def elapsed(self, now: int, outages: Sequence[Outage] = ()) -> int:
        """Ms since `since`, less the outages in between; never negative."""
        away = sum(max(0, min(o.end, now) - max(o.begin, self.since)) for o in outages)
        return max(0, now - self.since - away)

    def deadline(self, outages: Sequence[Outage] = ()) -> int | None:
        """When the running clock reaches zero, outages counted; None when none runs."""
        if not self.timed or self.running is None:
            return None
        deadline = self.since + self.left(self.running)
        for outage in sorted(outages, key=lambda o: o.begin):
            if outage.end > self.since and outage.begin < deadline:
                deadline += outage.end - max(outage.begin, self.since)
        return deadline

    def expired(self, at: int, outages: Sequence[Outage]) -> bool:
        deadline = self.deadline(outages)
        return deadline is not None and at >= deadline

    def settle(self, now: int, outages: Sequence[Outage]) -> Clock:
        """The same clock with its time up to `now` written down."""
        if self.running is None:
            return replace(self, since=now)
        return self._charged(self.running, self.elapsed(now, outages), now)

    def stop(self, now: int, outages: Sequence[Outage]) -> Clock:
        return replace(self.settle(now, outages), running=None)

    def turn(
        self,
        next_to_act: Seat | None,
        *,
        received: int,
        now: int,
        lag: int,
        outages: Sequence[Outage],
    ) -> tuple[Clock, int]:
        """The clock after a turn of the running seat, and the ms charged for it.

        Time is charged up to the moment the action was received; the round trip
        that the server measured is given back within its bounds. The increment
        is added when the turn passes to the other side.
        """
        seat = self.running
        if seat is None:
            return replace(self, running=next_to_act, since=now), 0
        received = min(now, max(received, now - MAX_IN_FLIGHT_MS, self.since))
        elapsed = self.elapsed(received, outages)
        budget = self.lag_first if seat == "first" else self.lag_second
        given = min(max(lag, 0), MAX_LAG_PER_TURN_MS, budget, elapsed)
        spent = elapsed - given
        clock = self._charged(seat, spent, now)
        if next_to_act != seat:
            clock = clock._charged(seat, -self.increment, now)
        if seat == "first":
            clock = replace(clock, lag_first=budget - given, running=next_to_act)
        else:
            clock = replace(clock, lag_second=budget - given, running=next_to_act)
        return clock, spent

    def _charged(self, seat: Seat, spent: int, now: int) -> Clock:
        if not self.timed:
            return replace(self, since=now)
        left = max(0, self.left(seat) - spent)
        if seat == "first":
            return replace(self, first=left, since=now)
        return replace(self, second=left, since=now)
