"""Channels to other services, and their errors back as ours."""

import ipaddress
import json
from collections.abc import Callable
from typing import Any

from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped,unused-ignore]
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped,unused-ignore]
from grpc import aio

from servicekit import tracing
from servicekit.errors import BY_CODE, DomainError, Internal, Unavailable
from servicekit.grpc_server import DETAILS_KEY

# The driver's 4 MB are too few for the crosstable of the largest tournament (5 MB) and its file.
MOST_BYTES = 64 * 1024 * 1024

_SERVICE_CONFIG = json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})


class _UnaryDefaults(aio.UnaryUnaryClientInterceptor):  # type: ignore[misc,unused-ignore]
    """Gives every unary call a deadline and the trace it belongs to."""

    def __init__(self, timeout: float, wait_for_ready: bool) -> None:
        self._timeout = timeout
        self._wait_for_ready = wait_for_ready

    async def intercept_unary_unary(
        self,
        continuation: Callable[[aio.ClientCallDetails, Any], Any],
        client_call_details: aio.ClientCallDetails,
        request: Any,
    ) -> Any:
        details = client_call_details
        metadata = aio.Metadata(*(details.metadata or ()))
        for key, value in tracing.headers().items():
            metadata[key] = value
        wait = details.wait_for_ready
        return await continuation(
            aio.ClientCallDetails(
                method=details.method,
                timeout=self._timeout if details.timeout is None else details.timeout,
                metadata=metadata,
                credentials=details.credentials,
                wait_for_ready=self._wait_for_ready if wait is None else wait,
            ),
            request,
        )


def target_uri(targets: str) -> str:
    """ "10.0.0.1:1,10.0.0.2:1" -> "ipv4:10.0.0.1:1,10.0.0.2:1"; "game:1" -> "dns:///game:1".

    A DNS name stands alone: it may itself stand for many addresses. Raises ValueError.
    """
    listed = [t.strip().replace("localhost:", "127.0.0.1:", 1) for t in targets.split(",")]
    listed = [t for t in listed if t]
    if not listed:
        raise ValueError("no target address is set")
    if len(listed) == 1 and (":///" in listed[0] or listed[0].startswith(("unix:", "ipv4:"))):
        return listed[0]
    kinds = set()
    for target in listed:
        host = target.rpartition(":")[0].strip("[]")
        try:
            kinds.add(f"ipv{ipaddress.ip_address(host).version}")
        except ValueError:
            kinds.add("dns")
    if kinds == {"dns"} and len(listed) == 1:
        return f"dns:///{listed[0]}"
    if len(kinds) != 1 or "dns" in kinds:
        raise ValueError(f"give one DNS name, or addresses of one family: {targets!r}")
    return f"{kinds.pop()}:{','.join(listed)}"


def channel(targets: str, *, timeout: float = 5.0, wait_for_ready: bool = False) -> aio.Channel:
    """A channel that goes round all targets and comes back by itself within a second.

    `timeout` (seconds) is the deadline of unary calls that set none. With `wait_for_ready`
    they wait for a server within it instead of failing at once when none is connected.
    Streams are left alone: pass `metadata=trace_metadata()` and close them yourself.
    """
    return aio.insecure_channel(
        target_uri(targets),
        options=[
            ("grpc.service_config", _SERVICE_CONFIG),
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.min_reconnect_backoff_ms", 1_000),
            ("grpc.max_reconnect_backoff_ms", 1_000),
            ("grpc.keepalive_time_ms", 10_000),
            ("grpc.keepalive_timeout_ms", 5_000),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.max_pings_without_data", 0),
            ("grpc.max_receive_message_length", MOST_BYTES),
            ("grpc.dns_min_time_between_resolutions_ms", 1_000),
        ],
        interceptors=[_UnaryDefaults(timeout, wait_for_ready)],
    )


def trace_metadata() -> tuple[tuple[str, str], ...]:
    """Metadata that hands the current trace to a stream."""
    return tuple(tracing.headers().items())


def error_from_rpc(error: aio.AioRpcError) -> DomainError:
    """The refusal as the other service raised it; Unavailable when it could not be asked."""
    code = error.code().name
    reason, metadata = "", {}
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS_KEY and isinstance(value, bytes):
            status = Status.FromString(value)
            info = ErrorInfo()
            for detail in status.details:
                if detail.Unpack(info):
                    reason, metadata = info.reason, dict(info.metadata)
    if code in ("DEADLINE_EXCEEDED", "CANCELLED"):
        return Unavailable(reason or "timeout", "another service did not answer in time")
    if not reason and code in ("UNAVAILABLE", "UNKNOWN"):
        return Unavailable("unavailable", "another service is away for a moment")
    kind = BY_CODE.get(code, Internal)
    result = kind(reason or code.lower(), error.details() or "")
    result.metadata = metadata
    return result
