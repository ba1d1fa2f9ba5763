"""Puzzles over REST, against a running gateway."""

from typing import Any

import pytest
from double_puzzles import ID, MOVES, solution
from gateway_stack import Stack
from x0.game.v1 import settings_pb2
from x0.puzzle.v1 import puzzle_pb2 as pb

PATH = f"/v1/puzzles/{ID}"
PUZZLE = {
    "puzzle_id": ID, "mode": "gomoku", "ruleset": "exact_five", "number": 417, "level": 3,
    "moves": [list(point) for point in MOVES], "attacker": "white", "rating": 1520,
    "deviation": 80, "played": 9, "solved": 4,
}  # fmt: skip
OPEN = {
    "puzzle_id": ID, "version": 3, "status": "open", "played": [], "tries": 1, "mistakes": 1,
    "hints": [
        {"kind": "theme", "theme": "fours"},
        {"kind": "area", "low": [1, 2], "high": [5, 6]},
        {"kind": "point", "point": [0, 0]},
    ],
    "hints_taken": 3, "started_at": "1970-01-01T00:00:05Z", "finished_at": None, "seconds": None,
    "first_try": False, "rating": {"before": 1500, "after": 1490}, "plays": 1, "solution": None,
    "last": {"verdict": "wrong", "point": [3, 3], "follows": []},
}  # fmt: skip
ENDED = OPEN | {
    "status": "given_up", "finished_at": "1970-01-01T00:00:05Z", "seconds": 0, "last": None,
    "solution": {
        "line": [[9, 9], [6, 6]], "first_moves": [[9, 9]], "themes": ["quiet_three", "overline"],
    },
}  # fmt: skip
MOVE = {"version": 3, "point": [14, 0]}


async def call(
    stack: Stack, who: str, method: str, path: str, body: Any = None, **claims: Any
) -> tuple[int, Any]:
    answer = await stack.http.request(method, path, json=body, headers=stack.headers(who, **claims))
    return answer.status_code, answer.json()


async def test_what_everybody_may_see(stack: Stack) -> None:
    base = await stack.http.get("/v1/puzzles")
    assert base.json() == {"levels": [{"mode": "x0", "level": 6, "puzzles": 700}]}
    assert base.headers["cache-control"] == "public, max-age=300"
    assert (await stack.http.get(PATH)).json() == PUZZLE
    daily = (await stack.http.get("/v1/puzzles/daily")).json()
    assert daily == {"date": "2026-12-01", "puzzle": PUZZLE}
    daily = (await stack.http.get("/v1/puzzles/daily?date=2026-11-30")).json()
    assert daily["date"] == stack.puzzles.asked[-1].date == "2026-11-30"
    progress = (await stack.http.get("/v1/players/ann/puzzles")).json()
    assert progress == {
        "player_id": "ann", "rating": 1490, "deviation": 300, "rated": 3, "streak": 1,
        "best_streak": 2, "daily_streak": 4, "best_daily_streak": 5,
        "levels": [{"mode": "renju", "level": 1, "puzzles": 900, "solved": 3, "first_try": 2}],
    }  # fmt: skip


async def test_guests_draw_some(stack: Stack) -> None:
    wanted = {"mode": "renju", "max_level": 4, "count": 50, "except": [ID, "x0-1"]}
    status, drawn = await call(stack, "eve", "POST", "/v1/puzzles/draw", wanted, guest=True)
    assert (status, drawn) == (200, {"puzzles": [PUZZLE], "unseen": 12, "began_anew": True})
    assert stack.puzzles.asked == [
        pb.DrawPuzzlesRequest(
            caller_player_id="eve",
            mode=settings_pb2.MODE_RENJU,
            max_level=4,
            count=50,
            except_puzzle_ids=[ID, "x0-1"],
        )
    ]
    await call(stack, "eve", "POST", "/v1/puzzles/draw", {"mode": "x0", "max_level": 1})
    assert (stack.puzzles.asked[-1].count, [*stack.puzzles.asked[-1].except_puzzle_ids]) == (1, [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"mode": "custom"}, {"max_level": 7}, {"max_level": 0}, {"count": 51}, {"count": 0},
        {"except": ["x0-0"]}, {"except": ["x0-1"] * 101}, {"without": []}, {"max_level": "1"},
    ],
)  # fmt: skip
async def test_what_cannot_be_drawn(stack: Stack, wrong: dict[str, Any]) -> None:
    body = {"mode": "x0", "max_level": 1} | wrong
    status, refused = await call(stack, "ann", "POST", "/v1/puzzles/draw", body)
    assert (status, refused["reason"]) == (422, "invalid")
    assert [error["at"][1] for error in refused["errors"]] == list(wrong)
    assert stack.puzzles.asked == []


@pytest.mark.parametrize(
    ("method", "path", "body", "asked", "answer"),
    [
        ("PUT", "/attempt", None, pb.StartAttemptRequest(), {"attempt": OPEN, "puzzle": PUZZLE}),
        ("GET", "/attempt", None, pb.GetAttemptRequest(), {"attempt": OPEN, "puzzle": PUZZLE}),
        ("POST", "/attempt/moves", MOVE | {"seconds": 86_400},
         pb.PlayMoveRequest(version=3, point={"x": 14}, seconds=86_400), OPEN),
        ("POST", "/attempt/explanation", {"version": 3}, pb.ExplainMoveRequest(version=3),
         {"refutation": [[4, 4], [5, 5]]}),
        ("POST", "/attempt/hints", {"version": 3}, pb.TakeHintRequest(version=3), OPEN),
        ("POST", "/attempt/restart", {"version": 3}, pb.RestartAttemptRequest(version=3), OPEN),
        ("POST", "/attempt/give-up", {"version": 3}, pb.GiveUpRequest(version=3), ENDED),
    ],
)  # fmt: skip
async def test_acts_reach_the_service(
    stack: Stack, method: str, path: str, body: Any, asked: Any, answer: Any
) -> None:
    refused = await stack.http.request(method, PATH + path, json=body)
    assert (refused.status_code, refused.json()["reason"]) == (401, "sign_in_needed")
    assert stack.puzzles.asked == []
    found = await call(stack, "eve", method, PATH + path, body, guest=True)
    assert found == (200, answer)
    asked.MergeFrom(type(asked)(puzzle_id=ID, caller_player_id="eve"))
    assert stack.puzzles.asked == [asked]
    status, refused = await call(stack, "eve", method, f"/v1/puzzles/x0-1{path}", body)
    assert (status, refused["reason"]) == (404, "puzzle_not_found")


async def test_own_attempts(stack: Stack) -> None:
    status, found = await call(stack, "ann", "GET", "/v1/own-puzzle-attempts?page_size=2")
    without = ("played", "hints", "solution", "last")
    summary = {name: value for name, value in ENDED.items() if name not in without}
    assert (status, found) == (200, {"attempts": [summary], "next_page_token": "more"})
    assert stack.puzzles.asked == [pb.ListAttemptsRequest(player_id="ann", page_size=2)]
    assert (await stack.http.get("/v1/own-puzzle-attempts")).status_code == 401


async def test_no_solution_leaves_before_the_end(stack: Stack) -> None:
    stack.puzzles.current.solution.CopyFrom(solution())
    for method, path in (("PUT", ""), ("GET", "")):
        _, found = await call(stack, "ann", method, f"{PATH}/attempt{path}")
        assert found["attempt"] == OPEN
    _, found = await call(stack, "ann", "POST", f"{PATH}/attempt/moves", MOVE)
    assert found == OPEN


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("moves", MOVE | {"point": [20, 0]}),
        ("moves", MOVE | {"point": [0, -1]}),
        ("moves", MOVE | {"point": "h8"}),
        ("moves", MOVE | {"version": 0}),
        ("moves", MOVE | {"version": 2**63}),
        ("moves", MOVE | {"seconds": 86_401}),
        ("moves", MOVE | {"seconds": -1}),
        ("moves", {"point": [1, 1]}),
        ("hints", {"version": "3"}),
        ("give-up", {}),
        ("restart", {"version": True}),
        ("explanation", {"version": 3, "why": 1}),
    ],
)
async def test_what_is_no_act(stack: Stack, path: str, body: Any) -> None:
    status, refused = await call(stack, "ann", "POST", f"{PATH}/attempt/{path}", body)
    assert (status, refused["reason"]) == (422, "invalid")
    assert stack.puzzles.asked == []


@pytest.mark.parametrize("id", ["x0", "x0-0", "x0-01", "renju-1000000", "custom-1", "X0-1", "417"])
async def test_what_is_no_id(stack: Stack, id: str) -> None:
    assert (await stack.http.get(f"/v1/puzzles/{id}")).status_code == 422
    assert stack.puzzles.asked == []


async def test_drawing_is_no_puzzle(stack: Stack) -> None:
    answer = await stack.http.get("/v1/puzzles/draw")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    answer = await stack.http.delete(PATH)
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert (await stack.http.get("/v1/puzzles/drawn")).status_code == 422


async def test_the_solver_has_a_limit_of_its_own() -> None:
    async with Stack(puzzle_rate=0.01, puzzle_burst=3) as stack:
        paths = ("moves", "hints", "explanation", "moves")
        answers = [
            await call(
                stack, "ann", "POST", f"{PATH}/attempt/{path}",
                MOVE if path == "moves" else {"version": 3},
            )
            for path in paths
        ]  # fmt: skip
        assert [status for status, _ in answers] == [200, 200, 200, 429]
        assert answers[-1][1]["reason"] == "rate_limited"
        # What costs nothing goes on, and so do others.
        status, _ = await call(stack, "ann", "POST", f"{PATH}/attempt/give-up", {"version": 3})
        assert status == 200
        status, _ = await call(stack, "bob", "POST", f"{PATH}/attempt/moves", MOVE)
        assert status == 200
        assert [type(asked).__name__ for asked in stack.puzzles.asked] == [
            "PlayMoveRequest", "TakeHintRequest", "ExplainMoveRequest", "GiveUpRequest",
            "PlayMoveRequest",
        ]  # fmt: skip
