"""Accounts: protobuf -> JSON."""

from collections.abc import Iterable

from x0.account.v1 import account_pb2 as pb

from x0_gateway.models import accounts as m
from x0_gateway.translate.times import when, when_set


def session(found: pb.Session, *, in_cookie: bool) -> m.Session:
    return m.Session(
        session_id=found.session_id,
        player_id=found.player_id,
        name=found.name,
        guest=found.guest,
        access_token=found.access_token,
        access_expires_at=when(found.access_expires_at),
        refresh_token=None if in_cookie else found.refresh_token,
        refresh_expires_at=when(found.refresh_expires_at),
    )


def sessions(found: pb.ListSessionsResponse, current: str) -> m.Sessions:
    return m.Sessions(
        sessions=[
            m.SessionInfo(
                session_id=s.session_id,
                user_agent=s.user_agent,
                created_at=when(s.created_at),
                last_used_at=when(s.last_used_at),
                current=s.session_id == current,
            )
            for s in found.sessions
        ]
    )


def api_token(found: pb.ApiToken) -> m.ApiToken:
    return m.ApiToken(
        token_id=found.token_id,
        label=found.label,
        scopes=list(found.scopes),
        created_at=when(found.created_at),
        last_used_at=when_set(found, "last_used_at"),
    )


def access(found: pb.ExchangeApiTokenResponse) -> m.Access:
    return m.Access(
        player_id=found.player_id,
        name=found.name,
        access_token=found.access_token,
        access_expires_at=when(found.access_expires_at),
    )


def profile(found: pb.Profile) -> m.Profile:
    return m.Profile(
        player_id=found.player_id,
        name=found.name,
        guest=found.guest,
        deleted=found.deleted,
        country=found.country or None,
        language=found.language or None,
        about=found.about,
        created_at=when(found.created_at),
    )


def profiles(found: Iterable[pb.Profile]) -> m.Profiles:
    return m.Profiles(profiles=[profile(p) for p in found])
