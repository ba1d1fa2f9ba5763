"""What requests are handled with: services, who asks, pages."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import WithJsonSchema
from servicekit.errors import Unauthenticated

from x0_gateway.backends import Backends
from x0_gateway.limits import Limits
from x0_gateway.live.hub import Hub
from x0_gateway.models.base import Id
from x0_gateway.modes import MOST_PER_PAGE, PAGE_SIZE
from x0_gateway.play.pool import PlayPool
from x0_gateway.settings import GatewaySettings
from x0_gateway.tokens import Identity, Verifier


@dataclass(frozen=True, slots=True)
class Services:
    settings: GatewaySettings
    backends: Backends
    play: PlayPool
    hub: Hub
    verifier: Verifier
    limits: Limits


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Use = Annotated[Services, Depends(_services)]

_bearer = HTTPBearer(auto_error=False, bearerFormat="JWT", description="An access token.")
_Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


def _anybody(services: Use, request: Request, credentials: _Credentials) -> Identity | None:
    """A token that is sent must be valid, also where none is needed."""
    if credentials is None:
        if "authorization" in request.headers:
            raise Unauthenticated("token_invalid", "send the header Authorization: Bearer TOKEN")
        return None
    identity = services.verifier.check(credentials.credentials)
    services.limits.player.check(identity.player_id, message="too many requests")
    return identity


Anybody = Annotated[Identity | None, Depends(_anybody)]


def signed_in(identity: Anybody) -> Identity:
    if identity is None:
        raise Unauthenticated("sign_in_needed", "sign in first, also as a guest")
    return identity


SignedIn = Annotated[Identity, Depends(signed_in)]


def _reader(identity: SignedIn) -> Identity:
    identity.require("read")
    return identity


def _player(identity: SignedIn) -> Identity:
    identity.require("play")
    return identity


def _owner(identity: SignedIn) -> Identity:
    identity.require_session()
    return identity


# Who may look at what is their own, who may play, who may change the account itself.
Reader = Annotated[Identity, Depends(_reader)]
Player = Annotated[Identity, Depends(_player)]
Owner = Annotated[Identity, Depends(_owner)]


def _sign_in_limit(services: Use, request: Request) -> None:
    address = request.scope["x0.address"]
    services.limits.sign_in.check(address, message="too many attempts to sign in")


# For what guesses passwords or makes accounts.
SignInLimit = Depends(_sign_in_limit)

IdInPath = Annotated[Id, Path()]


@dataclass(frozen=True, slots=True)
class Page:
    size: int
    token: str


def _page(
    page_size: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = PAGE_SIZE,
    page_token: Annotated[
        str, Query(max_length=1000, pattern=r"^[A-Za-z0-9_=-]*$", description="From a page before.")
    ] = "",
) -> Page:
    return Page(page_size, page_token)


Paged = Annotated[Page, Depends(_page)]

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]+$",
        min_length=1,
        max_length=64,
        description="The same key again creates nothing and answers the same.",
    ),
]

# Where nobody is signed in yet, the key is all that tells one client from another.
SecretKey = Annotated[
    str | None,
    # Said outright: a header can be left out, it cannot be null.
    WithJsonSchema({"type": "string", "pattern": "^[!-~]{16,64}$"}),
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]{16,64}$",
        description="Random, at least 16 characters. The same key again, within ten minutes, "
        "creates nothing and gives another session of the same player.",
    ),
]


def player_id(identity: Identity | None) -> str:
    return identity.player_id if identity else ""


def user_agent(request: Request) -> str:
    return request.headers.get("user-agent", "")[:200]


def _problem(description: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        "description": description,
        "content": {"application/problem+json": {"schema": schema}},
    }


PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: _problem("The body is no JSON text in UTF-8."),
    401: _problem("No token, or one that is not valid any more."),
    403: _problem("Not for this player, or not with this token's scopes."),
    404: _problem("There is no such thing, or it is not for this player to see."),
    409: _problem("Not possible as things are now; `reason` says why."),
    413: _problem("The body is too large."),
    422: _problem("The request is not valid."),
    429: _problem("Too many requests; `Retry-After` says for how many seconds."),
    503: _problem("A part of the service is away for a moment."),
}
