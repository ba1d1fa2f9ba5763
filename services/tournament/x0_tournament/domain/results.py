"""What was paired, what became of it, and what each round gave to each participant.

Everything later (standings, next pairing, exports) is made from these records alone, so that a
corrected result needs no more than making it again.

Points are multiples of a half: 1 for a win, 0.5 for a draw. `first` is who begins: Black in game 1
of X-0, who places first in modes with an opening. FIDE's rules speak of chess, where White begins;
wherever they say White they mean our `first`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class BadResults(ValueError):
    """These records contradict each other; the text says where."""


class Result(StrEnum):
    """How a paired game ended, from the side of `first`. A running game has no result."""

    WIN = "1-0"
    DRAW = "1/2"
    LOSS = "0-1"
    FORFEIT_WIN = "+-"
    FORFEIT_LOSS = "-+"
    DOUBLE_FORFEIT = "--"

    @property
    def played(self) -> bool:
        return self in _PLAYED

    @property
    def points(self) -> tuple[float, float]:
        """Points of first and second."""
        return _POINTS[self]


_PLAYED = frozenset({Result.WIN, Result.DRAW, Result.LOSS})
_POINTS = {
    Result.WIN: (WIN, LOSS),
    Result.DRAW: (DRAW, DRAW),
    Result.LOSS: (LOSS, WIN),
    Result.FORFEIT_WIN: (WIN, LOSS),
    Result.FORFEIT_LOSS: (LOSS, WIN),
    Result.DOUBLE_FORFEIT: (LOSS, LOSS),
}


class Bye(StrEnum):
    """A round without an opponent. Who is in neither a pairing nor a bye was `ABSENT`."""

    FULL = "full"  # given by the pairing to who was left over: a point (FIDE C.04.1 art. 3.4)
    HALF = "half"  # asked for, half a point
    ZERO = "zero"  # asked for, no point
    ABSENT = "absent"  # withdrawn, paused or not yet entered: no point
    REST = "rest"  # of a round robin: an odd field, or the opponent is gone; worth nothing

    @property
    def points(self) -> float:
        return {Bye.FULL: WIN, Bye.HALF: DRAW}.get(self, 0.0)


@dataclass(frozen=True, slots=True)
class Participant:
    """A player or a team.

    `rating` decides the pairing number, then `entered`: the place in the order of entering, unique
    in a tournament and kept by who leaves and comes back.
    """

    id: str
    rating: float = 0.0
    entered: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A board of a round. `result` is None while the game runs or has not begun."""

    first: str
    second: str
    result: Result | None = None

    @property
    def players(self) -> tuple[str, str]:
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Round:
    """Boards in their order, board 1 first, and who had no opponent. `number` counts from 1."""

    number: int
    pairings: tuple[Pairing, ...] = ()
    byes: Mapping[str, Bye] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        return all(pairing.result is not None for pairing in self.pairings)


@dataclass(frozen=True, slots=True)
class Line:
    """What a round was for one participant.

    `first` is None without an opponent. `result` is seen from this participant's side. `running`
    is a game without a result: no points, and nothing counts it. `voluntary`: unplayed by the
    participant's own doing (FIDE C.07 art. 2.5, VUR): requested byes, absence, forfeit losses.
    """

    round: int
    points: float
    opponent: str | None = None
    first: bool | None = None
    result: Result | None = None
    bye: Bye | None = None

    @property
    def running(self) -> bool:
        return self.opponent is not None and self.result is None

    @property
    def played(self) -> bool:
        return self.result is not None and self.result.played

    @property
    def voluntary(self) -> bool:
        if self.bye is not None:
            return self.bye not in (Bye.FULL, Bye.REST)
        return self.result in (Result.FORFEIT_LOSS, Result.DOUBLE_FORFEIT)


Sheets = Mapping[str, tuple[Line, ...]]

_MIRROR = {
    Result.WIN: Result.LOSS,
    Result.LOSS: Result.WIN,
    Result.FORFEIT_WIN: Result.FORFEIT_LOSS,
    Result.FORFEIT_LOSS: Result.FORFEIT_WIN,
}


def mirrored(result: Result) -> Result:
    """The same result from the other side."""
    return _MIRROR.get(result, result)


def numbered(participants: Iterable[Participant]) -> dict[str, int]:
    """Pairing numbers from 1: higher rating first, then who entered earlier (FIDE C.04.2 art. 2).

    They are made again for every round, so that a late entrant gets the place of their rating.
    """
    order = sorted(participants, key=lambda one: (-one.rating, one.entered, one.id))
    return {one.id: number for number, one in enumerate(order, 1)}


def check(participants: Sequence[Participant], rounds: Sequence[Round]) -> None:
    """Raises BadResults: unknown or double names, two entries in a round, rounds out of order."""
    known = {one.id for one in participants}
    if len(known) != len(participants):
        raise BadResults("a participant is listed twice")
    for place, one in enumerate(rounds, 1):
        if one.number != place:
            raise BadResults(f"round {one.number} stands where round {place} should")
        seen: set[str] = set()
        for name in (*(name for pair in one.pairings for name in pair.players), *one.byes):
            if name not in known:
                raise BadResults(f"round {place}: {name!r} takes no part")
            if name in seen:
                raise BadResults(f"round {place}: {name!r} is there twice")
            seen.add(name)


def sheets(participants: Sequence[Participant], rounds: Sequence[Round]) -> Sheets:
    """For every participant a line per round. Raises BadResults."""
    check(participants, rounds)
    lines: dict[str, list[Line]] = {one.id: [] for one in participants}
    for one in rounds:
        here: dict[str, Line] = {}
        for pair in one.pairings:
            result = pair.result
            points = result.points if result else (0.0, 0.0)
            here[pair.first] = Line(one.number, points[0], pair.second, True, result)
            back = mirrored(result) if result else None
            here[pair.second] = Line(one.number, points[1], pair.first, False, back)
        for name, bye in one.byes.items():
            here[name] = Line(one.number, bye.points, bye=bye)
        for name, own in lines.items():
            own.append(here.get(name) or Line(one.number, 0.0, bye=Bye.ABSENT))
    return {name: tuple(own) for name, own in lines.items()}


def points(lines: Iterable[Line]) -> float:
    """The score: sum over finished rounds."""
    return sum(line.points for line in lines)


def missed(name: str, rounds: Sequence[Round], *, half: bool) -> dict[int, Bye]:
    """Byes for who enters late, by round: 0 points each, or half a point for one of them.

    The half goes to the last missed round. It is a requested bye as any other.
    """
    gone = [one.number for one in rounds if name not in one.byes and not _plays(name, one)]
    byes = dict.fromkeys(gone, Bye.ABSENT)
    if half and gone:
        byes[gone[-1]] = Bye.HALF
    return byes


def _plays(name: str, one: Round) -> bool:
    return any(name in pair.players for pair in one.pairings)
