"""Openings played by lines from a stream, against the engine's own openings."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from x0.client.cli.opening import OpeningPrompt
from x0.client.cli.terminal import Terminal
from x0.client.decode import decode
from x0.client.models.opening import OpeningState
from x0_engine import Opening, OpeningRefused


def state_of(opening: Opening) -> OpeningState:
    """As the server shows it."""
    choices: list[dict[str, Any]] = []
    for action in opening.actions():
        choice: dict[str, Any] = {**action}
        if action["type"] == "place":
            choice["anywhere"] = "zone" not in action
            choice.setdefault("zone", [])
        if action["type"] == "pick":
            choice["points"] = opening.offered
        choices.append(choice)
    return decode(
        OpeningState,
        {"done": opening.done, "choices": choices, "offered": opening.offered,
         "declared": opening.declared or 0, "name": opening.name},
    )  # fmt: skip


async def drive(opening: Opening, text: str) -> str:
    """Everything said on the way; reads as many lines as the stream has."""
    reader = asyncio.StreamReader()
    reader.feed_data("".join(f"{line.strip()}\n" for line in text.split(",")).encode())
    reader.feed_eof()
    out = io.StringIO()
    terminal = Terminal(reader, out)
    prompt = OpeningPrompt(state_of(opening), 15)
    while not opening.done:
        terminal.say(prompt.question())
        line = await terminal.line()
        if line is None:
            break
        try:
            action = prompt.take(line)
            if action is not None:
                opening.apply(action)
                prompt = OpeningPrompt(state_of(opening), 15)
        except OpeningRefused as refused:
            terminal.say(f"refused: {refused.reason}")
        except (ValueError, LookupError) as error:
            terminal.say(f"wrong: {error}")
    return out.getvalue()


@pytest.mark.parametrize(
    ("lines", "black"),
    [
        ("h8, h9, j10, black", "second"),
        ("h8, h9, j10, white", "first"),
        ("h8, h9, j10, two, g7, c3, black", "first"),
        ("h8, h9, j10, two, g7, c3, white", "second"),
    ],
)
async def test_swap2(lines: str, black: str) -> None:
    opening = Opening("swap2", next_mover="black")
    said = await drive(opening, lines)
    assert opening.done
    assert opening.black == black
    assert "black (X) / white (O)" in said
    assert "two: add one black and one white stone" in said


@pytest.mark.parametrize(
    "lines",
    [
        "h8, no, h9, no, h10, no, i8, g7, no, c3",
        "h8, yes, h9, swap, h10, y, i8, swap, g7, yes, c3",
        "h8, no, h9, no, h10, no, i8, offer, a1, o1, a15, o15, b2, n3, c5, d7, e9, c11, send,"
        "c5, g9",
    ],
)
async def test_taraguchi_10_to_its_end(lines: str) -> None:
    opening = Opening("taraguchi_10")
    said = await drive(opening, lines)
    assert opening.done, said
    assert "wrong" not in said
    assert "Swap colours? yes / no" in said


async def test_the_offer_of_ten_step_by_step() -> None:
    opening = Opening("taraguchi_10")
    said = await drive(
        opening,
        "h8, no, h9, no, h10, no, i8, offer, g7, undo, undo, back, offer, send, a1, a1, zz, z9,"
        "o1, a15, o15, b2, n3, c5, d7, e9, c11, d4, send",
    )
    assert "wrong: there is no candidate to take back" in said
    assert "wrong: 10 stones more first" in said
    assert "wrong: A1 is among the candidates already" in said
    assert "wrong: zz" in said
    assert "wrong: a point is a letter and a number, A1 to O15" in said
    assert "(10 of 10)" in said
    assert "wrong: these are all: send them, or undo" in said
    assert len(opening.offered) == 10
    assert said.endswith("pick the fifth stone, one of: A1 O1 A15 O15 B2 N3 C5 D7 E9 C11\n")


async def test_equal_points_are_refused_and_the_candidates_stay() -> None:
    """The position is the same from left and from right, so two of these are equal."""
    opening = Opening("taraguchi_10")
    said = await drive(
        opening,
        "h8, no, h9, no, h10, no, h11, offer, g5, i5, a1, a2, a3, a4, a5, a6, a7, a8, send,"
        "undo, undo, undo, undo, undo, undo, undo, undo, undo,"
        "b1, a1, a2, a3, a4, a5, a6, a7, a9, send",
    )
    assert "refused: equal_points" in said
    assert len(opening.offered) == 10


async def test_a_zone_is_said_before_the_server_refuses() -> None:
    opening = Opening("taraguchi_10")
    said = await drive(opening, "a1, h8, no, a1, foo")
    assert said.count("wrong: A1 is outside the marked points") == 2
    assert "wrong: foo" in said
    prompt = OpeningPrompt(state_of(opening), 15)
    assert len(prompt.marks().zone) == 8


@pytest.mark.parametrize("kind", ["soosorv_8", "yamaguchi", "rif"])
async def test_openings_with_few_candidates(kind: str) -> None:
    opening = Opening(kind)
    lines = {
        "rif": "h8, h9, h10, no, i8, a1, c5, send, c5, g9",
        "soosorv_8": "h8, h9, h10, no, i8, 9, 2, no, a1, c5, send, c5, g9",
        "yamaguchi": "h8, h9, h10, 11, 2, no, i8, a1, c5, send, c5, g9",
    }[kind]
    said = await drive(opening, lines)
    assert opening.done, said
    assert ("wrong: a number from 1 to" in said) == (kind != "rif")
