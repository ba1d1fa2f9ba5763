"""Actions to the game service over one stream per instance.

An action goes to the instance its game prefers. When that stream breaks or stays silent it is
sent again, elsewhere or over the next stream: the service does it once, by (game, ply) or by id.
"""

import asyncio
import itertools
from collections.abc import Callable, Iterable

from servicekit import logs
from servicekit.errors import BY_CODE, DomainError, Internal, Unavailable
from x0.game.v1 import events_pb2
from x0.game.v1 import service_pb2 as pb

from x0_gateway import metrics
from x0_gateway.play.instances import ranking, resolve
from x0_gateway.play.stream import PlayStream

_log = logs.get("x0_gateway.play")

RESOLVE_SECONDS = 5.0
# After this part of the time another instance is asked as well: a host that vanished
# without a word is noticed by its connection only later.
HEDGE_AFTER = 0.4

_GRPC_CODES = {
    3: "INVALID_ARGUMENT",
    5: "NOT_FOUND",
    6: "ALREADY_EXISTS",
    7: "PERMISSION_DENIED",
    8: "RESOURCE_EXHAUSTED",
    9: "FAILED_PRECONDITION",
    10: "ABORTED",
    14: "UNAVAILABLE",
    16: "UNAUTHENTICATED",
}

Deliver = Callable[[Iterable[events_pb2.GameEvent]], None]


class _Pending:
    __slots__ = ("answer", "request", "stream")

    def __init__(self, request: pb.PlayAction) -> None:
        self.request = request
        self.answer: asyncio.Future[pb.ActResponse] = asyncio.get_running_loop().create_future()
        self.stream: PlayStream | None = None


class PlayPool:
    def __init__(self, targets: str, deliver: Deliver, *, seconds: float) -> None:
        """`deliver` gets the events of an answer before the answer itself is handed on."""
        self._targets = targets
        self._deliver = deliver
        self._seconds = seconds
        self._ids = itertools.count(1)
        self._pending: dict[int, _Pending] = {}
        self._streams: dict[str, PlayStream] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def act(self, request: pb.ActRequest) -> pb.ActResponse:
        """Raises DomainError: what the game refused, or Unavailable when nobody answered."""
        number = next(self._ids)
        pending = _Pending(pb.PlayAction(request_id=number, act=request))
        self._pending[number] = pending
        try:
            with metrics.ACT_SECONDS.time():
                self._send(pending)
                async with asyncio.timeout(self._seconds):
                    first = self._seconds * HEDGE_AFTER
                    await asyncio.wait({pending.answer}, timeout=first)
                    if not pending.answer.done():
                        self._send(pending, other_than=pending.stream)
                    return await pending.answer
        except TimeoutError:
            raise Unavailable("unavailable", "the game service does not answer") from None
        finally:
            del self._pending[number]

    async def run(self) -> None:
        """Keeps a stream to every instance."""
        try:
            while True:
                try:
                    self._adjust(await resolve(self._targets))
                except OSError as error:
                    _log.warning("no address of the game service", **logs.describe(error))
                await asyncio.sleep(RESOLVE_SECONDS)
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _adjust(self, addresses: set[str]) -> None:
        for address in addresses - self._streams.keys():
            stream = PlayStream(address, self._answered, self._up, self._down)
            self._streams[address] = stream
            self._tasks[address] = asyncio.create_task(stream.run())
        for address in self._streams.keys() - addresses:
            # Its stream ends, which sends elsewhere what was on it.
            del self._streams[address]
            self._tasks.pop(address).cancel()

    def _send(self, pending: _Pending, other_than: PlayStream | None = None) -> None:
        """To the first of the game's instances that is up; later by `_up` when none is."""
        if not self._streams:
            return
        only = next(iter(self._streams)) if len(self._streams) == 1 else None
        game_id = pending.request.act.game_id
        for address in [only] if only else ranking(game_id, self._streams):
            stream = self._streams[address]
            if stream.usable and stream is not other_than:
                if pending.stream is not None:
                    metrics.ACT_RESENT.inc()
                pending.stream = stream
                stream.send(pending.request)
                return

    def _answered(self, response: pb.PlayAnswer) -> None:
        if response.WhichOneof("answer") == "done":
            try:
                self._deliver(response.done.events)
            except Exception as error:
                # Must not end the stream, and with it everybody else's actions.
                _log.error("events not delivered", exc_info=error)
        pending = self._pending.get(response.request_id)
        if pending is None or pending.answer.done():
            return  # too late, or the second answer of an action sent twice
        if response.WhichOneof("answer") == "done":
            pending.answer.set_result(response.done)
        else:
            pending.answer.set_exception(refusal(response.refused))

    def _up(self) -> None:
        metrics.PLAY_STREAMS.set(sum(s.usable for s in self._streams.values()))
        for pending in self._pending.values():
            if pending.stream is None:
                self._send(pending)

    def _down(self, stream: PlayStream) -> None:
        metrics.PLAY_STREAMS.set(sum(s.usable for s in self._streams.values()))
        for pending in self._pending.values():
            if pending.stream is stream:
                # Counts as sent nowhere until some stream takes it.
                pending.stream = None
                metrics.ACT_RESENT.inc()
                self._send(pending)


def refusal(found: pb.Refusal) -> DomainError:
    """The error that a unary call would have raised."""
    kind = BY_CODE.get(_GRPC_CODES.get(found.code, ""), Internal)
    error = kind(found.reason or "internal", found.message)
    error.metadata = dict(found.metadata)
    return error
