"""MongoDB: the base, attempts, progress, standings of puzzles. All queries and indexes.

The base is kept in blocks of a hundred puzzles, which an instance reads when it needs one and
remembers as text: it never changes but for what is added at its end.
"""

import time
from collections.abc import Sequence
from typing import Any

from motor.motor_asyncio import AsyncIOMotorDatabase
from pymongo import ASCENDING, DESCENDING, IndexModel
from pymongo.errors import DuplicateKeyError
from servicekit.errors import Unavailable
from servicekit.retry import store_call

from x0_puzzle.documents import (
    Document,
    attempt_document,
    attempt_of,
    progress_document,
    progress_of,
    puzzle_of_row,
    row_text,
    standing_document,
    standing_of,
)
from x0_puzzle.domain.attempt import Attempt
from x0_puzzle.domain.base import Base
from x0_puzzle.domain.progress import Progress
from x0_puzzle.domain.puzzle import Puzzle, read_id
from x0_puzzle.service.ports import Standing

BLOCK = 100
# The base may have grown since it was read.
_BASE_LIVES = 60.0
_BASE = "base"


class BaseDiffers(Exception):
    """Other puzzles are in the store under the same numbers."""


class MongoStore:
    """Every write is guarded by a version, so `store_call` may repeat it."""

    def __init__(self, database: "AsyncIOMotorDatabase[Document]") -> None:
        self._database = database
        self._base: Any = database["puzzle_base"]
        self._attempts: Any = database["puzzle_attempts"]
        self._progress: Any = database["puzzle_progress"]
        self._standings: Any = database["puzzle_standings"]
        self._blocks: dict[str, list[str]] = {}
        self._known: tuple[float, Base] | None = None

    async def prepare(self) -> None:
        await self._attempts.create_indexes(
            [
                IndexModel([("player", ASCENDING), ("started", DESCENDING)], name="player"),
                # Sparse, not partial, and asked with both bounds: the embedded store scans
                # otherwise.
                IndexModel([("due", ASCENDING)], name="due", sparse=True),
            ]
        )

    async def ping(self) -> bool:
        await self._database.command("ping")
        return True

    # -- the base -------------------------------------------------------------------------

    async def base(self) -> Base:
        if self._known is not None and time.monotonic() - self._known[0] < _BASE_LIVES:
            return self._known[1]
        raw = await store_call(lambda: self._base.find_one({"_id": _BASE}))
        if raw is None:
            raise Unavailable("no_puzzles", "the puzzles are not loaded yet")
        base = Base(dict(raw["levels"]))
        self._known = (time.monotonic(), base)
        return base

    async def is_empty(self) -> bool:
        raw = await store_call(lambda: self._base.find_one({"_id": _BASE}, {"_id": 1}))
        return raw is None

    async def put_base(self, mode: str, puzzles: Sequence[Puzzle]) -> int:
        """Adds those of one mode, numbered from 1, that are not there; returns how many.

        Raises BaseDiffers, and has done nothing of the block then.
        """
        added = 0
        for start in range(0, len(puzzles), BLOCK):
            rows = [row_text(one) for one in puzzles[start : start + BLOCK]]
            added += await self._put_block(f"{mode}-{start // BLOCK}", rows)
        return added

    async def _put_block(self, id: str, rows: list[str]) -> int:
        document = {"_id": id, "version": len(rows), "rows": rows}
        while True:
            raw = await store_call(lambda: self._base.find_one({"_id": id}))
            there: list[str] = raw["rows"] if raw else []
            same = min(len(there), len(rows))
            if there[:same] != rows[:same]:
                raise BaseDiffers(f"block {id} of the store has other puzzles")
            if len(there) >= len(rows):
                return 0
            if await self._grow_block(document, len(there)):
                return len(rows) - len(there)

    async def _grow_block(self, document: Document, there: int) -> bool:
        """In place of what is there; False if that has changed."""
        if not there:
            try:
                await store_call(lambda: self._base.insert_one(document))
            except DuplicateKeyError:
                return False
            return True
        guard = {"_id": document["_id"], "version": there}
        done = await store_call(lambda: self._base.replace_one(guard, document))
        return bool(done.matched_count)

    async def finish_base(self, levels: dict[str, str]) -> None:
        """What there is, once all of it is there. `levels` as of `Base`; more may be known."""
        raw = await store_call(lambda: self._base.find_one({"_id": _BASE}))
        known: dict[str, str] = raw["levels"] if raw else {}
        merged = {**known}
        for mode, text in levels.items():
            if len(text) > len(known.get(mode, "")):
                merged[mode] = text
        if merged != known:
            await store_call(
                lambda: self._base.replace_one({"_id": _BASE}, {"levels": merged}, upsert=True)
            )
        self._known = None

    async def puzzles(self, ids: Sequence[str]) -> dict[str, Puzzle]:
        found: dict[str, Puzzle] = {}
        for id in ids:
            wanted = read_id(id)
            if wanted is None:
                continue
            mode, number = wanted
            row = await self._row(f"{mode}-{(number - 1) // BLOCK}", (number - 1) % BLOCK)
            if row is not None:
                found[id] = puzzle_of_row(mode, row)
        return found

    async def _row(self, block: str, at: int) -> str | None:
        rows = self._blocks.get(block, [])
        if at >= len(rows):
            mode, _, number = block.partition("-")
            # Numbers that nothing has are not looked up again and again.
            if not (await self.base()).has(mode, int(number) * BLOCK + at + 1):
                return None
            raw = await store_call(lambda: self._base.find_one({"_id": block}))
            rows = self._blocks[block] = raw["rows"] if raw else []
        return rows[at] if at < len(rows) else None

    # -- standings and progress -----------------------------------------------------------

    async def standings(self, puzzles: Sequence[str]) -> dict[str, Standing]:
        if not puzzles:
            return {}
        query = {"_id": {"$in": list(puzzles)}} if len(puzzles) > 1 else {"_id": puzzles[0]}
        docs = await store_call(lambda: self._standings.find(query).to_list(len(puzzles)))
        return {doc["_id"]: standing_of(doc) for doc in docs}

    async def save_standing(self, standing: Standing) -> bool:
        return await self._save(self._standings, standing_document(standing))

    async def progress(self, player: str) -> Progress | None:
        raw = await store_call(lambda: self._progress.find_one({"_id": player}))
        return None if raw is None else progress_of(raw)

    async def save_progress(self, progress: Progress) -> bool:
        return await self._save(self._progress, progress_document(progress))

    async def _save(self, collection: Any, document: Document) -> bool:
        """A repeated call whose answer was lost says False; whoever asked finds its work done."""
        version = document["version"]
        if version == 1:
            try:
                await store_call(lambda: collection.insert_one(document))
            except DuplicateKeyError:
                return False
            return True
        guard = {"_id": document["_id"], "version": version - 1}
        done = await store_call(lambda: collection.update_one(guard, {"$set": document}))
        return bool(done.matched_count)

    # -- attempts -------------------------------------------------------------------------

    async def attempt(self, player: str, puzzle: str) -> Attempt | None:
        raw = await store_call(lambda: self._attempts.find_one({"_id": f"{player}:{puzzle}"}))
        return None if raw is None else attempt_of(raw)

    async def save_attempt(self, attempt: Attempt, now: int) -> bool:
        document = attempt_document(attempt)
        if attempt.effect is not None:
            document["due"] = now
        return await self._save(self._attempts, document)

    async def settle(self, attempt: Attempt) -> None:
        # By the version: a later one has an effect of its own.
        guard = {"_id": attempt.id, "version": attempt.version}
        update: Document = {"$unset": {"due": "", "effect": ""}}
        if attempt.rating is not None:
            update["$set"] = {"rating": list(attempt.rating)}
        await store_call(lambda: self._attempts.update_one(guard, update))

    async def unsettled(self, before: int, limit: int) -> list[tuple[str, str]]:
        docs = await store_call(
            lambda: (
                self._attempts.find({"due": {"$gt": 0, "$lt": before}}, {"player": 1, "puzzle": 1})
                .sort("due", ASCENDING)
                .limit(limit)
                .to_list(limit)
            )
        )
        return [(doc["player"], doc["puzzle"]) for doc in docs]

    async def attempts(self, player: str, before: int | None, limit: int) -> list[Attempt]:
        bounds = {"$gt": 0, "$lt": before if before is not None else 2**53}
        docs = await store_call(
            lambda: (
                self._attempts.find({"player": player, "started": bounds})
                .sort("started", DESCENDING)
                .limit(limit)
                .to_list(limit)
            )
        )
        return [attempt_of(doc) for doc in docs]

    async def forget(self, player: str) -> None:
        query = {"player": player, "started": {"$gt": 0, "$lt": 2**53}}
        await store_call(lambda: self._attempts.delete_many(query))
        await store_call(lambda: self._progress.delete_one({"_id": player}))
