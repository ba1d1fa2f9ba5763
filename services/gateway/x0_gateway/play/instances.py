"""Which instances of the game service there are, and which one a game goes to."""

import asyncio
import hashlib
import ipaddress
import socket
from collections.abc import Collection

from servicekit.metrics import split_address


def ranking(game_id: str, addresses: Collection[str]) -> list[str]:
    """Addresses in the order in which a game prefers them (rendezvous hashing).

    Every gateway finds the same order, and an instance that goes or comes moves only the
    games that were or will be its own.
    """

    def weight(address: str) -> bytes:
        return hashlib.blake2b(f"{address} {game_id}".encode(), digest_size=8).digest()

    return sorted(addresses, key=weight, reverse=True)


async def resolve(targets: str) -> set[str]:
    """All addresses, host:port, that a comma list of targets stands for. Raises OSError."""
    found: set[str] = set()
    for target in filter(None, (part.strip() for part in targets.split(","))):
        host, port = split_address(target.removeprefix("dns:///"))
        try:
            ipaddress.ip_address(host)
            found.add(_join(host, port))
        except ValueError:
            loop = asyncio.get_running_loop()
            for info in await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM):
                found.add(_join(str(info[4][0]), port))
    return found


def _join(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
