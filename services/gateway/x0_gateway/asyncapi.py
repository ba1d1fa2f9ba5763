"""The AsyncAPI document of the socket, made from the message models."""

import re
from typing import Any

from pydantic import TypeAdapter

from x0_gateway.models import socket as models
from x0_gateway.socket.close import MEANING

_REF = re.compile(r"^#/\$defs/")


def _name(model: type) -> str:
    return model.__name__


def _repoint(node: Any) -> Any:
    """Lets `$ref` and discriminator mappings point into the document."""
    if isinstance(node, dict):
        return {
            key: _REF.sub("#/components/schemas/", value)
            if isinstance(value, str) and (key == "$ref" or _REF.match(value))
            else _repoint(value)
            for key, value in node.items()
        }
    return [_repoint(item) for item in node] if isinstance(node, list) else node


def schemas() -> dict[str, Any]:
    """JSON Schemas of all messages and what they are made of, by name."""
    inputs = [(model, "validation", TypeAdapter(model)) for model in models.FROM_CLIENT]
    outputs = [(model, "serialization", TypeAdapter(model)) for model in models.TO_CLIENT]
    _, found = TypeAdapter.json_schemas([*inputs, *outputs])  # type: ignore[list-item]
    return dict(sorted(_repoint(found["$defs"]).items()))


def document() -> dict[str, Any]:
    closes = "\n".join(f"- {int(code)}: {meaning}" for code, meaning in MEANING.items())
    every = [*models.FROM_CLIENT, *models.TO_CLIENT]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "X-0 socket",
            "version": "1",
            "description": _DESCRIPTION.format(closes=closes),
        },
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": "/v1/socket",
                "messages": {
                    _name(model): {"$ref": f"#/components/messages/{_name(model)}"}
                    for model in every
                },
            }
        },
        "operations": {
            "fromClient": _operation("receive", models.FROM_CLIENT),
            "toClient": _operation("send", models.TO_CLIENT),
        },
        "components": {
            "messages": {
                _name(model): {
                    "name": _name(model),
                    "summary": " ".join((model.__doc__ or _name(model)).split()),
                    "payload": {"$ref": f"#/components/schemas/{_name(model)}"},
                }
                for model in every
            },
            "schemas": schemas(),
        },
    }


def _operation(action: str, messages: tuple[type, ...]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{_name(model)}"} for model in messages],
    }


_DESCRIPTION = """\
Everything live goes over one WebSocket: JSON in text frames, at most 16 KiB each.

The first message is `auth`. Then subscribe to topics and act. Every `act` and `chat` is answered
by `ack` or `error` with its id. Sending the same id again (also on a new connection) changes
nothing twice and is answered again.

Topics whose version grows by one with every event, `game:ID` and `chat:ID:ROOM`: subscribe with
`from`, the last version you have. What you missed comes first, as events or as one snapshot, then
`subscribed`, then events. A gap never reaches you: the server fills it or sends a snapshot.
A snapshot replaces all that you have. Drop an event whose version is not above the one you
have. `rating:ID` has version 0 until the game is rated, then 1.

Topics of snapshots, `player`, `lobby`, `live`, `tournament:ID`: a whole snapshot at first and
after every change; its version is the server's time in milliseconds.

A token lives for minutes: send `auth` with a fresh one on the same socket before `expires_at`.
When the socket becomes somebody else's, subscriptions that may be private end with
`unsubscribed`. Unknown fields and types of messages from the server are to be ignored.

Close codes:

{closes}
"""
