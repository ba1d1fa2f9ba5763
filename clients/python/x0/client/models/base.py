"""Words and points that everything else is made of."""

from __future__ import annotations

from typing import Literal

# Column and row from zero; (0, 0) is A1, (7, 7) is H8.
Point = tuple[int, int]

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


def other_colour(colour: Colour) -> Colour:
    return "white" if colour == "black" else "black"


def other_seat(seat: Seat) -> Seat:
    return "second" if seat == "first" else "first"
