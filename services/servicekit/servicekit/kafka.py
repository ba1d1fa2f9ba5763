"""The event log: an idempotent producer."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from aiokafka import AIOKafkaProducer
from aiokafka.errors import KafkaError

from servicekit import logs, metrics, tracing
from servicekit.consumer import Poison, Record, consume, dead_letter_headers
from servicekit.errors import Unavailable

__all__ = ["Poison", "Producer", "Record", "consume", "dead_letter_headers"]

_log = logs.get("servicekit.kafka")


class Producer:
    """Idempotent, `acks=all`, no lingering.

    Every record carries the CloudEvents fields `ce_id`, `ce_type`, `ce_time` and the
    current `traceparent` as headers. Records of one key sent one after the other arrive
    in that order.
    """

    def __init__(self, bootstrap: str, *, client_id: str, timeout: float = 10.0) -> None:
        self._bootstrap = bootstrap
        self._client_id = client_id
        self._timeout = timeout
        self._producer: AIOKafkaProducer | None = None
        self._restarting = asyncio.Lock()

    async def start(self) -> None:
        """Connects. Raises KafkaError (transient for `retry`) while no broker answers."""
        producer = AIOKafkaProducer(
            bootstrap_servers=self._bootstrap,
            client_id=self._client_id,
            acks="all",
            enable_idempotence=True,
            linger_ms=0,
            max_batch_size=128 * 1024,
            request_timeout_ms=max(1000, int(self._timeout * 1000)),
            retry_backoff_ms=50,
        )
        try:
            await producer.start()
        except BaseException:
            await producer.stop()
            raise
        self._producer = producer

    async def stop(self) -> None:
        """Sends what is queued, at most for the timeout, and disconnects."""
        producer, self._producer = self._producer, None
        if producer is not None:
            try:
                async with asyncio.timeout(self._timeout):
                    await producer.stop()
            except (KafkaError, TimeoutError) as error:
                _log.warning("producer stopped uncleanly", **logs.describe(error))

    async def enqueue(
        self,
        topic: str,
        key: str,
        value: bytes,
        headers: Mapping[str, str] | None = None,
        type: str = "",
    ) -> asyncio.Future[Any]:
        """Queues a record and returns the future of its receipt, so that many are in flight.

        The future has no timeout of its own. Raises Unavailable when the topic or room in
        the queue is not to be had within the timeout.
        """
        producer = self._running()
        started = time.perf_counter()
        try:
            async with asyncio.timeout(self._timeout):
                receipt: asyncio.Future[Any] = await producer.send(
                    topic, value, key=key.encode(), headers=self._headers(headers, type)
                )
        except (KafkaError, TimeoutError) as error:
            metrics.PRODUCER_ERRORS.labels(topic).inc()
            raise Unavailable("log_unavailable", "the event log does not answer") from error

        def note(done: asyncio.Future[Any]) -> None:
            if done.cancelled() or done.exception() is not None:
                metrics.PRODUCER_ERRORS.labels(topic).inc()
            else:
                metrics.PRODUCED_SECONDS.labels(topic).observe(time.perf_counter() - started)

        receipt.add_done_callback(note)
        return receipt

    async def send(
        self,
        topic: str,
        key: str,
        value: bytes,
        headers: Mapping[str, str] | None = None,
        type: str = "",
    ) -> None:
        """Sends a record and waits for its receipt.

        Raises Unavailable after the timeout; the record may arrive all the same.
        """
        producer = self._running()
        receipt = await self.enqueue(topic, key, value, headers, type)
        try:
            async with asyncio.timeout(self._timeout):
                await receipt
        except TimeoutError as error:
            raise Unavailable("log_unavailable", "the event log does not answer") from error
        except KafkaError as error:
            # Not retried by the driver: the sequence numbers of this producer may be lost
            # to the broker for good, and only a new producer gets new ones.
            await self._replace(producer)
            raise Unavailable("log_unavailable", "the event log refused a record") from error

    def _running(self) -> AIOKafkaProducer:
        if self._producer is None:
            raise Unavailable("log_unavailable", "not connected to the event log")
        return self._producer

    async def _replace(self, broken: AIOKafkaProducer) -> None:
        async with self._restarting:
            if self._producer is not broken:
                return
            _log.warning("producer replaced")
            await self.stop()
            try:
                await self.start()
            except KafkaError as error:
                self._producer = broken
                _log.warning("no new producer yet", **logs.describe(error))

    @staticmethod
    def _headers(extra: Mapping[str, str] | None, type: str) -> list[tuple[str, bytes]]:
        fields = {
            "ce_id": secrets.token_hex(8),
            "ce_type": type,
            "ce_time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            **tracing.headers(),
            **(extra or {}),
        }
        return [(name, value.encode()) for name, value in fields.items()]
