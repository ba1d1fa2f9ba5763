"""Names as they are shown: of whoever has deleted the account nothing is left but the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from x0_game.domain.chat import Chat
from x0_game.domain.game import Game, Player
from x0_game.service.ports import GoneStore

DELETED = "deleted player"


class Names:
    def __init__(self, store: GoneStore) -> None:
        self._store = store

    async def of_games(self, games: Sequence[Game]) -> list[Game]:
        gone = await self._gone({p.id for game in games for p in (game.first, game.second)})
        if not gone:
            return list(games)
        return [
            replace(game, first=_shown(game.first, gone), second=_shown(game.second, gone))
            for game in games
        ]

    async def of_chat(self, chat: Chat) -> Chat:
        gone = await self._gone({line.player_id for line in chat.lines})
        lines = [
            replace(line, name=DELETED) if line.player_id in gone else line for line in chat.lines
        ]
        return replace(chat, lines=tuple(lines))

    async def _gone(self, player_ids: set[str]) -> set[str]:
        return await self._store.gone(player_ids) if player_ids else set()


def _shown(player: Player, gone: set[str]) -> Player:
    return replace(player, name=DELETED) if player.id in gone else player
