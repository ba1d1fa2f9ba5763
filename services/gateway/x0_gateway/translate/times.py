"""Timestamps of the wire."""

from datetime import UTC, datetime
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp


def when(value: Timestamp) -> datetime:
    return value.ToDatetime(UTC)


def when_set(message: Any, field: str) -> datetime | None:
    return when(getattr(message, field)) if message.HasField(field) else None
