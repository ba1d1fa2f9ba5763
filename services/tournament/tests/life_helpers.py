"""Tournaments without services: a clock that is set by hand, games that end as they are told."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from x0_tournament.domain import entering, life, swiss
from x0_tournament.domain.format import Format
from x0_tournament.domain.life import Outcomes, Step
from x0_tournament.domain.results import Result
from x0_tournament.domain.tournament import Board, Phase, Rules, Status, Tournament, request

NOW = 1_700_000_000_000
START = NOW + 60_000


def rules(**more: Any) -> Rules:
    return Rules(**{"name": "T", "mode": "x0", "initial_seconds": 180, "increment_seconds": 2,
                    "start": START, **more})  # fmt: skip


def after(t: Tournament, made: Step | None) -> Tournament:
    """The state after a step, which has a version one higher."""
    if made is None:
        return t
    assert made.tournament.version == t.version + 1 and made.changes
    return made.tournament


def opened(players: int, **more: Any) -> Tournament:
    t = life.create("t1", rules(**more), "boss", NOW).tournament
    for n in range(1, players + 1):
        t = after(t, entering.join(t, f"p{n}", f"P{n}", 2000.0 - n, NOW))
    return t


def forward(t: Tournament, until: Callable[[Tournament], bool]) -> Tournament:
    """By the clock, until something holds; results are not made up."""
    for _ in range(20):
        if until(t):
            return t
        now = t.due
        made = life.advance(t, now)
        if made is None and t.phase is Phase.PAIRING:
            if t.format is Format.ROUND_ROBIN:
                made = life.round_robin(t, now)
            else:
                made = life.swiss(t, swiss.pair(request(t), t.rules.policy), now)
        if made is None and t.phase is Phase.STARTING:
            made = life.started(t, now)
        assert made is not None, t.phase
        t = after(t, made)
    raise AssertionError("it never came")


def playing(t: Tournament) -> bool:
    return t.over or t.phase is Phase.PLAYING


def paired(t: Tournament) -> bool:
    return t.over or t.phase is Phase.PAIRED


def all_boards(
    t: Tournament, result: Callable[[Board], Result] = lambda _: Result.WIN
) -> Tournament:
    """Every running board of the round ends."""
    found = [Outcomes(len(t.rounds), n, result(b)) for n, b in life.running_boards(t).items()]
    return after(t, life.results(t, found, t.due))


def play_to_end(t: Tournament) -> Tournament:
    while not t.over:
        t = forward(t, playing)
        if not t.over:
            t = all_boards(t)
    assert t.status in (Status.ENDED, Status.CANCELLED)
    return t


def plainly(t: Tournament) -> Tournament:
    """Without what a version says."""
    return replace(t, version=0)
