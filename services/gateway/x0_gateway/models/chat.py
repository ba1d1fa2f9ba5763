"""Chat of a game."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from x0_gateway.models.base import ChatRoom, ClientId, In, Out, Text

ChatText = Annotated[Text, Field(min_length=1, max_length=280)]


class ChatIn(In):
    id: Annotated[ClientId, Field(description="The same id again sends nothing.")]
    text: ChatText


class ChatLine(Out):
    player_id: str
    name: str
    text: str
    time: datetime


class VersionedChatLine(Out):
    version: int
    line: ChatLine


class ChatDone(Out):
    version: Annotated[
        int | None, Field(description="Of the room after it; null: that line was there.")
    ]


class Chat(Out):
    game_id: str
    room: ChatRoom
    version: int
    complete: Annotated[
        bool, Field(description="False: these are the last lines, earlier ones were skipped.")
    ]
    lines: list[VersionedChatLine]
