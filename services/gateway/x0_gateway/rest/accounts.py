"""Guests, accounts, API tokens."""

from fastapi import APIRouter, Request, Response
from servicekit.errors import Refused
from x0.account.v1 import account_pb2 as pb

from x0_gateway.backends import asked
from x0_gateway.models import accounts as m
from x0_gateway.rest import cookies
from x0_gateway.rest.deps import (
    Anybody,
    IdempotencyKey,
    IdInPath,
    Owner,
    SecretKey,
    SignInLimit,
    Use,
    user_agent,
)
from x0_gateway.translate.accounts import access, api_token, profile

router = APIRouter(tags=["accounts"])


@router.post("/v1/guests", status_code=201, dependencies=[SignInLimit])
async def create_guest(
    body: m.GuestIn,
    services: Use,
    request: Request,
    response: Response,
    idempotency_key: SecretKey = None,
) -> m.Session:
    """A new guest, who may play casual games at once. Sent twice without a key, it makes two."""
    found = await asked(
        services.backends.account.CreateGuest(
            pb.CreateGuestRequest(
                user_agent=user_agent(request), idempotency_key=idempotency_key or ""
            )
        )
    )
    return cookies.answer(response, found.session, services.settings, in_cookie=body.cookie)


@router.post("/v1/accounts", status_code=201, dependencies=[SignInLimit])
async def register(
    body: m.AccountIn,
    services: Use,
    who: Anybody,
    request: Request,
    response: Response,
    idempotency_key: SecretKey = None,
) -> m.Session:
    """A new account. With a guest's token that guest becomes the account, and its running
    games go on. Sent twice without a key, the second is refused since the name is taken."""
    guest_player_id = ""
    if who is not None:
        who.require_session()
        if not who.guest:
            raise Refused("already_registered", "this token belongs to an account")
        guest_player_id = who.player_id
    found = await asked(
        services.backends.account.Register(
            pb.RegisterRequest(
                name=body.name,
                password=body.password,
                guest_player_id=guest_player_id,
                user_agent=user_agent(request),
                idempotency_key=idempotency_key or "",
            )
        )
    )
    return cookies.answer(response, found.session, services.settings, in_cookie=body.cookie)


@router.put("/v1/account/password", status_code=204, dependencies=[SignInLimit])
async def change_password(body: m.PasswordIn, services: Use, who: Owner) -> None:
    """All other sessions end."""
    await asked(
        services.backends.account.ChangePassword(
            pb.ChangePasswordRequest(
                player_id=who.player_id,
                old_password=body.old_password,
                new_password=body.new_password,
                session_id=who.session_id,
            )
        )
    )


@router.put("/v1/account/name", dependencies=[SignInLimit])
async def change_name(body: m.NameIn, services: Use, who: Owner) -> m.Profile:
    found = await asked(
        services.backends.account.ChangeName(
            pb.ChangeNameRequest(player_id=who.player_id, name=body.name, password=body.password)
        )
    )
    return profile(found.profile)


@router.delete("/v1/account", status_code=204, dependencies=[SignInLimit])
async def delete_account(
    body: m.DeleteAccountIn, services: Use, who: Owner, response: Response
) -> None:
    """For ever. The games stay, under "deleted player"."""
    request = pb.DeleteAccountRequest(player_id=who.player_id, password=body.password)
    await asked(services.backends.account.DeleteAccount(request))
    cookies.forget(response, services.settings)


@router.get("/v1/api-tokens")
async def list_api_tokens(services: Use, who: Owner) -> m.ApiTokens:
    request = pb.ListApiTokensRequest(player_id=who.player_id)
    found = await asked(services.backends.account.ListApiTokens(request))
    return m.ApiTokens(tokens=[api_token(token) for token in found.tokens])


@router.post("/v1/api-tokens", status_code=201)
async def create_api_token(
    body: m.ApiTokenIn, services: Use, who: Owner, idempotency_key: IdempotencyKey = None
) -> m.NewApiToken:
    """A long-lived token for a bot. Its secret is shown this once; the same key again gives
    the same token another secret."""
    found = await asked(
        services.backends.account.CreateApiToken(
            pb.CreateApiTokenRequest(
                player_id=who.player_id,
                label=body.label,
                scopes=sorted(set(body.scopes)),
                idempotency_key=idempotency_key or "",
            )
        )
    )
    return m.NewApiToken(token=api_token(found.token), secret=found.secret)


@router.post("/v1/api-tokens/exchange", dependencies=[SignInLimit])
async def exchange_api_token(body: m.ExchangeIn, services: Use) -> m.Access:
    """An API token's secret against a short-lived access token."""
    request = pb.ExchangeApiTokenRequest(secret=body.secret)
    return access(await asked(services.backends.account.ExchangeApiToken(request)))


@router.delete("/v1/api-tokens/{token_id}", status_code=204)
async def revoke_api_token(token_id: IdInPath, services: Use, who: Owner) -> None:
    request = pb.RevokeApiTokenRequest(player_id=who.player_id, token_id=token_id)
    await asked(services.backends.account.RevokeApiToken(request))
