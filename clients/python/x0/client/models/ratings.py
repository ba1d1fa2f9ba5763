"""Ratings, their history, leaderboards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from x0.client.models.base import RatedMode


@dataclass(frozen=True, slots=True)
class Rating:
    """`rank` 1 is the best, None without games; `percentile` 0 to 100."""

    mode: RatedMode
    rating: float
    games: int
    wins: int
    draws: int
    losses: int
    peak: float
    rank: int | None
    percentile: float | None


@dataclass(frozen=True, slots=True)
class Ratings:
    player_id: str
    ratings: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class RatingChange:
    """`games`: rated games in this mode, this one included. `score`: 1, 0.5 or 0."""

    player_id: str
    before: float
    after: float
    games: int
    score: float


@dataclass(frozen=True, slots=True)
class RatedGame:
    """`sequence`: place of the game in its mode, from 1."""

    game_id: str
    mode: RatedMode
    sequence: int
    first: RatingChange
    second: RatingChange
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class RatingHistory:
    games: tuple[RatedGame, ...]
    next_page_token: str | None


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    player_id: str
    name: str
    country: str | None
    rating: float
    games: int
    wins: int
    draws: int
    losses: int
    peak: float
    rank: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    mode: RatedMode
    players: int
    rows: tuple[LeaderboardRow, ...]
    next_page_token: str | None
