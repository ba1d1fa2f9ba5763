"""Tournaments whole: bots play real games over two gateways, in two copies of every service."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest_asyncio
from event_checks import Outcome, verify
from events import Bot, Event, bots, kill_in_turn, team_event
from unlimited import UNLIMITED
from x0_launcher.cluster import Cluster

MOST = 33


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def people(cluster: Cluster) -> AsyncIterator[list[Bot]]:
    async with AsyncExitStack() as stack:
        yield await bots(stack, cluster.urls, MOST)


def fresh(people: list[Bot]) -> list[Bot]:
    """The same players with nothing planned."""
    return [Bot(bot.client) for bot in people]


async def checked(cluster: Cluster, event: Event) -> Outcome:
    outcome = await verify(event.bots[0].client, cluster.kafka, event.id)
    assert [*outcome.faults, *event.errors] == []
    assert outcome.tournament.end_reason == "played"
    assert outcome.tournament.round == outcome.tournament.total_rounds
    return outcome


async def test_round_robins_of_three_to_eight(cluster: Cluster, people: list[Bot]) -> None:
    left = fresh(people)
    events = []
    for count in range(3, 9):
        here, left = left[:count], left[count:]
        events.append(Event(here, seed=count))
    await asyncio.gather(*(event.run() for event in events))
    for count, event in enumerate(events, 3):
        outcome = await checked(cluster, event)
        assert outcome.tournament.format == "round_robin"
        assert outcome.games == event.played == count * (count - 1) // 2
        assert outcome.tournament.round == count - 1 + count % 2


async def test_swiss_with_comings_and_goings(cluster: Cluster, people: list[Bot]) -> None:
    """Of 9 and 16: late entries, withdrawals, a pause, an absence, a bye that was asked for."""
    left = fresh(people)
    nine, sixteen = left[:9], left[9:25]
    nine[3].bye = 1
    nine[5].pauses, nine[5].returns = 1, 2
    sixteen[3].late, sixteen[4].late = 1, 2
    sixteen[5].leaves = 2
    sixteen[6].absent = True
    sixteen[7].pauses, sixteen[7].returns = 2, 3
    sixteen[8].bye = 2
    # 14 are enough for a Swiss tournament, and after these two have come and gone there are 14.
    events = [Event(nine, seed=9), Event(sixteen, seed=16)]
    await asyncio.gather(*(event.run() for event in events))
    small, large = [await checked(cluster, event) for event in events]
    assert small.tournament.format == large.tournament.format == "swiss"
    halves = [bye.player_id for bye in small.rounds[0].byes if bye.kind == "half"]
    assert halves == [nine[3].id]
    rows = {row.player_id: row for row in large.table.rows}
    assert rows[sixteen[5].id].presence == "left"
    # Who was absent once is paused, and not paired again.
    assert rows[sixteen[6].id].presence == "paused"
    lost = [line.result for line in rows[sixteen[6].id].lines if line.opponent]
    assert lost == ["forfeit_loss"]
    assert len(rows) == 16


async def test_swiss_of_33(cluster: Cluster, people: list[Bot]) -> None:
    here = fresh(people)
    rng = random.Random(33)
    for bot in rng.sample(here[1:], 6):
        setattr(bot, rng.choice(("leaves", "late", "pauses")), rng.randint(1, 3))
    event = Event(here, seed=33)
    await event.run()
    outcome = await checked(cluster, event)
    assert outcome.games == event.played > 80


async def test_eight_clans_on_four_boards(cluster: Cluster, people: list[Bot]) -> None:
    here = fresh(people)[:32]
    event = await team_event(here, 4, seed=8)
    await event.follow()
    outcome = await checked(cluster, event)
    assert (outcome.tournament.format, outcome.tournament.round) == ("round_robin", 7)
    assert outcome.games == event.played == 8 * 7 // 2 * 4
    for one in outcome.rounds:
        for at, match in enumerate(one.matches):
            boards = one.boards[at * 4 : at * 4 + 4]
            points = {"win": 1.0, "draw": 0.5, "loss": 0.0}
            # The first of the match begins on boards 1 and 3.
            first = sum(
                points[board.result or ""] if n % 2 == 0 else 1 - points[board.result or ""]
                for n, board in enumerate(boards)
            )
            assert (match.first_points, match.second_points) == (first, 4 - first)


async def test_every_process_dies_meanwhile(tmp_path: Path) -> None:
    """A round robin, a Swiss tournament and one of teams: no game twice, no result lost."""
    copies = {"tournament": 2, "game": 2, "gateway": 2}
    async with (
        Cluster(tmp_path, copies=copies, quiet=True, env=UNLIMITED) as cluster,
        AsyncExitStack() as stack,
    ):
        here = await bots(stack, cluster.urls, 23)
        # Nobody is absent here: an outage must not be taken for it.
        patient = {"no_show_seconds": 120}
        alone = [Event(here[:5], 5, patient), Event(here[5:15], 10, patient)]
        teams = await team_event(here[15:], 2, 4, **patient)
        stop = asyncio.Event()
        killing = asyncio.create_task(kill_in_turn(cluster, stop, seed=7))
        try:
            await asyncio.gather(*(event.run(400) for event in alone), teams.follow(400))
        finally:
            stop.set()
            killed = await killing
        for event in (*alone, teams):
            outcome = await checked(cluster, event)
            assert outcome.games == sum(len(one.boards) for one in outcome.rounds)
        assert len(killed) > 3
