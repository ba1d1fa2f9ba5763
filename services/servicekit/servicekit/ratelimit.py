"""Token buckets in memory: the limit holds per instance."""

import time
from collections import OrderedDict

from servicekit.errors import RateLimited


class RateLimiter:
    """One bucket per key: `burst` at once, `rate` a second in the long run.

    At most `max_keys` buckets are kept; the one unused for longest goes first, which
    forgives its owner at most one burst.
    """

    def __init__(self, rate: float, burst: float, *, max_keys: int = 100_000) -> None:
        if rate <= 0 or burst < 1:
            raise ValueError("rate must be positive and burst at least 1")
        self._rate = rate
        self._burst = burst
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_seconds(self, key: str, cost: float = 1.0, *, now: float | None = None) -> float:
        """Takes `cost` and returns 0, or takes nothing and returns how long to wait, seconds."""
        at = time.monotonic() if now is None else now
        tokens, since = self._buckets.pop(key, (self._burst, at))
        tokens = min(self._burst, tokens + max(0.0, at - since) * self._rate)
        wait = 0.0
        if tokens >= cost:
            tokens -= cost
        else:
            wait = (cost - tokens) / self._rate
        self._buckets[key] = (tokens, at)
        if len(self._buckets) > self._max_keys:
            self._buckets.popitem(last=False)
        return wait

    def allow(self, key: str, cost: float = 1.0, *, now: float | None = None) -> bool:
        return self.wait_seconds(key, cost, now=now) == 0.0

    def check(self, key: str, reason: str = "rate_limited", message: str = "too often") -> None:
        """Raises RateLimited with `retry_after_ms` when the bucket is empty."""
        wait = self.wait_seconds(key)
        if wait > 0:
            raise RateLimited(reason, message, retry_after_ms=str(int(wait * 1000) + 1))
