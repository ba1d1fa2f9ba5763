"""Where the test data are."""

import json
from pathlib import Path
from typing import Any

import pytest

TESTDATA = Path(__file__).parent.parent / "testdata"


@pytest.fixture(scope="session")
def fouls_dev() -> list[dict[str, Any]]:
    return _lines("fouls_dev.jsonl")


@pytest.fixture(scope="session")
def fouls_cases() -> list[dict[str, Any]]:
    return _lines("fouls_cases.jsonl")


@pytest.fixture(scope="session")
def sym5_cases() -> list[dict[str, Any]]:
    return _lines("sym5_cases.jsonl")


@pytest.fixture(scope="session")
def vcf_dev() -> list[dict[str, Any]]:
    return _lines("vcf_dev.jsonl")


@pytest.fixture(scope="session")
def openings26() -> list[dict[str, Any]]:
    openings: list[dict[str, Any]] = json.loads((TESTDATA / "openings26.json").read_text())
    return openings


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (TESTDATA / name).read_text().splitlines()]
