"""Every line of every data file, through the Python face."""

from typing import Any

from x0_engine import Position, equal_fifths, named_openings, opening_name

Case = dict[str, Any]


def set_up(case: Case) -> Position:
    return Position.from_stones("renju", black=case["black"], white=case["white"])


def test_fouls_and_fives(fouls_dev: list[Case]) -> None:
    assert len(fouls_dev) == 2_939
    for case in fouls_dev:
        position = set_up(case)
        fouls = position.fouls()
        assert {f"{x},{y}": foul.kind for (x, y), foul in fouls.items()} == case["forbidden"]
        assert sorted(position.winning_points("black")) == sorted(map(tuple, case["fives"]))
        legal = set(position.empty_points()) - set(fouls)
        assert set(position.legal_points()) == legal
        for point, foul in fouls.items():
            assert foul == position.foul_at(point)
            assert foul.point == point


def test_proofs(fouls_dev: list[Case]) -> None:
    line_kind = {"overline": "overline", "double_four": "four", "double_three": "three"}
    for case in fouls_dev:
        position = set_up(case)
        for point, foul in position.fouls().items():
            for line in foul.lines:
                assert line.kind == line_kind[foul.kind]
                assert point in line.stones
                if line.kind == "four":
                    check_four(case, point, line.stones, line.completes)
                elif line.kind == "three":
                    check_three(case, point, line.stones, line.extends)
                else:
                    assert len(line.stones) >= 6


def with_black(case: Case, *points: tuple[int, int]) -> Position:
    return Position.from_stones("renju", [*case["black"], *points], case["white"])


def check_four(
    case: Case,
    point: tuple[int, int],
    stones: list[tuple[int, int]],
    completes: list[tuple[int, int]],
) -> None:
    """Every completing point is a five once the stone stands."""
    assert len(stones) == 4
    assert completes
    assert set(completes) <= set(with_black(case, point).winning_points("black"))


def check_three(
    case: Case,
    point: tuple[int, int],
    stones: list[tuple[int, int]],
    extends: list[tuple[int, int]],
) -> None:
    """Every extension is allowed once the stone stands, and then both ends of the four win."""
    assert len(stones) == 3
    assert extends
    for extension in extends:
        after = with_black(case, point)
        assert after.foul_at(extension) is None
        assert extension not in after.winning_points("black")
        four = sorted([*stones, extension])
        (x, y), (u, v) = four[0], four[3]
        dx, dy = (u - x) // 3, (v - y) // 3
        assert four == [(x + i * dx, y + i * dy) for i in range(4)]
        winning = with_black(case, point, extension).winning_points("black")
        assert {(x - dx, y - dy), (u + dx, v + dy)} <= set(winning)


def test_named_edge_cases(fouls_cases: list[Case]) -> None:
    assert len(fouls_cases) == 59
    for case in fouls_cases:
        position = set_up(case)
        outcome = position.play(tuple(case["point"]))
        if outcome is None:
            verdict = "legal"
        elif outcome.foul is not None:
            assert (outcome.winner, outcome.reason) == ("white", "foul")
            verdict = outcome.foul.kind
        else:
            assert outcome.winner == "black"
            verdict = outcome.reason
        assert verdict == case["expected"], case["name"]


def test_names_of_openings(openings26: list[Case]) -> None:
    for case in openings26:
        stones = [tuple(point) for point in case["moves"]]
        assert opening_name(stones) == case["name"]
        position = Position("renju")
        for stone in stones:
            position.play(stone)
        assert {image.opening_name() for image in position.symmetries()} == {case["name"]}
        assert opening_name(position.stones()) == case["name"]
    assert [row[1] for row in named_openings()] == [case["name"] for case in openings26]


def test_equal_fifths(sym5_cases: list[Case]) -> None:
    def plain(classes: Any) -> list[list[tuple[int, int]]]:
        return sorted(sorted(map(tuple, one)) for one in classes)

    for case in sym5_cases:
        moves = case["moves"]
        found = equal_fifths(black=moves[::2], white=moves[1::2], size=15)
        assert plain(found) == plain(case["equal_by_shape"])
