"""What the use cases need of the store, the log and the wire."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from servicekit.outbox import OutEvent

from x0_game.domain.chat import Chat, Line, Room
from x0_game.domain.clock import Outage
from x0_game.domain.game import Event, Game
from x0_game.domain.seek import Seek


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was read or written, and what the store keeps beside it.

    Attributes:
        published: version up to which its events are known to be in the log.
        unpublished: the events after that, when it was read.
        pending_since: since when it has counted as unpublished.
        due: when the sweep for deadlines looks at it: at its deadline or before.
    """

    game: Game
    published: int = 0
    unpublished: Sequence[OutEvent] = ()
    pending_since: int = 0
    due: int | None = None


class Codec(Protocol):
    """Domain events to messages of the log; implemented in `events.py`."""

    def game_event(self, event: Event) -> Sequence[OutEvent]: ...

    def seek_event(self, seek: Seek) -> OutEvent: ...

    def chat_event(self, chat: Chat, line: Line) -> OutEvent: ...


class GameStore(Protocol):
    async def insert_game(
        self, game: Game, messages: Sequence[OutEvent], now: int
    ) -> StoredGame | None: ...

    async def load_game(self, game_id: str) -> StoredGame | None: ...

    async def save_game(
        self,
        before: StoredGame,
        after: Game,
        messages: Sequence[OutEvent],
        published: int,
        now: int,
    ) -> StoredGame | None: ...

    async def events_after(self, game_id: str, version: int) -> list[bytes] | None: ...

    async def due_games(self, before: int, limit: int) -> list[str]: ...

    async def running_games(self, since_before: int) -> list[str]: ...

    async def games_to_follow(self, before: int, limit: int) -> list[str]: ...

    async def followed(self, game_id: str) -> None: ...

    async def set_due(self, game: Game, due: int) -> None: ...

    async def unfinished_of(self, player_id: str, limit: int) -> list[Game]: ...

    async def games_of(
        self, player_id: str, status: str, mode: str, with_private: bool,
        before: tuple[int, str] | None, limit: int,
    ) -> list[Game]: ...  # fmt: skip

    async def public_games(
        self, status: str, mode: str, before: tuple[int, str] | None, limit: int
    ) -> list[Game]: ...


class RatingStore(Protocol):
    async def rating(self, mode: str, player_id: str) -> float | None: ...

    async def put_ratings(self, rows: Sequence[tuple[str, str, float, int]]) -> None: ...


class GoneStore(Protocol):
    async def gone(self, player_ids: Collection[str]) -> set[str]: ...

    async def put_gone(self, player_id: str) -> None: ...


class SeekStore(Protocol):
    async def insert_seek(self, seek: Seek, messages: Sequence[OutEvent], now: int) -> bool: ...

    async def load_seek(self, seek_id: str) -> Seek | None: ...

    async def save_seek(
        self, before: Seek, after: Seek, messages: Sequence[OutEvent], now: int
    ) -> bool: ...

    async def seek_done(self, seek: Seek) -> None: ...

    async def waiting_quick(self, limit: int) -> list[Seek]: ...

    async def open_seeks(self, now: int, before: int | None, limit: int) -> list[Seek]: ...

    async def seeks_of(self, player_id: str, limit: int) -> list[Seek]: ...

    async def expired_seeks(self, now: int, limit: int) -> list[Seek]: ...

    async def seeks_due_a_game(self, before: int, limit: int) -> list[Seek]: ...


class ChatStore(Protocol):
    async def load_chat(self, game_id: str, room: Room) -> Chat: ...

    async def save_chat(
        self, before: Chat, after: Chat, messages: Sequence[OutEvent], now: int
    ) -> bool: ...


class BeatStore(Protocol):
    async def beat(self, last: int, now: int, outage: Outage | None) -> bool: ...

    async def last_beat(self, now: int) -> tuple[int, tuple[Outage, ...]]: ...


class Relay(Protocol):
    """`servicekit.outbox.OutboxRelay` is one."""

    def publish(self, doc_id: str, version: int, events: Sequence[OutEvent]) -> None: ...

    def published_to(self, doc_id: str) -> int: ...

    @property
    def lag_seconds(self) -> float: ...
