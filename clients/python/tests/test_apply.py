"""A snapshot and any events after it give the snapshot that comes later."""

from __future__ import annotations

from typing import Any

import pytest
from game_server import TIME, live, snapshot
from hypothesis import given
from hypothesis import strategies as st
from x0.client.decode import decode
from x0.client.errors import VersionGap
from x0.client.models.apply import apply
from x0.client.models.events import game_event
from x0.client.models.games import Snapshot

POINTS = [[x, y] for x in range(15) for y in range(15)]
WORDS = ("draw_offered", "draw_declined", "takeback_asked", "rematch_offered", "applause")


def server(steps: list[Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What a server would send for these steps: all snapshots, and the event before each."""
    stones: list[list[int]] = []
    now = snapshot()
    snapshots, events = [now], []
    free = iter(POINTS)
    for step in steps:
        changes: dict[str, Any] = {}
        if step == "place":
            point = next(free)
            stones = [*stones, point]
            after = snapshot(0, stones)
            event = {"type": "turn_played", "turn": after["turns"][-1],
                     "stones": after["stones"][-1:], "end": None}  # fmt: skip
        elif step == "takeback":
            keep = max(0, len(stones) - 1)
            stones = stones[:keep]
            event = {"type": "takeback_given", "turns": keep, "stones": keep}
        else:
            event = {"type": step, "by": "first"}
            changes = {"draw_offered_by": "first" if step == "draw_offered" else None}
        now = {**snapshot(now["version"] + 1, stones), "live": live(len(stones), **changes)}
        snapshots.append(now)
        events.append({**event, "time": TIME, "live": now["live"]})
    return snapshots, events


STEPS = st.lists(st.sampled_from(["place", "place", "takeback", *WORDS]), max_size=40)


@given(STEPS, st.data())
def test_any_chunk_of_events_equals_the_later_snapshot(steps: list[str], data: Any) -> None:
    snapshots, events = server(steps)
    begin = data.draw(st.integers(0, len(events)))
    end = data.draw(st.integers(begin, len(events)))
    # Events that are known already come again, as after a reconnect.
    again = data.draw(st.integers(0, begin))
    found = decode(Snapshot, snapshots[begin])
    for index in range(again, end):
        found = apply(found, game_event(index + 2, events[index]))
    assert found == decode(Snapshot, snapshots[end])


@given(STEPS.filter(bool), st.integers(1, 5))
def test_a_gap_is_seen(steps: list[str], skipped: int) -> None:
    snapshots, events = server(steps)
    found = decode(Snapshot, snapshots[0])
    with pytest.raises(VersionGap):
        apply(found, game_event(2 + skipped, events[-1]))


@pytest.mark.parametrize("inside", [True, False])
def test_an_end(inside: bool) -> None:
    """As part of a turn, or by itself."""
    result = {"reason": "five", "winner": "first", "winner_colour": "black", "line": [[0, 0]],
              "foul": None}  # fmt: skip
    end = {"status": "finished", "result": result, "finished_at": TIME}
    after = snapshot(2, [[0, 0]] if inside else [])
    after = {**after, **end, "live": live(0, to_act=None)}
    if inside:
        event = {"type": "turn_played", "turn": after["turns"][0], "stones": after["stones"],
                 "end": end}  # fmt: skip
    else:
        event = {"type": "ended", **end}
    event = {**event, "time": TIME, "live": after["live"]}
    found = apply(decode(Snapshot, snapshot()), game_event(2, event))
    assert found == decode(Snapshot, after)
    assert found.result is not None and found.result.line == ((0, 0),)


def test_started_brings_its_own_snapshot() -> None:
    first = snapshot()
    event = {"type": "started", "time": TIME, "live": first["live"], "snapshot": first}
    before = decode(Snapshot, {**first, "version": 0})
    assert apply(before, game_event(1, event)) == decode(Snapshot, first)


def test_what_is_no_event_is_a_value_error() -> None:
    for wrong in ({}, {"type": "turn_played"}, {"type": "applause", "time": TIME}):
        with pytest.raises(ValueError, match="not a"):
            game_event(2, wrong)
