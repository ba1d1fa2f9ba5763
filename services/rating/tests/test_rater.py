"""Exactly once in effect, in order, over a real store: redelivery, crashes, two instances."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import pytest_asyncio
from motor.motor_asyncio import AsyncIOMotorClient
from rating_helpers import some_games, straight
from servicekit.mongo import CLIENT_OPTIONS
from servicekit.outbox import OutEvent
from x0_launcher.cluster import Cluster
from x0_rating import domain
from x0_rating.domain import After, FinishedGame, NotRateable, Standing, Table
from x0_rating.events import encode
from x0_rating.service import Rater, Ratings
from x0_rating.store import MongoStore

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Published:
    def __init__(self) -> None:
        self.ids: list[str] = []

    def publish(self, doc_id: str, version: int, events: Sequence[OutEvent]) -> None:
        self.ids.append(doc_id)


@pytest_asyncio.fixture(loop_scope="session")
async def database(cluster: Cluster, database_name: str) -> AsyncIterator[Any]:
    client: AsyncIOMotorClient[dict[str, Any]] = AsyncIOMotorClient(
        cluster.mongo_url, **CLIENT_OPTIONS
    )
    yield client[database_name]
    client.close()


@pytest_asyncio.fixture(loop_scope="session")
async def store(database: Any) -> MongoStore:
    made = MongoStore(database)
    await made.prepare()
    return made


async def assert_table(store: MongoStore, games: Sequence[FinishedGame], mode: str = "x0") -> None:
    """Records, rows and head are what the games say; the chain has no gap."""
    wanted = straight(games, mode)
    records = [game async for game in store.all_games(mode)]
    assert [r.sequence for r in records] == list(range(1, len(records) + 1))
    assert [r.game_id for r in records] == [g.game_id for g in games if g.mode == mode]
    assert {s.player: s async for _, s in store.all_standings(mode)} == wanted
    head = (await store.heads([mode]))[mode]
    assert head == domain.advance(domain.Head(mode), records)
    assert head.players == len(wanted)


async def test_each_game_once_however_often_it_comes(store: MongoStore) -> None:
    games = some_games(120, seed=1)
    rater = Rater(store, encode, Published())
    dice = random.Random(1)
    sent = 0
    while sent < len(games):
        size = dice.randint(1, 30)
        # What was sent before comes again now and then, as after a lost commit.
        start = max(0, sent - dice.randint(0, 20))
        await rater.rate(games[start : sent + size] + games[start : start + 2])
        sent += size
    await assert_table(store, games)


async def test_modes_are_separate(store: MongoStore) -> None:
    games = some_games(60, seed=2, modes=domain.MODES)
    await Rater(store, encode, Published()).rate(games)
    for mode in domain.MODES:
        await assert_table(store, games, mode)


async def test_what_a_crash_left_is_finished_by_the_next(store: MongoStore) -> None:
    """Every place between two writes where a process can end."""
    games = some_games(60, seed=3)
    rater = Rater(store, encode, Published())
    await rater.rate(games[:10])
    table = Table("x0", 10, await store.standings("x0", [f"p{n}" for n in range(12)]))
    records = [table.add(game) for game in games[10:40]]
    head = (await store.heads(["x0"]))["x0"]
    # Ended in the middle of writing records,
    await store.add_games(records[:5], [encode(r) for r in records[:5]])
    await Rater(store, encode, Published()).repair()
    await assert_table(store, games[:15])
    # after the records,
    await store.add_games(records[5:10], [encode(r) for r in records[5:10]])
    # after some of the rows,
    await store.apply_standings("x0", records[5:8])
    await Rater(store, encode, Published()).repair()
    await assert_table(store, games[:20])
    # after the rows, before the head; and found by the next batch without a repair.
    await store.add_games(records[10:], [encode(r) for r in records[10:]])
    await store.apply_standings("x0", records[10:])
    # A late writer whose read is old changes nothing.
    assert not await store.advance_head(head, records[:5])
    await store.apply_standings("x0", records[:3])
    await Rater(store, encode, Published()).rate(games[35:])
    await assert_table(store, games)


async def test_two_instances_with_the_same_games(store: MongoStore, database: Any) -> None:
    games = some_games(150, seed=4)
    batches = [games[n : n + 10] for n in range(0, 150, 10)]

    async def instance() -> None:
        rater = Rater(MongoStore(database), encode, Published())
        for batch in batches:
            await rater.rate(batch)

    await asyncio.gather(*(instance() for _ in range(3)))
    await assert_table(store, games)


async def test_two_instances_with_different_games(store: MongoStore, database: Any) -> None:
    """In a rebalance; the order between them is anyone's, but there is one."""
    games = some_games(120, seed=5)

    async def instance(part: list[FinishedGame]) -> None:
        rater = Rater(MongoStore(database), encode, Published())
        for start in range(0, len(part), 7):
            await rater.rate(part[start : start + 7])

    await asyncio.gather(instance(games[::2]), instance(games[1::2]))
    order = [record.game async for record in store.all_games("x0")]
    assert sorted(g.game_id for g in order) == sorted(g.game_id for g in games)
    await assert_table(store, order)


async def test_a_batch_with_poison_rates_nothing(store: MongoStore) -> None:
    games = some_games(3, seed=6)
    bad = FinishedGame("bad", "x0", "p1", "p1", 1.0, 1)
    with pytest.raises(NotRateable):
        await Rater(store, encode, Published()).rate([*games, bad])
    assert (await store.heads(["x0"]))["x0"].sequence == 0


async def test_ranks_percentiles_and_pages(store: MongoStore) -> None:
    games = some_games(200, seed=7, players=30)
    # Two pairs with equal ratings.
    for n in range(4):
        games.append(FinishedGame(f"e{n}", "x0", f"w{n}", f"l{n}", 1.0, 1))
    await Rater(store, encode, Published()).rate(games)
    ratings = Ratings(store)
    standings = straight(games, "x0")
    best = sorted(standings.values(), key=lambda s: (-s.rating, s.player))
    for standing in best:
        found = (await ratings.of_player(standing.player))[0]
        assert found.standing == standing
        assert found.rank == 1 + sum(s.rating > standing.rating for s in best)
        lower = sum(s.rating < standing.rating for s in best)
        assert found.percentile == pytest.approx(100 * lower / len(best))

    rows: list[tuple[int, Standing]] = []
    after: After | None = None
    while True:
        page = await ratings.leaderboard("x0", after, 7)
        assert page.players == len(best)
        rows += [(row.rank, row.standing) for row in page.rows]
        if not page.more:
            break
        last = page.rows[-1]
        after = After(last.standing.rating, last.standing.player, page.position, last.rank)
    assert [s for _, s in rows] == best
    for rank, standing in rows:
        assert rank == 1 + sum(s.rating > standing.rating for s in best)

    mine = [g for g in games if "p3" in (g.first, g.second)]
    seen: list[str] = []
    before: int | None = None
    while True:
        history, before = await ratings.history("x0", "p3", before, 5)
        seen += [record.game_id for record in history]
        if before is None:
            break
    assert seen == [g.game_id for g in reversed(mine)]


async def test_nobody_played(store: MongoStore) -> None:
    found = await Ratings(store).of_player("nobody")
    assert [(r.mode, r.standing.rating, r.rank) for r in found] == [
        (mode, 1500.0, 0) for mode in domain.MODES
    ]
    page = await Ratings(store).leaderboard("x0", None, 10)
    assert (page.rows, page.players, page.more) == ([], 0, False)
