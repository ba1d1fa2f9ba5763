"""Clans: protobuf -> JSON."""

from collections.abc import Iterable
from typing import Any

from x0.account.v1 import account_pb2
from x0.account.v1 import clans_pb2 as pb

from x0_gateway.models import clans as m
from x0_gateway.translate.times import when
from x0_gateway.translate.words import CLAN_ROLE


def _summary(found: pb.ClanSummary) -> dict[str, Any]:
    return {
        "clan_id": found.clan_id,
        "name": found.name,
        "tag": found.tag,
        "members": found.members,
        "created_at": when(found.created_at),
    }


def clan(found: pb.Clan) -> m.Clan:
    return m.Clan(
        **_summary(found.summary),
        about=found.about,
        roster=[
            m.ClanMember(
                player_id=member.profile.player_id,
                name=member.profile.name,
                country=member.profile.country or None,
                role=CLAN_ROLE[member.role],
                since=when(member.since),
            )
            for member in found.members
        ],
    )


def clans(found: Iterable[pb.ClanSummary], next_page_token: str = "") -> m.Clans:
    return m.Clans(
        clans=[m.ClanSummary(**_summary(one)) for one in found],
        next_page_token=next_page_token or None,
    )


def memberships(found: pb.ListMembershipsResponse) -> m.ClanMemberships:
    return m.ClanMemberships(
        memberships=[
            m.ClanMembership(
                clan=m.ClanSummary(**_summary(one.clan)),
                role=CLAN_ROLE[one.role],
                since=when(one.since),
            )
            for one in found.memberships
        ]
    )


def _player(found: account_pb2.Profile) -> m.ClanPlayer:
    return m.ClanPlayer(player_id=found.player_id, name=found.name, country=found.country or None)


def invitation(found: pb.ClanInvitation) -> m.ClanInvitation:
    return m.ClanInvitation(
        clan=m.ClanSummary(**_summary(found.clan)),
        player=_player(found.invited),
        invited_by=_player(found.invited_by),
        created_at=when(found.created_at),
    )


def invitations(found: Iterable[pb.ClanInvitation]) -> m.ClanInvitations:
    return m.ClanInvitations(invitations=[invitation(one) for one in found])
