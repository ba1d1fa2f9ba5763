"""Helpers between wire types and plain values."""

import base64
import binascii
import json
import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from google.protobuf.timestamp_pb2 import Timestamp

from servicekit.errors import Invalid


class Enum(Protocol):
    """A generated protobuf enum."""

    @property
    def DESCRIPTOR(self) -> Any: ...


@lru_cache(maxsize=256)
def _tables(descriptor: Any) -> tuple[dict[int, str], dict[str, int]]:
    # The style guide prefixes values with the type's name: Mode.MODE_X0_FREESTYLE.
    prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", descriptor.name).upper() + "_"
    texts = {
        v.number: v.name.removeprefix(prefix).lower() for v in descriptor.values if v.number != 0
    }
    return texts, {text: number for number, text in texts.items()}


def enum_text(enum: Enum, value: int) -> str:
    """MODE_X0_FREESTYLE -> "x0_freestyle"; "" for the zero value and for unknown ones."""
    return _tables(enum.DESCRIPTOR)[0].get(value, "")


def enum_value(enum: Enum, text: str) -> int:
    """ "x0_freestyle" -> MODE_X0_FREESTYLE; "" -> 0. Raises Invalid for any other text."""
    if not text:
        return 0
    found = _tables(enum.DESCRIPTOR)[1].get(text)
    if found is None:
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", enum.DESCRIPTOR.name).lower()
        raise Invalid(f"bad_{name}", f"unknown {name.replace('_', ' ')}")
    return found


def timestamp(ms: int) -> Timestamp:
    """Milliseconds of the Unix epoch -> Timestamp."""
    return Timestamp(seconds=ms // 1000, nanos=ms % 1000 * 1_000_000)


def millis(value: Timestamp) -> int:
    """Timestamp -> milliseconds of the Unix epoch, rounded down."""
    return value.seconds * 1000 + value.nanos // 1_000_000


def page_token(*values: str | int | float) -> str:
    """An opaque token of where the next page begins. Floats survive exactly."""
    text = json.dumps(values, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_page_token(token: str, types: Sequence[type]) -> tuple[Any, ...] | None:
    """The values of a token, None for an empty one. Raises Invalid for any other text."""
    if not token:
        return None
    try:
        if len(token) > 1000:
            raise ValueError("too long")
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        values = json.loads(raw)
    except (ValueError, binascii.Error, RecursionError):
        raise Invalid("bad_page_token", "this page token is not one of ours") from None
    if (
        not isinstance(values, list)
        or len(values) != len(types)
        or not all(_fits(v, t) for v, t in zip(values, types, strict=True))
    ):
        raise Invalid("bad_page_token", "this page token is not one of ours")
    return tuple(values)


def _fits(value: Any, wanted: type) -> bool:
    """Whether a value from outside has this very type and a store can hold it."""
    if type(value) is not wanted:
        return False
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    if isinstance(value, float):
        return math.isfinite(value)
    # JSON can spell half a surrogate pair, which is no text.
    return not isinstance(value, str) or not any("\ud800" <= c <= "\udfff" for c in value)


def page_size(asked: int, *, default: int, most: int) -> int:
    """Size of a page: 0 means the default; raises Invalid when negative; capped at `most`."""
    if asked < 0:
        raise Invalid("bad_page_size", "page size must not be negative")
    return min(asked or default, most)
