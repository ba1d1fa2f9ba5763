"""Puts the base of puzzles into the store: `python -m x0_puzzle.load`. Safe to repeat.

Puzzles are known by mode and number, in links and in what players have solved: so what is there
stays as it is, and a base with more puzzles at its end adds those.
"""

import argparse
import asyncio
import csv
import gzip
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from motor.motor_asyncio import AsyncIOMotorClient
from servicekit import logs
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.settings import ServiceSettings

from x0_puzzle.domain.puzzle import LEVELS, MODES, Puzzle, from_row
from x0_puzzle.store import BaseDiffers, MongoStore

_log = logs.get("x0_puzzle.load")


class BadFile(Exception):
    """What is wrong with a file of puzzles."""


def built_in() -> Path:
    """The base that comes with the service."""
    return Path(str(resources.files("x0_puzzle"))) / "base"


def read(file: Path, mode: str) -> list[Puzzle]:
    """A file of `x0-puzzles`. Raises BadFile."""
    try:
        with gzip.open(file, "rt", encoding="ascii", newline="") as text:
            rows = csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE, restval="")
            puzzles = [from_row(mode, row) for row in rows]
    except (OSError, EOFError, UnicodeError, ValueError, KeyError, AttributeError) as error:
        raise BadFile(f"{file}: not a file of puzzles: {error}") from error
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.number != number or puzzle.level not in LEVELS:
            raise BadFile(f"{file}: line {number + 1} is not puzzle {number} of a level 1 to 6")
    return puzzles


async def load(store: MongoStore, folder: Path) -> dict[str, tuple[int, int]]:
    """How many there are, and how many of them are new, by mode. Raises BadFile, BaseDiffers."""
    levels: dict[str, str] = {}
    counts: dict[str, tuple[int, int]] = {}
    for mode in MODES:
        file = folder / f"{mode}.tsv.gz"
        puzzles = await asyncio.to_thread(read, file, mode)
        added = await store.put_base(mode, puzzles)
        levels[mode] = "".join(str(one.level) for one in puzzles)
        counts[mode] = (len(puzzles), added)
    await store.finish_base(levels)
    return counts


async def load_if_empty(store: MongoStore, folder: Path) -> None:
    if await store.is_empty():
        counts = await load(store, folder)
        _log.info("puzzles loaded", **{mode: there for mode, (there, _) in counts.items()})


async def _main(folder: Path) -> int:
    settings = ServiceSettings()
    mongo: AsyncIOMotorClient[dict[str, object]] = AsyncIOMotorClient(
        settings.mongo_url, **CLIENT_OPTIONS
    )
    try:
        counts = await load(MongoStore(mongo[settings.mongo_db]), folder)
    except (BadFile, BaseDiffers) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        mongo.close()
    for mode, (there, added) in counts.items():
        sys.stdout.write(f"{mode}: {there} puzzles, {added} of them new\n")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m x0_puzzle.load",
        description="Put the base of puzzles into the store that X0_MONGO_URL and X0_MONGO_DB "
        "name. Puzzles that are there are left as they are.",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=built_in(),
        help="with x0.tsv.gz, gomoku.tsv.gz and renju.tsv.gz; the ones of the service otherwise",
    )
    return asyncio.run(_main(parser.parse_args(arguments).folder))


if __name__ == "__main__":
    sys.exit(main())
