"""The rules of X-0: boards, rows, fouls and openings of five in a row.

A point is a pair (column, row), both from zero; (7, 7) is the centre of a 15x15 board, "H8" for
people. Colours are "black" and "white".
"""

from ._engine import (
    Foul,
    FoulLine,
    IllegalMove,
    Opening,
    OpeningRefused,
    Outcome,
    Position,
    equal_fifths,
    named_openings,
    opening_name,
    parse_point,
    point_name,
)

__all__ = [
    "Foul",
    "FoulLine",
    "IllegalMove",
    "Opening",
    "OpeningRefused",
    "Outcome",
    "Position",
    "equal_fifths",
    "named_openings",
    "opening_name",
    "parse_point",
    "point_name",
]
