"""What every way of pairing a round needs to know, and what it answers.

All of it can be pickled: pairing runs in another process.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from .results import Bye, Pairing, Participant, Result, Round, numbered, points, sheets


class BadRequest(ValueError):
    """A round cannot be paired from this; the text says why."""


class Engine(StrEnum):
    """Who paired: `DUTCH` is the FIDE (Dutch) system, C.04.3, `MATCHING` the fallback."""

    DUTCH = "fide_dutch"
    MATCHING = "weighted_matching"


class Relaxed(StrEnum):
    """What had to give way so that the round could be paired at all. To be told to everybody."""

    COLOURS = "colours"  # two who both had to begin, or both not (C.04.3 art. 2.1.3), meet
    REPEAT = "repeat"  # two meet for the second time


def pair_of(one: str, other: str) -> frozenset[str]:
    """The unordered pair."""
    return frozenset((one, other))


@dataclass(frozen=True, slots=True)
class Request:
    """Pair the round after `rounds`, which are all finished, of `total_rounds`.

    `participants` are all who ever entered, with the ratings they entered with. `byes` are those
    asked for in this round, `absent` who is paused or has left: neither is paired. `forbidden`
    pairs never meet. `top_first`: the player with pairing number 1 begins in round 1 (the lot of
    C.04.3 art. 5.2.5), drawn once a tournament.
    """

    participants: tuple[Participant, ...]
    rounds: tuple[Round, ...]
    total_rounds: int
    byes: Mapping[str, Bye] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    forbidden: frozenset[frozenset[str]] = frozenset()
    top_first: bool = True

    @property
    def number(self) -> int:
        """The round to pair, from 1."""
        return len(self.rounds) + 1


@dataclass(frozen=True, slots=True)
class Paired:
    round: Round
    engine: Engine
    relaxed: tuple[Relaxed, ...] = ()


@dataclass(frozen=True, slots=True)
class Impossible:
    """No pairing keeps the rules. Ordinary with few players and withdrawals (C.04.3 art. 1.9.3)."""

    reason: str


Outcome = Paired | Impossible


@dataclass(frozen=True, slots=True)
class Player:
    """Who is to be paired.

    `balance`: games begun less games not begun. `begun`: of the games played, oldest first.
    `resting`: may not get the full-point bye, having had it or a win by forfeit (art. 2.1.2).
    """

    id: str
    number: int
    score: float
    balance: int
    begun: tuple[bool, ...]
    resting: bool

    @property
    def wish(self) -> tuple[bool | None, int]:
        """Wants to begin, not to, or does not care (None); and how much: 2 is absolute.

        C.04.3 art. 1.7, the first definition that fits.
        """
        last = self.begun[-2:]
        if self.balance <= -2 or (self.balance <= 1 and last == (False, False)):
            return True, 2
        if self.balance >= 2 or (self.balance >= -1 and last == (True, True)):
            return False, 2
        if self.balance:
            return self.balance < 0, 1
        return (not last[-1], 0) if last else (None, 0)


class Situation:
    """A request, checked and read. Raises BadRequest or BadResults."""

    def __init__(self, request: Request) -> None:
        self.request = request
        known = {one.id for one in request.participants}
        if strangers := (request.byes.keys() | request.absent) - known:
            raise BadRequest(f"{min(strangers)!r} takes no part")
        if Bye.FULL in request.byes.values():
            raise BadRequest("a full-point bye cannot be asked for")
        if request.number > request.total_rounds:
            raise BadRequest(f"round {request.number} of {request.total_rounds}")
        for one in request.rounds:
            if not one.finished:
                raise BadRequest(f"a game of round {one.number} is running")
        self.sheets = sheets(request.participants, request.rounds)
        self.numbers = numbered(request.participants)
        out = request.absent | request.byes.keys()
        self.players = tuple(
            self._player(name, number) for name, number in self.numbers.items() if name not in out
        )
        self.by_id = {player.id: player for player in self.players}
        self.met: dict[frozenset[str], int] = {}
        for one in request.rounds:
            for pair in one.pairings:
                if pair.result and pair.result.played:
                    both = pair_of(pair.first, pair.second)
                    self.met[both] = self.met.get(both, 0) + 1

    def _player(self, name: str, number: int) -> Player:
        lines = self.sheets[name]
        begun = tuple(bool(line.first) for line in lines if line.played)
        resting = any(line.bye is Bye.FULL or line.result is Result.FORFEIT_WIN for line in lines)
        balance = 2 * sum(begun) - len(begun)
        return Player(name, number, points(lines), balance, begun, resting)

    def may_meet(self, one: Player, other: Player, meetings: int = 0) -> bool:
        """Not forbidden, and met so often at most."""
        both = pair_of(one.id, other.id)
        return both not in self.request.forbidden and self.met.get(both, 0) <= meetings

    def begins(self, one: Player, other: Player) -> bool:
        """Whether the first named begins: C.04.3 art. 5.2, in its order."""
        (want, much), (wish, strength) = one.wish, other.wish
        if want != wish:  # 5.2.1 both can have theirs
            return want is True or wish is False
        if want is not None and much != strength:  # 5.2.2 the stronger
            return want is (much > strength)
        if want is not None and much == 2 and one.balance != other.balance:
            return one.balance < other.balance
        for mine, theirs in zip(reversed(one.begun), reversed(other.begun), strict=False):
            if mine != theirs:  # 5.2.3 as the latest round in which they differed, the other way
                return theirs
        top = (-one.score, one.number) < (-other.score, other.number)
        if want is not None:  # 5.2.4 the higher ranked
            return want is top
        higher = one if top else other  # 5.2.5 by the lot
        higher_begins = (higher.number % 2 == 1) is self.request.top_first
        return higher_begins is top

    def clash(self, one: Player, other: Player) -> bool:
        """Both have the same absolute wish (art. 2.1.3 without its exception)."""
        return one.wish == other.wish and one.wish[1] == 2

    def round(self, pairs: Iterable[tuple[Player, Player]], bye: Player | None) -> Round:
        """The round with colours given and boards in order: best pair first (C.04.2 art. 3.6)."""
        ordered = sorted(
            pairs,
            key=lambda pair: (
                -max(pair[0].score, pair[1].score),
                -(pair[0].score + pair[1].score),
                min(pair[0].number, pair[1].number),
            ),
        )
        boards = [
            Pairing(one.id, other.id) if self.begins(one, other) else Pairing(other.id, one.id)
            for one, other in ordered
        ]
        return self.seated(boards, bye)

    def seated(self, boards: Sequence[Pairing], bye: Player | None) -> Round:
        """The round with these boards, and everybody else in it too."""
        byes: dict[str, Bye] = dict.fromkeys(sorted(self.request.absent), Bye.ABSENT)
        byes.update(self.request.byes)
        if bye:
            byes[bye.id] = Bye.FULL
        return Round(self.request.number, tuple(boards), byes)

    def faults(self, paired: Round, meetings: int = 0) -> list[str]:
        """What is against the rules whatever the system: nobody left out or twice, no repeat."""
        found = []
        names = [name for pair in paired.pairings for name in pair.players]
        names += [name for name, bye in paired.byes.items() if bye is Bye.FULL]
        if sorted(names) != sorted(self.by_id):
            found.append("somebody is left out or paired twice")
            return found
        for pair in paired.pairings:
            one, other = self.by_id[pair.first], self.by_id[pair.second]
            if not self.may_meet(one, other, meetings):
                found.append(f"{one.id!r} and {other.id!r} may not meet")
        full = [name for name, bye in paired.byes.items() if bye is Bye.FULL]
        found += [f"a second bye for {name!r}" for name in full if self.by_id[name].resting]
        if len(full) > 1:
            found.append("two full-point byes")
        return found
