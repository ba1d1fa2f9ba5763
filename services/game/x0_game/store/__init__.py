"""MongoDB: every query and index of the game service, a collection a module."""

from __future__ import annotations

from motor.motor_asyncio import AsyncIOMotorDatabase
from servicekit.mongo import OutboxCollection

from x0_game.store.beats import Beats
from x0_game.store.chats import Chats
from x0_game.store.games import GameOutbox, Games
from x0_game.store.gone import Gone
from x0_game.store.ratings import Ratings
from x0_game.store.seeks import Seeks
from x0_game.store.writer import Document


class MongoStore:
    def __init__(self, database: AsyncIOMotorDatabase[Document]) -> None:
        self.games = Games(database["games"])
        self.seeks = Seeks(database["seeks"])
        self.chats = Chats(database["chats"])
        self.ratings = Ratings(database["game_ratings"])
        self.gone = Gone(database["game_gone_players"])
        self.beats = Beats(database["game_beats"])
        self.game_outbox = GameOutbox(database["games"])
        self.seek_outbox = OutboxCollection(database["seeks"])
        self.chat_outbox = OutboxCollection(database["chats"])

    async def prepare(self) -> None:
        """Indexes; safe to repeat and to run in several instances at once."""
        await self.games.prepare()
        await self.seeks.prepare()
        await self.seek_outbox.prepare()
        await self.chat_outbox.prepare()
