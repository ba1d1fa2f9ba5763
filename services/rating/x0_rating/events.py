"""Finished games from the log to the rater; rating changes to the log."""

from collections.abc import AsyncIterator, Mapping

from aiokafka import AIOKafkaConsumer, TopicPartition
from google.protobuf.message import DecodeError
from servicekit.kafka import Poison, Record
from servicekit.outbox import OutEvent
from servicekit.wire import enum_text, millis
from x0.game.v1 import events_pb2 as game_events
from x0.game.v1 import settings_pb2
from x0.rating.v1 import events_pb2

from x0_rating import domain
from x0_rating.domain import FinishedGame, NotRateable, RatedGame
from x0_rating.rpc import rated_game
from x0_rating.service import Rater

FINISHED_TOPIC = "x0.game.finished.v1"
TOPIC = "x0.rating.events.v1"
GROUP = "rating"

_SCORES: Mapping[int, float] = {
    settings_pb2.SEAT_UNSPECIFIED: 0.5,
    settings_pb2.SEAT_FIRST: 1.0,
    settings_pb2.SEAT_SECOND: 0.0,
}


def decode(value: bytes) -> FinishedGame | None:
    """None for a casual game. Raises Poison for what can never be rated."""
    try:
        message = game_events.GameFinished.FromString(value)
    except DecodeError as error:
        raise Poison(f"not a GameFinished: {error}") from None
    if not message.game_id:
        raise Poison("a finished game without id")
    if not message.rated:
        return None
    if message.winner not in _SCORES:
        raise Poison(f"unknown seat {message.winner}")
    game = FinishedGame(
        game_id=message.game_id,
        mode=enum_text(settings_pb2.Mode, message.mode),
        first=message.first_player_id,
        second=message.second_player_id,
        score=_SCORES[message.winner],
        finished=millis(message.finished_at),
    )
    try:
        domain.check(game)
    except NotRateable as error:
        raise Poison(str(error)) from None
    return game


def encode(game: RatedGame) -> OutEvent:
    message = events_pb2.RatingEvent(rating_changed=events_pb2.RatingChanged(game=rated_game(game)))
    players = ",".join(side.after.player for side in game.sides)
    return OutEvent(
        version=1,
        topic=TOPIC,
        key=game.game_id,
        type="x0.rating.v1.rating_changed",
        value=message.SerializeToString(),
        # As on game events: whoever serves these players need not parse the rest.
        headers={"x0_players": players},
    )


class Finished:
    """Handler of the consumer loop."""

    def __init__(self, rater: Rater) -> None:
        self._rater = rater

    async def handle(self, batch: list[Record]) -> None:
        games = [game for record in batch if (game := decode(record.value)) is not None]
        if games:
            await self._rater.rate(games)


async def read_finished(kafka: str) -> AsyncIterator[tuple[int, int, FinishedGame | None]]:
    """All finished games in the log as it is now: (read so far, of how many, game).

    A mode has one key, so one partition holds its games in their order. None for casual
    games and for poison, which the service has parked.
    """
    # Not by seeking: the first position, sought in the background, may come after that and be the
    # end.
    consumer = AIOKafkaConsumer(
        bootstrap_servers=kafka, enable_auto_commit=False, auto_offset_reset="earliest"
    )
    await consumer.start()
    try:
        numbers = consumer.partitions_for_topic(FINISHED_TOPIC)
        if numbers is None:
            consumer._client.set_topics([FINISHED_TOPIC])
            await consumer._client.force_metadata_update()
            numbers = consumer.partitions_for_topic(FINISHED_TOPIC) or set()
        partitions = [TopicPartition(FINISHED_TOPIC, number) for number in sorted(numbers)]
        if not partitions:
            return
        consumer.assign(partitions)
        ends = await consumer.end_offsets(partitions)
        starts = await consumer.beginning_offsets(partitions)
        total = sum(ends[p] - starts[p] for p in partitions)
        read = 0
        for partition in partitions:
            while await consumer.position(partition) < ends[partition]:
                records = await consumer.getmany(partition, timeout_ms=500, max_records=1000)
                for record in records.get(partition, ()):
                    if record.offset >= ends[partition]:
                        break
                    read += 1
                    try:
                        game = decode(record.value or b"")
                    except Poison:
                        game = None
                    yield read, total, game
    finally:
        await consumer.stop()
