"""Ratings: protobuf -> JSON."""

from collections.abc import Mapping
from typing import cast

from x0.account.v1 import account_pb2
from x0.rating.v1 import rating_pb2 as pb

from x0_gateway.models import ratings as m
from x0_gateway.models.base import RatedMode
from x0_gateway.translate.times import when
from x0_gateway.translate.words import MODE


def _mode(number: int) -> RatedMode:
    return cast(RatedMode, MODE[number])


def ratings(player_id: str, found: pb.GetRatingsResponse) -> m.Ratings:
    return m.Ratings(
        player_id=player_id,
        ratings=[
            m.Rating(
                mode=_mode(r.mode),
                rating=r.rating,
                games=r.games,
                wins=r.wins,
                draws=r.draws,
                losses=r.losses,
                peak=r.peak,
                rank=r.rank or None,
                percentile=r.percentile if r.rank else None,
            )
            for r in found.ratings
        ],
    )


def _change(found: pb.RatingChange) -> m.RatingChange:
    return m.RatingChange(
        player_id=found.player_id,
        before=found.before,
        after=found.after,
        games=found.games,
        score=found.score,
    )


def rated_game(found: pb.RatedGame) -> m.RatedGame:
    return m.RatedGame(
        game_id=found.game_id,
        mode=_mode(found.mode),
        sequence=found.sequence,
        first=_change(found.first),
        second=_change(found.second),
        finished_at=when(found.finished_at),
    )


def history(found: pb.ListRatingHistoryResponse) -> m.RatingHistory:
    return m.RatingHistory(
        games=[rated_game(game) for game in found.games],
        next_page_token=found.next_page_token or None,
    )


def leaderboard(
    mode: RatedMode,
    found: pb.ListLeaderboardResponse,
    profiles: Mapping[str, account_pb2.Profile],
) -> m.Leaderboard:
    unknown = account_pb2.Profile()
    return m.Leaderboard(
        mode=mode,
        players=found.players,
        rows=[
            m.LeaderboardRow(
                player_id=r.player_id,
                name=profiles.get(r.player_id, unknown).name,
                country=profiles.get(r.player_id, unknown).country or None,
                rating=r.rating,
                games=r.games,
                wins=r.wins,
                draws=r.draws,
                losses=r.losses,
                peak=r.peak,
                rank=r.rank,
            )
            for r in found.ratings
        ],
        next_page_token=found.next_page_token or None,
    )
