"""Tournaments as store documents, and back. No I/O.

Boards are kept as text, `first second result fixed` with players by their place in the order of
entering, so that the largest tournament stays far below what a document may hold.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from x0_tournament.domain.format import Choice, Format
from x0_tournament.domain.results import Bye, Result
from x0_tournament.domain.standings import Tiebreak
from x0_tournament.domain.swiss import Policy
from x0_tournament.domain.tournament import (
    Act,
    Board,
    Entry,
    PairedRound,
    Phase,
    Presence,
    Rules,
    Status,
    Tournament,
)

Document = dict[str, Any]

_GROUPS = {
    Status.OPEN: "coming",
    Status.RUNNING: "running",
    Status.ENDED: "ended",
    Status.CANCELLED: "ended",
}


def to_document(t: Tournament) -> Document:
    return {
        "_id": t.id,
        **_small(t),
        "people": _people(t),
        **{name: make(t) for name, make in _PARTS.items()},
    }


def changed_fields(before: Tournament, after: Tournament) -> Document:
    """What a change may have changed: a result does not write anew who takes part.

    `people` is an array with an index, whose keys the embedded store makes anew whenever it is
    written: 5,000 of them take a tenth of a second.
    """
    document = _small(after)
    for name, make in _PARTS.items():
        if getattr(after, name) is not getattr(before, name):
            document[name] = make(after)
    if "entries" in document and (people := _people(after)) != _people(before):
        document["people"] = people
    return document


def _small(t: Tournament) -> Document:
    document: Document = {
        "version": t.version,
        "creator": t.creator,
        "created_at": t.created_at,
        "series": t.series,
        "status": t.status.value,
        "phase": t.phase.value if t.phase else "",
        "format": t.format.value if t.format else "",
        "total": t.total,
        "round": len(t.rounds),
        "count": sum(e.here for e in t.entries.values()),
        "group": _GROUPS[t.status],
        "at": t.ended_at if t.over else t.rules.start,
        "ended_at": t.ended_at,
        "end_reason": t.end_reason,
    }
    if t.due:
        document["due"] = t.due
    return document


def no_more(player: str) -> str:
    """How `people` holds somebody who left before the first pairing."""
    return f"-{player}"


def _people(t: Tournament) -> list[str]:
    """Players whose tournament this is; of teams their members and captains.

    Who left before the first pairing has not taken part, and yet stands among the entries.
    """
    found: dict[str, None] = {}
    for entry in t.entries.values():
        players = (entry.captain, *entry.members) if t.rules.team else (entry.id,)
        if not entry.here and entry.gone_from <= 1:
            players = tuple(map(no_more, players))
        found.update(dict.fromkeys(players))
    return list(found)


def _rules_document(t: Tournament) -> Document:
    return {**asdict(t.rules), "tiebreaks": [one.value for one in t.rules.tiebreaks]}


def _rounds_document(t: Tournament) -> list[Document]:
    places = _places(t)
    return [_round_document(one, places) for one in t.rounds]


# Fields that are as large as the tournament, by the attributes that they are made from.
_PARTS: dict[str, Callable[[Tournament], Any]] = {
    "rules": _rules_document,
    "entries": lambda t: [_entry_document(entry) for entry in t.entries.values()],
    "rounds": _rounds_document,
    "order": lambda t: list(t.order),
    "forbidden": lambda t: sorted(sorted(pair) for pair in t.forbidden),
    "helpers": lambda t: sorted(t.helpers),
    "acts": lambda t: [{"t": a.time, "y": a.by, "k": a.kind, "d": dict(a.details)} for a in t.acts],
}


def _places(t: Tournament) -> dict[str, str]:
    """Short names for the boards: the place of entering, of a team's players with their own."""
    places = {"": "-"}
    for entry in t.entries.values():
        places[entry.id] = str(entry.entered)
        for place, player in enumerate(entry.members):
            places[player] = f"{entry.entered}.{place}"
    return places


def _entry_document(entry: Entry) -> list[Any]:
    byes = {str(number): bye.value for number, bye in entry.byes.items()}
    return [
        entry.id, entry.name, entry.rating, entry.entered, entry.presence.value, byes,
        entry.gone_from, entry.captain, [list(one) for one in entry.members.items()],
        sorted(entry.away), list(entry.order), entry.order_for,
    ]  # fmt: skip


def _round_document(one: PairedRound, places: dict[str, str]) -> Document:
    return {
        "n": one.number,
        "b": "\n".join(
            f"{places[b.first]} {places[b.second]} {b.result.value if b.result else '*'}"
            f"{' !' if b.fixed else ''}"
            for b in one.boards
        ),
        "y": [[places[name], bye.value] for name, bye in one.byes.items()],
        "p": one.paired_at,
        "s": one.starts_at,
        "e": one.engine,
        "r": list(one.relaxed),
        "m": [[places[first], places[second]] for first, second in one.matches],
        "x": one.each,
    }


def from_document(raw: Document) -> Tournament:
    """Of a document without its heavy parts a tournament without them."""
    entries = [_entry(one) for one in raw.get("entries", ())]
    names = {"-": ""}
    for entry in entries:
        names[str(entry.entered)] = entry.id
        for place, player in enumerate(entry.members):
            names[f"{entry.entered}.{place}"] = player
    rules = dict(raw["rules"])
    choice = dict(rules["choice"])
    choice["format"] = Format(choice["format"]) if choice["format"] else None
    rules["choice"] = Choice(**choice)
    rules["tiebreaks"] = tuple(Tiebreak(one) for one in rules["tiebreaks"])
    rules["policy"] = Policy(rules["policy"])
    return Tournament(
        id=raw["_id"],
        version=raw["version"],
        rules=Rules(**rules),
        creator=raw["creator"],
        created_at=raw["created_at"],
        due=raw.get("due", 0),
        series=raw["series"],
        status=Status(raw["status"]),
        phase=Phase(raw["phase"]) if raw["phase"] else None,
        format=Format(raw["format"]) if raw["format"] else None,
        total=raw["total"],
        entries={entry.id: entry for entry in entries},
        rounds=tuple(_round(raw["_id"], one, names) for one in raw.get("rounds", ())),
        order=tuple(raw.get("order", ())),
        forbidden=frozenset(frozenset(pair) for pair in raw.get("forbidden", ())),
        helpers=frozenset(raw.get("helpers", ())),
        acts=tuple(Act(a["t"], a["y"], a["k"], a["d"]) for a in raw.get("acts", ())),
        ended_at=raw["ended_at"],
        end_reason=raw["end_reason"],
    )


def _entry(raw: list[Any]) -> Entry:
    id, name, rating, entered, presence, byes, gone_from, captain, members, away, *order = raw
    asked = {int(number): Bye(bye) for number, bye in byes.items()}
    return Entry(
        id, name, rating, entered, Presence(presence), asked, gone_from,
        captain, dict(members), frozenset(away), tuple(order[0]), order[1],
    )  # fmt: skip


# Boards as last read, by tournament and round: of a large tournament all rounds but the last are
# the same every time. A short name stands for the same player as long as the tournament lives.
_read: OrderedDict[tuple[str, int], tuple[str, tuple[Board, ...]]] = OrderedDict()
_MOST_READ = 512


def _boards(id: str, number: int, text: str, names: dict[str, str]) -> tuple[Board, ...]:
    known = _read.get((id, number))
    if known is not None and known[0] == text:
        return known[1]
    boards = []
    for line in text.split("\n") if text else ():
        first, second, result, *fixed = line.split(" ")
        found = None if result == "*" else Result(result)
        boards.append(Board(names[first], names[second], found, bool(fixed)))
    made = tuple(boards)
    _read[id, number] = (text, made)
    _read.move_to_end((id, number))
    if len(_read) > _MOST_READ:
        _read.popitem(last=False)
    return made


def _round(id: str, raw: Document, names: dict[str, str]) -> PairedRound:
    return PairedRound(
        number=raw["n"],
        boards=_boards(id, raw["n"], raw["b"], names),
        byes={names[place]: Bye(bye) for place, bye in raw["y"]},
        paired_at=raw["p"],
        starts_at=raw["s"],
        engine=raw["e"],
        relaxed=tuple(raw["r"]),
        matches=tuple((names[first], names[second]) for first, second in raw["m"]),
        each=raw["x"],
    )
