"""What leaves the platform: TRF26 that reads back, CSV, JSON, a calendar."""

import csv
import io
import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from icalendar import Calendar
from tournament_helpers import participants_of, people, played, rounds_of, tiebreak_cases
from x0_tournament.domain import trf
from x0_tournament.domain.exports import as_csv, as_json
from x0_tournament.domain.feed import Coming, as_calendar
from x0_tournament.domain.results import Bye, Round
from x0_tournament.domain.standings import DEFAULT_ORDER, Tiebreak, standings

HEADING = trf.Heading("Кубок X-0", date(2026, 12, 1), date(2026, 12, 2), "3+2", 6, top_first=False)


def seen(rounds: list[Round]) -> list[tuple[set[object], dict[str, Bye]]]:
    """Without the order of boards, which TRF does not have."""
    return [(set(one.pairings), dict(one.byes)) for one in rounds]


@pytest.mark.parametrize("case", tiebreak_cases(), ids=lambda case: case["name"])
def test_trf_reads_back(case: dict[str, Any]) -> None:
    participants, rounds = participants_of(case), rounds_of(case)
    table = standings(participants, rounds)
    names = {one.id: f"Nguyễn {one.id}" for one in participants}
    report = trf.read(trf.write(HEADING, table, rounds, names))
    assert seen(list(report.rounds)) == seen(rounds)
    assert list(report.participants) == participants
    assert report.names == names
    assert (report.title, report.total_rounds, report.top_first) == ("Кубок X-0", 6, False)
    again = standings(report.participants, report.rounds)
    assert again.rows == table.rows


def test_trf_of_strange_names_and_a_running_tournament() -> None:
    rounds = [played(1, "a b 1-0", c=Bye.FULL), played(2, "a c", b=Bye.ABSENT)]
    names = {"a": "Last, First\n001   9", "b": "x" * 60, "c": "=1+1"}
    table = standings(people("a", "b", "c"), rounds, tuple(Tiebreak))
    report = trf.read(trf.write(HEADING, table, rounds, names))
    assert report.names == {"1": "Last  First 001 9", "2": "x" * 33, "3": "=1+1"}
    assert [len(one.pairings) for one in report.rounds] == [1]


@pytest.mark.parametrize("text", ["", "hello", "001 garbage", "012 a\n001    1 x\n", "\x00" * 50])
def test_what_is_no_trf(text: str) -> None:
    try:
        report = trf.read(text)
    except trf.BadTrf:
        return
    assert report.rounds == ()


ROUNDS = [
    played(1, "a b 1-0", "c d -+", e=Bye.FULL),
    played(2, "d a 1/2", "b c", e=Bye.HALF),
]
NAMES = {"a": "Anna", "b": "=cmd()", "c": 'C, "the third"', "d": "Đức", "e": "Ева"}


def test_csv() -> None:
    table = standings(people(*"abcde"), ROUNDS)
    rows = list(csv.reader(io.StringIO(as_csv(table, NAMES))))
    assert rows[0] == ["rank", "name", "rating", "points", *DEFAULT_ORDER, "round 1", "round 2"]
    cells = {row[1]: row[-2:] for row in rows[1:]}
    places = {row[1]: place for place, row in enumerate(rows[1:], 1)}
    b, c, d = places["'=cmd()"], places['C, "the third"'], places["Đức"]
    assert cells["Anna"] == [f"{b}b1", f"{d}w½"]
    assert cells["'=cmd()"] == [f"{places['Anna']}w0", f"{c}b*"]
    assert cells["Ева"] == ["bye 1", "bye ½"]
    assert cells['C, "the third"'] == [f"{d}b-", f"{b}w*"]


def test_json() -> None:
    data = json.loads(as_json(standings(people(*"abcde"), ROUNDS), NAMES, {"name": "T"}))
    assert data["tournament"] == {"name": "T"}
    assert data["final"] is False
    assert data["tiebreak_rules"] == "FIDE C.07, 2026-03-01"
    first = data["standings"][0]
    assert set(first["tiebreaks"]) == set(DEFAULT_ORDER)
    assert sum(row["points"] for row in data["standings"]) == 5 - 0.5
    (anna,) = [row for row in data["standings"] if row["name"] == "Anna"]
    assert anna["rounds"][0] == {
        "round": 1,
        "opponent": "b",
        "begins": True,
        "result": "1-0",
        "points": 1.0,
    }


def test_calendar() -> None:
    now = datetime(2026, 12, 1, 12, tzinfo=UTC)
    start = datetime(2026, 12, 1, 21, tzinfo=UTC)
    coming = [
        Coming("x0-tuesday:2026-12-01", "X-0 Tuesday", start, 60, "https://x.example/t/1"),
        Coming("p1", "Кубок; «a,b»\nSUMMARY:no", start, 90, sequence=2, cancelled=True),
    ]
    feed = as_calendar(coming, "X-0", now)
    assert "\r\n" in feed
    assert max(len(line.encode()) for line in feed.split("\r\n")) <= 75
    first, second = Calendar.from_ical(feed).events
    assert first["UID"] == "x0-tuesday:2026-12-01"
    assert first.start == start
    assert first.duration.total_seconds() == 3600
    assert second["SUMMARY"] == "Кубок; «a,b»\nSUMMARY:no"
    assert (second["STATUS"], second["SEQUENCE"]) == ("CANCELLED", 2)
