"""Every action of a game: what it does, and what it refuses."""

from dataclasses import replace

import pytest
from play_helpers import ANNA, BORIS, NOW, do, new_game, place, play_out, settings
from x0_game.domain import offers, play
from x0_game.domain.actions import Action, Moment
from x0_game.domain.clock import Outage
from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import Game
from x0_game.domain.settings import TimeControl

# Black five in row 7; White answers in row 9.
FIVE = [(3, 7), (3, 9), (4, 7), (4, 9), (5, 7), (5, 9), (6, 7), (6, 9), (7, 7)]


def refused(game: Game, who: str, kind: str, **more: object) -> str:
    with pytest.raises(Refusal) as caught:
        do(game, who, kind, **more)  # type: ignore[arg-type]
    return caught.value.reason


def test_a_five_ends_the_game() -> None:
    game = play_out(new_game(), FIVE)
    assert game.status == "finished"
    assert game.result is not None
    assert (game.result.reason, game.result.winner) == ("five", "first")
    assert sorted(game.result.line) == [(x, 7) for x in range(3, 8)]
    assert game.clock.running is None
    assert game.version == 1 + len(FIVE)
    assert refused(game, "second", "place", points=((0, 0),)) == "game_over"


def test_a_foul_loses_with_its_lines() -> None:
    moves = [(7, 6), (0, 0), (7, 8), (0, 2), (6, 7), (0, 4), (8, 7), (0, 6), (7, 7)]
    game = play_out(new_game(), moves)
    assert game.result is not None
    assert (game.result.reason, game.result.winner) == ("foul", "second")
    assert game.result.foul is not None
    assert game.result.foul.kind == "double_three"
    assert len(game.result.foul.lines) == 2


def test_turns_are_for_their_ply_and_once() -> None:
    game = place(new_game(), 7, 7)
    again, events = do(game, "first", "place", points=((7, 7),), ply=0)
    assert again is game and events == ()
    assert refused(game, "first", "place", points=((8, 8),), ply=0) == "stale_ply"
    assert refused(game, "first", "place", points=((8, 8),)) == "not_your_turn"
    assert refused(game, "second", "place", points=((7, 7),)) == "occupied"
    assert refused(game, "second", "place", points=((15, 0),)) == "off_board"
    assert refused(game, "second", "place", points=((8, 8),), ply=None) == "ply_missing"
    assert refused(game, "second", "place", points=((8, 8),), ply=5) == "stale_ply"
    assert refused(game, "second", "swap") == "not_possible_now"


def test_strangers_are_refused_whatever_they_try() -> None:
    game = new_game()
    for kind in ("place", "resign", "abort", "offer_draw", "accept_draw", "rematch"):
        with pytest.raises(NotAllowed):
            do(game, "stranger", kind, points=((7, 7),))


def test_an_action_id_counts_once() -> None:
    game = play_out(new_game(), [(7, 7), (8, 8)])
    offered, events = do(game, "first", "offer_draw", id="a1")
    assert len(events) == 1
    again, events = do(offered, "first", "offer_draw", id="a1")
    assert again is offered and events == ()
    # The other player may use the same id.
    ended, events = do(offered, "second", "accept_draw", id="a1")
    assert ended.status == "finished" and len(events) == 1


def test_draw_offers() -> None:
    game = new_game()
    assert refused(game, "first", "offer_draw") == "too_early"
    game = play_out(game, [(7, 7), (8, 8)])
    assert refused(game, "second", "accept_draw") == "nothing_offered"
    game, _ = do(game, "first", "offer_draw")
    assert refused(game, "first", "accept_draw") == "nothing_offered"
    assert refused(game, "first", "offer_draw") == "already_offered"
    declined, _ = do(game, "second", "decline_draw")
    assert declined.draw_offered_by is None
    assert refused(declined, "first", "offer_draw") == "already_offered"
    # A move of the other side answers it too; one's own does not take it back.
    moved = place(game, 9, 9)
    assert moved.draw_offered_by == "first"
    assert place(moved, 10, 10).draw_offered_by is None
    accepted, _ = do(game, "second", "accept_draw")
    assert accepted.result is not None and accepted.result.winner is None
    assert accepted.result.reason == "agreed_draw"
    # Offering when one is offered is accepting.
    assert do(game, "second", "offer_draw")[0].status == "finished"


def test_no_draw_games_know_no_agreed_draw() -> None:
    game = play_out(new_game(no_draw=True), [(7, 7), (8, 8)])
    assert refused(game, "first", "offer_draw") == "no_draw"
    assert refused(game, "first", "claim_no_draw") == "claim_fails"
    assert refused(game, "second", "claim_no_draw") == "not_your_turn"
    assert refused(play_out(new_game(), [(7, 7)]), "second", "claim_no_draw") == "no_draw_off"


def test_a_no_draw_claim_that_holds_wins() -> None:
    # 9x9 freestyle: White has a stone in every possible five of Black. Columns and
    # diagonals are cut by White rows at heights 0 and 4 of a pattern two wide.
    white = {(x, y) for y in range(9) for x in range(9) if (x + 2 * y) % 5 == 0}
    white |= {(x, y) for y in range(9) for x in range(9) if (x + 3 * y) % 5 == 0}
    empty = [(x, y) for y in range(9) for x in range(9) if (x, y) not in white]
    game = new_game("custom", ruleset="exact_five", board_size=9, no_draw=True)
    for own in sorted(white):
        game = place(game, *empty.pop())
        if not game.active:
            break
        if game.to_act == "second" and game.board.position is not None:
            try:
                ended, _ = do(game, "second", "claim_no_draw")
            except Refusal as refusal:
                assert refusal.reason == "claim_fails"
            else:
                assert ended.result is not None
                assert (ended.result.reason, ended.result.winner) == ("no_draw", "second")
                return
        game = place(game, *own)
        assert game.active
    pytest.fail("no claim held")


def test_abort_until_both_have_moved() -> None:
    game = new_game()
    aborted, events = do(game, "second", "abort")
    assert aborted.status == "aborted" and aborted.result is None
    assert events[0].kind == "ended"
    game = place(game, 7, 7)
    assert do(game, "first", "abort")[0].status == "aborted"
    game = place(game, 8, 8)
    assert refused(game, "first", "abort") == "too_late_to_abort"


def test_takebacks() -> None:
    assert refused(play_out(new_game(), [(7, 7), (8, 8)]), "first", "ask_takeback") == (
        "takebacks_off"
    )
    game = new_game(takebacks=1)
    assert refused(game, "first", "ask_takeback") == "nothing_to_take_back"
    game = play_out(game, [(7, 7), (8, 8), (9, 9)])
    asked, _ = do(game, "second", "ask_takeback")
    assert refused(asked, "second", "accept_takeback") == "nothing_asked"
    given, events = do(asked, "first", "accept_takeback")
    assert events[0].kind == "takeback_given"
    assert len(given.board.stones) == 1 and given.to_act == "second"
    assert given.clock.running == "second"
    assert refused(given, "second", "ask_takeback") == "no_takebacks_left"
    declined, _ = do(asked, "first", "decline_takeback")
    assert declined.takeback_asked_by is None and declined.turns == game.turns
    # Asked for, and the other side plays on instead: the question lapses.
    asked, _ = do(play_out(new_game(takebacks=1), [(7, 7)]), "first", "ask_takeback")
    assert place(asked, 8, 8).takeback_asked_by is None


def test_the_opening_is_never_taken_back() -> None:
    game = new_game("gomoku", takebacks=3)
    game = play_out(game, [(7, 7), (8, 8), (9, 9)])
    game, _ = do(game, "second", "choose", colour="white")
    assert refused(game, "first", "ask_takeback") == "nothing_to_take_back"


def test_time_up_is_found_and_judged_at_the_deadline() -> None:
    game = new_game(control=TimeControl(False, 60, 0))
    deadline = NOW + 60_000
    assert play.flag(game, Moment(deadline - 1, deadline - 1)) is None
    change = play.flag(game, Moment(deadline + 5_000, deadline + 5_000))
    assert change is not None
    ended, events = change
    assert ended.finished_at == deadline
    assert ended.result is not None
    assert (ended.result.reason, ended.result.winner) == ("time", "second")
    assert ended.clock.first == 0
    assert len(events) == 1


def test_a_move_received_in_time_counts_although_looked_at_late() -> None:
    game = new_game(control=TimeControl(False, 60, 0))
    deadline = NOW + 60_000
    action = Action("place", ply=0, points=((7, 7),))
    moved, _ = play.act(game, "anna", action, Moment(deadline + 600, deadline - 1))
    assert moved.clock.first == 1
    with pytest.raises(Refusal) as caught:
        play.act(game, "anna", action, Moment(deadline + 600, deadline))
    assert caught.value.reason == "time_is_up"


def test_outages_are_given_back_and_told() -> None:
    game = new_game(control=TimeControl(False, 60, 0))
    away = Outage(NOW + 10_000, NOW + 100_000)
    now = NOW + 100_500
    assert play.flag(game, Moment(now, now, outages=(away,))) is None
    change = play.give_back(game, Moment(now, now, outages=(away,)))
    assert change is not None
    told, events = change
    assert events[0].kind == "clocks_adjusted"
    assert told.clock.first == 60_000 - 10_500
    assert told.version == game.version + 1


def test_rematch_swaps_the_seats() -> None:
    game = play_out(new_game(), FIVE)
    assert refused(game, "first", "decline_rematch") == "nothing_offered"
    offered, _ = do(game, "first", "rematch")
    assert refused(offered, "first", "rematch") == "already_offered"
    back, _ = do(offered, "first", "decline_rematch")
    assert back.rematch_offered_by is None
    agreed, events = do(offered, "second", "rematch", new_id="g2")
    assert agreed.next_game_id == "g2" and events[0].kind == "next_game_set"
    change = play.follow_up(agreed, NOW)
    assert change is not None
    following = change[0]
    assert (following.id, following.first, following.second) == ("g2", BORIS, ANNA)
    assert refused(agreed, "first", "rematch") == "next_game_set"
    assert refused(new_game(), "first", "rematch") == "game_not_over"
    late = game.finished_at
    assert late is not None
    assert refused(game, "first", "rematch", at=late + offers.REMATCH_MS + 1) == "too_late"


def test_a_match_goes_on_by_itself_with_scores() -> None:
    game = new_game(games=3)
    ended = play_out(game, FIVE)
    assert ended.next_game_id == "next"
    change = play.follow_up(ended, NOW)
    assert change is not None
    second = change[0]
    assert second.first == BORIS and second.match.number == 2
    assert (second.match.first_score, second.match.second_score) == (0.0, 1.0)
    assert second.clock.since == NOW + play.MATCH_BREAK_MS
    ended, _ = do(second, "first", "resign")
    assert ended.next_game_id == "next"
    third = play.follow_up(ended, NOW)
    assert third is not None
    assert (third[0].match.first_score, third[0].match.second_score) == (2.0, 0.0)
    last, _ = do(third[0], "first", "resign")
    assert last.next_game_id is None
    # An aborted game ends the match.
    assert do(second, "first", "abort")[0].next_game_id is None


def test_two_passes_are_a_draw_in_renju_rules_only() -> None:
    game = play_out(new_game(), [(7, 7)])
    game, _ = do(game, "second", "pass")
    assert game.board.ply == 1 and game.to_act == "first"
    again, events = do(game, "second", "pass", ply=1)
    assert again is game and events == ()
    ended, _ = do(game, "first", "pass")
    assert ended.result is not None and ended.result.reason == "passes"
    freestyle = play_out(new_game("x0_freestyle"), [(7, 7)])
    assert refused(freestyle, "second", "pass") == "bad_pass"


def test_no_draw_is_agreed_before_its_ply() -> None:
    """Nor by two passes, nor by accepting what could not be offered yet."""
    early = play_out(new_game(draw_ply=4), [(7, 7), (8, 8), (9, 9)])
    for seat in ("first", "second"):
        with pytest.raises(Refusal) as caught:
            do(early, seat, "offer_draw")
        assert (caught.value.reason, caught.value.details) == ("draw_too_early", {"ply": "4"})
    offered = replace(early, draw_offered_by="first")
    assert refused(offered, "second", "accept_draw") == "draw_too_early"
    assert refused(offered, "second", "offer_draw") == "draw_too_early"
    passed, _ = do(early, "second", "pass")
    assert refused(passed, "first", "pass") == "draw_too_early"
    game = place(early, 10, 10)
    game, _ = do(game, "first", "offer_draw")
    game, _ = do(game, "second", "accept_draw")
    assert game.result is not None and game.result.reason == "agreed_draw"


def test_resigning_names_the_colour_when_it_is_known() -> None:
    ended, _ = do(new_game(), "second", "resign")
    assert ended.result is not None and ended.result.winner_colour == "black"
    ended, _ = do(new_game("gomoku"), "second", "resign")
    assert ended.result is not None
    assert (ended.result.winner, ended.result.winner_colour) == ("first", None)


def test_settings_pool() -> None:
    assert settings("renju", TimeControl(False, 300, 3)).pool == "renju:5+3:casual"


def tournament_game() -> Game:
    game = new_game()
    return replace(game, match=replace(game.match, tournament="t", round=2, board=3))


def test_who_never_acts_is_absent_and_only_then() -> None:
    game = tournament_game()
    late = Moment(game.created_at + 60_000, game.created_at + 60_000)
    assert play.no_show(game, 60_001, late) is None
    aborted, events = play.no_show(game, 60_000, late) or (game, ())
    assert aborted.status == "aborted" and aborted.absent == "first" and len(events) == 1
    assert play.no_show(new_game(), 0, late) is None  # of no tournament


def test_the_opponent_resigns_before_my_first_move_and_i_was_there() -> None:
    game = tournament_game()
    now = Moment(game.created_at + 5, game.created_at + 5)
    resigned, _ = play.act(game, game.second.id, Action("resign"), now)
    assert resigned.absent is None and resigned.result and resigned.result.winner == "first"


def test_a_tournament_game_is_not_aborted_and_has_no_rematch() -> None:
    game = tournament_game()
    now = Moment(game.created_at + 5, game.created_at + 5)
    with pytest.raises(Refusal, match="resign instead"):
        play.act(game, game.first.id, Action("abort"), now)
    over, _ = play.act(game, game.first.id, Action("resign"), now)
    with pytest.raises(Refusal, match="no rematches"):
        play.act(over, game.first.id, Action("rematch"), now)
