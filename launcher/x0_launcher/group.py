"""The process group of all children, led by a guard (guard.py) that ends it with the launcher."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, cast

from x0_launcher import guard
from x0_launcher.errors import LauncherError


class ProcessGroup:
    def __init__(self, lock_descriptor: int) -> None:
        # The guard holds the folder's lock too: nobody starts on it while children still die.
        # It is waited for in stop() only: until then even a dead leader keeps its group's number.
        self._guard = subprocess.Popen(
            [sys.executable, "-I", "-S", guard.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[lock_descriptor],
            process_group=0,
        )
        if self._guard.stdout is None or self._guard.stdout.readline() != b"ready\n":
            raise LauncherError("the guard process did not start")

    async def spawn(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        output: int | IO[bytes] = asyncio.subprocess.DEVNULL,
    ) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=output,
            stderr=asyncio.subprocess.STDOUT,
            env=env,
            cwd=cwd,
            process_group=self._guard.pid,
        )

    async def run_tool(
        self,
        command: Sequence[str],
        *,
        cwd: Path | None = None,
        on_line: Callable[[str], None] | None = None,
    ) -> list[str]:
        """Run a program to its end and return its lines; a failure shows the last of them."""
        process = await self.spawn(command, cwd=cwd, output=asyncio.subprocess.PIPE)
        output = cast(asyncio.StreamReader, process.stdout)  # it is a pipe
        lines: list[str] = []
        try:
            async for raw in output:
                lines.append(raw.decode(errors="replace").rstrip())
                if on_line:
                    on_line(lines[-1])
            code = await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if code:
            tail = "\n    ".join(lines[-15:])
            raise LauncherError(f"{Path(command[0]).name} failed with status {code}:\n    {tail}")
        return lines

    def stop(self) -> None:
        """End the guard, and with it whatever is left in the group."""
        for pipe in (self._guard.stdin, self._guard.stdout):
            if pipe:
                pipe.close()
        self._guard.wait()
