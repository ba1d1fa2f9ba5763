"""The rules of X-0: boards, rows, fouls and openings of five in a row; wins by fours and threes.

A point is a pair (column, row), both from zero; (7, 7) is the centre of a 15x15 board, "H8" for
people. Colours are "black" and "white".
"""

from ._engine import (
    Cancel,
    Check,
    Foul,
    FoulLine,
    IllegalMove,
    Judgement,
    Opening,
    OpeningRefused,
    Outcome,
    Position,
    Proof,
    Solution,
    check_proof,
    check_win,
    continuation,
    equal_fifths,
    judge,
    named_openings,
    opening_name,
    parse_point,
    point_name,
    solve_vcf,
    solve_vct,
)

__all__ = [
    "Cancel",
    "Check",
    "Foul",
    "FoulLine",
    "IllegalMove",
    "Judgement",
    "Opening",
    "OpeningRefused",
    "Outcome",
    "Position",
    "Proof",
    "Solution",
    "check_proof",
    "check_win",
    "continuation",
    "equal_fifths",
    "judge",
    "named_openings",
    "opening_name",
    "parse_point",
    "point_name",
    "solve_vcf",
    "solve_vct",
]
