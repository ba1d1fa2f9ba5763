"""A foul told line by line."""

from x0.client.cli.words import foul_lines
from x0.client.models.games import Foul, FoulLine


def test_each_line_names_its_stones_and_what_makes_it_real() -> None:
    foul = Foul(
        "double_three",
        (7, 7),
        (
            FoulLine("three", ((6, 7), (7, 7), (8, 7)), ((5, 7), (9, 7))),
            FoulLine("four", ((7, 6), (7, 7), (7, 8), (7, 9)), ((7, 10),)),
            FoulLine("overline", tuple((x, x) for x in range(6)), ()),
        ),
    )
    assert foul_lines(foul).splitlines() == [
        "  three: G8 H8 I8, a straight four with F8 or J8",
        "  four: H7 H8 H9 H10, five with H11",
        "  overline: A1 B2 C3 D4 E5 F6",
    ]
