"""Puzzles of a small service: one that is known, and what was asked is kept."""

from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp
from servicekit.errors import NotFound
from x0.game.v1 import settings_pb2
from x0.game.v1.game_pb2 import Point
from x0.puzzle.v1 import puzzle_pb2 as pb
from x0.puzzle.v1.puzzle_pb2_grpc import PuzzleServiceServicer

NOW = Timestamp(seconds=5)
ID = "gomoku-417"
MOVES = ((7, 7), (7, 8), (8, 8))


def _points(*given: tuple[int, int]) -> list[Point]:
    return [Point(x=x, y=y) for x, y in given]


def puzzle() -> pb.Puzzle:
    return pb.Puzzle(
        puzzle_id=ID,
        mode=settings_pb2.MODE_GOMOKU,
        number=417,
        level=3,
        moves=_points(*MOVES),
        rating=1520,
        deviation=80,
        played=9,
        solved=4,
    )


def solution() -> pb.Solution:
    return pb.Solution(
        line=_points((9, 9), (6, 6)),
        first_moves=_points((9, 9)),
        themes=["quiet_three", "overline"],
    )


def attempt(**more: Any) -> pb.Attempt:
    """Open, after a wrong move."""
    made = pb.Attempt(
        puzzle_id=ID,
        version=3,
        status=pb.ATTEMPT_STATUS_OPEN,
        tries=1,
        mistakes=1,
        hints=[
            pb.Hint(theme="fours"),
            pb.Hint(area=pb.Area(low=Point(x=1, y=2), high=Point(x=5, y=6))),
            pb.Hint(point=Point(x=0, y=0)),
        ],
        hints_taken=3,
        started_at=NOW,
        plays=1,
        rating=pb.RatingChange(before=1500, after=1490),
        last=pb.Judgement(verdict=pb.VERDICT_WRONG, point=Point(x=3, y=3)),
    )
    made.MergeFrom(pb.Attempt(**more))
    return made


def over() -> pb.Attempt:
    made = attempt(
        status=pb.ATTEMPT_STATUS_GIVEN_UP, finished_at=NOW, seconds=0, solution=solution()
    )
    made.ClearField("last")
    return made


class Puzzles(PuzzleServiceServicer):
    """`asked` are all requests, in their order; `current` is what is answered."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.current = attempt()

    def _known(self, request: Any) -> Any:
        self.asked.append(request)
        if request.puzzle_id != ID:
            raise NotFound("puzzle_not_found", "there is no such puzzle")
        return request

    async def GetBase(self, request: Any, context: Any) -> pb.GetBaseResponse:
        level = pb.LevelCount(mode=settings_pb2.MODE_X0, level=6, puzzles=700)
        return pb.GetBaseResponse(levels=[level])

    async def GetPuzzle(self, request: Any, context: Any) -> pb.GetPuzzleResponse:
        self._known(request)
        return pb.GetPuzzleResponse(puzzle=puzzle())

    async def DrawPuzzles(self, request: Any, context: Any) -> pb.DrawPuzzlesResponse:
        self.asked.append(request)
        return pb.DrawPuzzlesResponse(puzzles=[puzzle()], unseen=12, began_anew=True)

    async def GetDailyPuzzle(self, request: Any, context: Any) -> pb.GetDailyPuzzleResponse:
        self.asked.append(request)
        return pb.GetDailyPuzzleResponse(date=request.date or "2026-12-01", puzzle=puzzle())

    async def StartAttempt(self, request: Any, context: Any) -> pb.StartAttemptResponse:
        self._known(request)
        return pb.StartAttemptResponse(attempt=self.current, puzzle=puzzle())

    async def GetAttempt(self, request: Any, context: Any) -> pb.GetAttemptResponse:
        self._known(request)
        return pb.GetAttemptResponse(attempt=self.current, puzzle=puzzle())

    async def PlayMove(self, request: Any, context: Any) -> pb.PlayMoveResponse:
        self._known(request)
        return pb.PlayMoveResponse(attempt=self.current)

    async def ExplainMove(self, request: Any, context: Any) -> pb.ExplainMoveResponse:
        self._known(request)
        return pb.ExplainMoveResponse(refutation=_points((4, 4), (5, 5)))

    async def TakeHint(self, request: Any, context: Any) -> pb.TakeHintResponse:
        self._known(request)
        return pb.TakeHintResponse(attempt=self.current)

    async def RestartAttempt(self, request: Any, context: Any) -> pb.RestartAttemptResponse:
        self._known(request)
        return pb.RestartAttemptResponse(attempt=self.current)

    async def GiveUp(self, request: Any, context: Any) -> pb.GiveUpResponse:
        self._known(request)
        return pb.GiveUpResponse(attempt=over())

    async def GetProgress(self, request: Any, context: Any) -> pb.GetProgressResponse:
        level = pb.LevelProgress(
            mode=settings_pb2.MODE_RENJU, level=1, puzzles=900, solved=3, first_try=2
        )
        progress = pb.Progress(
            player_id=request.player_id, rating=1490, deviation=300, rated=3, streak=1,
            best_streak=2, daily_streak=4, best_daily_streak=5, levels=[level],
        )  # fmt: skip
        return pb.GetProgressResponse(progress=progress)

    async def ListAttempts(self, request: Any, context: Any) -> pb.ListAttemptsResponse:
        self.asked.append(request)
        return pb.ListAttemptsResponse(attempts=[over()], next_page_token="more")
