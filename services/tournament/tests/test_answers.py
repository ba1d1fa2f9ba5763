"""What is answered of a tournament: parts of the table and of a round, files, the calendar."""

import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import pytest
import pytest_asyncio
from icalendar import Calendar
from service_helpers import FakeGames, Instance, new_store
from servicekit import clock
from servicekit.errors import Invalid, NotFound, Refused
from x0.tournament.v1 import service_pb2 as pb
from x0_launcher.cluster import Cluster
from x0_tournament.domain import entering, life, trf
from x0_tournament.domain.tournament import Rules
from x0_tournament.rpc.servicer import TournamentRpc
from x0_tournament.service.exports import Exports
from x0_tournament.service.ports import Settled
from x0_tournament.service.sweeps import game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")

DAY = 86_400_000


class Asked(Instance):
    """An instance, and what it answers."""

    async def ask(self, method: str, request: Any) -> Any:
        rpc: Any = TournamentRpc(self.tournaments, Exports(self.store, self.tournaments.reads))
        return await getattr(rpc, method)(request, None)

    async def standings(self, id: str, **more: Any) -> Any:
        return await self.ask("GetStandings", pb.GetStandingsRequest(tournament_id=id, **more))

    async def export(self, id: str, format: Any) -> str:
        request = pb.ExportTournamentRequest(tournament_id=id, format=format)
        content: bytes = (await self.ask("ExportTournament", request)).content
        return content.decode()

    async def calendar(self, site: str = "") -> dict[str, Any]:
        """Events by their names."""
        request = pb.ExportCalendarRequest(site=site)
        feed = Calendar.from_ical((await self.ask("ExportCalendar", request)).content.decode())
        return {str(event["SUMMARY"]): event for event in feed.events}

    async def round_over(self, id: str) -> None:
        """Its first half of boards is won by who begins; the round goes on."""
        for _ in range(6):
            await self.lease_over(id)
            await self.sweeps.push(id)
        t = await self.get(id)
        number = len(t.rounds)
        places = [(number, b, game_id(id, number, b)) for b in range(1, len(t.rounds[-1].boards))]
        self.games.over.update({game: Settled("finished", "first") for _, _, game in places})
        await self.sweeps.finished({id: places})


@pytest_asyncio.fixture(loop_scope="session")
async def one(cluster: Cluster) -> AsyncIterator[Asked]:
    async with new_store(cluster) as store:
        yield Asked(store, FakeGames())


async def test_parts_of_a_table(one: Asked) -> None:
    id = await one.opened(9)
    await one.round_over(id)
    whole = await one.standings(id, crosstable=True)
    assert (len(whole.rows), whole.total, whole.rounds, whole.final) == (9, 9, 1, False)
    assert all(len(row.lines) == 1 for row in whole.rows)
    middle = await one.standings(id, skip=2, top=3)
    assert [row.player_id for row in middle.rows] == [row.player_id for row in whole.rows[2:5]]
    assert middle.total == 9 and not any(row.lines for row in middle.rows)
    assert not (await one.standings(id, skip=9)).rows
    assert len((await one.standings(id, skip=-1, top=-1)).rows) == 9
    # One's own row, whatever part is asked for, with games that there are.
    for row in whole.rows:
        own = await one.standings(id, player_id=row.player_id, skip=5, top=1)
        assert list(own.rows) == [row] and own.total == 9
        line = row.lines[0]
        assert bool(line.game_id) is bool(line.opponent_player_id)
        assert not line.game_id or row.player_id in one.games.games[line.game_id]
    with pytest.raises(NotFound):
        await one.standings(id, player_id="nobody")
    with pytest.raises(NotFound):
        await one.standings("none")


async def test_an_answer_is_not_older_than_its_tournament(one: Asked) -> None:
    id = await one.opened(9)
    await one.round_over(id)
    before = await one.standings(id, top=9)
    again = await one.standings(id, top=9)
    assert again == before
    last = len((await one.get(id)).rounds[0].boards)
    game = game_id(id, 1, last)
    one.games.over[game] = Settled("finished", "second")
    await one.sweeps.finished({id: [(1, last, game)]})
    after = await one.standings(id, top=9)
    assert after.version == (await one.get(id)).version > before.version
    assert sum(row.points for row in after.rows) == sum(row.points for row in before.rows) + 1


async def test_the_row_of_a_players_team(one: Asked) -> None:
    id = await one.opened(0, boards=2, start=clock.now_ms() + 600_000)
    for clan in ("c1", "c2"):
        members = [f"{clan}-2", f"{clan}-3"]
        await one.tournaments.enter_team(id, f"{clan}-1", clan, members, "")
    for who, found in (("c1-2", "c1"), ("c2-3", "c2"), ("c2-1", "c2"), ("c1", "c1")):
        rows = (await one.standings(id, player_id=who)).rows
        assert [row.player_id for row in rows] == [found]
    with pytest.raises(NotFound):
        await one.standings(id, player_id="c1-4")


async def test_parts_of_a_round(one: Asked) -> None:
    id = await one.opened(9)
    await one.round_over(id)

    async def round_of(**more: int) -> Any:
        return await one.ask("GetRound", pb.GetRoundRequest(tournament_id=id, **more))

    whole = await round_of()
    assert (len(whole.round.boards), whole.total, whole.round.number) == (4, 4, 1)
    part = await round_of(top=3, round=1)
    assert list(part.round.boards) == list(whole.round.boards[:3]) and part.total == 4
    assert part.round.byes == whole.round.byes
    assert len((await round_of(top=50)).round.boards) == 4
    with pytest.raises(NotFound):
        await round_of(round=2)


async def test_files(one: Asked) -> None:
    id = await one.opened(9, name="Кубок, X-0")
    await one.round_over(id)
    report = trf.read(await one.export(id, pb.EXPORT_FORMAT_TRF))
    assert (report.title, report.total_rounds, len(report.participants)) == ("Кубок, X-0", 6, 9)
    assert len(report.rounds[0].pairings) == 3
    lines = (await one.export(id, pb.EXPORT_FORMAT_CSV)).splitlines()
    assert len(lines) == 10 and lines[0].endswith("round 1")
    data = json.loads(await one.export(id, pb.EXPORT_FORMAT_JSON))
    assert data["tournament"]["name"] == "Кубок, X-0" and len(data["standings"]) == 9
    assert (data["final"], data["tournament"]["status"]) == (False, "running")
    with pytest.raises(Invalid):
        await one.export(id, pb.EXPORT_FORMAT_UNSPECIFIED)
    with pytest.raises(NotFound):
        await one.export("none", pb.EXPORT_FORMAT_CSV)


async def test_a_file_before_the_start_lists_who_has_entered(one: Asked) -> None:
    id = await one.opened(2, start=clock.now_ms() + 600_000)
    assert len((await one.export(id, pb.EXPORT_FORMAT_CSV)).splitlines()) == 3
    report = trf.read(await one.export(id, pb.EXPORT_FORMAT_TRF))
    assert sorted(report.names.values()) == ["P1", "P2"] and not report.rounds
    assert json.loads(await one.export(id, pb.EXPORT_FORMAT_JSON))["final"] is False
    empty = await one.opened(0, boards=2, start=clock.now_ms() + 600_000)
    assert len((await one.export(empty, pb.EXPORT_FORMAT_CSV)).splitlines()) == 1
    with pytest.raises(Refused) as refused:
        await one.export(empty, pb.EXPORT_FORMAT_TRF)
    assert refused.value.reason == "no_trf_of_teams"


async def test_a_large_file_is_whole(one: Asked) -> None:
    id = await one.opened(0, start=clock.now_ms() + 600_000)
    t = await one.get(id)
    stored = await one.tournaments.get(id)
    for n in range(300):
        made = entering.join(t, f"p{n}", f"P{n}", 1500.0, clock.now_ms())
        assert made is not None
        t = made.tournament
    assert await one.tournaments.save(stored, made)
    assert len((await one.export(id, pb.EXPORT_FORMAT_CSV)).splitlines()) == 301
    assert len(trf.read(await one.export(id, pb.EXPORT_FORMAT_TRF)).participants) == 300


async def test_the_calendar_tells_what_comes_what_moved_and_what_does_not(one: Asked) -> None:
    now = clock.now_ms()
    ids = {}
    for name, days in (("soon", 1), ("moved", 2), ("off", 3), ("far", 70)):
        ids[name] = await one.opened(2, name=name, start=now + days * DAY)
    moved_to = now + 5 * DAY
    for start in (now + 4 * DAY, moved_to):
        await one.tournaments.postpone(ids["moved"], "boss", start)
    await one.tournaments.cancel(ids["off"], "boss")
    running = await one.opened(3, name="running")
    await one.sweeps.push(running)
    regular = Rules("X-0 Tuesday", "x0", 180, 2, now + DAY)
    made = life.create("x0 tuesday/2026:12-01", regular, "", now, series="x0-tuesday")
    assert await one.tournaments.insert(made)

    found = await one.calendar("https://x0.example")
    assert set(found) == {"soon", "moved", "off", "running", "X-0 Tuesday"}
    assert {name: event["STATUS"] for name, event in found.items()} == {
        "soon": "CONFIRMED",
        "moved": "CONFIRMED",
        "off": "CANCELLED",
        "running": "CONFIRMED",
        "X-0 Tuesday": "CONFIRMED",
    }
    assert [found[name]["SEQUENCE"] for name in ("soon", "moved", "off")] == [0, 2, 1]
    assert found["moved"].start.timestamp() == moved_to // 1000
    assert len({event["UID"] for event in found.values()}) == 5
    assert found["soon"]["URL"] == f"https://x0.example/t/{ids['soon']}"
    address = f"https://x0.example/t/{quote('x0 tuesday/2026:12-01', safe='')}"
    assert found["X-0 Tuesday"]["URL"] == address
    assert all(event.duration.total_seconds() > 0 for event in found.values())
    assert not any("URL" in event for event in (await one.calendar()).values())


async def test_what_was_cancelled_long_ago_is_forgotten(
    one: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now_ms()
    id = await one.opened(2, name="off", start=now + 40 * DAY)
    await one.tournaments.cancel(id, "boss")
    assert set(await one.calendar()) == {"off"}
    monkeypatch.setattr(clock, "now_ms", lambda: now + 8 * DAY)
    assert not await one.calendar()
