"""Games go on while processes are killed; afterwards everything is counted.

    .venv/bin/python tests/faults.py --rounds 60

Tables of two accounts play rated games one after the other, all together some
twenty moves a second, each client logging what was acknowledged to it. Every
few seconds a random process of the system is killed with -9 and comes back.
`verify` then looks at what the players were told, at the store (through the
gateway) and at the whole log.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import suppress
from typing import Any

from fault_checks import Diary, Down, Report, verify
from players import Table, at_table, signed_up
from unlimited import UNLIMITED
from x0.client import Client, ClientError, GameRequest, Refused, TimeControl
from x0.client.hooks import Acked, Hooks
from x0.client.models.opening import ChooseChoice, PickChoice, PlaceChoice
from x0_launcher.cluster import Cluster

TARGETS = ("game-1", "rating-1", "account-1", "gateway-1", "gateway-2", "store", "log")


class Room:
    """One table: two accounts who play one rated game after the other."""

    def __init__(self, number: int, one: Client, two: Client, diary: Diary, pace: float) -> None:
        self.number = number
        self.one = one
        self.two = two
        self.diary = diary
        self.pace = pace
        self.rng = random.Random(number)
        self.stopping = asyncio.Event()

    async def run(self) -> None:
        while not self.stopping.is_set():
            try:
                await self._game()
            except (ClientError, TimeoutError) as error:
                # The system may be away for longer than a client waits; the game goes on later.
                await asyncio.sleep(0.5)
                if not isinstance(error, Refused):
                    continue
                if error.reason not in ("unavailable", "busy", "rate_limited"):
                    self.diary.errors.append(f"table {self.number}: {error!r}")

    async def _game(self) -> None:
        mode = ("x0", "gomoku", "renju")[self.number % 3]
        flags = self.number % 6 == 5
        control = TimeControl(initial_seconds=8 if flags else 120, increment_seconds=0)
        request = GameRequest(mode, control, rated=True)  # type: ignore[arg-type]
        seek = await self.one.seeks.create("open", request)
        game_id = await self.two.seeks.accept(seek.seek_id)
        self.diary.games[game_id] = mode
        table = await at_table(self.one, self.two, game_id)
        watchers = [
            asyncio.create_task(self._note(table, seat, n))
            for n, seat in enumerate(("first", "second"))
        ]
        try:
            await self._play(table, self.rng.randint(12, 60), flags)
        finally:
            for watcher in watchers:
                watcher.cancel()
            for view in table.views.values():
                with suppress(ClientError, TimeoutError):
                    await view.close()

    async def _note(self, table: Table, seat: str, n: int) -> None:
        stream = table.view(seat).events()
        seen = self.diary.versions[table.game_id, n]
        async for event in stream:
            # A snapshot instead of events starts the count anew.
            if event.type == "replaced":
                seen.clear()
            seen.append(event.version)

    async def _play(self, table: Table, moves: int, flags: bool) -> None:
        view = table.view("first")
        for n in range(moves):
            if not view.active:
                return
            try:
                await table.settle()
            except TimeoutError:
                # A client that is behind would mean its move for a position that is gone.
                continue
            if flags and n >= 6:
                # Somebody stops playing: the server must notice by itself.
                await view.wait_over(60)
                return
            seat = view.to_act
            if seat is None:
                return
            await self._act(table, seat)
            await asyncio.sleep(self.pace * (0.5 + self.rng.random()))
        seat = self.rng.choice(("first", "second"))
        await self._insist(table, seat, "resign")
        await view.wait_over(60)

    async def _act(self, table: Table, seat: str) -> None:
        view = table.view(seat)
        taken = {stone.point for stone in view.stones}
        empty = [(x, y) for x in range(3, 12) for y in range(3, 12) if (x, y) not in taken]
        if view.opening.done or not view.opening.choices:
            await self._insist(table, seat, "place", point=list(self.rng.choice(empty)))
            return
        # Everything but the offer of ten, which other tests play.
        choice = self.rng.choice([c for c in view.opening.choices if c.type != "offer"])
        if isinstance(choice, PlaceChoice):
            points = empty if choice.anywhere else list(choice.zone)
            await self._insist(table, seat, "place", point=list(self.rng.choice(points)))
        elif isinstance(choice, ChooseChoice):
            await self._insist(table, seat, "choose", colour=self.rng.choice(choice.colours))
        elif isinstance(choice, PickChoice):
            await self._insist(table, seat, "pick", point=list(self.rng.choice(choice.points)))
        else:
            await self._insist(table, seat, choice.type)

    async def _insist(self, table: Table, seat: str, kind: str, **more: Any) -> None:
        """Tries the same action until it is answered; a game that is over is an answer."""
        view = table.view(seat)
        ply = view.ply
        action_id = f"{table.game_id}-{kind}-{ply}-{self.rng.randrange(10**6)}"
        end = time.monotonic() + 90
        while time.monotonic() < end:
            try:
                table.acked = await view.act({"type": kind, **more}, ply=ply, action_id=action_id)
                return
            except Refused as refused:
                if refused.reason in ("game_over", "time_is_up"):
                    return
                if refused.reason not in ("unavailable", "busy"):
                    raise
            except (ClientError, TimeoutError):
                pass
            await asyncio.sleep(0.2)
        raise TimeoutError(f"no answer to {kind} in 90 s")


async def play_with_faults(
    cluster: Cluster, rounds: int, seed: int, tables: int = 12, pace: float = 0.6
) -> tuple[Diary, list[Client]]:
    diary = Diary()

    def noted(acked: Acked) -> None:
        diary.acked.append((acked, time.time()))

    clients = [
        await signed_up(cluster.urls, hooks=Hooks(on_ack=noted), deadline=20)
        for _ in range(2 * tables)
    ]
    rooms = [Room(n, clients[2 * n], clients[2 * n + 1], diary, pace) for n in range(tables)]
    tasks = [asyncio.create_task(room.run()) for room in rooms]
    rng = random.Random(seed)
    await asyncio.sleep(3)
    for number in range(rounds):
        name = rng.choice(TARGETS)
        begin = time.time()
        await cluster.kill(name)
        # The state of before the kill must not pass for ready.
        await asyncio.sleep(0.3)
        await cluster.wait_ready(name)
        diary.downs.append(Down(name, begin, time.time()))
        if sys.stderr.isatty():
            print(f"round {number + 1}: {name}, {time.time() - begin:.1f} s", file=sys.stderr)
        await asyncio.sleep(1 + 3 * rng.random())
    for room in rooms:
        room.stopping.set()
    async with asyncio.timeout(240):
        await asyncio.gather(*tasks)
    return diary, clients


async def run(folder: str, rounds: int, seed: int, **more: Any) -> Report:
    async with Cluster(folder, copies={"gateway": 2}, quiet=True, env=UNLIMITED) as cluster:
        diary, clients = await play_with_faults(cluster, rounds, seed, **more)
        try:
            return await verify(cluster, diary, clients)
        finally:
            for client in clients:
                await client.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="keep data and logs here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="x0-faults-") as temporary:
        report = asyncio.run(run(args.folder or temporary, args.rounds, args.seed))
    print(
        f"{report.rounds} rounds, longest {report.longest_down:.1f} s down; "
        f"{report.games} games ({report.flags} lost on time), {report.acked} acknowledged actions"
    )
    for fault in report.faults():
        print(fault)
    print(f"{len(report.faults())} faults")
    sys.exit(1 if report.faults() else 0)


if __name__ == "__main__":
    main()
