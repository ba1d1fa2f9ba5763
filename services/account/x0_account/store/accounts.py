"""MongoDB: players, sessions, API tokens, sign-in attempts. All queries and indexes."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from motor.motor_asyncio import AsyncIOMotorDatabase
from pymongo.errors import DuplicateKeyError
from servicekit.clock import now_ms
from servicekit.mongo import OutboxCollection, outbox_fields
from servicekit.outbox import OutEvent, Pending, events_of
from servicekit.retry import store_call

from x0_account.domain.names import folded, skeleton
from x0_account.domain.players import (
    ApiToken,
    Attempts,
    Joining,
    NameTaken,
    Player,
    Session,
)

# A name's attempts are forgotten when its bucket is surely full again.
_ATTEMPTS_LIFE = timedelta(hours=1)


def _at(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


class MongoStore:
    """Every write is guarded by a version or can be repeated, so `store_call` may repeat it."""

    def __init__(self, database: "AsyncIOMotorDatabase[Any]") -> None:
        self._database = database
        self._players: Any = database["account_players"]
        self._sessions: Any = database["account_sessions"]
        self._tokens: Any = database["account_api_tokens"]
        self._attempts: Any = database["account_attempts"]
        self.outbox = OutboxCollection(self._players)

    async def prepare(self) -> None:
        """Makes the indexes; those that are there already cost nothing."""
        # Guests and deleted players have neither field: sparse leaves them out.
        await self._players.create_index("folded", unique=True, sparse=True)
        await self._players.create_index("skeleton", unique=True, sparse=True)
        await self._players.create_index("leaving", sparse=True)
        await self.outbox.prepare()
        await self._sessions.create_index([("player", 1), ("last_used", -1)])
        await self._sessions.create_index("expires", expireAfterSeconds=0)
        await self._tokens.create_index([("player", 1), ("created", -1)])
        await self._attempts.create_index("expires", expireAfterSeconds=0)

    async def ping(self) -> bool:
        await self._database.command("ping")
        return True

    # -- players ----------------------------------------------------------------------

    async def player(self, player_id: str) -> Player | None:
        doc = await store_call(lambda: self._players.find_one({"_id": player_id}, {"outbox": 0}))
        return _player(doc) if doc else None

    async def player_by_name(self, folded: str) -> Player | None:
        doc = await store_call(lambda: self._players.find_one({"folded": folded}, {"outbox": 0}))
        return _player(doc) if doc else None

    async def players(self, player_ids: Sequence[str]) -> list[Player]:
        if not player_ids:
            return []
        docs = await store_call(
            lambda: self._players.find({"_id": {"$in": list(player_ids)}}, {"outbox": 0}).to_list(
                len(player_ids)
            )
        )
        return [_player(doc) for doc in docs]

    async def add_player(self, player: Player, events: Sequence[OutEvent]) -> None:
        doc = {
            "_id": player.player_id,
            "version": player.version,
            **_player_fields(player),
            **outbox_fields(list(events), now_ms()),
        }

        async def insert() -> None:
            try:
                await self._players.insert_one(doc)
            except DuplicateKeyError:
                # Ids are random: the same one is our own insert, whose answer was lost.
                if await self._players.find_one({"_id": player.player_id}, {"_id": 1}) is None:
                    raise NameTaken from None

        await store_call(insert)

    async def save_player(self, player: Player, events: Sequence[OutEvent]) -> bool:
        fields = _player_fields(player)
        gone = {name: "" for name in ("folded", "skeleton", "leaving") if name not in fields}
        update: dict[str, Any] = {"$set": {**fields, "version": player.version + 1}}
        if gone:
            update["$unset"] = gone
        if events:
            update["$push"] = {"outbox": {"$each": [event.to_doc() for event in events]}}
            update["$set"]["pending_since"] = now_ms()
        try:
            result = await store_call(
                lambda: self._players.update_one(
                    {"_id": player.player_id, "version": player.version}, update
                )
            )
        except DuplicateKeyError:
            raise NameTaken from None
        return bool(result.matched_count)

    async def unpublished(self, player_id: str) -> Pending | None:
        doc = await store_call(
            lambda: self._players.find_one({"_id": player_id}, {"version": 1, "outbox": 1})
        )
        if not doc or not doc.get("outbox"):
            return None
        return Pending(player_id, doc["version"], events_of(doc))

    async def leaving(self, before_ms: int, limit: int) -> list[str]:
        docs = await store_call(
            lambda: (
                self._players.find({"leaving": {"$gt": 0, "$lt": before_ms}}, {"_id": 1})
                .limit(limit)
                .to_list(limit)
            )
        )
        return [doc["_id"] for doc in docs]

    # -- sessions ---------------------------------------------------------------------

    async def session(self, session_id: str) -> Session | None:
        doc = await store_call(lambda: self._sessions.find_one({"_id": session_id}))
        return _session(doc) if doc else None

    async def sessions(self, player_id: str) -> list[Session]:
        docs = await store_call(
            lambda: self._sessions.find({"player": player_id}).sort("last_used", -1).to_list(1000)
        )
        return [_session(doc) for doc in docs]

    async def add_session(self, session: Session) -> None:
        doc = {"_id": session.session_id, "version": 1, **_session_fields(session)}

        async def insert() -> None:
            try:
                await self._sessions.insert_one(doc)
            except DuplicateKeyError:
                return  # our own, whose answer was lost

        await store_call(insert)

    async def save_session(self, session: Session) -> bool:
        result = await store_call(
            lambda: self._sessions.update_one(
                {"_id": session.session_id, "version": session.version},
                {"$set": {**_session_fields(session), "version": session.version + 1}},
            )
        )
        return bool(result.matched_count)

    async def remove_sessions(self, player_id: str, session_ids: Sequence[str]) -> int:
        return await _remove(self._sessions, player_id, session_ids)

    # -- API tokens -------------------------------------------------------------------

    async def api_token(self, token_id: str) -> ApiToken | None:
        doc = await store_call(lambda: self._tokens.find_one({"_id": token_id}))
        return _api_token(doc) if doc else None

    async def api_tokens(self, player_id: str) -> list[ApiToken]:
        docs = await store_call(
            lambda: self._tokens.find({"player": player_id}).sort("created", -1).to_list(100)
        )
        return [_api_token(doc) for doc in docs]

    async def add_api_token(self, token: ApiToken) -> None:
        doc = {
            "_id": token.token_id,
            "player": token.player_id,
            "label": token.label,
            "scopes": list(token.scopes),
            "created": token.created,
            "last_used": token.last_used,
            "hash": token.hash,
        }

        async def insert() -> None:
            try:
                await self._tokens.insert_one(doc)
            except DuplicateKeyError:
                return  # our own, whose answer was lost

        await store_call(insert)

    async def touch_api_token(self, token_id: str, now: int) -> None:
        await store_call(
            lambda: self._tokens.update_one({"_id": token_id}, {"$set": {"last_used": now}})
        )

    async def remove_api_tokens(self, player_id: str, token_ids: Sequence[str]) -> int:
        return await _remove(self._tokens, player_id, token_ids)

    # -- attempts ---------------------------------------------------------------------

    async def attempts(self, key: str) -> tuple[Attempts | None, int]:
        doc = await store_call(lambda: self._attempts.find_one({"_id": key}))
        if not doc:
            return None, 0
        return Attempts(doc["tokens"], doc["since"]), doc["version"]

    async def save_attempts(self, key: str, version: int, state: Attempts) -> bool:
        fields = {
            "version": version + 1,
            "tokens": state.tokens,
            "since": state.since,
            "expires": _at(state.since) + _ATTEMPTS_LIFE,
        }
        if version == 0:
            try:
                await store_call(lambda: self._attempts.insert_one({"_id": key, **fields}))
            except DuplicateKeyError:
                return False
            return True
        result = await store_call(
            lambda: self._attempts.update_one({"_id": key, "version": version}, {"$set": fields})
        )
        return bool(result.matched_count)

    async def forget_attempts(self, key: str) -> None:
        await store_call(lambda: self._attempts.delete_one({"_id": key}))


async def _remove(collection: Any, player_id: str, ids: Sequence[str]) -> int:
    """By id one at a time: few, and a delete by several ids is a scan in some stores."""
    removed = 0
    for one in ids:
        query = {"_id": one, "player": player_id}
        result = await store_call(lambda query=query: collection.delete_one(query))  # type: ignore[misc]
        removed += result.deleted_count
    return removed


def _player(doc: Mapping[str, Any]) -> Player:
    return Player(
        player_id=doc["_id"],
        version=doc["version"],
        name=doc["name"],
        guest=doc["guest"],
        created=doc["created"],
        deleted=doc["deleted"],
        password_hash=doc["password"],
        country=doc["country"],
        language=doc["language"],
        about=doc["about"],
        blocked=tuple(doc["blocked"]),
        joining=Joining(**doc["joining"]) if doc.get("joining") else None,
        leaving=doc.get("leaving", 0),
    )


def _player_fields(player: Player) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "name": player.name,
        "guest": player.guest,
        "created": player.created,
        "deleted": player.deleted,
        "password": player.password_hash,
        "country": player.country,
        "language": player.language,
        "about": player.about,
        "blocked": list(player.blocked),
        "joining": asdict(player.joining) if player.joining else None,
    }
    if player.leaving:
        fields["leaving"] = player.leaving
    if not player.guest and not player.deleted:
        fields["folded"] = folded(player.name)
        fields["skeleton"] = skeleton(player.name)
    return fields


def _session(doc: Mapping[str, Any]) -> Session:
    return Session(
        session_id=doc["_id"],
        player_id=doc["player"],
        version=doc["version"],
        user_agent=doc["user_agent"],
        created=doc["created"],
        last_used=doc["last_used"],
        expires=int(doc["expires"].timestamp() * 1000),
        family=bytes(doc["family"]),
        live=tuple(bytes(one) for one in doc["live"]),
        previous=bytes(doc["previous"]),
        rotated=doc["rotated"],
    )


def _session_fields(session: Session) -> dict[str, Any]:
    return {
        "player": session.player_id,
        "user_agent": session.user_agent,
        "created": session.created,
        "last_used": session.last_used,
        # A date, so that the store removes it by itself.
        "expires": _at(session.expires),
        "family": session.family,
        "live": list(session.live),
        "previous": session.previous,
        "rotated": session.rotated,
    }


def _api_token(doc: Mapping[str, Any]) -> ApiToken:
    return ApiToken(
        token_id=doc["_id"],
        player_id=doc["player"],
        label=doc["label"],
        scopes=tuple(doc["scopes"]),
        created=doc["created"],
        last_used=doc["last_used"],
        hash=bytes(doc["hash"]),
    )
