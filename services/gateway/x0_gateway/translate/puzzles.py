"""Puzzles: protobuf -> JSON."""

from collections.abc import Iterable
from typing import cast

from x0.game.v1 import game_pb2
from x0.puzzle.v1 import puzzle_pb2 as pb

from x0_gateway.models import puzzles as m
from x0_gateway.models.base import Point
from x0_gateway.modes import MODES
from x0_gateway.translate import words
from x0_gateway.translate.times import when, when_set
from x0_gateway.translate.turns import point, points


def point_in(given: Point) -> game_pb2.Point:
    return game_pb2.Point(x=given[0], y=given[1])


def _mode(number: int) -> m.PuzzleMode:
    return cast(m.PuzzleMode, words.MODE[number])


def base(found: pb.GetBaseResponse) -> m.PuzzleBase:
    return m.PuzzleBase(
        levels=[
            m.PuzzleLevel(mode=_mode(one.mode), level=one.level, puzzles=one.puzzles)
            for one in found.levels
        ]
    )


def puzzle(found: pb.Puzzle) -> m.Puzzle:
    mode = _mode(found.mode)
    return m.Puzzle(
        puzzle_id=found.puzzle_id,
        mode=mode,
        ruleset=MODES[mode].defaults.ruleset,
        number=found.number,
        level=found.level,
        moves=points(found.moves),
        attacker="white" if len(found.moves) % 2 else "black",
        rating=found.rating,
        deviation=found.deviation,
        played=found.played,
        solved=found.solved,
    )


def drawn(found: pb.DrawPuzzlesResponse) -> m.DrawnPuzzles:
    return m.DrawnPuzzles(
        puzzles=[puzzle(one) for one in found.puzzles],
        unseen=found.unseen,
        began_anew=found.began_anew,
    )


def daily(found: pb.GetDailyPuzzleResponse) -> m.DailyPuzzle:
    return m.DailyPuzzle(date=found.date, puzzle=puzzle(found.puzzle))


def _hint(found: pb.Hint) -> m.PuzzleHint:
    match found.WhichOneof("hint"):
        case "theme":
            return m.ThemeHint(kind="theme", theme=cast(m.Theme, found.theme))
        case "area":
            low, high = point(found.area.low), point(found.area.high)
            return m.AreaHint(kind="area", low=low, high=high)
        case "point":
            return m.PointHint(kind="point", point=point(found.point))
        case other:
            raise ValueError(f"an unknown hint: {other}")


def _solution(found: pb.Solution) -> m.PuzzleSolution:
    return m.PuzzleSolution(
        line=points(found.line),
        first_moves=points(found.first_moves),
        themes=[cast(m.Theme, theme) for theme in found.themes],
    )


def _judgement(found: pb.Judgement) -> m.Judgement:
    return m.Judgement(
        verdict=words.VERDICT[found.verdict],
        point=point(found.point),
        follows=points(found.follows),
    )


def _summary(found: pb.Attempt) -> m.AttemptSummary:
    over = found.status != pb.ATTEMPT_STATUS_OPEN
    rating = found.rating
    return m.AttemptSummary(
        puzzle_id=found.puzzle_id,
        version=found.version,
        status=words.ATTEMPT_STATUS[found.status],
        tries=found.tries,
        mistakes=found.mistakes,
        hints_taken=found.hints_taken,
        started_at=when(found.started_at),
        finished_at=when_set(found, "finished_at"),
        seconds=found.seconds if over else None,
        first_try=found.first_try,
        rating=m.PuzzleRatingChange(before=rating.before, after=rating.after)
        if found.HasField("rating")
        else None,
        plays=found.plays,
    )


def attempt(found: pb.Attempt) -> m.Attempt:
    over = found.status != pb.ATTEMPT_STATUS_OPEN
    return m.Attempt(
        **dict(_summary(found)),
        played=points(found.played),
        hints=[_hint(one) for one in found.hints],
        # Whatever arrives: while it is open nobody is told.
        solution=_solution(found.solution) if over and found.HasField("solution") else None,
        last=_judgement(found.last) if found.HasField("last") else None,
    )


def refutation(found: pb.ExplainMoveResponse) -> m.Refutation:
    return m.Refutation(refutation=points(found.refutation))


def view(found: pb.StartAttemptResponse | pb.GetAttemptResponse) -> m.AttemptView:
    return m.AttemptView(attempt=attempt(found.attempt), puzzle=puzzle(found.puzzle))


def attempts(found: Iterable[pb.Attempt], next_page_token: str) -> m.Attempts:
    return m.Attempts(
        attempts=[_summary(one) for one in found], next_page_token=next_page_token or None
    )


def progress(found: pb.Progress) -> m.PuzzleProgress:
    return m.PuzzleProgress(
        player_id=found.player_id,
        rating=found.rating,
        deviation=found.deviation,
        rated=found.rated,
        streak=found.streak,
        best_streak=found.best_streak,
        daily_streak=found.daily_streak,
        best_daily_streak=found.best_daily_streak,
        levels=[
            m.LevelProgress(
                mode=_mode(one.mode),
                level=one.level,
                puzzles=one.puzzles,
                solved=one.solved,
                first_try=one.first_try,
            )
            for one in found.levels
        ],
    )
