"""Documents of the store <-> the domain."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from x0_puzzle.domain.attempt import Attempt, Effect, Judgement, Status, Verdict
from x0_puzzle.domain.hints import Hint
from x0_puzzle.domain.progress import Progress, Rated, Seen
from x0_puzzle.domain.puzzle import COLUMNS, Point, Puzzle, from_row
from x0_puzzle.domain.rating import Glicko
from x0_puzzle.service.ports import Standing

Document = dict[str, Any]


def row_text(puzzle: Puzzle) -> str:
    values = {**vars(puzzle), "themes": ",".join(puzzle.themes)}
    return "\t".join(str(values[name]) for name in COLUMNS)


def puzzle_of_row(mode: str, text: str) -> Puzzle:
    return from_row(mode, dict(zip(COLUMNS, text.split("\t"), strict=True)))


def attempt_document(attempt: Attempt) -> Document:
    """All but `rating`, which is written when the effect is done."""
    document: Document = {
        "_id": attempt.id,
        "player": attempt.player,
        "puzzle": attempt.puzzle,
        "version": attempt.version,
        "started": attempt.started,
        "status": attempt.status.value,
        "played": _flat(attempt.played),
        "tries": attempt.tries,
        "mistakes": attempt.mistakes,
        "hints": [_hint_document(hint) for hint in attempt.hints],
        "hints_taken": attempt.hints_taken,
        "finished": attempt.finished,
        "seconds": attempt.seconds,
        "first_try": attempt.first_try,
        "counted": attempt.counted,
        "plays": attempt.plays,
        "act": attempt.act,
        "last": None if attempt.last is None else _judgement_document(attempt.last),
    }
    if attempt.effect is not None:
        effect = attempt.effect
        document["effect"] = {
            "id": effect.id,
            "score": effect.score,
            "solved": effect.solved,
            "first_try": effect.first_try,
            "day": effect.day,
        }
    return document


def attempt_of(raw: Mapping[str, Any]) -> Attempt:
    last, effect, rating = raw.get("last"), raw.get("effect"), raw.get("rating")
    return Attempt(
        player=raw["player"],
        puzzle=raw["puzzle"],
        version=raw["version"],
        started=raw["started"],
        status=Status(raw["status"]),
        played=_points(raw["played"]),
        tries=raw["tries"],
        mistakes=raw["mistakes"],
        hints=tuple(_hint_of(one) for one in raw["hints"]),
        hints_taken=raw["hints_taken"],
        finished=raw["finished"],
        seconds=raw["seconds"],
        first_try=raw["first_try"],
        counted=raw["counted"],
        rating=None if rating is None else (rating[0], rating[1]),
        plays=raw["plays"],
        last=None if last is None else _judgement_of(last),
        act=raw["act"],
        effect=None if effect is None else Effect(**effect),
    )


def progress_document(progress: Progress) -> Document:
    return {
        "_id": progress.player,
        "version": progress.version,
        "glicko": _glicko_document(progress.glicko),
        "rated": progress.rated,
        "streak": progress.streak,
        "best_streak": progress.best_streak,
        "daily_streak": progress.daily_streak,
        "best_daily_streak": progress.best_daily_streak,
        "last_daily": progress.last_daily.isoformat() if progress.last_daily else "",
        "modes": {
            mode: [_bytes(one.seen), _bytes(one.solved), _bytes(one.first_try)]
            for mode, one in progress.modes.items()
        },
        "done": [[one.id, one.before, one.after] for one in progress.done],
    }


def progress_of(raw: Mapping[str, Any]) -> Progress:
    return Progress(
        player=raw["_id"],
        version=raw["version"],
        glicko=Glicko(*raw["glicko"]),
        rated=raw["rated"],
        streak=raw["streak"],
        best_streak=raw["best_streak"],
        daily_streak=raw["daily_streak"],
        best_daily_streak=raw["best_daily_streak"],
        last_daily=date.fromisoformat(raw["last_daily"]) if raw["last_daily"] else None,
        modes={
            mode: Seen(*(int.from_bytes(one, "little") for one in sets))
            for mode, sets in raw["modes"].items()
        },
        done=tuple(Rated(*one) for one in raw["done"]),
    )


def standing_document(standing: Standing) -> Document:
    return {
        "_id": standing.puzzle,
        "version": standing.version,
        "glicko": _glicko_document(standing.glicko),
        "played": standing.played,
        "solved": standing.solved,
        "done": list(standing.done),
    }


def standing_of(raw: Mapping[str, Any]) -> Standing:
    return Standing(
        puzzle=raw["_id"],
        version=raw["version"],
        glicko=Glicko(*raw["glicko"]),
        played=raw["played"],
        solved=raw["solved"],
        done=tuple(raw["done"]),
    )


def _glicko_document(glicko: Glicko) -> list[float]:
    return [glicko.rating, glicko.deviation, glicko.volatility]


def _bytes(numbers: int) -> bytes:
    return numbers.to_bytes((numbers.bit_length() + 7) // 8, "little")


def _flat(points: tuple[Point, ...]) -> list[int]:
    return [at for point in points for at in point]


def _points(flat: list[int]) -> tuple[Point, ...]:
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def _hint_document(hint: Hint) -> Document:
    if hint.area:
        return {"area": _flat(hint.area)}
    if hint.point:
        return {"point": list(hint.point)}
    return {"theme": hint.theme}


def _hint_of(raw: Mapping[str, Any]) -> Hint:
    if "area" in raw:
        low, high = _points(raw["area"])
        return Hint(area=(low, high))
    if "point" in raw:
        return Hint(point=(raw["point"][0], raw["point"][1]))
    return Hint(theme=raw["theme"])


def _judgement_document(judgement: Judgement) -> Document:
    return {
        "verdict": judgement.verdict.value,
        "point": list(judgement.point),
        "line": _flat(judgement.line),
        "half_moves": judgement.half_moves,
    }


def _judgement_of(raw: Mapping[str, Any]) -> Judgement:
    x, y = raw["point"]
    return Judgement(Verdict(raw["verdict"]), (x, y), _points(raw["line"]), raw["half_moves"])
