"""Glicko-2 for players and puzzles: an attempt is a game between them.

Source: M. E. Glickman, "Example of the Glicko-2 system" (2022). Each attempt is a rating period of
its own.
"""

from dataclasses import dataclass

from glicko2 import Player

# With a smaller one a rating would hardly move any more.
LEAST_DEVIATION = 45.0
_LEAST, _MOST = 100.0, 4000.0


@dataclass(frozen=True, slots=True)
class Glicko:
    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def of_difficulty(difficulty: int) -> Glicko:
    """What a puzzle is rated before anybody has tried it."""
    return Glicko(rating=_bounded(700.0 + 1.25 * difficulty), deviation=200.0)


def after(own: Glicko, other: Glicko, score: float) -> Glicko:
    """`own` after an attempt; `score` is 1 for who won and 0 for who lost."""
    player = Player(rating=own.rating, rd=own.deviation, vol=own.volatility)
    player.update_player([other.rating], [other.deviation], [score])
    return Glicko(
        rating=_bounded(player.rating),
        deviation=min(350.0, max(LEAST_DEVIATION, player.rd)),
        volatility=player.vol,
    )


def _bounded(rating: float) -> float:
    return min(_MOST, max(_LEAST, rating))
