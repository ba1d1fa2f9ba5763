"""Quick pairing, by any number of instances at once.

Tying two seeks takes three writes, in this order:

1. reserve the joiner (its own document says for which host and game);
2. take the host, if it is still as it was read before step 1. This decides;
3. make the game, and say in the joiner's document how it ended.

Whoever loses a race in 2 releases the joiner. A crash after 1 leaves a reserved
joiner: `recover` looks at its host. Taken by it: go on with 3. Still waiting:
the host is first moved on by a version, so that a matcher who is slow, not
dead, fails in step 2; then the joiner is released.
"""

from __future__ import annotations

from collections import defaultdict

from servicekit import clock, logs
from servicekit.ids import new_id

from x0_game.domain import seek
from x0_game.domain.seek import Seek
from x0_game.service.ports import SeekStore
from x0_game.service.seeks import Seeks

_log = logs.get("x0_game.matching")


class Matching:
    def __init__(self, store: SeekStore, seeks: Seeks) -> None:
        self._store = store
        self._seeks = seeks

    async def run_once(self) -> int:
        """Pairs who can be paired now; returns the number of games made."""
        pools: defaultdict[str, list[Seek]] = defaultdict(list)
        for waiting in await self._seeks.quick_waiting():
            pools[waiting.settings.pool].append(waiting)
        made = 0
        for pool in pools.values():
            for host, joiner in seek.pairs(pool, clock.now_ms()):
                made += await self.tie(host, joiner)
        return made

    async def tie(self, host: Seek, joiner: Seek) -> bool:
        reserved = seek.reserve(joiner, host, new_id())
        if not await self._seeks.save(joiner, reserved):
            return False
        taken = seek.take(host, reserved)
        if not await self._seeks.save(host, taken):
            await self._seeks.save(reserved, seek.release(reserved))
            return False
        await self._finish(reserved, taken)
        return True

    async def recover(self, before: int) -> None:
        """Finishes or undoes what a crashed instance left; games due included."""
        for found in await self._store.seeks_due_a_game(before, 200):
            if found.status == "matched":
                await self._ensure(found)
            elif found.status == "joining" and found.partner is not None:
                host = await self._store.load_seek(found.partner)
                if host is not None and seek.took(host, found):
                    await self._finish(found, host)
                else:
                    await self._undo(found, host)

    async def _undo(self, joiner: Seek, host: Seek | None) -> None:
        if host is not None and host.status == "waiting":
            moved_on = await self._seeks.save(host, seek.touch(host))
            if not moved_on:
                # Taken or changed at this moment: the next round sees how.
                return
        await self._seeks.save(joiner, seek.release(joiner))

    async def _finish(self, joiner: Seek, host: Seek) -> None:
        await self._seeks.ensure_game(host)
        told = seek.joined(joiner, host)
        if await self._seeks.save(joiner, told):
            await self._store.seek_done(told)

    async def _ensure(self, matched: Seek) -> None:
        # A joiner's document names the game too, but the host's has the seats.
        if matched.partner is not None:
            partner = await self._store.load_seek(matched.partner)
            if partner is not None and seek.took(partner, matched):
                await self._store.seek_done(matched)
                return
        await self._seeks.ensure_game(matched)
