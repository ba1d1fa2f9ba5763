"""Tournaments: creating, entering, following and organising them."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from x0.client.auth import Auth
from x0.client.decode import decode
from x0.client.models.tournaments import (
    BoardResult,
    OrganiserAct,
    OrganiserActs,
    Participant,
    Participants,
    Standings,
    Tournament,
    TournamentGroup,
    TournamentPage,
    TournamentRequest,
    TournamentRound,
    TournamentView,
)
from x0.client.records import pages


class Tournaments:
    def __init__(self, auth: Auth) -> None:
        self._auth = auth

    async def create(self, request: TournamentRequest) -> Tournament:
        key = secrets.token_hex(12)
        answer = await self._auth.call("POST", "/v1/tournaments", body=request.to_json(), key=key)
        return decode(Tournament, answer)

    async def all(self, group: TournamentGroup = "coming") -> AsyncIterator[Tournament]:
        """Coming and running ones by their start, ended ones latest first."""
        async for page in pages(self._auth, "/v1/tournaments", {"group": group}):
            for one in decode(TournamentPage, page).tournaments:
                yield one

    async def of(
        self, player_id: str, group: TournamentGroup = "ended"
    ) -> AsyncIterator[Tournament]:
        """Those that a player has entered, also in a team."""
        path = f"/v1/players/{player_id}/tournaments"
        async for page in pages(self._auth, path, {"group": group}):
            for one in decode(TournamentPage, page).tournaments:
                yield one

    async def own(self) -> list[Tournament]:
        """What concerns the player now."""
        answer = await self._auth.call("GET", "/v1/own-tournaments")
        return list(decode(TournamentPage, answer).tournaments)

    async def get(self, tournament_id: str) -> TournamentView:
        return decode(TournamentView, await self._auth.call("GET", _path(tournament_id)))

    # Taking part

    async def join(self, tournament_id: str, password: str | None = None) -> Tournament:
        return await self._change("PUT", tournament_id, "/entry", {"password": password})

    async def leave(self, tournament_id: str) -> Tournament:
        """For the captain of a team: with the team."""
        return await self._change("DELETE", tournament_id, "/entry")

    async def pause(self, tournament_id: str) -> Tournament:
        return await self._change("POST", tournament_id, "/pause")

    async def resume(self, tournament_id: str) -> Tournament:
        return await self._change("POST", tournament_id, "/resume")

    async def request_bye(
        self, tournament_id: str, round: int, *, half: bool = False
    ) -> Tournament:
        return await self._change("PUT", tournament_id, f"/byes/{round}", {"half": half})

    async def drop_bye(self, tournament_id: str, round: int) -> Tournament:
        """Plays after all in a round that is not paired yet."""
        return await self._change("DELETE", tournament_id, f"/byes/{round}")

    async def enter_team(
        self,
        tournament_id: str,
        clan_id: str,
        members: Sequence[str],
        password: str | None = None,
    ) -> Tournament:
        """By the captain: one member a board from board 1 on, and two reserves."""
        body = {"clan_id": clan_id, "members": list(members), "password": password}
        return await self._change("PUT", tournament_id, "/team", body)

    async def order_boards(self, tournament_id: str, players: Sequence[str]) -> Tournament:
        body = {"players": list(players)}
        return await self._change("PUT", tournament_id, "/board-order", body)

    # Following; see also `Client.tournament`

    async def participants(self, tournament_id: str) -> list[Participant]:
        answer = await self._auth.call("GET", _path(tournament_id) + "/participants")
        return list(decode(Participants, answer).participants)

    async def standings(
        self, tournament_id: str, *, crosstable: bool = False, top: int = 0, skip: int = 0
    ) -> Standings:
        """`top` rows, 0: all, after the first `skip`; with every round in a crosstable."""
        params = {"crosstable": str(crosstable).lower(), "top": top, "skip": skip}
        path = _path(tournament_id) + "/standings"
        return decode(Standings, await self._auth.call("GET", path, params=params))

    async def standing(self, tournament_id: str, player_id: str) -> Standings:
        """The one row of a player, or of their team, with its rounds."""
        path = f"{_path(tournament_id)}/standings/{player_id}"
        return decode(Standings, await self._auth.call("GET", path))

    async def round(self, tournament_id: str, number: int, *, top: int = 0) -> TournamentRound:
        path = f"{_path(tournament_id)}/rounds/{number}"
        return decode(TournamentRound, await self._auth.call("GET", path, params={"top": top}))

    async def acts(self, tournament_id: str) -> list[OrganiserAct]:
        answer = await self._auth.call("GET", _path(tournament_id) + "/acts")
        return list(decode(OrganiserActs, answer).acts)

    # Organising

    async def remove(self, tournament_id: str, player_id: str) -> Tournament:
        return await self._change("DELETE", tournament_id, f"/participants/{player_id}")

    async def correct(
        self, tournament_id: str, round: int, board: int, result: BoardResult
    ) -> Tournament:
        path = f"/rounds/{round}/boards/{board}/result"
        return await self._change("PUT", tournament_id, path, {"result": result})

    async def forbid(self, tournament_id: str, first: str, second: str) -> Tournament:
        body = {"first": first, "second": second}
        return await self._change("POST", tournament_id, "/forbidden-pairs", body)

    async def pair_again(self, tournament_id: str) -> Tournament:
        return await self._change("POST", tournament_id, "/pair-again")

    async def postpone(self, tournament_id: str, start: datetime) -> Tournament:
        body = {"start": start.astimezone(UTC).isoformat()}
        return await self._change("POST", tournament_id, "/postpone", body)

    async def cancel(self, tournament_id: str) -> Tournament:
        return await self._change("POST", tournament_id, "/cancel")

    async def name_helper(self, tournament_id: str, player_id: str) -> Tournament:
        return await self._change("PUT", tournament_id, f"/helpers/{player_id}")

    async def _change(
        self, method: str, tournament_id: str, path: str, body: dict[str, Any] | None = None
    ) -> Tournament:
        # Whoever pauses twice has paused; other POSTs are not the same when they are done again.
        again = path in ("/pause", "/resume")
        options = {"repeat": True} if again else {}
        answer = await self._auth.call(method, _path(tournament_id) + path, body=body, **options)
        return decode(Tournament, answer)


def _path(tournament_id: str) -> str:
    return f"/v1/tournaments/{quote(tournament_id, safe='')}"
