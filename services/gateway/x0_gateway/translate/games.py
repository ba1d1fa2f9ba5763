"""Games: protobuf -> JSON."""

from collections.abc import Iterable
from typing import cast

from x0.game.v1 import game_pb2 as pb
from x0.game.v1 import service_pb2

from x0_gateway.models import games as m
from x0_gateway.models.base import FoulLineKind
from x0_gateway.translate.opening import opening
from x0_gateway.translate.settings import settings
from x0_gateway.translate.times import when, when_set
from x0_gateway.translate.turns import point, points, turn
from x0_gateway.translate.words import COLOUR, FOUL_KIND, GAME_STATUS, RESULT_REASON, SEAT


def player(found: pb.Player) -> m.Player:
    return m.Player(
        player_id=found.player_id,
        name=found.name,
        guest=found.guest,
        rating=found.rating or None,
    )


def clocks(found: pb.Clocks) -> m.Clocks:
    return m.Clocks(
        first_ms=None if found.first_ms < 0 else found.first_ms,
        second_ms=None if found.second_ms < 0 else found.second_ms,
        running=SEAT.get(found.running),
        at=found.at,
    )


def live(found: pb.Live) -> m.Live:
    return m.Live(
        to_act=SEAT.get(found.to_act),
        black=SEAT.get(found.black),
        clocks=clocks(found.clocks),
        opening=opening(found.opening),
        forbidden=[
            m.ForbiddenPoint(point=point(f.point), kind=FOUL_KIND[f.kind]) for f in found.forbidden
        ],
        draw_offered_by=SEAT.get(found.draw_offered_by),
        takeback_asked_by=SEAT.get(found.takeback_asked_by),
        rematch_offered_by=SEAT.get(found.rematch_offered_by),
        takebacks_first=found.takebacks_first,
        takebacks_second=found.takebacks_second,
        next_game_id=found.next_game_id or None,
        colour_to_place=COLOUR.get(found.colour_to_place),
    )


def foul(found: pb.Foul) -> m.Foul:
    return m.Foul(
        kind=FOUL_KIND[found.kind],
        point=point(found.point),
        lines=[
            m.FoulLine(
                kind=cast(FoulLineKind, line.kind),
                stones=points(line.stones),
                extends=points(line.extends),
            )
            for line in found.lines
        ],
    )


def result(found: pb.Result) -> m.Result:
    return m.Result(
        reason=RESULT_REASON[found.reason],
        winner=SEAT.get(found.winner),
        winner_colour=COLOUR.get(found.winner_colour),
        line=points(found.line),
        foul=foul(found.foul) if found.HasField("foul") else None,
    )


def stones(found: Iterable[pb.Stone]) -> list[m.Stone]:
    return [m.Stone(point=point(s.point), colour=COLOUR[s.colour]) for s in found]


def _match(found: pb.Match) -> m.Match:
    return m.Match(
        match_id=found.match_id,
        number=found.number,
        total=found.total,
        first_score=found.first_score,
        second_score=found.second_score,
        tournament_id=found.tournament_id or None,
        round=found.round or None,
        board=found.board or None,
    )


def snapshot(found: pb.Snapshot) -> m.Snapshot:
    return m.Snapshot(
        game_id=found.game_id,
        version=found.version,
        settings=settings(found.settings),
        first=player(found.first),
        second=player(found.second),
        match=_match(found.match) if found.HasField("match") else None,
        status=GAME_STATUS[found.status],
        created_at=when(found.created_at),
        finished_at=when_set(found, "finished_at"),
        turns=[turn(t) for t in found.turns],
        stones=stones(found.stones),
        live=live(found.live),
        result=result(found.result) if found.HasField("result") else None,
    )


def summary(found: pb.GameSummary) -> m.GameSummary:
    return m.GameSummary(
        game_id=found.game_id,
        settings=settings(found.settings),
        first=player(found.first),
        second=player(found.second),
        status=GAME_STATUS[found.status],
        created_at=when(found.created_at),
        finished_at=when_set(found, "finished_at"),
        result=result(found.result) if found.HasField("result") else None,
        black=SEAT.get(found.black),
        ply=found.ply,
        match=_match(found.match) if found.HasField("match") else None,
    )


def summaries(found: service_pb2.ListGamesResponse) -> m.Games:
    return m.Games(
        games=[summary(game) for game in found.games],
        next_page_token=found.next_page_token or None,
    )


def explanation(found: service_pb2.ExplainPointResponse) -> m.Explanation:
    return m.Explanation(foul=foul(found.foul) if found.HasField("foul") else None, wins=found.wins)
