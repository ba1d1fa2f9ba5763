"""Every value of the reference cases, in both editions."""

from typing import Any

import pytest
from tournament_helpers import participants_of, rounds_of, tiebreak_cases
from x0_tournament.domain.results import sheets
from x0_tournament.domain.standings import (
    DEFAULT_ORDER,
    Edition,
    Options,
    Sums,
    Tiebreak,
    standings,
)

EDITIONS = {"fide2026": Edition.FIDE_2026, "fide2024": Edition.FIDE_2024}
KEYS = {
    "BH": Tiebreak.BUCHHOLZ,
    "BHC1": Tiebreak.BUCHHOLZ_CUT_1,
    "BHC2": Tiebreak.BUCHHOLZ_CUT_2,
    "BHM1": Tiebreak.MEDIAN_BUCHHOLZ,
    "BHM2": Tiebreak.MEDIAN_BUCHHOLZ_2,
    "SB": Tiebreak.BERGER,
    "SBC1": Tiebreak.BERGER_CUT_1,
    "PS": Tiebreak.PROGRESS,
    "PSC1": Tiebreak.PROGRESS_CUT_1,
    "WIN": Tiebreak.WINS,
    "WON": Tiebreak.GAMES_WON,
    "BPG": Tiebreak.GAMES_SECOND,
}
CASES = [
    pytest.param(case, edition, id=f"{case['name']}-{edition}")
    for case in tiebreak_cases()
    for edition in EDITIONS
]


@pytest.mark.parametrize(("case", "edition"), CASES)
def test_reference_values(case: dict[str, Any], edition: str) -> None:
    options = Options(EDITIONS[edition])
    expected = case["expected"][edition]
    table = standings(participants_of(case), rounds_of(case), tuple(KEYS.values()), options)
    direct = standings(
        participants_of(case), rounds_of(case), (Tiebreak.DIRECT_ENCOUNTER,), options
    )
    sums = Sums(sheets(participants_of(case), rounds_of(case)), len(case["rounds"]), options)
    for name, want in expected["values"].items():
        row = table.row(name)
        found = {"PTS": row.points, "ADJ": sums.adjusted[name]}
        found |= dict(zip(KEYS, row.values, strict=True))
        found["DE"] = direct.row(name).values[0]
        assert found == want, name
        assert [share.score for share in sums.shares[name]] == expected["bh_contributions"][name]
        assert [share.berger for share in sums.shares[name]] == expected["sb_contributions"][name]


@pytest.mark.parametrize(("case", "edition"), CASES)
def test_reference_order(case: dict[str, Any], edition: str) -> None:
    table = standings(
        participants_of(case), rounds_of(case), DEFAULT_ORDER, Options(EDITIONS[edition])
    )
    groups: dict[int, set[str]] = {}
    for row in table.rows:
        groups.setdefault(row.rank, set()).add(row.participant.id)
    want = [set(map(str, group)) for group in case["expected"][edition]["order_PTS_BH_SB_PS"]]
    assert [groups[rank] for rank in sorted(groups)] == want
