"""Lists of tournaments, whole and of one player; and what is read once a version."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from service_helpers import FakeGames, Instance, new_store
from servicekit import clock
from servicekit.errors import NotFound
from x0_launcher.cluster import Cluster
from x0_tournament.domain.results import Result
from x0_tournament.service.reads import Reads

pytestmark = pytest.mark.asyncio(loop_scope="session")

LATER = 600_000


@pytest_asyncio.fixture(loop_scope="session")
async def one(cluster: Cluster) -> AsyncIterator[Instance]:
    async with new_store(cluster) as store:
        yield Instance(store, FakeGames())


async def open_for(one: Instance, players: int, start_in: int = LATER, **more: Any) -> str:
    return await one.opened(players, start=clock.now_ms() + start_in, **more)


async def own(one: Instance, player: str) -> list[str]:
    return [head.tournament.id for head in await one.tournaments.own(player)]


async def listed(one: Instance, group: str, player: str = "", size: int = 3) -> list[str]:
    """Page by page, as a client does it."""
    found: list[str] = []
    place: tuple[int, str] | None = None
    while True:
        page = [head.tournament for head in await one.tournaments.page(group, player, place, size)]
        found += [t.id for t in page]
        if len(page) < size:
            return found
        place = (page[-1].ended_at if page[-1].over else page[-1].rules.start, page[-1].id)


async def test_own_are_those_that_one_is_in_by_their_start(one: Instance) -> None:
    late = await open_for(one, 2, 3 * LATER)
    soon = await open_for(one, 2)
    running = await one.opened(3)
    await one.sweeps.push(running)
    left = await open_for(one, 2)
    await one.tournaments.leave(left, "p1")
    paused = await open_for(one, 2, 2 * LATER)
    await one.tournaments.pause(paused, "p1")
    await open_for(one, 0)
    assert await own(one, "p1") == [running, soon, paused, late]
    assert await own(one, "p3") == [running]
    assert await own(one, "nobody") == []
    # Out of a running one, and it concerns one no more; that it was entered is kept.
    await one.tournaments.leave(running, "p3")
    assert await own(one, "p3") == []
    assert await listed(one, "running", "p3") == [running]
    heads = await one.tournaments.own("p1")
    assert [(head.participants, head.round) for head in heads] == [(2, 1), (2, 0), (2, 0), (2, 0)]


async def test_what_is_over_concerns_for_an_hour(
    one: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await open_for(one, 2)
    await one.tournaments.cancel(id, "boss")
    assert await own(one, "p1") == [id]
    now = clock.now_ms()
    monkeypatch.setattr(clock, "now_ms", lambda: now + 3_600_000)
    assert await own(one, "p1") == []
    assert await listed(one, "ended", "p1") == [id]


async def test_a_member_of_a_team_and_its_captain(one: Instance) -> None:
    id = await open_for(one, 0, boards=2)
    await one.tournaments.enter_team(id, "c1-1", "c1", ["c1-2", "c1-3"], "")
    for player, found in (("c1-1", [id]), ("c1-2", [id]), ("c1-3", [id]), ("c1-4", []), ("c1", [])):
        assert await own(one, player) == found
        assert await listed(one, "coming", player) == found
    await one.tournaments.enter_team(id, "c1-1", "c1", ["c1-1", "c1-2"], "")
    assert (await own(one, "c1-2"), await own(one, "c1-3")) == ([id], [])
    await one.tournaments.leave(id, "c1-1")
    assert await own(one, "c1-2") == []


async def test_at_most_twenty(one: Instance) -> None:
    made = [await open_for(one, 1, n * LATER, creator=f"boss{n}") for n in range(22, 0, -1)]
    assert await own(one, "p1") == made[::-1][:20]


async def test_however_many_start_at_one_moment_all_are_listed(one: Instance) -> None:
    start = clock.now_ms() + LATER
    made = [await one.opened(0, start=start, creator=f"boss{n}") for n in range(60)]
    last = await one.opened(0, start=start + 1)
    assert await listed(one, "coming", size=7) == [*sorted(made), last]


async def test_what_is_over_is_listed_latest_first_however_long_ago(
    one: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From today, from last year, many at one moment; each once, of one player too."""
    now = clock.now_ms()
    # Where one look at the store ends and the next begins.
    edge = now + 60_000 - 3_600_000
    moments = [now, now - 60_000, edge, edge - 1, *[now - 5 * 86_400_000] * 7]
    moments += [now - 400 * 86_400_000, 5]
    ids = []
    for n, moment in enumerate(moments):
        id = await open_for(one, 1 + n % 2, creator=f"boss{n}")
        with monkeypatch.context() as patch:
            patch.setattr(clock, "now_ms", lambda moment=moment: moment)
            await one.tournaments.cancel(id, f"boss{n}")
        ids.append((moment, id))
    latest = [id for _, id in sorted(ids, reverse=True)]
    monkeypatch.setattr(clock, "now_ms", lambda: now)
    for size in (1, 3, 50):
        assert await listed(one, "ended", size=size) == latest
        of_two = [id for id in latest if [i for _, i in ids].index(id) % 2]
        assert await listed(one, "ended", "p2", size) == of_two


async def test_reads_see_every_change_and_ask_for_no_more(one: Instance) -> None:
    class Counting:
        """How many documents came."""

        def __init__(self) -> None:
            self.came = 0

        async def newer(self, id: str, version: int) -> Any:
            found = await one.store.newer(id, version)
            self.came += found is not None
            return found

    id = await one.opened(9)
    counting: Any = Counting()
    reads = Reads(counting)
    for _ in range(6):
        await one.lease_over(id)
        await one.sweeps.push(id)
    first = (await reads.standings(id))[1]
    again = [await reads.standings(id) for _ in range(5)]
    assert all(table is first for _, table in again) and counting.came == 1
    await one.tournaments.correct(id, "boss", 1, 1, Result.DRAW)
    t, table = await reads.standings(id)
    assert t == await one.get(id) and table.rows != first.rows and counting.came == 2
    assert (await reads.tournament(id)).version == t.version and counting.came == 2
    with pytest.raises(NotFound):
        await reads.tournament("none")
