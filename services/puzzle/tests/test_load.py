"""The base in files, and loading it."""

import asyncio
import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from puzzle_helpers import built_in_puzzles, new_store
from x0_launcher.cluster import Cluster
from x0_puzzle import load
from x0_puzzle.documents import puzzle_of_row, row_text
from x0_puzzle.domain.puzzle import COLUMNS, MODES, Puzzle
from x0_puzzle.load import BadFile, built_in, read
from x0_puzzle.store import BaseDiffers, MongoStore

pytestmark = pytest.mark.asyncio(loop_scope="session")


def write(folder: Path, puzzles: list[Puzzle]) -> Path:
    for mode in MODES:
        rows = [row_text(one) for one in puzzles if one.mode == mode]
        text = "\n".join(["\t".join(COLUMNS), *rows, ""])
        (folder / f"{mode}.tsv.gz").write_bytes(gzip.compress(text.encode()))
    return folder


def some(count: int) -> list[Puzzle]:
    return [one for mode in MODES for one in built_in_puzzles(mode)[:count]]


async def test_the_base_is_whole() -> None:
    """How many there are, of which levels. That they win is proved by `x0-puzzles verify`."""
    for mode in MODES:
        levels = [one.level for one in built_in_puzzles(mode)]
        assert len(levels) >= 4500
        assert min(levels.count(level) for level in range(1, 7)) >= 400
        assert sum(level <= 3 for level in levels) * 3 <= len(levels) * 2
        assert levels == sorted(levels)
    assert sum(file.stat().st_size for file in built_in().iterdir()) < 2_000_000


async def test_rows(cluster: Cluster) -> None:
    for one in some(300):
        assert puzzle_of_row(one.mode, row_text(one)) == one
        assert one.position().ply == len(one.stones)


async def test_loading_again_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    async with new_store(cluster, some(1)) as store:
        folder = write(tmp_path, some(250))
        assert await load.load(store, folder) == dict.fromkeys(MODES, (250, 249))
        assert await load.load(store, folder) == dict.fromkeys(MODES, (250, 0))
        assert (await store.base()).levels["x0"] == "1" * 250
        # Fewer take nothing away, more are added.
        assert await load.load(store, write(tmp_path, some(120))) == dict.fromkeys(MODES, (120, 0))
        assert len((await store.base()).levels["x0"]) == 250
        assert await load.load(store, write(tmp_path, some(301))) == dict.fromkeys(MODES, (301, 51))
        for number in (1, 100, 101, 250, 251, 301):
            (one,) = (await store.puzzles([f"renju-{number}"])).values()
            assert one == built_in_puzzles("renju")[number - 1]
        assert await store.puzzles(["renju-302"]) == {}


async def test_at_once(cluster: Cluster, tmp_path: Path) -> None:
    """Several instances begin with an empty store."""
    async with new_store(cluster, some(1)) as store:
        folder = write(tmp_path, some(250))
        stores = [MongoStore(store._database) for _ in range(4)]
        counts = await asyncio.gather(*(load.load(one, folder) for one in stores))
        assert sum(one["x0"][1] for one in counts) == 249
        assert len((await stores[3].base()).levels["renju"]) == 250


async def test_other_puzzles_are_not_put_over_these(cluster: Cluster, tmp_path: Path) -> None:
    async with new_store(cluster, some(150)) as store:
        other = [replace(one, difficulty=1) if one.number == 130 else one for one in some(150)]
        with pytest.raises(BaseDiffers, match="x0-1"):
            await load.load(store, write(tmp_path, other))
        (one,) = (await store.puzzles(["x0-130"])).values()
        assert one.difficulty != 1


@pytest.mark.parametrize(
    "content",
    [
        b"no gzip",
        gzip.compress(b"\xff\xfe"),
        gzip.compress(b"number\tlevel\n1\t1\n"),
        gzip.compress("\t".join(COLUMNS).encode() + b"\nx\t1\t2\th8\ti9\ti9\t\n"),
        gzip.compress("\t".join(COLUMNS).encode() + b"\n2\t1\t2\th8\ti9\ti9\t\n"),
        gzip.compress("\t".join(COLUMNS).encode() + b"\n1\t7\t2\th8\ti9\ti9\t\n"),
        gzip.compress("\t".join(COLUMNS).encode() + b"\n1\t1\n"),
        gzip.compress(b"whole")[:-4],
    ],
)
async def test_bad_files(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x0.tsv.gz"
    file.write_bytes(content)
    with pytest.raises(BadFile, match=str(file)):
        read(file, "x0")


async def test_the_command(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    async def command(folder: Path, database: str) -> tuple[int, str]:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "x0_puzzle.load", "--folder", str(folder),
            env={"X0_MONGO_URL": cluster.mongo_url, "X0_MONGO_DB": database},
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        output, _ = await process.communicate()
        return process.returncode or 0, output.decode()

    folder = write(tmp_path, some(12))
    assert await command(folder, "t_load_command") == (
        0, "".join(f"{mode}: 12 puzzles, 12 of them new\n" for mode in MODES)
    )  # fmt: skip
    assert (await command(folder, "t_load_command"))[1].count("0 of them new") == 3
    (folder / "renju.tsv.gz").unlink()
    code, output = await command(folder, "t_load_command")
    assert code == 1 and "renju.tsv.gz" in output and "Traceback" not in output
