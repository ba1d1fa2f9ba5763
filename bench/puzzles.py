"""Solvers of puzzles under load: from asking for the next puzzle, or sending a move, to the answer.

    .venv/bin/python bench/puzzles.py --solvers 200 --seconds 60

Brings up the whole system on an empty folder and lets N players solve puzzles one after the other
through the gateway, with something to do every three seconds. One move in four is a random one and
mostly wrong. Prints p50/p99 of the next puzzle (drawn and begun), of right and of other moves, and
CPU and memory of the processes. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import tempfile
import time
from collections import defaultdict
from typing import Any

import httpx
import psutil
from live_games import UNLIMITED, cpu_seconds, percentile, token
from x0_engine import Position
from x0_launcher.cluster import Cluster
from x0_puzzle.domain.puzzle import MODES, Puzzle
from x0_puzzle.load import built_in, read

EVERY = 3.0
RANDOM_MOVES = 0.25
# Before they are measured: connections, caches, the rhythm.
WARM_UP = 6.0


class Player:
    def __init__(
        self, http: httpx.AsyncClient, url: str, bearer: str, puzzles: dict[str, Puzzle], seed: int
    ) -> None:
        self._http, self._url = http, url
        self._headers = {"Authorization": f"Bearer {bearer}"}
        self._puzzles = puzzles
        self._rng = random.Random(seed)
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors = 0

    async def run(self, until: float, measured_from: float) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._rng.random() * EVERY)
        due, attempt = loop.time(), None
        while loop.time() < until:
            started = loop.time()
            try:
                if attempt is None or attempt["status"] != "open":
                    kind, attempt = "next puzzle", await self._next()
                else:
                    kind, attempt = await self._move(attempt)
                if started >= measured_from:
                    self.times[kind].append(loop.time() - started)
            except httpx.HTTPError as error:
                print("error:", repr(error))
                self.errors += 1
                attempt = None
            due += EVERY
            await asyncio.sleep(max(0.0, due - loop.time()))

    async def _next(self) -> dict[str, Any]:
        wanted = {"mode": self._rng.choice(MODES), "max_level": 6, "count": 1}
        drawn = await self._call("POST", "draw", wanted)
        id = drawn["puzzles"][0]["puzzle_id"]
        found: dict[str, Any] = (await self._call("PUT", f"{id}/attempt"))["attempt"]
        return found

    async def _move(self, attempt: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        puzzle = self._puzzles[attempt["puzzle_id"]]
        played = tuple((x, y) for x, y in attempt["played"])
        kind, point = "right move", puzzle.solution[len(played) % len(puzzle.solution)]
        on_the_way = played == puzzle.solution[: len(played)]
        if not on_the_way or self._rng.random() < RANDOM_MOVES:
            kind, point = "random move", self._rng.choice(legal(puzzle, played))
        body = {"version": attempt["version"], "point": point}
        after = await self._call("POST", f"{attempt['puzzle_id']}/attempt/moves", body)
        if not on_the_way:
            # A random move was a right one, and the line of the file is left.
            body = {"version": after["version"]}
            if after["status"] == "open":
                after = await self._call("POST", f"{attempt['puzzle_id']}/attempt/give-up", body)
        return kind, after

    async def _call(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self._http.request(
            method, f"{self._url}/v1/puzzles/{path}", json=body, headers=self._headers
        )
        answer.raise_for_status()
        return answer.json()


def legal(puzzle: Puzzle, played: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    position: Position = puzzle.position(played)
    return position.legal_points()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solvers", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60)
    args = parser.parse_args()
    puzzles = {one.id: one for mode in MODES for one in read(built_in() / f"{mode}.tsv.gz", mode)}
    store = "secantusd-rs" if shutil.which("secantusd-rs") else "secantusd-py (default)"
    print(f"store: {store}; {os.cpu_count()} cores; {args.solvers} solvers, "
          f"something every {EVERY:.0f} s each")  # fmt: skip
    env = {**UNLIMITED, "X0_PUZZLE_RATE": "1000000", "X0_PUZZLE_BURST": "1000000"}
    with tempfile.TemporaryDirectory(prefix="x0-bench-") as folder:
        async with Cluster(folder, quiet=True, env=env) as cluster:
            account = cluster.env("account")
            key = (account["X0_TOKEN_KEY_ID"], account["X0_TOKEN_PRIVATE_KEY"])
            limits = httpx.Limits(max_connections=args.solvers)
            async with httpx.AsyncClient(timeout=30, limits=limits) as http:
                players = [
                    Player(http, cluster.urls[0], token(key, f"solver-{n}"), puzzles, n)
                    for n in range(args.solvers)
                ]
                await measure(cluster, players, args.seconds)


async def measure(cluster: Cluster, players: list[Player], seconds: int) -> None:
    watched = {name: psutil.Process(child.pid) for name, child in cluster.processes.items()}
    loop = asyncio.get_running_loop()
    measured_from = loop.time() + WARM_UP
    until = measured_from + seconds
    playing = [asyncio.create_task(player.run(until, measured_from)) for player in players]
    await asyncio.sleep(WARM_UP)
    before, began = cpu_seconds(watched), time.time()
    await asyncio.sleep(seconds)
    after, ended = cpu_seconds(watched), time.time()
    await asyncio.gather(*playing)
    for kind in ("next puzzle", "right move", "random move"):
        times = [one for player in players for one in player.times[kind]]
        print(f"{kind:12} {len(times):6}   p50 {percentile(times, 0.5):>7} ms   "
              f"p99 {percentile(times, 0.99):>7} ms")  # fmt: skip
    print("errors:", sum(player.errors for player in players))
    for name in sorted(before.keys() & after.keys()):
        memory = watched[name].memory_info().rss / 2**20
        print(f"   {name:14} {(after[name] - before[name]) / (ended - began):.2f} cores   "
              f"{memory:.0f} MiB")  # fmt: skip


if __name__ == "__main__":
    asyncio.run(main())
