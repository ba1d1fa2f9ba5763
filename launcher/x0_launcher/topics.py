"""The topics of the event log, and how they come to be."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.errors import KafkaError

from x0_launcher.errors import StartFailed

FOR_EVER = "-1"
ALREADY_EXISTS = 36
MOST_COPIES = 3  # of each message: one on one machine, three where there are three brokers


@dataclass(frozen=True)
class Topic:
    name: str
    partitions: int
    kept_for_ever: bool = False


TOPICS: tuple[Topic, ...] = (
    Topic("x0.account.events.v1", 3),
    Topic("x0.game.events.v1", 6),
    # Ratings are computed again from this one, so nothing in it may expire.
    Topic("x0.game.finished.v1", 3, kept_for_ever=True),
    Topic("x0.seek.events.v1", 3),
    Topic("x0.chat.events.v1", 3),
    Topic("x0.rating.events.v1", 3),
    Topic("x0.tournament.events.v1", 3),
    # Messages nobody could process wait here until a person has looked at them.
    Topic("x0.dead.v1", 1, kept_for_ever=True),
)


async def create_topics(kafka: str, timeout: float, topics: tuple[Topic, ...] = TOPICS) -> None:
    """Create what is missing. A broker answers on its port before it can do this: try again."""
    failures = ["no answer"]
    try:
        async with asyncio.timeout(timeout):
            while failures:
                try:
                    failures = await _create_once(kafka, topics)
                except (KafkaError, OSError) as error:
                    failures = [str(error) or type(error).__name__]
                if failures:
                    await asyncio.sleep(0.2)
    except TimeoutError:
        why = "; ".join(failures)
        raise StartFailed(f"cannot create topics on {kafka}: {why}") from None


async def _create_once(kafka: str, topics: tuple[Topic, ...]) -> list[str]:
    """Returns what could not be created yet, with the reason."""
    admin = AIOKafkaAdminClient(bootstrap_servers=kafka, request_timeout_ms=10_000)
    try:
        await admin.start()
        have = set(await admin.list_topics())
        wanted = [topic for topic in topics if topic.name not in have]
        if not wanted:
            return []
        copies = min(MOST_COPIES, len((await admin.describe_cluster())["brokers"]))
        response = await admin.create_topics([_new_topic(topic, copies) for topic in wanted])
        return [
            f"{name}: error {code} {' '.join(str(part) for part in rest if part)}"
            for name, code, *rest in response.topic_errors
            if code not in (0, ALREADY_EXISTS)
        ]
    finally:
        await admin.close()


def _new_topic(topic: Topic, copies: int) -> NewTopic:
    configs = {"retention.ms": FOR_EVER} if topic.kept_for_ever else {}
    return NewTopic(topic.name, topic.partitions, copies, topic_configs=configs)
