"""How long a round takes to pair, by the number of players. Reports, never asserts.

    python services/tournament/bench/pairing.py --players 20 100 200
    python services/tournament/bench/pairing.py --players 200 --engine weighted_matching

Plays whole tournaments of the automatic number of rounds; results are drawn by chance that favours
the higher rating, one game of ten is a draw. Times are of the processor, so that other work on the
machine does not show; `wall` is the worst by the clock. `clashes`: pairs in which both had to begin
or both not; `across`: pairs of different scores.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

from tqdm import tqdm
from x0_tournament.domain.fallback import matching
from x0_tournament.domain.format import swiss_rounds
from x0_tournament.domain.pairing import Engine, Outcome, Paired, Request, Situation
from x0_tournament.domain.results import Pairing, Participant, Result, Round
from x0_tournament.domain.swiss import Policy, dutch, otherwise, preferred

ENGINES: dict[Engine, Callable[[Request], Outcome]] = {
    Engine.DUTCH: dutch,
    Engine.MATCHING: matching,
}


def play(paired: Round, ratings: dict[str, float], dice: random.Random) -> Round:
    games = []
    for pair in paired.pairings:
        edge = 1 / (1 + 10 ** ((ratings[pair.second] - ratings[pair.first]) / 400))
        result = Result.WIN if dice.random() < edge else Result.LOSS
        if dice.random() < 0.1:
            result = Result.DRAW
        games.append(Pairing(pair.first, pair.second, result))
    return Round(paired.number, tuple(games), paired.byes)


def run(
    players: int, engine: Engine | None, seed: int
) -> tuple[Engine, list[float], float, int, int]:
    dice = random.Random(seed)  # noqa: S311
    people = tuple(
        Participant(f"p{place}", round(dice.gauss(1600, 200)), place) for place in range(players)
    )
    ratings = {one.id: one.rating for one in people}
    total = swiss_rounds(players)
    rounds: list[Round] = []
    times: list[float] = []
    wall = 0.0
    clashes = across = 0
    used = engine or preferred(Request(people, (), total))
    for _ in tqdm(range(total), desc=f"{players} players", disable=not sys.stderr.isatty()):
        request = Request(people, tuple(rounds), total)
        start, clock = time.process_time(), time.perf_counter()
        outcome = ENGINES[used](request)
        if not isinstance(outcome, Paired):
            outcome = otherwise(request, Policy.END_EARLY)
        times.append(time.process_time() - start)
        wall = max(wall, time.perf_counter() - clock)
        if not isinstance(outcome, Paired):
            break
        situation = Situation(request)
        for pair in outcome.round.pairings:
            one, other = situation.by_id[pair.first], situation.by_id[pair.second]
            clashes += situation.clash(one, other)
            across += one.score != other.score
        rounds.append(play(outcome.round, ratings, dice))
    return used, times, wall, clashes, across


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, nargs="+", default=[20, 100, 200, 500, 2000])
    parser.add_argument("--engine", type=Engine, choices=list(Engine))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tqdm.write(
        f"{'players':>7} {'rounds':>6} {'engine':<18} {'median s':>9} {'worst s':>9}"
        f" {'wall s':>9}"
        f" {'clashes':>8} {'across':>7}"
    )
    for players in args.players:
        engine, times, wall, clashes, across = run(players, args.engine, args.seed)
        tqdm.write(
            f"{players:>7} {len(times):>6} {engine:<18} {statistics.median(times):>9.3f}"
            f" {max(times):>9.3f} {wall:>9.3f} {clashes:>8} {across:>7}"
        )


if __name__ == "__main__":
    main()
