"""All sockets of this instance: how many there may be, pings, expiring tokens, the end."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from servicekit import logs

from x0_gateway import metrics
from x0_gateway.settings import GatewaySettings
from x0_gateway.socket import messages
from x0_gateway.socket.close import Close
from x0_gateway.socket.connection import Connection
from x0_gateway.socket.dispatch import Dispatch

_log = logs.get("x0_gateway.socket")

TICK_SECONDS = 0.5
# Sockets looked at before moves get their turn again.
BATCH = 250


class Registry:
    def __init__(self, settings: GatewaySettings, dispatch: Dispatch) -> None:
        self._settings = settings
        self._dispatch = dispatch
        self.connections: set[Connection] = set()
        self._by_address: Counter[str] = Counter()
        self._stopping = False

    def refuses(self, address: str) -> str | None:
        """Why no further socket of this address is accepted, if none is."""
        if self._stopping:
            return "restarting"
        if len(self.connections) >= self._settings.sockets:
            return "full"
        if self._by_address[address] >= self._settings.sockets_per_address:
            return "address"
        return None

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._by_address[connection.address] += 1
        metrics.SOCKETS.set(len(self.connections))

    def remove(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._by_address[connection.address] -= 1
        if self._by_address[connection.address] <= 0:
            del self._by_address[connection.address]
        metrics.SOCKETS.set(len(self.connections))

    async def tick(self) -> None:
        """One task looks after all sockets, so that an idle one costs only its memory."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            for count, connection in enumerate(list(self.connections)):
                if count % BATCH == BATCH - 1:
                    await asyncio.sleep(0)
                if not connection.closed:
                    self._look_after(connection, time.monotonic())

    def _look_after(self, at: Connection, now: float) -> None:
        if not at.authed:
            if now - at.opened_at > self._settings.auth_seconds:
                at.close(Close.NO_AUTH)
            return
        if now - at.heard_at > self._settings.silent_seconds:
            at.close(Close.SILENT, drain=False)
            return
        if now >= at.ping_at:
            plays = any(topic.kind == "game" for topic in at.topics.values())
            at.ping_at = now + (
                self._settings.ping_seconds if plays else self._settings.idle_ping_seconds
            )
            at.push(messages.ping(at.next_ping(now)))
        if at.identity is not None:
            self._watch_token(at, time.time() - at.identity.expires_at)

    def _watch_token(self, at: Connection, over: float) -> None:
        if over > self._settings.token_grace_seconds:
            at.push(messages.SIGNED_OUT)
            self._dispatch.end_private(at, "signed_out")
            at.identity = None
        elif over > 0 and not at.told_expired:
            at.told_expired = True
            at.push(messages.TOKEN_EXPIRED)

    async def stop(self) -> None:
        """Tells everybody, lets actions in work be answered, closes."""
        self._stopping = True
        everybody = list(self.connections)
        for connection in everybody:
            connection.push(messages.RESTARTING)
        await self._dispatch.idle(self._settings.stop_grace_seconds)
        for connection in everybody:
            connection.close(Close.RESTART)
        await asyncio.gather(*(connection.wait_closed() for connection in everybody))
        _log.info("sockets closed", count=len(everybody))
