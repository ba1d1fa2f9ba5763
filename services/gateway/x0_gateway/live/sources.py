"""Where topics come from: what a follower lacks, fetched from the services."""

import asyncio

from servicekit.errors import NotFound
from x0.game.v1 import game_pb2
from x0.game.v1 import service_pb2 as pb
from x0.rating.v1 import rating_pb2
from x0.tournament.v1 import service_pb2 as tournament_pb

from x0_gateway.backends import Backends, asked
from x0_gateway.live import frames
from x0_gateway.live.inboxes import Inboxes
from x0_gateway.live.topics import Topic
from x0_gateway.live.versioned import Missing
from x0_gateway.models.seeks import LiveGames
from x0_gateway.translate.games import summary
from x0_gateway.translate.seeks import lobby
from x0_gateway.translate.tournaments import now
from x0_gateway.translate.words import CHAT_ROOM_NUMBER

LISTED = 100
# Of a tournament: all that is sent with every change.
TOP_ROWS = 50
TOP_BOARDS = 25


class Sources:
    def __init__(self, backends: Backends, inboxes: Inboxes) -> None:
        self._inboxes = inboxes
        self._game = backends.game
        self._rating = backends.rating
        self._tournament = backends.tournament

    async def missing(self, topic: Topic, at: int | None, player_id: str) -> Missing:
        """What somebody at version `at` lacks. Raises what the service refuses with."""
        match topic.kind:
            case "game":
                return await self._game_missing(topic, at, player_id)
            case "chat":
                return await self._chat_missing(topic, at, player_id)
            case "rating":
                return await self._rating_missing(topic, at)
            case kind:
                raise ValueError(f"{kind} has no versions")

    async def whole(self, topic: Topic, player_id: str) -> str:
        match topic.kind:
            case "player":
                return await self._inboxes.whole(player_id)
            case "lobby":
                seeks = await asked(self._game.ListSeeks(pb.ListSeeksRequest(page_size=LISTED)))
                return lobby(seeks).model_dump_json()
            case "live":
                listed = await asked(
                    self._game.ListGames(
                        pb.ListGamesRequest(status=game_pb2.GAME_STATUS_ACTIVE, page_size=LISTED)
                    )
                )
                games = [summary(game) for game in listed.games]
                return LiveGames(games=games).model_dump_json()
            case "tournament":
                return await self._tournament_now(topic.tournament_id)
            case kind:
                raise ValueError(f"{kind} is not sent whole")

    async def check(self, topic: Topic) -> None:
        """Raises NotFound for a topic of nothing."""
        if topic.kind == "tournament":
            request = tournament_pb.GetTournamentRequest(tournament_id=topic.tournament_id)
            await asked(self._tournament.GetTournament(request))

    def forget(self, topic: Topic, player_id: str) -> None:
        """Nobody here follows it any more."""
        if topic.kind == "player":
            self._inboxes.forget(player_id)

    async def _tournament_now(self, id: str) -> str:
        one = await asked(
            self._tournament.GetTournament(tournament_pb.GetTournamentRequest(tournament_id=id))
        )
        table = asked(
            self._tournament.GetStandings(
                tournament_pb.GetStandingsRequest(tournament_id=id, top=TOP_ROWS)
            )
        )
        if not one.tournament.round:
            return now(one, await table, None).model_dump_json()
        rows, last = await asyncio.gather(
            table,
            asked(
                self._tournament.GetRound(
                    tournament_pb.GetRoundRequest(tournament_id=id, top=TOP_BOARDS)
                )
            ),
        )
        return now(one, rows, last).model_dump_json()

    async def _game_missing(self, topic: Topic, at: int | None, player_id: str) -> Missing:
        if at is not None:
            found = await asked(
                self._game.ResumeGame(
                    pb.ResumeGameRequest(
                        game_id=topic.game_id, after_version=at, caller_player_id=player_id
                    )
                )
            )
            if found.HasField("snapshot"):
                return _game_snapshot(topic, found.snapshot)
            # Nothing missed, unless the client is ahead of a version that never was.
            version = found.version or (found.events[-1].version if found.events else at)
            if version >= at:
                events = [(e.version, frames.game_event(topic.name, e)) for e in found.events]
                return Missing(version, events=events)
        request = pb.GetGameRequest(game_id=topic.game_id, caller_player_id=player_id)
        return _game_snapshot(topic, (await asked(self._game.GetGame(request))).snapshot)

    async def _chat_missing(self, topic: Topic, at: int | None, player_id: str) -> Missing:
        request = pb.GetChatRequest(
            player_id=player_id,
            game_id=topic.game_id,
            room=CHAT_ROOM_NUMBER[topic.room],
            after_version=at or 0,
        )
        found = await asked(self._game.GetChat(request))
        if at is not None and at > found.version:
            # A version that never was: begin anew.
            at = None
            request.after_version = 0
            found = await asked(self._game.GetChat(request))
        if at is not None and found.complete:
            events = [(e.version, frames.chat_event(topic.name, e)) for e in found.events]
            return Missing(found.version, events=events)
        return Missing(
            found.version, snapshot=(found.version, frames.chat_snapshot(topic.name, found))
        )

    async def _rating_missing(self, topic: Topic, at: int | None) -> Missing:
        try:
            request = rating_pb2.GetRatedGameRequest(game_id=topic.game_id)
            game = (await asked(self._rating.GetRatedGame(request))).game
        except NotFound:
            return Missing(0, snapshot=(0, frames.rating_snapshot(topic.name, None)))
        if at == frames.RATED:
            return Missing(frames.RATED)
        return Missing(
            frames.RATED, snapshot=(frames.RATED, frames.rating_snapshot(topic.name, game))
        )


def _game_snapshot(topic: Topic, found: game_pb2.Snapshot) -> Missing:
    frame = frames.game_snapshot(topic.name, found)
    return Missing(found.version, snapshot=(found.version, frame))
