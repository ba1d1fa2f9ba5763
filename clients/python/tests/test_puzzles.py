"""Puzzles: what is asked of the server, what becomes of its answers, and the commands."""

from __future__ import annotations

import argparse
import asyncio
import io
import json
from datetime import date
from typing import Any

import httpx
import pytest
from puzzle_server import ATTEMPT, ID, PUZZLE, Server
from x0.client import Client
from x0.client.cli import lists, main, puzzle
from x0.client.cli.board import ASCII
from x0.client.cli.parser import make
from x0.client.cli.terminal import Terminal
from x0.client.decode import decode
from x0.client.models.puzzles import Attempt, Puzzle, PuzzleHint


async def solve(server: Server, *lines: str, monkeypatch: pytest.MonkeyPatch, **given: Any) -> str:
    """What the command says to a player who says these lines."""
    reader = asyncio.StreamReader()
    reader.feed_data("".join(f"{line}\n" for line in lines).encode())
    reader.feed_eof()
    out = io.StringIO()
    monkeypatch.setattr(puzzle, "standard_terminal", lambda: Terminal(reader, out))
    monkeypatch.setattr(puzzle, "somebody", nobody)
    args = {"puzzle": ID, "daily": False, "mode": None, "level": None, "ascii": True} | given
    assert await puzzle.puzzle(server.client, argparse.Namespace(**args)) == 0
    return out.getvalue()


async def nobody(client: Client, terminal: Terminal) -> None:
    """Who is signed in, the server does not ask."""


async def test_an_attempt_goes_from_answer_to_answer() -> None:
    server = Server()
    puzzles = server.client.puzzles
    view = await puzzles.start(ID)
    assert (view.puzzle.attacker, view.puzzle.moves[2]) == ("black", (8, 7))
    wrong = await puzzles.move(view.attempt, (3, 3), seconds=7)
    assert json.loads(server.asked[-1].content) == {"version": 1, "point": [3, 3], "seconds": 7}
    assert wrong.last is not None
    assert (wrong.last.verdict, wrong.mistakes, wrong.over) == ("wrong", 1, False)
    assert await puzzles.explain(wrong) == ((9, 7), (2, 2))
    # The one that is known has not changed by that.
    one = await puzzles.hint(wrong)
    two = await puzzles.hint(one)
    three = await puzzles.hint(two)
    assert three.hints == (
        PuzzleHint("theme", theme="foul_trap"),
        PuzzleHint("area", low=(9, 6), high=(10, 7)),
        PuzzleHint("point", point=(9, 7)),
    )
    right = await puzzles.move(three, (9, 7))
    again = await puzzles.restart(right)
    assert (right.played, again.played) == (((9, 7), (6, 7)), ())
    ended = await puzzles.give_up(again)
    assert ended.solution is not None
    assert (ended.over, ended.solution.line[0], ended.seconds) == (True, (9, 7), 5)
    assert (await puzzles.attempt(ID)).attempt == ended


async def test_choosing() -> None:
    server = Server()
    drawn = await server.client.puzzles.draw("renju", 3, 20, ["renju-1"])
    assert (len(drawn.puzzles), drawn.unseen, drawn.began_anew) == (1, 1, False)
    assert json.loads(server.asked[-1].content) == {
        "mode": "renju", "max_level": 3, "count": 20, "except": ["renju-1"],
    }  # fmt: skip
    assert (await server.client.puzzles.daily()).date == "2026-12-01"
    await server.client.puzzles.daily(date(2026, 11, 30))
    assert dict(server.asked[-1].url.params) == {"date": "2026-11-30"}
    assert (await server.client.puzzles.get(ID)).level == 2


async def test_a_change_whose_answer_is_lost_is_sent_again() -> None:
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.content)
        if len(asked) == 1:
            raise httpx.ReadError("lost")
        return httpx.Response(200, json=ATTEMPT)

    http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    client = Client("http://server", http=http)
    await client.puzzles.move(decode(Attempt, ATTEMPT), (7, 3))
    assert len(asked) == 2
    assert asked[0] == asked[1]


async def test_own_attempts_over_pages() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        last = "page_token" in request.url.params
        summary = ATTEMPT | {"puzzle_id": "x0-2" if last else "x0-1"}
        page = {"attempts": [summary], "next_page_token": None if last else "more"}
        return httpx.Response(200, json=page)

    http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    client = Client("http://server", http=http)
    assert [one.puzzle_id async for one in client.puzzles.attempts()] == ["x0-1", "x0-2"]


async def test_a_puzzle_is_solved_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    said = await solve(Server(), "j8", "K8", "h8", "quit", monkeypatch=monkeypatch)
    assert "renju-417: level 2, rating 1520. X moves, and wins against every defence." in said
    assert "Right: J8. O answers G8." in said
    assert "Solved at the first try." in said
    assert "Shortest: X J8 O G8 X K8 O L8 X F6" in said
    assert "It begins without a four; X may not stop a four" in said
    assert "Your rating in puzzles: 1500 -> 1512 (+12)" in said
    assert "this puzzle is over; say next, again or quit" in said
    # The last stone has brackets.
    assert "[X]" in said


async def test_mistakes_and_hints_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    said = await solve(
        Server(), "d4", "why", "l12", "m13", "z9", "hint", "h", "h", "h", "", "?", "j8", "k8",
        monkeypatch=monkeypatch,
    )  # fmt: skip
    assert "Not D4: it does not win. Try again, or ask: why" in said
    assert "X D4 O J8 X C3" in said
    assert "L12 is a foul and loses." in said
    assert "Whether M13 wins could not be decided" in said
    assert "a point is a letter and a number, A1 to O15, such as h8; or say help" in said
    assert "Hint: X may not stop a four: that would be a foul." in said
    assert "Hint: between J7 and K8." in said
    assert "Hint: J8." in said
    assert "No more." in said
    assert "see the solution" in said
    assert "Solved, with 2 mistakes and 3 hints." in said


async def test_giving_up_and_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    said = await solve(server, "j8", "again", "give up", "again", "next", monkeypatch=monkeypatch)
    assert "The solution: X J8 O G8 X K8 O L8 X F6" in said
    assert server.attempt["plays"] == 2
    # More like this one.
    drawn = [json.loads(r.content) for r in server.asked if r.url.path.endswith("/draw")]
    assert [(one["mode"], one["max_level"]) for one in drawn] == [("renju", 2)]


async def test_puzzles_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    said = await solve(
        server, "next", "n", "q", monkeypatch=monkeypatch, puzzle=None, mode="gomoku", level=5
    )
    assert "You have seen all of these; they begin anew." in said
    assert server.draws == 3
    assert json.loads(server.asked[0].content)["max_level"] == 5


async def test_the_puzzle_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    said = await solve(Server(), monkeypatch=monkeypatch, puzzle=None, daily=True)
    assert said.startswith("The puzzle of 2026-12-01.\n\nrenju-417")


async def test_what_was_played_elsewhere_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    server.attempt |= {"version": 4, "played": [[9, 7], [6, 7]]}
    server.stale = True
    said = await solve(server, "k8", "k8", monkeypatch=monkeypatch)
    assert "You go on where you were" in said
    assert "Gone on." in said
    assert "Solved" in said


def test_the_board_of_an_attempt() -> None:
    attempt = decode(Attempt, ATTEMPT | {"played": [[9, 7], [6, 7]], "hints": [
        {"kind": "area", "low": [0, 13], "high": [1, 14]}, {"kind": "point", "point": [0, 14]},
    ]})  # fmt: skip
    out = io.StringIO()
    terminal = Terminal(asyncio.StreamReader(loop=asyncio.new_event_loop()), out)
    client = Client("http://server")
    solving = puzzle.Solving(client, decode(Puzzle, PUZZLE), attempt, terminal, ASCII)
    solving._show()
    rows = out.getvalue().splitlines()
    assert rows[2].startswith(" 15 ? + .")
    assert rows[3].startswith(" 14 + + .")
    assert rows[9].startswith("  8 . . . . . .[O]X X X . .")


async def test_progress(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = {
        "player_id": "a", "rating": 1512, "deviation": 290, "rated": 4, "streak": 2,
        "best_streak": 3, "daily_streak": 1, "best_daily_streak": 5,
        "levels": [{"mode": "x0", "level": 1, "puzzles": 900, "solved": 12, "first_try": 9}],
    }  # fmt: skip
    http = httpx.AsyncClient(
        transport=httpx.MockTransport(lambda request: httpx.Response(200, json=progress))
    )
    client = Client("http://server", http=http)
    monkeypatch.setattr(Client, "player_id", "a")
    await lists.puzzles(client, argparse.Namespace(name=None))
    shown = capsys.readouterr().out
    assert "x0        1      12             9  900" in shown
    assert "Rating in puzzles: 1512 (deviation 290), by 4 puzzles." in shown
    assert "puzzle of the day: 1, at best 5." in shown


@pytest.mark.parametrize(
    "wrong",
    [["--level", "7"], ["--mode", "custom"], [ID, "--daily"], ["x0-0"], ["renju"], ["go-1"]],
)
def test_what_is_no_puzzle(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        make().parse_args(["puzzle", *wrong])
    with pytest.raises(SystemExit) as ended:
        main(["puzzle", "--help"])
    assert ended.value.code == 0
    assert "the solution" in capsys.readouterr().out
