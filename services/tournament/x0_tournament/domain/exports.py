"""The standings as CSV and JSON, and the calendar of coming tournaments as iCalendar."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from icalendar import Calendar, Event
from icalendar.enums import STATUS

from .results import Bye, Line, Result
from .standings import Table

_RESULTS = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "-",
    Result.DOUBLE_FORFEIT: "-",
}
_BYES = {Bye.FULL: "bye 1", Bye.HALF: "bye ½", Bye.ZERO: "bye 0", Bye.ABSENT: "", Bye.REST: "rest"}


def as_csv(table: Table, names: Mapping[str, str]) -> str:
    """One line a participant: rank, name, points, tie-breaks, and a cell a round.

    A cell is the opponent's rank in the list, b or w (who is Black begins) and the result: `4b1`;
    `*` is a running game. Text that a spreadsheet would take for a formula gets an apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    teams = any(row.board_points is not None for row in table.rows)
    writer.writerow(
        ["rank", "name", "rating", "points"]
        + ["board_points"] * teams
        + list(table.order)
        + [f"round {number}" for number in range(1, table.rounds + 1)]
    )
    places = {row.participant.id: place for place, row in enumerate(table.rows, 1)}
    for row in table.rows:
        writer.writerow(
            [row.rank, _plain(names[row.participant.id]), round(row.participant.rating)]
            + [_number(row.points)]
            + [_number(row.board_points or 0.0)] * teams
            + [_number(value) for value in row.values]
            + [_cell(line, places) for line in row.lines]
        )
    return out.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _number(value: float) -> str:
    return f"{value:g}"


def _cell(line: Line, places: Mapping[str, int]) -> str:
    if line.opponent is None:
        return _BYES[line.bye] if line.bye else ""
    colour = "b" if line.first else "w"
    return f"{places[line.opponent]}{colour}{_RESULTS[line.result] if line.result else '*'}"


def as_json(table: Table, names: Mapping[str, str]) -> str:
    """Everything that the table says, with the edition of the tie-break rules."""
    return json.dumps(
        {
            "rounds": table.rounds,
            "final": table.final,
            "tiebreak_rules": f"FIDE C.07, {table.edition}",
            "tiebreaks": list(table.order),
            "standings": [
                {
                    "rank": row.rank,
                    "id": row.participant.id,
                    "name": names[row.participant.id],
                    "rating": row.participant.rating,
                    "points": row.points,
                    **({} if row.board_points is None else {"board_points": row.board_points}),
                    "tiebreaks": dict(zip(table.order, row.values, strict=True)),
                    "rounds": [_round(line) for line in row.lines],
                }
                for row in table.rows
            ],
        },
        ensure_ascii=False,
    )


def _round(line: Line) -> dict[str, object]:
    if line.opponent is None:
        return {"round": line.round, "bye": line.bye, "points": line.points}
    return {
        "round": line.round,
        "opponent": line.opponent,
        "begins": line.first,
        "result": line.result,
        "points": line.points,
    }


@dataclass(frozen=True, slots=True)
class Coming:
    """A tournament in the feed. `uid` never changes, `sequence` grows when it is moved."""

    uid: str
    name: str
    start: datetime
    minutes: int
    url: str = ""
    text: str = ""
    sequence: int = 0
    cancelled: bool = False


def as_calendar(coming: Iterable[Coming], title: str, now: datetime) -> str:
    """An iCalendar feed (RFC 5545), times in UTC. `now` is when it was made."""
    events = [
        Event.new(
            uid=one.uid,
            summary=one.name,
            start=one.start,
            end=one.start + timedelta(minutes=one.minutes),
            stamp=now,
            url=one.url or None,
            description=one.text or None,
            sequence=one.sequence,
            status=STATUS.CANCELLED if one.cancelled else STATUS.CONFIRMED,
        )
        for one in coming
    ]
    calendar = Calendar.new(
        name=title, prodid="-//X-0//tournaments//EN", last_modified=now, subcomponents=events
    )
    feed: bytes = calendar.to_ical()
    return feed.decode("utf-8")
