"""The data folder: who works on it, what belongs to it, and how it is removed."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from x0_launcher.errors import FolderInUse, LauncherError

# What a launcher puts into the folder. clean() removes these and nothing else, so that a wrong
# --data cannot cost anybody's files.
_OURS = ("store", "log", "keys", "logs", "ports.json", "ports.new", "running.json", "running.new")
_LOCK = "lock"


class DataFolder:
    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.logs = self.path / "logs"
        self.keys = self.path / "keys"
        self.store = self.path / "store"
        self.log = self.path / "log"
        self.ports = self.path / "ports.json"
        self._running = self.path / "running.json"
        self._lock: int | None = None

    @property
    def lock_descriptor(self) -> int:
        if self._lock is None:
            raise LauncherError(f"{self.path} is not locked")
        return self._lock

    def lock(self) -> None:
        """Take the folder for this launcher; the kernel gives it back however the launcher ends."""
        self.path.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.pread(descriptor, 32, 0).decode().strip() or "unknown"
            os.close(descriptor)
            raise FolderInUse(
                f"{self.path} is in use by another launcher (process {owner}); "
                "stop it, or choose another folder with --data"
            ) from None
        os.truncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        self._lock = descriptor

    def unlock(self) -> None:
        self._running.unlink(missing_ok=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def write_running(self, state: Mapping[str, object]) -> None:
        """For ``status``, which is another process."""
        fresh = self._running.with_suffix(".new")
        fresh.write_text(json.dumps(state, indent=1) + "\n")
        fresh.replace(self._running)

    def read_running(self) -> dict[str, object] | None:
        """What a running launcher wrote last; None if none runs."""
        try:
            descriptor = os.open(self.path / _LOCK, os.O_RDONLY)
        except FileNotFoundError:
            return None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            try:
                state = json.loads(self._running.read_text())
            except (OSError, ValueError):
                return {}  # it has just begun
            return state if isinstance(state, dict) else {}
        finally:
            os.close(descriptor)
        return None

    def contents(self) -> list[Path]:
        return [self.path / name for name in _OURS if (self.path / name).exists()]

    def clean(self) -> None:
        """Remove all data. Refused while a launcher works on them."""
        if not (self.path / _LOCK).exists() and self.contents():
            raise LauncherError(f"{self.path} was not made by this launcher: nothing removed")
        self.lock()
        try:
            for item in self.contents():
                if item.is_dir() and not item.is_symlink():
                    shutil.rmtree(item)
                else:
                    item.unlink()
            (self.path / _LOCK).unlink()
        finally:
            self.unlock()
        if not any(self.path.iterdir()):
            self.path.rmdir()
