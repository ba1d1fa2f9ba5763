"""What a player has reached: seen and solved puzzles, streaks, the rating."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random

from x0_puzzle.domain import rating
from x0_puzzle.domain.base import Base, chosen, with_member
from x0_puzzle.domain.puzzle import Puzzle
from x0_puzzle.domain.rating import Glicko

# So many effects are remembered as done; each is needed for a moment only.
_REMEMBERED = 50


@dataclass(frozen=True, slots=True)
class Seen:
    """Sets of numbers of one mode, see `base`."""

    # Of this round: when all are seen, a new one begins.
    seen: int = 0
    solved: int = 0
    first_try: int = 0


@dataclass(frozen=True, slots=True)
class Rated:
    """An effect on the rating that was done: of which attempt, and what it was."""

    id: str
    before: float
    after: float


@dataclass(frozen=True)
class Progress:
    player: str
    version: int = 0
    glicko: Glicko = field(default_factory=Glicko)
    rated: int = 0
    streak: int = 0
    best_streak: int = 0
    daily_streak: int = 0
    best_daily_streak: int = 0
    last_daily: date | None = None
    modes: Mapping[str, Seen] = field(default_factory=dict)
    done: tuple[Rated, ...] = ()

    def of(self, mode: str) -> Seen:
        return self.modes.get(mode, Seen())

    def daily_streak_on(self, today: date) -> int:
        """Broken by a whole day without."""
        if self.last_daily is None or self.last_daily < today - timedelta(days=1):
            return 0
        return self.daily_streak

    def was_rated(self, id: str) -> Rated | None:
        return next((one for one in self.done if one.id == id), None)


@dataclass(frozen=True, slots=True)
class Drawn:
    numbers: list[int]
    # Of those asked for, these included.
    unseen: int


def draw(
    progress: Progress,
    base: Base,
    mode: str,
    max_level: int,
    count: int,
    random: Random,
    besides: int = 0,
) -> Drawn:
    """Some that were not seen. `besides` are left out: who has all that are left at hand gets
    none, and not a second copy. Nothing is unseen only when another round must begin."""
    unseen = base.up_to(mode, max_level) & ~progress.of(mode).seen
    return Drawn(chosen(unseen & ~besides, count, random), unseen.bit_count())


def begin_anew(progress: Progress, base: Base, mode: str, max_level: int) -> Progress:
    """When all of these levels were seen: none of them was."""
    wanted = base.up_to(mode, max_level)
    now = progress.of(mode)
    if wanted & ~now.seen:
        return progress
    return _with(progress, mode, replace(now, seen=now.seen & ~wanted))


def see(progress: Progress, puzzle: Puzzle) -> Progress:
    now = progress.of(puzzle.mode)
    return _with(progress, puzzle.mode, replace(now, seen=with_member(now.seen, puzzle.number)))


def solve(progress: Progress, puzzle: Puzzle, *, first_try: bool, daily: date | None) -> Progress:
    """Notes that a puzzle was solved; noted again, nothing changes. `daily`: the day that it is
    the puzzle of, if it was solved on that day."""
    now = progress.of(puzzle.mode)
    bit = with_member(0, puzzle.number)
    now = replace(now, solved=now.solved | bit)
    if first_try:
        now = replace(now, first_try=now.first_try | bit)
    progress = _with(progress, puzzle.mode, now)
    if daily is None or (progress.last_daily is not None and progress.last_daily >= daily):
        return progress
    follows = progress.last_daily == daily - timedelta(days=1)
    streak = progress.daily_streak + 1 if follows else 1
    return replace(
        progress,
        last_daily=daily,
        daily_streak=streak,
        best_daily_streak=max(streak, progress.best_daily_streak),
    )


def rate(progress: Progress, id: str, puzzle: Glicko, score: int) -> Progress:
    """What the attempt `id` does to rating and streak; done again, nothing changes."""
    if progress.was_rated(id):
        return progress
    glicko = rating.after(progress.glicko, puzzle, score)
    streak = progress.streak + 1 if score else 0
    done = Rated(id, progress.glicko.rating, glicko.rating)
    return replace(
        progress,
        glicko=glicko,
        rated=progress.rated + 1,
        streak=streak,
        best_streak=max(streak, progress.best_streak),
        done=(*progress.done, done)[-_REMEMBERED:],
    )


def _with(progress: Progress, mode: str, seen: Seen) -> Progress:
    return replace(progress, modes={**progress.modes, mode: seen})
