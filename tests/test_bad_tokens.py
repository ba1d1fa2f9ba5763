"""Tokens that are forged, old, revoked or too narrow: refused over REST and over the socket."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import jwt
import pytest
from bad_system import ACTIONS, UNTIMED, Socket, Unharmed, http
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from players import PASSWORD, Table, signed_up, table
from x0.client import Client
from x0_launcher.cluster import Cluster


@dataclass(frozen=True)
class Forger:
    """Has a token of the victim's, and even the key: what is signed rightly must be right too."""

    key: Ed25519PrivateKey
    key_id: str
    public_pem: str
    token: str

    @property
    def claims(self) -> dict[str, Any]:
        return dict(jwt.decode(self.token, options={"verify_signature": False}))

    def signed(self, key: Any = None, headers: Any = None, **changes: Any) -> str:
        claims = {**self.claims, **changes}
        claims = {name: value for name, value in claims.items() if value is not None}
        return _signed(key or self.key, {"kid": self.key_id, **(headers or {})}, claims)

    def bad(self) -> dict[str, str]:
        head, body, signature = self.token.split(".")
        now = int(time.time())
        other = {**self.claims, "sub": "somebody-else"}
        secret = self.public_pem.encode()
        return {
            "no token": "x",
            "two parts": f"{head}.{body}",
            "no signature": f"{head}.{body}.",
            "cut": self.token[:-4],
            "another's signature": f"{head}.{_part(other)}.{signature}",
            "alg none": f"{_part({'alg': 'none', 'kid': self.key_id})}.{body}.",
            "alg None, signed": f"{_part({'alg': 'None', 'kid': self.key_id})}.{body}.{signature}",
            # The public key, which everybody has, as the secret of another algorithm.
            "HS256 by the public key": _hmac(self.key_id, body, secret),
            "another key": self.signed(Ed25519PrivateKey.generate()),
            "unknown kid": self.signed(headers={"kid": "unknown"}),
            "no kid": self.signed(headers={"kid": ""}),
            "kid is a path": self.signed(headers={"kid": "../../dev/null"}),
            "kid is a list": self.signed(headers={"kid": [self.key_id]}),
            "kid is an object": self.signed(headers={"kid": {"$ne": ""}}),
            "must be understood": self.signed(headers={"crit": ["b64"], "b64": False}),
            "expired": self.signed(iat=now - 1000, exp=now - 100),
            "never expires": self.signed(exp=None),
            "expires in words": self.signed(exp="tomorrow"),
            "expires at infinity": self.signed(exp=float("inf")),
            "expires at nothing": self.signed(exp=float("nan")),
            "from the future": self.signed(iat=now + 3600, exp=now + 7200),
            "not yet": self.signed(nbf=now + 3600),
            "nobody's": self.signed(sub=""),
            "of a number": self.signed(sub=7),
            "of a list": self.signed(sub=["a"]),
            "scopes in a list": self.signed(scope=["play"]),
            "perhaps a guest": self.signed(guest="no"),
            "too long": self.signed(padding="x" * 5000),
        }


def _part(value: Any) -> str:
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def _signed(key: Ed25519PrivateKey, headers: dict[str, Any], claims: dict[str, Any]) -> str:
    # By hand: a library would refuse to write most of these.
    text = f"{_part({'alg': 'EdDSA', 'typ': 'JWT', **headers})}.{_part(claims)}"
    return f"{text}.{_part(key.sign(text.encode()))}"


def _hmac(key_id: str, body: str, secret: bytes) -> str:
    text = f"{_part({'alg': 'HS256', 'typ': 'JWT', 'kid': key_id})}.{body}"
    return f"{text}.{_part(hmac.new(secret, text.encode(), hashlib.sha256).digest())}"


@pytest.fixture(scope="module")
async def game(cluster: Cluster) -> AsyncIterator[Table]:
    async with table(cluster.urls, time_control=UNTIMED) as running:
        yield running


@pytest.fixture(scope="module")
async def forger(cluster: Cluster, game: Table) -> Forger:
    env = cluster.env("account")
    key = load_pem_private_key(env["X0_TOKEN_PRIVATE_KEY"].encode(), password=None)
    assert isinstance(key, Ed25519PrivateKey)
    key_id = env["X0_TOKEN_KEY_ID"]
    token = await game.first.auth.token()
    return Forger(key, key_id, json.loads(env["X0_TOKEN_PUBLIC_KEYS"])[key_id], token or "")


async def test_forged_and_expired_tokens(cluster: Cluster, game: Table, forger: Forger) -> None:
    unharmed = Unharmed(cluster)
    # What the forger makes is as good as a real one, except for what is wrong with it.
    async with http(cluster.url, forger.signed()) as client:
        assert (await client.get("/v1/inbox")).status_code == 200
    path = f"/v1/games/{game.game_id}/actions"
    body = {"id": "forged", "ply": 0, "action": ACTIONS[0]}
    for what, token in forger.bad().items():
        reason = "token_expired" if what == "expired" else "token_invalid"
        async with http(cluster.url, token) as client:
            for answer in (await client.get("/v1/inbox"), await client.post(path, json=body)):
                assert (answer.status_code, answer.json()["reason"]) == (401, reason), what
            # Also where no token is needed: a client must learn that its own is no good.
            assert (await client.get(f"/v1/games/{game.game_id}")).status_code == 401, what
        socket = await Socket.open_raw(cluster.url)
        await socket.send(type="auth", token=token)
        error = await socket.expect("error")
        expected = "invalid" if what == "too long" else reason
        assert error["reason"] == expected, what
        # It is still nobody's: only `auth` is listened to.
        await socket.send(type="act", id="forged", game=game.game_id, ply=0, action=ACTIONS[0])
        assert await socket.code() == 4001, what
        assert not socket.kinds["welcome"] and not socket.kinds["ack"], what
    assert (await game.first.games.get(game.game_id)).version == 1
    unharmed.check()


async def test_a_bad_token_does_not_take_a_sockets_rights_away(
    cluster: Cluster, game: Table, forger: Forger
) -> None:
    socket = await Socket.open(cluster.url, forger.token)
    for token in forger.bad().values():
        await socket.send(type="auth", token=token)
        await socket.expect("error")
        socket.frames.clear()
    # Refused means that nothing changed: still the player.
    assert (await socket.act("x", game.game_id, {"type": "swap"}, 0))["reason"] != "sign_in_needed"
    # Signing out is something else.
    await socket.send(type="auth", token=None)
    await socket.expect("welcome", player=None)
    answer = await socket.act("y", game.game_id, ACTIONS[0], 0)
    assert answer["reason"] == "sign_in_needed"
    await socket.close()


@pytest.mark.parametrize(
    "header", [b"", b"Bearer", b"Basic eDp4", b"bearer  x", b"Token x", b"Bearer a b", b"\xff\xfe"]
)
async def test_headers_that_are_no_token(cluster: Cluster, header: bytes) -> None:
    async with http(cluster.url) as client:
        answer = await client.get("/v1/seeks/none", headers=[(b"authorization", header)])
        assert answer.status_code == 401
        assert answer.json()["reason"] == "token_invalid"
        assert (await client.get("/v1/seeks/none")).status_code == 404


async def test_a_session_that_ended(cluster: Cluster) -> None:
    """Access tokens are checked by themselves, so they live out their minutes; nothing renews
    them any more."""
    client = await signed_up(cluster.urls)
    session = client.auth.session
    assert session is not None
    await client.log_out()
    async with http(cluster.url, session.access_token) as rest:
        assert (await rest.get("/v1/players/me")).status_code == 200
        assert (await rest.get("/v1/sessions")).json()["sessions"] == []
    await _refused_to_refresh(cluster, session.refresh_token)
    await client.close()


async def test_a_deleted_account(cluster: Cluster) -> None:
    client = await signed_up(cluster.urls)
    name, session = client.name, client.auth.session
    assert session is not None
    secret = (await client.accounts.create_api_token("bot", ["play"])).secret
    await client.accounts.delete(PASSWORD)
    await _refused_to_refresh(cluster, session.refresh_token)
    async with http(cluster.url, session.access_token) as rest:
        # The token may still live, the account does not.
        for answer in (
            await rest.patch("/v1/players/me", json={"about": "back again"}),
            await rest.post("/v1/api-tokens", json={"label": "x", "scopes": ["play"]}),
            await rest.put(
                "/v1/account/password", json={"old_password": PASSWORD, "new_password": "1" * 20}
            ),
            await rest.post("/v1/sessions", json={"name": name, "password": PASSWORD}),
            await rest.post("/v1/api-tokens/exchange", json={"secret": secret}),
        ):
            assert answer.status_code in (401, 403, 404, 409), answer.text
        profile = (await rest.get(f"/v1/players/{session.player_id}")).json()
        assert (profile["name"], profile["about"]) == ("deleted player", "")
    await client.close()


async def _refused_to_refresh(cluster: Cluster, refresh_token: str | None) -> None:
    for url in cluster.urls:
        async with http(url) as rest:
            answer = await rest.post("/v1/sessions/refresh", json={"refresh_token": refresh_token})
            assert answer.status_code == 401
            assert answer.json()["reason"] == "refresh_token_invalid"


@pytest.mark.parametrize(
    "token",
    ["x", "..", "a.b.c", "a.b.c.d", "\x00.\x00.\x00", "x" * 512, "$where.$where.$where", "é.é.é"],
)
async def test_refresh_tokens_that_are_none(cluster: Cluster, token: str) -> None:
    unharmed = Unharmed(cluster)
    await _refused_to_refresh(cluster, token)
    unharmed.check()


async def test_other_peoples_sessions_and_tokens(cluster: Cluster, game: Table) -> None:
    victim, crook = game.first, await signed_up(cluster.urls)
    session = victim.auth.session
    assert session is not None
    mine = await victim.accounts.create_api_token("mine", ["read"])
    async with http(cluster.url, await crook.auth.token()) as rest:
        # That it is somebody's is not told: as if there were none.
        assert (await rest.delete(f"/v1/sessions/{session.session_id}")).status_code == 204
        assert (await rest.delete(f"/v1/api-tokens/{mine.token.token_id}")).status_code == 404
        assert mine.token.token_id not in (await rest.get("/v1/api-tokens")).text
    assert [t.token_id for t in await victim.accounts.api_tokens()] == [mine.token.token_id]
    async with http(cluster.url, session.access_token) as rest:
        listed = (await rest.get("/v1/sessions")).json()["sessions"]
        assert session.session_id in {s["session_id"] for s in listed}
    await crook.close()


async def test_api_tokens_do_what_their_scopes_say(cluster: Cluster, game: Table) -> None:
    owner = game.first
    for scopes in (["read"], ["challenge"], ["play"], ["play", "read", "challenge"]):
        secret = (await owner.accounts.create_api_token("bot", scopes)).secret  # type: ignore[arg-type]
        bot = Client(cluster.url)
        token = (await bot.use_api_token(secret)).access_token
        await bot.close()
        settings = {"mode": "x0", "time_control": {"initial_seconds": 60}}
        challenge = {"kind": "challenge", "settings": settings, "to": game.second.player_id}
        action = {"id": "bot", "ply": 400, "action": ACTIONS[0]}
        async with http(cluster.url, token) as rest:
            allowed = {
                "read": (await rest.get("/v1/inbox")).status_code,
                "play": (
                    await rest.post(f"/v1/games/{game.game_id}/actions", json=action)
                ).status_code,
                "challenge": (await rest.post("/v1/seeks", json=challenge)).status_code,
            }
            # Never the account itself, whatever the scopes.
            for answer in (
                await rest.put("/v1/account/password",
                               json={"old_password": PASSWORD, "new_password": "1" * 20}),
                await rest.put("/v1/account/name", json={"name": "Other", "password": PASSWORD}),
                await rest.request("DELETE", "/v1/account", json={"password": PASSWORD}),
                await rest.post("/v1/api-tokens", json={"label": "more", "scopes": ["play"]}),
                await rest.get("/v1/api-tokens"),
                await rest.get("/v1/sessions"),
                await rest.delete("/v1/sessions"),
                await rest.put(f"/v1/blocks/{game.second.player_id}"),
                await rest.patch("/v1/players/me", json={"about": "bot"}),
            ):  # fmt: skip
                assert answer.status_code == 403, answer.request.url
                assert answer.json()["reason"] == "session_needed"
        assert (allowed["read"] == 403) == ("read" not in scopes)
        assert (allowed["play"] == 403) == ("play" not in scopes)
        # 409 is for an action of another ply, which only who may play comes to hear.
        assert allowed["play"] in (403, 409)
        assert (allowed["challenge"] == 403) == (not {"play", "challenge"} <= set(scopes))
        socket = await Socket.open(cluster.url, token)
        message = await socket.act("bot", game.game_id, ACTIONS[0], 400)
        assert (message["reason"] == "scope_missing") == ("play" not in scopes)
        await socket.send(type="subscribe", topic="player")
        answer = await socket.expect("subscribed" if "read" in scopes else "error")
        assert answer.get("topic", answer.get("id")) in ("player", "bot")
        await socket.close()
    for listed in await owner.accounts.api_tokens():
        await owner.accounts.revoke_api_token(listed.token_id)
    async with http(cluster.url) as rest:
        answer = await rest.post("/v1/api-tokens/exchange", json={"secret": secret})
        assert answer.json()["reason"] == "api_token_invalid"
    assert (await owner.games.get(game.game_id)).version == 1
