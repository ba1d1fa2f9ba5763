"""What waits for the players who are followed here, in parts, so that only what may have changed is
asked for.

A tournament of 200 tells all of them of every round at once: its event has what they are shown, and
nothing is asked for. What is kept follows from the log, which every gateway reads whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from servicekit import logs
from servicekit.clock import now_ms
from servicekit.errors import DomainError
from x0.game.v1 import service_pb2 as pb
from x0.tournament.v1 import events_pb2, tournament_pb2
from x0.tournament.v1 import service_pb2 as tournament_pb

from x0_gateway.backends import Backends, asked
from x0_gateway.translate.seeks import inbox

_log = logs.get("x0_gateway.live")

# A game that waits is told also while tournaments are away.
TOURNAMENTS_SECONDS = 1.0
# What is over is shown for so long.
OVER_SECONDS = 3600


@dataclass
class _Inbox:
    """`None`: to be asked for."""

    games: pb.GetInboxResponse | None = None
    tournaments: dict[str, tournament_pb2.Tournament] | None = None
    # Grows with every change, so that an answer from before it is not kept.
    games_changes: int = 0
    tournament_changes: int = 0


class Inboxes:
    def __init__(self, backends: Backends) -> None:
        self._game = backends.game
        self._tournament = backends.tournament
        self._kept: dict[str, _Inbox] = {}
        # Who was sent an inbox without tournaments.
        self._lacking: set[str] = set()

    async def whole(self, player_id: str) -> str:
        """As JSON. From here on until `forget` it follows what is told of the player."""
        kept = self._kept.setdefault(player_id, _Inbox())
        games, tournaments = await asyncio.gather(
            self._games(kept, player_id), self._tournaments(kept, player_id)
        )
        since = now_ms() // 1000 - OVER_SECONDS
        shown = (
            one
            for one in tournaments.values()
            if not one.HasField("ended_at") or one.ended_at.seconds > since
        )
        return inbox(games, shown).model_dump_json()

    async def _games(self, kept: _Inbox, player_id: str) -> pb.GetInboxResponse:
        if kept.games is not None:
            return kept.games
        changes = kept.games_changes
        found = await asked(self._game.GetInbox(pb.GetInboxRequest(player_id=player_id)))
        if changes == kept.games_changes:
            kept.games = found
        return found

    async def _tournaments(
        self, kept: _Inbox, player_id: str
    ) -> dict[str, tournament_pb2.Tournament]:
        if kept.tournaments is not None:
            return kept.tournaments
        changes = kept.tournament_changes
        request = tournament_pb.ListOwnTournamentsRequest(player_id=player_id)
        try:
            answer = await asked(
                self._tournament.ListOwnTournaments(request, timeout=TOURNAMENTS_SECONDS)
            )
        except DomainError as error:
            _log.warning("an inbox without tournaments", **logs.describe(error))
            self._lacking.add(player_id)
            return {}
        found = {one.tournament_id: one for one in answer.tournaments}
        if changes == kept.tournament_changes:
            kept.tournaments = found
        return found

    def lacking(self) -> set[str]:
        """Whose tournaments could not be had since this was last asked."""
        lacking, self._lacking = self._lacking & self._kept.keys(), set()
        return lacking

    def games_changed(self, player_ids: Iterable[str]) -> None:
        """Games or seeks of these players."""
        for player_id in player_ids:
            if (kept := self._kept.get(player_id)) is not None:
                kept.games = None
                kept.games_changes += 1

    def tournament_changed(
        self, player_ids: Iterable[str], event: events_pb2.TournamentEvent
    ) -> None:
        # Who came or went has another list; all others the same with this one as it is now.
        other_list = any(change.HasField("participants_changed") for change in event.changes)
        one = event.tournament
        for player_id in player_ids:
            if (kept := self._kept.get(player_id)) is None:
                continue
            kept.tournament_changes += 1
            known = (kept.tournaments or {}).get(one.tournament_id)
            if other_list or kept.tournaments is None or known is None:
                kept.tournaments = None
            elif known.version < one.version:
                kept.tournaments[one.tournament_id] = one

    def forget(self, player_id: str) -> None:
        """Nobody here follows this player any more."""
        self._kept.pop(player_id, None)

    def stale(self) -> None:
        """The log may have been missed for a while."""
        self.games_changed(list(self._kept))
        for kept in self._kept.values():
            kept.tournaments = None
            kept.tournament_changes += 1
