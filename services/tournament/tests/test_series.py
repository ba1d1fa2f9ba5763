"""The file of regular tournaments, and when they take place."""

from datetime import UTC, date, datetime, timedelta

import pytest
from x0_tournament.domain.series import BadSeries, builtin, load, occurrences

ENTRY = {
    "id": '"x"',
    "name": '"X"',
    "mode": '"x0"',
    "control": '"3+2"',
    "rule": '"FREQ=WEEKLY;BYDAY=SU"',
    "time": '"02:30"',
    "zone": '"Europe/Berlin"',
}


def text(**changed: str | None) -> str:
    entry = {key: value for key, value in {**ENTRY, **changed}.items() if value is not None}
    return "[[series]]\n" + "\n".join(f"{key} = {value}" for key, value in entry.items())


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


def test_the_eight_of_the_specification() -> None:
    table = {(one.name, one.mode, f"{one.minutes}+{one.increment}") for one in builtin()}
    assert table == {
        ("X-0 Tuesday", "x0", "3+2"),
        ("X-0 Thursday", "x0", "5+3"),
        ("X-0 Sunday", "x0", "2+1"),
        ("Gomoku Monday", "gomoku", "3+2"),
        ("Gomoku Wednesday", "gomoku", "5+3"),
        ("Gomoku Saturday", "gomoku", "7+2"),
        ("Renju Friday", "renju", "5+3"),
        ("Renju Sunday", "renju", "10+5"),
    }
    week = occurrences(builtin(), utc(2026, 12, 7), utc(2026, 12, 14))
    assert [(one.series.id, one.start) for one in week] == [
        ("gomoku-monday", utc(2026, 12, 7, 21)),
        ("x0-tuesday", utc(2026, 12, 8, 21)),
        ("gomoku-wednesday", utc(2026, 12, 9, 21)),
        ("x0-thursday", utc(2026, 12, 10, 21)),
        ("renju-friday", utc(2026, 12, 11, 21)),
        ("gomoku-saturday", utc(2026, 12, 12, 18)),
        ("renju-sunday", utc(2026, 12, 13, 14)),
        ("x0-sunday", utc(2026, 12, 13, 21)),
    ]


@pytest.mark.parametrize(
    ("around", "starts"),
    [
        # Clocks go from 02:00 to 03:00, and from 03:00 to 02:00.
        (
            date(2027, 3, 28),
            [utc(2027, 3, 21, 1, 30), utc(2027, 3, 28, 1, 30), utc(2027, 4, 4, 0, 30)],
        ),
        (
            date(2027, 10, 31),
            [utc(2027, 10, 24, 0, 30), utc(2027, 10, 31, 0, 30), utc(2027, 11, 7, 1, 30)],
        ),
    ],
)
def test_one_a_week_across_clock_changes(around: date, starts: list[datetime]) -> None:
    middle = utc(around.year, around.month, around.day)
    found = occurrences(load(text()), middle - timedelta(days=9), middle + timedelta(days=9))
    assert [one.start for one in found] == starts
    assert [one.day for one in found] == [around + timedelta(days=7 * n) for n in (-1, 0, 1)]


def test_identities_do_not_depend_on_the_window() -> None:
    """Two schedulers look at other windows, hour by hour, and see the same tournaments."""
    begin, end = utc(2027, 3, 1), utc(2027, 11, 30)
    whole = [one.identity for one in occurrences(builtin(), begin, end)]
    assert len(whole) == len(set(whole))
    parts = []
    at = begin
    while at < end:
        parts += [
            one.identity for one in occurrences(builtin(), at, min(at + timedelta(hours=7), end))
        ]
        at += timedelta(hours=7)
    assert parts == whole


def test_a_day_is_the_local_one() -> None:
    (one,) = occurrences(
        load(text(zone='"Pacific/Kiritimati"', time='"08:00"')), utc(2027, 5, 1), utc(2027, 5, 2)
    )
    assert one.start == utc(2027, 5, 1, 18)
    assert one.identity == "x:2027-05-02"


def test_two_series_in_one_slot_are_two() -> None:
    both = load(text() + "\n" + text(id='"y"'))
    found = occurrences(both, utc(2027, 5, 1), utc(2027, 5, 8))
    assert [one.identity for one in found] == ["x:2027-05-02", "y:2027-05-02"]
    assert found[0].start == found[1].start


def test_the_zone_is_a_setting() -> None:
    assert load(text(zone=None))[0].zone == "UTC"
    assert load(text(zone=None), "Asia/Ho_Chi_Minh")[0].zone == "Asia/Ho_Chi_Minh"
    assert load('zone = "Europe/Moscow"\n' + text(zone=None), "UTC")[0].zone == "Europe/Moscow"


def test_every_second_week_counts_from_since() -> None:
    series = load(text(rule='"FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"', since="2027-05-02"))
    found = occurrences(series, utc(2027, 4, 1), utc(2027, 6, 1))
    assert [one.day for one in found] == [date(2027, 5, 2), date(2027, 5, 16), date(2027, 5, 30)]


@pytest.mark.parametrize(
    "bad",
    [
        "[[series]",
        "series = 3",
        text() + "\n" + text(),
        'colour = "red"\n' + text(),
        text(colour='"red"'),
        text(name=None),
        text(name='" "'),
        text(id='"X Y"'),
        text(mode='"chess"'),
        text(control='"3"'),
        text(control='"0+0"'),
        text(control='"181+0"'),
        text(time='"25:00"'),
        text(time="21"),
        text(zone='"Europe/Atlantis"'),
        text(zone='"../etc/passwd"'),
        text(since='"tomorrow"'),
        text(rule='"FREQ=HOURLY"'),
        text(rule='"FREQ=WEEKLY;BYHOUR=1,2"'),
        text(rule='"FREQ=WEEKLY;BYDAY=XX"'),
        text(rule='"every week"'),
    ],
)
def test_bad_files_are_refused(bad: str) -> None:
    with pytest.raises(BadSeries):
        load(bad)


def test_times_need_a_zone() -> None:
    with pytest.raises(ValueError):
        occurrences(builtin(), datetime(2027, 1, 1), datetime(2027, 1, 2))
