"""Clans: what is asked of the server, and what becomes of its answers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from x0.client import Client, Refused

SUMMARY = {
    "clan_id": "c1", "name": "Red Team", "tag": "RED", "members": 1,
    "created_at": "2026-01-02T03:04:05Z",
}  # fmt: skip
CAPTAIN = {
    "player_id": "p1", "name": "Ann", "country": "VN", "role": "captain",
    "since": "2026-01-02T03:04:05Z",
}  # fmt: skip
CLAN = {**SUMMARY, "about": "We play.", "roster": [CAPTAIN], "new_field": 1}
PLAYER = {"player_id": "p2", "name": "Bob", "country": None}
INVITATION = {
    "clan": SUMMARY, "player": PLAYER, "invited_by": {**PLAYER, "name": "Ann"},
    "created_at": "2026-01-02T03:04:05Z",
}  # fmt: skip


class Server:
    """Answers what it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, Any]] = []
        self.asked: list[httpx.Request] = []
        http = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        self.client = Client("http://server", http=http)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        status, body = self.answers.pop(0)
        return httpx.Response(status, json=body) if body is not None else httpx.Response(status)


@pytest.fixture
def server() -> Server:
    return Server()


CALLS: list[tuple[Callable[[Client], Awaitable[Any]], str, str, Any, Any]] = [
    (lambda c: c.clans.create("Red Team", "red"), "POST", "/v1/clans",
     {"name": "Red Team", "tag": "red", "about": ""}, CLAN),
    (lambda c: c.clans.get("c1"), "GET", "/v1/clans/c1", None, CLAN),
    (lambda c: c.clans.update("c1", about="x"), "PATCH", "/v1/clans/c1",
     {"name": None, "tag": None, "about": "x"}, CLAN),
    (lambda c: c.clans.set_role("c1", "p2", "officer"), "PUT", "/v1/clans/c1/members/p2",
     {"role": "officer"}, CLAN),
    (lambda c: c.clans.accept("c1"), "POST", "/v1/clan-invitations/c1/accept", None, CLAN),
    (lambda c: c.clans.invite("c1", "p2"), "PUT", "/v1/clans/c1/invitations/p2", None, INVITATION),
    (lambda c: c.clans.remove("c1", "p2"), "DELETE", "/v1/clans/c1/members/p2", None, None),
    (lambda c: c.clans.withdraw("c1", "p2"), "DELETE", "/v1/clans/c1/invitations/p2", None, None),
    (lambda c: c.clans.decline("c1"), "POST", "/v1/clan-invitations/c1/decline", None, None),
    (lambda c: c.clans.close("c1", "Red Team"), "DELETE", "/v1/clans/c1", {"name": "Red Team"},
     None),
]  # fmt: skip


@pytest.mark.parametrize(("call", "method", "path", "body", "answer"), CALLS)
async def test_calls(
    server: Server, call: Any, method: str, path: str, body: Any, answer: Any
) -> None:
    server.answers = [(200 if answer else 204, answer)]
    found = await call(server.client)
    (asked,) = server.asked
    assert (asked.method, asked.url.path) == (method, path)
    assert (json.loads(asked.content) if asked.content else None) == body
    if answer is CLAN:
        assert (found.tag, found.captain.name, found.captain.role) == ("RED", "Ann", "captain")
    elif answer is INVITATION:
        assert (found.clan.name, found.player.name, found.invited_by.name) == (
            "Red Team", "Bob", "Ann",
        )  # fmt: skip
    else:
        assert found is None


async def test_a_founding_is_sent_again_under_its_key(server: Server) -> None:
    server.answers = [(503, None), (201, CLAN)]
    await server.client.clans.create("Red Team", "red")
    keys = {request.headers["Idempotency-Key"] for request in server.asked}
    assert (len(server.asked), len(keys)) == (2, 1)


async def test_lists(server: Server) -> None:
    other = {**SUMMARY, "name": "Zed"}
    server.answers = [
        (200, {"clans": [SUMMARY], "next_page_token": "t"}),
        (200, {"clans": [other], "next_page_token": None}),
        (200, {"clans": [SUMMARY], "next_page_token": None}),
        (200, {"memberships": [
            {"clan": SUMMARY, "role": "member", "since": "2026-01-02T03:04:05Z"},
        ]}),
        (200, {"invitations": [INVITATION]}),
        (200, {"invitations": []}),
    ]  # fmt: skip
    clans = server.client.clans
    assert [clan.name async for clan in clans.all()] == ["Red Team", "Zed"]
    assert server.asked[1].url.params["page_token"] == "t"
    assert [clan.clan_id for clan in await clans.find(tag="red")] == ["c1"]
    assert dict(server.asked[2].url.params) == {"tag": "red"}
    assert [(m.clan.tag, m.role) for m in await clans.of("p1")] == [("RED", "member")]
    assert [i.player.player_id for i in await clans.invitations("c1")] == ["p2"]
    assert await clans.my_invitations() == []
    with pytest.raises(ValueError, match="a name or a tag"):
        await clans.find()


async def test_a_refusal_says_why(server: Server) -> None:
    problem = {"reason": "clan_full", "detail": "the clan is full", "limit": "200"}
    server.answers = [(409, problem)]
    with pytest.raises(Refused) as caught:
        await server.client.clans.accept("c1")
    assert (caught.value.reason, caught.value.status) == ("clan_full", 409)
