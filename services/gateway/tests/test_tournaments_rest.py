"""Tournaments over REST and the socket, against a running gateway."""

import asyncio
from typing import Any

import pytest
from double_tournaments import ID
from gateway_stack import Stack
from x0.tournament.v1 import events_pb2, tournament_pb2
from x0_gateway.live import feed
from x0_gateway.live.feed import TOURNAMENTS

PATH = f"/v1/tournaments/{ID}"
NEW = {
    "name": "Mine",
    "mode": "gomoku",
    "time_control": {"initial_seconds": 300, "increment_seconds": 3},
    "start": "2026-12-24T18:00:00+01:00",
}


async def call(
    stack: Stack, who: str, method: str, path: str, body: Any = None, **claims: Any
) -> tuple[int, Any]:
    answer = await stack.http.request(method, path, json=body, headers=stack.headers(who, **claims))
    return answer.status_code, answer.json()


async def test_what_everybody_may_see(stack: Stack) -> None:
    for name in ("Ann", "Bob"):
        stack.accounts.player(name)
    listed = (await stack.http.get("/v1/tournaments")).json()
    assert [one["tournament_id"] for one in listed["tournaments"]] == [ID]
    assert stack.tournaments.asked[-1].group == 1  # coming
    one = (await stack.http.get(PATH)).json()
    assert (one["own"], one["own_board"], one["tournament"]["status"]) == (None, None, "open")
    assert one["tournament"]["rules"]["chat"] == "all"
    assert (await stack.http.get(f"{PATH}/rounds/1")).json()["reason"] == "unknown_round"
    stack.tournaments.play()
    table = (await stack.http.get(f"{PATH}/standings?crosstable=true")).json()
    assert table["rows"][0]["lines"] == [
        {
            "round": 1, "points": 1.0, "opponent": {"player_id": "bob", "name": "Bob"},
            "begins": True, "result": "win", "bye": None, "game_id": "g1",
        }
    ]  # fmt: skip
    round = (await stack.http.get(f"{PATH}/rounds/1")).json()
    assert round["boards"][0]["second"] == {"player_id": "bob", "name": "Bob"}
    assert round["byes"] == [{"player_id": "eve", "name": "Eve", "kind": "full"}]
    acts = (await stack.http.get(f"{PATH}/acts")).json()
    assert [one["name"] for one in acts["people"]] == ["Ann", "Bob"]


async def test_who_takes_part_sees_the_own_board(stack: Stack) -> None:
    stack.tournaments.play()
    status, one = await call(stack, "ann", "GET", PATH)
    assert status == 200
    assert (one["own"]["presence"], one["own_board"]["game_id"]) == ("active", "g1")
    assert (one["own"]["byes"], one["own"]["board_order"]) == ([{"round": 2, "kind": "half"}], [])


async def test_creating_one(stack: Stack) -> None:
    more = {"password": "secret", "chat": "off", "draw_ply": 40, "tiebreaks": ["wins", "berger"]}
    status, made = await call(stack, "ann", "POST", "/v1/tournaments", NEW | more)
    assert (status, made["creator_player_id"]) == (201, "ann")
    asked = stack.tournaments.asked[-1]
    assert (asked.password, asked.rules.draw_ply, asked.rules.start.seconds) == (
        "secret", 40, 1_798_131_600,
    )  # fmt: skip
    status, refused = await call(stack, "eve", "POST", "/v1/tournaments", NEW, guest=True)
    assert (status, refused["reason"]) == (403, "guests_cannot_create")


@pytest.mark.parametrize(
    "wrong",
    [
        {"start": "2026-12-24T18:00:00"},  # of which zone?
        {"start": 1_798_131_600},
        {"mode": "custom"},
        {"maximum": 10_000},
        {"rounds": 60},
        {"tiebreaks": ["luck"]},
        {"chat": "loud"},
        {"name": ""},
        {"colour": "red"},
    ],
)
async def test_what_is_no_tournament(stack: Stack, wrong: dict[str, Any]) -> None:
    status, refused = await call(stack, "ann", "POST", "/v1/tournaments", NEW | wrong)
    assert (status, refused["reason"]) == (422, "invalid")
    assert [error["at"][1] for error in refused["errors"]] == list(wrong)


@pytest.mark.parametrize(
    ("method", "path", "body", "fields"),
    [
        ("PUT", "/entry", {"password": "x"}, {"password": "x", "caller_name": "Ann"}),
        ("DELETE", "/entry", None, {}),
        ("POST", "/pause", None, {}),
        ("POST", "/resume", None, {}),
        ("PUT", "/byes/2", {"half": True}, {"round": 2, "half": True}),
        ("DELETE", "/byes/2", None, {"round": 2, "drop": True}),
        ("PUT", "/team", {"clan_id": "c", "members": ["a", "b"]}, {"clan_id": "c"}),
        ("PUT", "/board-order", {"players": ["b", "a"]}, {"player_ids": ["b", "a"]}),
        ("DELETE", "/participants/bob", None, {"player_id": "bob"}),
        (
            "PUT", "/rounds/2/boards/3/result", {"result": "draw"},
            {"round": 2, "board": 3, "result": tournament_pb2.BOARD_RESULT_DRAW},
        ),
        ("POST", "/forbidden-pairs", {"first": "a", "second": "b"}, {"first_player_id": "a"}),
        ("POST", "/pair-again", None, {}),
        ("POST", "/postpone", {"start": "2026-12-24T17:00:00Z"}, {}),
        ("POST", "/cancel", None, {}),
        ("PUT", "/helpers/bob", None, {"player_id": "bob"}),
    ],
)  # fmt: skip
async def test_acts_reach_the_service(
    stack: Stack, method: str, path: str, body: Any, fields: dict[str, Any]
) -> None:
    answer = await stack.http.request(method, PATH + path, json=body)
    assert (answer.status_code, answer.json()["reason"]) == (401, "sign_in_needed")
    status, found = await call(stack, "ann", method, PATH + path, body, name="Ann")
    assert (status, found["tournament_id"]) == (200, ID)
    asked = stack.tournaments.asked[-1]
    assert (asked.tournament_id, asked.caller_player_id) == (ID, "ann")
    for field, value in fields.items():
        got = getattr(asked, field)
        assert (list(got) if isinstance(value, list) else got) == value


async def test_files(stack: Stack) -> None:
    answer = await stack.http.get(f"{PATH}/export/csv")
    assert answer.text == "format 2"
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "x0-tuesday-2026-12-01.csv" in answer.headers["content-disposition"]
    assert (await stack.http.get(f"{PATH}/export/pdf")).status_code == 422
    feed = await stack.http.get("/v1/calendar.ics")
    assert feed.headers["content-type"] == "text/calendar; charset=utf-8"
    assert feed.text.startswith("BEGIN:VCALENDAR")


async def test_the_topic_of_a_tournament(stack: Stack) -> None:
    eve = await stack.connect()
    topic = f"tournament:{ID}"
    await eve.subscribe(topic)
    first = eve.of(topic)[0]
    assert (first["kind"], first["snapshot"]["round"]) == ("tournament", None)
    stack.tournaments.play()
    event = events_pb2.TournamentEvent(tournament_id=ID, version=2)
    assert await stack.log(TOURNAMENTS, ID, event.SerializeToString())
    shown = (await eve.expect("snapshot", topic=topic))["snapshot"]
    assert shown["tournament"]["phase"] == "playing"
    assert shown["round"]["boards"][0]["result"] == "win"
    assert shown["standings"]["rows"][0]["points"] == 1
    # Nobody here follows this one.
    assert not await stack.log(TOURNAMENTS, "other", event.SerializeToString())


async def test_a_topic_of_no_tournament(stack: Stack) -> None:
    eve = await stack.connect()
    await eve.send(type="subscribe", topic="tournament:nothing")
    assert (await eve.expect("error"))["reason"] == "unknown_tournament"


def event(stack: Stack, **changes: Any) -> bytes:
    message = events_pb2.TournamentEvent(
        tournament_id=ID, version=stack.tournaments.known[ID].version
    )
    message.tournament.CopyFrom(stack.tournaments.known[ID])
    for kind in changes:
        getattr(message.changes.add(), kind).SetInParent()
    return message.SerializeToString()


async def test_an_inbox_tells_of_tournaments(stack: Stack) -> None:
    ann = await stack.connect("ann")
    await ann.subscribe("player")
    assert ann.of("player")[0]["snapshot"]["tournaments"] == []
    stack.tournaments.own = [ID]
    assert await stack.log(TOURNAMENTS, ID, event(stack, participants_changed=1), "ann,bob")
    shown = await ann.expect("snapshot", topic="player")
    assert [one["tournament_id"] for one in shown["snapshot"]["tournaments"]] == [ID]
    status, inbox = await call(stack, "ann", "GET", "/v1/inbox")
    assert (status, inbox) == (200, shown["snapshot"])


async def test_an_inbox_without_tournaments_is_sent_again_with_them(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "COMPLETE_SECONDS", 0.01)
    stack.tournaments.own, stack.tournaments.away = [ID], True
    ann = await stack.connect("ann")
    await ann.subscribe("player")
    assert ann.of("player")[0]["snapshot"]["tournaments"] == []
    stack.tournaments.away = False
    completing = asyncio.create_task(stack.gateway.feed.complete())
    try:
        shown = await ann.expect("snapshot", topic="player")
    finally:
        completing.cancel()
    assert [one["tournament_id"] for one in shown["snapshot"]["tournaments"]] == [ID]


async def test_what_an_event_tells_is_not_asked_for(stack: Stack) -> None:
    stack.tournaments.own = [ID]
    ann = await stack.connect("ann")
    await ann.subscribe("player")
    asked = stack.tournaments.lists
    stack.tournaments.play()
    assert await stack.log(TOURNAMENTS, ID, event(stack, round_paired=1), "bob,ann")
    shown = (await ann.expect("snapshot", topic="player"))["snapshot"]
    assert [one["phase"] for one in shown["tournaments"]] == ["playing"]
    # An old event that comes again changes nothing back.
    now = event(stack, phase_changed=1)
    stack.tournaments.play()
    for value in (event(stack, phase_changed=1), now):
        await stack.log(TOURNAMENTS, ID, value, "ann")
    shown = (await ann.expect("snapshot", topic="player"))["snapshot"]
    assert [one["version"] for one in shown["tournaments"]] == [3]
    assert stack.tournaments.lists == asked
    # After the log was missed everything is asked for again.
    await stack.gateway.feed._resync()
    async with asyncio.timeout(5):
        while stack.tournaments.lists == asked:
            await asyncio.sleep(0.01)
