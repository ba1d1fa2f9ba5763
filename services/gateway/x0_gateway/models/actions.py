"""Actions in a game, as players send them."""

from typing import Annotated, Literal

from pydantic import Field

from x0_gateway.models.base import ClientId, Colour, In, Out, Point


class Place(In):
    type: Literal["place"]
    point: Point


class Pass(In):
    type: Literal["pass"]


class Swap(In):
    type: Literal["swap"]


class Keep(In):
    """Declines a swap."""

    type: Literal["keep"]


class Choose(In):
    type: Literal["choose"]
    colour: Colour


class AddTwo(In):
    """Swap2: one more black and one more white stone."""

    type: Literal["add_two"]


class Offer(In):
    """Candidates for the fifth stone."""

    type: Literal["offer"]
    points: Annotated[list[Point], Field(min_length=1, max_length=20)]


class Pick(In):
    type: Literal["pick"]
    point: Point


class Declare(In):
    """How many fifth stones will be offered."""

    type: Literal["declare"]
    count: Annotated[int, Field(ge=1, le=20)]


class Resign(In):
    type: Literal["resign"]


class OfferDraw(In):
    type: Literal["offer_draw"]


class AcceptDraw(In):
    type: Literal["accept_draw"]


class DeclineDraw(In):
    type: Literal["decline_draw"]


class Abort(In):
    type: Literal["abort"]


class AskTakeback(In):
    type: Literal["ask_takeback"]


class AcceptTakeback(In):
    type: Literal["accept_takeback"]


class DeclineTakeback(In):
    type: Literal["decline_takeback"]


class ClaimNoDraw(In):
    type: Literal["claim_no_draw"]


class Rematch(In):
    """Offers a rematch, or accepts the other's offer."""

    type: Literal["rematch"]


class DeclineRematch(In):
    type: Literal["decline_rematch"]


Action = Annotated[
    Place | Pass | Swap | Keep | Choose | AddTwo | Offer | Pick | Declare | Resign | OfferDraw
    | AcceptDraw | DeclineDraw | Abort | AskTakeback | AcceptTakeback | DeclineTakeback
    | ClaimNoDraw | Rematch | DeclineRematch,
    Field(discriminator="type"),
]  # fmt: skip

Ply = Annotated[
    int | None,
    Field(
        ge=0,
        le=400,
        description="Stones on the board when the action was meant; needed for turns.",
    ),
]


class ActIn(In):
    id: Annotated[
        ClientId,
        Field(description="The client's own id: the same one again changes nothing."),
    ]
    ply: Ply = None
    action: Action


class ActDone(Out):
    version: Annotated[int, Field(description="Of the game after the action.")]
