"""Tournaments of teams, by a clock that is set by hand."""

import pytest
from life_helpers import NOW, after, all_boards, forward, opened, paired, play_to_end, playing
from x0_tournament.domain import entering, life
from x0_tournament.domain.errors import Refusal
from x0_tournament.domain.results import Result
from x0_tournament.domain.tournament import Status, Tournament, table


def with_teams(count: int, boards: int = 4, members: int = 4) -> Tournament:
    t = opened(0, boards=boards)
    for n in range(1, count + 1):
        names = {f"c{n}-{m}": f"Player {m}" for m in range(1, members + 1)}
        made = entering.enter_team(t, f"c{n}", f"Clan {n}", f"c{n}-1", names, 2000.0 - n, NOW)
        t = after(t, made)
    return t


@pytest.mark.parametrize(("teams", "rounds"), [(2, 1), (5, 5), (8, 7), (16, 6)])
def test_from_start_to_end(teams: int, rounds: int) -> None:
    t = play_to_end(with_teams(teams))
    assert (t.status, len(t.rounds)) == (Status.ENDED, rounds)
    met = [frozenset(match) for one in t.rounds for match in one.matches]
    assert len(set(met)) == len(met)
    for one in t.rounds:
        for place, (first, second) in enumerate(one.matches):
            seats = one.boards[place * 4 : place * 4 + 4]
            # The first team begins on odd boards, and board 1 meets board 1.
            begins = [board.first for board in seats]
            assert begins == [f"{first}-1", f"{second}-2", f"{first}-3", f"{second}-4"]
    rows = table(t).rows
    byes = sum(bye == "full" for one in t.rounds for bye in one.byes.values())
    assert sum(row.points for row in rows) == len(met) + byes
    assert sum(row.board_points or 0 for row in rows) == 4 * len(met) + 2 * byes


def test_the_order_of_the_captain_holds_for_one_round() -> None:
    t = with_teams(10, boards=2, members=4)
    t = after(t, entering.order_boards(t, "c1-1", ["c1-4", "c1-2"], NOW))
    assert entering.order_boards(t, "c1-1", ["c1-4", "c1-2"], NOW) is None
    assert life.lineup(t, "c1", 1) == ("c1-4", "c1-2")
    assert life.lineup(t, "c1", 2) == ("c1-1", "c1-2")
    for captain, order in (("c1-1", ["c2-1"]), ("c1-1", ["c1-1"] * 2), ("c1-2", ["c1-2"])):
        with pytest.raises(Refusal):
            entering.order_boards(t, captain, order, NOW)
    t = forward(t, paired)
    seated = {name for board in t.rounds[0].boards for name in (board.first, board.second)}
    assert {"c1-4", "c1-2"} <= seated and "c1-1" not in seated


def test_an_absent_member_is_replaced_by_a_reserve_until_back() -> None:
    t = forward(with_teams(10, boards=2, members=3), playing)
    number, board = next(
        (n, b) for n, b in life.running_boards(t).items() if "c1-1" in (b.first, b.second)
    )
    seat = "first" if board.first == "c1-1" else "second"
    gone = life.outcome(1, number, board, finished=False, winner="", absent=seat)
    t = after(t, life.results(t, [gone], t.due))
    assert t.entries["c1"].active and t.entries["c1"].away == {"c1-1"}
    assert life.lineup(t, "c1", 2) == ("c1-2", "c1-3")
    with pytest.raises(Refusal):
        entering.order_boards(t, "c1-1", ["c1-1"], t.due)
    t = after(t, entering.resume(t, "c1-1", t.due))
    assert life.lineup(t, "c1", 2) == ("c1-1", "c1-2")


def test_a_team_that_left_is_not_paired_and_a_player_is_in_one_team() -> None:
    t = with_teams(10)
    with pytest.raises(Refusal) as caught:
        entering.enter_team(t, "x", "X", "x-1", {"c1-2": "P"}, 1500, NOW)
    assert caught.value.reason == "in_another_team"
    t = all_boards(forward(t, playing))
    t = after(t, entering.leave(t, "c1-1", t.due))
    t = forward(t, playing)
    assert all("c1" not in match for match in t.rounds[1].matches)


def test_rating_limits_are_for_the_team() -> None:
    t = opened(0, boards=2, min_rating=1600, max_rating=1800)
    names = {"x-1": "P", "x-2": "Q"}
    for rating, reason in ((1599.0, "rating_too_low"), (1801.0, "rating_too_high")):
        with pytest.raises(Refusal) as caught:
            entering.enter_team(t, "x", "X", "x-1", names, rating, NOW)
        assert caught.value.reason == reason
    assert entering.enter_team(t, "x", "X", "x-1", names, 1700.0, NOW) is not None


def test_a_late_result_of_one_board_turns_a_match() -> None:
    t = play_to_end(with_teams(2, boards=2))
    # Who began won everywhere: one board each.
    assert [row.points for row in table(t).rows] == [0.5, 0.5]
    t = after(t, life.results(t, [life.Outcomes(1, 2, Result.LOSS)], t.ended_at))
    assert [(row.points, row.board_points) for row in table(t).rows] == [(1, 2), (0, 0)]


def test_nobody_comes_back_with_a_team_whose_players_play_elsewhere_by_now() -> None:
    """Else somebody would sit on both sides of a board, and the round could never begin."""
    t = with_teams(2, boards=2, members=2)
    t = after(t, entering.leave(t, "c1-1", NOW))
    members = {"c1-2": "Player 2", "c9-1": "Player 1"}
    t = after(t, entering.enter_team(t, "c9", "Clan 9", "c9-1", members, 1900.0, NOW))
    with pytest.raises(Refusal) as refused:
        entering.resume(t, "c1-1", NOW)
    assert refused.value.reason == "in_another_team"
    t = after(t, entering.leave(t, "c9-1", NOW))
    assert after(t, entering.resume(t, "c1-1", NOW)).entries["c1"].active


def test_a_captain_whose_team_has_left_may_lead_another() -> None:
    t = with_teams(2, boards=2, members=2)
    t = after(t, entering.leave(t, "c1-1", NOW))
    made = entering.enter_team(t, "c9", "Clan 9", "c1-1", {"c1-1": "Player 1"}, 1900.0, NOW)
    t = after(t, made)
    assert t.entry_of("c1-1") == t.entries["c9"]
