"""Players who delete their accounts."""

import asyncio

import pytest
from life_helpers import NOW, after, all_boards, forward, opened, play_to_end, playing
from service_helpers import FakeGames, Instance, new_store
from servicekit import clock
from servicekit.kafka import Poison, Record
from x0.account.v1 import events_pb2
from x0_launcher.cluster import Cluster
from x0_tournament.domain import deleting, entering, life
from x0_tournament.domain.deleting import DELETED
from x0_tournament.domain.errors import NotAllowed
from x0_tournament.domain.tournament import Presence, Tournament, table
from x0_tournament.events import Accounts
from x0_tournament.service.departures import Departures


def deleted(t: Tournament, player: str) -> Tournament:
    t = after(t, deleting.deleted(t, player, t.due or NOW))
    assert deleting.deleted(t, player, NOW) is None
    assert "P7" not in {entry.name for entry in t.entries.values()} | {t.name_of(player)}
    return t


def test_of_an_open_and_of_a_running_tournament() -> None:
    t = deleted(opened(9), "p7")
    assert (t.entries["p7"].presence, len(t.active)) == (Presence.LEFT, 8)
    t = all_boards(forward(opened(9), playing))
    before = table(t)
    t = deleted(t, "p7")
    assert table(t) == before and t.entries["p7"].presence is Presence.LEFT
    t = forward(t, playing)
    assert "p7" not in {name for b in t.rounds[1].boards for name in (b.first, b.second)}
    assert table(play_to_end(t)).row("p7").participant.id == "p7"


def test_the_table_of_what_is_over_stays() -> None:
    ended = play_to_end(opened(9))
    t = deleted(ended, "p7")
    assert table(t) == table(ended) and t.entries["p7"].active
    assert deleting.deleted(t, "stranger", NOW) is None


def test_who_had_left_or_was_removed_stays_so() -> None:
    t = opened(9)
    t = after(t, entering.leave(t, "p7", NOW))
    gone = deleted(t, "p7")
    assert gone.entries["p7"].gone_from == t.entries["p7"].gone_from


def test_a_member_of_a_team_is_away_for_good() -> None:
    t = opened(0, boards=2)
    for clan in ("c1", "c2"):
        names = {f"{clan}-{n}": f"P{n}" for n in (1, 7, 9)}
        t = after(t, entering.enter_team(t, clan, clan, f"{clan}-1", names, 1500, NOW))
    t = after(t, entering.order_boards(t, "c1-1", ["c1-7", "c1-1"], NOW))
    t = after(t, deleting.deleted(t, "c1-7", NOW))
    assert deleting.deleted(t, "c1-7", NOW) is None
    assert life.lineup(t, "c1", 1) == ("c1-1", "c1-9")
    assert t.name_of("c1-7") == DELETED and t.name_of("c2-7") == "P7"
    assert list(t.entries["c1"].members) == ["c1-1", "c1-7", "c1-9"] and t.entries["c1"].active


def record(event: events_pb2.AccountEvent) -> Record:
    return Record("x0.account.events.v1", 0, 0, 0, event.player_id, event.SerializeToString())


def deletion(player: str) -> Record:
    gone = events_pb2.PlayerDeleted()
    return record(events_pb2.AccountEvent(player_id=player, player_deleted=gone))


@pytest.mark.asyncio(loop_scope="session")
async def test_from_the_log_into_every_tournament(cluster: Cluster) -> None:
    async with new_store(cluster) as store:
        one, other = Instance(store, FakeGames()), Instance(store, FakeGames())
        accounts = Accounts(Departures(store, other.tournaments))
        later = clock.now_ms() + 600_000
        running, open_, left, without = [
            await one.opened(players, start=start)
            for players, start in ((9, clock.now_ms()), (9, later), (9, later), (3, later))
        ]
        await one.sweeps.push(running)
        # Out before it began: in none of the lists, and yet by name among the entries.
        await one.tournaments.leave(left, "p7")
        assert not [h for h in await store.page("coming", "p7", None, 9) if h.tournament.id == left]
        renamed = events_pb2.PlayerRenamed(old_name="P1", name="P0")
        batch = [
            record(events_pb2.AccountEvent(player_id="p1", player_renamed=renamed)),
            deletion("p7"),
            deletion("p8"),
        ]
        await asyncio.gather(accounts.handle(batch), accounts.handle(batch))
        for id in (running, open_, left):
            t = await one.get(id)
            for player in ("p7", "p8"):
                assert t.name_of(player) == DELETED
                assert t.entries[player].presence is Presence.LEFT
            assert t.name_of("p1") == "P1" and t.entries["p1"].active
        assert (await one.get(without)).version == 4
        assert await one.tournaments.own("p7") == []
        version = (await one.get(running)).version
        await accounts.handle(batch)
        assert (await one.get(running)).version == version
        with pytest.raises(Poison):
            await accounts.handle([Record("x0.account.events.v1", 0, 0, 0, "x", b"\xff")])

        # A token is good for some minutes after that.
        for id in (open_, without):
            with pytest.raises(NotAllowed) as refused:
                await one.tournaments.join(id, "p7", "P7", False, "")
            assert refused.value.reason == "player_deleted"
            assert not (await one.get(id)).entries["p7"].active
            assert (await one.get(id)).name_of("p7") == DELETED
        with pytest.raises(NotAllowed):
            await one.tournaments.resume(running, "p7")
        assert not (await one.get(running)).entries["p7"].active


@pytest.mark.asyncio(loop_scope="session")
async def test_entering_at_the_very_moment(cluster: Cluster) -> None:
    async with new_store(cluster) as store:
        one, other = Instance(store, FakeGames()), Instance(store, FakeGames())
        departures = Departures(store, other.tournaments)
        id = await one.opened(0, start=clock.now_ms() + 600_000)
        players = [f"p{n}" for n in range(20)]
        await asyncio.gather(
            *(one.tournaments.join(id, player, "Name", False, "") for player in players),
            *(departures.deleted([player]) for player in players),
            return_exceptions=True,
        )
        t = await one.get(id)
        assert not t.active and {entry.name for entry in t.entries.values()} <= {DELETED}
