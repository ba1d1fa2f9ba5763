"""Repeating what failed because the other side was away.

Safe only since every write is guarded by a version or by the id of the command: an
operation whose answer was lost may have been done, and is done again here.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import tenacity
from aiokafka.errors import KafkaError
from pymongo.errors import (
    AutoReconnect,
    ConnectionFailure,
    ExecutionTimeout,
    PyMongoError,
    WaitQueueTimeoutError,
)

from servicekit import logs, metrics
from servicekit.errors import Unavailable

T = TypeVar("T")
_log = logs.get("servicekit.retry")

_AWAY = (
    AutoReconnect,
    ConnectionError,
    ConnectionFailure,
    ExecutionTimeout,
    KafkaError,
    TimeoutError,
    Unavailable,
    WaitQueueTimeoutError,
)


def is_transient(error: BaseException) -> bool:
    """Whether the store or the log is away or slow: the same operation may work later."""
    if isinstance(error, _AWAY):
        return True
    return isinstance(error, PyMongoError) and (
        error.has_error_label("RetryableWriteError")
        or error.has_error_label("TransientTransactionError")
    )


def _on_retry(state: tenacity.RetryCallState) -> None:
    metrics.RETRIES.inc()


async def store_call(call: Callable[[], Awaitable[T]], *, give_up_after: float = 8.0) -> T:
    """Awaits `call()` until it works; other than transient errors pass at once.

    After `give_up_after` seconds the last transient error is raised.
    """
    try:
        # Nearly always it works at once, and the machinery costs as much as a small call.
        return await call()
    except Exception as error:
        if not is_transient(error):
            raise
        metrics.RETRIES.inc()
    async for attempt in tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(is_transient),
        wait=tenacity.wait_exponential(multiplier=0.05, max=1.0) + tenacity.wait_random(0, 0.05),
        stop=tenacity.stop_after_delay(give_up_after),
        before_sleep=_on_retry,
        reraise=True,
    ):
        with attempt:
            return await call()
    raise AssertionError("unreachable")


async def until_it_works(what: str, call: Callable[[], Awaitable[T]]) -> T:
    """Awaits `call()` for ever while the other side is away; logs the first failure and the last.

    Other than transient errors pass at once.
    """
    failures = 0

    def note(state: tenacity.RetryCallState) -> None:
        nonlocal failures
        failures += 1
        metrics.RETRIES.inc()
        error = state.outcome.exception() if state.outcome else None
        if failures == 1 and error is not None:
            _log.warning("waiting", what=what, **logs.describe(error))

    async for attempt in tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(is_transient),
        wait=tenacity.wait_exponential(multiplier=0.1, max=2.0) + tenacity.wait_random(0, 0.1),
        before_sleep=note,
        reraise=True,
    ):
        with attempt:
            result = await call()
            if failures:
                _log.info("waited", what=what, attempts=failures + 1)
            return result
    raise AssertionError("unreachable")
