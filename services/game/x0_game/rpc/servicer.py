"""GameService: translation only."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any, cast

import grpc
from servicekit import clock, logs
from servicekit.errors import DomainError, Forbidden, Invalid
from servicekit.grpc_server import to_domain_error
from servicekit.refusals import by_kind, translated
from servicekit.wire import enum_text, page_size, page_token, read_page_token
from x0.game.v1 import events_pb2, game_pb2, service_pb2, service_pb2_grpc, settings_pb2

from x0_game.domain.errors import BadSettings, NotAllowed, Refusal
from x0_game.domain.game import Game
from x0_game.rpc import requests, translate
from x0_game.service.chats import Chats
from x0_game.service.games import Done, Games
from x0_game.service.life import Gateways
from x0_game.service.listing import Listing
from x0_game.service.seeks import Seeks
from x0_game.service.tournaments import TournamentGames

_log = logs.get("x0_game.rpc")
# Actions of one stream that may be under way at once.
STREAM_WINDOW = 2_000

Context = grpc.aio.ServicerContext[Any, Any]

_error = by_kind({NotAllowed: Forbidden, BadSettings: Invalid})
refusals = translated(Refusal, _error)


class GameServicer(service_pb2_grpc.GameServiceServicer):
    def __init__(
        self,
        games: Games,
        seeks: Seeks,
        chats: Chats,
        listing: Listing,
        tournaments: TournamentGames,
        gateways: Gateways,
        stopping: asyncio.Event,
    ) -> None:
        self._games = games
        self._seeks = seeks
        self._chats = chats
        self._listing = listing
        self._tournaments = tournaments
        self._gateways = gateways
        self._stopping = stopping

    @refusals
    async def CreateSeek(
        self, request: service_pb2.CreateSeekRequest, context: Context
    ) -> service_pb2.CreateSeekResponse:
        kind = enum_text(events_pb2.SeekKind, request.kind)
        if not kind:
            raise Invalid("bad_seek_kind", "say what kind of seek")
        seek = await self._seeks.create(
            requests.caller_from(request.caller),
            cast(Any, kind),
            requests.settings_from(request.settings),
            to=requests.player_from(request.to) if request.HasField("to") else None,
            seat=requests.seat_from(request.seat),
            avoid=tuple(request.avoid_player_ids)[:200],
            key=request.idempotency_key[:200],
        )
        return service_pb2.CreateSeekResponse(seek=translate.seek_message(seek))

    @refusals
    async def GetSeek(
        self, request: service_pb2.GetSeekRequest, context: Context
    ) -> service_pb2.GetSeekResponse:
        seek = await self._seeks.get(request.seek_id, request.caller.player_id)
        return service_pb2.GetSeekResponse(seek=translate.seek_message(seek))

    @refusals
    async def ListSeeks(
        self, request: service_pb2.ListSeeksRequest, context: Context
    ) -> service_pb2.ListSeeksResponse:
        size = page_size(request.page_size, default=50, most=200)
        token = read_page_token(request.page_token, (int,))
        seeks = await self._seeks.open(None if token is None else token[0], size)
        response = service_pb2.ListSeeksResponse(
            seeks=[translate.seek_message(s) for s in seeks],
            next_page_token=page_token(seeks[-1].created_at) if len(seeks) == size else "",
        )
        waiting = Counter(
            (s.settings.mode, s.settings.time_control, s.settings.rated)
            for s in await self._seeks.quick_waiting()
        )
        for (mode, control, rated), count in sorted(waiting.items(), key=str):
            response.pools.add(
                mode=cast(Any, settings_pb2.Mode.Value(f"MODE_{mode.upper()}")),
                time_control=settings_pb2.TimeControl(
                    untimed=control.untimed,
                    initial_seconds=control.initial_seconds,
                    increment_seconds=control.increment_seconds,
                ),
                rated=rated,
                waiting=count,
            )
        return response

    @refusals
    async def AcceptSeek(
        self, request: service_pb2.AcceptSeekRequest, context: Context
    ) -> service_pb2.AcceptSeekResponse:
        caller = requests.caller_from(request.caller)
        seek = await self._seeks.accept(caller, request.seek_id)
        return service_pb2.AcceptSeekResponse(seek=translate.seek_message(seek))

    @refusals
    async def DeclineSeek(
        self, request: service_pb2.DeclineSeekRequest, context: Context
    ) -> service_pb2.DeclineSeekResponse:
        seek = await self._seeks.decline(request.caller.player_id, request.seek_id)
        return service_pb2.DeclineSeekResponse(seek=translate.seek_message(seek))

    @refusals
    async def CancelSeek(
        self, request: service_pb2.CancelSeekRequest, context: Context
    ) -> service_pb2.CancelSeekResponse:
        seek = await self._seeks.cancel(request.caller.player_id, request.seek_id)
        return service_pb2.CancelSeekResponse(seek=translate.seek_message(seek))

    @refusals
    async def GetInbox(
        self, request: service_pb2.GetInboxRequest, context: Context
    ) -> service_pb2.GetInboxResponse:
        games = await self._listing.unfinished(request.player_id)
        seeks = await self._seeks.of(request.player_id)
        return service_pb2.GetInboxResponse(
            games=[translate.summary_message(g) for g in games],
            seeks=[translate.seek_message(s) for s in seeks],
        )

    @refusals
    async def GetGame(
        self, request: service_pb2.GetGameRequest, context: Context
    ) -> service_pb2.GetGameResponse:
        game = await self._games.get(request.game_id, request.caller_player_id)
        return service_pb2.GetGameResponse(snapshot=translate.snapshot_message(game))

    @refusals
    async def ResumeGame(
        self, request: service_pb2.ResumeGameRequest, context: Context
    ) -> service_pb2.ResumeGameResponse:
        found = await self._games.resume(
            request.game_id, request.after_version, request.caller_player_id
        )
        if isinstance(found, Game):
            return service_pb2.ResumeGameResponse(
                snapshot=translate.snapshot_message(found), version=found.version
            )
        events = [events_pb2.GameEvent.FromString(body) for body in found]
        version = events[-1].version if events else request.after_version
        return service_pb2.ResumeGameResponse(events=events, version=version)

    @refusals
    async def ListGames(
        self, request: service_pb2.ListGamesRequest, context: Context
    ) -> service_pb2.ListGamesResponse:
        size = page_size(request.page_size, default=20, most=100)
        token = read_page_token(request.page_token, (int, str))
        games = await self._listing.games(
            player_id=request.player_id,
            status=enum_text(game_pb2.GameStatus, request.status),
            mode=enum_text(settings_pb2.Mode, request.mode),
            caller=request.caller_player_id,
            before=None if token is None else (token[0], token[1]),
            limit=size,
        )
        following = page_token(games[-1].created_at, games[-1].id) if len(games) == size else ""
        return service_pb2.ListGamesResponse(
            games=[translate.summary_message(g) for g in games], next_page_token=following
        )

    @refusals
    async def ExplainPoint(
        self, request: service_pb2.ExplainPointRequest, context: Context
    ) -> service_pb2.ExplainPointResponse:
        point = requests.point_from(request.point)
        verdict = await self._listing.explain(
            request.game_id, request.ply, point, request.caller_player_id
        )
        response = service_pb2.ExplainPointResponse(wins=verdict.wins)
        if verdict.foul is not None:
            response.foul.CopyFrom(translate.foul_message(verdict.foul))
        return response

    @refusals
    async def Act(
        self, request: service_pb2.ActRequest, context: Context
    ) -> service_pb2.ActResponse:
        return await self._act(request)

    async def Play(
        self, request_iterator: AsyncIterator[service_pb2.PlayRequest], context: Context
    ) -> AsyncIterator[service_pb2.PlayResponse]:
        """Every action is a task of its own: a slow game keeps no other waiting."""
        answers: asyncio.Queue[service_pb2.PlayAnswer | None] = asyncio.Queue()
        window = asyncio.Semaphore(STREAM_WINDOW)
        tasks: set[asyncio.Task[None]] = set()

        async def one(request: service_pb2.PlayAction) -> None:
            try:
                answers.put_nowait(await self._answer(request))
            finally:
                window.release()

        async def read() -> None:
            try:
                async for request in request_iterator:
                    for action in request.actions:
                        await window.acquire()
                        task = asyncio.create_task(one(action))
                        tasks.add(task)
                        task.add_done_callback(tasks.discard)
            finally:
                if tasks:
                    await asyncio.wait(tasks)
                answers.put_nowait(None)

        async def end_with_the_service() -> None:
            # What has been taken is still answered; the gateway takes the rest elsewhere.
            await self._stopping.wait()
            reader.cancel()

        reader = asyncio.create_task(read())
        stopper = asyncio.create_task(end_with_the_service())
        self._gateways.joined()
        try:
            going_on = True
            while going_on:
                # What is ready at the same time goes in one message: a message costs more
                # than what is in it.
                ready = [await answers.get()]
                while not answers.empty():
                    ready.append(answers.get_nowait())
                going_on = ready[-1] is not None
                found = [answer for answer in ready if answer is not None]
                if found:
                    yield service_pb2.PlayResponse(answers=found)
        finally:
            self._gateways.left()
            stopper.cancel()
            reader.cancel()

    async def _answer(self, request: service_pb2.PlayAction) -> service_pb2.PlayAnswer:
        response = service_pb2.PlayAnswer(request_id=request.request_id)
        try:
            response.done.CopyFrom(await self._act(request.act))
        except Exception as error:
            known = _error(error) if isinstance(error, Refusal) else to_domain_error(error)
            if known is None:
                _log.error("action failed", exc_info=error)
                known = DomainError("internal", "something went wrong here")
            response.refused.code = grpc.StatusCode[known.code].value[0]
            response.refused.reason = known.reason
            response.refused.message = known.message
            response.refused.metadata.update(known.metadata)
        return response

    async def _act(self, request: service_pb2.ActRequest) -> service_pb2.ActResponse:
        caller = requests.caller_from(request.caller)
        done: Done = await self._games.act(
            request.game_id,
            caller.id,
            requests.action_from(request),
            received=request.received_at or clock.now_ms(),
            lag=request.lag_ms,
        )
        return service_pb2.ActResponse(
            version=done.version,
            events=[
                events_pb2.GameEvent.FromString(event.value)
                for event in done.events
                if event.topic == "x0.game.events.v1"
            ],
        )

    @refusals
    async def CreateTournamentGames(
        self, request: service_pb2.CreateTournamentGamesRequest, context: Context
    ) -> service_pb2.CreateTournamentGamesResponse:
        await self._tournaments.create(
            request.tournament_id,
            request.round,
            requests.settings_from(request.settings),
            [requests.seats_from(game) for game in request.games],
        )
        return service_pb2.CreateTournamentGamesResponse()

    @refusals
    async def SettleTournamentGames(
        self, request: service_pb2.SettleTournamentGamesRequest, context: Context
    ) -> service_pb2.SettleTournamentGamesResponse:
        games = await self._tournaments.settle(request.game_ids, request.no_show_ms)
        return service_pb2.SettleTournamentGamesResponse(
            games=[
                translate.tournament_game_message(game_id, game)
                for game_id, game in zip(request.game_ids, games, strict=True)
            ]
        )

    @refusals
    async def SendChat(
        self, request: service_pb2.SendChatRequest, context: Context
    ) -> service_pb2.SendChatResponse:
        message = await self._chats.say(
            requests.caller_from(request.caller),
            request.game_id,
            requests.room_from(request.room),
            request.text,
            request.message_id[:40],
        )
        response = service_pb2.SendChatResponse()
        if message is not None:
            response.event.MergeFromString(message.value)
        return response

    @refusals
    async def GetChat(
        self, request: service_pb2.GetChatRequest, context: Context
    ) -> service_pb2.GetChatResponse:
        room = requests.room_from(request.room)
        chat = await self._chats.read(request.player_id, request.game_id, room)
        first = chat.version - len(chat.lines) + 1
        events = [
            translate.chat_message(request.game_id, room, first + i, line)
            for i, line in enumerate(chat.lines)
        ]
        after = request.after_version
        return service_pb2.GetChatResponse(
            version=chat.version,
            complete=first - 1 <= after <= chat.version,
            events=[e for e in events if e.version > after] if after <= chat.version else events,
        )
