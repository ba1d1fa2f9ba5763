"""Every branch of the openings, played by two clients over the socket.

Colours are followed by a second, simpler account of the rules: a flip for each
swap, a colour for each choice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from players import Table, at_table, guest
from x0.client import Client, GameRequest, TimeControl
from x0.client.models.opening import (
    ChooseChoice,
    DeclareChoice,
    OfferChoice,
    PickChoice,
    PlaceChoice,
)
from x0_engine import equal_fifths
from x0_launcher.cluster import Cluster

Step = tuple[str, str | None]
CONTROL = TimeControl(initial_seconds=900, increment_seconds=10)


def options(table: Table) -> list[Step]:
    """What the side to act may decide: (action, colour)."""
    found: list[Step] = []
    for choice in table.view("first").opening.choices:
        if isinstance(choice, ChooseChoice):
            found += [("choose", colour) for colour in choice.colours]
        else:
            found.append((choice.type, None))
    return found


async def take(table: Table, step: Step, rng: random.Random) -> None:
    view = table.view("first")
    seat = view.to_act
    assert seat is not None
    taken = {stone.point for stone in view.stones}
    size = view.settings.board_size
    empty = [(x, y) for x in range(size) for y in range(size) if (x, y) not in taken]
    kind, colour = step
    choice = next(c for c in view.opening.choices if c.type == kind)
    if isinstance(choice, PlaceChoice):
        if choice.anywhere:
            assert not choice.zone
            near = [p for p in empty if max(abs(p[0] - 7), abs(p[1] - 7)) <= 4]
        else:
            near = list(choice.zone)
            assert near and not taken & set(near)
        await table.act(seat, "place", point=list(rng.choice(near)))
    elif isinstance(choice, ChooseChoice):
        await table.act(seat, "choose", colour=colour)
    elif isinstance(choice, OfferChoice):
        stones = {c: [s.point for s in view.stones if s.colour == c] for c in ("black", "white")}
        # Classes of equal points; a point in none of them has no equal.
        classes = equal_fifths(stones["black"], stones["white"], size)
        alone = set(empty) - {p for group in classes for p in group}
        unequal = [rng.choice(group) for group in classes] + sorted(alone)
        points = rng.sample(unequal, choice.count)
        await table.act(seat, "offer", points=[list(p) for p in points])
    elif isinstance(choice, PickChoice):
        await table.act(seat, "pick", point=list(rng.choice(choice.points)))
    elif isinstance(choice, DeclareChoice):
        await table.act(seat, "declare", count=rng.randint(choice.min, choice.max))
    else:
        await table.act(seat, kind)
    await table.settle()


class Colours:
    """Who has Black, as a list of decisions says."""

    def __init__(self, opening: str) -> None:
        self.black: str | None = None if opening in ("swap", "swap2") else "first"

    def told(self, seat: str, step: Step) -> None:
        kind, colour = step
        other = {"first": "second", "second": "first"}
        if kind == "swap" and self.black is not None:
            self.black = other[self.black]
        elif kind == "choose":
            self.black = seat if colour == "black" else other[seat]


async def branch(
    clients: tuple[Client, Client], request: GameRequest, script: list[int], seed: int
) -> list[int]:
    """One game through its opening; returns how many options each decision had."""
    rng = random.Random(seed)
    one, two = clients
    seek = await one.seeks.create("room", request, seat="first")
    table = await at_table(one, two, await two.seeks.accept(seek.seek_id))
    try:
        view = table.view("first")
        colours = Colours(view.settings.opening)
        widths: list[int] = []
        while not view.opening.done:
            found = options(table)
            assert found, "somebody must act, and there is nothing to do"
            assert table.view("second").opening == view.opening
            index = 0
            if len(found) > 1:
                index = script[len(widths)] if len(widths) < len(script) else 0
                widths.append(len(found))
            seat = view.to_act
            assert seat is not None
            step = found[index]
            await take(table, step, rng)
            colours.told(seat, step)
            assert view.live.black == colours.black
        assert view.opening.choices == ()
        stones = [stone.colour for stone in view.stones]
        next_colour = view.live.colour_to_place
        if view.settings.opening == "swap2":
            assert next_colour == view.settings.next_mover
        else:
            assert next_colour == ("black", "white")[len(stones) % 2]
        assert view.to_act is not None
        assert view.colour_of(view.to_act) == next_colour
        # Ordinary play goes on from here.
        await table.place(next(p for p in far_corner() if view.stone_at(p) is None))
        await table.settle()
        assert view.stones[-1].colour == next_colour
        assert table.view("second").snapshot == view.snapshot
        await table.act("second", "resign")
        await view.wait_over(10)
        return widths
    finally:
        for seen in table.views.values():
            await seen.close()


def far_corner() -> Iterator[tuple[int, int]]:
    return ((x, y) for y in range(14, 0, -1) for x in range(14, 0, -1))


async def all_branches(cluster: Cluster, request: GameRequest) -> int:
    """Depth first over all decisions; returns the number of games."""
    clients = (await guest(cluster.urls), await guest(cluster.urls))
    games = 0
    script: list[int] = []
    try:
        while True:
            widths = await branch(clients, request, script, games)
            games += 1
            script = [*script, *[0] * (len(widths) - len(script))]
            while script and script[-1] + 1 >= widths[len(script) - 1]:
                script.pop()
            if not script:
                return games
            script[-1] += 1
    finally:
        for client in clients:
            await client.close()


@pytest.mark.parametrize(
    ("request_", "games"),
    [
        # Black, White, or two more stones and then the placer's choice of two.
        (GameRequest("gomoku", CONTROL), 4),
        (GameRequest("custom", CONTROL, ruleset="exact_five", opening="swap2"), 4),
        # Three swap windows; then swap, place or offer; a swap window after a single fifth.
        (GameRequest("renju", CONTROL), 8 * (2 + 2 + 1)),
        (GameRequest("custom", CONTROL, opening="swap"), 2),
        (GameRequest("custom", CONTROL, opening="pro"), 1),
        (GameRequest("custom", CONTROL, opening="long_pro"), 1),
        (GameRequest("custom", CONTROL, opening="rif"), 2),
        (GameRequest("custom", CONTROL, opening="soosorv_8"), 4),
        (GameRequest("custom", CONTROL, opening="yamaguchi"), 2),
    ],
    ids=lambda value: value.opening or value.mode if isinstance(value, GameRequest) else "",
)
async def test_every_branch(cluster: Cluster, request_: GameRequest, games: int) -> None:
    assert await all_branches(cluster, request_) == games
