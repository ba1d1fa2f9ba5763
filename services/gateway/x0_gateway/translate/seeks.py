"""Seeks, lobby and inbox: protobuf -> JSON."""

from collections.abc import Iterable

from x0.game.v1 import events_pb2
from x0.game.v1 import service_pb2 as pb
from x0.tournament.v1 import tournament_pb2

from x0_gateway.models import seeks as m
from x0_gateway.translate.games import player, summary
from x0_gateway.translate.settings import settings, time_control
from x0_gateway.translate.times import when, when_set
from x0_gateway.translate.tournaments import tournament
from x0_gateway.translate.words import MODE, SEAT, SEEK_KIND, SEEK_STATUS


def seek(found: events_pb2.Seek) -> m.Seek:
    return m.Seek(
        seek_id=found.seek_id,
        kind=SEEK_KIND[found.kind],
        status=SEEK_STATUS[found.status],
        settings=settings(found.settings),
        by=player(found.by),
        to=player(found.to) if found.HasField("to") else None,
        seat=SEAT.get(found.seat),
        created_at=when(found.created_at),
        expires_at=when_set(found, "expires_at"),
        game_id=found.game_id or None,
    )


def _pools(found: Iterable[pb.QuickPool]) -> list[m.QuickPool]:
    return [
        m.QuickPool(
            mode=MODE[pool.mode],
            time_control=time_control(pool.time_control),
            rated=pool.rated,
            waiting=pool.waiting,
        )
        for pool in found
    ]


def seeks(found: pb.ListSeeksResponse) -> m.Seeks:
    return m.Seeks(
        seeks=[seek(s) for s in found.seeks],
        pools=_pools(found.pools),
        next_page_token=found.next_page_token or None,
    )


def lobby(found: pb.ListSeeksResponse) -> m.Lobby:
    return m.Lobby(seeks=[seek(s) for s in found.seeks], pools=_pools(found.pools))


def inbox(found: pb.GetInboxResponse, tournaments: Iterable[tournament_pb2.Tournament]) -> m.Inbox:
    return m.Inbox(
        games=[summary(game) for game in found.games],
        seeks=[seek(s) for s in found.seeks],
        tournaments=[tournament(one) for one in tournaments],
    )
