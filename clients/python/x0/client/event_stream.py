"""One reader of a game's events."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Self

from x0.client.models.events import GameEvent, Replaced

if TYPE_CHECKING:
    from x0.client.view import GameView


class EventStream:
    """Asynchronous iterator; ends when the game is not followed any more."""

    def __init__(self, game: GameView) -> None:
        self._game = game
        self._items: deque[GameEvent | Replaced | None] = deque()
        self._some = asyncio.Event()

    def put(self, item: GameEvent | Replaced | None) -> None:
        self._items.append(item)
        self._some.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> GameEvent | Replaced:
        """Raises ClientError when the server does not let the client follow the game."""
        while not self._items:
            self._some.clear()
            await self._some.wait()
        item = self._items[0]
        if item is None:
            # Stays: whoever asks again hears the same.
            if self._game.error is not None:
                raise self._game.error
            raise StopAsyncIteration
        return self._items.popleft()  # type: ignore[return-value]
