"""REST, against a running gateway."""

import json

import pytest
from gateway_stack import Stack

SETTINGS = {"mode": "x0", "time_control": {"initial_seconds": 180, "increment_seconds": 2}}


async def test_a_guest_becomes_an_account_and_keeps_the_id(stack: Stack) -> None:
    guest = (await stack.http.post("/v1/guests", json={})).json()
    assert guest["guest"] and guest["refresh_token"]
    taken = {"name": "Zoe", "password": "long enough"}
    headers = {"Authorization": f"Bearer {guest['access_token']}"}
    account = await stack.http.post("/v1/accounts", json=taken, headers=headers)
    assert account.status_code == 201
    assert account.json()["player_id"] == guest["player_id"]
    again = await stack.http.post("/v1/accounts", json=taken)
    assert (again.status_code, again.json()["reason"]) == (409, "name_taken")
    token = {"Authorization": f"Bearer {account.json()['access_token']}"}
    twice = await stack.http.post("/v1/accounts", json={**taken, "name": "Yan"}, headers=token)
    assert (twice.status_code, twice.json()["reason"]) == (409, "already_registered")


async def test_the_refresh_token_in_a_cookie_is_never_shown(stack: Stack) -> None:
    stack.accounts.player("Ann")
    credentials = {"name": "Ann", "password": "x", "cookie": True}
    answer = await stack.http.post("/v1/sessions", json=credentials)
    assert answer.json()["refresh_token"] is None
    cookie = answer.headers["set-cookie"].lower()
    for attribute in ("httponly", "samesite=strict", "path=/v1/sessions"):
        assert attribute in cookie
    assert "secure" not in cookie
    refreshed = await stack.http.post("/v1/sessions/refresh", json={})
    assert refreshed.status_code == 200
    assert refreshed.json()["refresh_token"] is None
    assert "set-cookie" in refreshed.headers
    # In the body it works as well, once.
    token = (await stack.http.post("/v1/guests", json={})).json()["refresh_token"]
    stack.http.cookies.clear()
    codes = [
        (await stack.http.post("/v1/sessions/refresh", json={"refresh_token": token})).status_code
        for _ in range(2)
    ]
    assert codes == [200, 401]
    nothing = await stack.http.post("/v1/sessions/refresh", json={})
    assert (nothing.status_code, nothing.json()["reason"]) == (401, "sign_in_needed")


async def test_cookies_are_secure_over_https() -> None:
    async with Stack(public_url="https://play.example") as stack:
        answer = await stack.http.post("/v1/guests", json={"cookie": True})
        assert "; secure" in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" in answer.headers


async def test_bots_may_play_but_not_change_the_account(stack: Stack) -> None:
    stack.accounts.player("Ann")
    bot = stack.headers("ann", sid="", scope="play")
    for method, path, body in (
        ("GET", "/v1/sessions", None),
        ("PUT", "/v1/account/password", {"old_password": "a", "new_password": "long enough"}),
        ("POST", "/v1/api-tokens", {"label": "x", "scopes": ["play"]}),
        ("PUT", "/v1/blocks/bob", None),
    ):
        answer = await stack.http.request(method, path, json=body, headers=bot)
        assert (answer.status_code, answer.json()["reason"]) == (403, "session_needed"), path
    inbox = await stack.http.get("/v1/inbox", headers=bot)
    assert (inbox.status_code, inbox.json()["scope"]) == (403, "read")
    challenge = {"kind": "challenge", "to": "bob", "settings": SETTINGS}
    answer = await stack.http.post("/v1/seeks", json=challenge, headers=bot)
    assert (answer.status_code, answer.json()["scope"]) == (403, "challenge")
    answer = await stack.http.post(
        "/v1/seeks", json={"kind": "open", "settings": SETTINGS}, headers=bot
    )
    assert answer.status_code == 201


async def test_a_whole_game_by_rest(stack: Stack) -> None:
    ann, bob = stack.headers("ann"), stack.headers("bob")
    seek = await stack.http.post(
        "/v1/seeks", json={"kind": "room", "settings": SETTINGS}, headers=ann
    )
    path = f"/v1/seeks/{seek.json()['seek_id']}"
    assert (await stack.http.get(path)).json()["by"]["player_id"] == "ann"
    game = (await stack.http.post(f"{path}/accept", headers=bob)).json()["game_id"]
    act = f"/v1/games/{game}/actions"
    for ply, (headers, point) in enumerate(((ann, [7, 7]), (bob, [7, 8]))):
        body = {"id": f"a{ply}", "ply": ply, "action": {"type": "place", "point": point}}
        assert (await stack.http.post(act, json=body, headers=headers)).json() == {
            "version": ply + 2
        }
    wrong = await stack.http.post(
        act, json={"id": "b", "ply": 0, "action": {"type": "place", "point": [0, 0]}}, headers=ann
    )
    assert (wrong.status_code, wrong.json()["type"]) == (409, "/problems/wrong_ply")
    found = await stack.http.get(f"/v1/games/{game}")
    assert [s["point"] for s in found.json()["stones"]] == [[7, 7], [7, 8]]
    same = await stack.http.get(
        f"/v1/games/{game}", headers={"If-None-Match": found.headers["etag"]}
    )
    assert (same.status_code, same.content) == (304, b"")
    events = (await stack.http.get(f"/v1/games/{game}/events?after=1")).json()
    assert [e["version"] for e in events["events"]] == [2, 3]
    unrated = await stack.http.get(f"/v1/games/{game}/ratings")
    assert (unrated.status_code, unrated.json()["reason"]) == (404, "not_rated")
    inbox = (await stack.http.get("/v1/inbox", headers=ann)).json()
    assert [g["game_id"] for g in inbox["games"]] == [game]


async def test_the_same_idempotency_key_makes_one_seek(stack: Stack) -> None:
    body = {"kind": "open", "settings": SETTINGS}
    made = {
        (
            await stack.http.post(
                "/v1/seeks", json=body, headers=stack.headers("ann") | {"Idempotency-Key": key}
            )
        ).json()["seek_id"]
        for key in ("k1", "k1", "k2")
    }
    assert len(made) == 2


async def test_blocked_players_are_not_challenged_nor_paired(stack: Stack) -> None:
    for name in ("Ann", "Bob", "Eve"):
        stack.accounts.player(name)
    ann, bob = stack.headers("ann"), stack.headers("bob")
    assert (await stack.http.put("/v1/blocks/bob", headers=ann)).status_code == 204
    assert [
        p["name"] for p in (await stack.http.get("/v1/blocks", headers=ann)).json()["profiles"]
    ] == ["Bob"]
    for headers, to in ((ann, "bob"), (bob, "ann")):
        body = {"kind": "challenge", "to": to, "settings": SETTINGS}
        answer = await stack.http.post("/v1/seeks", json=body, headers=headers)
        assert (answer.status_code, answer.json()["reason"]) == (409, "blocked")
    body = {"kind": "challenge", "to": "eve", "settings": SETTINGS}
    answer = await stack.http.post("/v1/seeks", json=body, headers=ann)
    assert answer.json()["to"]["name"] == "Eve"
    body = {"kind": "challenge", "to": "ann", "settings": SETTINGS}
    answer = await stack.http.post("/v1/seeks", json=body, headers=ann)
    assert (answer.status_code, answer.json()["reason"]) == (422, "bad_to")
    for wrong in ({"kind": "challenge"}, {"kind": "open", "to": "eve"}):
        answer = await stack.http.post(
            "/v1/seeks", json=wrong | {"settings": SETTINGS}, headers=ann
        )
        assert (answer.status_code, answer.json()["reason"]) == (422, "invalid")


async def test_the_leaderboard_has_names(stack: Stack) -> None:
    stack.accounts.player("Ann")
    board = (await stack.http.get("/v1/leaderboards/renju")).json()
    assert [(r["name"], r["rating"], r["rank"]) for r in board["rows"]] == [("Ann", 1700, 1)]
    assert (await stack.http.get("/v1/leaderboards/custom")).status_code == 422


async def test_players_are_found_by_name(stack: Stack) -> None:
    stack.accounts.player("Ann")
    found = (await stack.http.get("/v1/players", params={"name": "aNN"})).json()["profiles"]
    assert [p["player_id"] for p in found] == ["ann"]
    nobody = (await stack.http.get("/v1/players", params={"name": "nobody"})).json()
    assert nobody == {"profiles": []}
    missing = await stack.http.get("/v1/players/nobody")
    assert (missing.status_code, missing.json()["reason"]) == (404, "no_such_player")


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"{", 400, "bad_body"),
        (b"\xff\xfe", 400, "bad_body"),
        (b'{"name": "\xff", "password": "x"}', 400, "bad_body"),
        (b"[" * 60_000, 400, "bad_body"),
        (b'{"name": 1' + b"0" * 5000 + b', "password": "x"}', 400, "bad_body"),
        (b"x" * 70_000, 413, "too_large"),
        (b"{}", 422, "invalid"),
        (b"null", 422, "invalid"),
        (b'{"name": "a", "password": "b", "admin": true}', 422, "invalid"),
        (b'{"name": false, "password": "b"}', 422, "invalid"),
        (b'{"name": "\\ud800", "password": "b"}', 422, "invalid"),
        (b'{"name": "a", "password": "b", "\\ud800": 1}', 422, "invalid"),
        (b'{"name": "a", "password": "b", "cookie": 1}', 422, "invalid"),
        (b'{"name": "a", "password": NaN}', 422, "invalid"),
    ],
)
async def test_bad_bodies_are_problems(stack: Stack, body: bytes, status: int, reason: str) -> None:
    headers = {"Content-Type": "application/json", "X-Request-ID": "request-1"}
    answer = await stack.http.post("/v1/sessions", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["reason"] == reason
    assert problem["type"] == f"/problems/{reason}"
    assert problem["instance"] == answer.headers["x-request-id"] == "request-1"


async def test_a_body_without_a_length_is_limited_too(stack: Stack) -> None:
    async def endless() -> object:
        for _ in range(100):
            yield b"x" * 1024

    answer = await stack.http.post(
        "/v1/sessions", content=endless(), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413


async def test_passwords_are_not_in_answers(stack: Stack) -> None:
    answer = await stack.http.post("/v1/sessions", json={"name": 1, "password": "my secret"})
    assert answer.status_code == 422
    assert "my secret" not in answer.text


async def test_tokens_that_are_no_tokens(stack: Stack) -> None:
    for value in ("Bearer x", "Bearer", "Basic eDp5", "x", "Bearer " + "a" * 9000):
        answer = await stack.http.get("/v1/players/me", headers={"Authorization": value})
        assert answer.status_code == 401, value
        assert answer.headers["www-authenticate"] == "Bearer"
    # Also where none is needed: who sends one means it.
    answer = await stack.http.get("/v1/seeks/x", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 401


async def test_limits_per_address_and_per_player() -> None:
    async with Stack(address_rate=0.01, address_burst=5, sign_in_rate=0.01, sign_in_burst=2) as s:
        codes = [(await s.http.post("/v1/guests", json={})).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        codes = [(await s.http.get("/v1/time")).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        refused = await s.http.get("/v1/time")
        assert int(refused.headers["retry-after"]) > 50
        assert refused.json()["reason"] == "rate_limited"
    async with Stack(player_rate=0.01, player_burst=1) as s:
        for player, code in (("ann", 200), ("ann", 429), ("bob", 200)):
            assert (await s.http.get("/v1/inbox", headers=s.headers(player))).status_code == code


async def test_limits_believe_our_proxies_only() -> None:
    async with Stack(address_rate=0.01, address_burst=1, trusted_proxies="127.0.0.0/8") as s:
        for hops, code in (("1.1.1.1", 200), ("1.1.1.1", 429), ("9.9.9.9, 1.1.1.2", 200)):
            answer = await s.http.get("/v1/time", headers={"X-Forwarded-For": hops})
            assert answer.status_code == code


async def test_headers_that_browsers_need() -> None:
    async with Stack(cors_origins="https://play.example") as stack:
        answer = await stack.http.get("/v1/time", headers={"Origin": "https://play.example"})
        assert answer.headers["access-control-allow-origin"] == "https://play.example"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        other = await stack.http.get("/v1/time", headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers


async def test_what_is_not_there(stack: Stack) -> None:
    for method, path, code in (
        ("GET", "/v1/nothing", 404),
        ("PUT", "/v1/time", 405),
        ("GET", "/v1/games/has%20space", 422),
        ("GET", "/v1/games/none", 404),
    ):
        answer = await stack.http.request(method, path)
        assert (answer.status_code, answer.headers["content-type"]) == (
            code, "application/problem+json",
        ), path  # fmt: skip
    refused = await stack.http.request("OPTIONS", "/v1/sessions")
    assert refused.headers["allow"] == "DELETE, GET, POST"
    assert (await stack.http.get("/")).json()["socket"] == "/v1/socket"


async def test_a_service_that_is_away_is_a_503() -> None:
    async with Stack() as stack:
        assert await stack.gateway.backends.ready()
        await stack.game_servers[0].stop()
        assert not await stack.gateway.backends.ready()
        answer = await stack.http.get("/v1/games")
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "1"


async def test_modes_come_from_one_table(stack: Stack) -> None:
    modes = (await stack.http.get("/v1/modes")).json()
    assert [m["mode"] for m in modes["modes"] if m["rated"]] == ["x0", "gomoku", "renju"]
    assert [c["initial_seconds"] // 60 for c in modes["controls"]] == [2, 3, 5, 7, 10]
    assert modes["limits"]["games"] == 20
    assert json.dumps(modes)


async def test_the_reference_is_readable_and_complete(stack: Stack) -> None:
    page = await stack.http.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    openapi = (await stack.http.get("/v1/openapi.json")).json()
    for path in openapi["paths"]:
        assert f"<code>{path}</code>" in page.text
    assert (await stack.http.get("/v1/asyncapi.json")).json()["asyncapi"] == "3.0.0"
