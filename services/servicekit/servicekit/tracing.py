"""Traces: OpenTelemetry context in and out of gRPC metadata and message headers.

Spans are recorded by the SDK's provider, so that an exporter can be attached in one
place; without one they serve the trace id in the logs and the hand-over between services.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

_propagator = TraceContextTextMapPropagator()
_tracer = trace.get_tracer("servicekit")


def configure(service: str, instance: str) -> None:
    """Sets the process-wide provider once; a second call changes nothing."""
    if not isinstance(trace.get_tracer_provider(), TracerProvider):
        resource = Resource.create({"service.name": service, "service.instance.id": instance})
        trace.set_tracer_provider(TracerProvider(resource=resource))


def headers() -> dict[str, str]:
    """`traceparent` of the current span; empty outside of one."""
    carrier: dict[str, str] = {}
    _propagator.inject(carrier)
    carrier.pop("tracestate", None)
    return carrier


def trace_id() -> str:
    """32 hexadecimal digits; empty outside of a span."""
    context = trace.get_current_span().get_span_context()
    return format(context.trace_id, "032x") if context.is_valid else ""


@contextmanager
def span(name: str, parent: Mapping[str, str] | None = None) -> Iterator[None]:
    """Runs the block inside a span; `parent` is a carrier with `traceparent`.

    Without a parent the span is a child of the current one, or the root of a new trace.
    """
    context = None
    if parent is not None and "traceparent" in parent:
        context = _propagator.extract(dict(parent), otel_context.Context())
    with _tracer.start_as_current_span(
        name, context=context, record_exception=False, set_status_on_exception=False
    ):
        yield
