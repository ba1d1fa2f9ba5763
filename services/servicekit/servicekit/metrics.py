"""All metrics of the kit, and the small HTTP server that shows them.

Labels are names of methods, topics and groups; never an id.
"""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import h11
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

RPC_SECONDS = Histogram(
    "x0_rpc_seconds",
    "Duration of served calls by method and status",
    ("method", "code"),
    buckets=_FAST,
)
RPC_STREAMS = Gauge("x0_rpc_streams", "Streams open now", ("method",))
RPC_STREAM_MESSAGES = Counter(
    "x0_rpc_stream_messages_total", "Messages received in streams", ("method",)
)
CONSUMED = Counter(
    "x0_consumer_records_total", "Records by what became of them", ("topic", "group", "outcome")
)
CONSUMER_SECONDS = Histogram(
    "x0_consumer_batch_seconds", "Duration of handling one batch", ("group",), buckets=_FAST
)
CONSUMER_ERRORS = Counter("x0_consumer_errors_total", "Failed attempts", ("group", "kind"))
CONSUMER_LAG = Gauge(
    "x0_consumer_lag_records", "Records behind the end of the log", ("topic", "partition", "group")
)
DEAD_LETTERS = Counter("x0_dead_letters_total", "Records parked", ("topic", "group"))
PRODUCED_SECONDS = Histogram(
    "x0_producer_seconds", "From send to receipt", ("topic",), buckets=_FAST
)
PRODUCER_ERRORS = Counter("x0_producer_errors_total", "Failed sends", ("topic",))
OUTBOX_LAG = Gauge("x0_outbox_lag_seconds", "Age of the oldest event not yet published here")
OUTBOX_SWEPT = Counter(
    "x0_outbox_swept_total", "Documents whose events another instance left unpublished"
)
BACKGROUND_RESTARTS = Counter(
    "x0_background_restarts_total", "Background loops restarted", ("task",)
)
RETRIES = Counter("x0_retries_total", "Operations repeated because the other side was away")

Check = Callable[[], Awaitable[bool]]


def split_address(listen: str) -> tuple[str, int]:
    """ "127.0.0.1:8080" or "[::1]:8080" -> host and port. Raises ValueError."""
    host, separator, port = listen.rpartition(":")
    if not separator or not port.isdigit():
        raise ValueError(f"not host:port: {listen!r}")
    return host.strip("[]") or "0.0.0.0", int(port)  # noqa: S104 - ":80" means every interface


class HttpServer:
    """`/metrics`, `/healthz` (the process lives), `/readyz` (it can do its work)."""

    def __init__(self, server: asyncio.Server, open_now: set[asyncio.StreamWriter]) -> None:
        self._server = server
        self._open_now = open_now

    @property
    def address(self) -> str:
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"{host}:{port}"

    async def close(self) -> None:
        self._server.close()
        for writer in list(self._open_now):
            writer.close()


async def serve_http(listen: str, ready: Check) -> HttpServer:
    """Listens on host:port. `ready` answers `/readyz`; one that raises or takes 3 s is a no."""

    async def answer(target: str) -> tuple[HTTPStatus, str, bytes]:
        path = target.split("?", 1)[0]
        text = "text/plain; charset=utf-8"
        if path == "/metrics":
            return HTTPStatus.OK, CONTENT_TYPE_LATEST, generate_latest(REGISTRY)
        if path == "/healthz":
            return HTTPStatus.OK, text, b"ok\n"
        if path == "/readyz":
            try:
                async with asyncio.timeout(3):
                    good = await ready()
            except Exception:
                good = False
            if good:
                return HTTPStatus.OK, text, b"ready\n"
            return HTTPStatus.SERVICE_UNAVAILABLE, text, b"not ready\n"
        return HTTPStatus.NOT_FOUND, text, b"not found\n"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=16 * 1024)
        open_now.add(writer)
        try:
            # A prober that says nothing for a minute is gone.
            while True:
                event = connection.next_event()
                if event is h11.NEED_DATA:
                    async with asyncio.timeout(60):
                        connection.receive_data(await reader.read(4096))
                    continue
                if isinstance(event, h11.Request):
                    status, kind, body = await answer(event.target.decode("ascii", "replace"))
                    headers = [("content-type", kind), ("content-length", str(len(body)))]
                    head = h11.Response(
                        status_code=status, headers=headers, reason=status.phrase.encode()
                    )
                    writer.write(connection.send(head) or b"")
                    if event.method != b"HEAD":
                        writer.write(connection.send(h11.Data(data=body)) or b"")
                    writer.write(connection.send(h11.EndOfMessage()) or b"")
                    await writer.drain()
                elif isinstance(event, h11.ConnectionClosed) or event is h11.PAUSED:
                    if connection.our_state is not h11.DONE:
                        break
                    connection.start_next_cycle()
                elif isinstance(event, h11.EndOfMessage) and connection.our_state is h11.DONE:
                    connection.start_next_cycle()
        except (h11.ProtocolError, ConnectionError, TimeoutError):
            pass
        finally:
            open_now.discard(writer)
            writer.close()

    open_now: set[asyncio.StreamWriter] = set()
    host, port = split_address(listen)
    return HttpServer(await asyncio.start_server(serve, host, port), open_now)
