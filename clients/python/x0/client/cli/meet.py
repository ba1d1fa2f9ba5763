"""From the arguments of `x0 play` to a game."""

from __future__ import annotations

import argparse
from dataclasses import replace

from x0.client.cli import words
from x0.client.cli.terminal import Terminal, clean
from x0.client.client import Client
from x0.client.errors import ClientError, Refused
from x0.client.models.base import SeekKind
from x0.client.models.games import GameSummary
from x0.client.models.settings import GameRequest, TimeControl


def request_of(args: argparse.Namespace) -> GameRequest:
    """Raises ValueError with words for the player."""
    request = GameRequest(
        mode=args.mode,
        time_control=TimeControl.parse(args.control),
        rated=args.rated,
        games=args.games,
        takebacks=args.takebacks,
        no_draw=args.no_draw,
        private=args.private,
    )
    if args.mode != "custom":
        return request
    return replace(
        request,
        ruleset=args.ruleset,
        board_size=args.board,
        shape=args.shape,
        opening=args.opening,
    )


async def find_game(client: Client, args: argparse.Namespace, terminal: Terminal) -> str:
    """The id of the game to be played."""
    if args.join:
        return await _join(client, args.join)
    request = request_of(args)
    if request.rated and client.auth.guest:
        raise ClientError("rated games need an account: x0 register, or play without --rated")
    if args.challenge:
        return await _challenge(client, request, args.challenge, terminal)
    if not args.new and (open_games := await _unfinished(client)):
        game = open_games[0]
        terminal.say(f"You have an unfinished game ({_text(game)}): back to it. (--new: another.)")
        return game.game_id
    kind: SeekKind = "room" if args.room else "open" if args.open else "quick"
    if kind == "quick" and (request.mode == "custom" or request.games > 1 or request.private):
        kind = "open"
    return await _wait(client, request, kind, terminal)


async def _wait(
    client: Client, request: GameRequest, kind: SeekKind, terminal: Terminal, to: str | None = None
) -> str:
    async with await client.search(request, kind, to=to) as search:
        seek = search.seek
        what = words.settings_text(seek.settings)
        match kind:
            case "room":
                terminal.say(f"A room for {what}. Whoever you like joins with:")
                terminal.say(f"  x0 play --join {seek.seek_id}")
            case "open":
                terminal.say(f"In the lobby: {what}. Also: x0 play --join {seek.seek_id}")
            case "challenge":
                name = clean(seek.to.name) if seek.to else "?"
                terminal.say(f"{name} is challenged: {what}.")
            case _:
                terminal.say(f"Looking for an opponent: {what} ...")
        terminal.say("Ctrl-C stops waiting.")
        return await search.game()


async def _challenge(client: Client, request: GameRequest, name: str, terminal: Terminal) -> str:
    found = await client.accounts.find(name)
    if found is None:
        raise ClientError(f"there is no player {name!r}")
    return await _wait(client, request, "challenge", terminal, to=found.player_id)


async def _join(client: Client, given: str) -> str:
    """A room, an open seek or a challenge; also a game of one's own."""
    try:
        return await client.seeks.accept(given)
    except Refused as error:
        if error.reason != "unknown_seek":
            raise
    try:
        game = await client.games.get(given)
    except Refused:
        raise ClientError(f"there is no room, seek or game {given}") from None
    if client.player_id not in (game.first.player_id, game.second.player_id):
        raise ClientError(f"this is a game of others: x0 watch {given}")
    return given


async def _unfinished(client: Client) -> tuple[GameSummary, ...]:
    return (await client.seeks.inbox()).games


def _text(game: GameSummary) -> str:
    players = f"{words.player_text(game.first)} - {words.player_text(game.second)}"
    return f"{players}, {words.settings_text(game.settings)}, move {game.ply + 1}"
