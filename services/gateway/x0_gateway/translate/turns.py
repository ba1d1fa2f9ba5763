"""Turns: protobuf -> JSON."""

from collections.abc import Iterable

from x0.game.v1 import game_pb2 as pb

from x0_gateway.models import turns as m
from x0_gateway.models.base import Point
from x0_gateway.translate.words import COLOUR, SEAT


def point(found: pb.Point) -> Point:
    return (found.x, found.y)


def points(found: Iterable[pb.Point]) -> list[Point]:
    return [(p.x, p.y) for p in found]


def turn(found: pb.Turn) -> m.Turn:
    seat, spent = SEAT[found.seat], found.spent_ms
    match found.WhichOneof("action"):
        case "place":
            return m.PlaceTurn(
                type="place",
                seat=seat,
                spent_ms=spent,
                point=point(found.place.point),
                colour=COLOUR[found.place.colour],
            )
        case "pass":
            return m.PassTurn(type="pass", seat=seat, spent_ms=spent)
        case "swap":
            return m.SwapTurn(type="swap", seat=seat, spent_ms=spent)
        case "keep":
            return m.KeepTurn(type="keep", seat=seat, spent_ms=spent)
        case "choose":
            colour = COLOUR[found.choose.colour]
            return m.ChooseTurn(type="choose", seat=seat, spent_ms=spent, colour=colour)
        case "add_two":
            return m.AddTwoTurn(type="add_two", seat=seat, spent_ms=spent)
        case "offer":
            offered = points(found.offer.points)
            return m.OfferTurn(type="offer", seat=seat, spent_ms=spent, points=offered)
        case "pick":
            picked = point(found.pick.point)
            return m.PickTurn(type="pick", seat=seat, spent_ms=spent, point=picked)
        case "declare":
            count = found.declare.count
            return m.DeclareTurn(type="declare", seat=seat, spent_ms=spent, count=count)
        case other:
            raise ValueError(f"a turn without a known action: {other}")
