"""What each message of a client does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from servicekit import logs
from servicekit.errors import (
    DomainError,
    Internal,
    RateLimited,
    Refused,
    Unauthenticated,
)
from x0.game.v1 import service_pb2 as pb

from x0_gateway import metrics
from x0_gateway.backends import Backends, asked
from x0_gateway.live import frames
from x0_gateway.live.hub import Hub
from x0_gateway.live.topics import Topic
from x0_gateway.models import socket as m
from x0_gateway.play.pool import PlayPool
from x0_gateway.settings import GatewaySettings
from x0_gateway.socket import messages
from x0_gateway.socket.close import Close
from x0_gateway.socket.connection import Connection
from x0_gateway.tokens import Identity, Verifier
from x0_gateway.translate.actions import set_action
from x0_gateway.translate.words import CHAT_ROOM_NUMBER

_log = logs.get("x0_gateway.socket")


class Dispatch:
    def __init__(
        self,
        hub: Hub,
        play: PlayPool,
        backends: Backends,
        verifier: Verifier,
        settings: GatewaySettings,
    ) -> None:
        self._hub = hub
        self._play = play
        self._backends = backends
        self._verifier = verifier
        self._settings = settings
        # Kept, or the loop may forget them.
        self._tasks: set[asyncio.Task[None]] = set()

    def received(self, at: Connection, text: str, received_at: int) -> None:
        """Never raises and never waits: what takes time goes on by itself."""
        message_id: str | None = None
        try:
            wait = at.take_token()
            if wait:
                message_id = messages.id_of(text)
                raise RateLimited(
                    "rate_limited", "too many messages", retry_after_ms=str(int(wait * 1000) + 1)
                )
            try:
                message = messages.read(text)
            except DomainError:
                message_id = messages.id_of(text)
                raise
            metrics.SOCKET_MESSAGES.labels(message.type).inc()
            message_id = getattr(message, "id", None) or getattr(message, "topic", None)
            if not at.authed and not isinstance(message, m.Auth):
                at.close(Close.NO_AUTH)
                return
            self._handle(at, message, received_at)
        except DomainError as error:
            self._refuse(at, message_id, error)

    def left(self, at: Connection) -> None:
        """The socket is gone. What it has asked for is still done."""
        for topic in list(at.topics.values()):
            self._hub.unsubscribe(at, topic)
        at.topics.clear()

    async def idle(self, seconds: float) -> None:
        """Waits for what is in work, at most for so long."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)

    def end_private(self, at: Connection, reason: str) -> None:
        """Before the socket belongs to somebody else, or to nobody."""
        for topic in [topic for topic in at.topics.values() if not topic.public]:
            self._hub.unsubscribe(at, topic)
            del at.topics[topic.name]
            at.push(frames.unsubscribed(topic.name, reason))

    def _handle(self, at: Connection, message: m.ClientMessage, received_at: int) -> None:
        match message:
            case m.Pong():
                at.ponged(message.n)
            case m.Ping():
                at.push(messages.pong(message.id))
            case m.Act():
                identity = self._player(at)
                self._start(at, message.id, self._act(at, identity, message, received_at))
            case m.Say():
                identity = self._player(at)
                self._start(at, message.id, self._say(at, identity, message))
            case m.Subscribe():
                self._subscribe(at, message)
            case m.Unsubscribe():
                if (topic := at.topics.pop(message.topic, None)) is not None:
                    self._hub.unsubscribe(at, topic)
            case m.Auth():
                self._auth(at, message.token)

    def _auth(self, at: Connection, token: str | None) -> None:
        identity = self._verifier.check(token) if token is not None else None
        player_id = identity.player_id if identity else ""
        if at.authed and player_id != at.player_id:
            self.end_private(at, "somebody_else")
        at.identity = identity
        at.told_expired = False
        if not at.authed:
            at.authed = True
            at.ping_at = time.monotonic()
        at.push(messages.welcome(identity))

    def _player(self, at: Connection) -> Identity:
        if at.identity is None:
            raise Unauthenticated("sign_in_needed", "sign in first, also as a guest")
        if time.time() > at.identity.expires_at + self._settings.token_grace_seconds:
            raise Unauthenticated("token_expired", "this token has expired")
        at.identity.require("play")
        return at.identity

    def _subscribe(self, at: Connection, message: m.Subscribe) -> None:
        topic = Topic.parse(message.topic)
        if topic.kind == "player":
            if at.identity is None:
                raise Unauthenticated("sign_in_needed", "sign in first, also as a guest")
            at.identity.require("read")
        if topic.name not in at.topics and len(at.topics) >= self._settings.topics_per_socket:
            most = str(self._settings.topics_per_socket)
            raise Refused("too_many_topics", "unsubscribe from another topic first", most=most)
        at.topics[topic.name] = topic
        self._start(at, message.topic, self._follow(at, topic, message.from_))

    async def _follow(self, at: Connection, topic: Topic, since: int | None) -> None:
        if at.topics.get(topic.name) is not topic:
            return  # unsubscribed before this began
        try:
            await self._hub.subscribe(at, topic, since)
        except BaseException:
            if at.topics.get(topic.name) is topic:
                del at.topics[topic.name]
            raise

    async def _act(
        self, at: Connection, identity: Identity, message: m.Act, received_at: int
    ) -> None:
        request = pb.ActRequest(
            caller=identity.caller,
            game_id=message.game,
            action_id=message.id,
            ply=message.ply,
            received_at=received_at,
            lag_ms=int(at.lag_ms or 0),
        )
        set_action(request, message.action)
        done = await self._play.act(request)
        at.push(messages.ack(message.id, done.version))

    async def _say(self, at: Connection, identity: Identity, message: m.Say) -> None:
        answer = await asked(
            self._backends.game.SendChat(
                pb.SendChatRequest(
                    caller=identity.caller,
                    game_id=message.game,
                    room=CHAT_ROOM_NUMBER[message.room],
                    text=message.text,
                    message_id=message.id,
                )
            )
        )
        sent = answer.HasField("event")
        if sent:
            self._hub.chat_event(answer.event, message.room)
        at.push(messages.ack(message.id, answer.event.version if sent else None))

    def _start(self, at: Connection, message_id: str, work: Coroutine[Any, Any, None]) -> None:
        if at.pending >= self._settings.pending_per_socket:
            work.close()
            raise RateLimited("too_many_pending", "wait for the answers to earlier messages")
        at.pending += 1
        task = asyncio.create_task(self._guarded(at, message_id, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(
        self, at: Connection, message_id: str, work: Coroutine[Any, Any, None]
    ) -> None:
        try:
            await work
        except DomainError as error:
            self._refuse(at, message_id, error)
        except Exception as error:
            _log.error("a message failed", exc_info=error)
            self._refuse(at, message_id, Internal("internal", "something went wrong here"))
        finally:
            at.pending -= 1

    def _refuse(self, at: Connection, message_id: str | None, error: DomainError) -> None:
        metrics.SOCKET_ERRORS.labels(error.code).inc()
        at.push(messages.error(message_id, error))
