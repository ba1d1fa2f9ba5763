"""Reading the reference cases, and making small tournaments by hand."""

import gzip
import json
from pathlib import Path
from typing import Any

from x0_tournament.domain.results import Bye, Pairing, Participant, Result, Round

DATA = Path(__file__).parent / "data"
BYES = {"U": Bye.FULL, "H": Bye.HALF, "Z": Bye.ZERO}


def tiebreak_cases() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(
        gzip.decompress((DATA / "tiebreak_cases.json.gz").read_bytes())
    )["cases"]
    return cases


def pairing_cases() -> list[dict[str, Any]]:
    text = gzip.decompress((DATA / "pairings_dev.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def participants_of(case: dict[str, Any]) -> list[Participant]:
    return [Participant(str(p["id"]), p["rating"], p["id"]) for p in case["players"]]


def rounds_of(case: dict[str, Any]) -> list[Round]:
    return [
        Round(
            number,
            tuple(Pairing(str(a), str(b), Result(result)) for a, b, result in one["games"]),
            {name: BYES[kind] for name, kind in one["byes"].items()},
        )
        for number, one in enumerate(case["rounds"], 1)
    ]


def people(*names: str) -> list[Participant]:
    """In the order of their pairing numbers."""
    return [Participant(name, 1500.0, place) for place, name in enumerate(names)]


def played(number: int, *games: str, **byes: Bye) -> Round:
    """`played(1, "a b 1-0", "c d", e=Bye.FULL)`: a game without a result is running."""
    pairings = []
    for game in games:
        first, second, *result = game.split()
        pairings.append(Pairing(first, second, Result(result[0]) if result else None))
    return Round(number, tuple(pairings), byes)
