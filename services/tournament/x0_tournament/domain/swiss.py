"""Swiss pairing: the FIDE (Dutch) system by gacrux, and when something else has to do.

`pair` is the whole policy in one call. A service that must not wait runs `dutch` in a process of
its own, gives it `TIME_LIMIT_S`, and goes on with `otherwise` if no pairing came of it.
"""

from decimal import Decimal
from enum import StrEnum
from typing import Any

from gacrux.chessjson import chessjson
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch

from .fallback import matching
from .pairing import Engine, Impossible, Outcome, Paired, Request, Situation
from .results import Bye, Pairing, Result

DUTCH_MAX = 500
"""Players to be paired above which gacrux is not asked: time and memory grow with the square."""

TIME_LIMIT_S = 20.0
"""How long gacrux may take before the fallback is used."""


class Policy(StrEnum):
    """What happens when nobody can be paired without a repeat; said before the tournament."""

    END_EARLY = "end_early"
    ALLOW_REPEAT = "allow_repeat"


class EngineFailed(RuntimeError):
    """gacrux broke, or answered what the rules forbid. The fallback has to do."""


def preferred(request: Request) -> Engine:
    """Which engine to ask first."""
    out = request.absent | request.byes.keys()
    many = len(request.participants) - len(out) > DUTCH_MAX
    return Engine.MATCHING if many else Engine.DUTCH


def pair(request: Request, policy: Policy = Policy.END_EARLY) -> Outcome:
    """The next round. `Impossible`: the tournament ends here.

    Raises BadRequest or BadResults for a request that makes no sense.
    """
    if preferred(request) is Engine.DUTCH:
        try:
            outcome = dutch(request)
        except EngineFailed:
            pass
        else:
            if isinstance(outcome, Paired):
                return outcome
    return otherwise(request, policy)


def otherwise(request: Request, policy: Policy) -> Outcome:
    """The round when the FIDE system gave none.

    It gives none also where only colours stand in the way. Playing on with a third game in a row of
    one colour is better than ending, so that colours give way before anything else does.
    """
    outcome = matching(request)
    if isinstance(outcome, Impossible) and policy is Policy.ALLOW_REPEAT:
        return matching(request, repeats=True)
    return outcome


_SIDES: dict[Result, tuple[str, str]] = {
    Result.WIN: ("W", "L"),
    Result.DRAW: ("D", "D"),
    Result.LOSS: ("L", "W"),
    Result.FORFEIT_WIN: ("W", "Z"),
    Result.FORFEIT_LOSS: ("Z", "W"),
    Result.DOUBLE_FORFEIT: ("Z", "Z"),
}
_BYES = {Bye.FULL: "P", Bye.HALF: "D"}


def dutch(request: Request) -> Outcome:
    """The round as the FIDE (Dutch) system has it: C.04.3 as in force from 1 February 2026.

    Raises EngineFailed, and BadRequest or BadResults.
    """
    situation = Situation(request)
    if len(situation.players) < 2:
        return Impossible("fewer than two players are left")
    tournament = as_chessjson(situation)
    try:
        engine = pairing_dutch(tournament, request.number, {"experimental": [], "verbose": 0})
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing as error:
        return Impossible(str(error))
    except Exception as error:
        raise EngineFailed(f"{type(error).__name__}: {error}") from error
    names = {number: name for name, number in situation.numbers.items()}
    pairs = sorted(
        (pair["board"], pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]
    )
    boards = [
        Pairing(names[first], names[second]) for _, first, second in pairs if first and second
    ]
    left = [one or other for _, one, other in pairs if not (one and other)]
    bye = situation.by_id[names[left[0]]] if left else None
    paired = situation.seated(boards, bye)
    if faults := situation.faults(paired):
        raise EngineFailed("; ".join(faults))
    return Paired(paired, Engine.DUTCH)


def as_chessjson(situation: Situation) -> Any:
    """The tournament as gacrux reads it: its "JSON for chess", players by pairing number."""
    request = situation.request
    tournament = chessjson().add_tournament(1, False, request.total_rounds)
    tournament["currentRound"] = len(request.rounds)
    tournament["topColor"] = "w" if request.top_first else "b"
    ratings = {one.id: one.rating for one in request.participants}
    numbers = situation.numbers
    for name, number in numbers.items():
        tournament["competitors"].append(
            {
                "cid": number,
                "present": name in situation.by_id,
                "gamePoints": Decimal(0),
                "rank": number,
                "orgrank": number,
                "rating": {"list": "X-0", "rating": round(ratings[name])},
                "random": number,
            }
        )
    games = tournament["gameList"]
    for one in request.rounds:
        for game in one.pairings:
            if game.result is not None:
                white, black = _SIDES[game.result]
                games.append(
                    {
                        "id": 0,
                        "round": one.number,
                        "played": game.result.played,
                        "rated": game.result.played,
                        "white": {"cid": numbers[game.first], "result": white},
                        "black": {"cid": numbers[game.second], "result": black},
                    }
                )
        for name, bye in one.byes.items():
            games.append(
                {
                    "id": 0,
                    "round": one.number,
                    "played": bye is Bye.FULL,
                    "rated": False,
                    "white": {"cid": numbers[name], "result": _BYES.get(bye, "Z")},
                    "black": None,
                }
            )
    tournament["prohibited"] = [
        {
            "firstRound": 1,
            "lastRound": request.total_rounds,
            "competitors": sorted(numbers[name] for name in both if name in numbers),
        }
        for both in sorted(request.forbidden, key=sorted)
    ]
    return tournament
