"""Tournaments and their tables as they were last read here.

Many look at one tournament, and far more often than it changes: the store is asked only whether it
has, and a table is made once a version.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from servicekit.errors import NotFound

from x0_tournament.domain.standings import Table
from x0_tournament.domain.tournament import Tournament, table
from x0_tournament.service.ports import Store

# What is made of a table of more than so many participants is made in a thread.
LARGE = 200
# Kept in all: tournaments, and participants of them (with 15 rounds some 4 kB each).
MOST_TOURNAMENTS = 200
MOST_PARTICIPANTS = 20_000
# Answers kept of one tournament.
MOST_ANSWERS = 20

Answer = TypeVar("Answer")


@dataclass(slots=True)
class _Known:
    tournament: Tournament
    table: Table | None = None
    answers: dict[str, Any] = field(default_factory=dict)
    making: asyncio.Lock = field(default_factory=asyncio.Lock)


async def _table(known: _Known) -> Table:
    async with known.making:
        if known.table is None:
            t = known.tournament
            large = len(t.entries) > LARGE
            known.table = await asyncio.to_thread(table, t) if large else table(t)
        return known.table


class Reads:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._participants = 0

    async def tournament(self, id: str) -> Tournament:
        """As the store has it. Raises NotFound."""
        return (await self._read(id)).tournament

    async def standings(self, id: str) -> tuple[Tournament, Table]:
        """Raises NotFound."""
        known = await self._read(id)
        return known.tournament, await _table(known)

    async def answer(
        self, id: str, make: Callable[[Tournament, Table], Answer], key: str
    ) -> Answer:
        """What is made of a tournament and its table: under one key once a version.

        With an empty key it is not kept. Raises NotFound.
        """
        known = await self._read(id)
        made = await _table(known)
        if not key:
            return make(known.tournament, made)
        # One at a time of a tournament: whoever asks for many different parts waits for them.
        async with known.making:
            if key not in known.answers:
                if len(known.answers) >= MOST_ANSWERS:
                    known.answers.clear()
                large = len(made.rows) > LARGE
                known.answers[key] = (
                    await asyncio.to_thread(make, known.tournament, made)
                    if large
                    else make(known.tournament, made)
                )
            return cast(Answer, known.answers[key])

    async def _read(self, id: str) -> _Known:
        known = self._known.get(id)
        newer = await self._store.newer(id, known.tournament.version if known else -1)
        if newer is not None:
            known = _Known(newer)
            self._keep(id, known)
        elif known is None:
            raise NotFound("unknown_tournament", "there is no such tournament")
        elif id in self._known:
            self._known.move_to_end(id)
        return known

    def _keep(self, id: str, known: _Known) -> None:
        old = self._known.get(id)
        if old is not None and old.tournament.version >= known.tournament.version:
            return  # somebody who asked later was answered sooner
        self._known[id] = known
        self._known.move_to_end(id)
        self._participants += len(known.tournament.entries)
        if old is not None:
            self._participants -= len(old.tournament.entries)
        while len(self._known) > 1 and (
            len(self._known) > MOST_TOURNAMENTS or self._participants > MOST_PARTICIPANTS
        ):
            _, gone = self._known.popitem(last=False)
            self._participants -= len(gone.tournament.entries)
