"""`x0 games`, `x0 ratings`, `x0 top`, `x0 tournaments`, `x0 standings`, `x0 puzzles`."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator

from x0.client.cli import words
from x0.client.cli.terminal import clean
from x0.client.client import Client
from x0.client.errors import ClientError
from x0.client.models.games import GameSummary


async def game_rows(games: AsyncIterator[GameSummary], count: int) -> AsyncIterator[list[str]]:
    left = count
    async for game in games:
        if left == 0:
            return
        left -= 1
        # Before colours are given, the first seat stands first.
        players = [game.first, game.second]
        if game.black == "second":
            players.reverse()
        yield [
            game.game_id,
            words.player_text(players[0]),
            words.player_text(players[1]),
            words.settings_text(game.settings),
            str(game.ply),
            "" if game.status == "active" else words.game_result(game),
        ]


async def games(client: Client, args: argparse.Namespace) -> int:
    player_id = await _player(client, args.name)
    found = client.games.of(player_id, mode=args.mode)
    rows = [row async for row in game_rows(found, args.count)]
    if rows:
        print(words.table(rows, ["game", "X", "O", "settings", "moves", "result"]))
    else:
        print("No games yet.")
    return 0


async def ratings(client: Client, args: argparse.Namespace) -> int:
    found = await client.ratings.of(await _player(client, args.name))
    rows = []
    for mode, rating in found.items():
        rank = "-" if rating.rank is None else str(rating.rank)
        counts = f"{rating.wins}/{rating.draws}/{rating.losses}"
        rows.append(
            [mode, f"{rating.rating:.1f}", f"{rating.peak:.1f}", str(rating.games), counts, rank]
        )
    print(words.table(rows, ["mode", "rating", "peak", "games", "won/drawn/lost", "rank"]))
    return 0


async def top(client: Client, args: argparse.Namespace) -> int:
    board = await client.ratings.top(args.mode, min(args.count, 100))
    rows = [
        [str(row.rank), clean(row.name), row.country or "", f"{row.rating:.1f}", str(row.games)]
        for row in board.rows
    ]
    print(words.table(rows, ["rank", "player", "country", "rating", "games"]))
    print(f"{board.players} players are ranked in {board.mode}.")
    return 0


async def tournaments(client: Client, args: argparse.Namespace) -> int:
    rows: list[list[str]] = []
    async for one in client.tournaments.all(args.group):
        if len(rows) == args.count:
            break
        rules = one.rules
        rows.append(
            [
                one.tournament_id,
                clean(rules.name),
                rules.mode,
                str(rules.time_control),
                f"{rules.start.astimezone():%Y-%m-%d %H:%M}",
                str(one.participants),
                f"round {one.round} of {one.total_rounds}" if one.phase else one.status,
            ]
        )
    if rows:
        heads = ["tournament", "name", "mode", "control", "start", "players", "status"]
        print(words.table(rows, heads))
    else:
        print("No tournaments.")
    return 0


async def standings(client: Client, args: argparse.Namespace) -> int:
    found = await client.tournaments.standings(args.tournament, top=args.count)
    rows = [
        [
            str(row.rank),
            clean(row.name),
            f"{row.rating:.0f}",
            f"{row.points:g}",
            *(f"{value:g}" for value in row.values),
        ]
        for row in found.rows
    ]
    if not rows:
        print("Nobody has entered yet.")
        return 0
    names = [name.replace("_", " ") for name in found.tiebreaks]
    print(words.table(rows, ["rank", "player", "rating", "points", *names]))
    shown = "Final." if found.final else f"After {found.rounds} rounds, of games that are over."
    print(f"{shown} Tie-breaks by FIDE C.07, {found.edition}.")
    return 0


async def puzzles(client: Client, args: argparse.Namespace) -> int:
    found = await client.puzzles.progress(await _player(client, args.name))
    rows = [
        [one.mode, str(one.level), str(one.solved), str(one.first_try), str(one.puzzles)]
        for one in found.levels
    ]
    print(words.table(rows, ["mode", "level", "solved", "at first try", "of"]))
    by = "1 puzzle" if found.rated == 1 else f"{found.rated} puzzles"
    rated = f"{found.rating} (deviation {found.deviation}), by {by}"
    print(f"Rating in puzzles: {rated}.")
    print(f"In a row at the first try: {found.streak}, at best {found.best_streak}.")
    days = f"{found.daily_streak}, at best {found.best_daily_streak}"
    print(f"Days in a row with the puzzle of the day: {days}.")
    return 0


async def _player(client: Client, name: str | None) -> str:
    if name is None:
        if client.player_id is None:
            raise ClientError("sign in first (x0 login), or name a player")
        return client.player_id
    found = await client.accounts.find(name)
    if found is None:
        raise ClientError(f"there is no player {name!r}")
    return found.player_id
