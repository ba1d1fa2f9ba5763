"""Clans, their members and invitations."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from x0_gateway.models.base import ClanRole, In, Out, Text

# Further rules are the account service's.
ClanName = Annotated[
    Text,
    Field(
        min_length=3,
        max_length=40,
        description="Letters, digits, spaces and - _ . ' &. One clan has it, whatever its "
        "capitals, spaces and signs; none has one that looks like it.",
    ),
]
ClanTag = Annotated[
    Text,
    Field(
        min_length=2,
        max_length=6,
        description="Letters and digits, kept in capitals. One clan has it.",
    ),
]
ClanAbout = Annotated[Text, Field(max_length=500)]


class ClanIn(In):
    name: ClanName
    tag: ClanTag
    about: ClanAbout = ""


class ClanEdit(In):
    """What is left out or null stays; an empty text clears."""

    name: ClanName | None = None
    tag: ClanTag | None = None
    about: ClanAbout | None = None


class CloseClanIn(In):
    name: Annotated[Text, Field(min_length=1, max_length=64, description="The clan's.")]


class ClanRoleIn(In):
    role: ClanRole


class ClanSummary(Out):
    clan_id: str
    name: str
    tag: str
    members: Annotated[int, Field(description="How many there are, 200 at most.")]
    created_at: datetime


class Clans(Out):
    clans: list[ClanSummary]
    next_page_token: str | None


class ClanMember(Out):
    player_id: str
    name: str
    country: str | None
    role: ClanRole
    since: datetime


class Clan(ClanSummary):
    about: str
    roster: Annotated[
        list[ClanMember],
        Field(description="The captain, officers, members; each the longest there first."),
    ]


class ClanMembership(Out):
    clan: ClanSummary
    role: ClanRole
    since: datetime


class ClanMemberships(Out):
    memberships: list[ClanMembership]


class ClanPlayer(Out):
    player_id: str
    name: str
    country: str | None


class ClanInvitation(Out):
    clan: ClanSummary
    player: ClanPlayer
    invited_by: ClanPlayer
    created_at: datetime


class ClanInvitations(Out):
    invitations: list[ClanInvitation]
