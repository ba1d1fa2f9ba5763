"""Requests over HTTP: several gateways, tries again where that is safe, refusals as exceptions."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx
from x0.client.backoff import Backoff
from x0.client.errors import Refused, SignInNeeded, Unreachable

# One try; the deadline of a call may hold several.
TRY_SECONDS = 10.0
# Said by a gateway, or by what stands before it, when the same call may be sent again.
_AGAIN = {429, 502, 503, 504}
_SAFE = {"GET", "PUT", "DELETE"}


@cache
def _tls() -> ssl.SSLContext:
    # Takes tens of milliseconds to make: once for all clients of a process.
    return ssl.create_default_context()


def is_local(url: str) -> bool:
    """Whether a proxy of the environment must stay out of it."""
    return urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")


def http_client(urls: Sequence[str]) -> httpx.AsyncClient:
    """A pool of connections; may be shared by many clients of one process."""
    return httpx.AsyncClient(
        verify=_tls() if any(url.startswith("https:") for url in urls) else False,
        timeout=TRY_SECONDS,
        trust_env=not all(is_local(url) for url in urls),
        headers={"User-Agent": "x0-python/0.1"},
    )


class Rest:
    """Calls to any of the gateways; the one that answered last is asked first."""

    def __init__(self, urls: Sequence[str], http: httpx.AsyncClient | None, deadline: float):
        self.urls = [url.rstrip("/") for url in urls]
        self._own = http is None
        self._http = http or http_client(self.urls)
        self._deadline = deadline
        self._at = 0
        self._date = ""

    async def close(self) -> None:
        if self._own:
            await self._http.aclose()

    def server_time(self) -> float:
        """Of the last answer, seconds of the Unix epoch; ours before any."""
        try:
            return parsedate_to_datetime(self._date).timestamp()
        except (TypeError, ValueError):
            return time.time()

    async def call(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        body: Mapping[str, Any] | None = None,
        params: Mapping[str, str | int] | None = None,
        key: str | None = None,
        repeat: bool = False,
        deadline: float | None = None,
    ) -> Any:
        """The JSON of the answer; None when it has no body.

        `key`: sent as Idempotency-Key, which makes a POST safe to repeat. `repeat`: it is safe
        for another reason.

        Raises:
            Refused: the server's reason. SignInNeeded: status 401.
            Unreachable: no answer before the deadline.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key is not None:
            headers["Idempotency-Key"] = key
        safe = method in _SAFE or key is not None or repeat
        end = time.monotonic() + (self._deadline if deadline is None else deadline)
        backoff = Backoff(first=0.2, most=2.0)
        while True:
            wait = 0.0
            failure: Exception
            try:
                answer = await self._http.request(
                    method,
                    self.urls[self._at] + path,
                    json=body,
                    params=params,
                    headers=headers,
                    timeout=min(TRY_SECONDS, max(0.1, end - time.monotonic())),
                )
            except httpx.TransportError as error:
                self._at = (self._at + 1) % len(self.urls)
                failure = Unreachable(f"no answer from {self.urls[0]}: {_words(error)}")
                never_sent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
                if not (safe or never_sent):
                    raise failure from error
            else:
                self._date = answer.headers.get("date", "")
                if answer.status_code < 400:
                    return answer.json() if answer.content else None
                failure = _refusal(answer)
                if answer.status_code not in _AGAIN:
                    raise failure
                if answer.status_code != 429:
                    self._at = (self._at + 1) % len(self.urls)
                    failure = Unreachable(f"the server is away for a moment: {failure}")
                else:
                    wait = _seconds(answer)
            wait = max(wait, backoff.next())
            if time.monotonic() + wait >= end:
                raise failure
            await asyncio.sleep(wait)


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__


def _seconds(answer: httpx.Response) -> float:
    text: str = answer.headers.get("retry-after", "")
    return float(text) if text.isdecimal() else 1.0


_PROBLEM = ("type", "title", "status", "detail", "instance", "reason", "errors")


def _refusal(answer: httpx.Response) -> Refused:
    try:
        problem = answer.json()
        reason, detail = str(problem["reason"]), str(problem["detail"])
        facts = {name: str(value) for name, value in problem.items() if name not in _PROBLEM}
        for wrong in problem.get("errors", []):
            detail += f"; {'.'.join(wrong['at'])}: {wrong['message']}"
    except (ValueError, KeyError, TypeError, AttributeError):
        # Not ours: a proxy in between, or another server altogether.
        reason, detail, facts = "http_error", f"HTTP {answer.status_code}", {}
    kind = SignInNeeded if answer.status_code == 401 else Refused
    return kind(reason, detail, facts, answer.status_code)
