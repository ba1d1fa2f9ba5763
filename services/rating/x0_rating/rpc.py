"""protobuf <-> use cases."""

from typing import Any

from servicekit.errors import Invalid
from servicekit.wire import (
    enum_text,
    enum_value,
    page_size,
    page_token,
    read_page_token,
    timestamp,
)
from x0.game.v1 import settings_pb2
from x0.rating.v1 import rating_pb2 as pb
from x0.rating.v1.rating_pb2_grpc import RatingServiceServicer

from x0_rating.domain import After, RatedGame, Side
from x0_rating.service import Ranked, Ratings

SERVICE_NAME = pb.DESCRIPTOR.services_by_name["RatingService"].full_name


class RatingRpc(RatingServiceServicer):
    def __init__(self, ratings: Ratings) -> None:
        self._ratings = ratings

    async def GetRatings(
        self, request: pb.GetRatingsRequest, context: Any
    ) -> pb.GetRatingsResponse:
        found = await self._ratings.of_player(request.player_id)
        return pb.GetRatingsResponse(ratings=[_rating(r) for r in found])

    async def BatchGetRatings(
        self, request: pb.BatchGetRatingsRequest, context: Any
    ) -> pb.BatchGetRatingsResponse:
        found = await self._ratings.of_players(_mode(request.mode), list(request.player_ids))
        return pb.BatchGetRatingsResponse(ratings=[_rating(r) for r in found])

    async def ListRatingHistory(
        self, request: pb.ListRatingHistoryRequest, context: Any
    ) -> pb.ListRatingHistoryResponse:
        token = read_page_token(request.page_token, (int,))
        size = page_size(request.page_size, default=50, most=200)
        games, more = await self._ratings.history(
            _mode(request.mode), request.player_id, token[0] if token else None, size
        )
        return pb.ListRatingHistoryResponse(
            games=[rated_game(g) for g in games],
            next_page_token=page_token(more) if more is not None else "",
        )

    async def ListLeaderboard(
        self, request: pb.ListLeaderboardRequest, context: Any
    ) -> pb.ListLeaderboardResponse:
        token = read_page_token(request.page_token, (float, str, int, int))
        size = page_size(request.page_size, default=50, most=200)
        page = await self._ratings.leaderboard(
            _mode(request.mode), After(*token) if token else None, size
        )
        following = ""
        if page.more:
            last = page.rows[-1]
            following = page_token(
                last.standing.rating, last.standing.player, page.position, last.rank
            )
        return pb.ListLeaderboardResponse(
            ratings=[_rating(r) for r in page.rows],
            next_page_token=following,
            players=page.players,
        )

    async def GetRatedGame(
        self, request: pb.GetRatedGameRequest, context: Any
    ) -> pb.GetRatedGameResponse:
        return pb.GetRatedGameResponse(
            game=rated_game(await self._ratings.rated_game(request.game_id))
        )


def _mode(value: int) -> str:
    text = enum_text(settings_pb2.Mode, value)
    if not text:
        raise Invalid("bad_mode", "a mode is needed")
    return text


def _mode_value(text: str) -> Any:
    return enum_value(settings_pb2.Mode, text)


def _rating(ranked: Ranked) -> pb.Rating:
    standing = ranked.standing
    return pb.Rating(
        player_id=standing.player,
        mode=_mode_value(ranked.mode),
        rating=standing.rating,
        games=standing.games,
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
        peak=standing.peak,
        rank=ranked.rank,
        percentile=ranked.percentile,
    )


def _change(side: Side) -> pb.RatingChange:
    return pb.RatingChange(
        player_id=side.after.player,
        before=side.before,
        after=side.after.rating,
        games=side.after.games,
        score=side.score,
    )


def rated_game(game: RatedGame) -> pb.RatedGame:
    return pb.RatedGame(
        game_id=game.game_id,
        mode=_mode_value(game.mode),
        sequence=game.sequence,
        first=_change(game.first),
        second=_change(game.second),
        finished_at=timestamp(game.finished),
    )
