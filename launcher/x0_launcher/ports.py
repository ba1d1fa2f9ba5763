"""Which port each child listens on: the same one for as long as the data folder lives."""

from __future__ import annotations

import json
import random
import socket
import time
from pathlib import Path

from x0_launcher.errors import LauncherError

LOCAL = "127.0.0.1"

# Below the range from which Linux (32768 up) and macOS (49152 up) take the ports of outgoing
# connections. Inside it a client that keeps connecting to a child that is down can be given the
# very port it dials, connect to itself, and so keep the child from coming back.
_FIRST, _LAST = 20_000, 32_000


class Ports:
    """Remembers ports by name in a file, and holds each until its child is about to bind it.

    Held means bound and listening: between choosing a port and a child's start lie seconds in
    which another launcher on this machine could choose the same one.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._by_name: dict[str, int] = {}
        self._held: dict[int, socket.socket] = {}
        self._random = random.SystemRandom()
        # Right after a launcher was killed its children may take a moment to go.
        self._patient_until = time.monotonic() + 2
        try:
            self._remembered = {str(k): int(v) for k, v in json.loads(file.read_text()).items()}
        except (OSError, ValueError, AttributeError):
            self._remembered = {}

    def get(self, name: str, host: str = LOCAL) -> int:
        """The port of that name: remembered if it is still free, else a new one."""
        if name in self._by_name:
            return self._by_name[name]
        port = self._remembered.get(name)
        if port is None or not self._hold_patiently(port, host):
            port = self._pick(host)
        return self._keep(name, port)

    def fixed(self, name: str, port: int, host: str, *, or_next: bool) -> int:
        """That very port; with ``or_next`` the next free one after it."""
        for candidate in range(port, min(port + 100, 65_536)):
            if self._hold(candidate, host):
                return self._keep(name, candidate)
            if not or_next:
                raise LauncherError(f"port {port} is taken; choose another with --port")
        raise LauncherError(f"no free port from {port} on; choose another with --port")

    def release(self, name: str) -> None:
        """Let go of a held port, because its child starts now."""
        if held := self._held.pop(self._by_name[name], None):
            held.close()

    def close(self) -> None:
        for held in self._held.values():
            held.close()
        self._held.clear()

    def _keep(self, name: str, port: int) -> int:
        self._by_name[name] = port
        self._remembered[name] = port
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(self._remembered, indent=1, sort_keys=True) + "\n")
        fresh.replace(self._file)
        return port

    def _pick(self, host: str) -> int:
        for _ in range(2_000):
            port = self._random.randint(_FIRST, _LAST)
            if port not in self._remembered.values() and self._hold(port, host):
                return port
        raise LauncherError(f"no free port between {_FIRST} and {_LAST}")

    def _hold_patiently(self, port: int, host: str) -> bool:
        while not self._hold(port, host):
            if time.monotonic() > self._patient_until:
                return False
            time.sleep(0.05)
        return True

    def _hold(self, port: int, host: str) -> bool:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            # Connections of the last run that are still in TIME_WAIT do not count as "taken".
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((host, port))
            sock.listen(1)
        except OSError:
            sock.close()
            return False
        self._held[port] = sock
        return True
