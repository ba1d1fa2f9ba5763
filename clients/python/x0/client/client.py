"""The client: everything a player can do, over one session and one socket."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from x0.client.accounts import Accounts
from x0.client.auth import Auth, SessionStore
from x0.client.backoff import Backoff
from x0.client.clans import Clans
from x0.client.decode import decode
from x0.client.errors import Refused, SignInNeeded, Unreachable
from x0.client.followers import ChatFollower, Feed, GameFollower
from x0.client.hooks import Hooks
from x0.client.link import Link
from x0.client.models.accounts import Access, Session
from x0.client.models.base import ChatRoom, Seat, SeekKind
from x0.client.models.chat import ChatLine
from x0.client.models.ratings import RatedGame
from x0.client.models.seeks import Inbox, LiveGames, Lobby
from x0.client.models.settings import GameRequest
from x0.client.models.tournaments import TournamentNow
from x0.client.puzzles import Puzzles
from x0.client.records import Games, RatingTables
from x0.client.rest import Rest
from x0.client.seeks import Search, Seeks
from x0.client.tournaments import Tournaments
from x0.client.view import GameView

T = TypeVar("T")

# How long an action or a request is tried before it counts as Unreachable.
DEADLINE_SECONDS = 15.0


class Client:
    """`async with Client("http://127.0.0.1:8000") as client: await client.guest()`.

    Args:
        url: of a gateway; `urls`: of several, tried in turn when one does not answer.
        deadline: seconds after which something unanswered raises `Unreachable`.
        hooks: for whoever logs or measures.
        store: where the session is kept between runs.
        http: a pool of connections shared with other clients; see `rest.http_client`.
        backoff: between tries to connect the socket again.
        like: another client that is signed in: this one shares its session, on a socket of its
            own. It must be closed first.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        urls: Sequence[str] | None = None,
        deadline: float = DEADLINE_SECONDS,
        hooks: Hooks | None = None,
        store: SessionStore | None = None,
        http: httpx.AsyncClient | None = None,
        backoff: Backoff | None = None,
        like: Client | None = None,
    ) -> None:
        given = list(urls) if urls is not None else [url] if url is not None else []
        if like is not None:
            given = like.urls
        if not given:
            raise ValueError("a client needs the URL of a gateway")
        self.urls: list[str] = given
        self.deadline = deadline
        self.hooks = hooks or Hooks()
        self._like = like
        self._rest: Rest = Rest(given, http, deadline) if like is None else like._rest
        self.auth: Auth = Auth(self._rest, store) if like is None else like.auth
        self.link = Link(given, self.auth, self.hooks, backoff)
        self.accounts = Accounts(self._rest, self.auth, self._somebody_else)
        self.seeks = Seeks(self.auth)
        self.clans = Clans(self.auth)
        self.tournaments = Tournaments(self.auth)
        self.puzzles = Puzzles(self.auth)
        self.games = Games(self.auth)
        self.ratings = RatingTables(self.auth)
        self._watched: dict[str, GameFollower] = {}
        self._inbox: Feed[Inbox] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self.link.close()
        if self._like is None:
            await self._rest.close()

    # Who it is

    @property
    def player_id(self) -> str | None:
        return self.auth.player_id

    @property
    def name(self) -> str | None:
        return self.auth.name

    async def guest(self) -> Session:
        return await self.accounts.guest()

    async def register(self, name: str, password: str) -> Session:
        return await self.accounts.register(name, password)

    async def log_in(self, name: str, password: str) -> Session:
        return await self.accounts.log_in(name, password)

    async def use_api_token(self, secret: str) -> Access:
        return await self.accounts.use_api_token(secret)

    async def log_out(self) -> None:
        await self.accounts.log_out()

    async def _somebody_else(self) -> None:
        if self._inbox is not None:
            inbox, self._inbox = self._inbox, None
            await self.link.leave(inbox.topic)
        await self.link.sign_in_again()

    # Games

    async def watch(self, game_id: str, *, promised: bool = False) -> GameView:
        """A game that is kept current until its `close`. Asked for twice, it is the same view.

        `promised`: the id comes from `next_game_id`, and the game may be made only in a moment.

        Raises:
            Refused: there is no such game, or it is private.
            Unreachable: it did not come before the deadline.
        """
        backoff = Backoff(first=0.05, most=1.0)
        end = time.monotonic() + self.deadline
        while True:
            try:
                return await self._watch(game_id)
            except Refused as error:
                wait = backoff.next()
                late = time.monotonic() + wait > end
                if not promised or late or error.reason != "unknown_game":
                    raise
                await asyncio.sleep(wait)

    async def _watch(self, game_id: str) -> GameView:
        follower = self._watched.get(game_id)
        if follower is not None and follower.view.followed:
            follower.users += 1
        else:
            view = GameView(
                game_id,
                lambda action, ply, action_id: self.act(game_id, action, ply, action_id),
                self._unwatch,
                lambda: self.auth.player_id,
                lambda: self.link.offset_ms,
            )
            follower = self._watched[game_id] = GameFollower(view)
            await self.link.follow(follower)
        try:
            await self._in_time(follower.received())
        except BaseException:
            await self._unwatch(follower.view)
            raise
        return follower.view

    async def _unwatch(self, view: GameView) -> None:
        follower = self._watched.get(view.game_id)
        if follower is None or follower.view is not view:
            return
        follower.users -= 1
        if follower.users == 0:
            del self._watched[view.game_id]
            await self.link.leave(follower.topic)
            view.finish(view.error)

    async def act(
        self,
        game_id: str,
        action: dict[str, Any],
        ply: int | None = None,
        action_id: str | None = None,
        *,
        deadline: float | None = None,
    ) -> int:
        """Any action, also in a game that is not watched; the version of the game after it."""
        message = {
            "type": "act",
            "id": action_id or new_action_id(),
            "game": game_id,
            "ply": ply,
            "action": action,
        }
        limit = self.deadline if deadline is None else deadline
        return (await self.link.request(message, limit)).version

    async def say(self, game_id: str, text: str, room: ChatRoom = "players") -> int:
        """A line of chat; the version of the room after it."""
        message = {
            "type": "chat",
            "id": new_action_id(),
            "game": game_id,
            "room": room,
            "text": text,
        }
        return (await self.link.request(message, self.deadline)).version

    async def chat(
        self,
        game_id: str,
        room: ChatRoom = "players",
        on_line: Callable[[ChatLine], None] | None = None,
    ) -> ChatFollower:
        """Follows a room: the last lines and, as they come, new ones."""
        follower = ChatFollower(game_id, room, on_line)
        await self._follow(follower)
        return follower

    async def rated(self, game_id: str, timeout: float | None = None) -> RatedGame:
        """What a finished rated game did to both ratings, as soon as it is known.

        Raises:
            TimeoutError: it was not within `timeout` seconds.
        """
        feed: Feed[RatedGame | None] = Feed(
            f"rating:{game_id}", lambda body: None if body is None else decode(RatedGame, body)
        )
        try:
            async with asyncio.timeout(timeout):
                await self._follow(feed)
                while (found := feed.latest) is None:
                    await feed.changed()
            return found
        finally:
            await self.link.leave(feed.topic)

    # Meeting

    async def inbox(self) -> Feed[Inbox]:
        """What waits for the player, followed until the client closes."""
        if not self.auth.signed_in:
            raise SignInNeeded("sign_in_needed", "sign in first, also as a guest")
        if self._inbox is None:
            self._inbox = Feed("player", lambda body: decode(Inbox, body))
            await self._follow(self._inbox)
        else:
            await self._in_time(self._inbox.received())
        return self._inbox

    async def lobby(self) -> Feed[Lobby]:
        feed = Feed("lobby", lambda body: decode(Lobby, body))
        await self._follow(feed)
        return feed

    async def live(self) -> Feed[LiveGames]:
        feed = Feed("live", lambda body: decode(LiveGames, body))
        await self._follow(feed)
        return feed

    async def tournament(self, tournament_id: str) -> Feed[TournamentNow]:
        """A tournament with the top of its table, followed until the client closes."""
        feed = Feed(f"tournament:{tournament_id}", lambda body: decode(TournamentNow, body))
        await self._follow(feed)
        return feed

    async def search(
        self,
        request: GameRequest,
        kind: SeekKind = "quick",
        *,
        to: str | None = None,
        seat: Seat | None = None,
    ) -> Search:
        """`async with await client.search(request) as search: game_id = await search.game()`."""
        return Search(self.seeks, await self.inbox(), kind, request, to, seat)

    async def find_game(
        self,
        request: GameRequest,
        kind: SeekKind = "quick",
        *,
        to: str | None = None,
        seat: Seat | None = None,
    ) -> str:
        """The id of a game with these settings, once an opponent is found."""
        async with await self.search(request, kind, to=to, seat=seat) as search:
            return await search.game()

    async def _follow(self, follower: ChatFollower | Feed[Any]) -> None:
        await self.link.follow(follower)
        try:
            await self._in_time(follower.received())
        except BaseException:
            await self.link.leave(follower.topic)
            raise

    async def _in_time(self, wait: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(self.deadline):
                return await wait
        except TimeoutError:
            raise Unreachable("no answer from the server") from None


def new_action_id() -> str:
    return secrets.token_urlsafe(9)
