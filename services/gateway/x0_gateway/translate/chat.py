"""Chat: protobuf -> JSON."""

from x0.game.v1 import events_pb2
from x0.game.v1 import service_pb2 as pb

from x0_gateway.models import chat as m
from x0_gateway.models.base import ChatRoom
from x0_gateway.translate.times import when


def line(found: events_pb2.ChatLine) -> m.ChatLine:
    return m.ChatLine(
        player_id=found.player_id, name=found.name, text=found.text, time=when(found.time)
    )


def chat(game_id: str, room: ChatRoom, found: pb.GetChatResponse) -> m.Chat:
    return m.Chat(
        game_id=game_id,
        room=room,
        version=found.version,
        complete=found.complete,
        lines=[m.VersionedChatLine(version=e.version, line=line(e.line)) for e in found.events],
    )
