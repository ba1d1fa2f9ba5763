"""A small game service, for tests of the gateway alone: stones, resignation, chat, seeks.

Its games follow the contract that the gateway relies on: versions that grow by one, a ply that
makes a move once, an action id that makes any action once, events after a version.
"""

from collections.abc import AsyncIterator
from typing import Any

import grpc
from google.protobuf.timestamp_pb2 import Timestamp
from servicekit.clock import now_ms
from servicekit.errors import DomainError, Forbidden, NotFound, Refused
from servicekit.wire import timestamp
from x0.game.v1 import events_pb2, game_pb2, settings_pb2
from x0.game.v1 import service_pb2 as pb
from x0.game.v1.service_pb2_grpc import GameServiceServicer


class Game:
    def __init__(self, game_id: str, first: str, second: str, *, private: bool = False) -> None:
        self.snapshot = game_pb2.Snapshot(
            game_id=game_id,
            settings=settings_pb2.Settings(
                mode=settings_pb2.MODE_X0,
                time_control=settings_pb2.TimeControl(initial_seconds=180, increment_seconds=2),
                games=1,
                private=private,
            ),
            first=game_pb2.Player(player_id=first, name=first.capitalize()),
            second=game_pb2.Player(player_id=second, name=second.capitalize()),
            status=game_pb2.GAME_STATUS_ACTIVE,
            created_at=timestamp(now_ms()),
        )
        self.snapshot.live.to_act = settings_pb2.SEAT_FIRST
        self.snapshot.live.black = settings_pb2.SEAT_FIRST
        self.snapshot.live.clocks.CopyFrom(
            game_pb2.Clocks(
                first_ms=180_000,
                second_ms=180_000,
                running=settings_pb2.SEAT_FIRST,
                at=now_ms(),
            )
        )
        self.snapshot.live.opening.done = True
        self.events: list[events_pb2.GameEvent] = []
        self.done: dict[str, int] = {}
        self.chats: dict[int, list[events_pb2.ChatEvent]] = {1: [], 2: []}
        self._event(started=events_pb2.GameStarted())
        self.events[0].started.snapshot.CopyFrom(self.snapshot)

    def seat(self, player_id: str) -> "settings_pb2.Seat.ValueType":
        if player_id == self.snapshot.first.player_id:
            return settings_pb2.SEAT_FIRST
        if player_id == self.snapshot.second.player_id:
            return settings_pb2.SEAT_SECOND
        raise Forbidden("not_seated", "not your game")

    def may_see(self, player_id: str) -> None:
        if self.snapshot.settings.private:
            self.seat(player_id)

    def _event(self, **what: Any) -> events_pb2.GameEvent:
        self.snapshot.version += 1
        event = events_pb2.GameEvent(
            game_id=self.snapshot.game_id,
            version=self.snapshot.version,
            time=timestamp(now_ms()),
            live=self.snapshot.live,
            **what,
        )
        self.events.append(event)
        return event

    def act(self, request: pb.ActRequest) -> pb.ActResponse:
        seat = self.seat(request.caller.player_id)
        if request.action_id in self.done:
            return pb.ActResponse(version=self.done[request.action_id])
        kind = request.WhichOneof("action")
        if self.snapshot.status != game_pb2.GAME_STATUS_ACTIVE:
            raise Refused("game_over", "the game is over")
        if kind == "resign":
            event = self._end(seat)
        elif kind == "offer_draw":
            self.snapshot.live.draw_offered_by = seat
            event = self._event(draw_offered=events_pb2.DrawOffered(by=seat))
        elif kind == "place":
            event = self._place(seat, request)
        else:
            raise Refused("not_now", "that is not possible now")
        self.done[request.action_id] = self.snapshot.version
        return pb.ActResponse(version=self.snapshot.version, events=[event])

    def _place(self, seat: Any, request: pb.ActRequest) -> events_pb2.GameEvent:
        if not request.HasField("ply"):
            raise Refused("ply_needed", "say for which ply")
        if request.ply != len(self.snapshot.stones):
            raise Refused("wrong_ply", "this ply has been played")
        if seat != self.snapshot.live.to_act:
            raise Refused("not_your_turn", "it is not your turn")
        colour = (
            settings_pb2.COLOUR_BLACK
            if len(self.snapshot.stones) % 2 == 0
            else settings_pb2.COLOUR_WHITE
        )
        point = request.place.point
        if any(stone.point == point for stone in self.snapshot.stones):
            raise Refused("occupied", "there is a stone")
        turn = game_pb2.Turn(
            seat=seat, spent_ms=10, place=game_pb2.Place(point=point, colour=colour)
        )
        stone = game_pb2.Stone(point=point, colour=colour)
        self.snapshot.turns.append(turn)
        self.snapshot.stones.append(stone)
        self.snapshot.live.to_act = settings_pb2.SEAT_FIRST + settings_pb2.SEAT_SECOND - seat
        return self._event(turn_played=events_pb2.TurnPlayed(turn=turn, stones=[stone]))

    def _end(self, loser: Any) -> events_pb2.GameEvent:
        winner = settings_pb2.SEAT_FIRST + settings_pb2.SEAT_SECOND - loser
        result = game_pb2.Result(reason=game_pb2.RESULT_REASON_RESIGNATION, winner=winner)
        self.snapshot.status = game_pb2.GAME_STATUS_FINISHED
        self.snapshot.result.CopyFrom(result)
        self.snapshot.finished_at.CopyFrom(timestamp(now_ms()))
        return self._event(
            ended=events_pb2.GameEnded(
                status=self.snapshot.status, result=result, finished_at=self.snapshot.finished_at
            )
        )


class Games(GameServiceServicer):
    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.seeks: dict[str, events_pb2.Seek] = {}
        self.keys: dict[tuple[str, str], str] = {}
        self.requests: list[pb.ActRequest] = []
        # Set: actions are done, but not answered; as when the service dies in between.
        self.silent = False
        # Set: events are not kept, a reader gets the whole game.
        self.forgetful = False

    def sibling(self) -> "Games":
        """Another instance over the same store."""
        other = Games()
        other.games, other.seeks, other.keys = self.games, self.seeks, self.keys
        return other

    def game(self, game_id: str) -> Game:
        found = self.games.get(game_id)
        if found is None:
            raise NotFound("no_such_game", "there is no such game")
        return found

    def _visible(self, game_id: str, player_id: str) -> Game:
        game = self.game(game_id)
        game.may_see(player_id)
        return game

    def start(self, game_id: str, first: str, second: str, *, private: bool = False) -> Game:
        game = self.games[game_id] = Game(game_id, first, second, private=private)
        return game

    async def GetGame(self, request: Any, context: Any) -> pb.GetGameResponse:
        game = self._visible(request.game_id, request.caller_player_id)
        return pb.GetGameResponse(snapshot=game.snapshot)

    async def ResumeGame(self, request: Any, context: Any) -> pb.ResumeGameResponse:
        game = self._visible(request.game_id, request.caller_player_id)
        version = game.snapshot.version
        if self.forgetful or request.after_version > version:
            return pb.ResumeGameResponse(snapshot=game.snapshot, version=version)
        missed = game.events[request.after_version :]
        return pb.ResumeGameResponse(events=missed, version=version)

    async def ListGames(self, request: Any, context: Any) -> pb.ListGamesResponse:
        return pb.ListGamesResponse(
            games=[_summary(g) for g in self.games.values() if not g.snapshot.settings.private]
        )

    async def Act(self, request: Any, context: Any) -> pb.ActResponse:
        return self.game(request.game_id).act(request)

    async def Play(self, requests: Any, context: Any) -> AsyncIterator[pb.PlayResponse]:
        async for message in requests:
            for request in message.actions:
                response = pb.PlayResponse(answers=[self._answer(request)])
                if not self.silent:
                    yield response

    def _answer(self, request: Any) -> pb.PlayAnswer:
        self.requests.append(request.act)
        response = pb.PlayAnswer(request_id=request.request_id)
        try:
            response.done.CopyFrom(self.game(request.act.game_id).act(request.act))
        except DomainError as error:
            response.refused.code = grpc.StatusCode[error.code].value[0]
            response.refused.reason = error.reason
            response.refused.message = error.message
            response.refused.metadata.update(error.metadata)
        return response

    async def SendChat(self, request: Any, context: Any) -> pb.SendChatResponse:
        room = self.game(request.game_id).chats[request.room]
        line = events_pb2.ChatLine(
            player_id=request.caller.player_id,
            name=request.caller.name,
            text=request.text,
            time=timestamp(now_ms()),
        )
        event = events_pb2.ChatEvent(
            game_id=request.game_id, room=request.room, version=len(room) + 1, line=line
        )
        room.append(event)
        return pb.SendChatResponse(event=event)

    async def GetChat(self, request: Any, context: Any) -> pb.GetChatResponse:
        game = self.game(request.game_id)
        players = (game.snapshot.first.player_id, game.snapshot.second.player_id)
        active = game.snapshot.status == game_pb2.GAME_STATUS_ACTIVE
        spectators = request.room == events_pb2.CHAT_ROOM_SPECTATORS
        if active and spectators and request.player_id in players:
            raise Forbidden("spectators_only", "not while you play")
        events = game.chats[request.room]
        return pb.GetChatResponse(
            version=len(events), complete=True, events=events[request.after_version :]
        )

    async def CreateSeek(self, request: Any, context: Any) -> pb.CreateSeekResponse:
        key = (request.caller.player_id, request.idempotency_key)
        if request.idempotency_key and key in self.keys:
            return pb.CreateSeekResponse(seek=self.seeks[self.keys[key]])
        seek = events_pb2.Seek(
            seek_id=f"seek{len(self.seeks)}",
            kind=request.kind,
            status=events_pb2.SEEK_STATUS_WAITING,
            settings=request.settings,
            by=game_pb2.Player(player_id=request.caller.player_id, name=request.caller.name),
            created_at=Timestamp(seconds=1),
        )
        if request.HasField("to"):
            seek.to.CopyFrom(request.to)
        self.seeks[seek.seek_id] = seek
        self.keys[key] = seek.seek_id
        return pb.CreateSeekResponse(seek=seek)

    async def GetSeek(self, request: Any, context: Any) -> pb.GetSeekResponse:
        return pb.GetSeekResponse(seek=self._seek(request.seek_id))

    async def ListSeeks(self, request: Any, context: Any) -> pb.ListSeeksResponse:
        waiting = [s for s in self.seeks.values() if s.status == events_pb2.SEEK_STATUS_WAITING]
        return pb.ListSeeksResponse(seeks=waiting)

    async def AcceptSeek(self, request: Any, context: Any) -> pb.AcceptSeekResponse:
        seek = self._seek(request.seek_id)
        seek.status = events_pb2.SEEK_STATUS_MATCHED
        seek.game_id = f"game-{seek.seek_id}"
        self.start(seek.game_id, seek.by.player_id, request.caller.player_id)
        return pb.AcceptSeekResponse(seek=seek)

    async def GetInbox(self, request: Any, context: Any) -> pb.GetInboxResponse:
        mine = [
            g
            for g in self.games.values()
            if request.player_id in (g.snapshot.first.player_id, g.snapshot.second.player_id)
        ]
        return pb.GetInboxResponse(
            games=[_summary(g) for g in mine],
            seeks=[s for s in self.seeks.values() if s.by.player_id == request.player_id],
        )

    def _seek(self, seek_id: str) -> events_pb2.Seek:
        if seek_id not in self.seeks:
            raise NotFound("no_such_seek", "there is no such seek")
        return self.seeks[seek_id]


def _summary(game: Game) -> game_pb2.GameSummary:
    s = game.snapshot
    return game_pb2.GameSummary(
        game_id=s.game_id,
        settings=s.settings,
        first=s.first,
        second=s.second,
        status=s.status,
        created_at=s.created_at,
        black=s.live.black,
        ply=len(s.stones),
    )
