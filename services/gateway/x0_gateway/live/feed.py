"""The event log: looked at by key and header, read where somebody here follows."""

import asyncio

from google.protobuf.message import DecodeError
from servicekit.consumer import Poison, Record, consume
from x0.game.v1 import events_pb2
from x0.rating.v1 import events_pb2 as rating_events
from x0.tournament.v1 import events_pb2 as tournament_events

from x0_gateway.live import topics
from x0_gateway.live.hub import Hub
from x0_gateway.live.inboxes import Inboxes
from x0_gateway.settings import GatewaySettings
from x0_gateway.translate.words import CHAT_ROOM

GAMES = "x0.game.events.v1"
CHATS = "x0.chat.events.v1"
SEEKS = "x0.seek.events.v1"
RATINGS = "x0.rating.events.v1"
TOURNAMENTS = "x0.tournament.events.v1"

# What no event announces: how far the games of the list have come, who waits in the pools.
REFRESH_SECONDS = {"live": 10.0, "lobby": 30.0}

# How soon what was away is asked for again.
COMPLETE_SECONDS = 3.0

# What this gateway carried itself its sockets have already; only the others' events wait.
PAUSE_SECONDS = 0.008


class Feed:
    def __init__(self, hub: Hub, inboxes: Inboxes, settings: GatewaySettings) -> None:
        self._hub = hub
        self._inboxes = inboxes
        self._settings = settings

    async def run(self) -> None:
        # Without a group: every instance reads everything from when it started on.
        await consume(
            self._settings.kafka,
            [GAMES, CHATS, SEEKS, RATINGS, TOURNAMENTS],
            self.handle,
            group=None,
            client_id=f"gateway-{self._settings.instance}",
            accept=self.wants,
            pause=PAUSE_SECONDS,
            on_assigned=self._resync,
        )

    async def _resync(self) -> None:
        self._inboxes.stale()
        await self._hub.resync()

    async def complete(self) -> None:
        """Inboxes that lack something are sent again, until they have it."""
        while True:
            await asyncio.sleep(COMPLETE_SECONDS)
            self._hub.players_changed(self._inboxes.lacking())

    async def refresh(self, kind: str) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS[kind])
            self._hub.whole_changed(kind)

    def wants(self, record: Record) -> bool:
        if record.topic == GAMES:
            if self._hub.lacks(topics.of_game(record.key), _sequence(record)):
                return True
            players = _players(record)
            return bool(players) and (self._hub.shows("live") or self._concerns(players))
        if record.topic == CHATS:
            return self._hub.follows(f"chat:{record.key}")
        if record.topic == RATINGS:
            return self._hub.follows(topics.of_rating(record.key))
        if record.topic == TOURNAMENTS:
            return self._hub.shows(topics.of_tournament(record.key)) or self._concerns(
                _players(record)
            )
        return self._hub.shows("lobby") or self._concerns(_players(record))

    def _concerns(self, players: list[str]) -> bool:
        return any(self._hub.follows_player(player_id) for player_id in players)

    async def handle(self, records: list[Record]) -> None:
        for record in records:
            try:
                self._one(record)
            except (DecodeError, ValueError, KeyError) as error:
                raise Poison(str(error)) from error

    def _one(self, record: Record) -> None:
        if record.topic == GAMES:
            if players := _players(record):
                self._inboxes.games_changed(players)
                self._hub.players_changed(players)
                self._hub.whole_changed("live")
            if self._hub.follows(topics.of_game(record.key)):
                self._hub.game_events([events_pb2.GameEvent.FromString(record.value)])
        elif record.topic == CHATS:
            chat = events_pb2.ChatEvent.FromString(record.value)
            self._hub.chat_event(chat, CHAT_ROOM[chat.room])
        elif record.topic == RATINGS:
            rating = rating_events.RatingEvent.FromString(record.value)
            if rating.HasField("rating_changed"):
                self._hub.rated(rating.rating_changed.game)
        elif record.topic == TOURNAMENTS:
            players = _players(record)
            if self._concerns(players):
                event = tournament_events.TournamentEvent.FromString(record.value)
                self._inboxes.tournament_changed(players, event)
            self._hub.players_changed(players)
            self._hub.whole_changed(topics.of_tournament(record.key))
        else:
            self._inboxes.games_changed(_players(record))
            self._hub.players_changed(_players(record))
            self._hub.whole_changed("lobby")


def _sequence(record: Record) -> int | None:
    text = record.header("ce_sequence")
    return int(text) if text.isdecimal() else None


def _players(record: Record) -> list[str]:
    """Of the header: whom the record concerns beyond those who follow its key."""
    return [player for player in record.header("x0_players").split(",") if player]
