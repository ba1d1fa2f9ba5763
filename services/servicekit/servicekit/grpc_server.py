"""The gRPC server: errors to statuses, metrics and traces for every call."""

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped,unused-ignore]
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped,unused-ignore]
from grpc import aio

from servicekit import logs, metrics, tracing
from servicekit.errors import DomainError, Unavailable
from servicekit.retry import is_transient

DOMAIN = "x0"
DETAILS_KEY = "grpc-status-details-bin"
_log = logs.get("servicekit.grpc")

Handler = Callable[[Any, Any], Any]


def status_details(error: DomainError) -> bytes:
    """`google.rpc.Status` with one `ErrorInfo`, as it travels in `grpc-status-details-bin`."""
    info = ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=error.metadata)
    packed = AnyMessage()
    packed.Pack(info)
    code = grpc.StatusCode[error.code].value[0]
    encoded: bytes = Status(code=code, message=error.message, details=[packed]).SerializeToString()
    return encoded


def to_domain_error(error: BaseException) -> DomainError | None:
    """What the caller may know of an error; None for one that is ours to look into."""
    if isinstance(error, DomainError):
        return error
    if is_transient(error):
        return Unavailable("unavailable", "store or log is away for a moment, please try again")
    return None


class Interceptor(aio.ServerInterceptor):  # type: ignore[misc,unused-ignore]
    """Wraps unary and streaming handlers alike."""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        if handler is None:
            return handler
        method = handler_call_details.method.lstrip("/")
        carrier = {
            key: value
            for key, value in handler_call_details.invocation_metadata or ()
            if key == "traceparent" and isinstance(value, str)
        }
        make = {
            (False, False): grpc.unary_unary_rpc_method_handler,
            (False, True): grpc.unary_stream_rpc_method_handler,
            (True, False): grpc.stream_unary_rpc_method_handler,
            (True, True): grpc.stream_stream_rpc_method_handler,
        }[(handler.request_streaming, handler.response_streaming)]
        inner: Handler = (
            handler.unary_unary
            or handler.unary_stream
            or handler.stream_unary
            or handler.stream_stream
        )
        call = _Call(method, carrier, inner, streams_in=handler.request_streaming)
        if inspect.isasyncgenfunction(inner):
            outer: Handler = call.generate
        else:
            outer = call.answer
        return make(outer, handler.request_deserializer, handler.response_serializer)


class _Call:
    def __init__(
        self, method: str, carrier: Mapping[str, str], inner: Handler, *, streams_in: bool
    ) -> None:
        self._method = method
        self._carrier = carrier
        self._inner = inner
        self._streams_in = streams_in

    async def answer(self, request: Any, context: Any) -> Any:
        """Handlers that are coroutines: they return the answer, or write to the context."""
        with self._watched(context) as outcome:
            try:
                return await self._inner(self._counted(request), context)
            except (asyncio.CancelledError, aio.AbortError):
                raise
            except Exception as error:
                outcome.error = self._seen(error)
                await _abort(context, outcome.error)

    async def generate(self, request: Any, context: Any) -> AsyncIterator[Any]:
        """Handlers that are asynchronous generators."""
        with self._watched(context) as outcome:
            try:
                async for message in self._inner(self._counted(request), context):
                    yield message
                return
            except (asyncio.CancelledError, aio.AbortError, GeneratorExit):
                raise
            except Exception as error:
                outcome.error = self._seen(error)
                await _abort(context, outcome.error)

    def _counted(self, request: Any) -> Any:
        return self._count(request) if self._streams_in else request

    async def _count(self, messages: AsyncIterator[Any]) -> AsyncIterator[Any]:
        counter = metrics.RPC_STREAM_MESSAGES.labels(self._method)
        async for message in messages:
            counter.inc()
            yield message

    @contextmanager
    def _watched(self, context: Any) -> Iterator["_Outcome"]:
        outcome = _Outcome()
        started = time.perf_counter()
        code = "OK"
        streams = metrics.RPC_STREAMS.labels(self._method) if self._streams_in else None
        if streams is not None:
            streams.inc()
        try:
            with tracing.span(self._method, parent=self._carrier):
                yield outcome
        except (asyncio.CancelledError, GeneratorExit):
            code = "CANCELLED"
            raise
        except BaseException:
            code = _code_name(context)
            raise
        finally:
            if outcome.error is not None:
                code = outcome.error.code
            if streams is not None:
                streams.dec()
            metrics.RPC_SECONDS.labels(self._method, code).observe(time.perf_counter() - started)

    def _seen(self, error: Exception) -> DomainError:
        known = to_domain_error(error)
        if known is None:
            _log.error("call failed", method=self._method, exc_info=error)
            return DomainError("internal", "something went wrong here")
        if known is not error:
            _log.warning("call failed", method=self._method, **logs.describe(error))
        return known


async def _abort(context: Any, error: DomainError) -> None:
    """Raises, as `context.abort` does."""
    await context.abort(
        grpc.StatusCode[error.code],
        error.message,
        trailing_metadata=((DETAILS_KEY, status_details(error)),),
    )


class _Outcome:
    error: DomainError | None = None


def _code_name(context: Any) -> str:
    """Status that a handler set by itself with `context.abort`."""
    code = context.code()
    if isinstance(code, grpc.StatusCode):
        return code.name
    for known in grpc.StatusCode:
        if known.value[0] == code:
            return known.name
    return "UNKNOWN"


def create() -> aio.Server:
    """A server with the interceptor, that bears the keepalive of `grpc_client.channel`."""
    return aio.server(
        interceptors=[Interceptor()],
        options=[
            ("grpc.so_reuseport", 0),
            ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.max_receive_message_length", 4 * 1024 * 1024),
        ],
    )
