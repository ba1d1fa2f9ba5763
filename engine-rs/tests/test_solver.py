"""Wins by fours and threes, through the Python face."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from x0_engine import (
    Cancel,
    Position,
    Proof,
    check_proof,
    check_win,
    parse_point,
    solve_vcf,
    solve_vct,
)

Case = dict[str, Any]
Point = tuple[int, int]


def points(names: list[str]) -> list[Point]:
    return [parse_point(name) for name in names]


def set_up(case: Case) -> Position:
    rules = {"gomoku": "exact_five"}.get(case["rules"], case["rules"])
    return Position.from_stones(
        rules, points(case["black"]), points(case["white"]), case["to_move"]
    )


@pytest.fixture(scope="module")
def hardest(vcf_dev: list[Case]) -> Position:
    return set_up(max(vcf_dev, key=lambda case: case["vcf_half_moves"] or 0))


def test_every_position_of_the_file(vcf_dev: list[Case]) -> None:
    assert len(vcf_dev) == 660
    for case in vcf_dev:
        position = set_up(case)
        before = position.to_bytes()
        solution = solve_vcf(position, max_nodes=5_000_000)
        assert solution.status == ("win" if case["vcf_half_moves"] else "none"), case
        assert solution.half_moves == case["vcf_half_moves"], case
        assert sorted(solution.first_moves) == sorted(points(case["first_moves"])), case
        assert solution.complete
        assert len(solution.lengths) == len(solution.first_moves)
        assert solution.shortest == (solution.status == "win")
        assert 0 < solution.nodes < 5_000_000
        assert position.to_bytes() == before
        play_line(position, solution.line)


def play_line(position: Position, line: list[Point]) -> None:
    """Nobody plays a foul, and the last stone wins for who played the first."""
    game, attacker, outcome = position.copy(), position.to_move, None
    for point in line:
        assert outcome is None
        outcome = game.play(point)
    if line:
        assert outcome is not None
        assert outcome.winner == attacker


def test_proofs_against_every_defence(vcf_dev: list[Case]) -> None:
    for case in vcf_dev[::10]:
        position = set_up(case)
        for solve in (solve_vcf, solve_vct):
            solution = solve(position, 30_000, proof=True)
            if solution.status != "win":
                assert solution.proof is None
                continue
            assert solution.proof is not None
            assert solution.proof.half_moves == solution.half_moves
            assert solution.proof.attack == solution.line[0]
            check = check_proof(position, solution.proof)
            assert (check.verdict, check.refutation) == ("confirmed", [])
            assert check_proof(position, solution.proof, max_positions=3).verdict == "unknown"


def moves_of(proof: Proof) -> Iterator[Proof]:
    yield proof
    for _, reply in proof.replies():
        yield from moves_of(reply)
    otherwise = proof.otherwise()
    if otherwise is not None:
        yield from moves_of(otherwise)


def test_a_proof_can_be_walked() -> None:
    position = Position.from_stones("renju", [(6, 7), (7, 7), (8, 7)], [(0, 0)])
    proof = solve_vcf(position, proof=True).proof
    assert proof is not None
    assert (proof.attack, proof.half_moves) == ((5, 7), 3)
    assert [point for point, _ in proof.replies()] == [(4, 7), (9, 7)]
    stopped = proof.after((4, 7))
    assert stopped is not None
    assert (stopped.attack, stopped.otherwise()) == ((9, 7), None)
    passed = proof.after(None)
    assert passed == proof.otherwise()
    assert proof.size == len(list(moves_of(proof)))
    # It proves nothing of another position.
    other = Position.from_stones("renju", [(6, 7), (7, 7), (8, 7)], [(4, 7)])
    check = check_proof(other, proof)
    assert check.verdict == "refuted"
    assert check.refutation[0] == (5, 7)


def test_the_slow_search_agrees(vcf_dev: list[Case]) -> None:
    short = [case for case in vcf_dev if case["vcf_half_moves"] in (3, 5)]
    for case in short[::20]:
        position, half_moves = set_up(case), case["vcf_half_moves"]
        assert check_win(position, half_moves).verdict == "confirmed"
        assert check_win(position, half_moves - 2).verdict == "refuted"
        assert check_win(position, half_moves, max_positions=2).verdict == "unknown"


def test_threes_find_what_fours_do_not() -> None:
    position = Position.from_stones("exact_five", [(5, 7), (6, 7), (7, 5), (7, 6)], [(0, 0)])
    assert solve_vcf(position).status == "none"
    solution = solve_vct(position, proof=True)
    assert (solution.status, solution.half_moves) == ("win", 5)
    assert (7, 7) in solution.first_moves
    assert len(solution.line) == 5
    small = Position.from_stones("exact_five", [(3, 4), (2, 4), (4, 2), (4, 3)], [(0, 0)], size=9)
    assert solve_vct(small).half_moves == 5
    assert check_win(small, 5, threes=True).verdict == "confirmed"


@pytest.mark.parametrize("shape", ["octagon", "cross"])
def test_other_boards(shape: str) -> None:
    position = Position.from_stones(
        "freestyle", [(8, 9), (9, 9), (10, 9)], [], shape=shape, size=19
    )
    assert solve_vcf(position).half_moves == 3


def test_limits(hardest: Position) -> None:
    few = solve_vcf(hardest, 10)
    assert (few.status, few.half_moves, few.first_moves, few.line) == ("unknown", None, [], [])
    assert not few.complete
    assert few.nodes <= 10
    assert solve_vcf(hardest, max_ms=0).status == "unknown"
    assert solve_vcf(hardest, memory_mb=0).nodes > solve_vcf(hardest).nodes
    cancel = Cancel()
    assert not cancel.is_set()
    cancel.set()
    assert cancel.is_set()
    assert solve_vct(hardest, cancel=cancel).status == "unknown"


def test_a_search_can_be_stopped_while_others_run(hardest: Position) -> None:
    """The search has no limit; that this ends shows that the lock of Python is free meanwhile."""
    cancel = Cancel()
    found = []

    def run() -> None:
        endless = Position("freestyle", 20)
        for point in [(9, 9), (0, 0), (9, 11), (0, 19), (11, 9), (19, 0), (11, 11), (19, 19)]:
            endless.play(point)
        found.append(solve_vct(endless, 2**62, memory_mb=1, cancel=cancel))

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.05)
    assert solve_vcf(hardest).status == "win"
    cancel.set()
    thread.join()
    assert len(found) == 1


@pytest.mark.parametrize("wrong", [-1, 2**63, 2**200, "1", 1.5, None, (1,)])
def test_numbers_that_are_none(wrong: Any) -> None:
    position = Position("renju")
    with pytest.raises((TypeError, ValueError)):
        solve_vcf(position, wrong)
    with pytest.raises((TypeError, ValueError)):
        solve_vct(position, memory_mb=wrong)
    with pytest.raises((TypeError, ValueError)):
        check_win(position, wrong)
    if wrong is not None:
        with pytest.raises((TypeError, ValueError)):
            solve_vcf(position, max_ms=wrong)
        with pytest.raises((TypeError, ValueError)):
            solve_vcf(position, cancel=wrong)


def test_a_game_that_is_over() -> None:
    game = Position.from_stones("freestyle", [(x, 0) for x in range(4)], [])
    game.play((4, 0))
    assert solve_vcf(game).status == "none"
    assert solve_vct(game).status == "none"
    assert check_win(game, 9).verdict == "refuted"
