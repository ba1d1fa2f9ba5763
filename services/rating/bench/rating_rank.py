"""How long rank, leaderboard and rating a batch take with many players. Reports, never asserts.

    python services/rating/bench/rating_rank.py --players 20000

Fills a database of its own (dropped at the end), ratings spread normally around 1500.
"""

import argparse
import asyncio
import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from motor.motor_asyncio import AsyncIOMotorClient
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.outbox import OutEvent
from tqdm import tqdm
from x0_launcher.cluster import Cluster
from x0_rating.domain import After, FinishedGame, Head, Standing, bucket
from x0_rating.events import encode
from x0_rating.service import Rater, Ratings
from x0_rating.store import MongoStore


class Quiet:
    """Events of a bench are of interest to nobody."""

    def publish(self, doc_id: str, version: int, events: Sequence[OutEvent]) -> None:
        return None


async def fill(store: MongoStore, players: int) -> None:
    dice = random.Random(1)  # noqa: S311
    buckets: dict[int, int] = {}
    rows = []
    with tqdm(total=players, desc="filling", unit=" players") as bar:
        for n in range(players):
            # Three in ten played once, against a newcomer: many share one rating exactly.
            rating = dice.choice([1468.0, 1532.0]) if n % 10 < 3 else dice.gauss(1500, 250)
            buckets[bucket(rating)] = buckets.get(bucket(rating), 0) + 1
            rows.append((1, Standing(f"p{n}", rating, 20, 10, 0, 10, rating)))
            if len(rows) == 500 or n == players - 1:
                await store.put_standings("x0", rows)
                bar.update(len(rows))
                rows.clear()
    await store.put_head(Head("x0", 1, players, buckets))


async def timed(what: str, times: int, call: Callable[[int], Awaitable[Any]]) -> None:
    took = []
    for n in range(times):
        started = time.perf_counter()
        await call(n)
        took.append((time.perf_counter() - started) * 1000)
    took.sort()
    p99 = took[min(len(took) - 1, int(len(took) * 0.99))]
    sys.stdout.write(f"{what:44} p50 {statistics.median(took):8.2f} ms  p99 {p99:8.2f} ms\n")


async def bench(url: str, players: int, times: int) -> None:
    # Dropping a large database takes the embedded store longer than any service waits.
    options = CLIENT_OPTIONS | {"socketTimeoutMS": 600_000}
    client: AsyncIOMotorClient[dict[str, Any]] = AsyncIOMotorClient(url, **options)
    name = f"bench_{secrets.token_hex(4)}"
    store = MongoStore(client[name])
    try:
        await store.prepare()
        await fill(store, players)
        ratings = Ratings(store)
        dice = random.Random(2)  # noqa: S311

        async def deep(n: int) -> None:
            rating = dice.gauss(1500, 250)
            await ratings.leaderboard("x0", After(rating, "p", 1000, 1000), 50)

        async def play(size: int) -> None:
            games = [
                FinishedGame(
                    secrets.token_hex(8), "x0", f"p{dice.randrange(players // 2)}",
                    f"p{players // 2 + dice.randrange(players // 2)}", 1.0, 1,
                )
                for _ in range(size)
            ]  # fmt: skip
            await Rater(store, encode, Quiet()).rate(games)

        await timed(
            "all ratings of a player, with rank", times,
            lambda n: ratings.of_player(f"p{dice.randrange(players)}"),
        )  # fmt: skip
        await timed("leaderboard, first 50", times, lambda n: ratings.leaderboard("x0", None, 50))
        await timed("leaderboard, 50 from anywhere", times, deep)
        await timed("rating one game", times // 2, lambda n: play(1))
        await timed("rating a batch of 100 games", 10, lambda n: play(100))
    finally:
        await client.drop_database(name)
        client.close()


async def run(url: str | None, players: int, times: int) -> None:
    if url is not None:
        await bench(url, players, times)
        return
    with tempfile.TemporaryDirectory(prefix="x0-bench-") as folder:
        async with Cluster(folder, services=[], quiet=True) as cluster:
            await bench(cluster.mongo_url, players, times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mongo", metavar="URL", help="without it an embedded store is started")
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--times", type=int, default=100)
    chosen = parser.parse_args()
    asyncio.run(run(chosen.mongo, chosen.players, chosen.times))


if __name__ == "__main__":
    main()
