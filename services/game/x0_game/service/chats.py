"""Chat rooms of games: say a line, read the last ones."""

from __future__ import annotations

from servicekit import clock
from servicekit.errors import Conflict
from servicekit.outbox import OutEvent

from x0_game.domain import chat
from x0_game.domain.chat import Chat, Line, Room
from x0_game.domain.game import Player
from x0_game.service.games import MOST_TRIES, Games
from x0_game.service.names import Names
from x0_game.service.ports import ChatStore, Codec, Relay


class Chats:
    def __init__(
        self, store: ChatStore, names: Names, codec: Codec, relay: Relay, games: Games
    ) -> None:
        self._store = store
        self._names = names
        self._codec = codec
        self._relay = relay
        self._games = games

    async def say(
        self, caller: Player, game_id: str, room: Room, text: str, message_id: str
    ) -> OutEvent | None:
        """One line; None when a line with this id had been said before."""
        game = await self._games.get(game_id, caller.id)
        chat.check_write(game, room, caller.id)
        for _ in range(MOST_TRIES):
            now = clock.now_ms()
            before = await self._store.load_chat(game_id, room)
            if chat.said(before, caller.id, message_id):
                return None
            after = chat.say(before, Line(caller.id, caller.name, text, now, message_id))
            message = self._codec.chat_event(after, after.lines[-1])
            if await self._store.save_chat(before, after, (message,), now):
                self._relay.publish(f"{game_id}:{room}", after.version, (message,))
                return message
        raise Conflict("busy", "too many lines at once; try again")

    async def read(self, caller: str, game_id: str, room: Room) -> Chat:
        chat.check_read(await self._games.get(game_id, caller), room, caller)
        return await self._names.of_chat(await self._store.load_chat(game_id, room))
