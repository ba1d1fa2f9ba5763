"""Games: looking at them, acting in them."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from servicekit.clock import now_ms
from x0.game.v1 import game_pb2
from x0.game.v1 import service_pb2 as pb
from x0.rating.v1 import rating_pb2

from x0_gateway.backends import asked
from x0_gateway.models import games as m
from x0_gateway.models.actions import ActDone, ActIn
from x0_gateway.models.base import Mode
from x0_gateway.models.events import GameEvents
from x0_gateway.models.ratings import RatedGame
from x0_gateway.rest.deps import Anybody, IdInPath, Paged, Player, Use, player_id
from x0_gateway.translate.actions import set_action
from x0_gateway.translate.events import resumed
from x0_gateway.translate.games import explanation, snapshot, summaries
from x0_gateway.translate.ratings import rated_game
from x0_gateway.translate.words import MODE_NUMBER

router = APIRouter(prefix="/v1/games", tags=["games"])


@router.get("")
async def list_games(services: Use, page: Paged, mode: Mode | None = None) -> m.Games:
    """Public games that are played now, newest first."""
    request = pb.ListGamesRequest(
        status=game_pb2.GAME_STATUS_ACTIVE,
        mode=MODE_NUMBER[mode],
        page_size=page.size,
        page_token=page.token,
    )
    return summaries(await asked(services.backends.game.ListGames(request)))


@router.get("/{game_id}", responses={304: {"description": "The version is still the same."}})
async def get_game(
    game_id: IdInPath,
    services: Use,
    who: Anybody,
    response: Response,
    if_none_match: Annotated[str, Header(max_length=1000)] = "",
) -> m.Snapshot:
    request = pb.GetGameRequest(game_id=game_id, caller_player_id=player_id(who))
    found = (await asked(services.backends.game.GetGame(request))).snapshot
    etag = f'W/"{found.version}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    known = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    if etag.removeprefix("W/") in known:
        return Response(status_code=304, headers=headers)  # type: ignore[return-value]
    response.headers.update(headers)
    return snapshot(found)


@router.get("/{game_id}/events")
async def get_game_events(
    game_id: IdInPath,
    services: Use,
    who: Anybody,
    after: Annotated[int, Query(ge=0, le=2**53, description="The last version known.")],
) -> GameEvents:
    request = pb.ResumeGameRequest(
        game_id=game_id, after_version=after, caller_player_id=player_id(who)
    )
    return resumed(await asked(services.backends.game.ResumeGame(request)))


@router.get("/{game_id}/ratings")
async def get_game_ratings(game_id: IdInPath, services: Use) -> RatedGame:
    """What the game did to both ratings; 404 until it is rated."""
    request = rating_pb2.GetRatedGameRequest(game_id=game_id)
    return rated_game((await asked(services.backends.rating.GetRatedGame(request))).game)


@router.get("/{game_id}/explain")
async def explain_point(
    game_id: IdInPath,
    services: Use,
    who: Anybody,
    ply: Annotated[int, Query(ge=0, le=400, description="Stones on the board.")],
    x: Annotated[int, Query(ge=0, le=19)],
    y: Annotated[int, Query(ge=0, le=19)],
) -> m.Explanation:
    """Whether a point is forbidden, and the lines that prove it."""
    request = pb.ExplainPointRequest(
        game_id=game_id,
        ply=ply,
        point=game_pb2.Point(x=x, y=y),
        caller_player_id=player_id(who),
    )
    return explanation(await asked(services.backends.game.ExplainPoint(request)))


@router.post("/{game_id}/actions")
async def act(game_id: IdInPath, body: ActIn, services: Use, who: Player) -> ActDone:
    """The same actions as over the socket."""
    request = pb.ActRequest(
        caller=who.caller,
        game_id=game_id,
        action_id=body.id,
        ply=body.ply,
        received_at=now_ms(),
    )
    set_action(request, body.action)
    return ActDone(version=(await services.play.act(request)).version)
