"""A client of the socket that keeps what it received, and answers pings."""

import asyncio
import json
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE_SECONDS = 20


class Client:
    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self._taken = 0
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, url: str) -> Self:
        return cls(await connect(url, compression=None, ping_interval=None, max_size=None))

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                message = json.loads(text)
                if message["type"] == "ping":
                    await self.send(type="pong", n=message["n"])
                    continue
                self.received.append(message)
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self._news.set()

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def expect(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of that type; others before it are passed over."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                while self._taken < len(self.received):
                    message = self.received[self._taken]
                    self._taken += 1
                    if message["type"] == kind and fields.items() <= message.items():
                        return message
                if self._reader.done():
                    raise AssertionError(f"closed before {kind}: {self.received[-3:]}")
                self._news.clear()
                await self._news.wait()

    async def subscribe(self, topic: str, since: int | None = None) -> dict[str, Any]:
        await self.send(type="subscribe", topic=topic, **{"from": since})
        return await self.expect("subscribed", topic=topic)

    async def act(self, message_id: str, game: str, action: dict[str, Any], ply: Any = None) -> Any:
        await self.send(type="act", id=message_id, game=game, ply=ply, action=action)
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self.answer(message_id)

    async def answer(self, message_id: str) -> dict[str, Any]:
        while True:
            for message in self.received:
                if message["type"] in ("ack", "error") and message["id"] == message_id:
                    return message
            self._news.clear()
            await self._news.wait()

    def of(self, topic: str) -> list[dict[str, Any]]:
        """Snapshots and events of a topic, in the order in which they came."""
        return [
            m for m in self.received if m["type"] in ("snapshot", "event") and m["topic"] == topic
        ]

    async def closed(self) -> int:
        """The code with which the server closed."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self.socket.wait_closed()
            await self._reader
        return self.socket.close_code or 0

    async def close(self) -> None:
        await self.socket.close()
        await self._reader
