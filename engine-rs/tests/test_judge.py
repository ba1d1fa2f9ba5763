"""Judging moves of puzzles, through the Python face."""

import threading
from typing import Any

import pytest
from x0_engine import (
    Cancel,
    IllegalMove,
    Judgement,
    Position,
    continuation,
    judge,
    parse_point,
    point_name,
    solve_vct,
)


def points(names: str) -> list[tuple[int, int]]:
    return [parse_point(name) for name in names.split()]


def look(position: Position, name: str) -> Judgement:
    return judge(position, parse_point(name))


def line(judgement: Judgement) -> str:
    return " ".join(point_name(point).lower() for point in judgement.line)


def test_every_winning_move_is_right() -> None:
    three = Position.from_stones("renju", points("g8 h8 i8 b2 c2 d2"), points("a2 a12 o3 o12"))
    before = three.to_bytes()
    for name, half_moves in {"f8": 3, "j8": 3, "e2": 5}.items():
        judgement = look(three, name)
        assert (judgement.verdict, judgement.half_moves) == ("right", half_moves)
        assert len(judgement.line) == half_moves - 1
    assert line(look(three, "e2")) == "f2 f8 e8 j8"
    wrong = look(three, "k8")
    assert (wrong.verdict, wrong.half_moves, line(wrong)) == ("wrong", None, "j8")
    assert wrong.nodes > 0
    assert three.to_bytes() == before
    four = Position.from_stones("renju", points("f8 g8 h8 i8"), points("a1 a3 a5"))
    for name in ("e8", "j8"):
        judgement = look(four, name)
        assert (judgement.verdict, judgement.half_moves, judgement.line) == ("right", 1, [])


def test_fouls() -> None:
    black, white = points("f8 g8 h8 i9 i10 i11"), points("e8 i12 a1 a3 a5 a7")
    assert look(Position.from_stones("exact_five", black, white), "i8").verdict == "right"
    foul = look(Position.from_stones("renju", black, white), "i8")
    assert (foul.verdict, foul.half_moves, foul.line) == ("foul", None, [])
    swapped = Position.from_stones("renju", white, black, "white")
    assert look(swapped, "i8").verdict == "right"
    # The move that would follow is a foul.
    black, white = points("c4 d4 e4 f6 f7 g6 h7"), points("a2 a3 a4 b4 f8 g8 i8")
    exact = Position.from_stones("exact_five", black, white, size=9)
    assert look(exact, "f5").half_moves == 5
    assert look(Position.from_stones("renju", black, white, size=9), "f5").verdict == "wrong"
    # Black may not stop G8.
    black = points("c8 h9 h10 h11 i9 j10 k11 a1")
    white = points("d8 e8 f8 h12 l12 o1 o3")
    trap = look(Position.from_stones("renju", black, white, "white"), "g8")
    assert (trap.verdict, trap.half_moves) == ("right", 3)


def test_defences() -> None:
    # H8 makes two threes; White's four stops one of them.
    black = points("f8 g8 h6 h7 i7")
    idle = Position.from_stones("exact_five", black, points("a1 a15 o1 o15"))
    assert look(idle, "h8").verdict == "right"
    four = Position.from_stones("exact_five", black, points("i9 i10 i11 a1"))
    assert (look(four, "h8").verdict, line(look(four, "h8"))) == ("wrong", "i12 i8 i13")
    # A four that stops nothing.
    black = points("f8 g8 h6 h7 a1")
    far = Position.from_stones("exact_five", black, points("b1 c1 d1 o15"))
    assert look(far, "h8").half_moves == 7
    assert line(look(far, "h8")).startswith("e1 f1")
    five = Position.from_stones("renju", points("f8 g8 h8 b12 b14"), points("a1 b1 c1 d1 o15"))
    assert line(look(five, "i8")) == "e1"


def test_first_moves_of_the_solver_are_right(vcf_dev: list[dict[str, Any]]) -> None:
    for case in vcf_dev[::20]:
        rules = {"gomoku": "exact_five"}.get(case["rules"], case["rules"])
        stones = (points(" ".join(case[colour])) for colour in ("black", "white"))
        position = Position.from_stones(rules, *stones, case["to_move"])
        solution = solve_vct(position, 400_000)
        for point in solution.first_moves:
            judgement = judge(position, point)
            assert judgement.verdict == "right", (case, point)
            assert judgement.half_moves == len(judgement.line) + 1
            if solution.line and point == solution.line[0]:
                assert judgement.line == solution.line[1:]


@pytest.mark.parametrize(
    ("point", "reason"), [((0, 0), "occupied"), ((15, 0), "off_board"), ((-1, 2), "off_board")]
)
def test_what_is_no_move(point: tuple[int, int], reason: str) -> None:
    position = Position.from_stones("freestyle", points("a1 b1 c1 d1"), [])
    with pytest.raises(IllegalMove) as refused:
        judge(position, point)
    assert refused.value.reason == reason
    position.play((4, 0))
    with pytest.raises(IllegalMove) as refused:
        judge(position, (9, 9))
    assert refused.value.reason == "game_over"


@pytest.mark.parametrize("wrong", [None, 7, "h8", (7,), (7, 7, 7), (7.0, 7)])
def test_what_is_no_point(wrong: Any) -> None:
    with pytest.raises(TypeError):
        judge(Position("renju"), wrong)


@pytest.mark.parametrize("wrong", [-1, 2**63, "1", 1.5])
def test_numbers_that_are_none(wrong: Any) -> None:
    for name in ("max_nodes", "max_ms", "memory_mb", "cancel"):
        with pytest.raises((TypeError, ValueError)):
            judge(Position("renju"), (7, 7), **{name: wrong})


def test_limits() -> None:
    hard = Position.from_stones("freestyle", points("j10 l10 j12 l12"), points("a1 t1"), size=20)
    judgement = judge(hard, (10, 10), 0)
    assert (judgement.verdict, judgement.half_moves, judgement.line) == ("undecided", None, [])
    assert judge(hard, (10, 10), max_ms=0).verdict == "undecided"
    cancel = Cancel()
    found: list[Judgement] = []
    endless = Position("renju")
    for point in points("h8 h7 h10 g8 f9 g7 f10"):
        endless.play(point)

    def run() -> None:
        found.append(judge(endless, parse_point("g4"), 2**62, memory_mb=1, cancel=cancel))

    # Minutes are not enough for this one, and it has no limit; that the other call returns shows
    # that the lock of Python is free meanwhile.
    thread = threading.Thread(target=run)
    thread.start()
    assert judge(hard, (10, 10), 0).verdict == "undecided"
    cancel.set()
    thread.join()
    assert found[0].verdict == "undecided"


def test_how_to_go_on() -> None:
    won = Position.from_stones("renju", points("g8 h8 i8"), points("a1 a3 a5"))
    first, *rest = continuation(won)
    assert rest == judge(won, first).line
    stopped = Position.from_stones("renju", points("h8 h9 c3 k2"), points("a1 b1 c1 d1"))
    assert continuation(stopped) == points("e1")
    # One stone does not stop two fives; and where nothing wins there is nothing to say.
    lost = Position.from_stones("renju", points("h8 h9 c3 k2"), points("b1 c1 d1 e1"))
    assert continuation(lost) == []
    assert continuation(Position("renju")) == []
    assert continuation(won, 0) == continuation(won, max_ms=0) == []
    cancel = Cancel()
    cancel.set()
    assert continuation(won, cancel=cancel) == []
    for name in ("max_nodes", "max_ms", "memory_mb", "cancel"):
        with pytest.raises((TypeError, ValueError)):
            continuation(won, **{name: "1"})  # type: ignore[arg-type]
