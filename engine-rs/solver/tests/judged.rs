//! What holds of every judgement: it agrees with the solver, and with a slow search.
#![allow(missing_docs)]

mod common;

use common::{Random, cases, position, random_fight, square};
use x0_rules::{Point, Position, Ruleset};
use x0_solver::check::{Attacks, Verdict, check_win};
use x0_solver::{Judgement, Limits, Request, Ruling, Solution, Status, judge, solve_vct};

fn look(position: &Position, point: Point) -> Judgement {
    judge(position, point, &Limits::of_judge()).unwrap()
}

fn solve(position: &Position) -> Solution {
    solve_vct(position, &Request { limits: Limits::of_judge(), proof: false })
}

/// Plays the move and what follows; the attacker wins with the last stone and not sooner.
fn assert_line(position: &Position, point: Point, judgement: &Judgement) {
    let (mut game, attacker) = (position.clone(), position.to_move());
    let moves = [&[point], &judgement.line[..]].concat();
    for (index, point) in moves.iter().enumerate() {
        let outcome = game.play(Some(*point)).unwrap();
        let last = index + 1 == moves.len();
        assert_eq!(outcome.and_then(|o| o.winner), last.then_some(attacker), "{position:?}");
    }
    assert_eq!(judgement.half_moves, Some(moves.len()), "{position:?}");
}

/// After the refutation the attacker has no win; the defender may have won.
fn assert_refuted(position: &Position, point: Point, judgement: &Judgement) {
    let (mut game, attacker) = (position.clone(), position.to_move());
    for point in [&[point], &judgement.line[..]].concat() {
        assert!(!game.is_over());
        game.play(Some(point)).unwrap();
    }
    if let Some(outcome) = game.outcome() {
        assert_eq!(outcome.winner, Some(attacker.opposite()), "{position:?} {point}");
        return;
    }
    assert_eq!(game.to_move(), attacker, "{position:?} {point}");
    assert_ne!(solve(&game).status, Status::Win, "{position:?} {point} {:?}", judgement.line);
}

/// Whether after every answer the solver finds a win, and where a four of the defender prevents
/// that, after it is stopped again.
fn wins_against_all(after: &mut Position, depth: usize) -> bool {
    let attacker = after.to_move().opposite();
    let pass = after.ruleset().has_pass().then_some(None);
    let answers: Vec<_> = after.legal_points().into_iter().map(Some).chain(pass).collect();
    answers.into_iter().all(|answer| {
        if after.play(answer).unwrap().is_some() {
            after.undo();
            return false;
        }
        let mut wins = solve(after).status == Status::Win;
        let stops = after.winning_points(attacker.opposite());
        if !wins && depth > 0 && stops.len() == 1 && after.play(Some(stops[0])) == Ok(None) {
            wins = wins_against_all(after, depth - 1);
            after.undo();
        }
        after.undo();
        wins
    })
}

#[test]
fn first_moves_of_the_solver_are_right() {
    for case in cases().iter().step_by(4) {
        let position = position(case);
        let solution = solve(&position);
        for (point, length) in solution.first_moves.iter().zip(&solution.lengths) {
            let judgement = look(&position, *point);
            assert_eq!(judgement.ruling, Ruling::Right, "{point} {case}");
            assert_line(&position, *point, &judgement);
            // Of those that take longer the solver knows that they win, not how soon.
            if solution.shortest && Some(*length) <= solution.half_moves.map(|least| least + 4) {
                assert_eq!(judgement.half_moves, Some(*length), "{point} {case}");
            }
            assert!(judgement.half_moves <= Some(*length), "{point} {case}");
            if solution.line.first() == Some(point) {
                assert_eq!(judgement.line, solution.line[1..], "{point} {case}");
            }
        }
    }
}

#[test]
fn other_moves_are_right_or_refuted() {
    let mut random = Random(1_009);
    let mut counted = [0; 4];
    let mut confirmed = 0;
    for case in cases().iter().step_by(11) {
        let position = position(case);
        let firsts = solve(&position).first_moves;
        for _ in 0..3 {
            let point = random.pick(&position.empty_points());
            let judgement = look(&position, point);
            counted[judgement.ruling as usize] += 1;
            assert!(judgement.ruling == Ruling::Right || !firsts.contains(&point));
            match judgement.ruling {
                Ruling::Right => {
                    assert_line(&position, point, &judgement);
                    let mut after = position.clone();
                    // Not where the solver would take too long, once for each answer.
                    if judgement.nodes < 2_000 && after.play(Some(point)) == Ok(None) {
                        confirmed += 1;
                        assert!(wins_against_all(&mut after, 2), "{point} {case}");
                    }
                }
                Ruling::Wrong => assert_refuted(&position, point, &judgement),
                Ruling::Foul => {
                    assert!(position.foul_kind_at(point).is_some());
                }
                Ruling::Undecided => {}
            }
        }
    }
    assert!(counted[0] > 10 && counted[1] > 50 && confirmed > 5, "{counted:?} {confirmed}");
}

#[test]
fn short_wins_agree_with_a_slow_search() {
    let mut random = Random(31_337);
    let (mut right, mut wrong) = (0, 0);
    for round in 0..60 {
        let position = random_fight(&mut random, Ruleset::ALL[round % 3], square(9));
        let attacker = position.to_move();
        let others = (0..5).map(|_| random.pick(&position.empty_points()));
        let firsts = solve(&position).first_moves.into_iter().take(3);
        for point in firsts.chain(others).collect::<Vec<_>>() {
            let judgement = look(&position, point);
            let mut after = position.clone();
            let over = after.play(Some(point)).unwrap().is_some();
            let slow = |after: &Position, half_moves| {
                check_win(after, half_moves, Attacks::FoursAndThrees, u64::MAX).verdict
            };
            match (judgement.ruling, judgement.half_moves) {
                (Ruling::Right, Some(half_moves @ 3..=5)) => {
                    right += 1;
                    let mut sooner = true;
                    for answer in after.legal_points() {
                        after.play(Some(answer)).unwrap();
                        let needed = slow(&after, half_moves - 2);
                        assert_eq!(needed, Verdict::Confirmed, "{position:?} {point} {answer}");
                        let fewer = half_moves.saturating_sub(4);
                        sooner &= slow(&after, fewer) == Verdict::Confirmed;
                        after.undo();
                    }
                    assert!(!sooner, "{position:?} {point}");
                }
                (Ruling::Wrong, _) if !over => {
                    wrong += 1;
                    for answer in &judgement.line {
                        after.play(Some(*answer)).unwrap();
                    }
                    let lost = after.outcome().and_then(|o| o.winner) == Some(attacker.opposite());
                    assert!(lost || slow(&after, 5) == Verdict::Refuted, "{position:?} {point}");
                }
                _ => {}
            }
        }
    }
    assert!(right > 20 && wrong > 50, "{right} {wrong}");
}
