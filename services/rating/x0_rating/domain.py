"""Elo, one rating per player and mode: pure arithmetic.

Formulas and numbers are those of the platform's specification, section 2.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

START = 1500.0
MODES = ("x0", "gomoku", "renju")
PROVISIONAL_GAMES = 10


class NotRateable(ValueError):
    """This game can never be rated, whoever looks at it."""


class Taken(Exception):
    """Another instance has written this sequence number or this game."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a mode. `peak` is the highest rating ever held, the starting one included."""

    player: str
    rating: float = START
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    peak: float = START


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """`score` is that of the first player: 1, 0.5 or 0. `finished` in ms of the Unix epoch."""

    game_id: str
    mode: str
    first: str
    second: str
    score: float
    finished: int


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a rated game: rating before, and the whole standing after."""

    before: float
    after: Standing
    score: float


@dataclass(frozen=True, slots=True)
class RatedGame:
    """`sequence` is the place in the order of its mode, from 1."""

    game_id: str
    mode: str
    sequence: int
    first: Side
    second: Side
    finished: int

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.first, self.second

    @property
    def game(self) -> FinishedGame:
        return FinishedGame(
            self.game_id,
            self.mode,
            self.first.after.player,
            self.second.after.player,
            self.first.score,
            self.finished,
        )


def expected(own: float, other: float) -> float:
    """Expected score: 1 / (1 + 10^((other - own) / 400))."""
    return 1.0 / (1.0 + math.pow(10.0, (other - own) / 400.0))


def k_factor(rating: float, games: int) -> int:
    """K of a player with that rating and so many rated games before this one."""
    if games < PROVISIONAL_GAMES:
        return 64
    if rating < 2000:
        return 32
    return 24 if rating < 2300 else 16


def _after(own: Standing, other: Standing, score: float) -> Standing:
    k = k_factor(own.rating, own.games)
    rating = own.rating + k * (score - expected(own.rating, other.rating))
    return Standing(
        player=own.player,
        rating=rating,
        games=own.games + 1,
        wins=own.wins + (score == 1.0),
        draws=own.draws + (score == 0.5),
        losses=own.losses + (score == 0.0),
        peak=max(own.peak, rating),
    )


def rate(first: Standing, second: Standing, score: float) -> tuple[Standing, Standing]:
    """Both standings after a game with that score of the first; from the ratings before it."""
    return _after(first, second, score), _after(second, first, 1.0 - score)


def check(game: FinishedGame) -> None:
    """Raises NotRateable."""
    if game.mode not in MODES:
        raise NotRateable(f"mode {game.mode!r} is not rated")
    if not game.game_id or not game.first or not game.second:
        raise NotRateable("game or player has no id")
    if game.first == game.second:
        raise NotRateable("a game against oneself")
    if game.score not in (0.0, 0.5, 1.0):
        raise NotRateable(f"score {game.score}")


@dataclass(slots=True)
class Table:
    """Ratings of one mode while games are added in their order."""

    mode: str
    sequence: int = 0
    standings: dict[str, Standing] = field(default_factory=dict)

    def add(self, game: FinishedGame) -> RatedGame:
        first = self.standings.get(game.first) or Standing(game.first)
        second = self.standings.get(game.second) or Standing(game.second)
        first_after, second_after = rate(first, second, game.score)
        self.sequence += 1
        self.standings[game.first] = first_after
        self.standings[game.second] = second_after
        return RatedGame(
            game_id=game.game_id,
            mode=game.mode,
            sequence=self.sequence,
            first=Side(first.rating, first_after, game.score),
            second=Side(second.rating, second_after, 1.0 - game.score),
            finished=game.finished,
        )


def bucket(rating: float) -> int:
    """The histogram counts players by whole points."""
    return math.floor(rating)


@dataclass(frozen=True, slots=True)
class Head:
    """Where a mode stands: games applied, players, and how many are in each bucket."""

    mode: str
    sequence: int = 0
    players: int = 0
    buckets: Mapping[int, int] = field(default_factory=dict)

    def above(self, rating: float) -> int:
        """Players in higher buckets."""
        own = bucket(rating)
        return sum(n for b, n in self.buckets.items() if b > own)

    def floor_for(self, rating: float | None, wanted: int) -> float | None:
        """A rating with at least so many players between it and `rating` (None: the top).

        None when there are not so many. Lets a page be read without looking at all below.
        """
        counted = 0
        for one in sorted(self.buckets, reverse=True):
            # Of the bucket of `rating` itself any number may be higher.
            if rating is None or one < bucket(rating):
                counted += self.buckets[one]
                if counted >= wanted:
                    return float(one)
        return None

    def below(self, rating: float) -> int:
        """Players in lower buckets."""
        own = bucket(rating)
        return sum(n for b, n in self.buckets.items() if b < own)


def head_change(games: Iterable[RatedGame]) -> tuple[int, dict[int, int]]:
    """What games add to a head: (players, change of each bucket); zeros left out."""
    players = 0
    change: dict[int, int] = {}
    for game in games:
        for side in game.sides:
            if side.after.games == 1:
                players += 1
            else:
                change[bucket(side.before)] = change.get(bucket(side.before), 0) - 1
            change[bucket(side.after.rating)] = change.get(bucket(side.after.rating), 0) + 1
    return players, {b: n for b, n in change.items() if n}


def advance(head: Head, games: Iterable[RatedGame]) -> Head:
    """The head after these games."""
    listed = list(games)
    players, change = head_change(listed)
    buckets = dict(head.buckets)
    for one, n in change.items():
        buckets[one] = buckets.get(one, 0) + n
        if not buckets[one]:
            del buckets[one]
    return replace(
        head,
        sequence=head.sequence + len(listed),
        players=head.players + players,
        buckets=buckets,
    )


@dataclass(frozen=True, slots=True)
class After:
    """Where a page of the leaderboard begins: after this player, `position` rows from the top."""

    rating: float
    player: str
    position: int
    rank: int
