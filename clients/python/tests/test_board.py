"""The board as text, and points as people write them."""

from __future__ import annotations

import pytest
from x0.client.cli.board import ASCII, UNICODE, Marks, draw, parse_point, point_name
from x0.client.cli.words import clock_text, table
from x0.client.models.games import Stone
from x0.client.models.settings import TimeControl

NINE = """\
    A B C D E F G H I
  9 . . . . . . . . . 9
  8 . . . . . . . . . 8
  7 . . , . . . , . . 7
  6 . . . ? . . . . . 6
  5 . . . .[X|X]. . . 5
  4 . . . . O . . . . 4
  3 . . , . + + , . . 3
  2 . . . . . . . . . 2
  1 . . . . . . . .[O]1
    A B C D E F G H I"""

CROSS = """\
    A B C D E F G H I J K L M N O
 15         · · · · · · ·         15
 14         · · · · · · ·         14
"""


def test_a_board_with_all_marks() -> None:
    stones = [
        Stone((4, 4), "black"),
        Stone((4, 3), "white"),
        Stone((5, 4), "black"),
        Stone((8, 0), "white"),
    ]
    marks = Marks(
        framed=[(4, 4), (5, 4), (8, 0)], zone=[(4, 2), (5, 2)], candidates=[(3, 5)], forbidden=[]
    )
    assert draw(9, "square", stones, marks, ASCII) == NINE


def test_points_that_are_not_there_are_left_out() -> None:
    drawn = draw(15, "cross", [], Marks(), UNICODE)
    assert drawn.startswith(CROSS)
    assert "  8 · · · · · · · • · · · · · · · 8\n" in drawn


def test_a_large_board_has_every_letter() -> None:
    drawn = draw(20, "square", [], Marks(forbidden=[(19, 19)]), ASCII)
    lines = drawn.split("\n")
    assert lines[0].endswith(" S T")
    assert lines[1] == " 20" + " ." * 19 + " ! 20"
    assert len(lines) == 22


@pytest.mark.parametrize("text", ["a1", "H8", "o15"])
def test_points_there_and_back(text: str) -> None:
    assert point_name(parse_point(text, 15)) == text.upper()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p1", "from A1 to O15"),
        ("a16", "from A1 to O15"),
        ("a0", "from A1 to O15"),
        ("8h", "a letter and a number"),
        ("", "a letter and a number"),
        ("h", "a letter and a number"),
        ("h²", "a letter and a number"),
    ],
)
def test_a_bad_point_says_what_would_be_right(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_point(text, 15)


def test_clocks() -> None:
    texts = [clock_text(seconds) for seconds in (None, 3725, 300, 59.9, 9.97, 0)]
    assert texts == ["-", "1:02:05", "5:00", "0:59", "0:09.9", "0:00.0"]


def test_time_controls() -> None:
    for text in ("5+3", "0:30+2", "untimed", "180+60"):
        assert str(TimeControl.parse(text)) == text
    for text in ("5", "x+3", "5+", "", "5+3+1", "-1+2"):
        with pytest.raises(ValueError, match="no time control"):
            TimeControl.parse(text)


def test_numbers_stand_to_the_right() -> None:
    assert table([["a", "5"], ["bc", "10"]], ["x", "n"]) == "x    n\na    5\nbc  10"
