"""Messages to clients that are about no topic, and reading what clients send."""

import json

from pydantic import ValidationError
from servicekit.clock import now_ms
from servicekit.errors import DomainError, Invalid

from x0_gateway.models import socket as m
from x0_gateway.tokens import Identity

LONGEST_ID = 100


def read(text: str) -> m.ClientMessage:
    """Raises Invalid; `id` in its metadata is for the answer, not to be sent as a fact."""
    try:
        return m.client_message.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        at = ".".join(str(part) for part in first["loc"])
        words = f"{at}: {first['msg']}" if at else first["msg"]
        raise Invalid("invalid", words[:300]) from None


def id_of(text: str) -> str | None:
    """What an invalid message calls itself, so that its sender can tell which one it was."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    for name in ("id", "topic"):
        if isinstance(value := found.get(name), str) and 0 < len(value) <= LONGEST_ID:
            return value if _encodable(value) else None
    return None


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def error(message_id: str | None, refused: DomainError) -> str:
    return m.Error(
        type="error",
        id=message_id,
        reason=refused.reason,
        message=refused.message,
        metadata=refused.metadata,
    ).model_dump_json()


def welcome(identity: Identity | None) -> str:
    me = None
    if identity is not None:
        me = m.Me(
            player_id=identity.player_id,
            name=identity.name,
            guest=identity.guest,
            scopes=sorted(identity.scopes),
        )
    expires_at = identity.expires_at * 1000 if identity else None
    return m.Welcome(
        type="welcome", player=me, now=now_ms(), expires_at=expires_at
    ).model_dump_json()


def ack(message_id: str, version: int | None) -> str:
    return m.Ack(type="ack", id=message_id, version=version).model_dump_json()


def pong(message_id: str) -> str:
    return m.PongOut(type="pong", id=message_id, now=now_ms()).model_dump_json()


def ping(n: int) -> str:
    return m.PingOut(type="ping", n=n).model_dump_json()


RESTARTING = m.Notice(type="notice", reason="restarting").model_dump_json()
TOKEN_EXPIRED = m.Notice(type="notice", reason="token_expired").model_dump_json()
SIGNED_OUT = m.Notice(type="notice", reason="signed_out").model_dump_json()
