"""A small server of one puzzle, played by a script: what is asked is kept."""

from __future__ import annotations

import json
from typing import Any

import httpx
from x0.client import Client

ID = "renju-417"
TIME = "2026-12-01T21:00:00Z"
PUZZLE = {
    "puzzle_id": ID, "mode": "renju", "ruleset": "renju", "number": 417, "level": 2,
    "moves": [[7, 7], [0, 0], [8, 7], [0, 2]], "attacker": "black", "rating": 1520,
    "deviation": 80, "played": 9, "solved": 4, "new_field": 1,
}  # fmt: skip
SOLUTION = {
    "line": [[9, 7], [6, 7], [10, 7], [11, 7], [5, 5]], "first_moves": [[9, 7]],
    "themes": ["quiet_three", "foul_trap"],
}  # fmt: skip
ATTEMPT = {
    "puzzle_id": ID, "version": 1, "status": "open", "played": [], "tries": 0, "mistakes": 0,
    "hints": [], "hints_taken": 0, "started_at": TIME, "finished_at": None, "seconds": None,
    "first_try": False, "rating": None, "plays": 1, "solution": None, "last": None,
}  # fmt: skip
HINTS = [
    {"kind": "theme", "theme": "foul_trap"},
    {"kind": "area", "low": [9, 6], "high": [10, 7]},
    {"kind": "point", "point": [9, 7]},
]


class Server:
    """Right is J8, then K8; L12 is a foul, M13 undecided, all else wrong."""

    def __init__(self) -> None:
        self.asked: list[httpx.Request] = []
        self.attempt: dict[str, Any] = dict(ATTEMPT)
        self.draws = 0
        self.stale = False
        http = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        self.client = Client("http://server", http=http)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        body = json.loads(request.content) if request.content else {}
        path = request.url.path.removeprefix("/v1/")
        if path == "puzzles/draw":
            self.draws += 1
            found: Any = {"puzzles": [PUZZLE], "unseen": 1, "began_anew": self.draws > 1}
        elif path == "puzzles/daily":
            found = {"date": "2026-12-01", "puzzle": PUZZLE}
        elif path == f"puzzles/{ID}":
            found = PUZZLE
        elif path == f"puzzles/{ID}/attempt":
            if request.method == "PUT" and self.attempt["status"] != "open":
                self.attempt = ATTEMPT | {"version": self.attempt["version"] + 1, "plays": 2}
            found = {"attempt": self.attempt, "puzzle": PUZZLE}
        else:
            if self.stale or body["version"] != self.attempt["version"]:
                self.stale = False
                return httpx.Response(409, json={"reason": "attempt_moved_on", "detail": "gone on"})
            found = self._act(path.rpartition("/")[2], body)
            if found is None:
                return httpx.Response(409, json={"reason": "no_more_hints", "detail": "no more"})
        return httpx.Response(200, json=found)

    def _act(self, act: str, body: dict[str, Any]) -> dict[str, Any] | None:
        now = self.attempt | {"version": self.attempt["version"] + 1, "last": None}
        failed = {"rating": {"before": 1500, "after": 1490}}
        match act:
            case "moves":
                now |= self._judged(body["point"])
            case "hints":
                if len(now["hints"]) == len(HINTS):
                    return None
                now["hints"] = HINTS[: len(now["hints"]) + 1]
                now |= failed | {"hints_taken": now["hints_taken"] + 1}
            case "restart":
                now["played"] = []
            case "give-up":
                now |= failed | {"status": "given_up", "solution": SOLUTION, "seconds": 5}
            case "explanation":
                return {"refutation": [[9, 7], [2, 2]]}
        self.attempt = now
        return now

    def _judged(self, point: list[int]) -> dict[str, Any]:
        old = self.attempt
        last = {"verdict": "right", "point": point, "follows": []}
        if point == [12, 12]:
            return {"last": last | {"verdict": "undecided"}}
        tries = {"tries": old["tries"] + 1}
        if point == [9, 7]:
            return tries | {"last": last | {"follows": [[6, 7]]}, "played": [point, [6, 7]]}
        if point == [10, 7] and old["played"]:
            follows = [[11, 7], [5, 5]]
            return tries | {
                "last": last | {"follows": follows}, "status": "solved", "solution": SOLUTION,
                "played": [*old["played"], point, *follows], "seconds": 9,
                "first_try": not old["mistakes"], "rating": {"before": 1500, "after": 1512},
            }  # fmt: skip
        verdict = "foul" if point == [11, 11] else "wrong"
        return tries | {
            "last": last | {"verdict": verdict}, "mistakes": old["mistakes"] + 1,
            "rating": {"before": 1500, "after": 1490},
        }  # fmt: skip
