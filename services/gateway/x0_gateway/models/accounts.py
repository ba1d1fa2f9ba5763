"""Accounts, sessions, API tokens, profiles, blocks."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from x0_gateway.models.base import In, Out, Scope, Text

# What somebody may be called and signs in with; further rules are the account service's.
NewName = Annotated[Text, Field(min_length=3, max_length=20)]
NewPassword = Annotated[Text, Field(min_length=8, max_length=128)]
# What is only compared with those.
Name = Annotated[Text, Field(min_length=1, max_length=64)]
Password = Annotated[Text, Field(min_length=1, max_length=1024)]
Secret = Annotated[Text, Field(min_length=1, max_length=512)]
WantsCookie = Annotated[
    bool,
    Field(description="Keep the refresh token in an HttpOnly cookie instead of the answer."),
]


class GuestIn(In):
    cookie: WantsCookie = False


class AccountIn(In):
    name: NewName
    password: NewPassword
    cookie: WantsCookie = False


class LogIn(In):
    name: Name
    password: Password
    cookie: WantsCookie = False


class RefreshIn(In):
    """Either `refresh_token`, or the cookie of an earlier answer with `cookie: true`."""

    refresh_token: Secret | None = None
    cookie: WantsCookie = False


class Session(Out):
    session_id: str
    player_id: str
    name: str
    guest: bool
    access_token: str
    access_expires_at: datetime
    refresh_token: Annotated[str | None, Field(description="Null when it is in the cookie.")]
    refresh_expires_at: datetime


class SessionInfo(Out):
    session_id: str
    user_agent: str
    created_at: datetime
    last_used_at: datetime
    current: bool


class Sessions(Out):
    sessions: list[SessionInfo]


class Revoked(Out):
    revoked: int


class PasswordIn(In):
    old_password: Password
    new_password: NewPassword


class NameIn(In):
    name: NewName
    password: Password


class DeleteAccountIn(In):
    password: Password


class ApiTokenIn(In):
    label: Annotated[Text, Field(min_length=1, max_length=60)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=3)]


class ApiToken(Out):
    token_id: str
    label: str
    scopes: list[str]
    created_at: datetime
    last_used_at: datetime | None


class NewApiToken(Out):
    token: ApiToken
    secret: Annotated[str, Field(description="Shown this once.")]


class ApiTokens(Out):
    tokens: list[ApiToken]


class ExchangeIn(In):
    secret: Secret


class Access(Out):
    player_id: str
    name: str
    access_token: str
    access_expires_at: datetime


class Profile(Out):
    player_id: str
    name: str
    guest: bool
    deleted: bool
    country: Annotated[str | None, Field(description="ISO 3166-1 alpha-2.")]
    language: Annotated[str | None, Field(description="BCP 47.")]
    about: str
    created_at: datetime


class ProfileIn(In):
    """What is left out or null stays; an empty text clears."""

    country: Annotated[str | None, Field(pattern=r"^([A-Z]{2})?$")] = None
    language: Annotated[str | None, Field(pattern=r"^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$",
                                          max_length=35)] = None  # fmt: skip
    about: Annotated[Text | None, Field(max_length=500)] = None


class Profiles(Out):
    profiles: list[Profile]
