"""Tournaments in MongoDB: one document each, which is its own outbox.

Boards are kept as text, `first second result fixed` with players by their place in the order of
entering, so that the largest tournament stays far below what a document may hold.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from motor.motor_asyncio import AsyncIOMotorDatabase
from pymongo import ASCENDING, DESCENDING, IndexModel
from pymongo.errors import DuplicateKeyError
from servicekit.mongo import OutboxCollection, outbox_fields
from servicekit.outbox import OutEvent, events_of
from servicekit.retry import store_call

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
from x0_tournament.service.ports import Head, Stored

Document = dict[str, Any]

# Tournaments of one list that may stand at the same millisecond.
_MOST_TIES = 50
_HEAVY = ("entries", "rounds", "acts", "outbox", "order", "forbidden", "helpers")
_GROUPS = {
    Status.OPEN: "coming",
    Status.RUNNING: "running",
    Status.ENDED: "ended",
    Status.CANCELLED: "ended",
}


class MongoStore:
    def __init__(self, database: AsyncIOMotorDatabase[Document]) -> None:
        self._database = database
        self._tournaments = database["tournaments"]
        self.outbox = OutboxCollection(self._tournaments)

    async def prepare(self) -> None:
        await self.outbox.prepare()
        await self._tournaments.create_indexes(
            [
                # Sparse, not partial, and asked with both bounds: the embedded store scans
                # otherwise.
                IndexModel([("due", ASCENDING)], name="due", sparse=True),
                IndexModel(
                    [("group", ASCENDING), ("at", ASCENDING), ("_id", ASCENDING)], name="list"
                ),
            ]
        )

    async def ping(self) -> bool:
        await self._database.command("ping")
        return True

    async def insert(self, tournament: Tournament, events: Sequence[OutEvent], now: int) -> bool:
        document = {**to_document(tournament), **outbox_fields(list(events), now)}

        async def call() -> bool:
            try:
                await self._tournaments.insert_one(document)
            except DuplicateKeyError:
                return False
            return True

        return await store_call(call)

    async def load(self, id: str) -> Stored | None:
        raw = await store_call(lambda: self._tournaments.find_one({"_id": id}))
        return None if raw is None else Stored(from_document(raw), tuple(events_of(raw)))

    async def save(
        self, before: Tournament, after: Tournament, events: Sequence[OutEvent], now: int
    ) -> bool:
        """Guarded by the version; a repeated call whose answer was lost finds its own work."""
        document = {**to_document(after), **outbox_fields(list(events), now)}
        del document["_id"]
        update: Document = {"$set": document}
        if "due" not in document:
            update["$unset"] = {"due": ""}
        mine = events[-1].to_doc()["b"]
        again = False

        async def call() -> bool:
            nonlocal again
            if again:
                # The attempt before may have been done, and only its answer lost.
                raw = await self._tournaments.find_one(
                    {"_id": after.id}, {"version": 1, "outbox": 1}
                )
                if raw is not None and raw["version"] == after.version:
                    return any(bytes(one["b"]) == mine for one in raw.get("outbox") or ())
            again = True
            done = await self._tournaments.update_one(
                {"_id": after.id, "version": before.version}, update
            )
            return bool(done.matched_count)

        return await store_call(call)

    async def claim(self, tournament: Tournament, until: int) -> bool:
        query = {"_id": tournament.id, "version": tournament.version, "due": tournament.due}
        done = await store_call(
            lambda: self._tournaments.update_one(query, {"$set": {"due": until}})
        )
        return bool(done.matched_count)

    async def set_due(self, tournament: Tournament, due: int) -> bool:
        query = {"_id": tournament.id, "version": tournament.version}
        done = await store_call(lambda: self._tournaments.update_one(query, {"$set": {"due": due}}))
        return bool(done.matched_count)

    async def due(self, now: int, limit: int) -> list[str]:
        async def call() -> list[str]:
            found = (
                self._tournaments.find({"due": {"$gt": 0, "$lte": now}}, {"_id": 1})
                .sort("due", ASCENDING)
                .limit(limit)
            )
            return [raw["_id"] async for raw in found]

        return await store_call(call)

    async def known(self, ids: Sequence[str]) -> set[str]:
        async def call() -> set[str]:
            found = self._tournaments.find({"_id": {"$in": list(ids)}}, {"_id": 1})
            return {raw["_id"] async for raw in found}

        return await store_call(call)

    async def page(self, group: str, after: tuple[int, str] | None, limit: int) -> list[Head]:
        """Those that have ended latest first, all others earliest first."""
        latest = group == "ended"
        low, high = (0, 2**62)
        if after is not None:
            low, high = (0, after[0] + 1) if latest else (after[0] - 1, 2**62)
        order = DESCENDING if latest else ASCENDING

        async def call() -> list[Head]:
            found = (
                self._tournaments.find(
                    {"group": group, "at": {"$gt": low, "$lt": high}}, dict.fromkeys(_HEAVY, 0)
                )
                .sort([("at", order), ("_id", order)])
                .limit(limit + _MOST_TIES)
            )
            page: list[Head] = []
            async for raw in found:
                key = (raw["at"], raw["_id"])
                if after is None or (key < after if latest else key > after):
                    page.append(Head(from_document(raw), raw["count"], raw["round"]))
                if len(page) == limit:
                    break
            return page

        return await store_call(call)


def to_document(t: Tournament) -> Document:
    rules = asdict(t.rules)
    rules["tiebreaks"] = [one.value for one in t.rules.tiebreaks]
    places = _places(t)
    document: Document = {
        "_id": t.id,
        "version": t.version,
        "rules": rules,
        "creator": t.creator,
        "created_at": t.created_at,
        "series": t.series,
        "status": t.status.value,
        "phase": t.phase.value if t.phase else "",
        "format": t.format.value if t.format else "",
        "total": t.total,
        "round": len(t.rounds),
        "count": sum(e.presence in (Presence.ACTIVE, Presence.PAUSED) for e in t.entries.values()),
        "group": _GROUPS[t.status],
        "at": t.ended_at if t.over else t.rules.start,
        "entries": [_entry_document(entry) for entry in t.entries.values()],
        "rounds": [_round_document(one, places) for one in t.rounds],
        "order": list(t.order),
        "forbidden": sorted(sorted(pair) for pair in t.forbidden),
        "helpers": sorted(t.helpers),
        "acts": [{"t": a.time, "y": a.by, "k": a.kind, "d": dict(a.details)} for a in t.acts],
        "ended_at": t.ended_at,
        "end_reason": t.end_reason,
    }
    if t.due:
        document["due"] = t.due
    return document


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
