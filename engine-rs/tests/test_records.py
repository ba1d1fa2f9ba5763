"""Games really played, through the Python face, where they are at hand."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from x0_engine import IllegalMove, Position

RECORDS = Path(__file__).parents[3] / "shared" / "data" / "records"
RULESETS = {"renju": "renju", "gomoku_exact": "exact_five", "freestyle": "freestyle"}
# A row is a row for the records, however long.
ENDS = {"overline": "five"}


def records(name: str) -> list[dict[str, Any]]:
    path = RECORDS / name
    if not path.exists():
        pytest.skip(f"{name} is not at hand")
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    "name",
    [
        "renju_gomocup.jsonl.gz",
        "gomoku_exact_gomocup.jsonl.gz",
        "gomoku_exact_playok.jsonl.gz",
        "freestyle_gomocup20.jsonl.gz",
    ],
)
def test_every_end_agrees_with_the_board(name: str) -> None:
    for record in records(name):
        position = Position(RULESETS[record["rules"]], size=record["size"])
        for move in record["moves"]:
            assert not position.is_over, record
            position.play(move)
        outcome = position.outcome
        if outcome is None:
            assert record["end"] == "open", record
        else:
            assert record["end"] == ENDS.get(outcome.reason, outcome.reason), record
            assert record["result"] == (outcome.winner or "draw"), record


def test_what_is_wrong_with_invalid_games_is_found() -> None:
    for record in records("invalid_real.jsonl.gz"):
        position = Position(RULESETS[record["rules"]], size=record["size"])
        *before, last = record["moves"][: record["at_move"]]
        for move in before:
            position.play(move)
        with pytest.raises(IllegalMove) as refused:
            position.play(last)
        assert refused.value.reason == record["problem"], record


def test_published_forbidden_points() -> None:
    for case in records("forbidden_fixtures.jsonl.gz"):
        position = Position.from_stones("renju", case["black"], case["white"])
        assert (position.foul_at(case["probe"]) is not None) == case["forbidden"], case
