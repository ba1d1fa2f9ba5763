"""A gateway of one game for tests: the protocol of the socket, on a real socket, made to fail.

It keeps the state of the game as events, drops connections when told to, before or after doing
what a message asks, and counts what was done.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Self

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

TIME = "2026-01-02T03:04:05Z"


def live(ply: int, **changes: Any) -> dict[str, Any]:
    seat = "first" if ply % 2 == 0 else "second"
    return {
        "to_act": seat,
        "black": "first",
        "clocks": {"first_ms": 300_000, "second_ms": 300_000, "running": seat, "at": 1},
        "opening": {"done": True, "choices": [], "offered": [], "declared": 0, "name": None},
        "forbidden": [],
        "draw_offered_by": None,
        "takeback_asked_by": None,
        "rematch_offered_by": None,
        "takebacks_first": 0,
        "takebacks_second": 0,
        "next_game_id": None,
        "colour_to_place": "black" if ply % 2 == 0 else "white",
        **changes,
    }


def snapshot(version: int = 1, stones: list[list[int]] | None = None) -> dict[str, Any]:
    placed = stones or []
    colours = ["black" if i % 2 == 0 else "white" for i in range(len(placed))]
    player = {"guest": True, "rating": None}
    return {
        "game_id": "g1",
        "version": version,
        "settings": {
            "mode": "x0", "ruleset": "renju", "board_size": 15, "shape": "square",
            "opening": "none", "next_mover": None, "rated": False, "games": 1, "no_draw": False,
            "takebacks": 0, "foul_marks": True, "private": False,
            "time_control": {
                "untimed": False, "initial_seconds": 300, "increment_seconds": 3,
            },
        },
        "first": {"player_id": "p1", "name": "Ann", **player},
        "second": {"player_id": "p2", "name": "Bob", **player},
        "match": None,
        "status": "active",
        "created_at": TIME,
        "finished_at": None,
        "turns": [
            {"type": "place", "seat": "first" if c == "black" else "second", "spent_ms": 5,
             "point": p, "colour": c}
            for p, c in zip(placed, colours, strict=True)
        ],
        "stones": [{"point": p, "colour": c} for p, c in zip(placed, colours, strict=True)],
        "live": live(len(placed)),
        "result": None,
    }  # fmt: skip


class Gateway:
    """`async with Gateway() as gateway:` serves at `gateway.url`."""

    def __init__(self) -> None:
        self.stones: list[list[int]] = []
        # Events after version 1, in order.
        self.events: list[dict[str, Any]] = []
        # Only these last ones can be resumed from.
        self.kept = 10_000
        self.done: dict[str, int] = {}
        self.received: list[dict[str, Any]] = []
        self.connections: set[ServerConnection] = set()
        self.connected = 0
        self.drop_before = 0
        self.drop_after = 0
        self.refuse: list[tuple[str, dict[str, str]]] = []
        self.silent = False
        self._followers: set[ServerConnection] = set()
        self._server: Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await serve(self._serve, "127.0.0.1", 0, ping_interval=None)
        port = next(iter(self._server.sockets)).getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    @property
    def version(self) -> int:
        return 1 + len(self.events)

    def drop_all(self) -> None:
        for ws in list(self.connections):
            ws.transport.abort()

    async def place(self, point: list[int]) -> None:
        """A stone by somebody else."""
        self._add(point)
        await self._publish()

    async def send(self, message: dict[str, Any]) -> None:
        for ws in list(self.connections):
            await ws.send(json.dumps(message))

    def message(self, version: int) -> dict[str, Any]:
        return {
            "type": "event", "kind": "game", "topic": "game:g1", "version": version,
            "event": self.events[version - 2],
        }  # fmt: skip

    async def _serve(self, ws: ServerConnection) -> None:
        self.connections.add(ws)
        self.connected += 1
        try:
            async for text in ws:
                message = json.loads(text)
                self.received.append(message)
                if not self.silent:
                    await self._handle(ws, message)
        except ConnectionClosed:
            pass  # cut by the test
        finally:
            self.connections.discard(ws)
            self._followers.discard(ws)

    async def _handle(self, ws: ServerConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "auth":
                await self._say(ws, {"type": "welcome", "player": None, "now": 0,
                                     "expires_at": None})  # fmt: skip
            case "subscribe":
                await self._subscribe(ws, message)
            case "act":
                await self._act(ws, message)

    async def _subscribe(self, ws: ServerConnection, message: dict[str, Any]) -> None:
        since = message.get("from")
        topic = message["topic"]
        if topic != "game:g1":
            await self._say(ws, {"type": "error", "id": topic, "reason": "unknown_game",
                                 "message": "there is no such game", "metadata": {}})  # fmt: skip
            return
        if since is None or self.version - since > self.kept:
            body = snapshot(self.version, self.stones)
            await self._say(ws, {"type": "snapshot", "kind": "game", "topic": topic,
                                 "version": self.version, "snapshot": body})  # fmt: skip
        else:
            for version in range(since + 1, self.version + 1):
                await self._say(ws, self.message(version))
        await self._say(ws, {"type": "subscribed", "topic": topic, "version": self.version})
        self._followers.add(ws)

    async def _act(self, ws: ServerConnection, message: dict[str, Any]) -> None:
        if self.refuse:
            reason, metadata = self.refuse.pop(0)
            await self._say(ws, {"type": "error", "id": message["id"], "reason": reason,
                                 "message": reason, "metadata": metadata})  # fmt: skip
            return
        if self.drop_before:
            self.drop_before -= 1
            ws.transport.abort()
            return
        if message["id"] not in self.done:
            if message["ply"] != len(self.stones):
                await self._say(ws, {"type": "error", "id": message["id"], "reason": "stale_ply",
                                     "message": "too late", "metadata": {}})  # fmt: skip
                return
            self._add(message["action"]["point"])
            self.done[message["id"]] = self.version
        if self.drop_after:
            self.drop_after -= 1
            ws.transport.abort()
            return
        await self._publish()
        await self._say(ws, {"type": "ack", "id": message["id"],
                             "version": self.done[message["id"]]})  # fmt: skip

    def _add(self, point: list[int]) -> None:
        ply = len(self.stones)
        colour, seat = ("black", "first") if ply % 2 == 0 else ("white", "second")
        self.stones.append(point)
        turn = {"type": "place", "seat": seat, "spent_ms": 5, "point": point, "colour": colour}
        self.events.append(
            {"type": "turn_played", "time": TIME, "live": live(ply + 1), "turn": turn,
             "stones": [{"point": point, "colour": colour}], "end": None}
        )  # fmt: skip

    async def _publish(self) -> None:
        for ws in list(self._followers):
            await self._say(ws, self.message(self.version))

    async def _say(self, ws: ServerConnection, message: dict[str, Any]) -> None:
        with suppress(ConnectionClosed):
            await ws.send(json.dumps(message))


async def until(condition: Any) -> None:
    """Looks until it is so; the test's own time limit is the end of it."""
    while not condition():
        await asyncio.sleep(0.005)
