"""A game as it is now, kept so by its events."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from x0.client.actions import Actions
from x0.client.errors import ClientError
from x0.client.event_stream import EventStream
from x0.client.models.apply import apply
from x0.client.models.base import Colour, GameStatus, Point, Seat
from x0.client.models.events import GameEvent, Replaced
from x0.client.models.games import Clocks, Live, Player, Result, Snapshot, Stone, Turn
from x0.client.models.opening import OpeningState
from x0.client.models.settings import Settings

# After an acknowledgement its event is normally there; waiting longer helps nobody.
SEEN_SECONDS = 2.0
NOT_FOLLOWED = "the game is not followed any more"

Act = Callable[[dict[str, Any], int | None, str | None], Awaitable[int]]


class GameView(Actions):
    """Of `Client.watch`. Never goes back in versions, never leaves one out."""

    def __init__(
        self,
        game_id: str,
        act: Act,
        close: Callable[[GameView], Awaitable[None]],
        my_id: Callable[[], str | None],
        offset_ms: Callable[[], float],
    ) -> None:
        self.game_id = game_id
        self._act = act
        self._close = close
        self._my_id = my_id
        self._offset_ms = offset_ms
        self._snapshot: Snapshot | None = None
        self._error: ClientError | None = None
        # Whether nothing more will come.
        self._over = False
        self._waiting: list[tuple[Callable[[GameView], bool], asyncio.Future[None]]] = []
        # Weak: a reader that left its loop is gone.
        self._streams: WeakSet[EventStream] = WeakSet()

    # What it shows

    @property
    def snapshot(self) -> Snapshot:
        """Everything; the same value that the server would send at this version."""
        if self._snapshot is None:
            raise self._error or ClientError("the game has not been received yet")
        return self._snapshot

    @property
    def settings(self) -> Settings:
        return self.snapshot.settings

    @property
    def stones(self) -> tuple[Stone, ...]:
        return self.snapshot.stones

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.snapshot.turns

    @property
    def ply(self) -> int:
        return len(self.snapshot.stones)

    @property
    def live(self) -> Live:
        return self.snapshot.live

    @property
    def status(self) -> GameStatus:
        return self.snapshot.status

    @property
    def active(self) -> bool:
        return self.snapshot.status == "active"

    @property
    def result(self) -> Result | None:
        return self.snapshot.result

    @property
    def to_act(self) -> Seat | None:
        return self.snapshot.live.to_act

    @property
    def opening(self) -> OpeningState:
        return self.snapshot.live.opening

    @property
    def clocks(self) -> Clocks:
        return self.snapshot.live.clocks

    @property
    def my_seat(self) -> Seat | None:
        """None: the client only watches."""
        return self.seat_of(self._my_id())

    @property
    def my_turn(self) -> bool:
        return self.to_act is not None and self.to_act == self.my_seat

    def seat_of(self, player_id: str | None) -> Seat | None:
        if player_id is None:
            return None
        if player_id == self.snapshot.first.player_id:
            return "first"
        return "second" if player_id == self.snapshot.second.player_id else None

    def player(self, seat: Seat) -> Player:
        return self.snapshot.first if seat == "first" else self.snapshot.second

    def colour_of(self, seat: Seat) -> Colour | None:
        """None while colours belong to nobody yet."""
        black = self.snapshot.live.black
        if black is None:
            return None
        return "black" if black == seat else "white"

    def stone_at(self, point: Point) -> Colour | None:
        for stone in self.snapshot.stones:
            if stone.point == point:
                return stone.colour
        return None

    def time_left(self, seat: Seat) -> float | None:
        """Seconds on a clock at this moment, by the server's time; None: untimed."""
        clocks = self.clocks
        left = clocks.first_ms if seat == "first" else clocks.second_ms
        if left is None:
            return None
        if clocks.running == seat:
            now = time.time() * 1000 + self._offset_ms()
            left -= int(max(0.0, now - clocks.at))
        return max(0, left) / 1000

    # What happens

    async def wait(self, until: Callable[[GameView], bool], timeout: float | None = None) -> None:
        """Returns once the condition holds; looked at after every change.

        Raises:
            TimeoutError: not within `timeout` seconds.
            ClientError: the game cannot be followed any more.
        """
        if self._snapshot is not None and until(self):
            return
        if self._over:
            raise self._error or ClientError(NOT_FOLLOWED)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (until, future)
        self._waiting.append(entry)
        try:
            async with asyncio.timeout(timeout):
                await future
        finally:
            if entry in self._waiting:
                self._waiting.remove(entry)

    async def wait_over(self, timeout: float | None = None) -> Snapshot:
        """The last snapshot, once the game is finished or aborted."""
        await self.wait(lambda game: not game.active, timeout)
        return self.snapshot

    def events(self) -> EventStream:
        """Every change from now on, in order, each once: `async for event in game.events()`.

        After a long absence the server may send the game whole: then `Replaced` stands for
        everything that was missed.
        """
        stream = EventStream(self)
        self._streams.add(stream)
        if self._over:
            stream.put(None)
        return stream

    @property
    def followed(self) -> bool:
        return not self._over

    @property
    def error(self) -> ClientError | None:
        """Why nothing more comes."""
        return self._error

    async def act(
        self, action: dict[str, Any], *, ply: int | None = None, action_id: str | None = None
    ) -> int:
        version = await self._act(action, ply, action_id)
        if self._snapshot is None or self._snapshot.version >= version:
            return version
        # What comes next is meant for the board after this.
        with suppress(TimeoutError, ClientError):
            await self.wait(lambda game: game.snapshot.version >= version, SEEN_SECONDS)
        return version

    async def close(self) -> None:
        """Stops following; the view stays as it was last."""
        await self._close(self)

    def _ply(self) -> int:
        return self.ply

    # Kept current by `GameFollower`

    @property
    def version(self) -> int:
        return self.snapshot.version

    def start(self, snapshot: Snapshot) -> None:
        """The first snapshot, or one that stands for events that were missed."""
        if self._snapshot is None:
            self._snapshot = snapshot
        elif snapshot.version > self._snapshot.version:
            self._snapshot = snapshot
            self._changed(Replaced("replaced", snapshot.version, snapshot))

    def add(self, event: GameEvent) -> None:
        """Raises VersionGap."""
        if event.version > self.snapshot.version:
            self._snapshot = apply(self.snapshot, event)
            self._changed(event)

    def finish(self, error: ClientError | None) -> None:
        """Nothing more will come."""
        self._over = True
        self._error = error
        for stream in list(self._streams):
            stream.put(None)
        for _, future in self._waiting:
            if not future.done():
                future.set_exception(error or ClientError(NOT_FOLLOWED))

    def _changed(self, event: GameEvent | Replaced) -> None:
        for stream in list(self._streams):
            stream.put(event)
        for until, future in list(self._waiting):
            if future.done():
                continue
            try:
                if until(self):
                    future.set_result(None)
            except Exception as error:
                future.set_exception(error)
