"""Signing in and out, profiles, API tokens, blocks."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from x0.client.auth import Auth
from x0.client.decode import decode
from x0.client.models.accounts import Access, ApiToken, NewApiToken, Profile, Profiles, Session
from x0.client.models.base import Scope
from x0.client.rest import Rest


class Accounts:
    def __init__(self, rest: Rest, auth: Auth, changed: Callable[[], Awaitable[None]]) -> None:
        self._rest = rest
        self._auth = auth
        # Called when the client has become somebody else.
        self._changed = changed

    async def guest(self) -> Session:
        """A new guest, who may play casual games at once."""
        answer = await self._rest.call("POST", "/v1/guests", body={}, key=secrets.token_hex(16))
        return await self._begin(answer)

    async def register(self, name: str, password: str) -> Session:
        """A new account. A guest becomes it, and keeps its games."""
        body = {"name": name, "password": password}
        token = await self._auth.token() if self._auth.guest else None
        answer = await self._rest.call(
            "POST", "/v1/accounts", token=token, body=body, key=secrets.token_hex(16)
        )
        return await self._begin(answer)

    async def log_in(self, name: str, password: str) -> Session:
        body = {"name": name, "password": password}
        return await self._begin(
            await self._rest.call("POST", "/v1/sessions", body=body, repeat=True)
        )

    async def use_api_token(self, secret: str) -> Access:
        """Signs in with a bot's long-lived token."""
        access = await self._auth.use_api_token(secret)
        await self._changed()
        return access

    async def log_out(self) -> None:
        """Ends the session, here and on the server."""
        session = self._auth.session
        if session is not None:
            await self._auth.call("DELETE", f"/v1/sessions/{session.session_id}")
        self._auth.forget()
        await self._changed()

    async def _begin(self, answer: Any) -> Session:
        session = decode(Session, answer)
        self._auth.use_session(session)
        await self._changed()
        return session

    async def change_password(self, old: str, new: str) -> None:
        body = {"old_password": old, "new_password": new}
        await self._auth.call("PUT", "/v1/account/password", body=body)

    async def delete(self, password: str) -> None:
        """For ever. The games stay, under "deleted player"."""
        await self._auth.call("DELETE", "/v1/account", body={"password": password})
        self._auth.forget()
        await self._changed()

    # API tokens

    async def create_api_token(self, label: str, scopes: Sequence[Scope]) -> NewApiToken:
        body = {"label": label, "scopes": list(scopes)}
        key = secrets.token_hex(16)
        answer = await self._auth.call("POST", "/v1/api-tokens", body=body, key=key)
        return decode(NewApiToken, answer)

    async def api_tokens(self) -> list[ApiToken]:
        answer = await self._auth.call("GET", "/v1/api-tokens")
        return [decode(ApiToken, token) for token in answer["tokens"]]

    async def revoke_api_token(self, token_id: str) -> None:
        await self._auth.call("DELETE", f"/v1/api-tokens/{token_id}")

    # Players

    async def me(self) -> Profile:
        return decode(Profile, await self._auth.call("GET", "/v1/players/me"))

    async def profile(self, player_id: str) -> Profile:
        return decode(Profile, await self._auth.call("GET", f"/v1/players/{player_id}"))

    async def find(self, name: str) -> Profile | None:
        """The player of that name, whatever its capitals."""
        answer = await self._auth.call("GET", "/v1/players", params={"name": name})
        found = decode(Profiles, answer).profiles
        return found[0] if found else None

    async def update_profile(
        self, *, country: str | None = None, language: str | None = None, about: str | None = None
    ) -> Profile:
        """What is None stays; an empty text clears."""
        body = {"country": country, "language": language, "about": about}
        return decode(Profile, await self._auth.call("PATCH", "/v1/players/me", body=body))

    async def block(self, player_id: str) -> None:
        await self._auth.call("PUT", f"/v1/blocks/{player_id}")

    async def unblock(self, player_id: str) -> None:
        await self._auth.call("DELETE", f"/v1/blocks/{player_id}")

    async def blocked(self) -> list[Profile]:
        return list(decode(Profiles, await self._auth.call("GET", "/v1/blocks")).profiles)
