"""Players who have deleted their accounts leave the tournaments that they are in.

First it is written down who is gone, then their tournaments are looked for. Who enters reads that
after they have entered (`Tournaments.join`): so either the one or the other sees it, also of who
enters at the very moment with a token that is good for some minutes more.
"""

from collections.abc import Sequence

from x0_tournament.domain import deleting
from x0_tournament.service.ports import Store
from x0_tournament.service.tournaments import Tournaments


class Departures:
    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        self._store = store
        self._tournaments = tournaments

    async def deleted(self, players: Sequence[str]) -> None:
        """Safe to repeat."""
        await self._store.put_gone(players)
        for player in players:
            for id in await self._store.entered(player):
                await self._tournaments.change(
                    id,
                    lambda t, now, player=player: deleting.deleted(  # type: ignore[misc]
                        t, player, now
                    ),
                )
