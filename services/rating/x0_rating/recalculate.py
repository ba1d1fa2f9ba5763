"""Recomputes the rating table, and compares it with the stored one or puts it in its place.

    python -m x0_rating.recalculate --check               compare only, from the store's games
    python -m x0_rating.recalculate --from log --check    compare only, from the event log
    python -m x0_rating.recalculate --from log            rewrite what differs

Rewriting needs the rating service stopped, and keeps it from rating until it is done. One
that was interrupted is finished by running it again with the same source.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError
from servicekit import logs
from servicekit.settings import ServiceSettings
from tqdm import tqdm

from x0_rating import domain
from x0_rating.domain import FinishedGame, Head, RatedGame, Standing, Table
from x0_rating.events import GROUP, read_finished
from x0_rating.main import open_store
from x0_rating.store import MongoStore

MAX_SHOWN = 50


class Stop(Exception):
    """The reason why nothing was done, for people."""


@dataclass(slots=True)
class Wanted:
    """A mode as it should be."""

    mode: str
    games: list[RatedGame] = field(default_factory=list)
    # Player -> (sequence number of the last game, standing after it).
    standings: dict[str, tuple[int, Standing]] = field(default_factory=dict)
    head: Head = field(default_factory=lambda: Head(""))


@dataclass(slots=True)
class Differences:
    """What is not as it should be, in words and by kind for the rewrite."""

    lines: list[str] = field(default_factory=list)
    changed: list[RatedGame] = field(default_factory=list)
    extra_games: list[str] = field(default_factory=list)
    rows: list[tuple[int, Standing]] = field(default_factory=list)
    extra_rows: list[str] = field(default_factory=list)
    head: bool = False


def compute(mode: str, games: Iterable[FinishedGame], label: str) -> Wanted:
    """From the games in their order; the first occurrence of an id counts."""
    table = Table(mode)
    wanted = Wanted(mode)
    seen: set[str] = set()
    for game in tqdm(games, desc=f"{label} {mode}", unit=" games"):
        if game.game_id in seen:
            continue
        seen.add(game.game_id)
        rated = table.add(game)
        wanted.games.append(rated)
        for side in rated.sides:
            wanted.standings[side.after.player] = (rated.sequence, side.after)
    wanted.head = domain.advance(Head(mode), wanted.games)
    return wanted


async def from_log(kafka: str) -> dict[str, list[FinishedGame]]:
    games: dict[str, list[FinishedGame]] = {mode: [] for mode in domain.MODES}
    with tqdm(desc="reading the log", unit=" records") as bar:
        async for read, total, game in read_finished(kafka):
            bar.total = total
            bar.update(read - bar.n)
            if game is not None:
                games[game.mode].append(game)
    return games


async def from_store(store: MongoStore) -> dict[str, list[FinishedGame]]:
    games: dict[str, list[FinishedGame]] = {}
    for mode in domain.MODES:
        total = await store.count_games(mode)
        found = []
        with tqdm(desc=f"reading {mode}", unit=" games", total=total) as bar:
            async for game in store.all_games(mode):
                found.append(game)
                bar.update()
        # Those that a stopped rewrite has set aside carry their place as a negative number.
        found.sort(key=lambda g: abs(g.sequence))
        games[mode] = [g.game for g in found]
    return games


async def compare(store: MongoStore, wanted: Wanted, *, upto: int | None) -> Differences:
    """`upto`: stored games after this place, and what follows from them, are left out."""
    mode = wanted.mode
    result = Differences()
    missing = {game.game_id: game for game in wanted.games}
    later: set[str] = set()
    with tqdm(desc=f"comparing {mode}", unit=" games", total=len(missing)) as bar:
        async for stored in store.all_games(mode):
            bar.update()
            game = missing.pop(stored.game_id, None)
            if game is None:
                if upto is not None and stored.sequence > upto:
                    later.update(side.after.player for side in stored.sides)
                    continue
                result.extra_games.append(stored.game_id)
                result.lines.append(
                    f"{mode}: game {stored.game_id} is stored, but not in the source"
                )
            elif game != stored:
                result.changed.append(game)
                result.lines.append(f"{mode}: game {stored.game_id} is {stored}, should be {game}")
    for game in missing.values():
        result.changed.append(game)
        result.lines.append(f"{mode}: game {game.game_id} is not rated, should be {game}")
    absent = dict(wanted.standings)
    async for sequence, standing in store.all_standings(mode):
        should = absent.pop(standing.player, None)
        if standing.player in later:
            continue
        if should is None:
            result.extra_rows.append(standing.player)
            result.lines.append(f"{mode}: {standing} has no games")
        elif should != (sequence, standing):
            result.rows.append(should)
            result.lines.append(f"{mode}: {standing} at {sequence}, should be {should[1]}")
    for player, row in absent.items():
        if player not in later:
            result.rows.append(row)
            result.lines.append(f"{mode}: no row, should be {row[1]}")
    head = (await store.heads([mode]))[mode]
    if not later and head != wanted.head:
        result.head = True
        result.lines.append(f"{mode}: head {_brief(head)}, should be {_brief(wanted.head)}")
    return result


def _brief(head: Head) -> str:
    counted = sum(head.buckets.values())
    return f"{head.sequence} games, {head.players} players, {counted} in the histogram"


async def service_runs(kafka: str) -> bool:
    """Whether any instance of the service is a member of the consumer group."""
    admin = AIOKafkaAdminClient(bootstrap_servers=kafka)
    await admin.start()
    try:
        for response in await admin.describe_consumer_groups([GROUP]):
            for _error, _group, _state, _kind, _protocol, members, *_ in response.groups:
                if members:
                    return True
    finally:
        await admin.close()
    return False


async def rewrite(store: MongoStore, wanted: Wanted, found: Differences) -> None:
    """Records first, then rows, then the head: in the order in which one follows from another."""
    mode = wanted.mode
    await store.remove_games(found.extra_games)
    await store.set_aside(found.changed)
    for start in tqdm(range(0, len(found.changed), 500), desc=f"writing {mode}", unit=" batches"):
        await store.put_games(found.changed[start : start + 500])
    await store.put_standings(mode, found.rows)
    await store.remove_standings(mode, found.extra_rows)
    await store.put_head(wanted.head)


async def recalculate(
    settings: ServiceSettings, *, source: str, check: bool, drop_missing: bool, wait: float
) -> int:
    """0: the table is right (now); 1: `check` found differences. Raises Stop."""
    store, close = open_store(settings)
    try:
        await store.prepare()
        if check:
            return await _check(settings, store, source, wait)
        # First the lock, then the look: an instance that starts in between finds it.
        fresh = await store.lock()
        try:
            await _rewrite_all(settings, store, source, drop_missing)
        except Stop:
            # Nothing was written. A lock that was there before means a half-written table.
            if fresh:
                await store.unlock()
            raise
        await store.unlock()
        return 0
    finally:
        await close()


async def _wanted(settings: ServiceSettings, store: MongoStore, source: str) -> list[Wanted]:
    try:
        games = await (from_log(settings.kafka) if source == "log" else from_store(store))
    except KafkaError as error:
        raise Stop(f"the log does not answer: {type(error).__name__}") from error
    return [compute(mode, games[mode], "computing") for mode in domain.MODES]


async def _check(settings: ServiceSettings, store: MongoStore, source: str, wait: float) -> int:
    wanted = await _wanted(settings, store, source)
    await _settle(store, wanted, wait)
    lines: list[str] = []
    for one in wanted:
        # While games are rated, the store is ahead of what was read.
        lines += (await compare(store, one, upto=len(one.games))).lines
    _show(lines)
    return 1 if lines else 0


async def _rewrite_all(
    settings: ServiceSettings, store: MongoStore, source: str, drop_missing: bool
) -> None:
    """Raises Stop only before anything is written."""
    try:
        if await service_runs(settings.kafka):
            raise Stop("the rating service runs; stop it, or use --check")
    except KafkaError as error:
        raise Stop(f"the log does not answer: {type(error).__name__}") from error
    wanted = await _wanted(settings, store, source)
    found = [await compare(store, one, upto=None) for one in wanted]
    _show([line for one in found for line in one.lines])
    extra = sum(len(one.extra_games) for one in found)
    if extra and not drop_missing:
        raise Stop(
            f"{extra} rated games are not in the source and would be lost; "
            "--drop-missing removes them, --from store keeps them"
        )
    for one, differences in zip(wanted, found, strict=True):
        if differences.lines:
            await rewrite(store, one, differences)


async def _settle(store: MongoStore, wanted: list[Wanted], wait: float) -> None:
    """Gives a running service a moment to rate what was read from the log."""
    for _ in range(int(wait / 0.5)):
        heads = await store.heads(domain.MODES)
        if all(heads[one.mode].sequence >= len(one.games) for one in wanted):
            return
        await asyncio.sleep(0.5)


def _show(lines: list[str]) -> None:
    for line in lines[:MAX_SHOWN]:
        sys.stdout.write(line + "\n")
    if len(lines) > MAX_SHOWN:
        sys.stdout.write(f"... and {len(lines) - MAX_SHOWN} more\n")
    sys.stdout.write(f"{len(lines)} differences\n")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m x0_rating.recalculate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--from", dest="source", choices=("log", "store"), default="store",
        help="the log of finished games, or the games in the rating store (default)",
    )  # fmt: skip
    parser.add_argument("--check", action="store_true", help="compare only; exit 1 if different")
    parser.add_argument(
        "--drop-missing", action="store_true", help="remove rated games that are not in the source"
    )
    parser.add_argument(
        "--wait", type=float, default=10.0, metavar="SECONDS",
        help="with --check: how long a running service may take to catch up (default 10)",
    )  # fmt: skip
    chosen = parser.parse_args(arguments)
    settings = ServiceSettings()
    logs.configure("rating-recalculate", settings.instance, "WARNING")
    try:
        return asyncio.run(
            recalculate(
                settings,
                source=chosen.source,
                check=chosen.check,
                drop_missing=chosen.drop_missing,
                wait=chosen.wait,
            )
        )
    except Stop as reason:
        sys.stderr.write(f"{reason}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
