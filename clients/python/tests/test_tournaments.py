"""Tournaments: what is asked of the server, and what becomes of its answers."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from x0.client import Client, TimeControl, TournamentRequest
from x0.client.cli import lists

TIME = "2026-12-01T21:00:00Z"
ID = "x0-tuesday:2026-12-01"
AT = f"/v1/tournaments/{ID}"
RULES = {
    "name": "X-0 Tuesday", "mode": "x0", "start": TIME, "format": None, "rounds": None,
    "time_control": {"untimed": False, "initial_seconds": 180, "increment_seconds": 2},
    "minimum": 2, "maximum": 5000, "min_rating": None, "max_rating": None, "late_entry": True,
    "half_point_for_missed": False, "half_byes": 0, "tiebreaks": ["buchholz"],
    "repeat_policy": "end_early", "no_show_seconds": 120, "break_seconds": 30, "lead_seconds": 10,
    "boards": 0, "chat": "all", "draw_ply": 0, "new_field": 1,
}  # fmt: skip
ONE = {
    "tournament_id": ID, "version": 3, "rules": RULES, "creator_player_id": None,
    "series": "x0-tuesday", "has_password": False, "status": "running", "phase": "playing",
    "phase_until": None, "format": "swiss", "total_rounds": 6, "round": 1, "participants": 9,
    "created_at": TIME, "ended_at": None, "end_reason": None, "helper_player_ids": [],
}  # fmt: skip
LINE = {
    "round": 1, "points": 1, "opponent": {"player_id": "b", "name": "Bob"}, "begins": True,
    "result": "win", "bye": None, "game_id": "g1",
}  # fmt: skip
TABLE = {
    "version": 3, "rounds": 1, "final": False, "tiebreaks": ["buchholz"], "edition": "2026",
    "total": 9, "rows": [{
        "rank": 1, "player_id": "a", "name": "Ann", "number": 4, "rating": 1500, "points": 1,
        "values": [0.5], "presence": "active", "board_points": None, "lines": [LINE],
    }],
}  # fmt: skip


class Server:
    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[httpx.Request] = []
        http = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        self.client = Client("http://server", http=http)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return httpx.Response(200, json=self.answer)


@pytest.mark.parametrize(
    ("call", "method", "path", "body"),
    [
        (lambda t: t.join(ID, "x"), "PUT", "/entry", {"password": "x"}),
        (lambda t: t.leave(ID), "DELETE", "/entry", None),
        (lambda t: t.pause(ID), "POST", "/pause", None),
        (lambda t: t.resume(ID), "POST", "/resume", None),
        (lambda t: t.request_bye(ID, 2, half=True), "PUT", "/byes/2", {"half": True}),
        (lambda t: t.drop_bye(ID, 2), "DELETE", "/byes/2", None),
        (lambda t: t.enter_team(ID, "c", ["a"]), "PUT", "/team",
         {"clan_id": "c", "members": ["a"], "password": None}),
        (lambda t: t.order_boards(ID, ["a"]), "PUT", "/board-order", {"players": ["a"]}),
        (lambda t: t.remove(ID, "a"), "DELETE", "/participants/a", None),
        (lambda t: t.correct(ID, 1, 2, "draw"), "PUT", "/rounds/1/boards/2/result",
         {"result": "draw"}),
        (lambda t: t.forbid(ID, "a", "b"), "POST", "/forbidden-pairs",
         {"first": "a", "second": "b"}),
        (lambda t: t.pair_again(ID), "POST", "/pair-again", None),
        (lambda t: t.postpone(ID, datetime(2026, 12, 1, tzinfo=UTC)), "POST", "/postpone",
         {"start": "2026-12-01T00:00:00+00:00"}),
        (lambda t: t.cancel(ID), "POST", "/cancel", None),
        (lambda t: t.name_helper(ID, "a"), "PUT", "/helpers/a", None),
    ],
)  # fmt: skip
async def test_changes(call: Any, method: str, path: str, body: Any) -> None:
    server = Server(ONE)
    changed = await call(server.client.tournaments)
    assert (changed.rules.mode, changed.phase, changed.over) == ("x0", "playing", False)
    (asked,) = server.asked
    assert (asked.method, asked.url.path) == (method, AT + path)
    assert (json.loads(asked.content) if asked.content else None) == body


async def test_a_new_one_is_what_was_asked_for() -> None:
    server = Server(ONE)
    start = datetime(2026, 12, 1, 21, tzinfo=UTC)
    request = TournamentRequest(
        "Mine", "gomoku", TimeControl.parse("5+3"), start, password="p", tiebreaks=("wins",)
    )
    await server.client.tournaments.create(request)
    body = json.loads(server.asked[0].content)
    assert (body["start"], body["tiebreaks"]) == ("2026-12-01T21:00:00+00:00", ["wins"])
    assert body["time_control"]["initial_seconds"] == 300
    assert server.asked[0].headers["Idempotency-Key"]


async def test_the_table() -> None:
    server = Server(TABLE)
    found = await server.client.tournaments.standings(ID, crosstable=True, top=10)
    assert dict(server.asked[0].url.params) == {"crosstable": "true", "top": "10", "skip": "0"}
    (line,) = found.rows[0].lines
    assert line.opponent is not None
    assert (line.opponent.name, line.result, found.rows[0].values) == ("Bob", "win", (0.5,))


async def test_the_commands_show_lists(capsys: pytest.CaptureFixture[str]) -> None:
    server = Server({"tournaments": [ONE], "next_page_token": None})
    await lists.tournaments(server.client, argparse.Namespace(group="running", count=5))
    assert server.asked[0].url.params["group"] == "running"
    shown = capsys.readouterr().out
    assert f"{ID}  X-0 Tuesday" in shown
    assert "round 1 of 6" in shown
    await lists.standings(Server(TABLE).client, argparse.Namespace(tournament=ID, count=0))
    shown = capsys.readouterr().out
    assert "Ann" in shown
    assert "FIDE C.07, 2026" in shown
