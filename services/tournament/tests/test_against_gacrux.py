"""Tie-breaks of tournaments by chance, compared with those of gacrux."""

from typing import Any

import pytest
from gacrux.tiebreak import tiebreak
from hypothesis import given
from tournament_events import SLOW, Event, events
from x0_tournament.domain.pairing import Engine, Request, Situation
from x0_tournament.domain.standings import Edition, Options, Tiebreak, standings
from x0_tournament.domain.swiss import as_chessjson
from x0_tournament.domain.trf import _CODES

STARTS = {Edition.FIDE_2026: "2026-12-01", Edition.FIDE_2024: "2025-12-01"}
ALONE = [one for one in Tiebreak if one is not Tiebreak.DIRECT_ENCOUNTER]


def theirs(event: Event, codes: list[str], edition: Edition, robin: bool) -> dict[str, list[float]]:
    request = Request(tuple(event.people), tuple(event.rounds), len(event.rounds) + 1)
    situation = Situation(request)
    tournament = as_chessjson(situation)
    tournament["tournamentInfo"] = {"startDate": STARTS[edition]}
    params: dict[str, Any] = {"tiebreak": codes, "check": False}
    params |= {"pre_determined": robin, "swiss": not robin}
    found = tiebreak(tournament, len(event.rounds), params).compute_tiebreaks(tournament, params)
    names = {number: name for name, number in situation.numbers.items()}
    return {
        names[one["cid"]]: [float(value) for value in one["tiebreakScore"]]
        for one in found["competitors"]
    }


@pytest.mark.parametrize("edition", list(Edition))
@given(event=events(Engine.MATCHING))
@SLOW
def test_all_values(edition: Edition, event: Event) -> None:
    if not event.rounds:
        return
    codes = ["PTS", *(_CODES[one] for one in ALONE)]
    want = theirs(event, codes, edition, False)
    table = standings(event.people, event.rounds, ALONE, Options(edition))
    assert {row.participant.id: [row.points, *row.values] for row in table.rows} == want


@given(event=events(Engine.MATCHING))
@SLOW
def test_values_of_a_round_robin(event: Event) -> None:
    if not event.rounds:
        return
    order = (Tiebreak.BUCHHOLZ, Tiebreak.BERGER)
    want = theirs(event, ["PTS", "BH", "SB"], Edition.FIDE_2026, True)
    table = standings(event.people, event.rounds, order, Options(round_robin=True))
    assert {row.participant.id: [row.points, *row.values] for row in table.rows} == want


@given(event=events(Engine.MATCHING))
@SLOW
def test_direct_encounter(event: Event) -> None:
    if not event.rounds:
        return
    want = theirs(event, ["PTS", "DE"], Edition.FIDE_2026, False)
    table = standings(event.people, event.rounds, [Tiebreak.DIRECT_ENCOUNTER])
    found = {row.participant.id: row.values[0] for row in table.rows}
    # gacrux counts from 0 in a group that stays together.
    groups: dict[float, list[str]] = {}
    for row in table.rows:
        groups.setdefault(row.points, []).append(row.participant.id)
    for group in groups.values():
        lowest = min(want[name][1] for name in group)
        assert {name: want[name][1] - lowest + 1 for name in group} == {
            name: found[name] for name in group
        }
