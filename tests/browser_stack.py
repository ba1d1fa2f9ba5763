"""The whole system for tests in a browser, as a process of its own.

    python tests/browser_stack.py

starts two copies of gateway and game in a folder of its own, prints one line
`X0_E2E_STACK={"urls": [...], "control": PORT}`, and stops, leaving nothing behind, on SIGTERM,
SIGINT or the end of its standard input (whoever started it is gone). At the control port, and on
standard input, one line is one command, answered with `ok` or with what went wrong:

    kill gateway-1      -9; it is brought back by itself
    ready gateway-1     waits until it answers again
    down gateway-1      stops it in order; it stays down
    up gateway-1        starts it again
    stop                the end of everything (standard input only)
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from unlimited import UNLIMITED
from x0_launcher.cluster import Cluster
from x0_launcher.errors import LauncherError

COPIES = {"game": 2, "gateway": 2}


class Control:
    """Carries out what tests ask for."""

    def __init__(self, cluster: Cluster) -> None:
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "kill": cluster.kill,
            "ready": cluster.wait_ready,
            "down": cluster.stop,
            "up": cluster.start,
        }

    async def carry_out(self, line: str) -> str:
        word, _, name = line.strip().partition(" ")
        if word not in self._commands:
            return f"no such command: {word}; there are: {', '.join(self._commands)}"
        try:
            await self._commands[word](name)
        except LauncherError as error:
            return str(error).replace("\n", " ")
        return "ok"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                answer = await self.carry_out(line.decode())
                writer.write(f"{answer}\n".encode())
                await writer.drain()
        except ConnectionError:
            pass  # a test that ended meanwhile
        finally:
            writer.close()


async def lines_of_stdin() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    return reader


async def obey(control: Control, commands: asyncio.StreamReader) -> None:
    """Until `stop` or the end."""
    while line := (await commands.readline()).decode().strip():
        if line == "stop":
            return
        print(await control.carry_out(line), flush=True)


async def run(folder: Path) -> None:
    this = asyncio.current_task()
    assert this is not None
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, this.cancel)
    commands = await lines_of_stdin()
    cluster = Cluster(folder, copies=COPIES, env=UNLIMITED, say=_to_stderr)
    gone = asyncio.create_task(_until_gone(commands, this))
    try:
        async with cluster:
            if not cluster.web_root:
                raise SystemExit("there is no web client to test: make web/dist first (make web)")
            control = Control(cluster)
            server = await asyncio.start_server(control.serve, "127.0.0.1", 0)
            port = server.sockets[0].getsockname()[1]
            print(f"X0_E2E_STACK={json.dumps({'urls': cluster.urls, 'control': port})}", flush=True)
            await obey(control, commands)
            server.close()
    finally:
        gone.cancel()


async def _until_gone(commands: asyncio.StreamReader, work: asyncio.Task[None]) -> None:
    """Also during the start nobody waits for a system that nobody wants any more."""
    while not commands.at_eof():
        await asyncio.sleep(0.5)
    work.cancel()


def _to_stderr(line: str) -> None:
    # What happens to processes on purpose is no news; failures come as exceptions.
    if "times in a row" in line:
        print(line, file=sys.stderr, flush=True)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="x0-browser-", ignore_cleanup_errors=True) as folder:
        try:
            asyncio.run(run(Path(folder)))
        except (KeyboardInterrupt, asyncio.CancelledError):
            pass
        except LauncherError as error:
            print(f"x0: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
