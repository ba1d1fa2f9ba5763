"""Who the client is: sessions and API tokens, and an access token that is always fresh."""

from __future__ import annotations

import asyncio
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import datetime
from typing import Any, Protocol, cast

from x0.client.decode import decode
from x0.client.errors import SignInNeeded
from x0.client.models.accounts import Access, Session
from x0.client.rest import Rest

# A token is renewed when this part of its life is left, or this much, whichever is less.
MARGIN_PART = 0.25
MARGIN_SECONDS = 60.0


class SessionStore(Protocol):
    """Where a session is kept between runs, perhaps shared by several processes."""

    def lock(self) -> AbstractAsyncContextManager[None]:
        """Held while the refresh token is used: one that is used twice ends the session."""

    def load(self) -> Session | None: ...

    def save(self, session: Session | None) -> None: ...


class Auth:
    def __init__(self, rest: Rest, store: SessionStore | None = None) -> None:
        self._rest = rest
        self._store = store
        self._session: Session | None = None
        self._secret: str | None = None
        self._access: Access | None = None
        # Monotonic times: the machine's clock may be wrong.
        self._renew_at = 0.0
        self._renewing = asyncio.Lock()
        if store is not None and (kept := store.load()) is not None:
            self._session = kept
            self._set_access(_access_of(kept), now=time.time())

    @property
    def signed_in(self) -> bool:
        return self._session is not None or self._secret is not None

    @property
    def session(self) -> Session | None:
        return self._session

    @property
    def player_id(self) -> str | None:
        return self._access.player_id if self._access else None

    @property
    def name(self) -> str | None:
        return self._access.name if self._access else None

    @property
    def guest(self) -> bool:
        return self._session is not None and self._session.guest

    def use_session(self, session: Session) -> None:
        self._secret = None
        self._session = session
        self._set_access(_access_of(session))
        if self._store is not None:
            self._store.save(session)

    async def use_api_token(self, secret: str) -> Access:
        """Raises Refused or Unreachable, and then nothing has changed."""
        access = await self._exchange(secret)
        self._session, self._secret = None, secret
        self._set_access(access)
        return access

    def forget(self) -> None:
        self._session = self._secret = self._access = None
        if self._store is not None:
            self._store.save(None)

    async def token(self, stale: str | None = None) -> str | None:
        """An access token that lives for a while yet; None when nobody is signed in.

        `stale`: one that the server would not have any more.

        Raises:
            SignInNeeded: the session has ended.
            Unreachable: no fresh one was to be had.
        """
        if self._fresh(stale) or not self.signed_in:
            return self._access.access_token if self._access else None
        async with self._renewing:
            if not self._fresh(stale):
                await self._renew(stale)
        return self._access.access_token if self._access else None

    async def call(self, method: str, path: str, **options: Any) -> Any:
        """A request in the player's name; as `Rest.call`."""
        token = await self.token()
        try:
            return await self._rest.call(method, path, token=token, **options)
        except SignInNeeded as error:
            if token is None or not error.reason.startswith("token_"):
                raise
            token = await self.token(stale=token)
        return await self._rest.call(method, path, token=token, **options)

    def _fresh(self, stale: str | None) -> bool:
        return (
            self._access is not None
            and self._access.access_token != stale
            and time.monotonic() < self._renew_at
        )

    async def _renew(self, stale: str | None) -> None:
        if self._secret is not None:
            self._set_access(await self._exchange(self._secret))
            return
        async with self._store.lock() if self._store else nullcontext():
            if self._store is not None and (kept := self._store.load()) is not None:
                # Another process may have renewed it.
                self._session = kept
                self._set_access(_access_of(kept), now=time.time())
                if self._fresh(stale):
                    return
            session = cast(Session, self._session)
            body = {"refresh_token": session.refresh_token}
            # If the first answer was lost, there is nothing better than the same token again.
            answer = await self._rest.call("POST", "/v1/sessions/refresh", body=body, repeat=True)
            self.use_session(decode(Session, answer))

    async def _exchange(self, secret: str) -> Access:
        body = {"secret": secret}
        answer = await self._rest.call("POST", "/v1/api-tokens/exchange", body=body, repeat=True)
        return decode(Access, answer)

    def _set_access(self, access: Access, now: float | None = None) -> None:
        self._access = access
        now = self._rest.server_time() if now is None else now
        life = _seconds(access.access_expires_at) - now
        self._renew_at = time.monotonic() + life - min(MARGIN_SECONDS, life * MARGIN_PART)


def _access_of(session: Session) -> Access:
    return Access(session.player_id, session.name, session.access_token, session.access_expires_at)


def _seconds(at: datetime) -> float:
    return at.timestamp()
