"""The REST application and its OpenAPI document."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.middleware.cors import CORSMiddleware
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.routing import Match

from x0_gateway import problems
from x0_gateway.edge import Scope
from x0_gateway.models.meta import Problem
from x0_gateway.rest import (
    accounts,
    blocks,
    chat,
    clans,
    games,
    meta,
    organising,
    players,
    puzzles,
    reference,
    seeks,
    sessions,
    tournaments,
)
from x0_gateway.rest.deps import PROBLEMS, signed_in
from x0_gateway.settings import GatewaySettings

ROUTERS = (
    accounts.router, sessions.router, players.router, blocks.router, clans.router,
    seeks.router, games.router, chat.router, tournaments.router, organising.router,
    puzzles.router, meta.router, reference.router,
)  # fmt: skip

_DESCRIPTION = """\
Everything that is asked for; what happens by itself comes over the socket (see the AsyncAPI
document). Errors are `application/problem+json`; `reason`, also the end of `type`, is a stable word
for programs. Times are RFC 3339 in UTC, points are [column, row] from zero. Where a list has
more, `next_page_token` is the `page_token` of the next request. Fields that a client does not know
are to be ignored; the server refuses those that it does not know."""


def _operation_id(route: APIRoute) -> str:
    return route.name


def _routes() -> Iterator[APIRoute]:
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute):
                yield route


def allowed_methods(scope: Scope) -> list[str]:
    """Of all routes with this path: `/v1/sessions/refresh` is no session's id."""
    matching = [r for r in _routes() if r.matches(scope)[0] is not Match.NONE]
    return sorted(
        method for r in matching if r.path == matching[0].path for method in r.methods or ()
    )


def _needs_sign_in(dependant: Dependant) -> bool:
    return dependant.call is signed_in or any(map(_needs_sign_in, dependant.dependencies))


def _say_where_signing_in_is_optional(document: dict[str, Any]) -> None:
    for route in _routes():
        if not _needs_sign_in(route.dependant):
            for method in route.methods or ():
                operation = document["paths"].get(route.path, {}).get(method.lower(), {})
                if "security" in operation:
                    operation["security"].append({})


def create(settings: GatewaySettings) -> FastAPI:
    """`app.state.services` must be set before the first request."""
    app = FastAPI(
        title="X-0",
        version="1",
        description=_DESCRIPTION,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation_id,
        responses=PROBLEMS,
        redirect_slashes=False,
    )
    for router in ROUTERS:
        app.include_router(router)
    problems.install(app, allowed_methods)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_credentials=True,
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match",
                           "X-Request-ID"],
            expose_headers=["ETag", "Retry-After", "X-Request-ID"],
            max_age=600,
        )  # fmt: skip

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
            )
            _say_where_signing_in_is_optional(document)
            schemas = document["components"]["schemas"]
            schemas["Problem"] = TypeAdapter(Problem).json_schema()
            # FastAPI's own shapes of errors, which are never sent.
            for name in ("HTTPValidationError", "ValidationError"):
                schemas.pop(name, None)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
    return app
