"""Clans: a document each, with members and invitations in it."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from motor.motor_asyncio import AsyncIOMotorDatabase
from pymongo.errors import DuplicateKeyError
from servicekit.retry import store_call

from x0_account.domain.clan_names import name_skeleton, tag_key
from x0_account.domain.clans import (
    MAX_CLANS,
    MAX_INVITED,
    Clan,
    ClanNameTaken,
    ClanRow,
    Invitation,
    Member,
    Rank,
    TagTaken,
)
from x0_account.domain.names import folded

# Closed clans have none of these: sparse indexes leave them out.
_NAMES = ("folded", "skeleton", "tag_key")
_IN_LISTS = {"name": 1, "tag": 1, "size": 1, "created": 1}
# Where names begin, in order: each digit, each letter of ASCII and Cyrillic, other Latin in three
# parts; the last is behind every folded name.
_LETTERS = [*"0123456789abcdefghijklmnopqrstuvwxyz\u00c0\u0100\u1e00\uffff"]
_LETTERS = sorted([*_LETTERS, *map(chr, range(0x0430, 0x0460))])


class MongoClans:
    """Every write is guarded by a version or an id, so `store_call` may repeat it."""

    def __init__(self, database: "AsyncIOMotorDatabase[Any]") -> None:
        self._clans: Any = database["account_clans"]

    async def prepare(self) -> None:
        for name in _NAMES:
            await self._clans.create_index(name, unique=True, sparse=True)
        await self._clans.create_index("players")
        await self._clans.create_index("invited")

    # -- reading ----------------------------------------------------------------------

    async def clan(self, clan_id: str) -> Clan | None:
        return await self._one({"_id": clan_id})

    async def clan_by_name(self, folded: str) -> Clan | None:
        return await self._one({"folded": folded})

    async def clan_by_tag(self, tag_key: str) -> Clan | None:
        return await self._one({"tag_key": tag_key})

    async def clans_of(self, player_id: str) -> list[Clan]:
        # One more, so that too many would be noticed.
        return await self._some({"players": player_id}, MAX_CLANS + 1)

    async def clans_inviting(self, player_id: str) -> list[Clan]:
        # Some more: who invites at the same moment does not see the others.
        return await self._some({"invited": player_id}, MAX_INVITED * 2)

    async def page(self, after: str, limit: int) -> list[ClanRow]:
        # The embedded store fetches a whole range before it applies the limit: few letters first,
        # then twice as many each time.
        docs: list[dict[str, Any]] = []
        low, letter, letters = after, bisect_right(_LETTERS, after), 1
        while letter < len(_LETTERS) and len(docs) < limit:
            letter += letters
            high = _LETTERS[min(letter, len(_LETTERS)) - 1]
            docs += await self._between(low, high, limit - len(docs))
            low, letters = high, letters * 2
        return [
            ClanRow(doc["_id"], doc["name"], doc["tag"], doc["size"], doc["created"])
            for doc in docs
        ]

    async def _between(self, low: str, high: str, limit: int) -> list[dict[str, Any]]:
        # No name is a single letter, so nothing lies on a bound but where a page ended.
        query = {"folded": {"$gt": low, "$lt": high}}
        found: list[dict[str, Any]] = await store_call(
            lambda: self._clans.find(query, _IN_LISTS).sort("folded", 1).limit(limit).to_list(limit)
        )
        return found

    async def _one(self, query: Mapping[str, Any]) -> Clan | None:
        doc = await store_call(lambda: self._clans.find_one(query))
        return _clan(doc) if doc else None

    async def _some(self, query: Mapping[str, Any], most: int) -> list[Clan]:
        docs = await store_call(lambda: self._clans.find(query).limit(most).to_list(most))
        return [_clan(doc) for doc in docs]

    # -- writing ----------------------------------------------------------------------

    async def add_clan(self, clan: Clan) -> bool:
        doc = {"_id": clan.clan_id, "version": clan.version, **_fields(clan)}

        async def insert() -> bool:
            try:
                await self._clans.insert_one(doc)
            except DuplicateKeyError:
                if await self._clans.find_one({"_id": clan.clan_id}, {"_id": 1}) is None:
                    await self._say_what_is_taken(clan)
                return False
            return True

        return await store_call(insert)

    async def save_clan(self, clan: Clan) -> bool:
        fields = _fields(clan)
        gone = {name: "" for name in _NAMES if name not in fields}
        update: dict[str, Any] = {"$set": {**fields, "version": clan.version + 1}}
        if gone:
            update["$unset"] = gone

        async def write() -> bool:
            try:
                result = await self._clans.update_one(
                    {"_id": clan.clan_id, "version": clan.version}, update
                )
            except DuplicateKeyError:
                await self._say_what_is_taken(clan)
            return bool(result.matched_count)

        return await store_call(write)

    async def _say_what_is_taken(self, clan: Clan) -> None:
        found = await self._clans.find_one({"tag_key": tag_key(clan.tag)}, {"_id": 1})
        if found is not None and found["_id"] != clan.clan_id:
            raise TagTaken
        raise ClanNameTaken


def _clan(doc: Mapping[str, Any]) -> Clan:
    return Clan(
        clan_id=doc["_id"],
        version=doc["version"],
        name=doc["name"],
        tag=doc["tag"],
        about=doc["about"],
        created=doc["created"],
        members=tuple(Member(m["player"], Rank(m["rank"]), m["since"]) for m in doc["members"]),
        invitations=tuple(
            Invitation(i["player"], i["by"], i["created"]) for i in doc["invitations"]
        ),
        closed=doc["closed"],
    )


def _fields(clan: Clan) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "name": clan.name,
        "tag": clan.tag,
        "about": clan.about,
        "created": clan.created,
        "members": [
            {"player": m.player_id, "rank": int(m.rank), "since": m.since} for m in clan.members
        ],
        "invitations": [
            {"player": i.player_id, "by": i.by, "created": i.created} for i in clan.invitations
        ],
        "closed": clan.closed,
        # For indexes and lists.
        "players": [m.player_id for m in clan.members],
        "invited": [i.player_id for i in clan.invitations],
        "size": len(clan.members),
    }
    if not clan.closed:
        fields["folded"] = folded(clan.name)
        fields["skeleton"] = name_skeleton(clan.name)
        fields["tag_key"] = tag_key(clan.tag)
    return fields
