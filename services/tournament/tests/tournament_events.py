"""Tournaments by chance, for hypothesis."""

from dataclasses import dataclass, field, replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from x0_tournament.domain.fallback import matching
from x0_tournament.domain.pairing import Engine, Paired, Request, pair_of
from x0_tournament.domain.results import Bye, Pairing, Participant, Result, Round, missed
from x0_tournament.domain.swiss import Policy, pair

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ENDS = [Result.WIN] * 4 + [Result.LOSS] * 4 + [Result.DRAW] * 3
ENDS += [Result.FORFEIT_WIN, Result.FORFEIT_LOSS, Result.DOUBLE_FORFEIT]


@dataclass
class Event:
    """A tournament as it goes on: `paired` are the outcomes, `rounds` with results."""

    people: list[Participant]
    total: int
    top_first: bool
    forbidden: frozenset[frozenset[str]]
    rounds: list[Round] = field(default_factory=list)
    paired: list[tuple[Request, Paired]] = field(default_factory=list)
    ended: bool = False


@st.composite
def events(draw: st.DrawFn, engine: Engine = Engine.DUTCH) -> Event:
    size = draw(st.integers(2, 40))
    dice = draw(st.randoms(use_true_random=False))
    names = [f"p{place:02}" for place in range(size)]
    dice.shuffle(names)
    people = [Participant(n, dice.randint(100, 260) * 10, i) for i, n in enumerate(names)]
    late = people[size - size // 5 :] if dice.random() < 0.5 else []
    forbidden = frozenset(
        pair_of(*dice.sample(names, 2)) for _ in range(dice.choice([0, 0, 0, size // 8]))
    )
    total = min(dice.randint(1, 9), size - 1 + size % 2)
    event = Event([one for one in people if one not in late], total, dice.random() < 0.5, forbidden)
    gone: set[str] = set()
    policy = dice.choice(list(Policy))
    for number in range(1, total + 1):
        if late and 1 < number <= total // 2 + 1:
            comer = late.pop()
            event.people.append(comer)
            for round_number, bye in missed(comer.id, event.rounds, half=True).items():
                one = event.rounds[round_number - 1]
                event.rounds[round_number - 1] = replace(one, byes={**one.byes, comer.id: bye})
        here = [one.id for one in event.people]
        gone = {name for name in gone if dice.random() < 0.6}
        gone |= {name for name in here if dice.random() < 0.05}
        byes = {
            name: dice.choice([Bye.HALF, Bye.ZERO])
            for name in here
            if name not in gone and dice.random() < 0.05
        }
        request = Request(
            tuple(event.people),
            tuple(event.rounds),
            total,
            byes,
            frozenset(gone),
            forbidden,
            event.top_first,
        )
        outcome = matching(request) if engine is Engine.MATCHING else pair(request, policy)
        if not isinstance(outcome, Paired):
            event.ended = True
            break
        event.paired.append((request, outcome))
        games = tuple(
            Pairing(pairing.first, pairing.second, dice.choice(ENDS))
            for pairing in outcome.round.pairings
        )
        event.rounds.append(replace(outcome.round, pairings=games))
    return event
