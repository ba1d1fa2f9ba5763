"""Makes `games.jsonl`: games in the format of records, played by chance within the rules.

    python make_games.py > games.jsonl

Rows count from the top, as in records from elsewhere.
"""

from __future__ import annotations

import json
import random

from x0_engine import Position

RULES = {"renju": "renju", "exact_five": "gomoku_exact", "freestyle": "freestyle"}


def choose(position: Position, chance: random.Random, careless: bool) -> tuple[int, int]:
    """Wins and stops wins; otherwise somewhere near the stones."""
    mine = position.to_move
    theirs = "white" if mine == "black" else "black"
    for colour in (mine, theirs):
        points = [p for p in position.winning_points(colour) if not position.foul_at(p)]
        if points and not careless:
            return chance.choice(points)
    fouls = position.fouls() if mine == "black" else {}
    if careless and fouls:
        return chance.choice(list(fouls))
    taken = [stone for stone, _ in position.stones()]
    free = [p for p in position.empty_points() if p not in fouls]
    near = [p for p in free if any(max(abs(p[0] - x), abs(p[1] - y)) <= 1 for x, y in taken[-6:])]
    return chance.choice(near or free or position.empty_points())


def quiet(position: Position, chance: random.Random) -> tuple[int, int]:
    """Whatever makes no row, to fill the board."""
    wins = set(position.winning_points(position.to_move))
    free = position.empty_points()
    blocks = [
        p for colour in ("black", "white") for p in position.winning_points(colour) if p not in wins
    ]
    return chance.choice(blocks or [p for p in free if p not in wins] or free)


def play(ruleset: str, size: int, end: str, seed: int) -> dict[str, object] | None:
    chance = random.Random(seed)
    position = Position(ruleset, size=size)
    stop = chance.randrange(4, 30) if end == "open" else size * size
    outcome = None
    while outcome is None and position.ply < stop:
        careless = end == "foul" and position.ply > 12
        if end == "full_board":
            point = quiet(position, chance)
        else:
            point = choose(position, chance, careless)
        outcome = position.play(point)
    moves = [[x, size - 1 - y] for x, y in (stone for stone, _ in position.stones())]
    record: dict[str, object] = {"rules": RULES[ruleset], "size": size, "moves": moves, "end": end}
    if outcome is None:
        record["result"] = chance.choice(["black", "white", "draw"])
        return record if end == "open" else None
    found = {"overline": "five"}.get(outcome.reason, outcome.reason)
    record["result"] = outcome.winner or "draw"
    return record if found == end else None


def main() -> None:
    wanted = [
        ("renju", 15, "five", 24), ("renju", 15, "foul", 6), ("renju", 15, "open", 6),
        ("exact_five", 15, "five", 8), ("exact_five", 9, "full_board", 4),
        ("exact_five", 15, "open", 2), ("freestyle", 15, "five", 6), ("freestyle", 20, "five", 4),
    ]  # fmt: skip
    seed = 1
    for ruleset, size, end, count in wanted:
        while count:
            seed += 1
            record = play(ruleset, size, end, seed)
            if record is not None:
                print(json.dumps(record, separators=(",", ":")))
                count -= 1


if __name__ == "__main__":
    main()
