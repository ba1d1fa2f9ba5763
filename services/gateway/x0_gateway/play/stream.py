"""One long-lived stream to one instance of the game service."""

import asyncio
from collections.abc import Callable

from grpc import aio
from servicekit import grpc_client, logs
from servicekit.retry import is_transient
from x0.game.v1 import service_pb2 as pb
from x0.game.v1.service_pb2_grpc import GameServiceStub

_log = logs.get("x0_gateway.play")

RECONNECT_SECONDS = 0.1


class PlayStream:
    """Connects again and again until it is cancelled. `up` and `down` tell the pool."""

    def __init__(
        self,
        address: str,
        answered: Callable[[pb.PlayAnswer], None],
        up: Callable[[], None],
        down: Callable[["PlayStream"], None],
    ) -> None:
        self.address = address
        self.usable = False
        self._answered = answered
        self._up = up
        self._down = down
        self._out: asyncio.Queue[pb.PlayAction] = asyncio.Queue()

    def send(self, request: pb.PlayAction) -> None:
        self._out.put_nowait(request)

    async def run(self) -> None:
        channel = grpc_client.channel(self.address)
        try:
            while True:
                try:
                    await channel.channel_ready()
                    await self._serve(channel)
                except aio.AioRpcError as error:
                    _log.info("play stream broke", code=error.code().name)
                except Exception as error:
                    if not is_transient(error):
                        _log.error("play stream failed", exc_info=error)
                await asyncio.sleep(RECONNECT_SECONDS)
        finally:
            await channel.close()

    async def _serve(self, channel: aio.Channel) -> None:
        # What was queued for an earlier stream is sent again by the pool.
        self._out = asyncio.Queue()
        call = GameServiceStub(channel).Play()
        writer = asyncio.create_task(self._write(call, self._out))
        self.usable = True
        self._up()
        try:
            while True:
                response = await call.read()
                if not isinstance(response, pb.PlayResponse):
                    _log.info("play stream ended", code=(await call.code()).name)
                    return
                for answer in response.answers:
                    self._answered(answer)
        finally:
            self.usable = False
            writer.cancel()
            call.cancel()
            self._down(self)

    @staticmethod
    async def _write(
        call: "aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]",
        out: asyncio.Queue[pb.PlayAction],
    ) -> None:
        try:
            while True:
                request = pb.PlayRequest(actions=[await out.get()])
                # What waits at the same time goes in one message.
                while not out.empty():
                    request.actions.append(out.get_nowait())
                await call.write(request)
        except (aio.AioRpcError, asyncio.InvalidStateError):
            # The reader sees the same end and tells the pool.
            call.cancel()
