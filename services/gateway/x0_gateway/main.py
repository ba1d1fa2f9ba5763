"""Settings and wiring."""

import asyncio
import contextlib
import resource
from pathlib import Path

from servicekit import logs
from servicekit.run import Service, main

from x0_gateway.backends import Backends
from x0_gateway.edge import Edge
from x0_gateway.limits import Limits
from x0_gateway.live.feed import Feed
from x0_gateway.live.hub import Hub
from x0_gateway.live.inboxes import Inboxes
from x0_gateway.live.sources import Sources
from x0_gateway.play.pool import PlayPool
from x0_gateway.rest.app import create
from x0_gateway.rest.deps import Services
from x0_gateway.server import HttpServer, joined
from x0_gateway.settings import GatewaySettings
from x0_gateway.socket.dispatch import Dispatch
from x0_gateway.socket.endpoint import SocketEndpoint
from x0_gateway.socket.registry import Registry
from x0_gateway.tokens import Verifier
from x0_gateway.web import NoWebClient, WebClient

_log = logs.get("x0_gateway.main")
MOST_FILES = 65_536


class Gateway:
    """Everything wired."""

    def __init__(self, settings: GatewaySettings) -> None:
        self.settings = settings
        pages = WebClient(Path(settings.web_root)).find if settings.web_root else None
        self.backends = Backends(settings)
        inboxes = Inboxes(self.backends)
        self.hub = Hub(Sources(self.backends, inboxes))
        self.feed = Feed(self.hub, inboxes, settings)
        self.play = PlayPool(
            settings.game_target, self.hub.game_events, seconds=settings.act_seconds
        )
        self.listening = asyncio.Event()
        self._left = asyncio.Event()
        verifier = Verifier(settings.token_public_keys)
        limits = Limits(settings)
        app = create(settings)
        app.state.services = Services(
            settings, self.backends, self.play, self.hub, verifier, limits
        )
        dispatch = Dispatch(self.hub, self.play, self.backends, verifier, settings)
        self.sockets = Registry(settings, dispatch)
        endpoint = SocketEndpoint(self.sockets, dispatch, settings)
        edge = Edge(app, settings, limits, pages)
        self.http = HttpServer(joined(edge, endpoint), settings)

    async def serve(self) -> None:
        """Lets clients in; when cancelled, takes leave of them."""
        served = await self.http.start()
        _log.info("serving clients", http=self.http.address)
        self.listening.set()
        try:
            await asyncio.shield(served)
        finally:
            self.http.stop_listening()
            await self.sockets.stop()
            self.http.stop()
            await served
            self._left.set()

    async def carry_actions(self) -> None:
        """Goes on until the last client has been answered, also when all is cancelled at once."""
        streams = asyncio.create_task(self.play.run())
        try:
            await asyncio.shield(streams)
        finally:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.settings.stop_grace_seconds + 2):
                    await self._left.wait()
            streams.cancel()
            await asyncio.gather(streams, return_exceptions=True)

    async def close(self) -> None:
        await self.hub.close()
        await self.backends.close()


def allow_files() -> None:
    """Every socket is a file, and the usual limit is far below what is served here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def run(settings: GatewaySettings) -> None:
    service = Service(settings, "gateway")
    try:
        gateway = Gateway(settings)
    except NoWebClient as error:
        _log.error("cannot start", detail=str(error))
        raise SystemExit(1) from None
    await service.serve(
        # No calls of our own: only health and reflection.
        register=lambda server: None,
        service_names=[],
        background=[
            ("play", gateway.carry_actions),
            ("feed", gateway.feed.run),
            ("live", lambda: gateway.feed.refresh("live")),
            ("lobby", lambda: gateway.feed.refresh("lobby")),
            ("inboxes", gateway.feed.complete),
            ("sockets", gateway.sockets.tick),
            ("http", gateway.serve),
        ],
        ready=gateway.backends.ready,
        cleanup=[gateway.close],
    )


if __name__ == "__main__":
    allow_files()
    main(run(GatewaySettings()))
