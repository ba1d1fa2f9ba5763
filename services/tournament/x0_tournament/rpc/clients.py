"""The game and rating services, as this service needs them."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from grpc import aio
from servicekit.grpc_client import error_from_rpc
from servicekit.wire import enum_text, enum_value
from x0.account.v1 import clans_pb2
from x0.account.v1.clans_pb2_grpc import ClanServiceStub
from x0.game.v1 import game_pb2, service_pb2, settings_pb2
from x0.game.v1.service_pb2_grpc import GameServiceStub
from x0.rating.v1 import rating_pb2
from x0.rating.v1.rating_pb2_grpc import RatingServiceStub

from x0_tournament.domain.tournament import Board, Tournament
from x0_tournament.service.ports import Clan, Settled
from x0_tournament.service.sweeps import BATCH, game_id

RATED = ("x0", "gomoku", "renju")
# Of who has not played yet.
FIRST_RATING = 1500.0
_SEATS = {0: "", 1: "first", 2: "second"}


class GameClient:
    def __init__(self, channel: aio.Channel) -> None:
        self._stub = GameServiceStub(channel)

    async def create(self, tournament: Tournament, round: int, boards: Mapping[int, Board]) -> None:
        rules = tournament.rules
        settings = settings_pb2.Settings(
            mode=cast(Any, enum_value(settings_pb2.Mode, rules.mode)),
            time_control=settings_pb2.TimeControl(
                initial_seconds=rules.initial_seconds, increment_seconds=rules.increment_seconds
            ),
            rated=rules.mode in RATED,
            foul_marks=False,
            chat=cast(Any, enum_value(settings_pb2.ChatPolicy, rules.chat)),
            draw_ply=rules.draw_ply,
        )
        listed = list(boards.items())
        for start in range(0, len(listed), BATCH):
            request = service_pb2.CreateTournamentGamesRequest(
                tournament_id=tournament.id,
                round=round,
                settings=settings,
                games=[
                    service_pb2.TournamentSeats(
                        game_id=game_id(tournament.id, round, number),
                        first=_player(tournament, board.first),
                        second=_player(tournament, board.second),
                        board=number,
                    )
                    for number, board in listed[start : start + BATCH]
                ],
            )
            try:
                await self._stub.CreateTournamentGames(request)
            except aio.AioRpcError as error:
                raise error_from_rpc(error) from error

    async def settle(self, ids: Sequence[str], no_show_ms: int) -> list[Settled]:
        request = service_pb2.SettleTournamentGamesRequest(game_ids=ids, no_show_ms=no_show_ms)
        try:
            response = await self._stub.SettleTournamentGames(request)
        except aio.AioRpcError as error:
            raise error_from_rpc(error) from error
        return [
            Settled(
                enum_text(game_pb2.GameStatus, game.status),
                _SEATS[game.winner],
                _SEATS[game.absent],
            )
            for game in response.games
        ]


def _player(tournament: Tournament, id: str) -> game_pb2.Player:
    return game_pb2.Player(player_id=id, name=tournament.name_of(id))


class RatingClient:
    def __init__(self, channel: aio.Channel) -> None:
        self._stub = RatingServiceStub(channel)

    async def ratings(self, mode: str, players: Sequence[str]) -> list[float]:
        """In the order asked for."""
        if mode not in RATED:
            return [FIRST_RATING] * len(players)
        request = rating_pb2.BatchGetRatingsRequest(
            mode=cast(Any, enum_value(settings_pb2.Mode, mode)), player_ids=players
        )
        try:
            response = await self._stub.BatchGetRatings(request)
        except aio.AioRpcError as error:
            raise error_from_rpc(error) from error
        known = {one.player_id: one.rating for one in response.ratings}
        return [known.get(player, FIRST_RATING) for player in players]


class ClanClient:
    def __init__(self, channel: aio.Channel) -> None:
        self._stub = ClanServiceStub(channel)

    async def clan(self, id: str) -> Clan:
        try:
            response = await self._stub.GetClan(clans_pb2.GetClanRequest(clan_id=id))
        except aio.AioRpcError as error:
            raise error_from_rpc(error) from error
        found = response.clan
        return Clan(
            found.summary.name,
            {one.profile.player_id: one.profile.name for one in found.members},
            frozenset(
                one.profile.player_id
                for one in found.members
                if one.role == clans_pb2.CLAN_ROLE_CAPTAIN
            ),
        )
