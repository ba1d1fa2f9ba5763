"""The documents that clients are made from are those of this code, and true."""

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from double_tournaments import ID
from gateway_stack import Stack
from x0_gateway import asyncapi, docs
from x0_gateway.models import socket as models

DOCS = Path(__file__).parents[3] / "docs" / "api"
HOW = "make them anew: python -m x0_gateway.docs docs/api"


def test_the_documents_are_up_to_date() -> None:
    assert (DOCS / "asyncapi.yaml").read_text(encoding="utf-8") == docs.asyncapi_text(), HOW
    assert (DOCS / "openapi.json").read_text(encoding="utf-8") == docs.openapi_text(), HOW


def test_every_reference_leads_somewhere() -> None:
    for document in (asyncapi.document(), json.loads(docs.openapi_text())):
        for reference in _references(document):
            at: Any = document
            for part in reference.removeprefix("#/").split("/"):
                at = at[part]


def _references(node: Any) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if "$ref" in node else []
        return own + [r for value in node.values() for r in _references(value)]
    if isinstance(node, list):
        return [r for value in node for r in _references(value)]
    return []


class Checker:
    """Checks messages of the socket against the document as a client would."""

    def __init__(self) -> None:
        document = yaml.safe_load((DOCS / "asyncapi.yaml").read_text(encoding="utf-8"))
        self._schemas = document["components"]["schemas"]
        self.names = [model.__name__ for model in models.TO_CLIENT]

    def check(self, message: dict[str, Any]) -> str:
        found = [
            name
            for name in self.names
            if self._constant(name, "type") == message["type"]
            and self._constant(name, "kind") in (None, message.get("kind"))
        ]
        assert len(found) == 1, (message["type"], found)
        schema = {
            "$ref": f"#/components/schemas/{found[0]}",
            "components": {"schemas": self._schemas},
        }
        jsonschema.Draft202012Validator(schema).validate(message)
        unknown = message.keys() - self._schemas[found[0]]["properties"].keys()
        assert not unknown
        return found[0]

    def _constant(self, name: str, field: str) -> Any:
        return self._schemas[name]["properties"].get(field, {}).get("const")


async def test_what_the_socket_sends_is_what_the_document_says(stack: Stack) -> None:
    stack.games.start("g1", "ann", "bob")
    ann = await stack.connect("ann")
    stack.tournaments.play()
    for topic in (
        "game:g1", "chat:g1:players", "rating:g1", "player", "lobby", "live", f"tournament:{ID}",
    ):  # fmt: skip
        await ann.subscribe(topic)
    await ann.act("a1", "g1", {"type": "place", "point": [7, 7]}, 0)
    await ann.act("a2", "g1", {"type": "offer_draw"})
    await ann.act("a3", "g1", {"type": "swap"})
    await ann.send(type="chat", id="c1", game="g1", room="players", text="hi")
    await ann.answer("c1")
    await ann.act("a4", "g1", {"type": "resign"})
    await ann.send(type="ping", id="p")
    await ann.expect("pong")
    await ann.send(type="auth", token=None)
    await ann.expect("welcome")
    await stack.stop_gateway()
    await ann.closed()
    checker = Checker()
    seen = {checker.check(message) for message in ann.received}
    # All but the server's own ping, which the client answers, and a rating that arrives.
    assert seen == {*checker.names} - {"PingOut", "RatingEventMessage"}


@pytest.mark.parametrize("model", models.FROM_CLIENT, ids=lambda model: model.__name__)
def test_what_the_document_forbids_is_refused(model: type) -> None:
    """The document and the code agree on what clients may send."""
    from test_messages import EXAMPLES, mutated

    document = yaml.safe_load((DOCS / "asyncapi.yaml").read_text(encoding="utf-8"))
    schema = {
        "$ref": f"#/components/schemas/{model.__name__}",
        "components": {"schemas": document["components"]["schemas"]},
    }
    validator = jsonschema.Draft202012Validator(schema)
    kind = document["components"]["schemas"][model.__name__]["properties"]["type"]["const"]
    rng = random.Random(1)
    candidates = [json.dumps(e) for e in EXAMPLES] + [mutated(rng) for _ in range(4000)]
    for text in candidates:
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if not isinstance(message, dict) or message.get("type") != kind or "\\ud800" in text:
            continue
        # JSON Schema takes 7.0 for the integer 7; the code does not.
        if _has_float(message):
            continue
        allowed = validator.is_valid(message)
        try:
            models.client_message.validate_json(text)
            read = True
        except ValueError:
            read = False
        assert read == allowed, text


def _has_float(node: Any) -> bool:
    if isinstance(node, dict | list):
        return any(_has_float(v) for v in (node.values() if isinstance(node, dict) else node))
    return isinstance(node, float)
