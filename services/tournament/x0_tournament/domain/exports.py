"""The table of a tournament as a file: TRF26, CSV, JSON."""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime

from . import trf
from .errors import Refusal
from .format import Format
from .results import Bye, Line, Result
from .standings import Table
from .tournament import Tournament

KINDS = ("trf", "csv", "json")

_RESULTS = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "-",
    Result.DOUBLE_FORFEIT: "-",
}
_BYES = {Bye.FULL: "bye 1", Bye.HALF: "bye ½", Bye.ZERO: "bye 0", Bye.ABSENT: "", Bye.REST: "rest"}


def export(t: Tournament, table: Table, kind: str) -> str:
    """`kind` is one of `KINDS`. Before the first round it is the list of who has entered.

    Raises Refusal: TRF of a tournament of teams.
    """
    names = {entry.id: entry.name for entry in t.entries.values()}
    if kind == "csv":
        return as_csv(table, names)
    if kind == "json":
        live = replace(table, final=table.final and t.over)
        return as_json(live, names, _about(t))
    if t.rules.team:
        raise Refusal("no_trf_of_teams", "TRF is for tournaments of players; take CSV or JSON")
    return trf.write(_heading(t), table, t.records, names)


def _about(t: Tournament) -> dict[str, object]:
    return {
        "id": t.id,
        "name": t.rules.name,
        "mode": t.rules.mode,
        "control": t.rules.control,
        "start": datetime.fromtimestamp(t.rules.start // 1000, UTC).isoformat(),
        "status": t.status.value,
        "format": t.format.value if t.format else None,
        "total_rounds": t.total or t.rules.choice.rounds,
    }


def _heading(t: Tournament) -> trf.Heading:
    last = t.rounds[-1].starts_at if t.rounds else t.rules.start
    return trf.Heading(
        title=t.rules.name,
        start=_day(t.rules.start),
        end=_day(t.ended_at or last),
        control=t.rules.control,
        total_rounds=t.total or t.rules.choice.rounds or 0,
        round_robin=t.format is Format.ROUND_ROBIN,
        top_first=t.top_first,
    )


def _day(ms: int) -> date:
    return datetime.fromtimestamp(ms / 1000, UTC).date()


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


def as_json(table: Table, names: Mapping[str, str], about: Mapping[str, object]) -> str:
    """Everything that the table says, with the edition of the tie-break rules."""
    return json.dumps(
        {
            "tournament": about,
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
