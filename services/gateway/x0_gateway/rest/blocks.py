"""Players whom a player does not want to meet."""

from fastapi import APIRouter
from x0.account.v1 import account_pb2 as pb

from x0_gateway.backends import asked
from x0_gateway.models.accounts import Profiles
from x0_gateway.rest.deps import IdInPath, Owner, Reader, Use
from x0_gateway.translate.accounts import profiles

router = APIRouter(prefix="/v1/blocks", tags=["blocks"])


@router.get("")
async def list_blocks(services: Use, who: Reader) -> Profiles:
    request = pb.ListBlockedPlayersRequest(player_id=who.player_id)
    return profiles((await asked(services.backends.account.ListBlockedPlayers(request))).profiles)


@router.put("/{player_id}", status_code=204)
async def block(player_id: IdInPath, services: Use, who: Owner) -> None:
    """Neither can challenge the other any more, and quick pairing keeps them apart."""
    request = pb.BlockPlayerRequest(player_id=who.player_id, blocked_player_id=player_id)
    await asked(services.backends.account.BlockPlayer(request))


@router.delete("/{player_id}", status_code=204)
async def unblock(player_id: IdInPath, services: Use, who: Owner) -> None:
    request = pb.UnblockPlayerRequest(player_id=who.player_id, blocked_player_id=player_id)
    await asked(services.backends.account.UnblockPlayer(request))
