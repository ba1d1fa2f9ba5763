"""Elo by the check values of the specification, and by properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from x0_rating import domain
from x0_rating.domain import FinishedGame, Head, NotRateable, Standing, Table

ratings = st.floats(min_value=100, max_value=3500)
games = st.integers(min_value=0, max_value=2000)
scores = st.sampled_from([0.0, 0.5, 1.0])


def played(player: str, rating: float, n: int = 50) -> Standing:
    return Standing(player, rating=rating, games=n, peak=rating)


@pytest.mark.parametrize(("score", "change"), [(1.0, 16), (0.5, 0), (0.0, -16)])
def test_equal_players_at_k_32(score: float, change: float) -> None:
    first, second = domain.rate(played("a", 1500), played("b", 1500), score)
    assert first.rating == 1500 + change
    assert second.rating == 1500 - change


def test_1700_against_1500() -> None:
    strong, weak = domain.rate(played("a", 1700), played("b", 1500), 1.0)
    assert strong.rating - 1700 == pytest.approx(7.69, abs=0.01)
    strong, weak = domain.rate(played("a", 1700), played("b", 1500), 0.0)
    assert weak.rating - 1500 == pytest.approx(24.31, abs=0.01)


@pytest.mark.parametrize(
    ("rating", "n", "k"),
    [
        (1500, 0, 64), (2500, 9, 64), (1500, 10, 32), (1999.99, 10, 32), (2000, 10, 24),
        (2299.99, 10, 24), (2300, 10, 16), (2300, 9, 64),
    ],
)  # fmt: skip
def test_k(rating: float, n: int, k: int) -> None:
    assert domain.k_factor(rating, n) == k


@given(ratings, ratings)
def test_expected_scores_sum_to_one(a: float, b: float) -> None:
    assert domain.expected(a, b) + domain.expected(b, a) == pytest.approx(1.0)


@given(ratings, ratings, games, games, scores)
def test_each_uses_their_own_k_and_ratings_before(
    a: float, b: float, na: int, nb: int, score: float
) -> None:
    first, second = domain.rate(played("a", a, na), played("b", b, nb), score)
    assert first.rating == a + domain.k_factor(a, na) * (score - domain.expected(a, b))
    assert second.rating == b + domain.k_factor(b, nb) * (1 - score - domain.expected(b, a))
    assert first.games == na + 1
    assert (first.wins, first.draws, first.losses) == (second.losses, second.draws, second.wins)
    assert first.peak >= first.rating and first.peak >= a


@given(ratings, ratings, scores)
def test_same_k_is_zero_sum(a: float, b: float, score: float) -> None:
    a, b = min(a, 1999), min(b, 1999)
    first, second = domain.rate(played("a", a), played("b", b), score)
    assert first.rating + second.rating == pytest.approx(a + b)


def game(n: int, first: str, second: str, score: float, mode: str = "x0") -> FinishedGame:
    return FinishedGame(f"g{n}", mode, first, second, score, 1_700_000_000_000 + n)


pairs = st.tuples(st.integers(0, 5), st.integers(0, 5), scores).filter(lambda p: p[0] != p[1])


@given(st.lists(pairs, max_size=60), st.integers(0, 60))
def test_head_follows_from_the_records_in_any_batches(
    played_games: list[tuple[int, int, float]], cut: int
) -> None:
    table = Table("x0")
    records = [table.add(game(n, f"p{a}", f"p{b}", s)) for n, (a, b, s) in enumerate(played_games)]
    whole = domain.advance(Head("x0"), records)
    assert whole == domain.advance(domain.advance(Head("x0"), records[:cut]), records[cut:])
    assert whole.players == len(table.standings) == sum(whole.buckets.values())
    assert whole.sequence == len(records)
    for standing in table.standings.values():
        inside = [s for s in table.standings.values() if
                  domain.bucket(s.rating) == domain.bucket(standing.rating)]  # fmt: skip
        higher = sum(s.rating > standing.rating for s in table.standings.values())
        assert (
            whole.above(standing.rating) + sum(s.rating > standing.rating for s in inside) == higher
        )


def test_floor_of_a_page() -> None:
    head = Head("x0", 1, 10, {1500: 4, 1499: 1, 1400: 3, 1200: 2})
    assert [head.floor_for(None, n) for n in (1, 4, 5, 8, 10, 11)] == [
        1500.0, 1500.0, 1499.0, 1400.0, 1200.0, None,
    ]  # fmt: skip
    assert [head.floor_for(1500.5, n) for n in (1, 4, 6, 7)] == [1499.0, 1400.0, 1200.0, None]


@pytest.mark.parametrize(
    "bad",
    [
        game(1, "a", "a", 1.0), game(1, "", "b", 1.0), game(1, "a", "b", 0.7),
        game(1, "a", "b", 1.0, mode="x0_freestyle"), game(1, "a", "b", 1.0, mode=""),
    ],
)  # fmt: skip
def test_what_cannot_be_rated(bad: FinishedGame) -> None:
    with pytest.raises(NotRateable):
        domain.check(bad)
