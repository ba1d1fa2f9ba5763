"""Logging in, staying in, logging out."""

from typing import Annotated

from fastapi import APIRouter, Cookie, Query, Request, Response
from servicekit.errors import Unauthenticated
from x0.account.v1 import account_pb2 as pb

from x0_gateway.backends import asked
from x0_gateway.models import accounts as m
from x0_gateway.rest import cookies
from x0_gateway.rest.deps import IdInPath, Owner, SignInLimit, Use, user_agent
from x0_gateway.translate.accounts import sessions

router = APIRouter(prefix="/v1/sessions", tags=["sessions"])


@router.post("", status_code=201, dependencies=[SignInLimit])
async def log_in(body: m.LogIn, services: Use, request: Request, response: Response) -> m.Session:
    found = await asked(
        services.backends.account.LogIn(
            pb.LogInRequest(name=body.name, password=body.password, user_agent=user_agent(request))
        )
    )
    return cookies.answer(response, found.session, services.settings, in_cookie=body.cookie)


@router.post("/refresh")
async def refresh(
    body: m.RefreshIn,
    services: Use,
    response: Response,
    kept: Annotated[str | None, Cookie(alias=cookies.NAME, max_length=512)] = None,
) -> m.Session:
    """A new access token and a new refresh token. One that is used twice ends its session."""
    token = body.refresh_token or kept
    if not token:
        raise Unauthenticated("sign_in_needed", "send a refresh token")
    request = pb.RefreshSessionRequest(refresh_token=token)
    found = await asked(services.backends.account.RefreshSession(request))
    # Who keeps it in the cookie never gets to see it, whatever is asked for.
    in_cookie = body.cookie or not body.refresh_token
    return cookies.answer(response, found.session, services.settings, in_cookie=in_cookie)


@router.get("")
async def list_sessions(services: Use, who: Owner) -> m.Sessions:
    request = pb.ListSessionsRequest(player_id=who.player_id)
    return sessions(await asked(services.backends.account.ListSessions(request)), who.session_id)


@router.delete("/{session_id}", status_code=204)
async def end_session(session_id: IdInPath, services: Use, who: Owner, response: Response) -> None:
    request = pb.RevokeSessionRequest(player_id=who.player_id, session_id=session_id)
    await asked(services.backends.account.RevokeSession(request))
    if session_id == who.session_id:
        cookies.forget(response, services.settings)


@router.delete("")
async def end_sessions(
    services: Use,
    who: Owner,
    response: Response,
    keep_current: Annotated[bool, Query(description="Log out everywhere else only.")] = False,
) -> m.Revoked:
    found = await asked(
        services.backends.account.RevokeAllSessions(
            pb.RevokeAllSessionsRequest(
                player_id=who.player_id,
                except_session_id=who.session_id if keep_current else "",
            )
        )
    )
    if not keep_current:
        cookies.forget(response, services.settings)
    return m.Revoked(revoked=found.revoked)
