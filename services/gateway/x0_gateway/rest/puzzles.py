"""Puzzles: choosing them, playing them, and what a player has solved. Guests do all of it."""

from collections.abc import Awaitable
from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Path, Query, Response
from starlette.convertors import StringConvertor, register_url_convertor
from x0.puzzle.v1 import puzzle_pb2 as pb

from x0_gateway.backends import asked
from x0_gateway.models import puzzles as m
from x0_gateway.rest.deps import IdInPath, Paged, Player, Reader, Use
from x0_gateway.tokens import Identity
from x0_gateway.translate import puzzles as translate
from x0_gateway.translate.words import MODE_NUMBER

router = APIRouter(tags=["puzzles"])


class _PuzzleConvertor(StringConvertor):
    """`GET /v1/puzzles/draw` is the wrong method, and no puzzle of that name."""

    regex = "(?!draw$)[^/]+"


register_url_convertor("puzzle", _PuzzleConvertor())

PuzzleInPath = Annotated[m.PuzzleId, Path()]
Date = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="By UTC. Today, when it is left out."
    ),
]


def _solving(services: Use, who: Player) -> Identity:
    services.limits.puzzle.check(who.player_id, message="too many moves and hints")
    return who


# For what the solver has to work.
Solver = Annotated[Identity, Depends(_solving)]


class _Changed(Protocol):
    """What every call that changes an attempt answers."""

    @property
    def attempt(self) -> pb.Attempt: ...


async def _changed(call: Awaitable[_Changed]) -> m.Attempt:
    return translate.attempt((await asked(call)).attempt)


# -- choosing -----------------------------------------------------------------------------


@router.get("/v1/puzzles")
async def get_puzzle_base(services: Use, response: Response) -> m.PuzzleBase:
    """How many puzzles there are."""
    found = await asked(services.backends.puzzle.GetBase(pb.GetBaseRequest()))
    response.headers["Cache-Control"] = "public, max-age=300"
    return translate.base(found)


@router.post("/v1/puzzles/draw")
async def draw_puzzles(body: m.DrawIn, services: Use, who: Player) -> m.DrawnPuzzles:
    """Puzzles that the player has not seen, at random; when all are seen it begins anew."""
    request = pb.DrawPuzzlesRequest(
        caller_player_id=who.player_id,
        mode=MODE_NUMBER[body.mode],
        max_level=body.max_level,
        count=body.count,
        except_puzzle_ids=body.without,
    )
    return translate.drawn(await asked(services.backends.puzzle.DrawPuzzles(request)))


@router.get("/v1/puzzles/daily")
async def get_daily_puzzle(services: Use, date: Date = None) -> m.DailyPuzzle:
    """The same for everyone."""
    request = pb.GetDailyPuzzleRequest(date=date or "")
    return translate.daily(await asked(services.backends.puzzle.GetDailyPuzzle(request)))


@router.get("/v1/puzzles/{puzzle_id:puzzle}")
async def get_puzzle(puzzle_id: PuzzleInPath, services: Use) -> m.Puzzle:
    request = pb.GetPuzzleRequest(puzzle_id=puzzle_id)
    return translate.puzzle((await asked(services.backends.puzzle.GetPuzzle(request))).puzzle)


# -- playing ------------------------------------------------------------------------------


@router.put("/v1/puzzles/{puzzle_id}/attempt")
async def start_attempt(puzzle_id: PuzzleInPath, services: Use, who: Player) -> m.AttemptView:
    """Begins, or goes on with the attempt that is open; begins anew what was ended."""
    request = pb.StartAttemptRequest(caller_player_id=who.player_id, puzzle_id=puzzle_id)
    return translate.view(await asked(services.backends.puzzle.StartAttempt(request)))


@router.get("/v1/puzzles/{puzzle_id}/attempt")
async def get_attempt(puzzle_id: PuzzleInPath, services: Use, who: Reader) -> m.AttemptView:
    """The caller's own."""
    request = pb.GetAttemptRequest(caller_player_id=who.player_id, puzzle_id=puzzle_id)
    return translate.view(await asked(services.backends.puzzle.GetAttempt(request)))


@router.post("/v1/puzzles/{puzzle_id}/attempt/moves")
async def play_puzzle_move(
    puzzle_id: PuzzleInPath, body: m.PuzzleMoveIn, services: Use, who: Solver
) -> m.Attempt:
    """A move of the attacker; `last` judges it. Illegal ones are refused and do not count."""
    request = pb.PlayMoveRequest(
        caller_player_id=who.player_id,
        puzzle_id=puzzle_id,
        version=body.version,
        point=translate.point_in(body.point),
        seconds=body.seconds,
    )
    return await _changed(services.backends.puzzle.PlayMove(request))


@router.post("/v1/puzzles/{puzzle_id}/attempt/explanation")
async def explain_puzzle_move(
    puzzle_id: PuzzleInPath, body: m.AttemptVersionIn, services: Use, who: Solver
) -> m.Refutation:
    """Why the last move, which was wrong, does not win."""
    request = pb.ExplainMoveRequest(
        caller_player_id=who.player_id, puzzle_id=puzzle_id, version=body.version
    )
    return translate.refutation(await asked(services.backends.puzzle.ExplainMove(request)))


@router.post("/v1/puzzles/{puzzle_id}/attempt/hints")
async def take_hint(
    puzzle_id: PuzzleInPath, body: m.AttemptVersionIn, services: Use, who: Solver
) -> m.Attempt:
    """The next one for the present position: theme, area, point."""
    request = pb.TakeHintRequest(
        caller_player_id=who.player_id, puzzle_id=puzzle_id, version=body.version
    )
    return await _changed(services.backends.puzzle.TakeHint(request))


@router.post("/v1/puzzles/{puzzle_id}/attempt/restart")
async def restart_attempt(
    puzzle_id: PuzzleInPath, body: m.AttemptVersionIn, services: Use, who: Player
) -> m.Attempt:
    """Back to the first position; what was tried so far still counts."""
    request = pb.RestartAttemptRequest(
        caller_player_id=who.player_id, puzzle_id=puzzle_id, version=body.version
    )
    return await _changed(services.backends.puzzle.RestartAttempt(request))


@router.post("/v1/puzzles/{puzzle_id}/attempt/give-up")
async def give_up_attempt(
    puzzle_id: PuzzleInPath, body: m.AttemptVersionIn, services: Use, who: Player
) -> m.Attempt:
    """Ends it unsolved; the solution is in the answer."""
    request = pb.GiveUpRequest(
        caller_player_id=who.player_id, puzzle_id=puzzle_id, version=body.version
    )
    return await _changed(services.backends.puzzle.GiveUp(request))


# -- what was solved ----------------------------------------------------------------------


@router.get("/v1/players/{player}/puzzles")
async def get_puzzle_progress(player: IdInPath, services: Use) -> m.PuzzleProgress:
    """Streaks, rating and what was solved of each level."""
    request = pb.GetProgressRequest(player_id=player)
    found = await asked(services.backends.puzzle.GetProgress(request))
    return translate.progress(found.progress)


@router.get("/v1/own-puzzle-attempts")
async def list_own_attempts(services: Use, who: Reader, page: Paged) -> m.Attempts:
    """The one begun last first."""
    request = pb.ListAttemptsRequest(
        player_id=who.player_id, page_size=page.size, page_token=page.token
    )
    found = await asked(services.backends.puzzle.ListAttempts(request))
    return translate.attempts(found.attempts, found.next_page_token)
