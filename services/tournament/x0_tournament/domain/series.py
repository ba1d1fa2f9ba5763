"""Regular tournaments: read from a file, and when they take place.

Wall time holds across daylight saving. A time that a clock change skips is taken as if the clock
had not been changed yet (02:30 becomes 03:30), of one that comes twice the first is taken, as RFC
5545 has it; so a series has one occurrence a local date, and its identity is (series, local date).
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from importlib import resources
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

MODES = ("x0", "gomoku", "renju")
SINCE = date(2026, 1, 1)
_KEYS = {"id", "name", "mode", "control", "rule", "time", "zone", "since"}
_NEEDED = _KEYS - {"zone", "since"}
_PARTS = {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST"}
_FREQUENCIES = {"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CONTROL = re.compile(r"(\d{1,3})\+(\d{1,2})")


class BadSeries(ValueError):
    """The file cannot be used; the text names the series and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Series:
    """`minutes` on the clock, `increment` in seconds; `at` is wall time in `zone`."""

    id: str
    name: str
    mode: str
    minutes: int
    increment: int
    rule: str
    at: time
    zone: str
    since: date = SINCE


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One tournament of a series. `start` is in UTC."""

    series: Series
    day: date
    start: datetime

    @property
    def identity(self) -> str:
        """The same whoever computes it and however often."""
        return f"{self.series.id}:{self.day.isoformat()}"


def builtin() -> tuple[Series, ...]:
    """The series of the specification, from the file beside this one."""
    return load(resources.files(__package__).joinpath("series.toml").read_text("utf-8"))


def load(text: str, zone: str = "UTC") -> tuple[Series, ...]:
    """Series from TOML. `zone` holds where the file names none. Raises BadSeries."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSeries(str(error)) from None
    if extra := data.keys() - {"zone", "series"}:
        raise BadSeries(f"{min(extra)!r} means nothing here")
    entries = data.get("series", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise BadSeries("series must be given as [[series]]")
    common = data.get("zone", zone)
    found = tuple(_read(place, one, common) for place, one in enumerate(entries, 1))
    seen: set[str] = set()
    for one in found:
        if one.id in seen:
            raise BadSeries(f"{one.id}: listed twice")
        seen.add(one.id)
    return found


def _read(place: int, entry: Mapping[str, Any], zone: Any) -> Series:
    name = entry.get("id", f"series {place}")
    if extra := entry.keys() - _KEYS:
        raise BadSeries(f"{name}: {min(extra)!r} means nothing here")
    if missing := _NEEDED - entry.keys():
        raise BadSeries(f"{name}: {min(missing)} is missing")
    values = {"zone": zone, **entry}
    since = values.pop("since", SINCE)
    for key, value in values.items():
        if not isinstance(value, str) or not value.strip():
            raise BadSeries(f"{name}: {key} must be a text")
    if not _ID.fullmatch(values["id"]):
        raise BadSeries(f"{name}: an id has small letters, digits and hyphens")
    if values["mode"] not in MODES:
        raise BadSeries(f"{name}: mode is one of {', '.join(MODES)}")
    if isinstance(since, datetime) or not isinstance(since, date):
        raise BadSeries(f"{name}: since must be a date")
    control = _CONTROL.fullmatch(values["control"])
    minutes, increment = map(int, control.groups()) if control else (0, 0)
    if not control or minutes > 180 or increment > 60 or not minutes + increment:
        raise BadSeries(f"{name}: control is minutes+seconds, up to 180+60")
    try:
        at = datetime.strptime(values["time"], "%H:%M").time()
    except ValueError:
        raise BadSeries(f"{name}: time is hours:minutes") from None
    try:
        ZoneInfo(values["zone"])
    except (KeyError, ValueError, OSError):
        raise BadSeries(f"{name}: {values['zone']!r} is no IANA time zone") from None
    _check_rule(name, values["rule"])
    return Series(
        values["id"],
        values["name"],
        values["mode"],
        minutes,
        increment,
        values["rule"],
        at,
        values["zone"],
        since,
    )


def _check_rule(name: str, rule: str) -> None:
    parts = dict(part.partition("=")[::2] for part in rule.upper().split(";"))
    if extra := parts.keys() - _PARTS:
        raise BadSeries(f"{name}: {min(extra)!r} cannot be part of a rule")
    if parts.get("FREQ") not in _FREQUENCIES:
        raise BadSeries(f"{name}: FREQ is one of {', '.join(sorted(_FREQUENCIES))}")
    try:
        rrulestr(rule, dtstart=datetime(2026, 1, 1))
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise BadSeries(f"{name}: rule: {error}") from None


def occurrences(
    series: Iterable[Series], since: datetime, until: datetime
) -> tuple[Occurrence, ...]:
    """Those that start in [since, until), by start; two series in one slot are two.

    Raises ValueError for times without a zone.
    """
    if since.tzinfo is None or until.tzinfo is None:
        raise ValueError("times need a zone")
    found = [
        occurrence
        for one in series
        for occurrence in _around(one, since, until)
        if since <= occurrence.start < until
    ]
    return tuple(sorted(found, key=lambda one: (one.start, one.series.id)))


def _around(series: Series, since: datetime, until: datetime) -> Iterator[Occurrence]:
    zone = ZoneInfo(series.zone)
    rule = rrulestr(series.rule, dtstart=datetime.combine(series.since, series.at))
    # Wall times, and a day more on either side than any zone is away from another.
    first = since.astimezone(zone).replace(tzinfo=None) - timedelta(days=1)
    last = until.astimezone(zone).replace(tzinfo=None) + timedelta(days=1)
    for wall in rule.between(first, last, inc=True):
        yield Occurrence(series, wall.date(), wall.replace(tzinfo=zone).astimezone(UTC))
