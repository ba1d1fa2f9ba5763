"""Openings through the Python face: every branch, and what is refused."""

from itertools import product
from typing import Any

import pytest
from x0_engine import Opening, OpeningRefused, parse_point

KINDS = [
    "none",
    "pro",
    "long_pro",
    "swap",
    "swap2",
    "taraguchi_10",
    "rif",
    "soosorv_8",
    "yamaguchi",
]

TEN = [(0, y) for y in range(10)]


def place(opening: Opening, *names: str) -> None:
    for name in names:
        opening.apply({"type": "place", "point": parse_point(name)})


def types(opening: Opening) -> list[str]:
    return [action["type"] for action in opening.actions()]


def refuse(opening: Opening, action: object, reason: str) -> OpeningRefused:
    before = (opening.actions(), opening.seat, opening.black, opening.history())
    with pytest.raises(OpeningRefused) as refused:
        opening.apply(action)
    assert refused.value.reason == reason
    assert (opening.actions(), opening.seat, opening.black, opening.history()) == before
    return refused.value


def answer(opening: Opening, swap: bool) -> None:
    assert types(opening) == ["swap", "keep"]
    opening.apply({"type": "swap" if swap else "keep"})


def other(seat: str | None) -> str:
    return "second" if seat == "first" else "first"


def test_none() -> None:
    opening = Opening("none")
    assert (opening.done, opening.black, opening.seat, opening.actions()) == (
        True,
        "first",
        "first",
        [],
    )
    refuse(opening, {"type": "place", "point": (7, 7)}, "finished")


@pytest.mark.parametrize(("kind", "zone"), [("pro", 200), ("long_pro", 176)])
def test_pro(kind: str, zone: int) -> None:
    opening = Opening(kind)
    assert opening.black == "first"
    assert opening.actions() == [{"type": "place", "colour": "black", "zone": [(7, 7)]}]
    refuse(opening, {"type": "place", "point": (7, 8)}, "outside_zone")
    place(opening, "h8", "i9")
    assert len(opening.actions()[0]["zone"]) == zone
    refuse(opening, {"type": "place", "point": (9, 9)}, "outside_zone")
    place(opening, "h12")
    assert (opening.done, opening.seat) == (True, "second")


@pytest.mark.parametrize("colour", ["black", "white"])
def test_swap(colour: str) -> None:
    opening = Opening("swap")
    place(opening, "h8", "i9", "c3")
    assert opening.black is None
    assert opening.seat == "second"
    assert opening.actions() == [{"type": "choose", "colours": ["black", "white"]}]
    refuse(opening, {"type": "add_two"}, "not_possible_now")
    opening.apply({"type": "choose", "colour": colour})
    assert opening.done
    assert opening.black == ("second" if colour == "black" else "first")
    assert opening.seat == other(opening.black)


@pytest.mark.parametrize("next_mover", ["white", "black"])
@pytest.mark.parametrize("colour", ["black", "white"])
@pytest.mark.parametrize("add_two", [False, True])
def test_swap2(add_two: bool, colour: str, next_mover: str) -> None:
    opening = Opening("swap2", next_mover=next_mover)
    place(opening, "h8", "i9", "c3")
    assert (opening.seat, types(opening)) == ("second", ["choose", "add_two"])
    chooser = "second"
    if add_two:
        opening.apply({"type": "add_two"})
        assert opening.actions()[0]["colour"] == "white"
        place(opening, "d4")
        assert (opening.seat, opening.actions()[0]["colour"]) == ("second", "black")
        place(opening, "e5")
        chooser = "first"
        assert (opening.seat, types(opening)) == ("first", ["choose"])
    refuse(opening, {"type": "choose", "colour": "green"}, "bad_colour")
    opening.apply({"type": "choose", "colour": colour})
    assert opening.done
    assert opening.black == (chooser if colour == "black" else other(chooser))
    assert opening.seat == (opening.black if next_mover == "black" else other(opening.black))
    position = opening.position("exact_five")
    assert position.to_move == opening.to_move == next_mover
    assert position.stones() == opening.stones()


@pytest.mark.parametrize("swaps", list(product([False, True], repeat=3)))
@pytest.mark.parametrize("fifth", ["swap", "place", "offer"])
@pytest.mark.parametrize("last", [False, True])
def test_taraguchi_10(swaps: tuple[bool, bool, bool], fifth: str, last: bool) -> None:
    opening = Opening("taraguchi_10")
    black = "first"
    for name, swap in zip(["h8", "i8", "h9"], swaps, strict=True):
        mover = black if opening.ply % 2 == 0 else other(black)
        assert opening.seat == mover
        place(opening, name)
        assert opening.seat == other(mover)
        answer(opening, swap)
        black = other(black) if swap else black
        assert opening.black == black
    assert opening.name == "Ugetsu"
    place(opening, "k6")
    assert (opening.seat, types(opening)) == (black, ["swap", "place", "offer"])
    assert len(opening.actions()[1]["zone"]) == 77
    if fifth == "offer":
        refuse(opening, {"type": "offer", "points": TEN[:9]}, "wrong_count")
        refuse(opening, {"type": "offer", "points": [*TEN[:9], (0, 0)]}, "duplicate_points")
        refuse(opening, {"type": "offer", "points": [*TEN[:9], (7, 7)]}, "occupied")
        refuse(opening, {"type": "offer", "points": [*TEN[:9], (-1, 7)]}, "off_board")
        opening.apply({"type": "offer", "points": TEN})
        assert (opening.seat, opening.offered) == (other(black), TEN)
        assert opening.actions() == [{"type": "pick", "zone": TEN}]
        refuse(opening, {"type": "pick", "point": (1, 1)}, "outside_zone")
        opening.apply({"type": "pick", "point": TEN[3]})
        assert opening.offered == []
        assert opening.stones()[4] == (TEN[3], "black")
    else:
        if fifth == "swap":
            opening.apply({"type": "swap"})
            black = other(black)
            assert (opening.seat, types(opening)) == (black, ["place"])
            refuse(opening, {"type": "offer", "points": TEN}, "not_possible_now")
        refuse(opening, {"type": "place", "point": (7, 13)}, "outside_zone")
        place(opening, "h12")
        assert opening.seat == other(black)
        answer(opening, last)
        black = other(black) if last else black
    assert opening.done
    assert (opening.black, opening.seat) == (black, other(black))
    assert opening.position("renju").to_move == "white"


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("kind", ["rif", "soosorv_8", "yamaguchi"])
def test_offers_of_fifths(kind: str, swap: bool) -> None:
    opening = Opening(kind)
    place(opening, "h8", "h7", "h9")
    assert opening.name is not None
    if kind == "yamaguchi":
        assert opening.actions() == [{"type": "declare", "min": 1, "max": 10}]
        assert opening.seat == "first"
        opening.apply({"type": "declare", "count": 2})
    assert opening.seat == "second"
    answer(opening, swap)
    black = "second" if swap else "first"
    assert (opening.black, opening.seat) == (black, other(black))
    place(opening, "h1")
    if kind == "soosorv_8":
        assert opening.actions() == [{"type": "declare", "min": 1, "max": 8}]
        assert opening.seat == other(black)
        refuse(opening, {"type": "declare", "count": 9}, "wrong_count")
        refuse(opening, {"type": "declare", "count": -1}, "wrong_count")
        opening.apply({"type": "declare", "count": 2})
        assert opening.seat == black
        answer(opening, False)
    assert opening.actions()[0]["count"] == 2
    refused = refuse(opening, {"type": "offer", "points": [(0, 0), (14, 0)]}, "equal_points")
    assert refused.pair == ((0, 0), (14, 0))
    opening.apply({"type": "offer", "points": [(0, 0), [0, 1]]})
    assert opening.seat == other(black)
    opening.apply({"type": "pick", "point": [0, 1]})
    assert opening.done
    assert opening.seat == other(black)


@pytest.mark.parametrize("kind", KINDS)
def test_history_replays(kind: str) -> None:
    opening = Opening(kind)
    assert opening.kind == kind
    while not opening.done:
        action: dict[str, Any] = dict(opening.actions()[0])
        zone = action.get("zone", [])
        match action["type"]:
            case "place" | "pick":
                opening.apply({"type": action["type"], "point": zone[len(zone) // 2]})
            case "choose":
                opening.apply({"type": "choose", "colour": "white"})
            case "offer":
                offered = [(x, 0) for x in range(action["count"])]
                opening.apply({"type": "offer", "points": offered})
            case "declare":
                opening.apply({"type": "declare", "count": action["max"]})
            case simple:
                opening.apply({"type": simple})
    again = Opening(kind)
    copied = again.copy()
    for step in opening.history():
        again.apply(step)
    assert again.history() == opening.history()
    assert again.stones() == opening.stones()
    assert (again.seat, again.black, again.done) == (opening.seat, opening.black, True)
    assert copied.history() == []


@pytest.mark.parametrize(
    "action",
    [
        None,
        3,
        "swap",
        [],
        {},
        {"type": None},
        {"type": "nothing"},
        {"type": "place"},
        {"type": "place", "point": None},
        {"type": "place", "point": "h8"},
        {"type": "place", "point": (7,)},
        {"type": "place", "point": (7.0, 7.0)},
        {"type": "pick"},
        {"type": "choose"},
        {"type": "offer", "points": 3},
        {"type": "offer", "points": [3]},
        {"type": "declare", "count": "many"},
    ],
)
def test_garbage_is_refused(action: object) -> None:
    refuse(Opening("swap2"), action, "bad_action")


def test_refusals_of_the_first_stone() -> None:
    opening = Opening("swap2")
    refuse(opening, {"type": "place", "point": (7, 7), "colour": "white"}, "bad_colour")
    refuse(opening, {"type": "place", "point": (10**40, 7)}, "off_board")
    refuse(opening, {"type": "keep"}, "not_possible_now")
    with pytest.raises(OpeningRefused) as refused:
        Opening("best")
    assert refused.value.reason == "unknown_kind"
    with pytest.raises(ValueError, match="no such board"):
        Opening("swap2", size=14)
