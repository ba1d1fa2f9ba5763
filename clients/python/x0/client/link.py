"""The one WebSocket of a client: connects, signs in, resumes every topic, again and again."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from x0.client.auth import Auth
from x0.client.backoff import Backoff
from x0.client.errors import ClientError, Refused, SignInNeeded, Unreachable
from x0.client.following import Follower, Following
from x0.client.hooks import Acked, Hooks, LinkState
from x0.client.models.accounts import Me
from x0.client.pending import Passing, PendingMessages, refusal
from x0.client.rest import is_local

OPEN_SECONDS = 10.0
WELCOME_SECONDS = 10.0
# The server pings players every 5 s and others every 20 s: after so long it is gone.
SILENT_SECONDS = 20.0
SILENT_IDLE_SECONDS = 50.0
LOOK_SECONDS = 5.0
LARGEST_MESSAGE = 8 * 1024 * 1024
TOO_MANY = 4029
TOO_MANY_SECONDS = 2.0
# A connection that lived so long was a good one: the next try comes at once again.
GOOD_SECONDS = 3.0
AUTH_AGAIN_SECONDS = 5.0
# How topics begin: an error about a message names its id or its topic.
TOPICS = ("game:", "chat:", "rating:", "player", "lobby", "live")


class Link:
    def __init__(
        self, urls: Sequence[str], auth: Auth, hooks: Hooks, backoff: Backoff | None = None
    ) -> None:
        self._urls = [_socket_url(url) for url in urls]
        self._at = 0
        self._auth = auth
        self._hooks = hooks
        self._backoff = backoff or Backoff()
        self._pending = PendingMessages()
        self._following = Following(self._send, self._later)
        self._ws: ClientConnection | None = None
        self._runner: asyncio.Task[None] | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        # They end with the connection.
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._welcomed = asyncio.Event()
        self._sent_token: str | None = None
        self._heard_at = 0.0
        self.me: Me | None = None
        # Server time minus `time.time()`, in ms.
        self.offset_ms = 0.0

    @property
    def connected(self) -> bool:
        return self._ws is not None and self._welcomed.is_set()

    # Life

    def start(self) -> None:
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    async def close(self) -> None:
        tasks = [*self._jobs, *([self._runner] if self._runner else [])]
        self._runner = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._stop_timers()
        error = Unreachable("the client was closed")
        self._pending.fail(error)
        self._following.end_all(error)
        self._tell("closed")

    async def drop(self) -> None:
        """Cuts the connection as a network would; it comes back by itself. For tests."""
        if self._ws is not None:
            ws = self._ws
            ws.transport.abort()
            await ws.wait_closed()

    async def _run(self) -> None:
        backoff = self._backoff
        backoff.reset()
        while True:
            await asyncio.sleep(backoff.next())
            began = time.monotonic()
            code = None
            try:
                code = await self._connection()
            except SignInNeeded as error:
                self._fail(error)
                return
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd else None
            except (OSError, InvalidHandshake, ClientError, ValueError, KeyError, TypeError):
                # Also what is no message of ours: perhaps another gateway does better.
                pass
            if time.monotonic() - began > GOOD_SECONDS:
                backoff.reset()
            if code == TOO_MANY:
                backoff.at_least(TOO_MANY_SECONDS)
            self._at = (self._at + 1) % len(self._urls)
            self._tell("lost")

    async def _connection(self) -> int | None:
        """From connecting to the loss of the connection; its close code."""
        url = self._urls[self._at]
        token = await self._auth.token()
        async with connect(
            url,
            compression=None,
            ping_interval=None,
            max_size=LARGEST_MESSAGE,
            max_queue=64,
            open_timeout=OPEN_SECONDS,
            close_timeout=1,
            proxy=None if is_local(url) else True,
        ) as ws:
            self._ws = ws
            self._heard_at = time.monotonic()
            try:
                await self._send_auth(token)
                self._after("welcome", WELCOME_SECONDS, ws.transport.abort)
                self._look(ws)
                async for text in ws:
                    self._heard_at = time.monotonic()
                    answer = self._received(json.loads(text))
                    if answer is not None:
                        await ws.send(answer)
            finally:
                self._lost()
        return ws.close_code

    def _lost(self) -> None:
        self._ws = None
        self._welcomed.clear()
        self._stop_timers()
        self._following.lost()
        self._pending.lost()

    def _fail(self, error: ClientError) -> None:
        """Nobody is signed in any more: there is no use in trying on."""
        self._pending.fail(error)
        self._following.end_all(error)
        self._tell("lost")

    def _look(self, ws: ClientConnection) -> None:
        """Cuts a connection on which nothing is heard."""
        limit = SILENT_SECONDS if self._following.plays else SILENT_IDLE_SECONDS
        if time.monotonic() - self._heard_at > limit:
            ws.transport.abort()
        else:
            self._after("look", LOOK_SECONDS, lambda: self._look(ws))

    # Who it belongs to

    async def sign_in_again(self) -> None:
        """After the player has changed; returns when the server knows.

        Raises:
            Unreachable: it did not say so in time.
        """
        if self._ws is None:
            return
        self._welcomed.clear()
        await self._send_auth(await self._auth.token())
        try:
            async with asyncio.timeout(WELCOME_SECONDS):
                await self._welcomed.wait()
        except TimeoutError:
            raise Unreachable("the server does not say who the connection belongs to") from None

    async def _send_auth(self, token: str | None) -> None:
        self._sent_token = token
        await self._send(json.dumps({"type": "auth", "token": token}))

    async def _fresh_auth(self, *, refused: bool) -> None:
        try:
            token = await self._auth.token(self._sent_token if refused else None)
            if token == self._sent_token:
                token = await self._auth.token(stale=token)
            await self._send_auth(token)
        except SignInNeeded as error:
            self._fail(error)
            if self._runner is not None:
                self._runner.cancel()
        except ClientError:
            self._later("auth", AUTH_AGAIN_SECONDS, lambda: self._fresh_auth(refused=False))

    # Topics

    async def follow(self, follower: Follower) -> None:
        self.start()
        self._following.add(follower)
        if self.connected:
            await self._following.ask(follower.topic)

    async def leave(self, topic: str) -> None:
        if self._following.remove(topic) and self.connected:
            await self._following.leave(topic)

    # Messages that are answered

    async def request(self, message: dict[str, Any], deadline: float) -> Acked:
        """Sends an `act` or a `chat`, over lost connections too, until it is answered.

        Raises:
            Refused: nothing changed.
            Unreachable: no answer before the deadline (seconds), or an earlier one of this game
                still waits for a connection.
        """
        self.start()
        if not self.connected and self._pending.waits((message["type"], message["game"])):
            raise Unreachable("an earlier action of this game still waits for the connection")
        pending = self._pending.add(message)
        last: Refused | None = None
        try:
            async with asyncio.timeout(deadline):
                while True:
                    if self.connected:
                        pending.sent = True
                        await self._send(pending.text)
                    try:
                        version = await pending.answer
                        break
                    except Passing as passing:
                        last = passing.refused
                        await asyncio.sleep(passing.wait)
                        self._pending.again(pending)
        except TimeoutError:
            if last is not None and last.reason == "rate_limited":
                raise last from None
            why = f": {last.message}" if last else ""
            raise Unreachable(f"no answer from the server{why}") from None
        finally:
            self._pending.remove(pending)
        acked = Acked(
            pending.id, message["game"], message, version, pending.sent_at, time.perf_counter()
        )
        if self._hooks.on_ack is not None:
            self._hooks.on_ack(acked)
        return acked

    async def _send(self, text: str) -> None:
        ws = self._ws
        if ws is not None:
            # The reader hears of it as well, and what waits is sent again.
            with suppress(ConnectionClosed):
                await ws.send(text)

    # What the server sends

    def _received(self, message: Any) -> str | None:
        """Handles a message; what must be answered at once is returned."""
        match message.get("type"):
            case "event" | "snapshot":
                if self._hooks.on_event is not None:
                    self._hooks.on_event(message)
                self._following.received(message)
            case "ack":
                self._pending.acked(message["id"], message["version"])
            case "error":
                self._error(message)
            case "ping":
                return json.dumps({"type": "pong", "n": message["n"]})
            case "subscribed":
                self._following.subscribed(message["topic"])
            case "unsubscribed":
                self._following.unsubscribed(message["topic"], message.get("reason", ""))
            case "welcome":
                self._welcome(message)
            case "notice":
                if message.get("reason") in ("token_expired", "signed_out"):
                    self._job(self._fresh_auth(refused=True))
            case _:
                pass  # newer than this library
        return None

    def _error(self, message: dict[str, Any]) -> None:
        error = refusal(message)
        about: str | None = message.get("id")
        if about is None:
            if isinstance(error, SignInNeeded):
                self._job(self._fresh_auth(refused=True))
        elif about in self._pending:
            self._pending.refused(about, error)
        elif about in self._following or about.startswith(TOPICS):
            self._following.refused(about, error)

    def _welcome(self, message: dict[str, Any]) -> None:
        player = message["player"]
        self.me = (
            None
            if player is None
            else Me(player["player_id"], player["name"], player["guest"], tuple(player["scopes"]))
        )
        self.offset_ms = message["now"] - time.time() * 1000
        self._stop_timer("welcome")
        again = self.connected
        self._welcomed.set()
        if message.get("expires_at") is not None:
            life = (message["expires_at"] - message["now"]) / 1000
            # A little after `Auth` itself wants a fresh one.
            wait = max(1.0, life - min(60.0, life * 0.25) + 0.5)
            self._later("auth", wait, lambda: self._fresh_auth(refused=False))
        self._job(self._resume())
        if not again:
            self._tell("connected")

    async def _resume(self) -> None:
        for pending in self._pending.unsent():
            pending.sent = True
            await self._send(pending.text)
        await self._following.ask_all()

    # Timers and tasks

    def _later(self, name: str, seconds: float, do: Callable[[], Awaitable[None]]) -> None:
        async def work() -> None:
            await do()

        self._after(name, seconds, lambda: self._job(work()))

    def _after(self, name: str, seconds: float, do: Callable[[], None]) -> None:
        self._stop_timer(name)
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, do)

    def _stop_timer(self, name: str) -> None:
        if (timer := self._timers.pop(name, None)) is not None:
            timer.cancel()

    def _stop_timers(self) -> None:
        for name in list(self._timers):
            self._stop_timer(name)

    def _job(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    def _tell(self, state: LinkState) -> None:
        if self._hooks.on_state is not None:
            self._hooks.on_state(state)


def _socket_url(url: str) -> str:
    return "ws" + url.rstrip("/").removeprefix("http") + "/v1/socket"
