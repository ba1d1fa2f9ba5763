"""Chat of a game."""

from typing import Annotated

from fastapi import APIRouter, Query
from x0.game.v1 import service_pb2 as pb

from x0_gateway.backends import asked
from x0_gateway.models import chat as m
from x0_gateway.models.base import ChatRoom
from x0_gateway.rest.deps import Anybody, IdInPath, Player, Use, player_id
from x0_gateway.translate.chat import chat
from x0_gateway.translate.words import CHAT_ROOM_NUMBER

router = APIRouter(prefix="/v1/games/{game_id}/chat/{room}", tags=["chat"])


@router.get("")
async def get_chat(
    game_id: IdInPath,
    room: ChatRoom,
    services: Use,
    who: Anybody,
    after: Annotated[int, Query(ge=0, le=2**53, description="The last version known.")] = 0,
) -> m.Chat:
    """The last lines, or those after a version. Players of a running game do not see what
    spectators say."""
    request = pb.GetChatRequest(
        player_id=player_id(who),
        game_id=game_id,
        room=CHAT_ROOM_NUMBER[room],
        after_version=after,
    )
    return chat(game_id, room, await asked(services.backends.game.GetChat(request)))


@router.post("", status_code=201)
async def send_chat(
    game_id: IdInPath, room: ChatRoom, body: m.ChatIn, services: Use, who: Player
) -> m.ChatDone:
    answer = await asked(
        services.backends.game.SendChat(
            pb.SendChatRequest(
                caller=who.caller,
                game_id=game_id,
                room=CHAT_ROOM_NUMBER[room],
                text=body.text,
                message_id=body.id,
            )
        )
    )
    if not answer.HasField("event"):
        return m.ChatDone(version=None)
    services.hub.chat_event(answer.event, room)
    return m.ChatDone(version=answer.event.version)
