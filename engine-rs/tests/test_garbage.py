"""Whatever is passed in, the answer is a value, a TypeError or a ValueError; never a panic."""

import contextlib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from x0_engine import (
    IllegalMove,
    Opening,
    OpeningRefused,
    Position,
    equal_fifths,
    opening_name,
    parse_point,
    point_name,
)

WRONG = (TypeError, ValueError)

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 21),
    st.floats(),
    st.text(max_size=5),
    st.binary(max_size=5),
    st.sampled_from(["renju", "exact_five", "black", "white", "square", "cross", "swap2"]),
)
points = st.tuples(st.integers(-1, 20), st.integers(-1, 20))
anything: st.SearchStrategy[Any] = st.recursive(
    scalars | points,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.dictionaries(st.text(max_size=6), inner, max_size=3),
    ),
    max_leaves=8,
)
moves = st.lists(st.one_of(points, st.none()), max_size=60)


@given(anything, anything, anything)
def test_positions(a: Any, b: Any, c: Any) -> None:
    with contextlib.suppress(*WRONG):
        Position(a, b, c)
    with contextlib.suppress(*WRONG):
        Position("renju", size=a)
    with contextlib.suppress(*WRONG):
        Position.from_stones("renju", black=a, white=b, to_move=c)
    with contextlib.suppress(*WRONG):
        Position.from_text("renju", a)
    with contextlib.suppress(*WRONG):
        Position.from_bytes(a)
    position = Position("renju")
    for method in (
        position.play,
        position.foul_at,
        position.stone_at,
        position.winning_points,
        position.can_win,
    ):
        with contextlib.suppress(*WRONG):
            method(a)
    assert (position == a) is False


@given(anything, anything)
def test_functions(a: Any, b: Any) -> None:
    for function in (point_name, parse_point):
        with contextlib.suppress(*WRONG):
            function(a)
    with contextlib.suppress(*WRONG):
        opening_name(a, b)
    with contextlib.suppress(*WRONG):
        equal_fifths(a, b)


@given(st.text(max_size=30), st.text("abcho0189-XO=, ", max_size=40))
def test_texts(a: str, b: str) -> None:
    for text in (a, b, f"setup={b} to_move=black moves={b}"):
        with contextlib.suppress(ValueError):
            position = Position.from_text("renju", text)
            assert Position.from_text("renju", position.to_text()) == position


@given(st.binary(max_size=40))
def test_bytes(data: bytes) -> None:
    for start in (b"", b"\x01\x00\x0f\x00\x00", b"\x01\x04\x14"):
        with contextlib.suppress(ValueError):
            position = Position.from_bytes(start + data)
            assert Position.from_bytes(position.to_bytes()) == position


@given(st.sampled_from(["renju", "exact_five", "freestyle"]), moves)
def test_games(ruleset: str, game: list[tuple[int, int] | None]) -> None:
    position = Position(ruleset)
    played = 0
    for move in game:
        before = position.to_text()
        try:
            position.play(move)
        except IllegalMove:
            assert position.to_text() == before
        else:
            played += 1
            assert set(position.fouls()) <= set(position.empty_points())
    assert position.ply == played
    for _ in range(played):
        assert position.undo()
    assert position == Position(ruleset)
    assert not position.undo()


actions = st.one_of(
    anything,
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(
                ["place", "swap", "keep", "choose", "add_two", "offer", "pick", "declare"]
            )
        },
        optional={
            "point": points | anything,
            "points": st.lists(points, max_size=11) | anything,
            "colour": st.sampled_from(["black", "white"]) | anything,
            "count": st.integers() | anything,
        },
    ),
)


@given(
    st.sampled_from(["pro", "swap", "swap2", "taraguchi_10", "rif", "soosorv_8", "yamaguchi"]),
    st.lists(actions, max_size=12),
)
def test_openings(kind: str, tried: list[Any]) -> None:
    opening = Opening(kind)
    for action in tried:
        before = (opening.actions(), opening.seat, opening.black, opening.stones())
        try:
            opening.apply(action)
        except OpeningRefused as refused:
            assert isinstance(refused.reason, str)
            assert (opening.actions(), opening.seat, opening.black, opening.stones()) == before
        else:
            assert opening.history()[-1]["type"] == action["type"]
    opening.position("renju")
