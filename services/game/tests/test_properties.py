"""Invariants over random games with all actions."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from play_helpers import ANNA, BORIS, NOW
from play_helpers import settings as make
from x0.game.v1 import events_pb2, game_pb2
from x0_game import documents
from x0_game.domain import play
from x0_game.domain.actions import Action, Moment
from x0_game.domain.clock import Outage, other
from x0_game.domain.errors import Refusal
from x0_game.domain.game import Event, Game
from x0_game.domain.settings import OPENINGS, TimeControl
from x0_game.rpc import translate

OTHER = (
    "resign",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "abort",
    "ask_takeback",
    "accept_takeback",
    "decline_takeback",
    "claim_no_draw",
    "rematch",
    "decline_rematch",
)
SETTINGS = [
    make("x0", TimeControl(False, 120, 2), rated=True),
    make("gomoku", TimeControl(False, 180, 2), games=3),
    make("renju", TimeControl(False, 60, 0), foul_marks=True),
    make("x0_freestyle", TimeControl(True), takebacks=5, no_draw=True),
    *(
        make(
            "custom",
            TimeControl(False, 300, 5),
            ruleset=ruleset,
            opening=opening,
            board_size=size,
            takebacks=3,
        )
        for opening, ruleset, size in zip(
            OPENINGS, ("renju", "exact_five", "freestyle") * 3, (9, 13, 15, 19) * 3, strict=False
        )
    ),
    make("custom", TimeControl(False, 60, 1), shape="octagon"),
    make("custom", TimeControl(False, 60, 1), shape="cross", ruleset="freestyle"),
]


def some_action(game: Game, rng: random.Random) -> tuple[str, Action]:
    """Mostly something sensible, sometimes anything at all."""
    size = game.settings.board_size
    seat = game.to_act or rng.choice(("first", "second"))
    if game.takeback_asked_by is not None and rng.random() < 0.4:
        return game.player(other(game.takeback_asked_by)).id, Action("accept_takeback")
    if rng.random() < 0.12:
        kind = rng.choice(OTHER if rng.random() < 0.9 else ("resign",))
        # Games should not end at once.
        if kind in ("resign", "abort", "accept_draw") and rng.random() < 0.8:
            kind = "offer_draw"
        return rng.choice((game.first.id, game.second.id)), Action(kind, id=rng.choice(("", "a")))  # type: ignore[arg-type]
    ply = game.board.ply if rng.random() < 0.95 else rng.randrange(20)
    who = game.player(seat).id if rng.random() < 0.95 else rng.choice(("anna", "boris", "eve"))
    point = (rng.randrange(-1, size + 1), rng.randrange(-1, size + 1))
    near = size // 2
    if rng.random() < 0.8:
        point = (near + rng.randrange(-3, 4), near + rng.randrange(-3, 4))
    if game.board.position is not None:
        passed = bool(game.turns) and game.turns[-1].kind == "pass"
        kind = "pass" if rng.random() < (0.3 if passed else 0.02) else "place"
        return who, Action(kind, ply, (point,))  # type: ignore[arg-type]
    choice: dict[str, Any] = rng.choice(game.board.opening.actions())
    kind = choice["type"]
    points: tuple[tuple[int, int], ...] = ()
    if kind in ("place", "pick"):
        points = (rng.choice(choice["zone"]) if rng.random() < 0.9 else point,)
    elif kind == "offer":
        zone = choice["zone"]
        points = tuple(rng.sample(zone, choice["count"]))
    return who, Action(
        kind,
        ply,
        points,
        rng.choice(("black", "white")) if kind == "choose" else None,
        rng.randint(0, 11) if kind == "declare" else 0,
    )


def random_game(seed: int) -> tuple[list[Game], list[Event], int]:
    """States by version, their events, and how many actions were refused."""
    rng = random.Random(seed)
    game, events = play.start("g", rng.choice(SETTINGS), ANNA, BORIS, NOW)
    states, told, refused = [game], list(events), 0
    now = NOW
    outages: list[Outage] = []
    for step in range(120):
        now += rng.choice((5, 300, 900, 4_000))
        if rng.random() < 0.02:
            outages.append(Outage(now, now + 3_000))
            now += 3_000
        moment = Moment(now, now - rng.choice((0, 0, 200)), rng.randrange(400), tuple(outages))
        moment = Moment(moment.now, moment.received, moment.lag, moment.outages, f"n{step}")
        roll = rng.random()
        try:
            if roll < 0.02:
                change = play.flag(game, moment)
            elif roll < 0.04:
                change = play.give_back(game, moment)
            else:
                change = play.act(game, *some_action(game, rng), moment)
        except Refusal:
            refused += 1
            continue
        if change is None or not change[1]:
            continue
        assert [e.version for e in change[1]] == list(
            range(game.version + 1, game.version + 1 + len(change[1]))
        )
        for event in change[1]:
            told.append(event)
            states.append(event.game)
        game = change[0]
        if not game.active and step > 100:
            break
    return states, told, refused


def apply(snapshot: game_pb2.Snapshot, event: events_pb2.GameEvent) -> None:
    """What every client does with an event; see the comment on `Snapshot`."""
    assert event.version == snapshot.version + 1
    snapshot.version = event.version
    snapshot.live.CopyFrom(event.live)
    kind = event.WhichOneof("event")
    end = None
    if kind == "turn_played":
        snapshot.turns.append(event.turn_played.turn)
        snapshot.stones.extend(event.turn_played.stones)
        if event.turn_played.HasField("end"):
            end = event.turn_played.end
    elif kind == "takeback_given":
        del snapshot.turns[event.takeback_given.turns :]
        del snapshot.stones[event.takeback_given.stones :]
    elif kind == "ended":
        end = event.ended
    if end is not None:
        snapshot.status = end.status
        snapshot.finished_at.CopyFrom(end.finished_at)
        if end.HasField("result"):
            snapshot.result.CopyFrom(end.result)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32), cuts=st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_a_snapshot_and_the_events_after_it_give_a_later_snapshot(
    seed: int, cuts: tuple[float, float]
) -> None:
    states, events, _ = random_game(seed)
    assert [s.version for s in states] == list(range(1, len(states) + 1))
    a, b = sorted(int(cut * (len(states) - 1)) for cut in cuts)
    snapshot = translate.snapshot_message(states[a])
    for event in events[a + 1 : b + 1]:
        # As a client gets them: through the wire.
        body = translate.event_message(event).SerializeToString()
        apply(snapshot, events_pb2.GameEvent.FromString(body))
    assert snapshot == translate.snapshot_message(states[b])


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_game_comes_back_from_its_document_as_it_was(seed: int) -> None:
    states, _, _ = random_game(seed)
    for before, after in zip(states[-6:], states[-5:], strict=False):
        document = documents.game_document(after)
        assert documents.game_from(document) == after
        # The update of a change, applied to the older document, gives the newer one.
        patched = documents.game_document(before)
        patched.update(documents.changed_fields(before, after))
        patched["turns"] = document["turns"]
        assert patched == document


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_clocks_never_grow_but_by_the_increment_and_scores_add_up(seed: int) -> None:
    states, events, _ = random_game(seed)
    for before, event in zip(states, events[1:], strict=False):
        after = event.game
        turns = len(after.turns) - len(before.turns)
        gain = max(0, turns) * after.clock.increment
        if after.clock.timed:
            assert after.clock.first + after.clock.second <= (
                before.clock.first + before.clock.second + gain
            )
            assert min(after.clock.first, after.clock.second) >= 0
        assert after.active == (after.clock.running is not None)
        if after.status == "finished":
            assert after.score("first") + after.score("second") == 1.0
        else:
            assert after.result is None


def test_random_games_meet_everything() -> None:
    """The properties above are only as good as the games they look at."""
    kinds: set[str] = set()
    reasons: set[str] = set()
    turn_kinds: set[str] = set()
    refused = 0
    for seed in range(400):
        states, events, no = random_game(seed)
        refused += no
        kinds.update(e.kind for e in events)
        reasons.update(s.result.reason for s in states if s.result)
        turn_kinds.update(t.kind for t in states[-1].turns)
    assert kinds >= {
        "started",
        "turn_played",
        "draw_offered",
        "draw_declined",
        "takeback_asked",
        "takeback_declined",
        "takeback_given",
        "rematch_offered",
        "rematch_declined",
        "next_game_set",
        "clocks_adjusted",
        "ended",
    }
    assert reasons >= {"five", "foul", "resignation", "time", "agreed_draw", "passes"}
    assert turn_kinds >= {
        "place",
        "swap",
        "keep",
        "choose",
        "add_two",
        "offer",
        "pick",
        "declare",
    }
    assert refused > 1000
