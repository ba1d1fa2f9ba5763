"""Live games under load: from a move sent to the opponent having it.

    .venv/bin/python bench/live_games.py --games 50,200 --seconds 60

Brings up the whole system on an empty folder, lets G games run with a move
every two seconds in each, and prints p50/p99 of three times, moves a second and
the CPU of every process. The clients run in processes of their own on the same
machine, and what they cost is printed too. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import jwt
import psutil
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from x0_engine import Position
from x0_launcher.cluster import Cluster

MOVE_EVERY = 2.0
# Everything comes from one address here: the limits that protect a public server are off.
UNLIMITED = {
    "X0_ADDRESS_RATE": "1000000",
    "X0_ADDRESS_BURST": "1000000",
    "X0_PLAYER_RATE": "1000000",
    "X0_PLAYER_BURST": "1000000",
    "X0_SOCKETS_PER_ADDRESS": "100000",
}


@dataclass
class Figures:
    """Seconds; `lost` counts moves whose event never reached the opponent."""

    ack: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    errors: int = 0
    lost: int = 0


class Seat:
    """One player's socket."""

    def __init__(self, socket: ClientConnection, figures: Figures) -> None:
        self.socket = socket
        self.figures = figures
        self.acks: dict[str, asyncio.Future[float]] = {}
        # By ply: a version may also be an event of another kind.
        self.seen: dict[int, asyncio.Future[float]] = {}
        self.ply = 0
        self.subscribed = asyncio.Event()
        self.reader: asyncio.Task[None] | None = None

    async def read(self) -> None:
        try:
            with suppress(ConnectionClosed):
                await self._read()
        finally:
            if self.socket.close_code not in (None, 1000):
                print("closed:", self.socket.close_code, file=sys.stderr)

    async def _read(self) -> None:
        async for text in self.socket:
            now = time.perf_counter()
            message = json.loads(text)
            kind = message["type"]
            if kind == "event":
                if message["event"]["type"] != "turn_played":
                    continue
                waiting = self.seen.pop(self.ply, None)
                self.ply += 1
                if waiting is not None and not waiting.done():
                    waiting.set_result(now)
            elif kind == "ack":
                waiting = self.acks.pop(message["id"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(now)
            elif kind == "ping":
                await self.send(type="pong", n=message["n"])
            elif kind == "subscribed":
                self.subscribed.set()
            elif kind == "error":
                self.figures.errors += 1
                print("error:", message["reason"], message["message"], file=sys.stderr)

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))


def quiet_moves(rng: random.Random, count: int) -> list[tuple[int, int]]:
    """Moves of a free-style game that nobody wins."""
    while True:
        position = Position("freestyle")
        points = [(x, y) for x in range(15) for y in range(15)]
        rng.shuffle(points)
        for point in points[:count]:
            if position.play(point) is not None:
                break
        else:
            return points[:count]


async def sit_down(
    http: httpx.AsyncClient, urls: list[str], key: tuple[str, str], number: int, figures: Figures
) -> tuple[str, list[Seat]]:
    """A new game and both sockets that follow it."""
    url = urls[number % len(urls)]
    tokens = [token(key, f"bench-{number}-{side}") for side in (0, 1)]
    settings = {
        "mode": "x0_freestyle",
        "rated": False,
        "time_control": {"untimed": False, "initial_seconds": 10_800, "increment_seconds": 0},
    }
    made = await http.post(
        f"{url}/v1/seeks",
        json={"kind": "room", "settings": settings, "seat": "first"},
        headers={"Authorization": f"Bearer {tokens[0]}"},
    )
    made.raise_for_status()
    taken = await http.post(
        f"{url}/v1/seeks/{made.json()['seek_id']}/accept",
        headers={"Authorization": f"Bearer {tokens[1]}"},
    )
    taken.raise_for_status()
    game = taken.json()["game_id"]
    seats = []
    for side in (0, 1):
        # The two players of a game may well be on different gateways.
        base = urls[(number + side) % len(urls)].replace("http", "ws")
        socket = await connect(f"{base}/v1/socket", compression=None, max_queue=64, open_timeout=60)
        seat = Seat(socket, figures)
        seat.reader = asyncio.create_task(seat.read())
        await seat.send(type="auth", token=tokens[side])
        await seat.send(type="subscribe", topic=f"game:{game}")
        await seat.subscribed.wait()
        seats.append(seat)
    return game, seats


async def play(
    game: str, seats: list[Seat], figures: Figures, number: int, moves: int, start_at: float
) -> None:
    rng = random.Random(number)
    loop = asyncio.get_running_loop()
    await asyncio.sleep(max(0.0, start_at - time.time()) + rng.random() * MOVE_EVERY)
    due = loop.time()
    for ply, point in enumerate(quiet_moves(rng, moves)):
        mover, opponent = seats[ply % 2], seats[1 - ply % 2]
        ack = mover.acks[f"m{ply}"] = loop.create_future()
        seen = opponent.seen[ply] = loop.create_future()
        sent = time.perf_counter()
        action = {"type": "place", "point": point}
        await mover.send(type="act", id=f"m{ply}", game=game, ply=ply, action=action)
        try:
            async with asyncio.timeout(10):
                figures.ack.append(await ack - sent)
                figures.seen.append(await seen - sent)
        except TimeoutError:
            figures.lost += 1
        due += MOVE_EVERY
        await asyncio.sleep(max(0.0, due - loop.time()))
    for seat in seats:
        await seat.socket.close()


def token(key: tuple[str, str], player: str) -> str:
    """An access token as the account service makes them, without four round trips each."""
    now = int(time.time())
    claims = {
        "sub": player,
        "name": player,
        "guest": False,
        "scope": "play read challenge",
        "sid": "bench",
        "iat": now,
        "exp": now + 3600,
    }
    return jwt.encode(claims, key[1], algorithm="EdDSA", headers={"kid": key[0]})


def clients(
    urls: list[str], key: tuple[str, str], numbers: list[int], moves: int, start_at: float,
    answer: Any,
) -> None:  # fmt: skip
    async def one(http: httpx.AsyncClient, window: asyncio.Semaphore, number: int) -> Figures:
        figures = Figures()
        try:
            async with window:
                game, seats = await sit_down(http, urls, key, number, figures)
            await play(game, seats, figures, number, moves, start_at)
        except (httpx.HTTPError, OSError, TimeoutError, WebSocketException) as error:
            print("game failed:", repr(error), file=sys.stderr)
            figures.errors += 1
        return figures

    async def run() -> list[Figures]:
        window = asyncio.Semaphore(8)
        async with httpx.AsyncClient(timeout=60) as http:
            return await asyncio.gather(*(one(http, window, number) for number in numbers))

    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            answer.put([vars(f) for f in runner.run(run())])
    except BaseException:
        # Whoever waits for the figures must not wait for ever.
        answer.put([])
        raise


def percentile(values: list[float], share: float) -> str:
    if not values:
        return "-"
    ordered = sorted(values)
    return f"{ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000:.1f}"


def cpu_seconds(processes: dict[str, psutil.Process]) -> dict[str, float]:
    used = {}
    for name, process in processes.items():
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        used[name] = times.user + times.system
    return used


async def measure(cluster: Cluster, key: tuple[str, str], games: int, seconds: int) -> None:
    moves = min(int(seconds / MOVE_EVERY), 200)
    workers = max(1, min(4, games // 100))
    answers: Any = multiprocessing.get_context("spawn").Queue()
    # All games run before the first move is timed.
    start_at = time.time() + 5 + games * 0.04
    numbers = [list(range(w, games, workers)) for w in range(workers)]
    processes = [
        multiprocessing.get_context("spawn").Process(
            target=clients, args=(cluster.urls, key, mine, moves, start_at, answers)
        )
        for mine in numbers
    ]
    for process in processes:
        process.start()
    watched = {name: psutil.Process(child.pid) for name, child in cluster.processes.items()}
    watched |= {f"clients-{i}": psutil.Process(p.pid) for i, p in enumerate(processes)}
    await asyncio.sleep(max(0.0, start_at + MOVE_EVERY - time.time()))
    before, began = cpu_seconds(watched), time.time()
    await asyncio.sleep(max(1.0, seconds - 2 * MOVE_EVERY))
    after, ended = cpu_seconds(watched), time.time()
    figures: list[dict[str, Any]] = []
    for _ in processes:
        figures += await asyncio.to_thread(answers.get)
    for process in processes:
        process.join()
    ack = [v for f in figures for v in f["ack"]]
    seen = [v for f in figures for v in f["seen"]]
    print(
        f"{games} games, {games / MOVE_EVERY:.0f} moves/s: "
        f"acknowledged p50 {percentile(ack, 0.5)} p99 {percentile(ack, 0.99)} ms, "
        f"opponent has it p50 {percentile(seen, 0.5)} p99 {percentile(seen, 0.99)} ms "
        f"({len(seen)} moves, {sum(f['lost'] for f in figures)} lost, "
        f"{sum(f['errors'] for f in figures)} errors)"
    )
    shares = [
        f"{name} {(after[name] - before[name]) / (ended - began):.2f}"
        for name in sorted(after)
        if name in before
    ]
    print("   cores used: " + ", ".join(shares), flush=True)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="50,200,500,1500", help="numbers of games, in turn")
    parser.add_argument("--seconds", type=int, default=40, help="length of each measurement")
    parser.add_argument("--copies", default="", help="for example game=2,gateway=2")
    args = parser.parse_args()
    copies = {
        name: int(count)
        for name, _, count in (part.partition("=") for part in args.copies.split(",") if part)
    }
    store = "secantusd-rs" if shutil.which("secantusd-rs") else "secantusd-py (default)"
    print(f"store: {store}; {os.cpu_count()} cores; a move every {MOVE_EVERY:.0f} s in each game")
    with tempfile.TemporaryDirectory(prefix="x0-bench-") as folder:
        async with Cluster(folder, quiet=True, env=UNLIMITED, copies=copies) as cluster:
            account = cluster.env("account")
            key = (account["X0_TOKEN_KEY_ID"], account["X0_TOKEN_PRIVATE_KEY"])
            for games in args.games.split(","):
                await measure(cluster, key, int(games), args.seconds)


if __name__ == "__main__":
    asyncio.run(main())
