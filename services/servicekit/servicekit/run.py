"""Life of a service process: start, serve, stop in order."""

import asyncio
import gc
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

import uvloop
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer
from grpc_reflection.v1alpha import reflection

from servicekit import grpc_server, logs, metrics
from servicekit.retry import until_it_works
from servicekit.settings import ServiceSettings

_SERVING = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING

Step = Callable[[], Awaitable[None]]


def main(coroutine: Coroutine[Any, Any, None]) -> None:
    """Runs a service's main coroutine on uvloop. What `main.py` ends with."""
    with (
        # A second Ctrl-C ends the process at once and without a stack.
        suppress(asyncio.CancelledError, KeyboardInterrupt),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        runner.run(coroutine)


def _calm_collector() -> None:
    """What lives as long as the process is never looked at again, and the rest less often.

    With its default thresholds the collector stops a process that holds thousands of games
    or sockets for a tenth of a second and more, again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


class Service:
    """Configures logs, then `serve` does the rest.

    `stopping` is set when a stop is asked for: long streams end themselves on it.
    `started` is set when calls are served; `grpc_address` and `metrics_address` name the
    addresses then (settings may say port 0).
    """

    def __init__(self, settings: ServiceSettings, name: str) -> None:
        self.settings = settings
        self.name = name
        self.stopping = asyncio.Event()
        self.started = asyncio.Event()
        self.grpc_address = ""
        self.metrics_address = ""
        self._ready: Callable[[], Awaitable[bool]] | None = None
        logs.configure(name, settings.instance, settings.log_level)
        self._log = logs.get("servicekit.run")

    def stop(self) -> None:
        """Asks `serve` to stop in order and return."""
        self.stopping.set()

    async def serve(
        self,
        *,
        register: Callable[[aio.Server], None],
        service_names: Sequence[str],
        startup: Sequence[tuple[str, Step]] = (),
        background: Sequence[tuple[str, Step]] = (),
        ready: Callable[[], Awaitable[bool]] | None = None,
        cleanup: Sequence[Step] = (),
    ) -> None:
        """Serves until SIGTERM, SIGINT or `stop()`.

        `startup`: named steps that need store or log; each is repeated until it works.
        `background`: named loops; one that fails is started again with backoff, one that
        returns is done. `ready`: whether store and log answer, for `/readyz`. `cleanup`:
        closers, run in order at the end whatever happened.
        """
        self._ready = ready
        http = await metrics.serve_http(self.settings.metrics_listen, self._is_ready)
        self.metrics_address = http.address
        self._handle_signals()
        tasks: list[asyncio.Task[None]] = []
        server: aio.Server | None = None
        health = HealthServicer()
        names = [*service_names, ""]
        try:
            if not await self._start_up(startup):
                return
            server = grpc_server.create()
            for name in names:
                await health.set(name, _NOT_SERVING)
            health_pb2_grpc.add_HealthServicer_to_server(health, server)
            reflection.enable_server_reflection(
                (*service_names, "grpc.health.v1.Health", reflection.SERVICE_NAME), server
            )
            register(server)
            host, _ = metrics.split_address(self.settings.grpc_listen)
            port = server.add_insecure_port(self.settings.grpc_listen)
            self.grpc_address = f"{host}:{port}"
            tasks = [
                asyncio.create_task(self._supervise(name, step), name=name)
                for name, step in background
            ]
            await server.start()
            _calm_collector()
            for name in names:
                await health.set(name, _SERVING)
            self.started.set()
            self._log.info("serving", grpc=self.grpc_address, metrics=self.metrics_address)
            await self.stopping.wait()
        finally:
            self.stopping.set()
            self._log.info("stopping")
            if server is not None:
                for name in names:
                    await health.set(name, _NOT_SERVING)
                # New calls are refused from here on, those in progress get the grace.
                await server.stop(self.settings.stop_grace_seconds)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for close in cleanup:
                try:
                    async with asyncio.timeout(5):
                        await close()
                except Exception as error:
                    self._log.warning("closing failed", **logs.describe(error))
            await http.close()
            self._log.info("stopped")

    async def _is_ready(self) -> bool:
        if not self.started.is_set() or self.stopping.is_set():
            return False
        return self._ready is None or await self._ready()

    async def _start_up(self, steps: Sequence[tuple[str, Step]]) -> bool:
        """False when a stop was asked for before all steps were done."""
        stopped = asyncio.create_task(self.stopping.wait())
        try:
            for name, step in steps:
                work = asyncio.create_task(until_it_works(name, step))
                await asyncio.wait({work, stopped}, return_when=asyncio.FIRST_COMPLETED)
                if not work.done():
                    work.cancel()
                    await asyncio.gather(work, return_exceptions=True)
                    return False
                work.result()
            return not self.stopping.is_set()
        finally:
            stopped.cancel()

    async def _supervise(self, name: str, step: Step) -> None:
        backoff = 0.2
        while True:
            started = time.monotonic()
            try:
                await step()
                return
            except Exception as error:
                metrics.BACKGROUND_RESTARTS.labels(name).inc()
                self._log.error("background loop failed", task=name, exc_info=error)
            backoff = 0.2 if time.monotonic() - started > 60 else min(backoff * 2, 10.0)
            await asyncio.sleep(backoff)

    def _handle_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.stopping.set)
            except (RuntimeError, ValueError, NotImplementedError):
                # Not in the main thread: whoever runs us there calls stop().
                return
