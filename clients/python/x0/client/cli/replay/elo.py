"""Ratings computed anew, from the formula alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from x0.client.models.ratings import RatedGame

START = 1500.0
NEW_PLAYER_GAMES = 10
# Two computations of the same numbers may differ in the last bits.
EQUAL_WITHIN = 1e-6


def k_factor(games: int, rating: float) -> int:
    """`games`: rated games before this one."""
    if games < NEW_PLAYER_GAMES:
        return 64
    if rating < 2000:
        return 32
    return 24 if rating < 2300 else 16


def expected(own: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - own) / 400))


@dataclass(slots=True)
class Table:
    """The ratings of some players in one mode."""

    ratings: dict[str, float] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)

    def play(self, first: str, second: str, score: float) -> None:
        """`score`: of the first. Both new ratings come from both old ones."""
        one, two = self.rating(first), self.rating(second)
        gain_one = k_factor(self.count(first), one) * (score - expected(one, two))
        gain_two = k_factor(self.count(second), two) * ((1 - score) - expected(two, one))
        self.ratings[first] = one + gain_one
        self.ratings[second] = two + gain_two
        self.games[first] = self.count(first) + 1
        self.games[second] = self.count(second) + 1

    def rating(self, player: str) -> float:
        return self.ratings.get(player, START)

    def count(self, player: str) -> int:
        return self.games.get(player, 0)


def differences(games: list[RatedGame], scores: dict[str, float]) -> list[str]:
    """Where a history (in order of sequence) is not what the formula gives.

    `scores`: points of the first seat by game, as the games themselves ended; the two players
    have played nobody else.
    """
    table = Table()
    wrong = []
    for game in games:
        score = scores.get(game.game_id)
        if score is None:
            wrong.append(f"{game.game_id} is rated and was not played here")
            continue
        before = (table.rating(game.first.player_id), table.rating(game.second.player_id))
        table.play(game.first.player_id, game.second.player_id, score)
        after = (table.rating(game.first.player_id), table.rating(game.second.player_id))
        told = (game.first.before, game.second.before, game.first.after, game.second.after)
        for mine, theirs, what in zip((*before, *after), told, _WHAT, strict=True):
            if abs(mine - theirs) > EQUAL_WITHIN:
                wrong.append(f"{game.game_id}: {what} is {theirs}, should be {mine}")
        counts = (table.count(game.first.player_id), table.count(game.second.player_id))
        if counts != (game.first.games, game.second.games):
            wrong.append(f"{game.game_id}: {game.first.games} and {game.second.games} games, "
                         f"should be {counts[0]} and {counts[1]}")  # fmt: skip
    rated = {game.game_id for game in games}
    wrong += [f"{game_id} was played and is not rated" for game_id in scores.keys() - rated]
    if len(rated) != len(games):
        wrong.append("a game is rated twice")
    return wrong


_WHAT = (
    "first's rating before", "second's rating before", "first's rating after",
    "second's rating after",
)  # fmt: skip
