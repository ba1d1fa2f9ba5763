"""The WebSocket of clients, as an ASGI application without a framework in between."""

import time
from collections.abc import Callable

from servicekit.clock import now_ms

from x0_gateway import metrics
from x0_gateway.addresses import client_address
from x0_gateway.edge import Receive, Scope, Send
from x0_gateway.settings import GatewaySettings
from x0_gateway.socket.connection import Connection
from x0_gateway.socket.dispatch import Dispatch
from x0_gateway.socket.registry import Registry

PATH = "/v1/socket"
# Of the scope's extensions: cuts the connection. Put there by our server protocol.
ABORT = "x0.abort"


class SocketEndpoint:
    def __init__(self, registry: Registry, dispatch: Dispatch, settings: GatewaySettings) -> None:
        self._registry = registry
        self._dispatch = dispatch
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        if scope["path"] != PATH:
            await _reject(send, 404)
            return
        peer = scope["client"][0] if scope.get("client") else None
        address = client_address(peer, scope["headers"], self._settings.proxies)
        why = self._registry.refuses(address)
        if why is not None:
            metrics.SOCKETS_REFUSED.labels(why).inc()
            await _reject(send, 429 if why == "address" else 503)
            return
        abort: Callable[[], None] = scope["extensions"][ABORT]["abort"]
        connection = Connection(address, send, abort, self._settings)
        # Counted before it is accepted, so that many at once do not slip through.
        self._registry.add(connection)
        try:
            await send({"type": "websocket.accept"})
            await self._read(connection, receive)
        finally:
            connection.gone()
            self._registry.remove(connection)
            self._dispatch.left(connection)
        await connection.wait_closed()

    async def _read(self, connection: Connection, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            if connection.closed:
                continue  # its last words come too late
            connection.heard_at = time.monotonic()
            text = message.get("text")
            if text is None:
                # Binary frames say nothing that is known here.
                text = ""
            self._dispatch.received(connection, text, now_ms())


async def _reject(send: Send, status: int) -> None:
    headers = [(b"retry-after", b"5")] if status != 404 else []
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})
