"""What must not happen to a system that is ill-treated, and raw sockets to ill-treat it with."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from x0.client import TimeControl
from x0_launcher.cluster import Cluster

PATIENCE_SECONDS = 60
# Without clocks: of a timed game the version may grow by itself, when time is given back.
UNTIMED = TimeControl(untimed=True)
# What sending raises when the other side has gone: the second one is the library's slip.
GONE = (ConnectionClosed, AttributeError)
# Those of the AsyncAPI document; 1000 is our own goodbye.
DOCUMENTED_CODES = {1000, 1002, 1007, 1009, 1012, 4001, 4008, 4009, 4029}


class Unharmed:
    """The processes and logs as they are now; `check` says what became of them."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._processes = self._running()
        self._read = {file: file.stat().st_size for file in self._logs()}

    def _running(self) -> dict[str, tuple[int | None, int]]:
        return {name: (c.pid, c.restarts) for name, c in self._cluster.processes.items()}

    def _logs(self) -> list[Path]:
        return [
            self._cluster.folder.logs / f"{name}.log"
            for name in self._cluster.processes
            if name not in ("store", "log")
        ]

    def errors(self) -> list[str]:
        """Lines about errors, and lines that are no log at all: prints of an interpreter."""
        found = []
        for file in self._logs():
            with file.open("rb") as lines:
                lines.seek(self._read[file])
                found += [
                    f"{file.stem}: {line.decode(errors='replace')[:2000]}"
                    for line in lines
                    if not _harmless(line)
                ]
        return found

    def check(self) -> None:
        assert self._running() == self._processes
        assert self.errors() == []


def _harmless(line: bytes) -> bool:
    if not line.startswith(b"{"):
        return not line.strip()
    entry = json.loads(line)
    return entry.get("level") not in ("error", "critical") and "exception" not in entry


class Socket:
    """Sends whatever it is told, answers pings, and keeps what comes back."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[dict[str, Any]] = []
        self.kinds: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, url: str, token: str | None = None, **headers: str) -> Self:
        """An authenticated one; without a token, one of nobody."""
        socket = await cls.open_raw(url, **headers)
        await socket.send(type="auth", token=token)
        await socket.expect("welcome")
        return socket

    @classmethod
    async def open_raw(cls, url: str, **headers: str) -> Self:
        address = "ws" + url.removeprefix("http") + "/v1/socket"
        return cls(
            await connect(
                address,
                additional_headers=headers,
                compression=None,
                ping_interval=None,
                max_size=None,
                open_timeout=PATIENCE_SECONDS,
            )
        )

    @property
    def closed(self) -> bool:
        return self._reader.done()

    async def _read(self) -> None:
        try:
            async for text in self.connection:
                frame = json.loads(text)
                self.kinds[frame["type"]] += 1
                if frame["type"] == "ping":
                    await self.send(type="pong", n=frame["n"])
                    continue
                if frame["type"] == "error":
                    self.reasons[frame["reason"]] += 1
                self.frames.append(frame)
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self._news.set()

    async def send(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def raw(self, frame: str | bytes, *, text: bool | None = None) -> bool:
        """A frame as it is; whether it was sent, or the connection closed meanwhile."""
        try:
            await self.connection.send(frame, text=text)
        except GONE:
            return False
        return not self.closed

    async def raw_parts(self, parts: list[str]) -> None:
        """One message in so many frames."""
        with suppress(*GONE):
            await self.connection.send(parts)

    async def expect(self, *kinds: str, **fields: Any) -> dict[str, Any]:
        """The first message of one of these types with these fields, already here or to come."""
        seen = 0
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                for frame in self.frames[seen:]:
                    if frame["type"] in kinds and fields.items() <= frame.items():
                        return frame
                seen = len(self.frames)
                if self._reader.done():
                    raise AssertionError(f"closed before {kinds}: {self.frames[-3:]}")
                self._news.clear()
                await self._news.wait()

    async def act(
        self, number: str, game: str, action: dict[str, Any], ply: int | None = None
    ) -> dict[str, Any]:
        await self.send(type="act", id=number, game=game, ply=ply, action=action)
        return await self.expect("ack", "error", id=number)

    async def code(self) -> int:
        """The code with which the server closed."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._reader
        return self.connection.close_code or 0

    async def close(self) -> None:
        await self.connection.close()
        await self._reader


def http(
    url: str, token: str | None = None, *, many: int = 100, **headers: str
) -> httpx.AsyncClient:
    """Requests as they are, so many at once: nothing is tried again."""
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    return httpx.AsyncClient(
        base_url=url,
        headers=headers,
        timeout=PATIENCE_SECONDS,
        limits=httpx.Limits(max_connections=many),
        trust_env=False,
        verify=False,
    )


EXAMPLES: dict[str, dict[str, Any]] = {
    "place": {"point": [7, 7]},
    "pass": {},
    "swap": {},
    "keep": {},
    "choose": {"colour": "white"},
    "add_two": {},
    "offer": {"points": [[1, 2], [3, 4]]},
    "pick": {"point": [1, 2]},
    "declare": {"count": 3},
    "resign": {},
    "offer_draw": {},
    "accept_draw": {},
    "decline_draw": {},
    "abort": {},
    "ask_takeback": {},
    "accept_takeback": {},
    "decline_takeback": {},
    "claim_no_draw": {},
    "rematch": {},
    "decline_rematch": {},
}
# One of each kind; `test_bad_others` sees to it that none is missing.
ACTIONS = [{"type": kind, **more} for kind, more in EXAMPLES.items()]
TURNS = {"place", "pass", "swap", "keep", "choose", "add_two", "offer", "pick", "declare"}
