"""The wall clock of the server."""

import time


def now_ms() -> int:
    """Milliseconds of the Unix epoch."""
    return time.time_ns() // 1_000_000
