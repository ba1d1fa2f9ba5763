"""Calls to the game service as a process, of which two copies run."""

from __future__ import annotations

from typing import Any

import grpc
from servicekit.grpc_client import error_from_rpc
from servicekit.ids import new_id
from x0.game.v1 import events_pb2, game_pb2, service_pb2, service_pb2_grpc, settings_pb2


class Game:
    """Calls to one copy or the other, by turns."""

    def __init__(self, targets: list[str]) -> None:
        self.channels = [grpc.aio.insecure_channel(t) for t in targets]
        self.stubs = [service_pb2_grpc.GameServiceStub(c) for c in self.channels]  # type: ignore[no-untyped-call]
        self._n = 0

    def stub(self) -> Any:
        self._n += 1
        return self.stubs[self._n % len(self.stubs)]

    async def call(self, method: str, request: Any, stub: Any = None) -> Any:
        try:
            return await getattr(stub or self.stub(), method)(request, timeout=15)
        except grpc.aio.AioRpcError as error:
            raise error_from_rpc(error) from error

    async def seek(self, who: str, kind: str, stub: Any = None, **more: Any) -> Any:
        guest = more.pop("guest", False)
        key = more.pop("key", "")
        to = more.pop("to", None)
        avoid = more.pop("avoid", [])
        settings = settings_pb2.Settings(
            **{
                "mode": settings_pb2.MODE_X0,
                "time_control": settings_pb2.TimeControl(initial_seconds=300, increment_seconds=3),
                **more,
            }
        )
        request = service_pb2.CreateSeekRequest(
            caller=caller(who, guest),
            kind=events_pb2.SeekKind.Value(f"SEEK_KIND_{kind.upper()}"),
            settings=settings,
            idempotency_key=key,
            avoid_player_ids=avoid,
            to=None if to is None else game_pb2.Player(player_id=to, name=to),
        )
        return (await self.call("CreateSeek", request, stub)).seek

    async def accept(self, who: str, seek_id: str, guest: bool = False, stub: Any = None) -> Any:
        request = service_pb2.AcceptSeekRequest(caller=caller(who, guest), seek_id=seek_id)
        return (await self.call("AcceptSeek", request, stub)).seek

    async def start(self, **more: Any) -> Any:
        """A new game between two new players."""
        one, two = f"p-{new_id()}", f"p-{new_id()}"
        seek = await self.seek(one, "open", **more)
        accepted = await self.accept(two, seek.seek_id)
        return await self.get(accepted.game_id)

    async def get(self, game_id: str, who: str = "") -> Any:
        request = service_pb2.GetGameRequest(game_id=game_id, caller_player_id=who)
        return (await self.call("GetGame", request)).snapshot

    async def act(self, game_id: str, who: str, stub: Any = None, **action: Any) -> Any:
        ply = action.pop("ply", None)
        request = service_pb2.ActRequest(caller=caller(who), game_id=game_id, ply=ply, **action)
        return await self.call("Act", request, stub)

    async def place(self, game: Any, seat: str, ply: int, x: int, y: int, **more: Any) -> Any:
        point = game_pb2.Point(x=x, y=y)
        who = getattr(game, seat).player_id
        return await self.act(game.game_id, who, ply=ply, place=game_pb2.Place(point=point), **more)


def caller(who: str, guest: bool = False) -> service_pb2.Caller:
    return service_pb2.Caller(player_id=who, name=who, guest=guest)
