"""What the use cases need from outside, as Protocols, and what they hand out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from servicekit.outbox import OutEvent, Pending

from x0_account.domain.clans import Clan, ClanRow
from x0_account.domain.players import ApiToken, Attempts, Event, Player, Session


class Store(Protocol):
    """Writes are guarded by versions: False means that somebody else was faster."""

    async def player(self, player_id: str) -> Player | None: ...

    async def player_by_name(self, folded: str) -> Player | None: ...

    async def players(self, player_ids: Sequence[str]) -> list[Player]: ...

    async def add_player(self, player: Player, events: Sequence[OutEvent]) -> None:
        """Raises NameTaken. The same player again changes nothing."""

    async def save_player(self, player: Player, events: Sequence[OutEvent]) -> bool:
        """`player.version` is the one read; it is stored with the next. Raises NameTaken."""

    async def unpublished(self, player_id: str) -> Pending | None:
        """The outbox of a player, None when it is empty."""

    async def leaving(self, before_ms: int, limit: int) -> list[str]:
        """Players who were deleted before then and may still be in clans."""

    async def session(self, session_id: str) -> Session | None: ...

    async def sessions(self, player_id: str) -> list[Session]:
        """Newest use first."""

    async def add_session(self, session: Session) -> None: ...

    async def save_session(self, session: Session) -> bool: ...

    async def remove_sessions(self, player_id: str, session_ids: Sequence[str]) -> int: ...

    async def api_token(self, token_id: str) -> ApiToken | None: ...

    async def api_tokens(self, player_id: str) -> list[ApiToken]: ...

    async def add_api_token(self, token: ApiToken) -> None: ...

    async def touch_api_token(self, token_id: str, now: int) -> None: ...

    async def remove_api_tokens(self, player_id: str, token_ids: Sequence[str]) -> int: ...

    async def attempts(self, key: str) -> tuple[Attempts | None, int]:
        """State and version; (None, 0) when there is none."""

    async def save_attempts(self, key: str, version: int, state: Attempts) -> bool: ...

    async def forget_attempts(self, key: str) -> None: ...


class ClanStore(Protocol):
    """As `Store`."""

    async def clan(self, clan_id: str) -> Clan | None: ...

    async def clan_by_name(self, folded: str) -> Clan | None: ...

    async def clan_by_tag(self, tag_key: str) -> Clan | None: ...

    async def clans_of(self, player_id: str) -> list[Clan]:
        """In which the player is a member."""

    async def clans_inviting(self, player_id: str) -> list[Clan]: ...

    async def page(self, after: str, limit: int) -> list[ClanRow]:
        """By folded name, those behind `after`."""

    async def add_clan(self, clan: Clan) -> bool:
        """False when there is one with this id. Raises ClanNameTaken, TagTaken."""

    async def save_clan(self, clan: Clan) -> bool:
        """As `Store.save_player`. Raises ClanNameTaken, TagTaken."""


class Passwords(Protocol):
    async def hash(self, password: str) -> str: ...

    async def verify(self, hash: str, password: str) -> bool:
        """Takes as long for an empty hash, which no password matches."""

    def is_dated(self, hash: str) -> bool:
        """Made with weaker parameters than today's."""


class Signer(Protocol):
    def sign(
        self, *, player_id: str, name: str, guest: bool, scope: str, session_id: str, now: int
    ) -> tuple[str, int]:
        """An access token and when it expires (ms)."""


class Relay(Protocol):
    def publish(self, doc_id: str, version: int, events: Sequence[OutEvent]) -> None: ...


class Encoder(Protocol):
    def __call__(self, player_id: str, version: int, event: Event) -> OutEvent: ...


@dataclass(frozen=True, slots=True)
class SignedIn:
    """What a client holds after signing in."""

    session_id: str
    player: Player
    access_token: str = field(repr=False)
    access_expires: int
    refresh_token: str = field(repr=False)
    refresh_expires: int
