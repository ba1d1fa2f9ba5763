"""What the creator of a tournament and the helpers do; each act stands in its public log."""

from typing import Annotated

from fastapi import APIRouter, Path
from x0.tournament.v1 import service_pb2 as pb

from x0_gateway.models import tournaments as m
from x0_gateway.rest.deps import IdInPath, Player, Use
from x0_gateway.rest.tournaments import RoundInPath, TournamentInPath, changed
from x0_gateway.translate import tournaments as translate
from x0_gateway.translate.words import BOARD_RESULT_NUMBER

router = APIRouter(tags=["tournaments"])

BoardInPath = Annotated[int, Path(ge=1, le=100_000)]


@router.delete("/v1/tournaments/{tournament_id}/participants/{player_id}")
async def remove_participant(
    tournament_id: TournamentInPath, player_id: IdInPath, services: Use, who: Player
) -> m.Tournament:
    """For good. Of teams: the clan's id."""
    request = pb.RemoveParticipantRequest(
        tournament_id=tournament_id, caller_player_id=who.player_id, player_id=player_id
    )
    return await changed(services.backends.tournament.RemoveParticipant(request))


@router.put("/v1/tournaments/{tournament_id}/rounds/{round}/boards/{board}/result")
async def correct_result(
    tournament_id: TournamentInPath,
    round: RoundInPath,
    board: BoardInPath,
    body: m.ResultIn,
    services: Use,
    who: Player,
) -> m.Tournament:
    """For good, also after the end: what the game says changes nothing any more."""
    request = pb.CorrectResultRequest(
        tournament_id=tournament_id,
        caller_player_id=who.player_id,
        round=round,
        board=board,
        result=BOARD_RESULT_NUMBER[body.result],
    )
    return await changed(services.backends.tournament.CorrectResult(request))


@router.post("/v1/tournaments/{tournament_id}/forbidden-pairs")
async def forbid_pair(
    tournament_id: TournamentInPath, body: m.ForbiddenPairIn, services: Use, who: Player
) -> m.Tournament:
    """Two who are not to meet; of Swiss tournaments."""
    request = pb.ForbidPairRequest(
        tournament_id=tournament_id,
        caller_player_id=who.player_id,
        first_player_id=body.first,
        second_player_id=body.second,
    )
    return await changed(services.backends.tournament.ForbidPair(request))


@router.post("/v1/tournaments/{tournament_id}/pair-again")
async def pair_again(tournament_id: TournamentInPath, services: Use, who: Player) -> m.Tournament:
    """The last round, before its games start."""
    request = pb.PairAgainRequest(tournament_id=tournament_id, caller_player_id=who.player_id)
    return await changed(services.backends.tournament.PairAgain(request))


@router.post("/v1/tournaments/{tournament_id}/postpone")
async def postpone_tournament(
    tournament_id: TournamentInPath, body: m.PostponeIn, services: Use, who: Player
) -> m.Tournament:
    """To another start, also an earlier one."""
    request = pb.PostponeTournamentRequest(
        tournament_id=tournament_id,
        caller_player_id=who.player_id,
        start=translate.timestamp(body.start),
    )
    return await changed(services.backends.tournament.PostponeTournament(request))


@router.post("/v1/tournaments/{tournament_id}/cancel")
async def cancel_tournament(
    tournament_id: TournamentInPath, services: Use, who: Player
) -> m.Tournament:
    """For good. Games that are being played are played on."""
    request = pb.CancelTournamentRequest(
        tournament_id=tournament_id, caller_player_id=who.player_id
    )
    return await changed(services.backends.tournament.CancelTournament(request))


@router.put("/v1/tournaments/{tournament_id}/helpers/{player_id}")
async def name_helper(
    tournament_id: TournamentInPath, player_id: IdInPath, services: Use, who: Player
) -> m.Tournament:
    """By the creator: somebody who may do all this too."""
    request = pb.NameHelperRequest(
        tournament_id=tournament_id, caller_player_id=who.player_id, player_id=player_id
    )
    return await changed(services.backends.tournament.NameHelper(request))
