"""What must hold after a fault test: acknowledgements, versions, clocks, ratings, the log."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from aiokafka import AIOKafkaConsumer
from servicekit.wire import enum_text
from x0.client import Client, Refused
from x0.client.hooks import Acked
from x0.game.v1 import events_pb2, settings_pb2
from x0_launcher.cluster import Cluster

# While one of these is down no clock may run.
CLOCK_STOPPERS = ("game-1", "store", "log")
# An outage is noticed by a missed sign of life: that, and the way of a move, is the slack.
SLACK_SECONDS = 2.5


@dataclass
class Down:
    name: str
    begin: float
    end: float


@dataclass
class Diary:
    """What the players were told. Times are `time.time()`."""

    acked: list[tuple[Acked, float]] = field(default_factory=list)
    games: dict[str, str] = field(default_factory=dict)
    versions: dict[tuple[str, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    downs: list[Down] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@dataclass
class Report:
    rounds: int = 0
    acked: int = 0
    games: int = 0
    lost: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    unrated: list[str] = field(default_factory=list)
    wrong_ratings: list[str] = field(default_factory=list)
    clocks_ran: list[str] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    longest_down: float = 0.0
    flags: int = 0

    def faults(self) -> list[str]:
        return [
            *(f"acknowledged and lost: {x}" for x in self.lost),
            *(f"version gap or duplicate: {x}" for x in self.gaps),
            *(f"not rated exactly once: {x}" for x in self.unrated),
            *(f"rating differs: {x}" for x in self.wrong_ratings),
            *(f"clock ran while the service was down: {x}" for x in self.clocks_ran),
            *(f"never ended: {x}" for x in self.unfinished),
            *(f"client failed: {x}" for x in self.errors),
        ]


async def verify(cluster: Cluster, diary: Diary, clients: list[Client]) -> Report:
    report = Report(
        rounds=len(diary.downs),
        acked=len(diary.acked),
        games=len(diary.games),
        errors=diary.errors,
        longest_down=max((d.end - d.begin for d in diary.downs), default=0.0),
    )
    for game_id in diary.games:
        await _finish_left(clients, game_id)
    snapshots = {game_id: await clients[0].games.get(game_id) for game_id in diary.games}
    for game_id, snapshot in snapshots.items():
        if snapshot.status == "active":
            report.unfinished.append(game_id)
        elif snapshot.result is not None and snapshot.result.reason == "time":
            report.flags += 1
            left = snapshot.live.clocks
            if min(left.first_ms or 0, left.second_ms or 0) != 0:
                report.unfinished.append(f"{game_id} lost on time with time left")
    _check_acks(report, diary, snapshots)
    _check_versions_seen(report, diary)
    _check_clocks(report, diary, snapshots)
    await _check_log(report, cluster, snapshots)
    await _check_ratings(report, cluster, diary, snapshots, clients)
    return report


async def _finish_left(clients: list[Client], game_id: str) -> None:
    """Games that a table gave up on are resigned, so that every game has an end."""
    snapshot = await clients[0].games.get(game_id)
    if snapshot.status != "active":
        return
    owner = next(c for c in clients if c.player_id == snapshot.first.player_id)
    with suppress(Refused):
        await owner.act(game_id, {"type": "resign"})


def _check_acks(report: Report, diary: Diary, snapshots: dict[str, Any]) -> None:
    for acked, _ in diary.acked:
        snapshot = snapshots.get(acked.game_id)
        if snapshot is None:
            continue
        action, ply = acked.message["action"], acked.message["ply"]
        if acked.version > snapshot.version:
            report.lost.append(f"{acked.game_id} version {acked.version}")
        if action["type"] == "place":
            stones = snapshot.stones
            if ply >= len(stones) or list(stones[ply].point) != list(action["point"]):
                report.lost.append(f"{acked.game_id} ply {ply}")


def _check_versions_seen(report: Report, diary: Diary) -> None:
    for (game_id, side), seen in diary.versions.items():
        if seen and seen != list(range(seen[0], seen[0] + len(seen))):
            report.gaps.append(f"{game_id} as seen by {side}: {seen}")


def _check_clocks(report: Report, diary: Diary, snapshots: dict[str, Any]) -> None:
    """A turn is charged at most the time between two acknowledgements, less what was down."""
    placed: dict[str, dict[int, float]] = defaultdict(dict)
    for acked, when in diary.acked:
        if acked.message["action"]["type"] == "place":
            placed[acked.game_id][acked.message["ply"]] = when
    for game_id, by_ply in placed.items():
        turns = [t for t in snapshots[game_id].turns if t.type == "place"]
        for ply in sorted(by_ply):
            if ply - 1 not in by_ply or ply >= len(turns):
                continue
            begin, end = by_ply[ply - 1], by_ply[ply]
            down = sum(
                max(0.0, min(end, d.end) - max(begin, d.begin))
                for d in diary.downs
                if d.name in CLOCK_STOPPERS
            )
            allowed = end - begin - down + SLACK_SECONDS
            if turns[ply].spent_ms / 1000 > allowed and down > 0:
                report.clocks_ran.append(
                    f"{game_id} ply {ply}: {turns[ply].spent_ms} ms, {down:.1f} s down"
                )


async def _check_log(report: Report, cluster: Cluster, snapshots: dict[str, Any]) -> None:
    """In the log every game has each version, the first ones in order."""
    for game_id, snapshot in snapshots.items():
        seen = (await _read_log(cluster)).get(game_id, [])
        firsts = list(dict.fromkeys(seen))
        if firsts != list(range(1, snapshot.version + 1)):
            report.gaps.append(f"{game_id} in the log: {firsts}, is at {snapshot.version}")


_log_cache: dict[str, dict[str, list[int]]] = {}


async def _read_log(cluster: Cluster) -> dict[str, list[int]]:
    if cluster.kafka not in _log_cache:
        versions: dict[str, list[int]] = defaultdict(list)
        for key, value in await read_topic(cluster.kafka, "x0.game.events.v1"):
            versions[key].append(events_pb2.GameEvent.FromString(value).version)
        _log_cache[cluster.kafka] = versions
    return _log_cache[cluster.kafka]


async def read_topic(kafka: str, topic: str) -> list[tuple[str, bytes]]:
    """Everything that is in a topic: (key, value), in the order of each partition."""
    # Not by seeking: the first position, sought in the background, may come after that.
    consumer = AIOKafkaConsumer(
        topic, bootstrap_servers=kafka, enable_auto_commit=False, auto_offset_reset="earliest"
    )
    await consumer.start()
    try:
        async with asyncio.timeout(60):
            # A broker that has just come back tells its partitions a moment later.
            while not consumer.assignment():
                await asyncio.sleep(0.1)
        partitions = sorted(consumer.assignment())
        ends = await consumer.end_offsets(partitions)
        found = []
        for partition in partitions:
            while await consumer.position(partition) < ends[partition]:
                batch = await consumer.getmany(partition, timeout_ms=1000)
                for record in batch.get(partition, []):
                    found.append(((record.key or b"").decode(), record.value))
        return found
    finally:
        await consumer.stop()


async def _check_ratings(
    report: Report,
    cluster: Cluster,
    diary: Diary,
    snapshots: dict[str, Any],
    clients: list[Client],
) -> None:
    finished = {g for g, s in snapshots.items() if s.status == "finished"}
    async with asyncio.timeout(60):
        while True:
            rated: dict[str, Any] = {}
            counts: dict[str, int] = defaultdict(int)
            for client in clients:
                for mode in ("x0", "gomoku", "renju"):
                    async for game in client.ratings.history(client.player_id or "", mode):  # type: ignore[arg-type]
                        rated[game.game_id] = game
                        counts[game.game_id] += 1
            if set(rated) >= finished:
                break
            await asyncio.sleep(1)
    for game_id in finished:
        # Once in the history of each player.
        if counts[game_id] != 2:
            report.unrated.append(f"{game_id}: {counts[game_id]} times")
    for game_id in set(rated) - finished:
        report.unrated.append(f"{game_id} was rated and is not finished")
    _recompute(report, rated)
    for client in clients:
        ratings = await client.ratings.of(client.player_id or "")
        for mode, rating in ratings.items():
            last = [g for g in rated.values() if g.mode == mode and _has(g, client.player_id)]
            if rating.games != len(last):
                report.wrong_ratings.append(f"{client.player_id} {mode}: {rating.games} games")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "x0_rating.recalculate", "--from", "log", "--check",
        env={**os.environ, **cluster.env("rating")},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    if process.returncode != 0:
        report.wrong_ratings.append(f"recalculation: {output.decode()[-500:]}")
    unique = set()
    for _, value in await read_topic(cluster.kafka, "x0.game.finished.v1"):
        message = events_pb2.GameFinished.FromString(value)
        unique.add(message.game_id)
        assert enum_text(settings_pb2.Mode, message.mode) == diary.games[message.game_id]
    if unique != finished:
        report.unrated.append(f"finished games in the log: {unique ^ finished}")


def _has(game: Any, player_id: str | None) -> bool:
    return player_id in (game.first.player_id, game.second.player_id)


def _recompute(report: Report, rated: dict[str, Any]) -> None:
    """Elo once more (platform.md 2), from the results in the order of each mode."""
    for mode in ("x0", "gomoku", "renju"):
        table: dict[str, tuple[float, int]] = {}
        games = sorted((g for g in rated.values() if g.mode == mode), key=lambda g: g.sequence)
        if [g.sequence for g in games] != list(range(1, len(games) + 1)):
            report.wrong_ratings.append(f"{mode}: sequence {[g.sequence for g in games]}")
        for game in games:
            sides = (game.first, game.second)
            before = [table.get(s.player_id, (1500.0, 0)) for s in sides]
            for side, own, other in zip(sides, before, before[::-1], strict=True):
                rating, played = own
                k = 64 if played < 10 else 32 if rating < 2000 else 24 if rating < 2300 else 16
                expected = 1 / (1 + 10 ** ((other[0] - rating) / 400))
                after = rating + k * (side.score - expected)
                if abs(after - side.after) > 1e-6 or abs(rating - side.before) > 1e-6:
                    report.wrong_ratings.append(f"{game.game_id} {side}")
                table[side.player_id] = (side.after, played + 1)
