"""Boards as text, and points as people write them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from x0.client.models.base import Point, Shape
from x0.client.models.games import Stone
from x0_engine import Position

COLUMNS = "ABCDEFGHIJKLMNOPQRST"
STONES = {"black": "X", "white": "O"}


@dataclass(frozen=True, slots=True)
class Style:
    empty: str
    star: str
    zone: str
    candidate: str = "?"
    forbidden: str = "!"


UNICODE = Style(empty="·", star="•", zone="◦")
ASCII = Style(empty=".", star=",", zone="+")


def point_name(point: Point) -> str:
    return f"{COLUMNS[point[0]]}{point[1] + 1}"


def parse_point(text: str, size: int) -> Point:
    """`h8` -> (7, 7).

    Raises:
        ValueError: with words for the player.
    """
    column, row = text[:1].upper(), text[1:]
    last = f"{COLUMNS[size - 1]}{size}"
    if column not in COLUMNS or not column or not (row.isascii() and row.isdigit()):
        raise ValueError(f"a point is a letter and a number, A1 to {last}, such as h8")
    point = (COLUMNS.index(column), int(row) - 1)
    if not (point[0] < size and 0 <= point[1] < size):
        raise ValueError(f"{text.upper()} is not on the board: it goes from A1 to {last}")
    return point


@dataclass(frozen=True, slots=True)
class Marks:
    """What is shown besides stones."""

    # In brackets: the last stone, or a winning row.
    framed: Collection[Point] = ()
    zone: Collection[Point] = ()
    candidates: Collection[Point] = ()
    forbidden: Collection[Point] = field(default=())


def draw(
    size: int, shape: Shape, stones: Iterable[Stone], marks: Marks, style: Style = UNICODE
) -> str:
    """The board with coordinates on all sides."""
    exists = _points(size, shape)
    signs: dict[Point, str] = dict.fromkeys(exists, style.empty)
    signs.update(dict.fromkeys(_stars(size) & exists, style.star))
    signs.update(dict.fromkeys(marks.zone, style.zone))
    signs.update(dict.fromkeys(marks.candidates, style.candidate))
    signs.update(dict.fromkeys(marks.forbidden, style.forbidden))
    signs.update({stone.point: STONES[stone.colour] for stone in stones})
    letters = "   " + "".join(f" {letter}" for letter in COLUMNS[:size])
    rows = [letters]
    for y in reversed(range(size)):
        cells, before = "", False
        for x in range(size):
            here = (x, y) in marks.framed
            cells += ("|" if before and here else "[" if here else "]" if before else " ") + (
                signs.get((x, y), " ")
            )
            before = here
        rows.append(f"{y + 1:3}{cells}{']' if before else ' '}{y + 1}")
    rows.append(letters)
    return "\n".join(row.rstrip() for row in rows)


_known: dict[tuple[int, str], frozenset[Point]] = {}


def _points(size: int, shape: Shape) -> frozenset[Point]:
    found = _known.get((size, shape))
    if found is None:
        points = Position("freestyle", size=size, shape=shape).points()
        found = _known[(size, shape)] = frozenset(points)
    return found


def _stars(size: int) -> frozenset[Point]:
    """The centre and four points around it, to find one's way by."""
    if size % 2 == 0 or size < 9:
        return frozenset()
    middle, edge = size // 2, 3 if size >= 13 else 2
    far = size - 1 - edge
    return frozenset({(middle, middle), (edge, edge), (edge, far), (far, edge), (far, far)})
