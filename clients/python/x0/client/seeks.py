"""Looking for an opponent."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from x0.client.auth import Auth
from x0.client.decode import decode
from x0.client.errors import ClientError, Refused, SeekEnded
from x0.client.followers import Feed
from x0.client.models.base import Seat, SeekKind
from x0.client.models.games import GameSummary
from x0.client.models.seeks import Inbox, Lobby, Seek
from x0.client.models.settings import GameRequest

# A quick seek lives for 45 s: it says that its player is there now.
RENEW_SECONDS = 20.0
# A seek that is not in the inbox any more is being matched: looked at so often until it is.
LOOK_SECONDS = 0.5


class Seeks:
    def __init__(self, auth: Auth) -> None:
        self._auth = auth

    async def create(
        self,
        kind: SeekKind,
        request: GameRequest,
        *,
        to: str | None = None,
        seat: Seat | None = None,
    ) -> Seek:
        """`to`: id of the player challenged. A quick seek of the same kind is renewed by this."""
        body: dict[str, Any] = {"kind": kind, "settings": request.to_json(), "seat": seat}
        if to is not None:
            body["to"] = to
        key = secrets.token_hex(12)
        return decode(Seek, await self._auth.call("POST", "/v1/seeks", body=body, key=key))

    async def get(self, seek_id: str) -> Seek:
        return decode(Seek, await self._auth.call("GET", f"/v1/seeks/{seek_id}"))

    async def lobby(self) -> Lobby:
        return decode(Lobby, await self._auth.call("GET", "/v1/seeks"))

    async def inbox(self) -> Inbox:
        return decode(Inbox, await self._auth.call("GET", "/v1/inbox"))

    async def accept(self, seek_id: str) -> str:
        """The id of the game."""
        answer = await self._auth.call("POST", f"/v1/seeks/{seek_id}/accept", repeat=True)
        game_id = decode(Seek, answer).game_id
        if game_id is None:
            raise ClientError("the server accepted a seek and named no game")
        return game_id

    async def decline(self, seek_id: str) -> Seek:
        return decode(Seek, await self._auth.call("POST", f"/v1/seeks/{seek_id}/decline"))

    async def cancel(self, seek_id: str) -> Seek:
        return decode(Seek, await self._auth.call("DELETE", f"/v1/seeks/{seek_id}"))


class Search:
    """One search for an opponent: `async with client.search(...) as search: await search.game()`.

    Leaving the block without a game takes the seek back. A quick one is renewed while `game`
    waits.
    """

    def __init__(
        self,
        seeks: Seeks,
        inbox: Feed[Inbox],
        kind: SeekKind,
        request: GameRequest,
        to: str | None,
        seat: Seat | None,
    ) -> None:
        self._seeks = seeks
        self._inbox = inbox
        self._kind = kind
        self._request = request
        self._to = to
        self._seat = seat
        self._known: set[str] = set()
        self._seek: Seek | None = None

    @property
    def seek(self) -> Seek:
        if self._seek is None:
            raise ClientError("the search has not begun")
        return self._seek

    async def __aenter__(self) -> Self:
        await self._inbox.received()
        self._known = {game.game_id for game in self._inbox.value.games}
        self._seek = await self._create()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.seek.status == "waiting":
            await self._cancel()

    async def game(self) -> str:
        """The id of the game, once somebody is found.

        Raises:
            SeekEnded: it was declined, cancelled or has expired.
        """
        renew_at = time.monotonic() + RENEW_SECONDS
        # What the inbox showed when the seek was last looked at.
        seen = self._inbox.count
        while self.seek.game_id is None:
            if self._kind != "quick" and self.seek.status != "waiting":
                raise SeekEnded(self.seek.seek_id, self.seek.status)
            waiting = self._listed()
            pause = renew_at - time.monotonic() if waiting else LOOK_SECONDS
            news = await self._inbox.changed(max(0.0, pause), since=seen)
            seen = self._inbox.count
            if news and self._listed():
                continue
            self._seek = await self._seeks.get(self.seek.seek_id)
            if self._kind == "quick" and self.seek.game_id is None:
                if time.monotonic() < renew_at and self.seek.status == "waiting":
                    continue
                renew_at = time.monotonic() + RENEW_SECONDS
                found = await self._renew()
                if found is not None:
                    return found
        return self.seek.game_id

    async def _renew(self) -> str | None:
        """The game, if one was found while the seek was being renewed."""
        since: datetime = self.seek.created_at
        self._seek = await self._create()
        if self.seek.created_at == since:
            return None
        # It is another seek: the old one was over, perhaps matched just before. The game is not
        # named by this one then.
        for game in (await self._seeks.inbox()).games:
            if game.game_id not in self._known and self._fits(game):
                await self._cancel()
                return game.game_id
        return None

    async def _create(self) -> Seek:
        return await self._seeks.create(self._kind, self._request, to=self._to, seat=self._seat)

    async def _cancel(self) -> None:
        # Refused when it is over already.
        with suppress(Refused):
            self._seek = await self._seeks.cancel(self.seek.seek_id)

    def _listed(self) -> bool:
        ids = {seek.seek_id for seek in self._inbox.value.seeks if seek.status == "waiting"}
        return self.seek.seek_id in ids

    def _fits(self, game: GameSummary) -> bool:
        settings, asked = game.settings, self._request
        return (settings.mode, settings.time_control, settings.rated) == (
            asked.mode, asked.time_control, asked.rated,
        )  # fmt: skip
