"""`x0 play` and `x0 watch`."""

from __future__ import annotations

import argparse
import asyncio
import sys

from x0.client.cli import meet, words
from x0.client.cli.board import ASCII, UNICODE, Marks, Style
from x0.client.cli.lists import game_rows
from x0.client.cli.screen import board_text, event_text
from x0.client.cli.table import Table
from x0.client.cli.terminal import Terminal, clean, standard_terminal
from x0.client.client import Client
from x0.client.hooks import LinkState


def style_of(args: argparse.Namespace) -> Style:
    """ASCII when asked for, or where the output cannot show more."""
    try:
        "·•◦".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII
    return ASCII if args.ascii else UNICODE


async def somebody(client: Client, terminal: Terminal) -> None:
    """Who is not signed in becomes a guest."""
    if not client.auth.signed_in:
        guest = await client.guest()
        terminal.say(f"You play as the guest {clean(guest.name)}. (x0 register: an account.)")


async def play(client: Client, args: argparse.Namespace) -> int:
    terminal = standard_terminal()
    await somebody(client, terminal)
    _tell_connection(client, terminal)
    game_id: str | None = None
    try:
        game_id = await meet.find_game(client, args, terminal)
        promised = False
        while game_id is not None:
            game = await client.watch(game_id, promised=promised)
            promised = True
            following = await Table(client, game, terminal, style_of(args)).play()
            still_on = game.active
            await game.close()
            if following is None and still_on:
                terminal.say(f"\nThe game goes on, and so does your clock: {_come_back(game_id)}")
            game_id = following
    except asyncio.CancelledError:
        if game_id is not None:
            terminal.say(f"\nYou left. The game goes on: {_come_back(game_id)}")
        raise
    return 0


def _come_back(game_id: str) -> str:
    return f"x0 play --join {game_id}"


def _tell_connection(client: Client, terminal: Terminal) -> None:
    """Once for each loss, and when it is there again."""
    lost = False

    def state(now: LinkState) -> None:
        nonlocal lost
        if now == "lost" and not lost:
            lost = True
            terminal.say("\nThe connection is lost; trying again ...")
        elif now == "connected" and lost:
            lost = False
            terminal.say("\nConnected again.")

    client.hooks.on_state = state


async def watch(client: Client, args: argparse.Namespace) -> int:
    terminal = standard_terminal()
    if args.list or args.game is None:
        rows = [row async for row in game_rows(client.games.live(), args.count)]
        if rows:
            terminal.say(words.table(rows, ["game", "X", "O", "settings", "move", "result"]))
        else:
            terminal.say("No public game is played at the moment.")
        return 0
    _tell_connection(client, terminal)
    game_id: str | None = args.game
    promised = False
    while game_id is not None:
        game = await client.watch(game_id, promised=promised)
        promised = True
        events = game.events()
        marks = Marks(candidates=game.opening.offered)
        terminal.say(board_text(game, style_of(args), marks))
        while game.active:
            event = await anext(events)
            if (text := event_text(game, event)) is not None:
                terminal.say("\n" + text)
            marks = Marks(candidates=game.opening.offered)
            terminal.say(board_text(game, style_of(args), marks))
        terminal.say("\n" + words.game_result(game.snapshot))
        game_id = game.live.next_game_id
        await game.close()
    return 0
