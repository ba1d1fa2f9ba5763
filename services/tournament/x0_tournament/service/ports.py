"""What the use cases need of the store, the log, other services and a pool of processes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from servicekit.outbox import OutEvent

from x0_tournament.domain.life import Step
from x0_tournament.domain.pairing import Outcome, Request
from x0_tournament.domain.swiss import Policy
from x0_tournament.domain.tournament import Board, Tournament


@dataclass(frozen=True, slots=True)
class Stored:
    """A tournament as it was read, and its events that may not be in the log."""

    tournament: Tournament
    outbox: tuple[OutEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """A tournament for lists: without rounds, acts and mostly entries; what matters is counted."""

    tournament: Tournament
    participants: int
    round: int


@dataclass(frozen=True, slots=True)
class Settled:
    """How a game stands: `status` is "", "active", "finished" or "aborted"; "": there is none."""

    status: str
    winner: str = ""
    absent: str = ""


@dataclass(frozen=True, slots=True)
class Clan:
    """`members`: names by player. `captains`: who may enter a team."""

    name: str
    members: Mapping[str, str]
    captains: frozenset[str]


class Store(Protocol):
    async def insert(self, tournament: Tournament, events: Sequence[OutEvent], now: int) -> bool:
        """False: there is one with this id."""

    async def load(self, id: str) -> Stored | None: ...

    async def newer(self, id: str, version: int) -> Tournament | None:
        """None where it stands at this version, or there is none; otherwise as it is."""

    async def save(
        self, before: Tournament, after: Tournament, events: Sequence[OutEvent], now: int
    ) -> bool:
        """One conditional update. False: `before` is stale."""

    async def claim(self, tournament: Tournament, until: int) -> bool:
        """Puts `due` off, so that one instance works on it; comes back when that one dies."""

    async def set_due(self, tournament: Tournament, due: int) -> bool: ...

    async def due(self, now: int, limit: int) -> list[str]: ...

    async def known(self, ids: Sequence[str]) -> set[str]: ...

    async def page(
        self, group: str, player: str, after: tuple[int, str] | None, limit: int
    ) -> list[Head]: ...

    async def own(self, player: str, since: int) -> list[Head]:
        """Of a player: open and running ones, and those over since then. With their entries."""

    async def entered(self, player: str) -> list[str]:
        """All where a player stands among the entries, also of a team and of who left early."""

    async def put_gone(self, players: Sequence[str]) -> None:
        """These accounts were deleted."""

    async def gone(self, players: Sequence[str]) -> set[str]:
        """Those of them whose accounts were deleted."""

    async def calendar(self, until: int, cancelled_since: int, limit: int) -> list[Tournament]:
        """Running ones, open ones that start before then, and cancelled ones; with their acts."""


class Codec(Protocol):
    def event(self, step: Step) -> OutEvent: ...


class Relay(Protocol):
    """`servicekit.outbox.OutboxRelay` is one."""

    def publish(self, doc_id: str, version: int, events: Sequence[OutEvent]) -> None: ...

    def published_to(self, doc_id: str) -> int: ...


class Games(Protocol):
    """The game service."""

    async def create(
        self, tournament: Tournament, round: int, boards: Mapping[int, Board]
    ) -> None: ...

    async def settle(self, ids: Sequence[str], no_show_ms: int) -> list[Settled]: ...


class Clans(Protocol):
    async def clan(self, id: str) -> Clan:
        """Raises NotFound."""


class Ratings(Protocol):
    async def ratings(self, mode: str, players: Sequence[str]) -> list[float]: ...


class Passwords(Protocol):
    async def hash(self, password: str) -> str: ...

    async def verify(self, hash: str, password: str) -> bool: ...


class Pairer(Protocol):
    async def pair(self, request: Request, policy: Policy) -> Outcome: ...
