"""`x0 replay FILE`."""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections import Counter
from pathlib import Path
from typing import Any, get_args

from tqdm import tqdm
from x0.client.cli import words
from x0.client.cli.replay import elo
from x0.client.cli.replay.player import Outcome, replay
from x0.client.cli.replay.recorded import Recorded, Skipped, read, request_for
from x0.client.client import Client
from x0.client.errors import ClientError
from x0.client.models import base
from x0.client.models.settings import GameRequest

# A player cannot be in more games than this at once.
MOST_PARALLEL = 40
RATED_SECONDS = 60.0
SHOWN_DIFFERENCES = 20


def add_parser(commands: Any) -> None:
    parser = commands.add_parser(
        "replay",
        help="play recorded games between two accounts and compare",
        description="Plays the games of a file (JSON lines, .gz or not) through the server, "
        "between two players, and compares every result with the record. Exit code 1 when "
        "something differs.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--parallel", type=int, default=8, metavar="N", help="default 8")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N games")
    parser.add_argument("--mode", choices=get_args(base.Mode), help="default: as the rules fit")
    parser.add_argument(
        "--ratings",
        action="store_true",
        help="compute all ratings anew and compare (new accounts only)",
    )
    parser.add_argument(
        "--accounts",
        nargs=4,
        metavar=("NAME", "PASSWORD", "NAME", "PASSWORD"),
        help="default: two new ones with names by chance",
    )
    parser.set_defaults(run=run)


async def run(client: Client, args: argparse.Namespace) -> int:
    """`client` is only asked for the server: the two players have clients of their own."""
    if args.ratings and args.accounts:
        raise ClientError("--ratings needs players without a past: leave --accounts out")
    todo, skipped = _choose(args)
    if not todo:
        print("There is no game to replay.")
        _some("Skipped:", [f"line {s.number}: {s.why}" for s in skipped])
        return 1
    async with Client(args.url) as one, Client(args.url) as two:
        await _sign_in(one, two, args.accounts)
        print(f"{one.name} and {two.name} play {len(todo)} games, {args.parallel} at a time.")
        outcomes, failures = await _play_all(one, two, todo, args.parallel)
        wrong = [o for o in outcomes if o.difference is not None]
        _report(outcomes, skipped, failures)
        code = 1 if wrong or failures else 0
        if args.ratings:
            code |= await _compare_ratings(one, two, outcomes)
    return code


def _choose(
    args: argparse.Namespace,
) -> tuple[list[tuple[Recorded, GameRequest]], list[Skipped]]:
    todo: list[tuple[Recorded, GameRequest]] = []
    skipped: list[Skipped] = []
    for found in read(args.file):
        if args.limit is not None and len(todo) >= args.limit:
            break
        if isinstance(found, Skipped):
            skipped.append(found)
            continue
        try:
            todo.append((found, request_for(found, args.mode)))
        except ValueError as error:
            skipped.append(Skipped(found.number, str(error)))
    return todo, skipped


async def _sign_in(one: Client, two: Client, given: list[str] | None) -> None:
    if given is not None:
        await one.log_in(given[0], given[1])
        await two.log_in(given[2], given[3])
        return
    for client in (one, two):
        await client.register(f"replay{secrets.token_hex(4)}", secrets.token_urlsafe(16))


async def _play_all(
    one: Client, two: Client, todo: list[tuple[Recorded, GameRequest]], parallel: int
) -> tuple[list[Outcome], list[str]]:
    waiting = iter(todo)
    outcomes: list[Outcome] = []
    failures: list[str] = []
    with tqdm(total=len(todo), unit="game", disable=None) as progress:

        async def worker() -> None:
            # Sockets of its own: the server limits how much one may send.
            async with Client(like=one) as first, Client(like=two) as second:
                for game, request in waiting:
                    try:
                        outcomes.append(await replay(first, second, game, request))
                    except (ClientError, TimeoutError) as error:
                        failures.append(f"{game.text}: {error or 'no answer in time'}")
                    progress.update()

        workers = max(1, min(parallel, MOST_PARALLEL, len(todo)))
        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(worker())
    return outcomes, failures


def _report(outcomes: list[Outcome], skipped: list[Skipped], failures: list[str]) -> None:
    count: Counter[tuple[str, str]] = Counter()
    equal: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        what = (outcome.snapshot.settings.mode, outcome.game.end)
        count[what] += 1
        equal[what] += outcome.difference is None
    rows = [
        [mode, end, str(n), str(equal[mode, end]), str(n - equal[mode, end])]
        for (mode, end), n in sorted(count.items())
    ]
    n, same = count.total(), equal.total()
    rows.append(["all", "", str(n), str(same), str(n - same)])
    print(words.table(rows, ["mode", "end in the record", "games", "equal", "different"]))
    lines = [f"{o.game.text}: {o.difference}" for o in outcomes if o.difference is not None]
    _some("Different:", lines)
    _some("Not played to the end:", failures)
    _some("Skipped:", [f"line {s.number}: {s.why}" for s in skipped])


def _some(title: str, lines: list[str]) -> None:
    if lines:
        print(f"{title} {len(lines)}")
        for line in lines[:SHOWN_DIFFERENCES]:
            print(f"  {line}")
        if len(lines) > SHOWN_DIFFERENCES:
            print(f"  and {len(lines) - SHOWN_DIFFERENCES} more")


async def _compare_ratings(one: Client, two: Client, outcomes: list[Outcome]) -> int:
    """Every rating before and after every game, in the order in which the server rated them."""
    rated = {o.snapshot.game_id: o for o in outcomes if _is_rated(o)}
    if not rated:
        print("Ratings: no rated game was played.")
        return 0
    for game_id in rated:
        await one.rated(game_id, RATED_SECONDS)
    wrong: list[str] = []
    histories = []
    for client in (one, two):
        found = [game async for game in client.ratings.history(client.player_id or "", "x0")]
        histories.append(sorted(found, key=lambda game: game.sequence))
    if histories[0] != histories[1]:
        wrong.append("the two players' histories differ")
    scores = {game_id: outcome.first_score for game_id, outcome in rated.items()}
    wrong += elo.differences(histories[0], scores)
    table = elo.Table()
    for game in histories[0]:
        if game.game_id in scores:
            table.play(game.first.player_id, game.second.player_id, scores[game.game_id])
    for client in (one, two):
        player_id = client.player_id or ""
        now = (await client.ratings.of(player_id))["x0"]
        mine = table.rating(player_id)
        if abs(now.rating - mine) > elo.EQUAL_WITHIN or now.games != table.count(player_id):
            wrong.append(f"{client.name} has {now.rating} after {now.games} games, "
                         f"should be {mine} after {table.count(player_id)}")  # fmt: skip
        print(f"{client.name}: {now.rating:.2f} after {now.games} games, computed {mine:.2f}")
    print(f"Ratings: {len(rated)} rated games, {4 * len(histories[0])} ratings compared, "
          f"{len(wrong)} different.")  # fmt: skip
    _some("Different ratings:", wrong)
    return 1 if wrong else 0


def _is_rated(outcome: Outcome) -> bool:
    return outcome.snapshot.settings.rated and outcome.snapshot.status == "finished"
