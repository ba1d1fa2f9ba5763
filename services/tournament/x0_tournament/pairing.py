"""Pairing in processes of its own: it takes seconds of a core, and has a time limit."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from servicekit import logs

from x0_tournament.domain.pairing import Engine, Outcome, Paired, Request
from x0_tournament.domain.swiss import (
    TIME_LIMIT_S,
    EngineFailed,
    Policy,
    dutch,
    otherwise,
    preferred,
)
from x0_tournament.metrics import PAIRING_FALLBACKS

_log = logs.get("x0_tournament.pairing")

P = ParamSpec("P")
T = TypeVar("T")


def _start_worker() -> None:
    """A worker ends with its parent, also when that is killed, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


class PairingPool:
    def __init__(self, limit: float = TIME_LIMIT_S) -> None:
        # One at a time: the limit is that of a pairing, and killing one ends no other.
        self._turn = asyncio.Lock()
        self._limit = limit
        self._pool: ProcessPoolExecutor | None = None

    async def pair(self, request: Request, policy: Policy) -> Outcome:
        """As `swiss.pair`, with the time limit."""
        async with self._turn:
            return await self._pair(request, policy)

    async def _pair(self, request: Request, policy: Policy) -> Outcome:
        if preferred(request) is Engine.DUTCH:
            try:
                async with asyncio.timeout(self._limit):
                    outcome = await self._run(dutch, request)
            except (TimeoutError, EngineFailed, BrokenProcessPool) as error:
                if not isinstance(error, EngineFailed):
                    self._kill()
                PAIRING_FALLBACKS.labels(type(error).__name__).inc()
                _log.warning("the fallback pairs", **logs.describe(error))
            else:
                if isinstance(outcome, Paired):
                    return outcome
                PAIRING_FALLBACKS.labels("impossible").inc()
        return await self._run(otherwise, request, policy)

    async def close(self) -> None:
        self._kill()

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._pool is None:
            # Never a fork: this process has threads and connections.
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _start_worker)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool, work, *args)
        except BrokenProcessPool:
            # It stays broken: the next try needs another one.
            self._kill()
            raise

    def _kill(self) -> None:
        """The pool has no way to stop a task: its processes go, the next use makes new ones."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
