"""Two real processes of the service on a real store, log, game and rating service."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import grpc
import pytest
import pytest_asyncio
from aiokafka import AIOKafkaConsumer, TopicPartition
from service_helpers import Calls
from servicekit.errors import Forbidden, Invalid, NotFound, RateLimited, Refused
from x0.account.v1 import account_pb2, clans_pb2
from x0.account.v1.account_pb2_grpc import AccountServiceStub
from x0.account.v1.clans_pb2_grpc import ClanServiceStub
from x0.game.v1 import service_pb2 as game_pb
from x0.game.v1 import settings_pb2
from x0.tournament.v1 import events_pb2, tournament_pb2
from x0.tournament.v1 import service_pb2 as pb
from x0_launcher.cluster import Cluster
from x0_launcher.services import Service

pytestmark = pytest.mark.asyncio(loop_scope="session")

TOPIC = "x0.tournament.events.v1"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def cluster(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    async with Cluster(
        tmp_path_factory.mktemp("tournament"),
        services=["account", "game", "rating", Service("tournament", "x0_tournament.main")],
        copies={"tournament": 2},
        env={"X0_ARGON2_MEMORY_KIB": "1024", "X0_ARGON2_TIME_COST": "1"},
        quiet=True,
    ) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def calls(cluster: Cluster) -> AsyncIterator[list[Calls]]:
    game = cluster.env("game")["X0_GRPC_LISTEN"]
    made = [Calls(cluster.env(f"tournament-{n}")["X0_GRPC_LISTEN"], game) for n in (1, 2)]
    yield made
    for one in made:
        await one.close()


async def events_of(cluster: Cluster, id: str, until: int) -> list[events_pb2.TournamentEvent]:
    """The events of one tournament as the log has them, once its last version is there."""
    consumer = AIOKafkaConsumer(
        bootstrap_servers=cluster.kafka, enable_auto_commit=False, auto_offset_reset="earliest"
    )
    await consumer.start()
    found: dict[int, events_pb2.TournamentEvent] = {}
    try:
        partitions = [TopicPartition(TOPIC, n) for n in range(3)]
        consumer.assign(partitions)
        async with asyncio.timeout(30):
            while until not in found:
                for records in (await consumer.getmany(timeout_ms=300)).values():
                    for record in records:
                        event = events_pb2.TournamentEvent.FromString(record.value)
                        if event.tournament_id == id:
                            known = found.setdefault(event.version, event)
                            assert known == event
    finally:
        await consumer.stop()
    return [found[version] for version in sorted(found)]


async def until(holds: Callable[[], Awaitable[bool]], limit: float = 60) -> None:
    """Asks again and again, `limit` seconds at most."""
    async with asyncio.timeout(limit):
        while not await holds():
            await asyncio.sleep(0.1)


async def play(calls: list[Calls], id: str, limit: float = 150) -> tournament_pb2.Tournament:
    """Whoever is second on a board resigns as soon as the game is there."""
    done: set[str] = set()
    ends = time.monotonic() + limit
    while time.monotonic() < ends:
        t = await calls[0].get(id)
        if t.status in (3, 4):
            return t
        if t.phase == tournament_pb2.PHASE_PLAYING:
            for board in (await calls[1].round(id)).boards:
                if board.game_id not in done and not board.result:
                    await calls[0].resign(board.game_id, board.second_player_id)
                    done.add(board.game_id)
        await asyncio.sleep(0.1)
    raise AssertionError(f"it did not end: {t}")


async def test_from_creation_to_the_final_table(cluster: Cluster, calls: list[Calls]) -> None:
    one, other = calls
    players = settings_pb2.CHAT_POLICY_PLAYERS
    id = await one.create("boss", password="secret", chat=players, draw_ply=30)
    for n, who in enumerate("abcd"):
        await calls[n % 2].join(id, who, "secret")
    for who, count in (("a", 1), ("e", 0)):
        own = await other.call("ListOwnTournaments", pb.ListOwnTournamentsRequest(player_id=who))
        assert [found.tournament_id for found in own.tournaments] == [id] * count
    await one.begin(id)
    t = await play(calls, id)
    assert (t.end_reason, t.round, t.total_rounds) == ("played", 3, 3)
    table = await other.standings(id)
    assert table.final and [row.points for row in table.rows] != [0, 0, 0, 0]
    assert sum(row.points for row in table.rows) == 6
    assert all(len(row.lines) == 3 for row in table.rows)
    events = await events_of(cluster, id, t.version)
    assert [event.version for event in events] == list(range(1, t.version + 1))
    assert events[-1].changes[-1].ended.top[0].player_id == table.rows[0].player_id
    # The games themselves say the same.
    for number in (1, 2, 3):
        for board in (await one.round(id, number)).boards:
            request = game_pb.GetGameRequest(game_id=board.game_id)
            snapshot = (await one.game.GetGame(request)).snapshot
            assert snapshot.first.player_id == board.first_player_id
            assert (snapshot.match.tournament_id, snapshot.match.round) == (id, number)
            assert snapshot.settings.rated and snapshot.result.winner == 1 and board.result == 1
            assert (snapshot.settings.chat, snapshot.settings.draw_ply) == (players, 30)


async def test_who_never_acts_forfeits_and_is_paused(calls: list[Calls]) -> None:
    one, _ = calls
    id = await one.create("boss", no_show_seconds=1)
    for who in ("here", "gone"):
        await one.join(id, who)
    await one.begin(id)

    async def ended() -> bool:
        status = (await one.get(id)).status
        return bool(status == tournament_pb2.TOURNAMENT_STATUS_ENDED)

    await until(ended)
    board = (await one.round(id, 1)).boards[0]
    # Neither acted; the first had to.
    assert board.result == tournament_pb2.BOARD_RESULT_FORFEIT_LOSS
    people = await one.call("ListParticipants", pb.ListParticipantsRequest(tournament_id=id))
    paused = {p.player_id for p in people.participants if p.presence == 2}
    assert paused == {board.first_player_id}


async def test_the_week_is_there_once(calls: list[Calls]) -> None:
    request = pb.ListTournamentsRequest(group=pb.TOURNAMENT_GROUP_COMING, page_size=3)
    found = []
    for n in range(20):
        page = await calls[n % 2].call("ListTournaments", request)
        found += [t for t in page.tournaments if t.series]
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    assert len(found) == 8 and len({t.series for t in found}) == 8
    assert not any(t.creator_player_id for t in found)


async def test_clear_refusals(calls: list[Calls]) -> None:
    one, other = calls
    with pytest.raises(NotFound):
        await one.get("none")
    with pytest.raises(Invalid, match="5000"):
        await one.create("boss", maximum=10_000)
    for bad in ({"draw_ply": 401}, {"draw_ply": -1}, {"chat": 9}):
        with pytest.raises(Invalid) as invalid:
            await one.create("boss", **bad)
        assert invalid.value.metadata["field"] in bad
    with pytest.raises(Invalid, match="60"):
        await one.create("boss", maximum=5, rounds=60)
    id = await one.create("boss", password="secret")
    with pytest.raises(RateLimited) as limited:
        for _ in range(10):
            with pytest.raises(Forbidden):
                await other.join(id, "thief", "guess")
    assert int(limited.value.metadata["retry_after_ms"]) > 0
    with pytest.raises(Forbidden):
        await one.call(
            "CancelTournament", pb.CancelTournamentRequest(tournament_id=id, caller_player_id="x")
        )
    cancel = pb.CancelTournamentRequest(tournament_id=id, caller_player_id="boss")
    assert (await one.call("CancelTournament", cancel)).tournament.status == 4
    with pytest.raises(Refused):
        await one.join(id, "late", "secret")
    acts = (await one.call("ListActs", pb.ListActsRequest(tournament_id=id))).acts
    assert [(act.by_player_id, act.kind) for act in acts] == [("boss", "cancel")]


async def test_a_match_between_two_clans(cluster: Cluster, calls: list[Calls]) -> None:
    one, other = calls
    channel = grpc.aio.insecure_channel(cluster.env("account")["X0_GRPC_LISTEN"])
    accounts: Any = AccountServiceStub(channel)
    clans: Any = ClanServiceStub(channel)
    id = await one.create("boss", boards=2)
    for n, tag in enumerate(("RED", "BLUE")):
        players = []
        for k in range(2):
            register = account_pb2.RegisterRequest(
                name=f"{tag.title()}{k}x", password=f"correct horse {tag} {k}"
            )
            session = (await accounts.Register(register, timeout=20)).session
            players.append(session.player_id)
        captain, member = players
        found = clans_pb2.CreateClanRequest(caller_player_id=captain, name=f"The {tag}", tag=tag)
        clan = (await clans.CreateClan(found, timeout=20)).clan.summary.clan_id
        enter = pb.EnterTeamRequest(
            tournament_id=id, caller_player_id=captain, clan_id=clan, member_player_ids=players
        )
        with pytest.raises(Refused):  # not in the clan yet
            await calls[n].call("EnterTeam", enter)
        invite = clans_pb2.InviteToClanRequest(
            caller_player_id=captain, clan_id=clan, player_id=member
        )
        await clans.InviteToClan(invite, timeout=20)
        accept = clans_pb2.AcceptClanInvitationRequest(caller_player_id=member, clan_id=clan)
        await clans.AcceptClanInvitation(accept, timeout=20)
        await calls[n].call("EnterTeam", enter)
        order = pb.OrderBoardsRequest(
            tournament_id=id, caller_player_id=captain, player_ids=[member, captain]
        )
        await calls[n].call("OrderBoards", order)
    await one.begin(id)
    t = await play(calls, id)
    assert (t.participants, t.round, t.end_reason) == (2, 1, "played")
    played = await other.round(id)
    assert len(played.boards) == 2
    match = played.matches[0]
    assert (match.first_points, match.second_points) == (1, 1)
    rows = (await other.standings(id)).rows
    assert [(row.points, row.board_points) for row in rows] == [(0.5, 1), (0.5, 1)]
    assert {row.name for row in rows} == {"The RED", "The BLUE"}
    await channel.close()


async def test_a_deleted_account_leaves(cluster: Cluster, calls: list[Calls]) -> None:
    one, other = calls
    id = await one.create("boss")
    async with grpc.aio.insecure_channel(cluster.env("account")["X0_GRPC_LISTEN"]) as channel:
        accounts: Any = AccountServiceStub(channel)
        password = "correct horse battery"
        register = account_pb2.RegisterRequest(name="Leaver", password=password)
        player = (await accounts.Register(register, timeout=20)).session.player_id
        await one.join(id, player)
        delete = account_pb2.DeleteAccountRequest(player_id=player, password=password)
        await accounts.DeleteAccount(delete, timeout=20)

    async def left() -> bool:
        request = pb.ListParticipantsRequest(tournament_id=id)
        (entry,) = (await other.call("ListParticipants", request)).participants
        return bool(entry.presence == tournament_pb2.PRESENCE_LEFT)

    await until(left)
    request = pb.ListParticipantsRequest(tournament_id=id)
    (entry,) = (await one.call("ListParticipants", request)).participants
    assert entry.name == "deleted player"


async def test_killed_again_and_again(cluster: Cluster, calls: list[Calls]) -> None:
    """A Swiss tournament ends with every game made once, whoever dies meanwhile."""
    one, other = calls
    id = await one.create("boss")
    for n in range(10):
        await calls[n % 2].join(id, f"k{n}")
    await one.begin(id)

    async def kill() -> None:
        """One after the other, each in a round of its own."""
        victims = ("tournament-1", "tournament-2", "game-1", "tournament-1")
        for number, name in enumerate(victims, 1):

            async def come(number: int = number) -> bool:
                with suppress(Exception):
                    return bool((await other.get(id)).round >= number)
                return False

            await until(come, 120)
            await cluster.kill(name)
            await cluster.wait_ready(name)

    async def play_on() -> tournament_pb2.Tournament:
        ends = time.monotonic() + 200
        while time.monotonic() < ends:
            try:
                return await play(calls, id, ends - time.monotonic())
            except Exception as error:
                if isinstance(error, AssertionError):
                    raise
                await asyncio.sleep(0.3)
        raise AssertionError("it did not end")

    killing = asyncio.create_task(kill())
    t = await play_on()
    await killing
    assert (t.end_reason, t.round) == ("played", 6)
    met = set()
    for number in range(1, 7):
        for board in (await other.round(id, number)).boards:
            met.add(frozenset((board.first_player_id, board.second_player_id)))
            assert board.result == tournament_pb2.BOARD_RESULT_WIN
    assert len(met) == 5 * 6
    events = await events_of(cluster, id, t.version)
    assert [event.version for event in events] == list(range(1, t.version + 1))
