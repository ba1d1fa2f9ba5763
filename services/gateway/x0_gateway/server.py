"""The HTTP server: uvicorn, as a part of our process."""

import asyncio
import contextlib
from collections.abc import Iterator

import uvicorn
from servicekit.metrics import split_address
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from x0_gateway.edge import App, Edge, Receive, Scope, Send
from x0_gateway.settings import GatewaySettings
from x0_gateway.socket.endpoint import ABORT, SocketEndpoint

# Of a socket's bytes on their way out: above this the writer waits, and the queue fills.
WRITE_BUFFER_BYTES = 64 * 1024
BACKLOG = 4096
# How long somebody who is being sent away may take to hear of it.
GOODBYE_SECONDS = 2.0


class _SocketProtocol(WebSocketsSansIOProtocol):
    """Gives the application a way to cut a connection that takes nothing any more."""

    async def run_asgi(self) -> None:
        self.transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
        self.scope["extensions"][ABORT] = {"abort": self.transport.abort}
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        # Uvicorn would log a failure of its own: anybody could fill the log with tracebacks.
        if self.curr_msg_data_type == "text" and not self.close_sent and not _utf8(self.frames):
            self.frames = []
            self.conn.fail(1007)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """After a message that is too large or no message at all, what follows is thrown away.

        Uvicorn closes at once. With something unread on its way that resets the connection, and
        the client never hears the code."""
        if self.close_sent:
            return
        assert self.conn.close_sent is not None  # noqa: S101
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": self.conn.close_sent.code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if not self.transport.is_closing():
            self.transport.write_eof()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)


def _utf8(parts: list[bytes]) -> bool:
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        # The service handles them, and stops what must stop before this.
        yield


def joined(rest: Edge, sockets: SocketEndpoint) -> App:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await sockets(scope, receive, send)
        else:
            await rest(scope, receive, send)

    return app


class HttpServer:
    def __init__(self, app: App, settings: GatewaySettings) -> None:
        self._settings = settings
        host, port = split_address(settings.http_listen)
        self._server = _Server(
            uvicorn.Config(
                app,
                host=host,
                port=port,
                ws=_SocketProtocol,
                ws_max_size=settings.message_bytes,
                # Our own pings measure the way and find who is gone.
                ws_ping_interval=None,
                ws_per_message_deflate=False,
                http="h11",
                backlog=BACKLOG,
                lifespan="off",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=75,
                timeout_graceful_shutdown=max(1, int(settings.stop_grace_seconds)),
                h11_max_incomplete_event_size=64 * 1024,
            )
        )

    @property
    def address(self) -> str:
        host, port = self._server.servers[0].sockets[0].getsockname()[:2]
        return f"{host}:{port}"

    async def start(self) -> asyncio.Task[None]:
        """Returns once it listens. Raises OSError where it cannot."""
        task = asyncio.create_task(self._server._serve())
        while not self._server.started:
            if task.done():
                await task
                raise OSError(f"cannot listen on {self._settings.http_listen}")
            await asyncio.sleep(0.01)
        return task

    def stop_listening(self) -> None:
        for server in self._server.servers:
            server.close()

    def stop(self) -> None:
        self._server.should_exit = True
