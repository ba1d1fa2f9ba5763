"""What every HTTP request passes first and last: id, address, limits, headers, metrics."""

import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import structlog
from servicekit import tracing
from servicekit.errors import RateLimited
from servicekit.ids import new_id
from starlette.exceptions import HTTPException

from x0_gateway import metrics
from x0_gateway.addresses import client_address
from x0_gateway.limits import Limits
from x0_gateway.problems import refused
from x0_gateway.settings import GatewaySettings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
# Finds what answers a request from memory; None where the application must.
Pages = Callable[[Scope], App | None]

_REQUEST_ID = re.compile(rb"[A-Za-z0-9_-]{8,64}")
_TOO_LARGE = HTTPException(413, "the body is too large")


class Edge:
    def __init__(
        self, app: App, settings: GatewaySettings, limits: Limits, pages: Pages | None = None
    ) -> None:
        self._app = app
        self._pages = pages
        self._settings = settings
        self._limits = limits
        self._headers = [
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"x-frame-options", b"DENY"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
        ]
        if settings.https:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"")
        request_id = given.decode() if _REQUEST_ID.fullmatch(given) else new_id(16)
        peer = scope["client"][0] if scope.get("client") else None
        address = client_address(peer, scope["headers"], self._settings.proxies)
        scope["x0.request_id"] = request_id
        scope["x0.address"] = address
        started = time.perf_counter()
        status = 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                present = {name for name, _ in message.get("headers", ())}
                extra = [(b"x-request-id", request_id.encode())]
                extra += [header for header in self._headers if header[0] not in present]
                if b"cache-control" not in present:
                    extra.append((b"cache-control", b"no-store"))
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        with (
            tracing.span(f"HTTP {scope['method']}", parent=_trace(headers)),
            structlog.contextvars.bound_contextvars(request_id=request_id),
        ):
            page = self._pages(scope) if self._pages else None
            # Opening the client takes dozens of files: that must not use up what its calls need.
            limit = self._limits.page if page else self._limits.address
            wait = limit.wait_seconds(address)
            if wait:
                error = RateLimited(
                    "rate_limited", "too many requests", retry_after_ms=str(int(wait * 1000) + 1)
                )
                response = refused(request_id, error)
                await response(scope, receive, answer)
            elif page:
                await page(scope, receive, answer)
            else:
                await self._app(scope, self._limited(headers, receive), answer)
        route = f"{scope['method']} web client" if page else _route(scope)
        metrics.HTTP_SECONDS.labels(route, str(status)).observe(time.perf_counter() - started)

    def _limited(self, headers: dict[bytes, bytes], receive: Receive) -> Receive:
        most = self._settings.body_bytes
        length = headers.get(b"content-length", b"0")
        said = int(length) if length.isdigit() and len(length) < 19 else most + 1
        got = 0

        async def limited() -> Message:
            nonlocal got
            if said > most:
                raise _TOO_LARGE
            message = await receive()
            got += len(message.get("body", b""))
            if got > most:
                raise _TOO_LARGE
            return message

        return limited


def _trace(headers: dict[bytes, bytes]) -> dict[str, str]:
    parent = headers.get(b"traceparent")
    return {"traceparent": parent.decode("latin-1")} if parent else {}


def _route(scope: Scope) -> str:
    """The path with its parameters' names: never an id as a label."""
    path = getattr(scope.get("route"), "path_format", None)
    return f"{scope['method']} {path}" if path else "other"


__all__ = ["App", "Edge", "Message", "Pages", "Receive", "Scope", "Send"]
