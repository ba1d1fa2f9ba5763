"""Clans over REST, against a running gateway."""

from typing import Any

import pytest
from gateway_stack import Stack

CLAN = {"name": "Red Team", "tag": "red"}


class Clans:
    """Calls by players whose ids are their names in small letters."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        for name in ("Ann", "Bob", "Eve"):
            stack.accounts.player(name)

    async def __call__(
        self, who: str, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, Any]:
        answer = await self._stack.http.request(
            method, path, json=body, headers=self._stack.headers(who) | headers
        )
        return answer.status_code, answer.json() if answer.content else None


@pytest.fixture
def call(stack: Stack) -> Clans:
    return Clans(stack)


async def test_a_clan_by_rest(stack: Stack, call: Clans) -> None:
    status, clan = await call("ann", "POST", "/v1/clans", CLAN | {"about": "We play."})
    assert status == 201
    path = f"/v1/clans/{clan['clan_id']}"
    assert (clan["name"], clan["tag"], clan["about"], clan["members"]) == (
        "Red Team", "RED", "We play.", 1,
    )  # fmt: skip
    assert [(m["name"], m["role"]) for m in clan["roster"]] == [("Ann", "captain")]
    # Everybody may look.
    assert (await stack.http.get(path)).json() == clan
    status, invitation = await call("ann", "PUT", f"{path}/invitations/bob")
    assert status == 200
    assert (invitation["player"]["name"], invitation["invited_by"]["name"]) == ("Bob", "Ann")
    for who, where in (("ann", f"{path}/invitations"), ("bob", "/v1/clan-invitations")):
        assert await call(who, "GET", where) == (200, {"invitations": [invitation]})
    accept = f"/v1/clan-invitations/{clan['clan_id']}/accept"
    status, joined = await call("bob", "POST", accept)
    assert (status, joined["members"]) == (200, 2)
    status, refused = await call("bob", "POST", accept)
    assert (status, refused["reason"]) == (404, "invitation_not_found")
    status, promoted = await call("ann", "PUT", f"{path}/members/bob", {"role": "officer"})
    assert [m["role"] for m in promoted["roster"]] == ["captain", "officer"]
    of_bob = (await stack.http.get("/v1/players/bob/clans")).json()["memberships"]
    assert [(m["clan"]["tag"], m["role"]) for m in of_bob] == [("RED", "officer")]
    status, refused = await call("bob", "PATCH", path, {"name": "Blue Team"})
    assert (status, refused["reason"]) == (403, "clan_rank_too_low")
    status, changed = await call("ann", "PATCH", path, {"name": "Blue Team", "about": ""})
    assert (changed["name"], changed["tag"], changed["about"]) == ("Blue Team", "RED", "")
    assert await call("bob", "DELETE", f"{path}/members/bob") == (204, None)
    assert await call("ann", "DELETE", path, {"name": "Blue Team"}) == (204, None)
    status, refused = await call("ann", "GET", path)
    assert (status, refused["type"]) == (404, "/problems/clan_not_found")


async def test_invitations_are_declined_and_withdrawn(call: Clans) -> None:
    _, clan = await call("ann", "POST", "/v1/clans", CLAN)
    invitation = f"/v1/clans/{clan['clan_id']}/invitations/bob"
    decline = f"/v1/clan-invitations/{clan['clan_id']}/decline"
    for who, method, path in (("bob", "POST", decline), ("ann", "DELETE", invitation)):
        await call("ann", "PUT", invitation)
        assert await call(who, method, path) == (204, None)
        assert (await call(who, method, path))[0] == 404


async def test_the_same_key_makes_one_clan(call: Clans) -> None:
    made = {
        (await call("ann", "POST", "/v1/clans", CLAN, **{"Idempotency-Key": key}))[1]["clan_id"]
        for key in ("k1", "k1", "k2")
    }
    assert len(made) == 2


async def test_clans_are_listed_and_found(stack: Stack, call: Clans) -> None:
    for name, tag in (("Cee", "c3"), ("Ayy", "a1"), ("Bee", "b2")):
        await call("ann", "POST", "/v1/clans", {"name": name, "tag": tag})

    async def found(**query: Any) -> tuple[list[str], str | None]:
        answer = (await stack.http.get("/v1/clans", params=query)).json()
        return [c["name"] for c in answer["clans"]], answer["next_page_token"]

    assert await found(page_size=2) == (["Ayy", "Bee"], "2")
    assert await found(page_size=2, page_token="2") == (["Cee"], None)
    assert await found(name="bEE") == (["Bee"], None)
    assert await found(tag="c3") == (["Cee"], None)
    assert await found(name="ayy", tag="C3") == (["Ayy", "Cee"], None)
    assert await found(name="ayy", tag="A1") == (["Ayy"], None)
    assert await found(name="nothing") == ([], None)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/clans", {"name": "ab", "tag": "ab"}),
        ("POST", "/v1/clans", {"name": "a" * 41, "tag": "ab"}),
        ("POST", "/v1/clans", {"name": "abc", "tag": "abcdefg"}),
        ("POST", "/v1/clans", {"name": "abc", "tag": "ab", "about": "a" * 501}),
        ("POST", "/v1/clans", {"name": "abc", "tag": "ab", "about": None}),
        ("PATCH", "/v1/clans/c", {"captain": "bob"}),
        ("PUT", "/v1/clans/c/members/bob", {"role": "king"}),
        ("PUT", "/v1/clans/c/members/bob", {}),
        ("DELETE", "/v1/clans/c", {}),
        ("GET", "/v1/clans?name=", None),
        ("GET", "/v1/clans/has%20space", None),
    ],
)
async def test_what_is_not_valid(call: Clans, method: str, path: str, body: Any) -> None:
    status, problem = await call("ann", method, path, body)
    assert (status, problem["reason"]) == (422, "invalid")


async def test_who_may_not_even_ask(stack: Stack, call: Clans) -> None:
    for method, path, body in (
        ("POST", "/v1/clans", CLAN),
        ("PATCH", "/v1/clans/c", {}),
        ("DELETE", "/v1/clans/c", {"name": "x"}),
        ("PUT", "/v1/clans/c/members/bob", {"role": "member"}),
        ("DELETE", "/v1/clans/c/members/bob", None),
        ("PUT", "/v1/clans/c/invitations/bob", None),
        ("DELETE", "/v1/clans/c/invitations/bob", None),
        ("POST", "/v1/clan-invitations/c/accept", None),
        ("POST", "/v1/clan-invitations/c/decline", None),
    ):
        nobody = await stack.http.request(method, path, json=body)
        assert (nobody.status_code, nobody.json()["reason"]) == (401, "sign_in_needed"), path
        bot = stack.headers("ann", sid="", scope="play read challenge")
        refused = await stack.http.request(method, path, json=body, headers=bot)
        assert (refused.status_code, refused.json()["reason"]) == (403, "session_needed"), path
    bot = stack.headers("ann", sid="", scope="read")
    assert (await stack.http.get("/v1/clan-invitations", headers=bot)).status_code == 200
