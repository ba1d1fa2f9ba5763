"""The table of a tournament: one function, from the list of results.

Tie-breaks are those of the FIDE Handbook, C.07. Its rules on unplayed rounds exist in two editions:
the one in force from 1 March 2026 (art. 16.4 limits what an unplayed round is worth), which is the
default, and that of 1 August 2024 before it. Values are exact multiples of a quarter.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .results import WIN, Line, Participant, Result, Round, Sheets, numbered, points, sheets


class Edition(StrEnum):
    """Edition of C.07, by the day it came into force."""

    FIDE_2026 = "2026-03-01"
    FIDE_2024 = "2024-08-01"


class Tiebreak(StrEnum):
    """What can decide after points. Higher is better, but for `DIRECT_ENCOUNTER` (1 is best)."""

    BUCHHOLZ = "buchholz"  # sum of the opponents' scores; C.07 art. 8.1
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"  # without the lowest; art. 14.1
    BUCHHOLZ_CUT_2 = "buchholz_cut_2"
    MEDIAN_BUCHHOLZ = "median_buchholz"  # without the lowest and the highest; art. 14.2
    MEDIAN_BUCHHOLZ_2 = "median_buchholz_2"
    BERGER = "berger"  # opponents' scores times the points made against them; art. 9.1
    BERGER_CUT_1 = "berger_cut_1"
    PROGRESS = "progress"  # sum of the scores after each round; art. 7.5
    PROGRESS_CUT_1 = "progress_cut_1"  # without the score after round 1
    DIRECT_ENCOUNTER = "direct_encounter"  # rank among those tied so far; art. 6
    WINS = "wins"  # rounds that gave as much as a win; art. 7.1
    GAMES_WON = "games_won"  # games won by play; art. 7.2
    GAMES_SECOND = "games_second"  # games played as the second to place; art. 7.3
    WINS_SECOND = "wins_second"  # games won by play as White in game 1; art. 7.4


DEFAULT_ORDER = (Tiebreak.BUCHHOLZ, Tiebreak.BERGER, Tiebreak.PROGRESS)


@dataclass(frozen=True, slots=True)
class Options:
    """`round_robin`: a forfeited game counts as a played one and a bye is nothing (C.07 16.1)."""

    edition: Edition = Edition.FIDE_2026
    round_robin: bool = False


STANDARD = Options()


@dataclass(frozen=True, slots=True)
class Row:
    """`values` stand in the order of the table; `lines` are the rounds, for the crosstable.

    `rank` counts from 1 and is shared by those whom nothing tells apart; the next rank is then
    skipped. Inside a tie rows stand by pairing number, which means nothing.
    """

    rank: int
    participant: Participant
    number: int
    points: float
    values: tuple[float, ...]
    lines: tuple[Line, ...]
    board_points: float | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Standings after `rounds` rounds; `final` if none of their games is running."""

    rows: tuple[Row, ...]
    order: tuple[Tiebreak, ...]
    edition: Edition
    rounds: int
    final: bool

    def row(self, participant: str) -> Row:
        """Raises KeyError."""
        for row in self.rows:
            if row.participant.id == participant:
                return row
        raise KeyError(participant)


def standings(
    participants: Sequence[Participant],
    rounds: Sequence[Round],
    order: Sequence[Tiebreak] = DEFAULT_ORDER,
    options: Options = STANDARD,
    board_points: Mapping[str, float] | None = None,
) -> Table:
    """The table. Running games give nothing to anybody. Raises BadResults.

    `board_points` of teams decide right after points, before the tie-breaks.
    """
    if len(set(order)) != len(order):
        raise ValueError("a tie-break is named twice")
    sums = Sums(sheets(participants, rounds), len(rounds), options)
    numbers = numbered(participants)
    names = sorted(numbers, key=numbers.__getitem__)
    values: dict[str, list[float]] = {name: [] for name in names}
    boards = {name: board_points.get(name, 0.0) for name in names} if board_points else {}
    key: dict[str, tuple[float, ...]] = {
        name: (-sums.points[name], -boards.get(name, 0.0)) for name in names
    }
    for tiebreak in order:
        found = sums.of(tiebreak, key)
        sign = 1 if tiebreak is Tiebreak.DIRECT_ENCOUNTER else -1
        for name in names:
            values[name].append(found[name])
            key[name] = (*key[name], sign * found[name])
    names.sort(key=lambda name: (key[name], numbers[name]))
    ranks: dict[tuple[float, ...], int] = {}
    for place, name in enumerate(names, 1):
        ranks.setdefault(key[name], place)
    people = {one.id: one for one in participants}
    rows = (
        Row(
            ranks[key[name]],
            people[name],
            numbers[name],
            sums.points[name],
            tuple(values[name]),
            sums.sheets[name],
            None if board_points is None else boards.get(name, 0.0),
        )
        for name in names
    )
    final = all(one.finished for one in rounds)
    return Table(tuple(rows), tuple(order), options.edition, len(rounds), final)


@dataclass(frozen=True, slots=True)
class Share:
    """What one round gives to Buchholz and Berger: `score` is the opponent's, as C.07 counts it."""

    round: int
    score: float
    berger: float
    voluntary: bool


class Sums:
    """All values of all participants over the same rounds."""

    def __init__(self, sheets: Sheets, rounds: int, options: Options) -> None:
        self.sheets = sheets
        self.rounds = rounds
        self.options = options
        self.points = {name: points(lines) for name, lines in sheets.items()}
        self.adjusted = {name: self._adjusted(lines) for name, lines in sheets.items()}
        self.shares = {name: self._shares(name) for name in sheets}

    def _adjusted(self, lines: Sequence[Line]) -> float:
        """The score as opponents count it.

        Art. 16.3.2: byes and absences after the last round in which somebody was there to play are
        draws (16.2.5). A running game is being there. In a round robin they are nothing.
        """
        here = max((line.round for line in lines if not line.voluntary), default=0)
        blank = 0.0 if self.options.round_robin else 0.5
        return sum(line.points if line.round <= here or line.opponent else blank for line in lines)

    def _shares(self, name: str) -> tuple[Share, ...]:
        return tuple(
            share for line in self.sheets[name] if (share := self._share(name, line)) is not None
        )

    def _share(self, name: str, line: Line) -> Share | None:
        if line.running:
            return None
        opponent = line.opponent
        if self.options.round_robin:
            if opponent is None:
                return None
            score, voluntary = self.adjusted[opponent], False
        elif opponent is not None and line.played:
            score, voluntary = self.adjusted[opponent], False
        else:
            score, voluntary = self._dummy(name, opponent), line.voluntary
        return Share(line.round, score, score * line.points, voluntary)

    def _dummy(self, name: str, opponent: str | None) -> float:
        """Art. 16.4: an unplayed round is a game against somebody with one's own score.

        From 2026 not more than the scheduled opponent's (16.4.1) or, without one, half a point for
        every round (16.4.2).
        """
        own = self.points[name]
        if self.options.edition is Edition.FIDE_2024:
            return own
        if opponent is not None:
            return min(own, self.adjusted[opponent])
        return min(own, 0.5 * self.rounds)

    def of(self, tiebreak: Tiebreak, tied: Mapping[str, tuple[float, ...]]) -> Mapping[str, float]:
        """Values of everybody. `tied`: who has an equal one is tied so far, for art. 6."""
        if tiebreak is Tiebreak.DIRECT_ENCOUNTER:
            return self._direct(tied)
        count = _COUNTS[tiebreak]
        return {name: count(self, name) for name in self.sheets}

    def _cut(self, name: str, low: int, high: int, value: Callable[[Share], float]) -> float:
        """Art. 14 with 16.5: of the lowest, one of a voluntary unplayed round goes first.

        It does so unless the lowest opponent gives less than it.
        """
        left = list(self.shares[name])
        for _ in range(min(low, len(left))):
            lowest = min(left, key=lambda share: (share.score, value(share)))
            own = [share for share in left if share.voluntary]
            first = min(own, key=lambda share: (value(share), share.score), default=lowest)
            left.remove(lowest if value(lowest) > value(first) else first)
        for _ in range(min(high, len(left))):
            left.remove(max(left, key=lambda share: (share.score, value(share))))
        return sum(map(value, left))

    def buchholz(self, name: str, low: int = 0, high: int = 0) -> float:
        return self._cut(name, low, high, lambda share: share.score)

    def berger(self, name: str, low: int = 0) -> float:
        return self._cut(name, low, 0, lambda share: share.berger)

    def progress(self, name: str, cut: int = 0) -> float:
        total = so_far = 0.0
        for line in self.sheets[name]:
            so_far += line.points
            if line.round > cut:
                total += so_far
        return total

    def count(self, name: str, counted: Callable[[Line], bool]) -> float:
        return float(sum(map(counted, self.sheets[name])))

    def _direct(self, tied: Mapping[str, tuple[float, ...]]) -> Mapping[str, float]:
        groups: dict[tuple[float, ...], list[str]] = {}
        for name, key in tied.items():
            groups.setdefault(key, []).append(name)
        found: dict[str, float] = {}
        for group in groups.values():
            self._rank(group, 1, found)
        return found

    def _rank(self, group: Sequence[str], start: int, found: dict[str, float]) -> None:
        """Art. 6.1 if all have met, else 6.2; again (6.3) for those who are still tied."""
        parts = [group] if len(group) == 1 else self._split(group)
        if len(parts) == 1:
            found.update(dict.fromkeys(group, float(start)))
            return
        for part in parts:
            self._rank(part, start, found)
            start += len(part)

    def _split(self, group: Sequence[str]) -> list[list[str]]:
        own, best = {}, {}
        for name in group:
            met = self._met(name, set(group))
            own[name] = sum(sum(scores) / len(scores) for scores in met.values())
            missing = 0 if self.options.round_robin else len(group) - 1 - len(met)
            best[name] = own[name] + missing * WIN
        ordered = sorted(group, key=lambda name: (-own[name], -best[name]))
        if own == best:
            return _runs(ordered, own)
        # Whoever stays first whatever the games that were not played would bring, is first.
        parts, rest = [], ordered
        while len(rest) > 1 and own[rest[0]] > max(best[name] for name in rest[1:]):
            parts.append([rest[0]])
            rest = rest[1:]
        return [*parts, rest]

    def _met(self, name: str, group: set[str]) -> Mapping[str, list[float]]:
        met: dict[str, list[float]] = {}
        for line in self.sheets[name]:
            counts = line.played or (self.options.round_robin and line.result is not None)
            if counts and line.opponent in group:
                met.setdefault(line.opponent or "", []).append(line.points)
        return met


def _runs(ordered: Iterable[str], value: Mapping[str, float]) -> list[list[str]]:
    """Neighbours of equal value together."""
    runs: list[list[str]] = []
    for name in ordered:
        if runs and value[runs[-1][0]] == value[name]:
            runs[-1].append(name)
        else:
            runs.append([name])
    return runs


def _won(line: Line) -> bool:
    return line.result is Result.WIN


_COUNTS: Mapping[Tiebreak, Callable[[Sums, str], float]] = {
    Tiebreak.BUCHHOLZ: lambda sums, name: sums.buchholz(name),
    Tiebreak.BUCHHOLZ_CUT_1: lambda sums, name: sums.buchholz(name, 1),
    Tiebreak.BUCHHOLZ_CUT_2: lambda sums, name: sums.buchholz(name, 2),
    Tiebreak.MEDIAN_BUCHHOLZ: lambda sums, name: sums.buchholz(name, 1, 1),
    Tiebreak.MEDIAN_BUCHHOLZ_2: lambda sums, name: sums.buchholz(name, 2, 2),
    Tiebreak.BERGER: lambda sums, name: sums.berger(name),
    Tiebreak.BERGER_CUT_1: lambda sums, name: sums.berger(name, 1),
    Tiebreak.PROGRESS: lambda sums, name: sums.progress(name),
    Tiebreak.PROGRESS_CUT_1: lambda sums, name: sums.progress(name, 1),
    Tiebreak.WINS: lambda sums, name: sums.count(name, lambda line: line.points == WIN),
    Tiebreak.GAMES_WON: lambda sums, name: sums.count(name, _won),
    Tiebreak.GAMES_SECOND: lambda sums, name: sums.count(
        name, lambda line: line.played and line.first is False
    ),
    Tiebreak.WINS_SECOND: lambda sums, name: sums.count(
        name, lambda line: _won(line) and line.first is False
    ),
}
