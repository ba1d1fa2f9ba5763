"""`x0 replay`: recorded games through the whole system, results and ratings compared."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest
from x0_launcher.cluster import Cluster

ROOT = Path(__file__).parent.parent
OWN = ROOT / "clients/python/tests/data/games.jsonl"
RECORDS = ROOT.parent / "shared/data/records"


async def replay(cluster: Cluster, home: Path, file: Path, limit: int) -> str:
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("x0"), "--url", cluster.url, "replay", str(file),
        "--limit", str(limit), "--parallel", "8", "--ratings",
        env={**os.environ, "XDG_CONFIG_HOME": str(home)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output = (await process.communicate())[0].decode()
    assert process.returncode == 0, output
    return output


def compared(output: str) -> tuple[int, int, int]:
    """Games, equal, different: the last line of the table."""
    total = re.search(r"^all +(\d+) +(\d+) +(\d+)$", output, re.MULTILINE)
    assert total is not None, output
    return (int(total[1]), int(total[2]), int(total[3]))


async def test_our_own_games(cluster: Cluster, tmp_path: Path) -> None:
    output = await replay(cluster, tmp_path, OWN, 60)
    assert compared(output) == (60, 60, 0)
    assert re.search(r"[1-9]\d* ratings compared, 0 different", output)


async def test_a_record_that_lies_is_told(cluster: Cluster, tmp_path: Path) -> None:
    """The comparison compares: a game said to have ended otherwise is a difference."""
    lines = OWN.read_text().splitlines()
    five = next(line for line in lines if '"five"' in line)
    lying = tmp_path / "lying.jsonl"
    lying.write_text(five.replace('"five"', '"full_board"') + "\n")
    with pytest.raises(AssertionError, match="different"):
        await replay(cluster, tmp_path, lying, 1)


@pytest.mark.parametrize("name", ["renju_gomocup", "gomoku_exact_gomocup"])
async def test_public_records(cluster: Cluster, tmp_path: Path, name: str) -> None:
    file = RECORDS / f"{name}.jsonl.gz"
    if not file.exists():
        pytest.skip(f"{name} is not at hand")
    output = await replay(cluster, tmp_path, file, 40)
    assert compared(output) == (40, 40, 0)
