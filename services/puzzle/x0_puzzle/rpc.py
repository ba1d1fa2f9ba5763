"""PuzzleService: translation only."""

from datetime import date
from typing import Any

from servicekit.errors import Conflict, DomainError, Invalid, NotFound, Refused
from servicekit.refusals import translated
from servicekit.wire import (
    enum_text,
    enum_value,
    page_size,
    page_token,
    read_page_token,
    timestamp,
)
from x0.game.v1 import game_pb2, settings_pb2
from x0.puzzle.v1 import puzzle_pb2 as pb
from x0.puzzle.v1.puzzle_pb2_grpc import PuzzleServiceServicer
from x0_engine import IllegalMove

from x0_puzzle.domain.attempt import Attempt, Judgement, Status
from x0_puzzle.domain.base import Base
from x0_puzzle.domain.errors import BadRequest, MovedOn, NotNow, Refusal
from x0_puzzle.domain.hints import Hint
from x0_puzzle.domain.progress import Progress
from x0_puzzle.domain.puzzle import LEVELS, MODES, Point, Puzzle, points
from x0_puzzle.service.puzzles import Puzzles, Shown, today

SERVICE_NAME = pb.DESCRIPTOR.services_by_name["PuzzleService"].full_name

_ERRORS: dict[type[Refusal], type[DomainError]] = {
    BadRequest: Invalid,
    MovedOn: Conflict,
    NotNow: Refused,
}
_ILLEGAL = {
    "off_board": "columns and rows are from 0 to 14",
    "occupied": "there is a stone already",
}


def _error(refusal: Refusal | IllegalMove) -> DomainError:
    if isinstance(refusal, IllegalMove):
        return Invalid(refusal.reason, _ILLEGAL.get(refusal.reason, str(refusal)))
    if refusal.reason == "puzzle_not_found":
        return NotFound(refusal.reason, str(refusal))
    return _ERRORS[type(refusal)](refusal.reason, str(refusal))


refusals = translated((Refusal, IllegalMove), _error)


class PuzzleRpc(PuzzleServiceServicer):
    def __init__(self, puzzles: Puzzles) -> None:
        self._puzzles = puzzles

    @refusals
    async def GetBase(self, request: pb.GetBaseRequest, context: Any) -> pb.GetBaseResponse:
        base = await self._puzzles.base()
        return pb.GetBaseResponse(
            levels=[
                pb.LevelCount(mode=_mode(mode), level=level, puzzles=base.count(mode, level))
                for mode in MODES
                for level in LEVELS
            ]
        )

    @refusals
    async def GetPuzzle(self, request: pb.GetPuzzleRequest, context: Any) -> pb.GetPuzzleResponse:
        return pb.GetPuzzleResponse(puzzle=_puzzle(await self._puzzles.get(request.puzzle_id)))

    @refusals
    async def DrawPuzzles(
        self, request: pb.DrawPuzzlesRequest, context: Any
    ) -> pb.DrawPuzzlesResponse:
        drawn = await self._puzzles.draw(
            _caller(request.caller_player_id),
            enum_text(settings_pb2.Mode, request.mode),
            request.max_level,
            request.count,
            list(request.except_puzzle_ids),
        )
        return pb.DrawPuzzlesResponse(
            puzzles=[_puzzle(one) for one in drawn.puzzles],
            unseen=drawn.unseen,
            began_anew=drawn.began_anew,
        )

    @refusals
    async def GetDailyPuzzle(
        self, request: pb.GetDailyPuzzleRequest, context: Any
    ) -> pb.GetDailyPuzzleResponse:
        day, shown = await self._puzzles.daily(request.date)
        return pb.GetDailyPuzzleResponse(date=day.isoformat(), puzzle=_puzzle(shown))

    @refusals
    async def StartAttempt(
        self, request: pb.StartAttemptRequest, context: Any
    ) -> pb.StartAttemptResponse:
        found = await self._puzzles.start(_caller(request.caller_player_id), request.puzzle_id)
        return pb.StartAttemptResponse(
            attempt=_attempt(found.attempt, found.shown.puzzle), puzzle=_puzzle(found.shown)
        )

    @refusals
    async def GetAttempt(
        self, request: pb.GetAttemptRequest, context: Any
    ) -> pb.GetAttemptResponse:
        found = await self._puzzles.attempt(_caller(request.caller_player_id), request.puzzle_id)
        return pb.GetAttemptResponse(
            attempt=_attempt(found.attempt, found.shown.puzzle), puzzle=_puzzle(found.shown)
        )

    @refusals
    async def PlayMove(self, request: pb.PlayMoveRequest, context: Any) -> pb.PlayMoveResponse:
        if not request.HasField("point"):
            raise Invalid("off_board", "a point is needed")
        point = (request.point.x, request.point.y)
        # Before anything is looked up, and what the engine takes for a point.
        if not all(0 <= at < 15 for at in point):
            raise Invalid("off_board", _ILLEGAL["off_board"])
        attempt, puzzle = await self._puzzles.play(
            _caller(request.caller_player_id),
            request.puzzle_id,
            request.version,
            point,
            request.seconds,
        )
        return pb.PlayMoveResponse(attempt=_attempt(attempt, puzzle))

    @refusals
    async def ExplainMove(
        self, request: pb.ExplainMoveRequest, context: Any
    ) -> pb.ExplainMoveResponse:
        line = await self._puzzles.explain(
            _caller(request.caller_player_id), request.puzzle_id, request.version
        )
        return pb.ExplainMoveResponse(refutation=_points(line))

    @refusals
    async def TakeHint(self, request: pb.TakeHintRequest, context: Any) -> pb.TakeHintResponse:
        attempt, puzzle = await self._puzzles.hint(
            _caller(request.caller_player_id), request.puzzle_id, request.version
        )
        return pb.TakeHintResponse(attempt=_attempt(attempt, puzzle))

    @refusals
    async def RestartAttempt(
        self, request: pb.RestartAttemptRequest, context: Any
    ) -> pb.RestartAttemptResponse:
        attempt, puzzle = await self._puzzles.restart(
            _caller(request.caller_player_id), request.puzzle_id, request.version
        )
        return pb.RestartAttemptResponse(attempt=_attempt(attempt, puzzle))

    @refusals
    async def GiveUp(self, request: pb.GiveUpRequest, context: Any) -> pb.GiveUpResponse:
        attempt, puzzle = await self._puzzles.give_up(
            _caller(request.caller_player_id), request.puzzle_id, request.version
        )
        return pb.GiveUpResponse(attempt=_attempt(attempt, puzzle))

    @refusals
    async def GetProgress(
        self, request: pb.GetProgressRequest, context: Any
    ) -> pb.GetProgressResponse:
        progress, base = await self._puzzles.progress(request.player_id)
        return pb.GetProgressResponse(progress=_progress(progress, base, today()))

    @refusals
    async def ListAttempts(
        self, request: pb.ListAttemptsRequest, context: Any
    ) -> pb.ListAttemptsResponse:
        token = read_page_token(request.page_token, (int,))
        size = page_size(request.page_size, default=20, most=100)
        found = await self._puzzles.attempts(
            _caller(request.player_id), token[0] if token else None, size + 1
        )
        page = found[:size]
        return pb.ListAttemptsResponse(
            attempts=[_attempt(one, None) for one in page],
            next_page_token=page_token(page[-1].started) if len(found) > size else "",
        )


def _caller(player: str) -> str:
    if not player:
        raise Invalid("bad_player_id", "a player id is needed")
    return player


def _mode(text: str) -> Any:
    return enum_value(settings_pb2.Mode, text)


def _point(point: Point) -> game_pb2.Point:
    return game_pb2.Point(x=point[0], y=point[1])


def _points(line: tuple[Point, ...]) -> list[game_pb2.Point]:
    return [_point(point) for point in line]


def _puzzle(shown: Shown) -> pb.Puzzle:
    puzzle, standing = shown.puzzle, shown.standing
    return pb.Puzzle(
        puzzle_id=puzzle.id,
        mode=_mode(puzzle.mode),
        number=puzzle.number,
        level=puzzle.level,
        moves=_points(puzzle.stones),
        rating=round(standing.glicko.rating),
        deviation=round(standing.glicko.deviation),
        played=standing.played,
        solved=standing.solved,
    )


def _attempt(attempt: Attempt, puzzle: Puzzle | None) -> pb.Attempt:
    """With `puzzle` in full. What would give it away only when it is over."""
    message = pb.Attempt(
        puzzle_id=attempt.puzzle,
        version=attempt.version,
        status=enum_value(pb.AttemptStatus, attempt.status.value),  # type: ignore[arg-type]
        tries=attempt.tries,
        mistakes=attempt.mistakes,
        hints_taken=attempt.hints_taken,
        started_at=timestamp(attempt.started),
        seconds=attempt.seconds,
        first_try=attempt.first_try,
        plays=attempt.plays,
    )
    if attempt.finished:
        message.finished_at.CopyFrom(timestamp(attempt.finished))
    if attempt.rating is not None:
        before, after = attempt.rating
        message.rating.CopyFrom(pb.RatingChange(before=round(before), after=round(after)))
    if puzzle is None:
        return message
    message.played.extend(_points(attempt.played))
    message.hints.extend(_hint(hint) for hint in attempt.hints)
    if attempt.last is not None:
        message.last.CopyFrom(_judgement(attempt.last))
    if attempt.status is not Status.OPEN:
        message.solution.CopyFrom(
            pb.Solution(
                line=_points(puzzle.solution),
                first_moves=_points(points(puzzle.first_moves)),
                themes=puzzle.themes,
            )
        )
    return message


def _hint(hint: Hint) -> pb.Hint:
    if hint.area:
        low, high = hint.area
        return pb.Hint(area=pb.Area(low=_point(low), high=_point(high)))
    if hint.point:
        return pb.Hint(point=_point(hint.point))
    return pb.Hint(theme=hint.theme)


def _judgement(judgement: Judgement) -> pb.Judgement:
    return pb.Judgement(
        verdict=enum_value(pb.Verdict, judgement.verdict.value),  # type: ignore[arg-type]
        point=_point(judgement.point),
        follows=_points(judgement.follows),
    )


def _progress(progress: Progress, base: Base, day: date) -> pb.Progress:
    levels = []
    for mode in MODES:
        seen = progress.of(mode)
        for level in LEVELS:
            there = base.of_level(mode, level)
            levels.append(
                pb.LevelProgress(
                    mode=_mode(mode),
                    level=level,
                    puzzles=there.bit_count(),
                    solved=(there & seen.solved).bit_count(),
                    first_try=(there & seen.first_try).bit_count(),
                )
            )
    return pb.Progress(
        player_id=progress.player,
        rating=round(progress.glicko.rating),
        deviation=round(progress.glicko.deviation),
        rated=progress.rated,
        streak=progress.streak,
        best_streak=progress.best_streak,
        daily_streak=progress.daily_streak_on(day),
        best_daily_streak=progress.best_daily_streak,
        levels=levels,
    )
