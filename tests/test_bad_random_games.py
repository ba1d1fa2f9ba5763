"""Random games with every action, most of them wrong, over the socket.

What is refused changes nothing on either side; and whatever was seen of a game, that and the
events after it are the game as the server has it.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from bad_system import ACTIONS, TURNS, UNTIMED
from players import Table, table
from x0.client import Refused
from x0.client.models.apply import apply
from x0.client.models.events import Replaced
from x0.client.models.games import Snapshot
from x0.client.models.opening import (
    ChooseChoice,
    DeclareChoice,
    PickChoice,
    PlaceChoice,
)
from x0_launcher.cluster import Cluster

STEPS = 90
# (settings, seed): openings with many decisions, small boards that fill, takebacks and claims.
GAMES: list[dict[str, Any]] = [
    {"mode": "x0", "takebacks": 5},
    {"mode": "gomoku", "takebacks": 5},
    {"mode": "renju", "takebacks": 5},
    {"mode": "x0_freestyle", "takebacks": 3},
    {"mode": "custom", "ruleset": "freestyle", "board_size": 9, "opening": "none",
     "takebacks": 5, "no_draw": True},
    {"mode": "custom", "ruleset": "renju", "board_size": 15, "opening": "swap", "takebacks": 5},
]  # fmt: skip


class Player:
    """Plays one random game, and keeps account of what it was told."""

    def __init__(self, game: Table, rng: random.Random) -> None:
        self._game = game
        self._rng = rng
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        # What was seen of the game on its way, from REST.
        self.seen: list[Snapshot] = []

    async def step(self) -> None:
        game, rng = self._game, self._rng
        seat = rng.choice(["first", "second"])
        if rng.random() < 0.5 and (to_act := game.view("first").to_act) is not None:
            seat = to_act
        action = self._sensible(seat) if rng.random() < 0.6 else self._anything()
        if action["type"] in ("resign", "abort", "accept_draw") and rng.random() < 0.9:
            return  # or games would be short
        ply = game.view(seat).ply
        if rng.random() < 0.1:
            ply = rng.choice([0, ply + 1, max(0, ply - 1), 400])
        before = game.view("first").version
        try:
            version = await game.view(seat).act(action, ply=ply)
        except Refused as refused:
            self.refused[refused.reason] += 1
            assert refused.reason != "internal"
            now = await game.first.games.get(game.game_id)
            assert now.version == before, (action, refused.reason)
            assert now == game.view("first").snapshot == game.view("second").snapshot
        else:
            # A turn that was taken before is acknowledged, and not taken again.
            assert version in (before, before + 1)
            self.done[action["type"]] += version - before
            await game.settle()
        if rng.random() < 0.3:
            self.seen.append(await game.second.games.get(game.game_id))

    def _anything(self) -> dict[str, Any]:
        action = dict(self._rng.choice(ACTIONS))
        if "point" in action:
            action["point"] = [self._rng.randrange(20), self._rng.randrange(20)]
        return action

    def _sensible(self, seat: str) -> dict[str, Any]:
        """What the opening asks for or a stone; sometimes an answer to what is offered."""
        rng, view = self._rng, self._game.view(seat)
        if not view.active:
            return {"type": rng.choice(["rematch", "decline_rematch"])}
        if view.live.takeback_asked_by not in (None, seat):
            return {"type": rng.choice(["accept_takeback", "decline_takeback"])}
        if view.live.draw_offered_by not in (None, seat):
            return {"type": "decline_draw"}
        if rng.random() < 0.25:
            return {"type": rng.choice(["ask_takeback", "offer_draw", "claim_no_draw", "pass"])}
        taken = {stone.point for stone in view.stones}
        size = view.settings.board_size
        points = [(x, y) for x in range(size) for y in range(size) if (x, y) not in taken]
        if not view.opening.choices:
            return {"type": "place", "point": list(rng.choice(points))}
        choice = rng.choice(view.opening.choices)
        if isinstance(choice, PlaceChoice):
            return {"type": "place", "point": list(rng.choice(choice.zone or points))}
        if isinstance(choice, ChooseChoice):
            return {"type": "choose", "colour": rng.choice(choice.colours)}
        if isinstance(choice, DeclareChoice):
            return {"type": "declare", "count": rng.randint(choice.min, choice.max)}
        if isinstance(choice, PickChoice):
            return {"type": "pick", "point": list(rng.choice(choice.points))}
        if choice.type == "offer":
            return {"type": "offer", "points": [list(p) for p in rng.sample(points, choice.count)]}
        return {"type": choice.type}


@pytest.mark.parametrize("settings", GAMES, ids=lambda s: f"{s['mode']}-{s.get('opening', '')}")
async def test_a_random_game(cluster: Cluster, settings: dict[str, Any]) -> None:
    rng = random.Random(repr(settings))
    async with table(cluster.urls, time_control=UNTIMED, **settings) as game:
        player = Player(game, rng)
        streams = {seat: game.view(seat).events() for seat in ("first", "second")}
        begun = game.view("first").snapshot
        for _ in range(STEPS):
            await player.step()
        last = await game.first.games.get(game.game_id)
        # Much was done, and much was not.
        assert player.done.total() == last.version - begun.version > 10
        assert player.refused.total() > 10 and len(player.refused) > 3
        assert TURNS & set(player.done)
        # What came over the socket, one by one.
        for seat, stream in streams.items():
            snapshot = begun
            while snapshot.version < last.version:
                event = await anext(stream)
                assert not isinstance(event, Replaced)
                assert event.version == snapshot.version + 1
                snapshot = apply(snapshot, event)
            assert snapshot == last, seat
        # And from every state that was seen, by the events that REST has.
        for known in player.seen:
            whole, events = await game.second.games.events(game.game_id, known.version)
            if known.version == last.version:
                assert not events
            elif whole is None:
                assert [e.version for e in events] == [*range(known.version + 1, last.version + 1)]
            for event in events:
                known = apply(known, event)
            assert (whole or known) == last
