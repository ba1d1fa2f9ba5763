"""Kafka messages to use cases, and domain events to messages."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import DecodeError
from servicekit.kafka import Poison, Record
from servicekit.outbox import OutEvent
from servicekit.wire import enum_text
from x0.account.v1 import events_pb2 as account_events_pb2
from x0.game.v1 import events_pb2, settings_pb2
from x0.rating.v1 import events_pb2 as rating_events_pb2

from x0_game.domain.chat import Chat, Line
from x0_game.domain.game import Event
from x0_game.domain.seek import Seek
from x0_game.rpc import translate
from x0_game.service.ports import GoneStore, RatingStore

GAME_TOPIC = "x0.game.events.v1"
FINISHED_TOPIC = "x0.game.finished.v1"
SEEK_TOPIC = "x0.seek.events.v1"
CHAT_TOPIC = "x0.chat.events.v1"
RATING_TOPIC = "x0.rating.events.v1"
ACCOUNT_TOPIC = "x0.account.events.v1"
# Header that names the players whom a message concerns, for who reads no bodies.
PLAYERS_HEADER = "x0_players"


class WireCodec:
    def game_event(self, event: Event) -> Sequence[OutEvent]:
        game = event.game
        body = translate.event_message(event).SerializeToString()
        ends = event.kind == "ended" or (event.kind == "turn_played" and not game.active)
        headers = {}
        if ends or event.kind == "started":
            headers = {PLAYERS_HEADER: f"{game.first.id},{game.second.id}"}
        told = OutEvent(
            game.version, GAME_TOPIC, game.id, f"x0.game.{event.kind}.v1", body, headers
        )
        if not ends or game.status != "finished" or not game.settings.rated:
            return (told,)
        finished = translate.finished_message(game).SerializeToString()
        # The order of finished games is that of this topic, one key per mode.
        return (
            told,
            OutEvent(
                game.version, FINISHED_TOPIC, game.settings.mode, "x0.game.finished.v1", finished
            ),
        )

    def seek_event(self, seek: Seek) -> OutEvent:
        message = events_pb2.SeekEvent(seek=translate.seek_message(seek), version=seek.version)
        return OutEvent(
            seek.version,
            SEEK_TOPIC,
            seek.id,
            f"x0.seek.{seek.status}.v1",
            message.SerializeToString(),
            {PLAYERS_HEADER: ",".join(seek.players)},
        )

    def chat_event(self, chat: Chat, line: Line) -> OutEvent:
        message = translate.chat_message(chat.game_id, chat.room, chat.version, line)
        return OutEvent(
            chat.version,
            CHAT_TOPIC,
            f"{chat.game_id}:{chat.room}",
            "x0.chat.said.v1",
            message.SerializeToString(),
        )


class RatingEvents:
    """Keeps the ratings that pairing looks at as the rating service publishes them."""

    def __init__(self, store: RatingStore) -> None:
        self._store = store

    async def handle(self, records: list[Record]) -> None:
        rows: dict[tuple[str, str], tuple[float, int]] = {}
        for record in records:
            try:
                event = rating_events_pb2.RatingEvent.FromString(record.value)
            except DecodeError as error:
                raise Poison(str(error)) from error
            if event.WhichOneof("event") != "rating_changed":
                continue
            rated = event.rating_changed.game
            mode = enum_text(settings_pb2.Mode, rated.mode)
            for change in (rated.first, rated.second):
                rows[mode, change.player_id] = (change.after, change.games)
        await self._store.put_ratings(
            [(mode, player, rating, games) for (mode, player), (rating, games) in rows.items()]
        )


class AccountEvents:
    """Remembers who has left for good."""

    def __init__(self, store: GoneStore) -> None:
        self._store = store

    async def handle(self, records: list[Record]) -> None:
        for record in records:
            try:
                event = account_events_pb2.AccountEvent.FromString(record.value)
            except DecodeError as error:
                raise Poison(str(error)) from error
            if event.WhichOneof("event") == "player_deleted":
                await self._store.put_gone(event.player_id)
