"""Recorded games: reading, choosing settings, and ratings computed anew."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from x0.client.cli.replay import elo
from x0.client.cli.replay.recorded import Recorded, Skipped, fitting_modes, parse, read, request_for
from x0_engine import Position

OWN = Path(__file__).parent / "data" / "games.jsonl"


def games() -> list[Recorded]:
    found = list(read(OWN))
    assert not [game for game in found if isinstance(game, Skipped)]
    return [game for game in found if isinstance(game, Recorded)]


def test_our_own_games_end_as_they_say() -> None:
    ends = Counter(game.end for game in games())
    assert set(ends) == {"five", "foul", "full_board", "open"}
    for game in games():
        position = Position(game.ruleset, size=game.size)
        outcome = None
        for move in game.moves:
            assert outcome is None
            outcome = position.play(move)
        if game.end == "open":
            assert outcome is None
            continue
        assert outcome is not None
        assert outcome.reason in {"five": ("five", "overline")}.get(game.end, (game.end,))
        assert outcome.winner == game.winner


def test_rows_count_from_the_top() -> None:
    game = parse(1, {"rules": "renju", "size": 15, "moves": [[0, 0], [14, 13]], "end": "open"})
    assert game.moves == ((0, 14), (14, 1))
    assert game.winner is None


def record(**changes: Any) -> dict[str, Any]:
    moves = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1], [3, 0], [3, 1], [4, 0]]
    return {"rules": "renju", "size": 15, "moves": moves, "end": "five", "result": "black",
            **changes}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"rules": "chess"}, "unknown rules"),
        ({"end": "flood"}, "no end"),
        ({"moves": []}, "no moves"),
        ({"moves": [[15, 0]]}, "not on a board"),
        ({"moves": [[0, 0], [0, 0]]}, "played twice"),
        ({"result": "white"}, "the record says white"),
    ],
)
def test_what_is_no_record_says_why(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse(1, record(**changes))


def test_a_file_with_bad_lines(tmp_path: Path) -> None:
    lines = [json.dumps(record()), "{", "", json.dumps(record(end=None)), '{"rules": "renju"}']
    path = tmp_path / "some.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    found = list(read(path))
    assert [type(item) for item in found] == [Recorded, Skipped, Skipped, Skipped]
    assert [item.number for item in found] == [1, 2, 4, 5]


def test_settings_follow_from_rules_and_board() -> None:
    assert request_for(parse(1, record()), None).rated
    assert fitting_modes(parse(1, record(rules="gomoku_exact"))) == ["custom"]
    assert fitting_modes(parse(1, record(rules="freestyle"))) == ["x0_freestyle", "custom"]
    assert fitting_modes(parse(1, record(size=20, rules="freestyle"))) == ["custom"]
    custom = request_for(parse(1, record(rules="gomoku_exact")), None)
    assert (custom.ruleset, custom.opening, custom.rated) == ("exact_five", "none", False)
    with pytest.raises(ValueError, match="not for mode x0"):
        request_for(parse(1, record(rules="freestyle")), "x0")


@pytest.mark.parametrize(
    ("one", "two", "score", "gain"),
    [(1500, 1500, 1, 16), (1500, 1500, 0.5, 0), (1500, 1500, 0, -16), (1700, 1500, 1, 7.69)],
)
def test_elo_at_32(one: float, two: float, score: float, gain: float) -> None:
    table = elo.Table({"a": one, "b": two}, {"a": 10, "b": 10})
    table.play("a", "b", score)
    assert table.rating("a") == pytest.approx(one + gain, abs=0.01)
    assert table.rating("b") == pytest.approx(two - gain, abs=0.01)


def test_each_has_a_factor_of_their_own() -> None:
    table = elo.Table({"a": 2300, "b": 1500}, {"a": 10, "b": 9})
    table.play("a", "b", 0)
    lost, won = 2300 - table.rating("a"), table.rating("b") - 1500
    assert won / lost == pytest.approx(4)
    factors = [elo.k_factor(10, rating) for rating in (1999.9, 2000, 2299.9, 2300)]
    assert factors == [32, 24, 24, 16]
