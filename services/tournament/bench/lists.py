"""What lists of tournaments and reads of one cost on the embedded store. Reports, never asserts.

    python services/tournament/bench/lists.py --tournaments 3000 --players 20

Times are in ms: `cpu` is that of this process, `wall` with the store's. `scan` is what a list of
one player would cost without its index.
"""

# ruff: noqa: T201

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from motor.motor_asyncio import AsyncIOMotorClient
from servicekit import clock
from servicekit.mongo import CLIENT_OPTIONS
from x0_launcher.cluster import Cluster
from x0_tournament.domain import life
from x0_tournament.domain.tournament import Entry, Rules, Status, Tournament
from x0_tournament.store import MongoStore


def made(number: int, players: int, pool: int, dice: random.Random, now: int) -> Tournament:
    """The first few are open or run, the others are over, six an hour."""
    start = now - number * 600_000
    rules = Rules(f"T{number}", "x0", 180, 2, start)
    names = dice.sample(range(pool), players)
    entries = {f"p{n}": Entry(f"p{n}", f"Player {n}", 1500.0, k) for k, n in enumerate(names, 1)}
    t = life.create(f"t{number:06}", rules, "", now, "bench").tournament
    status = Status.OPEN if number < 20 else Status.RUNNING if number < 40 else Status.ENDED
    over = start if status is Status.ENDED else 0
    return Tournament(t.id, 1, rules, "", now, 0, "bench", status, entries=entries, ended_at=over)


async def timed(label: str, call: Callable[[], Awaitable[Any]], times: int = 30) -> None:
    found = await call()
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(times):
        await call()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    count = len(found) if isinstance(found, list) else 1
    print(
        f"{label:34} {count:5} found   cpu {cpu / times * 1e3:7.2f}  wall {wall / times * 1e3:7.2f}"
    )


async def run(tournaments: int, players: int) -> None:
    dice = random.Random(1)  # noqa: S311
    now = clock.now_ms()
    with tempfile.TemporaryDirectory() as folder:
        async with Cluster(Path(folder), services=[], quiet=True) as cluster:
            client: Any = AsyncIOMotorClient(cluster.mongo_url, **CLIENT_OPTIONS)
            store = MongoStore(client["bench"])
            await store.prepare()
            for number in range(tournaments):
                await store.insert(made(number, players, tournaments, dice, now), [], now)
            collection = client["bench"]["tournaments"]
            # A condition on a part of the document: of an index nothing can be had.
            scan = {"entries.0.0": "p7"}
            await timed("scan", lambda: collection.find(scan, {"_id": 1}).to_list(None), 5)
            await timed("own", lambda: store.own("p7", now - 3_600_000))
            await timed("over, of a player", lambda: store.page("ended", "p7", None, 20))
            await timed("over, of all", lambda: store.page("ended", "", None, 20))
            await timed("coming, of all", lambda: store.page("coming", "", None, 20))
            last = f"t{tournaments - 1:06}"
            await timed("one, whole", lambda: store.load(last))
            await timed("one, unchanged", lambda: store.newer(last, 1))
            client.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tournaments", type=int, default=3000)
    parser.add_argument("--players", type=int, default=20)
    args = parser.parse_args()
    asyncio.run(run(args.tournaments, args.players))
    return 0


if __name__ == "__main__":
    sys.exit(main())
