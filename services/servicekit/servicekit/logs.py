"""Logs: one JSON object a line on stdout, with trace id. No personal data, no secrets."""

import logging
import sys
from typing import Any

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

from servicekit import tracing


def _add_trace_id(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    found = tracing.trace_id()
    if found:
        event["trace_id"] = found
    return event


def configure(service: str, instance: str, level: str = "INFO") -> None:
    """Routes structlog and the standard library's logging to JSON lines on stdout."""
    tracing.configure(service, instance)

    def add_origin(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event["service"] = service
        event["instance"] = instance
        return event

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        add_origin,
        _add_trace_id,
        # Never the local variables: a frame may hold a request with a password in it.
        structlog.processors.ExceptionRenderer(
            structlog.tracebacks.ExceptionDictTransformer(show_locals=False, max_frames=20)
        ),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.PositionalArgumentsFormatter(), *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # Drivers tell of every lost connection and every retry, many lines a second while the
    # other side is away. What matters of it is logged by the kit itself.
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)
    logging.getLogger("pymongo").setLevel(logging.WARNING)
    logging.getLogger("asyncio").setLevel(logging.WARNING)


def get(name: str) -> structlog.stdlib.BoundLogger:
    return structlog.stdlib.get_logger(name)


def describe(error: BaseException) -> dict[str, Any]:
    """Type and text of an error as log fields, without a stack."""
    return {"error": type(error).__name__, "detail": str(error)[:500]}
