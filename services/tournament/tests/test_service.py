"""The service on the real store, with a game service that is made up."""

import asyncio
from typing import Any

import pytest
from service_helpers import Killed, Two, until_playing
from servicekit import clock
from x0_tournament.documents import from_document, to_document
from x0_tournament.domain import series
from x0_tournament.domain.errors import Refusal
from x0_tournament.domain.results import Result
from x0_tournament.domain.tournament import Phase, Presence, Status, table
from x0_tournament.service.ports import Settled
from x0_tournament.service.schedule import Schedule
from x0_tournament.service.sweeps import PATIENCE, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_instances_make_each_regular_tournament_once(two: Two) -> None:
    one, other, _ = two
    # Two series in one slot are two tournaments.
    listed = series.builtin()
    listed = (*listed, *series.load(
        '[[series]]\nid = "twin"\nname = "Twin"\nmode = "x0"\ncontrol = "3+2"\n'
        'rule = "FREQ=WEEKLY;BYDAY=TU"\ntime = "21:00"'
    ))  # fmt: skip
    now = clock.now_ms()
    made = await asyncio.gather(
        *(Schedule(i.store, i.tournaments, listed).create(now) for i in (one, other, one, other))
    )
    assert sum(made) == 9
    page = await one.tournaments.page("coming", "", None, 4)
    last = page[-1].tournament
    page += await one.tournaments.page("coming", "", (last.rules.start, last.id), 50)
    assert len({head.tournament.id for head in page}) == len(page) == 9
    starts = [head.tournament.rules.start for head in page]
    assert starts == sorted(starts)


async def test_a_start_delivered_twice_is_one_set_of_games(two: Two) -> None:
    one, other, games = two
    id = await one.opened(9)
    for _ in range(6):
        await asyncio.gather(*(i.sweeps.push(id) for i in (one, other, one, other)))
    t = await one.get(id)
    assert t.phase is Phase.PLAYING and len(t.rounds) == 1 and len(games.games) == 4
    seated = {(b.first, b.second) for b in t.rounds[0].boards}
    assert set(games.games.values()) == seated
    sent = {**one.relay.sent.get(id, {}), **other.relay.sent.get(id, {})}
    assert sorted(sent) == list(range(1, t.version + 1))


async def test_ratings_are_those_of_the_start(two: Two) -> None:
    one, other, _ = two
    id, teams = await one.opened(3), await one.opened(0, boards=2)
    for clan in ("c1", "c2"):
        members = [f"{clan}-{n}" for n in (1, 2, 3)]
        await one.tournaments.enter_team(teams, f"{clan}-1", clan, members, "")
    other.ratings.known = {"p2": 1700.0, "c2-2": 1900.0, "c2-3": 1800.0}
    for started in (id, teams):
        await until_playing(other, started)
    t = await one.get(id)
    assert [entry.rating for entry in t.entries.values()] == [1500, 1700, 1500]
    # The mean of as many as there are boards.
    assert [entry.rating for entry in (await one.get(teams)).entries.values()] == [1500, 1850]
    # With nobody to ask it starts in time all the same.
    third = await one.opened(3)
    other.ratings.away = True
    await until_playing(other, third)
    assert {entry.rating for entry in (await one.get(third)).entries.values()} == {1500}


async def test_killed_between_pairing_and_games(two: Two) -> None:
    one, other, games = two
    id = await one.opened(10)
    games.break_after = 2
    with pytest.raises(Killed):
        await one.sweeps.push(id)
    t = await one.get(id)
    assert t.phase is Phase.STARTING and len(games.games) == 2
    # Nobody else takes it up before its time is over; then somebody does.
    await other.sweeps.push(id)
    assert len(games.games) == 2
    games.break_after = None
    await other.lease_over(id)
    await until_playing(other, id)
    again = await other.get(id)
    assert again.rounds == t.rounds and len(games.games) == 5


async def test_a_result_before_the_round_is_known_to_play(two: Two) -> None:
    """The first game is over while the others are still being made; and one of no round at all."""
    one, other, games = two
    id = await one.opened(10)
    games.break_after = 2
    with pytest.raises(Killed):
        await one.sweeps.push(id)
    first = game_id(id, 1, 1)
    games.over[first] = Settled("finished", "second")
    await other.sweeps.finished({id: [(1, 1, first), (2, 1, game_id(id, 2, 1))], "none": []})
    assert (await one.get(id)).rounds[0].boards[0].result is Result.LOSS
    games.break_after = None
    await other.lease_over(id)
    await until_playing(other, id)
    assert (await one.get(id)).rounds[0].boards[0].result is Result.LOSS


async def test_a_round_closes_whose_results_came_before_it_was_known_to_play(two: Two) -> None:
    """All of them: nothing is heard of this round any more, and the next one comes."""
    one, other, games = two
    id = await one.opened(4)
    games.break_after = 1
    with pytest.raises(Killed):
        await one.sweeps.push(id)
    assert (await one.get(id)).phase is Phase.STARTING
    both = [(1, n, game_id(id, 1, n)) for n in (1, 2)]
    games.over.update({game: Settled("finished", "first") for _, _, game in both})
    await asyncio.gather(*(other.sweeps.finished({id: [place]}) for place in both))
    t = await one.get(id)
    assert t.phase is Phase.STARTING and t.rounds[0].finished
    games.break_after = None
    for _ in range(4):
        await other.lease_over(id)
        await other.sweeps.push(id)
    t = await one.get(id)
    assert len(t.rounds) == 2 and t.phase is Phase.PLAYING
    assert [b.result for b in t.rounds[0].boards] == [Result.WIN, Result.WIN]


async def test_a_result_from_before_its_round_is_asked_for_later(two: Two) -> None:
    """The log told of it when the pairing was not there to be read, and tells it once."""
    one, other, games = two
    id = await one.opened(2, start=clock.now_ms() + 600_000)
    game = game_id(id, 1, 1)
    games.games[game], games.over[game] = ("p1", "p2"), Settled("finished", "second")
    version = (await one.get(id)).version
    await other.sweeps.finished({id: [(1, 1, game)]})
    assert (await one.get(id)).version == version
    await one.tournaments.postpone(id, "boss", clock.now_ms() + 1_000)
    await one.come(id)
    for _ in range(6):
        await one.lease_over(id)
        await one.sweeps.push(id)
    t = await one.get(id)
    assert t.status is Status.ENDED and t.rounds[0].boards[0].result is Result.LOSS


async def test_results_of_foreign_games_change_nothing(two: Two) -> None:
    one, _, games = two
    id = await one.opened(10)
    await until_playing(one, id)
    version = (await one.get(id)).version
    foreign = game_id("another", 1, 1)
    games.over[foreign] = games.over[game_id(id, 9, 9)] = Settled("finished", "first")
    await one.sweeps.finished({id: [(1, 1, foreign), (9, 9, game_id(id, 9, 9))]})
    assert (await one.get(id)).version == version


async def test_what_the_log_did_not_say_is_asked_for(two: Two) -> None:
    """An aborted game is in no log of finished games; nor is one whose player never came."""
    one, other, games = two
    id = await one.opened(4)
    await until_playing(one, id)
    boards = (await one.get(id)).rounds[0].boards
    games.over[game_id(id, 1, 1)] = Settled("aborted")
    games.over[game_id(id, 1, 2)] = Settled("aborted", absent="first")
    await one.lease_over(id)
    await other.sweeps.push(id)
    t = await one.get(id)
    assert [b.result for b in t.rounds[0].boards] == ["--", "-+"]
    assert t.entries[boards[1].first].presence is Presence.PAUSED
    assert t.entries[boards[0].first].active and len(t.rounds) == 2


async def test_cancelled_while_results_are_in_flight(two: Two) -> None:
    """It stays cancelled, whatever comes first, and no round follows."""
    one, other, games = two
    id = await one.opened(4)
    await until_playing(one, id)
    places = [(1, n, game_id(id, 1, n)) for n in (1, 2)]
    games.over.update({game: Settled("finished", "first") for _, _, game in places})
    await asyncio.gather(
        *(instance.sweeps.finished({id: [place]}) for instance in (one, other) for place in places),
        other.tournaments.cancel(id, "boss"),
    )
    await one.sweeps.finished({id: places})
    await one.lease_over(id)
    await one.sweeps.push(id)
    t = await one.get(id)
    assert (t.status, t.end_reason, len(t.rounds)) == (Status.CANCELLED, "by_organiser", 1)
    assert len(games.games) == 2
    sent = {**one.relay.sent[id], **other.relay.sent[id]}
    assert sorted(sent) == list(range(1, t.version + 1))


async def test_corrected_while_a_result_is_in_flight_and_a_result_after_the_end(two: Two) -> None:
    one, other, games = two
    id = await one.opened(2)
    await until_playing(one, id)
    first = game_id(id, 1, 1)
    games.over[first] = Settled("finished", "first")
    await asyncio.gather(
        one.sweeps.finished({id: [(1, 1, first)]}),
        other.sweeps.finished({id: [(1, 1, first)]}),
        other.tournaments.correct(id, "boss", 1, 1, Result.DRAW),
        one.tournaments.leave(id, "p1"),
        return_exceptions=True,
    )
    t = await one.get(id)
    # Whoever was first: the organiser's word stays.
    assert t.status is Status.ENDED and t.rounds[0].boards[0].result is Result.DRAW
    await one.sweeps.finished({id: [(1, 1, first)]})
    assert (await one.get(id)).version == t.version


async def test_who_changes_all_the_time_keeps_no_round_from_being_paired(two: Two) -> None:
    one, other, _ = two
    id = await one.opened(10)
    pair, tries = one.sweeps._pairer.pair, 0

    async def slow(*asked: Any) -> Any:
        nonlocal tries
        tries += 1
        outcome = await pair(*asked)
        for change in (other.tournaments.pause, other.tournaments.resume):
            await change(id, "p1")
        return outcome

    one.sweeps._pairer.pair = slow  # type: ignore[method-assign]
    await until_playing(one, id)
    assert tries == PATIENCE + 1 and len((await one.get(id)).rounds[0].boards) == 5


async def test_played_to_the_end_and_read_back(two: Two) -> None:
    one, other, games = two
    id = await one.opened(9)
    for _ in range(200):
        await one.sweeps.push(id)
        t = await one.get(id)
        if t.over:
            break
        if t.phase is Phase.PLAYING:
            places = []
            for number, board in enumerate(t.rounds[-1].boards, 1):
                if board.result is None:
                    game = game_id(id, len(t.rounds), number)
                    games.over[game] = Settled("finished", "first")
                    places.append((len(t.rounds), number, game))
            await other.sweeps.finished({id: places})
    assert (t.status, len(t.rounds), t.end_reason) == (Status.ENDED, 6, "played")
    assert from_document(to_document(t)) == t
    made = (await other.tournaments.reads.standings(id))[1]
    assert made == table(t) and made.final
    assert len(games.games) == 4 * 6
    with pytest.raises(Refusal):
        await one.tournaments.join(id, "late", "Late", False, "")
    page = await one.tournaments.page("ended", "", None, 5)
    assert [head.tournament.id for head in page] == [id]
