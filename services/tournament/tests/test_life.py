"""A tournament from its creation to the final table, by a clock that is set by hand."""

from collections import Counter
from dataclasses import replace

import pytest
from life_helpers import (
    NOW,
    START,
    after,
    all_boards,
    forward,
    opened,
    paired,
    play_to_end,
    playing,
)
from x0_tournament.domain import acts, entering, life, swiss
from x0_tournament.domain.errors import NotAllowed, Refusal
from x0_tournament.domain.format import Choice, Format
from x0_tournament.domain.life import Outcomes
from x0_tournament.domain.results import Bye, Result
from x0_tournament.domain.tournament import (
    Phase,
    Presence,
    Status,
    Tournament,
    request,
    table,
)


def reason(caught: pytest.ExceptionInfo[Refusal]) -> str:
    return caught.value.reason


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 3), (7, 7), (8, 7), (9, 6), (16, 6)])
def test_from_start_to_end(players: int, rounds: int) -> None:
    t = play_to_end(opened(players))
    assert (t.status, t.end_reason, len(t.rounds), t.total) == ("ended", "played", rounds, rounds)
    met = Counter(frozenset((b.first, b.second)) for one in t.rounds for b in one.boards)
    assert max(met.values()) == 1
    full = Counter(n for one in t.rounds for n, bye in one.byes.items() if bye is Bye.FULL)
    assert all(count == 1 for count in full.values())
    rows = table(t).rows
    assert sum(row.points for row in rows) == len(full) + sum(len(one.boards) for one in t.rounds)
    assert table(t).final


def test_nothing_happens_before_its_time() -> None:
    t = opened(9)
    assert life.advance(t, START - 1) is None
    t = forward(t, paired)
    assert life.advance(t, t.due - 1) is None and life.started(t, t.due) is None


def test_below_the_minimum_it_is_cancelled() -> None:
    t = opened(3, choice=Choice(minimum=4))
    made = life.advance(t, START)
    assert made and made.tournament.status is Status.CANCELLED
    assert set(made.changes[0].players) == {"p1", "p2", "p3"}
    with pytest.raises(Refusal) as caught:
        entering.join(made.tournament, "p4", "P4", 1500, START)
    assert reason(caught) == "tournament_over"


def test_more_rounds_than_can_be_paired_become_fewer() -> None:
    t = opened(9, choice=Choice(rounds=30, maximum=100))
    t = forward(t, lambda t: t.status is Status.RUNNING)
    assert (t.format, t.total) == (Format.SWISS, 9)


def test_joining_twice_is_joining_once_and_who_comes_back_keeps_the_place() -> None:
    t = opened(3)
    assert entering.join(t, "p2", "P2", 1, NOW) is None
    t = after(t, entering.leave(t, "p2", NOW))
    assert entering.leave(t, "p2", NOW) is None and len(t.active) == 2
    t = after(t, entering.join(t, "p2", "P2", 1, NOW))
    assert t.entries["p2"].entered == 2 and len(t.active) == 3


def test_a_full_tournament_and_rating_limits() -> None:
    t = opened(2, choice=Choice(maximum=2), min_rating=1000, max_rating=2100)
    with pytest.raises(Refusal) as caught:
        entering.join(t, "p9", "P9", 1500, NOW)
    assert reason(caught) == "full"
    t = after(t, entering.leave(t, "p1", NOW))
    for rating, why in ((900, "rating_too_low"), (2200, "rating_too_high")):
        with pytest.raises(NotAllowed) as refused:
            entering.join(t, "p9", "P9", rating, NOW)
        assert reason(refused) == why


def test_late_entry_until_half_of_the_rounds_and_one_half_point() -> None:
    t = forward(opened(9, half_point_for_missed=True), playing)
    t = after(t, entering.join(t, "late", "L", 1500, t.due))
    assert t.rounds[0].byes["late"] is Bye.HALF
    for _ in range(2):  # a rejoined player gets no bye each time
        t = after(t, entering.leave(t, "late", t.due))
        t = after(t, entering.join(t, "late", "L", 1500, t.due))
    t = forward(all_boards(t), playing)
    assert "late" in {name for b in t.rounds[1].boards for name in (b.first, b.second)} | set(
        t.rounds[1].byes
    )
    t = forward(all_boards(t), playing)
    assert (len(t.rounds), t.total) == (3, 6)
    with pytest.raises(Refusal) as caught:
        entering.join(t, "later", "L", 1500, t.due)
    assert reason(caught) == "too_late"
    halves = [one.number for one in t.rounds if one.byes.get("late") is Bye.HALF]
    assert halves == [1]


def test_who_pauses_is_not_paired_and_comes_back() -> None:
    t = after(opened(10), entering.pause(opened(10), "p1", NOW))
    t = forward(t, playing)
    assert all("p1" not in (b.first, b.second) for b in t.rounds[0].boards)
    t = after(t, entering.resume(t, "p1", t.due))
    t = forward(all_boards(t), playing)
    seated = {name for b in t.rounds[1].boards for name in (b.first, b.second)}
    assert "p1" in seated | set(t.rounds[1].byes)


def test_who_never_acts_forfeits_and_is_paused_and_may_come_back() -> None:
    t = forward(opened(10), playing)
    board = t.rounds[0].boards[0]
    gone = life.outcome(1, 1, board, finished=False, winner="", absent="second")
    assert gone.result is Result.FORFEIT_WIN
    t = after(t, life.results(t, [gone], t.due))
    assert t.entries[board.second].presence is Presence.PAUSED
    assert life.results(t, [gone], t.due) is None
    t = after(t, entering.resume(t, board.second, t.due))
    assert t.entries[board.second].active


def test_the_opponent_resigned_before_my_first_move() -> None:
    board = forward(opened(10), playing).rounds[0].boards[0]
    won = life.outcome(1, 1, board, finished=True, winner="first", absent="")
    assert (won.result, won.absent) == (Result.WIN, "")


def test_an_aborted_game_does_not_hold_the_round() -> None:
    t = forward(opened(2), playing)
    out = life.outcome(1, 1, t.rounds[0].boards[0], finished=False, winner="", absent="")
    t = after(t, life.results(t, [out], t.due))
    assert t.status is Status.ENDED and t.rounds[0].boards[0].result is Result.DOUBLE_FORFEIT


def test_the_last_result_closes_the_round_and_the_next_comes_after_the_break() -> None:
    t = forward(opened(9), playing)
    now = t.due
    t = all_boards(t)
    assert (t.phase, t.due) == (Phase.BREAK, now + t.rules.break_ms)
    t = forward(t, playing)
    assert t.rounds[1].paired_at == now + t.rules.break_ms


def test_a_late_result_after_the_end_changes_the_table() -> None:
    t = play_to_end(opened(4))
    before = table(t)
    board = t.rounds[0].boards[0]
    t = after(t, life.results(t, [Outcomes(1, 1, Result.LOSS)], t.ended_at + 1))
    assert t.status is Status.ENDED and table(t) != before
    assert table(t).row(board.second).points == before.row(board.second).points + 1


def test_a_corrected_result_stays_and_later_tables_follow() -> None:
    t = forward(opened(9), playing)
    t = forward(all_boards(t), playing)
    before = table(t)
    t = after(t, acts.correct(t, "boss", 1, 1, Result.LOSS, t.due))
    assert table(t) != before and t.acts[-1].kind == "correct"
    # What the game says later changes nothing; the same correction again neither.
    assert life.results(t, [Outcomes(1, 1, Result.WIN)], t.due) is None
    assert acts.correct(t, "boss", 1, 1, Result.LOSS, t.due) is None
    assert t.phase is Phase.PLAYING


def test_correcting_the_last_running_board_closes_the_round() -> None:
    t = forward(opened(2), playing)
    t = after(t, acts.correct(t, "boss", 1, 1, Result.DRAW, t.due))
    assert t.status is Status.ENDED and [row.points for row in table(t).rows] == [0.5, 0.5]


def test_a_forbidden_pair_and_pairing_again_before_the_games() -> None:
    t = forward(opened(10), paired)
    board = t.rounds[0].boards[0]
    t = after(t, acts.forbid(t, "boss", board.first, board.second, t.due))
    t = after(t, acts.pair_again(t, "boss", t.due))
    assert not t.rounds
    t = forward(t, playing)
    pairs = {frozenset((b.first, b.second)) for b in t.rounds[0].boards}
    assert frozenset((board.first, board.second)) not in pairs and len(t.rounds) == 1
    with pytest.raises(Refusal) as caught:
        acts.pair_again(t, "boss", t.due)
    assert reason(caught) == "games_started"


def test_acts_are_for_organisers_and_stand_in_the_log() -> None:
    t = opened(3)
    with pytest.raises(NotAllowed):
        acts.remove(t, "p1", "p2", NOW)
    with pytest.raises(NotAllowed):
        acts.name_helper(t, "p1", "p1", NOW)
    t = after(t, acts.name_helper(t, "boss", "p1", NOW))
    t = after(t, acts.remove(t, "p1", "p2", NOW))
    with pytest.raises(NotAllowed) as caught:
        entering.join(t, "p2", "P2", 1500, NOW)
    assert reason(caught) == "removed"
    t = after(t, acts.postpone(t, "p1", START + 5_000, NOW))
    assert t.due == START + 5_000
    t = after(t, acts.cancel_by(t, "p1", NOW))
    assert t.status is Status.CANCELLED and not t.due
    kinds = [(act.by, act.kind) for act in t.acts]
    assert kinds == [
        ("boss", "name_helper"),
        *[("p1", k) for k in ("remove", "postpone", "cancel")],
    ]


def test_nobody_organises_a_regular_tournament() -> None:
    t = replace(opened(3), creator="")
    with pytest.raises(NotAllowed):
        acts.cancel_by(t, "", NOW)


def test_when_all_have_left_it_ends_with_the_games_that_run() -> None:
    t = forward(opened(9), playing)
    for name in list(t.entries):
        t = after(t, entering.leave(t, name, t.due))
    assert t.status is Status.RUNNING
    t = all_boards(t)
    assert (t.status, t.end_reason) == (Status.ENDED, "all_left")


def test_withdrawn_from_a_round_robin_before_half_counts_for_nothing() -> None:
    t = all_boards(forward(opened(6), playing))
    t = after(t, entering.leave(t, "p1", t.due))
    t = play_to_end(t)
    assert "p1" not in {row.participant.id for row in table(t).rows} and len(t.rounds) == 5


def test_the_first_of_five_with_a_bye_in_round_1_of_a_swiss() -> None:
    t = opened(5, choice=Choice(format=Format.SWISS), half_byes=1)
    t = after(t, entering.ask_bye(t, "p1", 1, True, NOW))
    with pytest.raises(Refusal) as caught:
        entering.ask_bye(t, "p1", 2, True, NOW)
    assert reason(caught) == "no_half_byes"
    t = forward(t, playing)
    assert dict(t.rounds[0].byes) == {"p1": Bye.HALF} and len(t.rounds[0].boards) == 2
    play_to_end(t)


def test_when_all_but_one_have_asked_for_a_bye_it_goes_on() -> None:
    t = opened(4, choice=Choice(format=Format.SWISS, rounds=3), half_byes=1)
    for name in ("p1", "p2", "p3"):
        t = after(t, entering.ask_bye(t, name, 1, True, NOW))
    t = forward(t, playing)
    byes = {"p1": Bye.HALF, "p2": Bye.HALF, "p3": Bye.HALF, "p4": Bye.FULL}
    assert (dict(t.rounds[0].byes), t.rounds[0].boards) == (byes, ())
    t = after(t, life.advance(t, t.due))
    assert t.phase is Phase.BREAK
    t = play_to_end(t)
    assert (len(t.rounds), t.end_reason) == (3, "played")


def test_a_round_robin_begins_with_those_who_are_here() -> None:
    """Nobody is in its table later: who pauses then would wait for a game in vain."""
    t = opened(5)
    t = after(t, entering.pause(t, "p5", NOW))
    started = life.advance(t, t.due)
    assert started is not None
    assert [(change.kind, change.players) for change in started.changes] == [
        ("started", ()),
        ("entries", ("p5",)),
    ]
    t = after(t, started)
    with pytest.raises(Refusal) as caught:
        entering.join(t, "p5", "P5", 1995.0, NOW)
    assert reason(caught) == "no_late_entry"
    t = play_to_end(t)
    assert {row.participant.id for row in table(t).rows} == {"p1", "p2", "p3", "p4"}


def test_a_round_paired_from_an_earlier_state_is_seated_all_the_same() -> None:
    t = forward(opened(9), lambda t: t.phase is Phase.PAIRING)
    made = life.swiss(t, swiss.pair(request(t)), NOW)
    assert made is not None
    resting = next(iter(made.tournament.rounds[0].byes))
    gone = next(name for name in t.entries if name != resting)
    t = after(t, entering.join(t, "late", "Late", 1500.0, NOW))
    t = after(t, entering.leave(t, gone, NOW))
    seated = after(t, life.seated_anyway(t, made.tournament, NOW))
    (one,) = seated.rounds
    assert one.pairs == made.tournament.rounds[0].pairs and "late" in seated.entries
    assert [{b.first, b.second} >= {gone} for b in one.boards if b.result] == [True]
    assert life.seated_anyway(seated, made.tournament, NOW) is None
    play_to_end(seated)


def test_a_bye_that_is_not_wanted_any_more() -> None:
    t = opened(9, half_byes=1)
    t = after(t, entering.ask_bye(t, "p1", 1, True, NOW))
    assert entering.drop_bye(t, "p1", 2, NOW) is None
    dropped = after(t, entering.drop_bye(t, "p1", 1, NOW))
    assert forward(dropped, paired).rounds[0].byes.get("p1") != "half"
    # It is no half-point bye that was had.
    after(dropped, entering.ask_bye(dropped, "p1", 2, True, NOW))
    with pytest.raises(Refusal):
        entering.drop_bye(forward(t, paired), "p1", 1, NOW)


def test_rules_that_make_no_tournament() -> None:
    def refused(**more: object) -> str:
        with pytest.raises(Refusal) as caught:
            opened(0, **more)
        return caught.value.details.get("field") or caught.value.reason

    assert refused(name="") == "name"
    assert refused(mode="chess") == "mode"
    assert refused(start=NOW - 86_400_000) == "start"
    assert refused(choice=Choice(maximum=10_000)) == "too_many_participants"
    assert refused(choice=Choice(rounds=60, maximum=5)) == "too_many_rounds"
    assert refused(min_rating=5, max_rating=4) == "min_rating"


def test_doing_it_twice_is_doing_it_once() -> None:
    t = forward(opened(9), playing)
    assert life.started(t, t.due) is None
    assert isinstance(t, Tournament) and life.advance(t, t.due) is None
