"""Ratings, their history, leaderboards."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from x0_gateway.models.base import Out, RatedMode


class Rating(Out):
    mode: RatedMode
    rating: float
    games: int
    wins: int
    draws: int
    losses: int
    peak: float
    rank: Annotated[int | None, Field(description="1 is the best; null without games.")]
    percentile: Annotated[
        float | None, Field(description="Share of ranked players rated lower, 0 to 100.")
    ]


class Ratings(Out):
    player_id: str
    ratings: list[Rating]


class RatingChange(Out):
    player_id: str
    before: float
    after: float
    games: Annotated[int, Field(description="Rated games in this mode, this one included.")]
    score: Annotated[float, Field(description="1, 0.5 or 0.")]


class RatedGame(Out):
    game_id: str
    mode: RatedMode
    sequence: Annotated[int, Field(description="Place of the game in its mode, from 1.")]
    first: RatingChange
    second: RatingChange
    finished_at: datetime


class RatingHistory(Out):
    games: list[RatedGame]
    next_page_token: str | None


class LeaderboardRow(Out):
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


class Leaderboard(Out):
    mode: RatedMode
    players: Annotated[int, Field(description="How many are ranked.")]
    rows: list[LeaderboardRow]
    next_page_token: str | None
