"""Teams: who sits at which board, and what a match is made of.

A match is a pairing of teams: the team called `first` begins on boards 1, 3, 5, the other on boards
2, 4, 6. Match points decide (2 for a won match, 1 for a drawn one), then board points, then the
tie-breaks, which are made of match points.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .results import Bye, Pairing, Participant, Result, Round
from .standings import DEFAULT_ORDER, STANDARD, Options, Table, Tiebreak, standings

RESERVES = 2
MATCH_WIN = 2
"""Match points of a won match: a table counts a win as 1, so that its points are half of them."""


class Problem(StrEnum):
    """Why an order of boards cannot be taken."""

    UNKNOWN = "not_in_the_team"
    TWICE = "listed_twice"
    TOO_MANY = "too_many_boards"
    ABSENT = "absent"
    ROSTER = "roster_size"


class BadLineup(ValueError):
    def __init__(self, problem: Problem, text: str) -> None:
        super().__init__(text)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Team:
    """`members` in default order: those of the boards, then up to two reserves."""

    id: str
    members: tuple[str, ...]


def check(team: Team, boards: int) -> None:
    """Whether a team can be entered. Raises BadLineup."""
    if len(set(team.members)) != len(team.members):
        raise BadLineup(Problem.TWICE, "somebody is listed twice")
    if not 1 <= len(team.members) <= boards + RESERVES:
        raise BadLineup(
            Problem.ROSTER, f"a team has 1 to {boards + RESERVES} members for {boards} boards"
        )


def lineup(
    team: Team,
    boards: int,
    order: Sequence[str] | None = None,
    absent: Collection[str] = (),
) -> tuple[str, ...]:
    """Players from board 1 on: as the captain ordered them, or by default order without the absent.

    May be shorter than `boards`: empty boards are the last ones. Raises BadLineup.
    """
    if order is None:
        return tuple(name for name in team.members if name not in absent)[:boards]
    if len(order) > boards:
        raise BadLineup(Problem.TOO_MANY, f"{len(order)} players for {boards} boards")
    if len(set(order)) != len(order):
        raise BadLineup(Problem.TWICE, "somebody is listed twice")
    for name in order:
        if name not in team.members:
            raise BadLineup(Problem.UNKNOWN, f"{name!r} is not in the team")
        if name in absent:
            raise BadLineup(Problem.ABSENT, f"{name!r} is absent")
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a match. None: the team has nobody there; the result is set from the start.

    `first` is a player of the match's first team on odd boards, of the second on even ones.
    """

    board: int
    first: str | None
    second: str | None
    result: Result | None = None


def seat(first: Sequence[str], second: Sequence[str], boards: int) -> tuple[Board, ...]:
    """Board 1 meets board 1. A short team forfeits from the last board up, both short: both."""
    seated = []
    for board in range(1, boards + 1):
        one = first[board - 1] if board <= len(first) else None
        other = second[board - 1] if board <= len(second) else None
        if board % 2 == 0:
            one, other = other, one
        seated.append(Board(board, one, other, _unplayed(one, other)))
    return tuple(seated)


def _unplayed(one: str | None, other: str | None) -> Result | None:
    if one and other:
        return None
    if one:
        return Result.FORFEIT_WIN
    return Result.FORFEIT_LOSS if other else Result.DOUBLE_FORFEIT


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams and their boards."""

    first: str
    second: str
    boards: tuple[Board, ...]

    @property
    def board_points(self) -> tuple[float, float]:
        """Of the first and of the second team, from the boards that are finished."""
        first = second = 0.0
        for board in self.boards:
            if board.result is not None:
                one, other = board.result.points
                if board.board % 2 == 0:
                    one, other = other, one
                first, second = first + one, second + other
        return first, second

    @property
    def result(self) -> Result | None:
        """None while a board is running. A match without a single played game was not played."""
        if any(board.result is None for board in self.boards):
            return None
        first, second = self.board_points
        if not any(board.result and board.result.played for board in self.boards):
            if first == second:
                return Result.DOUBLE_FORFEIT
            return Result.FORFEIT_WIN if first > second else Result.FORFEIT_LOSS
        if first == second:
            return Result.DRAW
        return Result.WIN if first > second else Result.LOSS


@dataclass(frozen=True, slots=True)
class TeamRound:
    number: int
    matches: tuple[Match, ...]
    byes: Mapping[str, Bye]

    @property
    def round(self) -> Round:
        """As pairing and standings see it: teams as participants, matches as games."""
        pairings = tuple(Pairing(one.first, one.second, one.result) for one in self.matches)
        return Round(self.number, pairings, self.byes)


def board_points(rounds: Sequence[TeamRound], boards: int) -> dict[str, float]:
    """Board points of every team, running matches included.

    A full-point bye gives half of the boards, as a drawn match: it neither helps nor hurts.
    """
    total: dict[str, float] = {}
    for one in rounds:
        for match in one.matches:
            for name, got in zip((match.first, match.second), match.board_points, strict=True):
                total[name] = total.get(name, 0.0) + got
        for name, bye in one.byes.items():
            total[name] = total.get(name, 0.0) + bye.points * boards / 2
    return total


def team_standings(
    teams: Sequence[Participant],
    rounds: Sequence[TeamRound],
    boards: int,
    order: Sequence[Tiebreak] = DEFAULT_ORDER,
    options: Options = STANDARD,
) -> Table:
    """The table of teams: match points, board points, tie-breaks. Raises BadResults.

    A running match gives no match points yet; its finished boards count as board points.
    """
    flat = [one.round for one in rounds]
    return standings(teams, flat, order, options, board_points(rounds, boards))
