"""Arguments of `x0`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Awaitable, Callable
from typing import get_args

from x0.client.cli import lists, play, puzzle, signing
from x0.client.cli.replay import command as replay
from x0.client.client import Client
from x0.client.models import base
from x0.client.models.puzzles import PuzzleMode
from x0.client.models.tournaments import TournamentGroup

DEFAULT_URL = "http://127.0.0.1:8000"
Run = Callable[[Client, argparse.Namespace], Awaitable[int]]


def make() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="x0",
        description="Five in a row over the network: play, watch, solve puzzles, look at ratings.",
        epilog="x0 COMMAND --help says more about a command.",
    )
    parser.add_argument(
        "--url",
        default=os.environ.get("X0_URL", DEFAULT_URL),
        help="of the server (or X0_URL; default %(default)s)",
    )
    parser.add_argument(
        "--profile",
        default=os.environ.get("X0_PROFILE", "default"),
        help="which of your players: each profile is signed in for itself (or X0_PROFILE)",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _signing(commands)
    _play(commands)
    _watch(commands)
    _puzzle(commands)
    _lists(commands)
    replay.add_parser(commands)
    for command in commands.choices.values():
        for option in ("--url", "--profile"):
            # Also after the command: no default there, or it would hide what came before.
            command.add_argument(option, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return parser


_Commands = argparse._SubParsersAction  # the type has no public name


def _add(
    commands: _Commands[argparse.ArgumentParser], name: str, run: Run, text: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=text, description=text[:1].upper() + text[1:] + ".")
    parser.set_defaults(run=run)
    return parser


def _signing(commands: _Commands[argparse.ArgumentParser]) -> None:
    for name, run, text in (
        ("register", signing.register, "make an account; a guest becomes it and keeps its games"),
        ("login", signing.log_in, "sign in to an account"),
    ):
        _add(commands, name, run, text).add_argument("name", help="of the player")
    _add(commands, "logout", signing.log_out, "end the session here and on the server")
    _add(commands, "whoami", signing.whoami, "say who is signed in")


def _play(commands: _Commands[argparse.ArgumentParser]) -> None:
    parser = _add(commands, "play", play.play, "play a game in this terminal")
    parser.add_argument("--mode", choices=get_args(base.Mode), default="x0", help="default x0")
    parser.add_argument(
        "--control", default="5+3", metavar="5+3", help="minutes + seconds a move, or untimed"
    )
    parser.add_argument("--rated", action="store_true", help="for ratings; needs an account")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--challenge", metavar="NAME", help="ask this player")
    how.add_argument("--room", action="store_true", help="make a room and wait for a friend")
    how.add_argument("--open", action="store_true", help="wait in the lobby for anybody")
    how.add_argument(
        "--join", metavar="ID", help="a room, a seek, a challenge, or a game of yours to go on with"
    )
    parser.add_argument("--new", action="store_true", help="also when a game is unfinished")
    parser.add_argument("--ascii", action="store_true", help="plain characters only")
    more = parser.add_argument_group("settings of the game")
    more.add_argument("--games", type=int, default=1, metavar="N", help="in the match, 1 to 20")
    more.add_argument("--takebacks", type=int, default=0, metavar="N", help="for each side")
    more.add_argument("--no-draw", action="store_true", help="no draws by agreement")
    more.add_argument("--private", action="store_true", help="nobody else may watch")
    custom = parser.add_argument_group("with --mode custom")
    custom.add_argument("--ruleset", choices=get_args(base.Ruleset), default="renju")
    custom.add_argument("--board", type=int, choices=(9, 13, 15, 19, 20), default=15)
    custom.add_argument("--shape", choices=get_args(base.Shape), default="square")
    custom.add_argument("--opening", choices=get_args(base.OpeningKind), default="none")


def _watch(commands: _Commands[argparse.ArgumentParser]) -> None:
    parser = _add(commands, "watch", play.watch, "watch a game, or list those that are played now")
    parser.add_argument("game", nargs="?", metavar="GAME", help="its id")
    parser.add_argument("--list", action="store_true", help="the games that are played now")
    parser.add_argument("--count", type=int, default=20, metavar="N", help="of the list")
    parser.add_argument("--ascii", action="store_true", help="plain characters only")


def _puzzle_id(text: str) -> str:
    mode, _, number = text.partition("-")
    if mode not in get_args(PuzzleMode) or not number.isdecimal() or int(number) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no puzzle: x0-1, gomoku-250, renju-417")
    return f"{mode}-{int(number)}"


def _puzzle(commands: _Commands[argparse.ArgumentParser]) -> None:
    parser = _add(commands, "puzzle", puzzle.puzzle, "solve puzzles in this terminal")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("puzzle", nargs="?", type=_puzzle_id, metavar="ID", help="such as renju-417")
    which.add_argument("--daily", action="store_true", help="the puzzle of today, by UTC")
    parser.add_argument(
        "--mode", choices=get_args(PuzzleMode), help="of others; default x0, or that of ID"
    )
    parser.add_argument(
        "--level", type=int, choices=range(1, 7), metavar="N",
        help=f"1 to 6, and those below; default {puzzle.LEVEL}, or that of ID",
    )  # fmt: skip
    parser.add_argument("--ascii", action="store_true", help="plain characters only")
    parser.epilog = puzzle.HELP
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def _lists(commands: _Commands[argparse.ArgumentParser]) -> None:
    games = _add(commands, "games", lists.games, "games of a player, newest first")
    games.add_argument("name", nargs="?", metavar="NAME", help="default: you")
    games.add_argument("--mode", choices=get_args(base.Mode))
    games.add_argument("--count", type=int, default=20, metavar="N")
    ratings = _add(commands, "ratings", lists.ratings, "ratings of a player")
    ratings.add_argument("name", nargs="?", metavar="NAME", help="default: you")
    listed = _add(commands, "tournaments", lists.tournaments, "tournaments by their start")
    listed.add_argument("--group", choices=get_args(TournamentGroup), default="coming")
    listed.add_argument("--count", type=int, default=20, metavar="N")
    table = _add(commands, "standings", lists.standings, "the table of a tournament")
    table.add_argument("tournament", metavar="ID", help="as `x0 tournaments` says it")
    table.add_argument("--count", type=int, default=0, metavar="N", help="rows; default all")
    solved = _add(commands, "puzzles", lists.puzzles, "what a player has solved of puzzles")
    solved.add_argument("name", nargs="?", metavar="NAME", help="default: you")
    top = _add(commands, "top", lists.top, "the leaderboard of a mode")
    top.add_argument("mode", choices=get_args(base.RatedMode))
    top.add_argument("--count", type=int, default=20, metavar="N", help="at most 100")
