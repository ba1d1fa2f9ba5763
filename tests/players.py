"""Players who meet over the gateway, each on a gateway of its own."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from servicekit.ids import new_id
from x0.client import Client, GameRequest, GameView, TimeControl

PASSWORD = "a quiet long evening"
_turns = itertools.count()

# Black five in row 7; White answers in row 9.
FIVE = [(3, 7), (3, 9), (4, 7), (4, 9), (5, 7), (5, 9), (6, 7), (6, 9), (7, 7)]


@dataclass
class Table:
    """Two clients and the game between them, as each of them sees it."""

    first: Client
    second: Client
    game_id: str
    views: dict[str, GameView]
    acked: int = 0
    """The last version that an answer to an action named."""

    def view(self, seat: str) -> GameView:
        return self.views[seat]

    async def act(self, seat: str, kind: str, **more: Any) -> int:
        """An action of a seat, meant for the board as that seat sees it."""
        action = {"type": kind, **more}
        view = self.views[seat]
        self.acked = await view.act(action, ply=view.ply)
        return self.acked

    async def settle(self) -> None:
        """Both see the same version, with everything that was acknowledged to either."""
        latest = max(self.acked, *(view.version for view in self.views.values()))
        for view in self.views.values():
            await view.wait(lambda g: g.version >= latest, 10)

    async def place(self, *points: tuple[int, int]) -> None:
        """The side to act places a stone, then the next."""
        for point in points:
            await self.settle()
            seat = self.view("first").to_act
            assert seat is not None
            await self.act(seat, "place", point=list(point))


async def signed_up(urls: list[str], **more: Any) -> Client:
    """A client with an account, on the next gateway in turn."""
    n = next(_turns) % len(urls)
    client = Client(urls=[*urls[n:], *urls[:n]], **more)
    await client.register(f"p{new_id(10)}", PASSWORD)
    return client


async def guest(urls: list[str], **more: Any) -> Client:
    n = next(_turns) % len(urls)
    client = Client(urls=[*urls[n:], *urls[:n]], **more)
    await client.guest()
    return client


@asynccontextmanager
async def table(urls: list[str], mode: str = "x0", **settings: Any) -> AsyncIterator[Table]:
    """A new game between two new accounts."""
    one, two = await signed_up(urls), await signed_up(urls)
    try:
        yield await meet(one, two, mode, **settings)
    finally:
        await one.close()
        await two.close()


async def meet(one: Client, two: Client, mode: str = "x0", **settings: Any) -> Table:
    settings.setdefault("time_control", TimeControl(initial_seconds=600, increment_seconds=5))
    request = GameRequest(mode=mode, **settings)  # type: ignore[arg-type]
    seek = await one.seeks.create("open", request)
    game_id = await two.seeks.accept(seek.seek_id)
    return await at_table(one, two, game_id)


async def at_table(one: Client, two: Client, game_id: str) -> Table:
    views = [await one.watch(game_id), await two.watch(game_id)]
    if views[0].my_seat == "second":
        views.reverse()
        one, two = two, one
    return Table(one, two, game_id, {"first": views[0], "second": views[1]})
