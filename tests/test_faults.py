"""A short form of `faults.py`: every kind of process dies at least once."""

from pathlib import Path

import faults


async def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    report = await faults.run(str(tmp_path), rounds=8, seed=59)
    assert report.faults() == []
    assert report.acked > 100 and report.games > 5
