"""An attempt at a puzzle: what was played, what it counts for.

Every change is meant for a version and makes the next one. Sent again after a lost answer it is
recognised by what it asked for, and nothing happens twice.
"""

from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256

from x0_puzzle.domain.errors import BadRequest, MovedOn, NotNow
from x0_puzzle.domain.hints import Hint
from x0_puzzle.domain.puzzle import Point

# A time that a player's device tells is believed up to a day.
MOST_SECONDS = 86_400


class Status(Enum):
    OPEN = "open"
    SOLVED = "solved"
    GIVEN_UP = "given_up"


class Verdict(Enum):
    RIGHT = "right"
    WRONG = "wrong"
    FOUL = "foul"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Of one move. `line`: what follows it, up to and including the five, the defender playing what
    holds out longest; after a wrong one what refutes it. `half_moves`: of a right one, to the five,
    both included."""

    verdict: Verdict
    point: Point
    line: tuple[Point, ...] = ()
    half_moves: int = 0

    @property
    def decides(self) -> bool:
        """Nothing stops the five any more: the rest plays itself."""
        return self.verdict is Verdict.RIGHT and self.half_moves <= 3

    @property
    def follows(self) -> tuple[Point, ...]:
        """What is played at once: the answer, or all of the rest."""
        if self.verdict is not Verdict.RIGHT:
            return ()
        return self.line if self.decides else self.line[:1]


@dataclass(frozen=True, slots=True)
class Effect:
    """What an attempt does to progress and ratings and has not done yet. `score`: None where the
    rating does not change; `day`: of which the solved puzzle is the one of the day."""

    id: str
    score: int | None = None
    solved: bool = False
    first_try: bool = False
    day: str = ""


@dataclass(frozen=True)
class Attempt:
    player: str
    puzzle: str
    version: int
    started: int
    status: Status = Status.OPEN
    played: tuple[Point, ...] = ()
    tries: int = 0
    mistakes: int = 0
    hints: tuple[Hint, ...] = ()
    hints_taken: int = 0
    finished: int = 0
    seconds: int = 0
    first_try: bool = False
    # Whether it has counted for the rating, which it does once and for all plays.
    counted: bool = False
    rating: tuple[float, float] | None = None
    plays: int = 1
    last: Judgement | None = None
    # What made this version, as "move 7 7".
    act: str = ""
    effect: Effect | None = None

    @property
    def id(self) -> str:
        return f"{self.player}:{self.puzzle}"

    @property
    def clean(self) -> bool:
        return self.mistakes == 0 and self.hints_taken == 0


def begun(player: str, puzzle: str, now: int) -> Attempt:
    return Attempt(player, puzzle, version=1, started=now, act="start")


def begun_anew(attempt: Attempt, now: int) -> Attempt:
    """What is over is played from the beginning. Only the first play counts for the rating, and
    whether that one was solved at the first try stays."""
    if attempt.status is Status.OPEN:
        return attempt
    return Attempt(
        attempt.player,
        attempt.puzzle,
        version=attempt.version + 1,
        started=now,
        first_try=attempt.first_try,
        counted=attempt.counted,
        rating=attempt.rating,
        plays=attempt.plays + 1,
        act="start",
    )


def is_repeated(attempt: Attempt, version: int, act: str) -> bool:
    """Whether this was done already. Raises MovedOn if something else was, NotNow when it is
    over."""
    if version == attempt.version - 1 and act == attempt.act:
        return True
    if version != attempt.version:
        raise MovedOn("attempt_moved_on", "the attempt has gone on meanwhile: ask for it again")
    if attempt.status is not Status.OPEN:
        raise NotNow("attempt_over", "this puzzle is over: begin it again to play on")
    return False


def move_act(point: Point) -> str:
    return f"move {point[0]} {point[1]}"


def judged(attempt: Attempt, judgement: Judgement, now: int, seconds: int, day: str) -> Attempt:
    """After a move. `seconds`: as the player's device has counted, 0 by the server; `day`: if this
    puzzle is today's, which day that is."""
    changed = replace(
        attempt,
        version=attempt.version + 1,
        last=judgement,
        act=move_act(judgement.point),
    )
    if judgement.verdict is Verdict.UNDECIDED:
        return changed
    changed = replace(changed, tries=attempt.tries + 1)
    if judgement.verdict is not Verdict.RIGHT:
        return _failed(replace(changed, mistakes=attempt.mistakes + 1))
    played = (*attempt.played, judgement.point, *judgement.follows)
    kept = tuple(hint for hint in attempt.hints if hint.theme)
    changed = replace(changed, played=played, hints=kept)
    return _solved(changed, now, seconds, day) if judgement.decides else changed


def hinted(attempt: Attempt, hint: Hint) -> Attempt:
    return _failed(
        replace(
            attempt,
            version=attempt.version + 1,
            hints=(*attempt.hints, hint),
            hints_taken=attempt.hints_taken + 1,
            act="hint",
        )
    )


def restarted(attempt: Attempt) -> Attempt:
    kept = tuple(hint for hint in attempt.hints if hint.theme)
    return replace(
        attempt, version=attempt.version + 1, played=(), hints=kept, last=None, act="restart"
    )


def given_up(attempt: Attempt, now: int) -> Attempt:
    over = replace(
        attempt,
        version=attempt.version + 1,
        status=Status.GIVEN_UP,
        finished=now,
        seconds=_seconds(attempt, now, 0),
        last=None,
        act="give up",
    )
    return _failed(over)


def settled(attempt: Attempt, rating: tuple[float, float] | None) -> Attempt:
    """The effect is done."""
    return replace(attempt, effect=None, rating=rating or attempt.rating)


def _failed(attempt: Attempt) -> Attempt:
    if attempt.counted:
        return attempt
    return replace(attempt, counted=True, effect=Effect(_effect_id(attempt), score=0))


def _solved(attempt: Attempt, now: int, seconds: int, day: str) -> Attempt:
    first = attempt.clean and not attempt.counted
    return replace(
        attempt,
        status=Status.SOLVED,
        finished=now,
        seconds=_seconds(attempt, now, seconds),
        first_try=attempt.first_try or first,
        counted=True,
        effect=Effect(
            _effect_id(attempt),
            score=None if attempt.counted else 1,
            solved=True,
            first_try=first,
            day=day,
        ),
    )


def _effect_id(attempt: Attempt) -> str:
    """Without the player in it: the puzzle remembers it, also of who is forgotten."""
    return sha256(f"{attempt.id}:{attempt.version}".encode()).hexdigest()[:20]


def _seconds(attempt: Attempt, now: int, told: int) -> int:
    return min(MOST_SECONDS, told or max(1, round((now - attempt.started) / 1000)))


def check_seconds(seconds: int) -> None:
    if not 0 <= seconds <= MOST_SECONDS:
        raise BadRequest("bad_seconds", f"seconds must be from 0 to {MOST_SECONDS}")
