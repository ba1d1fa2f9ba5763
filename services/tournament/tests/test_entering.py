"""Players and teams who enter, on the real store."""

import asyncio

import pytest
from service_helpers import Two, until_playing
from servicekit import clock
from servicekit.errors import RateLimited
from x0_tournament.documents import from_document, to_document
from x0_tournament.domain.errors import NotAllowed, Refusal
from x0_tournament.domain.tournament import Phase, Status, table
from x0_tournament.service.ports import Settled
from x0_tournament.service.sweeps import game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_many_at_once_all_get_in(two: Two) -> None:
    one, other, _ = two
    id = await one.opened(0, start=clock.now_ms() + 600_000)
    await asyncio.gather(
        *(
            (one, other)[n % 2].tournaments.join(id, f"p{n}", f"P{n}", False, "")
            for n in [*range(40), *range(40)]
        )
    )
    t = await one.get(id)
    assert len(t.entries) == 40 and t.version == 41
    assert sorted(e.entered for e in t.entries.values()) == list(range(1, 41))


async def test_a_password_and_limited_guesses(two: Two) -> None:
    one, _, _ = two
    id = await one.opened(1, "open sesame", start=clock.now_ms() + 600_000)
    with pytest.raises(NotAllowed, match="register"):
        await one.tournaments.join(id, "g", "G", True, "open sesame")
    with pytest.raises(RateLimited):
        for _ in range(20):
            with pytest.raises(NotAllowed, match="wrong"):
                await one.tournaments.join(id, "p2", "P2", False, "guess")
    # Others are not kept out by it; who comes back needs none.
    await one.tournaments.join(id, "p3", "P3", False, "open sesame")
    await one.tournaments.leave(id, "p3")
    await one.tournaments.join(id, "p3", "P3", False, "")
    assert {e.id for e in (await one.get(id)).active} == {"p1", "p3"}


async def test_a_tournament_is_created_once_under_one_key(two: Two) -> None:
    one, other, _ = two
    first = await one.opened(0)
    rules = (await one.get(first)).rules
    ids = {(await i.tournaments.create("boss", rules, "", "key")).id for i in (one, other, one)}
    assert len(ids) == 1 and first not in ids


async def test_a_joiner_while_a_round_is_being_paired_is_not_lost(two: Two) -> None:
    one, other, games = two
    id = await one.opened(9, start=clock.now_ms() + 300)
    await one.come(id)
    with_late = other.tournaments.join(id, "late", "Late", False, "")
    results = await asyncio.gather(one.sweeps.push(id), with_late, return_exceptions=True)
    assert not any(isinstance(one, AssertionError) for one in results)
    for _ in range(5):
        await one.lease_over(id)
        await one.sweeps.push(id)
    t = await one.get(id)
    assert t.phase is Phase.PLAYING and "late" in t.entries and len(games.games) in (4, 5)


async def test_who_left_before_the_start_enters_late_with_their_rating(two: Two) -> None:
    one, _, _ = two
    id = await one.opened(10, min_rating=1400)
    await one.tournaments.leave(id, "p1")
    await until_playing(one, id)
    one.ratings.known["p1"] = 1777.0
    await one.tournaments.join(id, "p1", "P1", False, "")
    entry = (await one.get(id)).entries["p1"]
    assert entry.active and entry.rating == 1777.0


async def test_teams_of_clans_by_their_captains(two: Two) -> None:
    one, other, games = two
    id = await one.opened(0, boards=2, start=clock.now_ms() + 900)
    enter = one.tournaments.enter_team
    for clan, names in (("c1", (1, 2, 3)), ("c2", (1, 2)), ("c3", (1,))):
        await enter(id, f"{clan}-1", clan, [f"{clan}-{n}" for n in names], "")
    refused = {
        "not_the_captain": enter(id, "c2-1", "c1", ["c1-2"], ""),
        "not_in_clan": enter(id, "c4-1", "c4", ["c4-1", "c1-5"], ""),
        "roster_size": enter(id, "c4-1", "c4", [f"c4-{n}" for n in range(1, 6)], ""),
        "listed_twice": enter(id, "c4-1", "c4", ["c4-1", "c4-1"], ""),
        "team_tournament": one.tournaments.join(id, "p1", "P1", False, ""),
        "not_in_tournament": one.tournaments.order_boards(id, "c1-2", ["c1-2"]),
        "not_in_the_team": one.tournaments.order_boards(id, "c1-1", ["c2-1"]),
    }
    for reason, call in refused.items():
        with pytest.raises(Refusal) as caught:
            await call
        assert caught.value.reason == reason
    await other.tournaments.order_boards(id, "c1-1", ["c1-3", "c1-1"])
    await one.come(id)
    for _ in range(60):
        await one.sweeps.push(id)
        t = await one.get(id)
        assert from_document(to_document(t)) == t
        if t.over:
            break
        if t.phase is Phase.PLAYING:
            for number, board in enumerate(t.rounds[-1].boards, 1):
                if board.result is None:
                    game = game_id(id, len(t.rounds), number)
                    assert games.games[game] == (board.first, board.second)
                    # Whoever is of the clan with the smaller number wins.
                    winner = "first" if board.first < board.second else "second"
                    games.over[game] = Settled("finished", winner)
                    await other.sweeps.finished({id: [(len(t.rounds), number, game)]})
    assert (t.status, len(t.rounds)) == (Status.ENDED, 3)
    orders = {name for b in t.rounds[0].boards for name in (b.first, b.second)}
    assert "c1-2" not in orders or not any("c1" in pair for pair in t.rounds[0].matches)
    # A short team forfeits the last board; nobody sits there, and no game was made.
    empty = [b for played in t.rounds for b in played.boards if not (b.first and b.second)]
    assert len(empty) == 2 and {b.result for b in empty} <= {"+-", "-+"}
    assert len(games.games) == 4
    rows = table(t).rows
    assert [row.participant.id for row in rows] == ["c1", "c2", "c3"]
    assert [(row.points, row.board_points) for row in rows] == [(2, 4), (1, 2), (0, 0)]
    event = {**one.relay.sent[id], **other.relay.sent[id]}[t.version]
    assert event.type.startswith("x0.tournament.")
