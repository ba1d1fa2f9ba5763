"""The children's log files: fresh at each start of the launcher, a few older ones kept."""

from __future__ import annotations

from pathlib import Path

KEPT = 3


def rotate(folder: Path) -> None:
    """``game-1.log`` becomes ``game-1.log.1``, and so on; the oldest goes."""
    folder.mkdir(exist_ok=True)
    for log in folder.glob("*.log"):
        if log.stat().st_size == 0:
            continue
        for number in range(KEPT, 0, -1):
            older = log.with_name(f"{log.name}.{number}")
            newer = log.with_name(f"{log.name}.{number - 1}") if number > 1 else log
            if newer.exists():
                newer.replace(older)
