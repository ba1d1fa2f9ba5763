"""Where topics come from: what a follower lacks, fetched from the services."""

from servicekit.errors import NotFound
from x0.game.v1 import game_pb2
from x0.game.v1 import service_pb2 as pb
from x0.rating.v1 import rating_pb2

from x0_gateway.backends import Backends, asked
from x0_gateway.live import frames
from x0_gateway.live.topics import Topic
from x0_gateway.live.versioned import Missing
from x0_gateway.models.seeks import LiveGames
from x0_gateway.translate.games import summary
from x0_gateway.translate.seeks import inbox, lobby
from x0_gateway.translate.words import CHAT_ROOM_NUMBER

LISTED = 100


class Sources:
    def __init__(self, backends: Backends) -> None:
        self._game = backends.game
        self._rating = backends.rating

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
                request = pb.GetInboxRequest(player_id=player_id)
                return inbox(await asked(self._game.GetInbox(request))).model_dump_json()
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
            case kind:
                raise ValueError(f"{kind} is not sent whole")

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
