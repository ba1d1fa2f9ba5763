"""Pairing by weighted matching: for fields that are too large for the FIDE system's search, and
where it finds nothing.

What is kept without exception: nobody meets an opponent again (unless that is asked for), no
forbidden pair, no second full-point bye. What is made small, the first before the second: repeats,
clashes of absolute colour wishes, differences of score, clashes of other colour wishes, and the
distance from the FIDE system's "upper half against lower half".

Up to `WHOLE` players the matching is the best there is. Above, every score group is matched in
blocks, from the top, so that time grows with the number of players and not with its cube.
"""

from collections.abc import Iterable, Iterator, Sequence

import networkx as nx

from .pairing import Engine, Impossible, Outcome, Paired, Player, Relaxed, Request, Situation

WHOLE = 64
BLOCK = 64

Pair = tuple[Player, Player]

# Costs, each larger than all smaller ones of a block together.
_PLACE = 1
_COLOUR = 1 << 14
_SCORE = 1 << 20
_BYE = 1 << 36
_CLASH = 1 << 44
_REPEAT = 1 << 52


def matching(request: Request, *, repeats: bool = False) -> Outcome:
    """The next round; with `repeats` two may meet a second time, as few as possible.

    Raises BadRequest or BadResults.
    """
    situation = Situation(request)
    players = sorted(situation.players, key=lambda player: (-player.score, player.number))
    if len(players) < 2:
        return _nobody_to_meet(situation, players)
    matcher = _Matcher(situation, int(repeats))
    found = matcher.best(players) if len(players) <= WHOLE else matcher.in_blocks(players)
    if found is None:
        return Impossible("no pairing without a repeat or a second bye exists")
    pairs, bye = found
    relaxed = []
    if any(situation.clash(*pair) for pair in pairs):
        relaxed.append(Relaxed.COLOURS)
    if any(not situation.may_meet(*pair) for pair in pairs):
        relaxed.append(Relaxed.REPEAT)
    return Paired(situation.round(pairs, bye), Engine.MATCHING, tuple(relaxed))


def _nobody_to_meet(situation: Situation, players: Sequence[Player]) -> Outcome:
    """All others have asked for a bye, and play again later; or there are none."""
    alone = players[0] if players else None
    if len(players) + len(situation.request.byes) < 2 or (alone and alone.resting):
        return Impossible("fewer than two players are left")
    return Paired(situation.round((), alone), Engine.MATCHING)


class _Matcher:
    def __init__(self, situation: Situation, meetings: int) -> None:
        self.situation = situation
        self.meetings = meetings

    def cost(self, one: Player, other: Player, away: int) -> int | None:
        """None if the two may not meet. `away`: places from where the other should stand."""
        if not self.situation.may_meet(one, other, self.meetings):
            return None
        cost = away * _PLACE + round(2 * abs(one.score - other.score)) ** 2 * _SCORE
        if self.meetings and not self.situation.may_meet(one, other):
            cost += _REPEAT
        if one.wish[0] is not None and one.wish[0] is other.wish[0]:
            cost += (1 + min(one.wish[1], other.wish[1])) * _COLOUR
            if self.situation.clash(one, other):
                cost += _CLASH
        return cost

    def matched(
        self, players: Sequence[Player], *, bye: bool = False
    ) -> tuple[list[Pair], list[Player]]:
        """The cheapest of the largest matchings, and who is left over.

        Of an odd number the lowest is left over if possible. With `bye` it is who may have the
        full-point bye, of the lowest score possible.
        """
        graph: nx.Graph[int] = nx.Graph()
        half = (len(players) + 1) // 2
        for place, one in enumerate(players):
            graph.add_node(place)
            for where in range(place + 1, len(players)):
                away = abs(where - place - half)
                cost = self.cost(one, players[where], away)
                if cost is not None:
                    graph.add_edge(place, where, weight=-cost)
        if len(players) % 2:
            for place, one in enumerate(players):
                cost = (len(players) - place) * _PLACE
                if bye:
                    cost += round(2 * one.score) * _BYE
                if not bye or not one.resting:
                    graph.add_edge(place, len(players), weight=-cost)
        edges = nx.max_weight_matching(graph, maxcardinality=True)
        pairs = [
            (players[min(edge)], players[max(edge)]) for edge in edges if max(edge) < len(players)
        ]
        taken = {player.id for pair in pairs for player in pair}
        return pairs, [player for player in players if player.id not in taken]

    def best(self, players: Sequence[Player]) -> tuple[list[Pair], Player | None] | None:
        """All at once. None: it cannot be done."""
        pairs, left = self.matched(players, bye=True)
        if len(left) != len(players) % 2 or any(player.resting for player in left):
            return None
        return pairs, left[0] if left else None

    def in_blocks(self, players: Sequence[Player]) -> tuple[list[Pair], Player | None] | None:
        """Score group by score group. Who finds nobody goes down to the next."""
        rest = list(players)
        bye = None
        if len(rest) % 2:
            bye = next((player for player in reversed(rest) if not player.resting), None)
            if bye is None:
                return None
            rest.remove(bye)
        pairs: list[Pair] = []
        down: list[Player] = []
        pool: list[Player]
        for group in _groups(rest):
            pool, down = [*down, *group], []
            for block in _blocks(pool):
                found, down = self.matched([*down, *block])
                pairs += found
        return self._repaired(pairs, down, bye)

    def _repaired(
        self, pairs: list[Pair], left: list[Player], bye: Player | None
    ) -> tuple[list[Pair], Player | None] | None:
        """Opens pairs from the bottom until those who are left over can be paired too."""
        opened = 8
        while left:
            again = [player for pair in pairs[-opened:] for player in pair] + left
            again.sort(key=lambda player: (-player.score, player.number))
            found, still = self.matched(again)
            if not still:
                return pairs[:-opened] + found, bye
            if opened >= len(pairs):
                return None
            opened *= 4
        return pairs, bye


def _groups(players: Iterable[Player]) -> Iterator[list[Player]]:
    """Those of equal score together, best first."""
    group: list[Player] = []
    for player in players:
        if group and player.score != group[0].score:
            yield group
            group = []
        group.append(player)
    if group:
        yield group


def _blocks(pool: Sequence[Player]) -> Iterator[list[Player]]:
    """Parts of a large group, each with the same places of its upper and its lower half."""
    half = len(pool) // 2
    size = BLOCK // 2
    upper, lower = pool[:half], pool[half:]
    for start in range(0, max(half, 1), size):
        stop = start + size if start + size < half else len(lower)
        yield [*upper[start : start + size], *lower[start:stop]]
