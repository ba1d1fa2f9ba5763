"""Everything a player may do in a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from x0.client.models.base import Colour, Point


class Actions(ABC):
    """Each returns the version of the game after it.

    Each raises `Refused` with the server's reason, and then nothing has changed, or
    `Unreachable` when no answer came before the deadline.

    Turns are meant for the board as it is seen here: sent twice, they count once.
    """

    @abstractmethod
    async def act(
        self, action: dict[str, Any], *, ply: int | None = None, action_id: str | None = None
    ) -> int:
        """Any action as the server takes it; `ply` is needed for turns."""

    @abstractmethod
    def _ply(self) -> int:
        """Stones on the board."""

    async def _turn(self, kind: str, **fields: Any) -> int:
        return await self.act({"type": kind, **fields}, ply=self._ply())

    # Turns

    async def place(self, point: Point) -> int:
        return await self._turn("place", point=list(point))

    async def pass_turn(self) -> int:
        return await self._turn("pass")

    async def swap(self) -> int:
        return await self._turn("swap")

    async def keep(self) -> int:
        """Declines a swap."""
        return await self._turn("keep")

    async def choose(self, colour: Colour) -> int:
        return await self._turn("choose", colour=colour)

    async def add_two(self) -> int:
        """Swap2: one more black and one more white stone."""
        return await self._turn("add_two")

    async def offer(self, points: Iterable[Point]) -> int:
        """Candidates for the fifth stone."""
        return await self._turn("offer", points=[list(point) for point in points])

    async def pick(self, point: Point) -> int:
        """One of the candidates."""
        return await self._turn("pick", point=list(point))

    async def declare(self, count: int) -> int:
        """How many fifth stones will be offered."""
        return await self._turn("declare", count=count)

    # What takes no turn

    async def resign(self) -> int:
        return await self.act({"type": "resign"})

    async def offer_draw(self) -> int:
        return await self.act({"type": "offer_draw"})

    async def accept_draw(self) -> int:
        return await self.act({"type": "accept_draw"})

    async def decline_draw(self) -> int:
        return await self.act({"type": "decline_draw"})

    async def abort(self) -> int:
        return await self.act({"type": "abort"})

    async def ask_takeback(self) -> int:
        return await self.act({"type": "ask_takeback"})

    async def accept_takeback(self) -> int:
        return await self.act({"type": "accept_takeback"})

    async def decline_takeback(self) -> int:
        return await self.act({"type": "decline_takeback"})

    async def claim_no_draw(self) -> int:
        return await self.act({"type": "claim_no_draw"})

    async def rematch(self) -> int:
        """Offers a rematch, or accepts the other's offer."""
        return await self.act({"type": "rematch"})

    async def decline_rematch(self) -> int:
        return await self.act({"type": "decline_rematch"})
