"""Where the command keeps sessions: one file, readable by its owner only."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from x0.client.decode import decode
from x0.client.models.accounts import Session

LOCK_PAUSE_SECONDS = 0.05


def config_folder() -> Path:
    """`$XDG_CONFIG_HOME/x0`, or what the system has for it."""
    if base := os.environ.get("XDG_CONFIG_HOME"):
        return Path(base) / "x0"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "x0"
    return Path.home() / ".config" / "x0"


class SessionFile:
    """The session of one server and profile; a `SessionStore`."""

    def __init__(self, url: str, profile: str, folder: Path | None = None) -> None:
        self._folder = folder or config_folder()
        self._path = self._folder / "sessions.json"
        self._key = f"{profile} {url.rstrip('/')}"

    def load(self) -> Session | None:
        found = self._read().get(self._key)
        try:
            return None if found is None else decode(Session, found)
        except ValueError:
            return None  # of another version: sign in again

    def save(self, session: Session | None) -> None:
        everything = self._read()
        if session is None:
            everything.pop(self._key, None)
        else:
            everything[self._key] = asdict(session)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._path.with_name(f"sessions.{os.getpid()}.tmp")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w") as file:
            json.dump(everything, file, indent=1, default=_text)
        # In one step: whoever reads meanwhile sees the old file or the new one.
        new.replace(self._path)

    @asynccontextmanager
    async def lock(self) -> AsyncIterator[None]:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self._folder / "sessions.lock", os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    await asyncio.sleep(LOCK_PAUSE_SECONDS)
            yield
        finally:
            # Closing gives the lock back.
            os.close(descriptor)

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(type(value).__name__)
