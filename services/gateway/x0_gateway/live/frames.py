"""Messages about topics, encoded once for all who follow."""

from x0.game.v1 import events_pb2, game_pb2, service_pb2
from x0.rating.v1 import rating_pb2

from x0_gateway.models import socket as m
from x0_gateway.translate.chat import line
from x0_gateway.translate.events import event
from x0_gateway.translate.games import snapshot
from x0_gateway.translate.ratings import rated_game


def game_event(topic: str, found: events_pb2.GameEvent) -> str:
    return m.GameEventMessage(
        type="event", kind="game", topic=topic, version=found.version, event=event(found)
    ).model_dump_json()


def game_snapshot(topic: str, found: game_pb2.Snapshot) -> str:
    return m.GameSnapshot(
        type="snapshot",
        kind="game",
        topic=topic,
        version=found.version,
        snapshot=snapshot(found),
    ).model_dump_json()


def chat_event(topic: str, found: events_pb2.ChatEvent) -> str:
    return m.ChatEventMessage(
        type="event", kind="chat", topic=topic, version=found.version, event=line(found.line)
    ).model_dump_json()


def chat_snapshot(topic: str, found: service_pb2.GetChatResponse) -> str:
    lines = [m.ChatEntry(version=e.version, line=line(e.line)) for e in found.events]
    return m.ChatSnapshot(
        type="snapshot",
        kind="chat",
        topic=topic,
        version=found.version,
        snapshot=m.ChatLines(lines=lines),
    ).model_dump_json()


# A game is rated once: that is version 1 of its rating.
RATED = 1


def rating_event(topic: str, found: rating_pb2.RatedGame) -> str:
    return m.RatingEventMessage(
        type="event", kind="rating", topic=topic, version=RATED, event=rated_game(found)
    ).model_dump_json()


def rating_snapshot(topic: str, found: rating_pb2.RatedGame | None) -> str:
    return m.RatingSnapshot(
        type="snapshot",
        kind="rating",
        topic=topic,
        version=0 if found is None else RATED,
        snapshot=None if found is None else rated_game(found),
    ).model_dump_json()


def whole(kind: str, topic: str, version: int, body: str) -> str:
    """Around a snapshot that is JSON already, so that it can be compared with the last one."""
    return (
        f'{{"type":"snapshot","kind":"{kind}","topic":"{topic}",'
        f'"version":{version},"snapshot":{body}}}'
    )


def subscribed(topic: str, version: int) -> str:
    return m.Subscribed(type="subscribed", topic=topic, version=version).model_dump_json()


def unsubscribed(topic: str, reason: str) -> str:
    return m.Unsubscribed(type="unsubscribed", topic=topic, reason=reason).model_dump_json()
