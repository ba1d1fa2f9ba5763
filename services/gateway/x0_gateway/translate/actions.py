"""Actions of players: JSON -> protobuf."""

from x0.game.v1 import game_pb2 as game
from x0.game.v1 import service_pb2 as pb

from x0_gateway.models import actions as m
from x0_gateway.translate.words import COLOUR_NUMBER


def _point(given: tuple[int, int]) -> game.Point:
    return game.Point(x=given[0], y=given[1])


def set_action(request: pb.ActRequest, action: m.Action) -> None:
    """Puts a client's action into a request."""
    match action:
        case m.Place():
            request.place.point.CopyFrom(_point(action.point))
        case m.Pick():
            request.pick.point.CopyFrom(_point(action.point))
        case m.Offer():
            request.offer.points.extend(_point(p) for p in action.points)
        case m.Choose():
            request.choose.colour = COLOUR_NUMBER[action.colour]
        case m.Declare():
            request.declare.count = action.count
        case _:
            # All others say nothing more, and are called the same on both sides.
            getattr(request, action.type).SetInParent()
