"""The topics a client follows: what has been asked for, and where each goes on."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from x0.client.errors import ClientError, Refused, VersionGap
from x0.client.pending import PASSING, wait_of

# A topic that the server had to give up is asked for again after so long.
PAUSE_SECONDS = 1.0


class Follower(Protocol):
    """What is made of a topic's messages."""

    @property
    def topic(self) -> str: ...

    @property
    def version(self) -> int | None:
        """The last version it has, from which it can go on; None: it wants everything."""

    def snapshot(self, version: int, body: Any) -> None: ...

    def event(self, version: int, body: Any) -> None:
        """Raises VersionGap when something is missing before it."""

    def ready(self) -> None:
        """It has everything there is."""

    def ended(self, error: ClientError) -> None:
        """Nothing more will come: the server does not let the client follow this."""


@dataclass(slots=True, eq=False)
class _Followed:
    follower: Follower
    # Whether the present connection has been asked for it.
    asked: bool = False


class Following:
    """`send` sends while there is a connection; `later` does something after some seconds."""

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        later: Callable[[str, float, Callable[[], Awaitable[None]]], None],
    ) -> None:
        self._send = send
        self._later = later
        self._followed: dict[str, _Followed] = {}

    def __contains__(self, topic: object) -> bool:
        return topic in self._followed

    @property
    def plays(self) -> bool:
        """Whether a game is among them: the server pings more often then."""
        return any(topic.startswith("game:") for topic in self._followed)

    def add(self, follower: Follower) -> None:
        self._followed[follower.topic] = _Followed(follower)

    def remove(self, topic: str) -> bool:
        return self._followed.pop(topic, None) is not None

    def lost(self) -> None:
        """The connection is gone, and what it had been asked for."""
        for followed in self._followed.values():
            followed.asked = False

    def end_all(self, error: ClientError) -> None:
        followed, self._followed = self._followed, {}
        for one in followed.values():
            one.follower.ended(error)

    async def ask_all(self) -> None:
        for topic, followed in list(self._followed.items()):
            if not followed.asked:
                await self.ask(topic)

    async def ask(self, topic: str) -> None:
        """Subscribes from the last version that is here."""
        followed = self._followed.get(topic)
        if followed is None:
            return
        followed.asked = True
        message: dict[str, Any] = {"type": "subscribe", "topic": topic}
        if followed.follower.version is not None:
            message["from"] = followed.follower.version
        await self._send(json.dumps(message))

    def received(self, message: dict[str, Any]) -> None:
        """An `event` or a `snapshot`."""
        topic = message["topic"]
        followed = self._followed.get(topic)
        if followed is None:
            return
        try:
            if message["type"] == "event":
                followed.follower.event(message["version"], message["event"])
            else:
                followed.follower.snapshot(message["version"], message["snapshot"])
        except VersionGap:
            self._later(f"ask {topic}", 0.0, lambda: self.ask(topic))
        except ValueError as error:
            # Says more than going on with a wrong picture would.
            self._followed.pop(topic).follower.ended(ClientError(str(error)))

    def subscribed(self, topic: str) -> None:
        if (followed := self._followed.get(topic)) is not None:
            followed.follower.ready()

    def unsubscribed(self, topic: str, reason: str) -> None:
        if (followed := self._followed.get(topic)) is None:
            return
        followed.asked = False
        if reason == "unavailable":
            self._later(f"ask {topic}", PAUSE_SECONDS, lambda: self.ask(topic))
        # Otherwise the socket is about to belong to somebody: the welcome asks again.

    async def leave(self, topic: str) -> None:
        """Unless it is wanted again meanwhile."""
        if topic not in self._followed:
            await self._send(json.dumps({"type": "unsubscribe", "topic": topic}))

    def refused(self, topic: str, error: Refused) -> None:
        if topic not in self._followed:
            # It was left, and that was refused: it would go on counting as followed.
            if error.reason in PASSING:
                self._later(f"leave {topic}", wait_of(error), lambda: self.leave(topic))
        elif error.reason in PASSING:
            self._later(f"ask {topic}", wait_of(error), lambda: self.ask(topic))
        else:
            self._followed.pop(topic).follower.ended(error)
