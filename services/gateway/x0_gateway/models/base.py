"""Bases and words that all models share."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


class In(BaseModel):
    """Sent by a client: nothing unknown, nothing converted (`false` is no 0)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Out(BaseModel):
    """Sent to a client. Clients ignore fields that they do not know."""

    model_config = ConfigDict(frozen=True)


def _encodable(text: str) -> str:
    # JSON can spell half a surrogate pair; nothing behind the gateway can carry it.
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("not a Unicode text") from None
    return text


Text = Annotated[str, AfterValidator(_encodable)]
# Ids of players, games, seeks and the like.
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$", min_length=1, max_length=64)]
# The client's own id of a message or an action.
ClientId = Annotated[str, Field(pattern=r"^[!-~]+$", min_length=1, max_length=40)]

Coordinate = Annotated[int, Field(ge=0, le=19, strict=True)]
# Column and row from zero. Not strict as a whole: JSON has lists, no tuples.
Point = Annotated[tuple[Coordinate, Coordinate], Field(strict=False)]

Mode = Literal["x0", "gomoku", "renju", "x0_freestyle", "custom"]
RatedMode = Literal["x0", "gomoku", "renju"]
Ruleset = Literal["renju", "exact_five", "freestyle"]
Shape = Literal["square", "octagon", "cross"]
OpeningKind = Literal[
    "none", "pro", "long_pro", "swap", "swap2", "taraguchi_10", "rif", "soosorv_8", "yamaguchi"
]
Colour = Literal["black", "white"]
Seat = Literal["first", "second"]
GameStatus = Literal["active", "finished", "aborted"]
ResultReason = Literal[
    "five", "overline", "foul", "full_board", "passes", "resignation", "time", "agreed_draw",
    "no_draw",
]  # fmt: skip
FoulKind = Literal["overline", "double_four", "double_three"]
FoulLineKind = Literal["overline", "four", "three"]
ChatRoom = Literal["players", "spectators"]
SeekKind = Literal["quick", "open", "challenge", "room"]
SeekStatus = Literal["waiting", "matched", "cancelled", "declined", "expired"]
Scope = Literal["play", "read", "challenge"]
ChatPolicy = Literal["off", "players", "all"]
ClanRole = Literal["captain", "officer", "member"]
