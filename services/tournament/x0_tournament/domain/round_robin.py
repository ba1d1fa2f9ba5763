"""Everybody meets everybody: Berger tables and what withdrawals do (FIDE Handbook C.05)."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gacrux.berger import bergertables

from .results import Bye, Pairing, Participant, Result, Round

_LOST = {True: Result.FORFEIT_LOSS, False: Result.FORFEIT_WIN}


def drawn(participants: Iterable[str], seed: str) -> tuple[str, ...]:
    """Participants by lot: the same for the same seed, in whatever order they are given."""

    def lot(name: str) -> bytes:
        return hashlib.sha256(f"{seed}\0{name}".encode()).digest()

    return tuple(sorted(participants, key=lot))


def schedule(order: Sequence[str]) -> tuple[Round, ...]:
    """All rounds by the Berger table (C.05, annex 1), numbers as in `order`.

    N-1 rounds for even N; N for odd N, each with one who rests. As many games are begun as not, or
    one more or less. Raises ValueError for fewer than two participants or a double name.
    """
    if len(order) < 2:
        raise ValueError("a round robin needs two participants")
    if len(set(order)) != len(order):
        raise ValueError("a participant is listed twice")
    names = dict(enumerate(order, 1))
    rounds = []
    for number, boards in sorted(bergertables(len(order))["pairing"].items()):
        pairings: list[Pairing] = []
        byes: dict[str, Bye] = {}
        for _, board in sorted(boards.items()):
            first, second = names.get(board["white"]), names.get(board["black"])
            if first and second:
                pairings.append(Pairing(first, second))
            elif left := first or second:
                byes[left] = Bye.REST
        rounds.append(Round(number, tuple(pairings), byes))
    return tuple(rounds)


@dataclass(frozen=True, slots=True)
class Counted:
    """What the standings are made from. `annulled` have no place in them."""

    participants: tuple[Participant, ...]
    rounds: tuple[Round, ...]
    annulled: tuple[str, ...] = ()


def counted(
    participants: Sequence[Participant], rounds: Sequence[Round], gone: Mapping[str, int]
) -> Counted:
    """Rounds as they count after withdrawals; `gone`: the first round that somebody does not play.

    Who played less than half of their games counts for nothing: opponents rested. From half on what
    was played stays, and the games that are left are lost by forfeit.
    """
    games = len(participants) - 1
    played = dict.fromkeys(gone, 0)
    for one in rounds:
        for pair in one.pairings:
            if pair.result and pair.result.played:
                for name in pair.players:
                    if name in played:
                        played[name] += 1
    annulled = {name for name, count in played.items() if 2 * count < games}
    return Counted(
        tuple(one for one in participants if one.id not in annulled),
        tuple(_counted(one, annulled, gone) for one in rounds),
        tuple(sorted(annulled)),
    )


def _counted(one: Round, annulled: set[str], gone: Mapping[str, int]) -> Round:
    byes = {name: bye for name, bye in one.byes.items() if name not in annulled}
    pairings = []
    for pair in one.pairings:
        if annulled.isdisjoint(pair.players):
            pairings.append(_settled(pair, one.number, gone))
        else:
            byes.update({name: Bye.REST for name in pair.players if name not in annulled})
    return Round(one.number, tuple(pairings), byes)


def _settled(pair: Pairing, number: int, gone: Mapping[str, int]) -> Pairing:
    first, second = (name in gone and gone[name] <= number for name in pair.players)
    if pair.result is not None or not (first or second):
        return pair
    result = Result.DOUBLE_FORFEIT if first and second else _LOST[first]
    return Pairing(pair.first, pair.second, result)
