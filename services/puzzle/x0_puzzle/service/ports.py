"""What the use cases need."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from x0_puzzle.domain.attempt import Attempt, Judgement
from x0_puzzle.domain.base import Base
from x0_puzzle.domain.progress import Progress
from x0_puzzle.domain.puzzle import Point, Puzzle
from x0_puzzle.domain.rating import Glicko


@dataclass(frozen=True, slots=True)
class Standing:
    """A puzzle's rating, and what became of the attempts at it that counted."""

    puzzle: str
    version: int
    glicko: Glicko
    played: int = 0
    solved: int = 0
    # Effects that are done, as of `Progress`.
    done: tuple[str, ...] = ()


class Store(Protocol):
    async def base(self) -> Base: ...

    async def puzzles(self, ids: Sequence[str]) -> dict[str, Puzzle]: ...

    async def standings(self, puzzles: Sequence[str]) -> dict[str, Standing]:
        """Those that anybody has tried."""

    async def save_standing(self, standing: Standing) -> bool:
        """In place of the version before; False if there is another one."""

    async def progress(self, player: str) -> Progress | None: ...

    async def save_progress(self, progress: Progress) -> bool:
        """In place of the version before; False if there is another one."""

    async def attempt(self, player: str, puzzle: str) -> Attempt | None: ...

    async def save_attempt(self, attempt: Attempt, now: int) -> bool:
        """In place of the version before; False if there is another one."""

    async def settle(self, attempt: Attempt) -> None:
        """Writes the rating of an attempt whose effect is done, and that it is done."""

    async def unsettled(self, before: int, limit: int) -> list[tuple[str, str]]:
        """Players and puzzles of attempts with an effect that has not been done since `before`."""

    async def attempts(self, player: str, before: int | None, limit: int) -> list[Attempt]:
        """The one begun last first; `before`: those begun earlier."""

    async def forget(self, player: str) -> None:
        """All that is known of a player."""


class Solver(Protocol):
    async def judge(self, puzzle: Puzzle, played: tuple[Point, ...], point: Point) -> Judgement:
        """Raises IllegalMove, and RateLimited when there is too much to do."""

    async def best(self, puzzle: Puzzle, played: tuple[Point, ...]) -> Point | None:
        """A move that wins soonest; None if none was found within the limit."""
