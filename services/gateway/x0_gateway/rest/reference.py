"""What the gateway offers, for whoever opens it in a browser: no scripts, no styles."""

from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response

from x0_gateway import asyncapi

router = APIRouter(include_in_schema=False)


@router.get("/")
async def root() -> dict[str, str]:
    return {
        "name": "X-0",
        "reference": "/docs",
        "openapi": "/v1/openapi.json",
        "asyncapi": "/v1/asyncapi.json",
        "socket": "/v1/socket",
    }


@router.get("/v1/asyncapi.json")
async def get_asyncapi() -> dict[str, Any]:
    return asyncapi.document()


@router.get("/docs")
async def reference(request: Request) -> Response:
    document = request.app.openapi()
    rows = "".join(
        f"<tr><td>{method.upper()}<td><code>{escape(path)}</code>"
        f"<td>{escape(operation.get('description', operation['summary']))}"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    )
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>X-0 for programs</title>'
        f"<h1>X-0 for programs</h1><p>{escape(document['info']['description'])}</p>"
        '<p>Requests: <a href="/v1/openapi.json">OpenAPI</a>. '
        'The socket: <a href="/v1/asyncapi.json">AsyncAPI</a>.</p>'
        f"<table><tr><th>Method<th>Path<th>What it does{rows}</table></html>"
    )
    return Response(page, media_type="text/html; charset=utf-8")
