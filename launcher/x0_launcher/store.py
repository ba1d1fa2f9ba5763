"""The store of one machine: SecantusDB, which speaks MongoDB's protocol, as a child process."""

from __future__ import annotations

import functools
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from x0_launcher.child import Plan
from x0_launcher.errors import MissingTool
from x0_launcher.folder import DataFolder
from x0_launcher.probes import mongo_answers, port_open

NAME = "store"


def url(host: str, port: int) -> str:
    # Direct: a driver that follows replica set elections may take the server that came back after
    # a crash for a stale primary, and this set has one member anyway.
    return f"mongodb://{host}:{port}/?directConnection=true"


def program() -> str:
    """The Rust server is several times faster, but takes long to build: used where installed."""
    beside_python = Path(sys.executable).with_name("secantusd-py")
    found = shutil.which("secantusd-rs") or (
        str(beside_python) if beside_python.exists() else shutil.which("secantusd-py")
    )
    if not found:
        raise MissingTool("secantusd-py is not installed; 'make run' sets it up")
    return found


async def _answers(host: str, port: int) -> bool:
    # The port first: a driver that was refused waits half a second before it tries again.
    return await port_open(host, port) and await mongo_answers(url(host, port))


def plan(folder: DataFolder, host: str, port: int, env: Mapping[str, str]) -> Plan:
    folder.store.mkdir(exist_ok=True)
    command = [
        *(program(), "--host", host, "--port", str(port)),
        *("--storage-path", str(folder.store), "--log-level", "WARNING"),
        # Without this a killed server loses acknowledged writes, whatever the write concern says.
        "--sync-on-commit",
    ]
    return Plan(
        name=NAME,
        command=command,
        env=env,
        # It reads a secantusd.toml from its working directory if there is one: not the user's.
        cwd=folder.store,
        log=folder.logs / f"{NAME}.log",
        probe=functools.partial(_answers, host, port),
        where=f"{Path(command[0]).name} at {host}:{port}",
        stop_limit=20.0,
    )
