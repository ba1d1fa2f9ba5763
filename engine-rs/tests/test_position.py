"""Positions: moves, outcomes, forms."""

import copy
import pickle
import threading

import pytest
from x0_engine import IllegalMove, Position, parse_point, point_name


def play(position: Position, text: str) -> None:
    for name in text.split():
        position.play(parse_point(name))


def test_a_game_ends_with_a_five() -> None:
    position = Position("exact_five")
    play(position, "h8 a1 i8 a2 j8 a3 k8 a4")
    assert position.outcome is None
    assert position.winning_points("black") == [(6, 7), (11, 7)]
    outcome = position.play((11, 7))
    assert outcome is not None
    assert outcome == position.outcome
    assert (outcome.winner, outcome.reason, outcome.foul) == ("black", "five", None)
    assert outcome.line == [(7, 7), (8, 7), (9, 7), (10, 7), (11, 7)]
    assert position.legal_points() == []
    assert position.undo()
    assert position.outcome is None
    assert position.to_move == "black"
    assert position.ply == 8


@pytest.mark.parametrize(
    ("ruleset", "colour", "winner", "reason"),
    [
        ("renju", "black", "white", "foul"),
        ("renju", "white", "white", "overline"),
        ("exact_five", "black", None, None),
        ("exact_five", "white", None, None),
        ("freestyle", "black", "black", "overline"),
        ("freestyle", "white", "white", "overline"),
    ],
)
def test_a_six(ruleset: str, colour: str, winner: str | None, reason: str | None) -> None:
    row = [(x, 7) for x in (2, 3, 4, 6, 7)]
    position = (
        Position.from_stones(ruleset, black=row)
        if colour == "black"
        else Position.from_stones(ruleset, white=row, to_move="white")
    )
    outcome = position.play((5, 7))
    assert (outcome and outcome.winner, outcome and outcome.reason) == (winner, reason)
    if reason == "overline":
        assert outcome is not None
        assert outcome.line == [(x, 7) for x in range(2, 8)]
    if reason == "foul":
        assert outcome is not None
        assert outcome.foul is not None
        assert outcome.foul.kind == "overline"
        assert outcome.foul.lines[0].stones == [(x, 7) for x in range(2, 8)]


def test_a_foul_says_why() -> None:
    position = Position.from_stones("renju", black=[(5, 7), (6, 7), (7, 5), (7, 6)])
    assert list(position.fouls()) == [(7, 7)]
    foul = position.foul_at((7, 7))
    assert foul is not None
    assert foul.kind == "double_three"
    across, up = foul.lines
    assert across.stones == [(5, 7), (6, 7), (7, 7)]
    assert across.extends == [(4, 7), (8, 7)]
    assert across.completes == []
    assert up.stones == [(7, 5), (7, 6), (7, 7)]
    assert "double_three" in repr(foul)


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("", (15, 0), "off_board"),
        ("", (-1, 0), "off_board"),
        ("", (10**30, 0), "off_board"),
        ("h8", (7, 7), "occupied"),
        ("----", (0, 0), "game_over"),
        ("----", None, "game_over"),
    ],
)
def test_refused_moves(text: str, move: tuple[int, int] | None, reason: str) -> None:
    position = Position.from_text("renju", text)
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert refused.value.reason == reason
    assert isinstance(refused.value, ValueError)
    assert pickle.loads(pickle.dumps(refused.value)).reason == reason
    assert position.to_text() == text


def test_passes() -> None:
    with pytest.raises(IllegalMove) as refused:
        Position("freestyle").pass_()
    assert refused.value.reason == "bad_pass"
    position = Position("renju")
    assert position.pass_() is None
    assert position.to_move == "white"
    outcome = position.play(None)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "passes")
    assert position.moves() == [None, None]


def test_full_board() -> None:
    """Pairs of colours, shifted from row to row, leave no five for anybody."""
    points = [(x, y) for y in range(9) for x in range(9)]
    black = [(x, y) for x, y in points if (x + 2 * y) % 4 < 2]
    white = [point for point in points if point not in black]
    assert abs(len(black) - len(white)) <= 1
    last = black.pop()
    position = Position.from_stones("freestyle", black, white, size=9)
    assert not position.can_win("white")
    outcome = position.play(last)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "full_board")


def test_chances_to_win() -> None:
    position = Position("exact_five", size=9)
    assert position.can_win("black")
    assert position.can_win("white")
    wall = [(x, y) for y in range(9) for x in range(9) if (x + 2 * y) % 4 < 2]
    walled = Position.from_stones("freestyle", black=wall, size=9, to_move="white")
    assert not walled.can_win("white")
    assert walled.can_win("black")


@pytest.mark.parametrize("shape", ["octagon", "cross"])
@pytest.mark.parametrize("size", [15, 19, 20])
def test_shapes(size: int, shape: str) -> None:
    position = Position("renju", size=size, shape=shape)
    assert (position.size, position.shape) == (size, shape)
    assert (0, 0) not in position.points()
    with pytest.raises(IllegalMove) as refused:
        position.play((0, 0))
    assert refused.value.reason == "off_board"
    assert position.legal_points() == position.points()


@pytest.mark.parametrize("size", [9, 13, 15, 19, 20])
def test_sizes(size: int) -> None:
    assert len(Position("renju", size=size).points()) == size * size


def test_forms() -> None:
    position = Position.from_text("renju", "h8i9--j10")
    assert position.to_text() == "h8i9--j10"
    for other in (
        Position.from_bytes(position.to_bytes()),
        pickle.loads(pickle.dumps(position)),
        position.copy(),
        copy.copy(position),
        copy.deepcopy(position),
        Position.from_text("renju", position.to_text()),
    ):
        assert other == position
        assert other.moves() == position.moves()
        assert other.hash == position.hash
        other.undo()
        assert other != position
    assert position != "h8i9"
    assert position.stones() == [((7, 7), "black"), ((8, 8), "white"), ((9, 9), "white")]
    assert position.stone_at((8, 8)) == "white"
    assert position.stone_at((0, 0)) is None


def test_set_up_forms() -> None:
    position = Position.from_stones(
        "exact_five", black=[(0, 0), (2, 0)], white=[(1, 0)], to_move="black"
    )
    position.play((3, 3))
    text = position.to_text()
    assert text == "setup=Xa1Ob1Xc1 to_move=black moves=d4"
    assert Position.from_text("exact_five", text) == position
    assert Position.from_bytes(position.to_bytes()) == position


def test_symmetric_images() -> None:
    position = Position.from_text("renju", "h8i9j10a1")
    images = position.symmetries()
    assert len(images) == 8
    assert images[0] == position
    assert {image.canonical().hash for image in images} == {position.canonical().hash}
    assert len({image.hash for image in images}) == 8 // 2


def test_names_of_points() -> None:
    assert point_name((7, 7)) == "H8"
    assert parse_point("H8") == parse_point("h8") == (7, 7)
    assert parse_point("t20") == (19, 19)
    for wrong in ("", "h", "h0", "u1", "a21", "h8h8"):
        with pytest.raises(ValueError, match="a point is"):
            parse_point(wrong)
    with pytest.raises(ValueError, match="no board"):
        point_name((20, 0))


def test_threads_share_a_position() -> None:
    position = Position("renju")
    points = position.points()

    def work(start: int) -> None:
        for point in points[start::8]:
            try:
                position.play(point)
            except IllegalMove as refused:
                assert refused.reason == "game_over"
            position.fouls()
            _ = position == position.copy()

    threads = [threading.Thread(target=work, args=(start,)) for start in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
