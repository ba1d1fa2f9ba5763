"""Refusals as `application/problem+json` (RFC 9457)."""

import json
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from servicekit import logs
from servicekit.errors import DomainError
from starlette.exceptions import HTTPException
from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"
_log = logs.get("x0_gateway.problems")

STATUS: Mapping[str, HTTPStatus] = {
    "INVALID_ARGUMENT": HTTPStatus.UNPROCESSABLE_ENTITY,
    "NOT_FOUND": HTTPStatus.NOT_FOUND,
    "ALREADY_EXISTS": HTTPStatus.CONFLICT,
    "FAILED_PRECONDITION": HTTPStatus.CONFLICT,
    "PERMISSION_DENIED": HTTPStatus.FORBIDDEN,
    "UNAUTHENTICATED": HTTPStatus.UNAUTHORIZED,
    "RESOURCE_EXHAUSTED": HTTPStatus.TOO_MANY_REQUESTS,
    "ABORTED": HTTPStatus.CONFLICT,
    "UNAVAILABLE": HTTPStatus.SERVICE_UNAVAILABLE,
}
# Members that the problem itself has; facts of the same name stand back.
_OWN = ("type", "title", "status", "detail", "instance", "reason", "errors")


class ProblemResponse(Response):
    media_type = MEDIA_TYPE

    def __init__(
        self,
        request_id: str,
        status: int,
        reason: str,
        detail: str,
        facts: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        body: dict[str, Any] = {k: v for k, v in (facts or {}).items() if k not in _OWN}
        body |= {
            "type": f"/problems/{reason}",
            "title": HTTPStatus(status).phrase,
            "status": status,
            "detail": detail,
            "instance": request_id,
            "reason": reason,
        }
        if facts and isinstance(facts.get("errors"), list):
            body["errors"] = facts["errors"]
        super().__init__(json.dumps(body), status_code=status, headers=dict(headers or {}))


def refused(request_id: str, error: DomainError) -> ProblemResponse:
    status = STATUS.get(error.code, HTTPStatus.INTERNAL_SERVER_ERROR)
    headers = {}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        wait = error.metadata.get("retry_after_ms", "")
        headers["Retry-After"] = str(-(-int(wait) // 1000) if wait.isdecimal() else 1)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "1"
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        _log.error("another service failed", reason=error.reason, detail=error.message)
        return ProblemResponse(request_id, status, "internal", "something went wrong here")
    return ProblemResponse(request_id, status, error.reason, error.message, error.metadata, headers)


def request_id(request: Request) -> str:
    return str(request.scope.get("x0.request_id", ""))


def install(app: FastAPI, allowed: Callable[[Any], Sequence[str]]) -> None:
    """Everything that goes wrong in a request is answered here.

    `allowed`: the methods that a path has."""

    async def domain(request: Request, error: Any) -> Response:
        return refused(request_id(request), error)

    async def validation(request: Request, error: Any) -> Response:
        found = error.errors()
        if any(e["type"] == "json_invalid" for e in found):
            return ProblemResponse(request_id(request), 400, "bad_body", "the body is not JSON")
        # Not the input itself: it may hold a password.
        errors = [{"at": [str(at) for at in e["loc"]], "message": e["msg"]} for e in found[:20]]
        facts = {"errors": errors}
        return ProblemResponse(
            request_id(request), 422, "invalid", "the request is not valid", facts
        )

    async def http(request: Request, error: Any) -> Response:
        status = HTTPStatus(error.status_code)
        reasons = {400: "bad_body", 404: "no_such_path", 405: "no_such_method", 413: "too_large"}
        reason = reasons.get(status, status.phrase.lower().replace(" ", "_"))
        headers = dict(error.headers or {})
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            headers["Allow"] = ", ".join(allowed(request.scope))
        return ProblemResponse(request_id(request), status, reason, error.detail, headers=headers)

    async def unexpected(request: Request, error: Exception) -> Response:
        _log.error("request failed", path=request.url.path, exc_info=error)
        return ProblemResponse(request_id(request), 500, "internal", "something went wrong here")

    app.add_exception_handler(DomainError, domain)
    app.add_exception_handler(RequestValidationError, validation)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, unexpected)
