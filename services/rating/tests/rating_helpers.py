"""Games for tests, and what should come of them."""

import random
from collections.abc import Sequence

from servicekit.wire import enum_value, timestamp
from x0.game.v1 import events_pb2, settings_pb2
from x0_rating.domain import FinishedGame, Standing, Table


def some_games(
    count: int, *, seed: int, players: int = 12, modes: Sequence[str] = ("x0",)
) -> list[FinishedGame]:
    dice = random.Random(seed)
    games = []
    for n in range(count):
        first, second = dice.sample(range(players), 2)
        games.append(
            FinishedGame(
                game_id=f"g{seed}-{n}",
                mode=dice.choice(modes),
                first=f"p{first}",
                second=f"p{second}",
                score=dice.choice([0.0, 0.5, 1.0]),
                finished=1_700_000_000_000 + n * 1000,
            )
        )
    return games


def straight(games: Sequence[FinishedGame], mode: str) -> dict[str, Standing]:
    """Standings by adding game after game, nothing else."""
    table = Table(mode)
    for game in games:
        if game.mode == mode:
            table.add(game)
    return table.standings


def message(game: FinishedGame, *, rated: bool = True) -> bytes:
    """As the game service publishes it."""
    winner = {1.0: settings_pb2.SEAT_FIRST, 0.0: settings_pb2.SEAT_SECOND}.get(
        game.score, settings_pb2.SEAT_UNSPECIFIED
    )
    return events_pb2.GameFinished(
        game_id=game.game_id,
        mode=enum_value(settings_pb2.Mode, game.mode),  # type: ignore[arg-type]
        rated=rated,
        first_player_id=game.first,
        second_player_id=game.second,
        winner=winner,
        finished_at=timestamp(game.finished),
    ).SerializeToString()
