"""Clans, their members and invitations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from x0.client.models.base import ClanRole


@dataclass(frozen=True, slots=True)
class ClanSummary:
    """`members`: how many there are."""

    clan_id: str
    name: str
    tag: str
    members: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ClanPage:
    clans: tuple[ClanSummary, ...]
    next_page_token: str | None


@dataclass(frozen=True, slots=True)
class ClanMember:
    player_id: str
    name: str
    country: str | None
    role: ClanRole
    since: datetime


@dataclass(frozen=True, slots=True)
class Clan:
    """`roster`: the captain, officers, members; each the longest there first."""

    clan_id: str
    name: str
    tag: str
    members: int
    created_at: datetime
    about: str
    roster: tuple[ClanMember, ...]

    @property
    def captain(self) -> ClanMember:
        return self.roster[0]


@dataclass(frozen=True, slots=True)
class ClanMembership:
    clan: ClanSummary
    role: ClanRole
    since: datetime


@dataclass(frozen=True, slots=True)
class ClanMemberships:
    memberships: tuple[ClanMembership, ...]


@dataclass(frozen=True, slots=True)
class ClanPlayer:
    player_id: str
    name: str
    country: str | None


@dataclass(frozen=True, slots=True)
class ClanInvitation:
    clan: ClanSummary
    player: ClanPlayer
    invited_by: ClanPlayer
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ClanInvitations:
    invitations: tuple[ClanInvitation, ...]
