"""The services of X-0. A new one is one line here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from x0_launcher.errors import LauncherError


@dataclass(frozen=True)
class Service:
    name: str
    module: str
    http: bool = False  # serves clients by HTTP: gets a public port, stops first
    signs_tokens: bool = False  # gets the private key; all others only check tokens


SERVICES: tuple[Service, ...] = (
    Service("account", "x0_account.main", signs_tokens=True),
    Service("game", "x0_game.main"),
    Service("rating", "x0_rating.main"),
    Service("tournament", "x0_tournament.main"),
    Service("puzzle", "x0_puzzle.main"),
    Service("gateway", "x0_gateway.main", http=True),
)


def by_name(name: str, table: Sequence[Service] = SERVICES) -> Service:
    for service in table:
        if service.name == name:
            return service
    known = ", ".join(service.name for service in table)
    raise LauncherError(f"there is no service {name!r}; there are: {known}")


def parse_copies(text: str) -> dict[str, int]:
    """``2`` is two copies of each service; ``game=2,gateway=3`` names them one by one."""
    copies: dict[str, int] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, given, number = part.rpartition("=")
        if not number.isdecimal() or not 1 <= int(number) <= 32:
            raise LauncherError(f"--copies {text}: {part!r} needs a number from 1 to 32")
        if given:
            copies[by_name(name).name] = int(number)
        else:
            copies.update({service.name: int(number) for service in SERVICES})
    return copies


def instances(services: Sequence[Service], copies: Mapping[str, int]) -> dict[str, Service]:
    """Instance names, as ``game-1``, with the service each is a copy of."""
    known = {service.name for service in services}
    for name in copies:
        if name not in known:
            raise LauncherError(f"copies of {name!r}: no such service is started here")
    return {
        f"{service.name}-{number}": service
        for service in services
        for number in range(1, copies.get(service.name, 1) + 1)
    }
