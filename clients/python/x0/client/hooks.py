"""What somebody who measures or logs may want to hear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

# `lost` comes with every failed try to connect again.
LinkState = Literal["connected", "lost", "closed"]


@dataclass(frozen=True, slots=True)
class Acked:
    """An action or a line of chat that the server has acknowledged: it is never lost.

    Times are those of `time.perf_counter`; `sent_at` is that of the first sending.
    """

    id: str
    game_id: str
    message: dict[str, Any]
    version: int
    sent_at: float
    acked_at: float


@dataclass(slots=True)
class Hooks:
    """Called at once, in the loop: they must be quick and must not raise.

    `on_event` gets every event and snapshot message of any topic as it came, also one that is
    known already.
    """

    on_ack: Callable[[Acked], None] | None = None
    on_event: Callable[[dict[str, Any]], None] | None = None
    on_state: Callable[[LinkState], None] | None = None
