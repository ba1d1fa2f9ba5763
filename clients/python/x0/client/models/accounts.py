"""Sessions, API tokens, profiles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Session:
    """What somebody holds after signing in."""

    session_id: str
    player_id: str
    name: str
    guest: bool
    access_token: str
    access_expires_at: datetime
    refresh_token: str | None
    refresh_expires_at: datetime


@dataclass(frozen=True, slots=True)
class Access:
    """What an API token is exchanged for."""

    player_id: str
    name: str
    access_token: str
    access_expires_at: datetime


@dataclass(frozen=True, slots=True)
class ApiToken:
    token_id: str
    label: str
    scopes: tuple[str, ...]
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewApiToken:
    """The secret is shown this once."""

    token: ApiToken
    secret: str


@dataclass(frozen=True, slots=True)
class Profile:
    player_id: str
    name: str
    guest: bool
    deleted: bool
    country: str | None
    language: str | None
    about: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Profiles:
    profiles: tuple[Profile, ...]


@dataclass(frozen=True, slots=True)
class Me:
    """Who a socket belongs to."""

    player_id: str
    name: str
    guest: bool
    scopes: tuple[str, ...]
