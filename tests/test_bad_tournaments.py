"""What tournaments refuse, over the gateway, and what their games do not allow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
import pytest_asyncio
from events import Bot, Event, bots
from players import guest
from servicekit.ids import new_id
from x0.client import Client, Refused, TimeControl, TournamentRequest
from x0_launcher.cluster import Cluster


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def people(cluster: Cluster) -> AsyncIterator[list[Bot]]:
    async with AsyncExitStack() as stack:
        yield await bots(stack, cluster.urls, 4)


def request(**more: Any) -> TournamentRequest:
    soon = datetime.now(UTC) + timedelta(hours=1)
    control = TimeControl(initial_seconds=300, increment_seconds=0)
    return TournamentRequest(
        **{"name": f"T {new_id(6)}", "mode": "x0", "time_control": control, "start": soon, **more}
    )


async def refused(call: Any) -> str:
    with pytest.raises(Refused) as caught:
        await call
    return caught.value.reason


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"maximum": 10_000}, "invalid"),
        ({"rounds": 60, "maximum": 5}, "invalid"),
        ({"rounds": 8, "maximum": 5}, "too_many_rounds"),
        ({"minimum": 9, "maximum": 5}, "bounds"),
        ({"format": "round_robin", "maximum": 9}, "too_many_for_round_robin"),
        ({"start": datetime(2020, 1, 1, tzinfo=UTC)}, "bad_tournament"),
        ({"time_control": TimeControl(untimed=True)}, "bad_tournament"),
        ({"mode": "custom"}, "invalid"),
        ({"name": "   "}, "bad_tournament"),
        ({"draw_ply": 401}, "invalid"),
    ],
)
async def test_what_cannot_be_created(
    people: list[Bot], wrong: dict[str, Any], reason: str
) -> None:
    assert await refused(people[0].client.tournaments.create(request(**wrong))) == reason


async def test_a_password_is_not_guessed(people: list[Bot], cluster: Cluster) -> None:
    organiser, thief, friend = (bot.client.tournaments for bot in people[:3])
    one = await organiser.create(request(password="open sesame"))
    reasons = [await refused(thief.join(one.tournament_id, f"guess {n}")) for n in range(12)]
    # Each copy of the service allows five.
    assert reasons[:5] == ["wrong_password"] * 5
    assert reasons[-1] == "too_many_guesses"
    assert await refused(friend.join(one.tournament_id)) == "wrong_password"
    joined = await friend.join(one.tournament_id, "open sesame")
    assert joined.participants == 1
    visitor = await guest(cluster.urls)
    async with visitor:
        tournaments = visitor.tournaments
        join = tournaments.join(one.tournament_id, "open sesame")
        assert await refused(join) == "guests_cannot_enter"
        assert await refused(tournaments.create(request())) == "guests_cannot_create"


async def test_only_organisers_organise(people: list[Bot]) -> None:
    organiser, other, third = (bot.client.tournaments for bot in people[:3])
    one = (await organiser.create(request())).tournament_id
    await other.join(one)
    for call in (
        other.remove(one, people[2].id),
        other.correct(one, 1, 1, "win"),
        other.forbid(one, people[0].id, people[1].id),
        other.pair_again(one),
        other.postpone(one, datetime.now(UTC) + timedelta(hours=2)),
        other.cancel(one),
    ):
        assert await refused(call) == "not_an_organiser"
    assert await refused(other.name_helper(one, people[1].id)) == "not_the_creator"
    await organiser.name_helper(one, people[2].id)
    await third.remove(one, people[1].id)
    assert await refused(other.join(one)) == "removed"
    regular = [t async for t in organiser.all() if t.series]
    assert len(regular) >= 8
    assert await refused(organiser.cancel(regular[0].tournament_id)) == "not_an_organiser"
    acts = await other.acts(one)
    assert [(act.kind, act.by_player_id) for act in acts] == [
        ("name_helper", people[0].id), ("remove", people[2].id),
    ]  # fmt: skip
    assert await refused(other.get("nothing")) == "unknown_tournament"
    assert await refused(other.round(one, 1)) == "unknown_round"


async def test_teams_are_of_clans_and_led_by_captains(people: list[Bot]) -> None:
    captain, member, stranger = people[:3]
    clan = await captain.client.clans.create(f"Clan {new_id(10)}", f"t{new_id(5)}")
    await captain.client.clans.invite(clan.clan_id, member.id)
    await member.client.clans.accept(clan.clan_id)
    one = (await captain.client.tournaments.create(request(boards=2))).tournament_id

    async def enter(who: Bot, *players: Bot) -> str:
        ids = [bot.id for bot in players]
        return await refused(who.client.tournaments.enter_team(one, clan.clan_id, ids))

    assert await enter(stranger, captain, member) == "not_the_captain"
    assert await enter(member, captain, member) == "not_the_captain"
    assert await enter(captain, captain, stranger) == "not_in_clan"
    assert await enter(captain, captain, captain) == "listed_twice"
    assert await refused(stranger.client.tournaments.join(one)) == "team_tournament"
    await captain.client.tournaments.enter_team(one, clan.clan_id, [member.id, captain.id])
    order = stranger.client.tournaments.order_boards(one, [captain.id, member.id])
    assert await refused(order) == "not_in_tournament"
    (team,) = await captain.client.tournaments.participants(one)
    assert [person.player_id for person in team.members] == [member.id, captain.id]


async def test_games_as_the_settings_say(people: list[Bot], cluster: Cluster) -> None:
    """No chat, no early draw, no rematch, no abort; strangers do not play; then it is over."""
    event = Event(people[:2], 1, {"chat": "off", "draw_ply": 4, "lead_seconds": 0})
    event.id = (await event._create()).tournament_id
    for bot in event.bots:
        await bot.client.tournaments.join(event.id)
    await event.start()
    game = await _game(people[0].client, event.id)
    view = await people[0].client.watch(game)
    assert (view.snapshot.settings.chat, view.snapshot.settings.draw_ply) == ("off", 4)
    assert view.snapshot.match is not None
    assert view.snapshot.match.tournament_id == event.id
    seats = [view.snapshot.first.player_id, view.snapshot.second.player_id]
    by_id = {bot.id: bot.client for bot in people}
    first, second = (by_id[seat] for seat in seats)
    for player in (first, second, people[2].client):
        room: Any = "spectators" if player is people[2].client else "players"
        assert await refused(player.say(game, "hello", room)) == "chat_off"
    assert await refused(first.act(game, {"type": "abort"})) == "abort_off"
    assert await refused(people[3].client.act(game, {"type": "resign"})) == "not_a_player"
    assert await refused(first.act(game, {"type": "offer_draw"})) == "draw_too_early"
    for ply, point in enumerate([(7, 7), (8, 8), (7, 8), (8, 7)]):
        await (first, second)[ply % 2].act(game, {"type": "place", "point": list(point)}, ply)
    await first.act(game, {"type": "offer_draw"})
    await second.act(game, {"type": "accept_draw"})
    assert await refused(first.act(game, {"type": "rematch"})) == "rematch_off"
    feed = await people[2].client.tournament(event.id)
    async with asyncio.timeout(30):
        async for now in feed:
            if now.tournament.over:
                break
    assert [row.points for row in now.standings.rows] == [0.5, 0.5]
    late = people[2].client.tournaments
    assert await refused(late.join(event.id)) == "tournament_over"
    assert event.id in [t.tournament_id async for t in late.of(people[0].id)]
    # What is said afterwards by who organises still counts, and everything follows.
    await people[0].client.tournaments.correct(event.id, 1, 1, "win")
    table = await late.standings(event.id)
    assert [(row.player_id, row.points) for row in table.rows] == [(seats[0], 1), (seats[1], 0)]


async def _game(client: Client, tournament_id: str) -> str:
    """Told by the inbox, as a client is."""
    async with asyncio.timeout(20):
        async for inbox in await client.inbox():
            for game in inbox.games:
                if game.match and game.match.tournament_id == tournament_id:
                    return game.game_id
    raise AssertionError("unreachable")


async def test_files(people: list[Bot], cluster: Cluster) -> None:
    rest = people[0].client._rest._http
    url = cluster.url
    one = (await people[0].client.tournaments.create(request(name='=Cup, "A"'))).tournament_id
    await people[1].client.tournaments.join(one)
    csv = await rest.get(f"{url}/v1/tournaments/{one}/export/csv")
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert people[1].client.name and people[1].client.name in csv.text
    json = (await rest.get(f"{url}/v1/tournaments/{one}/export/json")).json()
    assert [row["points"] for row in json["standings"]] == [0]
    feed = icalendar.Calendar.from_ical((await rest.get(f"{url}/v1/calendar.ics")).text)
    names = [str(event["summary"]) for event in feed.walk("VEVENT")]
    assert '=Cup, "A"' in names
    assert "X-0 Tuesday" in names
