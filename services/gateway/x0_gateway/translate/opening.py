"""What may be done in the opening: protobuf -> JSON."""

from x0.game.v1 import game_pb2 as pb

from x0_gateway.models import opening as m
from x0_gateway.translate.turns import points
from x0_gateway.translate.words import COLOUR


def opening(found: pb.OpeningState) -> m.OpeningState:
    return m.OpeningState(
        done=found.done,
        choices=[_choice(choice) for choice in found.choices],
        offered=points(found.offered),
        declared=found.declared,
        name=found.name or None,
    )


def _choice(found: pb.OpeningChoice) -> m.OpeningChoice:
    match found.WhichOneof("choice"):
        case "place":
            return m.PlaceChoice(
                type="place",
                colour=COLOUR[found.place.colour],
                anywhere=found.place.anywhere,
                zone=points(found.place.zone),
            )
        case "swap":
            return m.SwapChoice(type="swap")
        case "keep":
            return m.KeepChoice(type="keep")
        case "choose":
            colours = [COLOUR[c] for c in found.choose.colours]
            return m.ChooseChoice(type="choose", colours=colours)
        case "add_two":
            return m.AddTwoChoice(type="add_two")
        case "offer":
            return m.OfferChoice(type="offer", count=found.offer.count)
        case "pick":
            return m.PickChoice(type="pick", points=points(found.pick.points))
        case "declare":
            low, high = found.declare.min, found.declare.max
            return m.DeclareChoice(type="declare", min=low, max=high)
        case other:
            raise ValueError(f"an unknown choice in an opening: {other}")
