"""Profiles, ratings and games of players; leaderboards."""

from typing import Annotated

from fastapi import APIRouter, Query
from servicekit.errors import NotFound
from x0.account.v1 import account_pb2 as account
from x0.game.v1 import service_pb2 as game
from x0.rating.v1 import rating_pb2 as rating

from x0_gateway.backends import asked
from x0_gateway.models import accounts as m
from x0_gateway.models.base import GameStatus, Mode, RatedMode
from x0_gateway.models.games import Games
from x0_gateway.models.ratings import Leaderboard, RatingHistory, Ratings
from x0_gateway.rest.deps import Anybody, IdInPath, Owner, Paged, SignedIn, Use, player_id
from x0_gateway.translate import ratings as rated
from x0_gateway.translate.accounts import profile, profiles
from x0_gateway.translate.games import summaries
from x0_gateway.translate.words import GAME_STATUS_NUMBER, MODE_NUMBER

router = APIRouter(tags=["players"])


@router.get("/v1/players")
async def find_players(
    services: Use, name: Annotated[str, Query(min_length=1, max_length=64)]
) -> m.Profiles:
    """The player of that name, whatever its capitals; nobody when there is none."""
    try:
        found = await asked(
            services.backends.account.GetProfile(account.GetProfileRequest(name=name))
        )
    except NotFound:
        return m.Profiles(profiles=[])
    return profiles([found.profile])


@router.get("/v1/players/me")
async def me(services: Use, who: SignedIn) -> m.Profile:
    request = account.GetProfileRequest(player_id=who.player_id)
    return profile((await asked(services.backends.account.GetProfile(request))).profile)


@router.patch("/v1/players/me")
async def update_profile(body: m.ProfileIn, services: Use, who: Owner) -> m.Profile:
    found = await asked(
        services.backends.account.UpdateProfile(
            account.UpdateProfileRequest(
                player_id=who.player_id,
                country=body.country,
                language=body.language,
                about=body.about,
            )
        )
    )
    return profile(found.profile)


@router.get("/v1/players/{player}")
async def get_player(player: IdInPath, services: Use) -> m.Profile:
    request = account.GetProfileRequest(player_id=player)
    return profile((await asked(services.backends.account.GetProfile(request))).profile)


@router.get("/v1/players/{player}/ratings")
async def get_ratings(player: IdInPath, services: Use) -> Ratings:
    request = rating.GetRatingsRequest(player_id=player)
    return rated.ratings(player, await asked(services.backends.rating.GetRatings(request)))


@router.get("/v1/players/{player}/ratings/{mode}/history")
async def get_rating_history(
    player: IdInPath, mode: RatedMode, services: Use, page: Paged
) -> RatingHistory:
    """Rated games, newest first."""
    request = rating.ListRatingHistoryRequest(
        player_id=player, mode=MODE_NUMBER[mode], page_size=page.size, page_token=page.token
    )
    return rated.history(await asked(services.backends.rating.ListRatingHistory(request)))


@router.get("/v1/players/{player}/games")
async def list_games_of_player(
    player: IdInPath,
    services: Use,
    who: Anybody,
    page: Paged,
    status: GameStatus | None = None,
    mode: Mode | None = None,
) -> Games:
    """Newest first. Private games are listed for their own players only."""
    request = game.ListGamesRequest(
        player_id=player,
        status=GAME_STATUS_NUMBER[status],
        mode=MODE_NUMBER[mode],
        page_size=page.size,
        page_token=page.token,
        caller_player_id=player_id(who),
    )
    return summaries(await asked(services.backends.game.ListGames(request)))


@router.get("/v1/leaderboards/{mode}")
async def get_leaderboard(mode: RatedMode, services: Use, page: Paged) -> Leaderboard:
    request = rating.ListLeaderboardRequest(
        mode=MODE_NUMBER[mode], page_size=page.size, page_token=page.token
    )
    found = await asked(services.backends.rating.ListLeaderboard(request))
    named: dict[str, account.Profile] = {}
    if found.ratings:
        ids = account.BatchGetProfilesRequest(player_ids=[r.player_id for r in found.ratings])
        answer = await asked(services.backends.account.BatchGetProfiles(ids))
        named = {p.player_id: p for p in answer.profiles}
    return rated.leaderboard(mode, found, named)
