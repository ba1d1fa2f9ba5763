"""Chat of a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ChatLine:
    player_id: str
    name: str
    text: str
    time: datetime


@dataclass(frozen=True, slots=True)
class ChatEntry:
    version: int
    line: ChatLine


@dataclass(frozen=True, slots=True)
class ChatLines:
    lines: tuple[ChatEntry, ...]
