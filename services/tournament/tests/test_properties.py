"""Tournaments by chance: what must hold in every one of them."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tournament_events import SLOW, Event, events
from x0_tournament.domain.pairing import Engine, Relaxed, Situation, pair_of
from x0_tournament.domain.results import Bye, Round, sheets
from x0_tournament.domain.standings import Options, Tiebreak, standings


def holds(event: Event) -> None:
    """Nobody left out or twice, no pair again, one full bye at most, nobody absent is paired."""
    for request, paired in event.paired:
        repeats = Relaxed.REPEAT in paired.relaxed
        assert not Situation(request).faults(paired.round, meetings=int(repeats))
        names = {name for pairing in paired.round.pairings for name in pairing.players}
        assert names.isdisjoint(request.absent)
        assert names.isdisjoint(request.byes)
        assert names | set(paired.round.byes) == {one.id for one in request.participants}
    full = [name for one in event.rounds for name, bye in one.byes.items() if bye is Bye.FULL]
    assert len(full) == len(set(full))
    if not any(Relaxed.REPEAT in paired.relaxed for _, paired in event.paired):
        games = [
            pair_of(*pairing.players)
            for one in event.rounds
            for pairing in one.pairings
            if pairing.result and pairing.result.played
        ]
        assert len(games) == len(set(games))


@given(events())
@SLOW
def test_pairings(event: Event) -> None:
    holds(event)


@given(events(Engine.MATCHING))
@SLOW
def test_pairings_of_the_fallback(event: Event) -> None:
    holds(event)


@given(events())
@SLOW
def test_colours(event: Event) -> None:
    """C.04.3 art. 2.1.3: nobody begins three times in a row or two times more than not, but for
    top scorers in the last round, and where the outcome says that colours gave way."""
    lines = sheets(event.people, event.rounds)
    loose = any(Relaxed.COLOURS in paired.relaxed for _, paired in event.paired)
    regular = [one for one in event.rounds if one.number < event.total]
    if loose:
        return
    for name in lines:
        begun = [bool(line.first) for line in lines[name][: len(regular)] if line.played]
        for last in range(len(begun)):
            balance = 2 * sum(begun[: last + 1]) - last - 1
            assert abs(balance) <= 2
            assert begun[last - 2 : last + 1] not in ([True] * 3, [False] * 3) or last < 2


@given(events(Engine.MATCHING))
@SLOW
def test_scores_sum_up(event: Event) -> None:
    """A point a game, none for a double forfeit, and what byes give."""
    total = 0.0
    for one in event.rounds:
        total += sum(sum(pairing.result.points) for pairing in one.pairings if pairing.result)
        total += sum(bye.points for bye in one.byes.values())
    table = standings(event.people, event.rounds)
    assert sum(row.points for row in table.rows) == total
    for row in table.rows:
        assert row.points == sum(line.points for line in row.lines)
        assert len(row.lines) == len(event.rounds)
    ranks = [row.rank for row in table.rows]
    assert ranks == sorted(ranks)
    for place, row in enumerate(table.rows, 1):
        assert row.rank == place or row.rank == table.rows[place - 2].rank


@given(events(Engine.MATCHING), st.randoms(use_true_random=False), st.booleans())
@SLOW
def test_standings_do_not_depend_on_names_or_order(event: Event, dice, robin: bool) -> None:  # type: ignore[no-untyped-def]
    order = list(Tiebreak)
    dice.shuffle(order)
    options = Options(round_robin=robin)
    names = [one.id for one in event.people]
    other = dict(zip(names, dice.sample([f"q{n:03}" for n in range(500)], len(names)), strict=True))
    people = [replace(one, id=other[one.id]) for one in event.people]
    dice.shuffle(people)
    rounds = []
    for one in event.rounds:
        games = [replace(p, first=other[p.first], second=other[p.second]) for p in one.pairings]
        dice.shuffle(games)
        byes = [(other[name], bye) for name, bye in one.byes.items()]
        dice.shuffle(byes)
        rounds.append(Round(one.number, tuple(games), dict(byes)))
    table = standings(event.people, event.rounds, order, options)
    renamed = standings(people, rounds, order, options)
    assert [
        (row.rank, other[row.participant.id], row.points, row.values) for row in table.rows
    ] == [(row.rank, row.participant.id, row.points, row.values) for row in renamed.rows]


@given(events(Engine.MATCHING), st.data())
@SLOW
def test_running_games_count_for_nothing(event: Event, data: st.DataObject) -> None:
    """Points and Buchholz do not change by how a running game stands, for it stands nowhere."""
    if not event.rounds or not event.rounds[-1].pairings:
        return
    last = event.rounds[-1]
    open_ = data.draw(st.sets(st.integers(0, len(last.pairings) - 1), min_size=1))
    games = [
        replace(p, result=None) if place in open_ else p for place, p in enumerate(last.pairings)
    ]
    running = [*event.rounds[:-1], replace(last, pairings=tuple(games))]
    table = standings(event.people, running, (Tiebreak.BUCHHOLZ, Tiebreak.BERGER))
    assert not table.final
    before = standings(event.people, event.rounds[:-1])
    for place in open_:
        for name in last.pairings[place].players:
            assert table.row(name).points == before.row(name).points
