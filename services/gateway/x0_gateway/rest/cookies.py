"""The refresh token in a cookie that scripts cannot read."""

import time

from fastapi import Response
from x0.account.v1 import account_pb2

from x0_gateway.models.accounts import Session
from x0_gateway.settings import GatewaySettings
from x0_gateway.translate.accounts import session

NAME = "x0_refresh"
PATH = "/v1/sessions"


def answer(
    response: Response, found: account_pb2.Session, settings: GatewaySettings, *, in_cookie: bool
) -> Session:
    """The session for the body; its refresh token in the cookie where the client asked for it."""
    if in_cookie:
        response.set_cookie(
            NAME,
            found.refresh_token,
            max_age=max(0, found.refresh_expires_at.seconds - int(time.time())),
            path=PATH,
            secure=settings.https,
            httponly=True,
            samesite="strict",
        )
    return session(found, in_cookie=in_cookie)


def forget(response: Response, settings: GatewaySettings) -> None:
    response.delete_cookie(NAME, path=PATH, secure=settings.https, httponly=True, samesite="strict")
