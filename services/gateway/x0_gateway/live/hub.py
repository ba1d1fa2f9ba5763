"""Who of this gateway's sockets follows what, and how changes reach them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from servicekit import logs
from servicekit.errors import DomainError, Unavailable
from x0.game.v1 import events_pb2
from x0.rating.v1 import rating_pb2

from x0_gateway import metrics
from x0_gateway.live import frames, topics
from x0_gateway.live.topics import Topic
from x0_gateway.live.versioned import Missing, VersionedTopic
from x0_gateway.live.whole import WholeTopic

_log = logs.get("x0_gateway.hub")

# Rounds of fetching until somebody who joins has everything; each finds only what came since.
JOIN_ROUNDS = 5
FILL_ROUNDS = 5
FILL_PAUSE_SECONDS = 0.5
RESYNCS_AT_ONCE = 8


class Member(Protocol):
    """A socket. `player_id` is empty for somebody who is not signed in."""

    @property
    def player_id(self) -> str: ...

    def push(self, frame: str) -> None: ...


class Source(Protocol):
    async def missing(self, topic: Topic, at: int | None, player_id: str) -> Missing: ...

    async def whole(self, topic: Topic, player_id: str) -> str: ...

    async def check(self, topic: Topic) -> None:
        """Raises NotFound for a topic of nothing."""

    def forget(self, topic: Topic, player_id: str) -> None:
        """Nobody here follows it any more."""


class Hub:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._versioned: dict[str, VersionedTopic[Member]] = {}
        # By name; a player's own topic by (name, player id).
        self._whole: dict[tuple[str, str], WholeTopic[Member]] = {}
        self._fills: dict[str, asyncio.Task[None]] = {}

    # Members

    async def subscribe(self, member: Member, topic: Topic, since: int | None) -> None:
        """What the member lacks, then `subscribed`, then what comes. Raises DomainError."""
        if not topic.versioned:
            if _key(topic, member) not in self._whole:
                await self._source.check(topic)
            self._whole_topic(topic, member).join(member)
            return
        state = self._versioned.get(topic.name)
        if state is None:
            state = self._versioned[topic.name] = VersionedTopic()
            metrics.TOPICS.labels(topic.kind).inc()
        join = state.join(member, since)
        try:
            for _ in range(JOIN_ROUNDS):
                missing = await self._source.missing(topic, join.at, member.player_id)
                if state.finish(member, join, missing):
                    if member in state.followers:
                        member.push(frames.subscribed(topic.name, state.followers[member]))
                    return
            raise Unavailable("unavailable", "this topic changes too fast, please try again")
        except BaseException:
            if state.joining.get(member) is join:
                self.unsubscribe(member, topic)
            raise

    def unsubscribe(self, member: Member, topic: Topic) -> None:
        if topic.versioned:
            state = self._versioned.get(topic.name)
            if state is not None:
                state.leave(member)
                if state.empty:
                    del self._versioned[topic.name]
                    metrics.TOPICS.labels(topic.kind).dec()
            return
        key = _key(topic, member)
        whole = self._whole.get(key)
        if whole is not None:
            whole.leave(member)
            if not whole.followers:
                del self._whole[key]
                self._source.forget(topic, key[1])
                metrics.TOPICS.labels(topic.kind).dec()

    def _whole_topic(self, topic: Topic, member: Member) -> WholeTopic[Member]:
        key = _key(topic, member)
        found = self._whole.get(key)
        if found is None:
            found = self._whole[key] = WholeTopic(
                partial(self._source.whole, topic, key[1]),
                partial(frames.whole, topic.kind, topic.name),
                partial(frames.subscribed, topic.name),
            )
            metrics.TOPICS.labels(topic.kind).inc()
        return found

    # Changes

    def follows(self, topic: str) -> bool:
        """Whether anybody here follows a versioned topic."""
        return topic in self._versioned

    def lacks(self, topic: str, version: int | None) -> bool:
        """Whether somebody here follows a versioned topic and may not have this version."""
        state = self._versioned.get(topic)
        if state is None:
            return False
        return version is None or state.known is None or version > state.known or state.joins

    def shows(self, topic: str) -> bool:
        """Whether anybody here follows one that is sent whole."""
        return (topic, "") in self._whole

    def follows_player(self, player_id: str) -> bool:
        return ("player", player_id) in self._whole

    def game_events(self, events: Iterable[events_pb2.GameEvent]) -> None:
        for event in events:
            name = topics.of_game(event.game_id)
            self._publish(name, event.version, partial(frames.game_event, name, event))

    def chat_event(self, event: events_pb2.ChatEvent, room: str) -> None:
        name = topics.of_chat(event.game_id, room)
        self._publish(name, event.version, partial(frames.chat_event, name, event))

    def rated(self, game: rating_pb2.RatedGame) -> None:
        name = topics.of_rating(game.game_id)
        self._publish(name, frames.RATED, partial(frames.rating_event, name, game))

    def players_changed(self, player_ids: Iterable[str]) -> None:
        for player_id in player_ids:
            if (topic := self._whole.get(("player", player_id))) is not None:
                topic.changed()

    def whole_changed(self, name: str) -> None:
        """`lobby`, `live` or a tournament's."""
        if (topic := self._whole.get((name, ""))) is not None:
            topic.changed()

    def _publish(self, name: str, version: int, frame: Callable[[], str]) -> None:
        state = self._versioned.get(name)
        if state is None:
            return
        state.publish(version, frame)
        if state.gap and name not in self._fills:
            self._start_fill(name)

    # Gaps

    def _start_fill(self, name: str) -> None:
        task = asyncio.create_task(self._fill(name))
        self._fills[name] = task
        task.add_done_callback(lambda _: self._fills.pop(name, None))

    async def _fill(self, name: str) -> None:
        topic = Topic.parse(name)
        for rounds in range(FILL_ROUNDS):
            state = self._versioned.get(name)
            if state is None or not state.gap or not state.followers:
                return
            # Where events do not close the gap, a snapshot does.
            at = state.known if rounds < FILL_ROUNDS - 1 else None
            try:
                await self._fetch_for_all(topic, state, at)
            except DomainError as error:
                _log.warning("a gap stays open", kind=topic.kind, **logs.describe(error))
                await asyncio.sleep(FILL_PAUSE_SECONDS)
        state = self._versioned.get(name)
        if state is not None and state.gap:
            self._give_up(topic, state)

    async def _fetch_for_all(
        self, topic: Topic, state: VersionedTopic[Member], at: int | None
    ) -> None:
        metrics.TOPIC_FILLS.inc()
        somebody = next(iter(state.followers))
        state.fill(await self._source.missing(topic, at, somebody.player_id))

    def _give_up(self, topic: Topic, state: VersionedTopic[Member]) -> None:
        """Everybody subscribes again rather than misses something in silence."""
        for member in [*state.followers, *state.joining]:
            self.unsubscribe(member, topic)
            member.push(frames.unsubscribed(topic.name, "unavailable"))

    async def resync(self) -> None:
        """After the log may have been missed for a while: look at everything followed."""
        for whole in self._whole.values():
            whole.changed()
        gate = asyncio.Semaphore(RESYNCS_AT_ONCE)

        async def one(name: str, state: VersionedTopic[Member]) -> None:
            async with gate:
                if state.followers:
                    try:
                        await self._fetch_for_all(Topic.parse(name), state, state.known)
                    except DomainError as error:
                        _log.warning("resync failed", **logs.describe(error))
                        self._give_up(Topic.parse(name), state)

        await asyncio.gather(*(one(name, state) for name, state in self._versioned.items()))

    async def close(self) -> None:
        for task in list(self._fills.values()):
            task.cancel()


def _key(topic: Topic, member: Member) -> tuple[str, str]:
    return (topic.name, member.player_id if topic.kind == "player" else "")
