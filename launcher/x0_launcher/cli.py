"""The launcher's commands: run, status, clean-data."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from x0_launcher.cluster import Cluster
from x0_launcher.environment import DEFAULT_PORT
from x0_launcher.errors import LauncherError
from x0_launcher.folder import DataFolder
from x0_launcher.ports import LOCAL
from x0_launcher.services import SERVICES, parse_copies
from x0_launcher.settings import DEFAULT_DATA


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    # While a broker starts, its client library complains about every answer it does not get yet.
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)
    try:
        code = {"run": _run, "status": _status, "clean-data": _clean}[options.command](options)
    except LauncherError as error:
        print(f"x0: {error}", file=sys.stderr)
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="x0_launcher", description="Runs X-0 on one machine: store, log and all services."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    data = argparse.ArgumentParser(add_help=False)
    data.add_argument(
        "--data",
        type=Path,
        default=DEFAULT_DATA,
        metavar="DIR",
        help="the folder that holds all data (default: %(default)s)",
    )

    run = commands.add_parser(
        "run",
        parents=[data],
        help="start everything; Ctrl-C stops it",
        description="Starts store, log and services, brings back what dies, and stops everything "
        "on Ctrl-C. Where X0_MONGO_URL or X0_KAFKA is set, that store or log is used instead of "
        "an own one.",
    )
    run.add_argument(
        "--port",
        type=_port,
        metavar="PORT",
        help=f"the gateway's port (default: {DEFAULT_PORT}, or the next free one)",
    )
    run.add_argument(
        "--host",
        default=LOCAL,
        help="the address the gateway listens on (default: %(default)s; 0.0.0.0 for everybody)",
    )
    names = ", ".join(service.name for service in SERVICES)
    run.add_argument(
        "--copies",
        type=_copies,
        default={},
        metavar="N | NAME=N,...",
        help=f"how many copies of each service, or of those named ({names})",
    )

    commands.add_parser("status", parents=[data], help="show what runs on the data folder")
    clean = commands.add_parser(
        "clean-data", parents=[data], help="remove all games, players, logs and keys of the folder"
    )
    clean.add_argument("--yes", action="store_true", help="do not ask")
    return parser


def _port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 65_536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port")


def _copies(text: str) -> dict[str, int]:
    try:
        return parse_copies(text)
    except LauncherError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _run(options: argparse.Namespace) -> int:
    cluster = Cluster(
        options.data,
        copies=options.copies,
        host=options.host,
        port=options.port or DEFAULT_PORT,
        port_is_default=options.port is None,
    )
    return asyncio.run(run_until_signal(cluster))


async def run_until_signal(cluster: Cluster) -> int:
    """Ctrl-C (or SIGTERM, or a closed terminal) stops in order; a second one stops at once."""
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()

    def stop() -> None:
        if asked.is_set():
            print("\nkilling what is left", flush=True)
            cluster.kill_all()
        asked.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop)

    starting = asyncio.create_task(cluster.start_all())
    waiting = asyncio.create_task(asked.wait())
    await asyncio.wait({starting, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        print("\nstopping", flush=True)
        starting.cancel()
        await asyncio.wait({starting})
        return 130
    if starting.exception():
        waiting.cancel()
        await starting
    _invite(cluster)
    await waiting
    print("\nstopping (once more Ctrl-C kills)", flush=True)
    await cluster.stop_all()
    print("stopped", flush=True)
    return 0


def _invite(cluster: Cluster) -> None:
    urls = cluster.urls
    if not urls:
        print("\nready: only store and log. Ctrl-C stops them.", flush=True)
        return
    # The terminal's own game is the way in only where no client was built.
    play = f"  play  open {urls[0]} in a browser\n" if cluster.web_root else ""
    print(
        f"\nX-0 is ready: {' '.join(urls)}\n"
        f"{play}"
        "  try   .venv/bin/x0 play               a game in this terminal\n"
        f"        {urls[0]}/docs       what the gateway offers to programs\n"
        f"  logs  {_shown(cluster.folder.logs)}\n"
        "Ctrl-C stops everything.",
        flush=True,
    )


def _shown(path: Path) -> str:
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


def _status(options: argparse.Namespace) -> int:
    state = DataFolder(options.data).read_running()
    if state is None:
        print(f"nothing runs on {options.data}")
        return 3  # what service managers answer for "not running"
    processes = state.get("processes")
    print(f"launcher   process {state.get('pid', 'that is just starting')}")
    for name, child in (processes if isinstance(processes, dict) else {}).items():
        how = "ready" if child["ready"] else "not ready"
        back = f", brought back {child['restarts']} times" if child["restarts"] else ""
        print(f"{name:<10} {how}, process {child['pid']}{back}  {child['where']}")
    urls = state.get("urls")
    if isinstance(urls, list) and urls:
        print(f"gateway at {' '.join(urls)}")
    return 0


def _clean(options: argparse.Namespace) -> int:
    folder = DataFolder(options.data)
    if not folder.contents():
        print(f"there are no data in {options.data}")
        return 0
    if not options.yes:
        print(f"This removes all players, games, logs and keys in {options.data}.")
        try:
            answer = input("Remove them? [y/N] ")
        except EOFError:
            answer = ""
        if answer.strip().lower() not in {"y", "yes"}:
            print("nothing removed")
            return 1
    folder.clean()
    print("removed")
    return 0
