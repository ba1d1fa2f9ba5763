"""Changes of games: protobuf -> JSON."""

from x0.game.v1 import events_pb2 as pb
from x0.game.v1 import service_pb2

from x0_gateway.models import events as m
from x0_gateway.translate.games import live, result, snapshot, stones
from x0_gateway.translate.times import when
from x0_gateway.translate.turns import turn
from x0_gateway.translate.words import GAME_STATUS, SEAT


def _end(found: pb.GameEnded) -> m.End:
    return m.End(
        status=GAME_STATUS[found.status],
        result=result(found.result) if found.HasField("result") else None,
        finished_at=when(found.finished_at),
    )


def event(found: pb.GameEvent) -> m.GameEvent:
    time, now = when(found.time), live(found.live)
    match found.WhichOneof("event"):
        case "turn_played":
            played = found.turn_played
            return m.TurnPlayed(
                type="turn_played",
                time=time,
                live=now,
                turn=turn(played.turn),
                stones=stones(played.stones),
                end=_end(played.end) if played.HasField("end") else None,
            )
        case "started":
            return m.Started(
                type="started", time=time, live=now, snapshot=snapshot(found.started.snapshot)
            )
        case "draw_offered":
            by = SEAT[found.draw_offered.by]
            return m.DrawOffered(type="draw_offered", time=time, live=now, by=by)
        case "draw_declined":
            by = SEAT[found.draw_declined.by]
            return m.DrawDeclined(type="draw_declined", time=time, live=now, by=by)
        case "takeback_asked":
            by = SEAT[found.takeback_asked.by]
            return m.TakebackAsked(type="takeback_asked", time=time, live=now, by=by)
        case "takeback_declined":
            by = SEAT[found.takeback_declined.by]
            return m.TakebackDeclined(type="takeback_declined", time=time, live=now, by=by)
        case "takeback_given":
            given = found.takeback_given
            return m.TakebackGiven(
                type="takeback_given",
                time=time,
                live=now,
                turns=given.turns,
                stones=given.stones,
            )
        case "rematch_offered":
            by = SEAT[found.rematch_offered.by]
            return m.RematchOffered(type="rematch_offered", time=time, live=now, by=by)
        case "rematch_declined":
            by = SEAT[found.rematch_declined.by]
            return m.RematchDeclined(type="rematch_declined", time=time, live=now, by=by)
        case "next_game_set":
            return m.NextGameSet(type="next_game_set", time=time, live=now)
        case "clocks_adjusted":
            return m.ClocksAdjusted(type="clocks_adjusted", time=time, live=now)
        case "ended":
            end = _end(found.ended)
            return m.Ended(
                type="ended",
                time=time,
                live=now,
                status=end.status,
                result=end.result,
                finished_at=end.finished_at,
            )
        case other:
            raise ValueError(f"an event of an unknown kind: {other}")


def resumed(found: service_pb2.ResumeGameResponse) -> m.GameEvents:
    return m.GameEvents(
        snapshot=snapshot(found.snapshot) if found.HasField("snapshot") else None,
        events=[m.VersionedEvent(version=e.version, event=event(e)) for e in found.events],
    )
