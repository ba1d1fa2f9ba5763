//! What holds of every answer.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;

use common::{Random, cases, position, random_fight};
use x0_rules::{Geometry, Point, Position, Ruleset, Shape, Symmetry};
use x0_solver::check::{Attacks, Verdict, check_proof, check_win};
use x0_solver::{Limits, Method, Request, Solution, Status, solve_by, solve_vcf, solve_vct};

/// Enough for any position of these tests.
const MANY: u64 = 20_000_000;

/// How many random positions to look at.
fn rounds(usual: usize) -> usize {
    std::env::var("X0_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn request(nodes: u64) -> Request {
    Request { limits: Limits { nodes, ..Limits::default() }, proof: true }
}

/// Boards of several sizes and shapes, small ones more often.
fn board(random: &mut Random) -> &'static Geometry {
    let boards =
        [(9, Shape::Square), (9, Shape::Square), (13, Shape::Square), (15, Shape::Octagon)];
    let (size, shape) = random.pick(&boards);
    Geometry::get(size, shape).unwrap()
}

/// Plays the line: every move allowed, the last one a win of the attacker.
fn assert_line(position: &Position, solution: &Solution) {
    let mut game = position.clone();
    let attacker = game.to_move();
    for (index, point) in solution.line.iter().enumerate() {
        let outcome = game.play(Some(*point)).unwrap();
        let last = index + 1 == solution.line.len();
        assert_eq!(outcome.and_then(|o| o.winner), last.then_some(attacker), "{position:?}");
    }
    assert_eq!(solution.line.len(), solution.half_moves.unwrap(), "{position:?}");
}

/// Lets the proof be played out, as far as that can be done.
fn assert_proved(position: &Position, solution: &Solution) -> Verdict {
    assert_line(position, solution);
    let proof = solution.proof.as_ref().unwrap();
    assert_eq!(Some(proof.half_moves), solution.half_moves, "{position:?}");
    let check = check_proof(position, proof, MANY);
    assert_ne!(check.verdict, Verdict::Refuted, "{position:?} {:?}", check.refutation);
    assert!(solution.first_moves.contains(&proof.attack));
    assert_eq!(solution.lengths.iter().min().copied(), solution.half_moves);
    check.verdict
}

#[test]
fn every_position_of_the_file_is_proved_against_every_defence() {
    for case in cases() {
        let position = position(&case);
        let solution = solve_vcf(&position, &request(MANY));
        if solution.status == Status::Win {
            assert_eq!(assert_proved(&position, &solution), Verdict::Confirmed);
        }
    }
}

/// Each first move must win when it is played, whatever the defender answers.
#[test]
fn every_first_move_wins_and_no_other_four_does() {
    for case in cases().iter().step_by(7) {
        let position = position(case);
        let solution = solve_vcf(&position, &request(MANY));
        for (point, length) in solution.first_moves.iter().zip(&solution.lengths) {
            let mut after = position.clone();
            after.play(Some(*point)).unwrap();
            let attacker = position.to_move();
            let mut longest = 0;
            for answer in after.legal_points() {
                after.play(Some(answer)).unwrap();
                let rest = solve_vcf(&after, &request(MANY));
                assert_eq!(rest.status, Status::Win, "{point} {answer} {case}");
                longest = longest.max(rest.half_moves.unwrap());
                after.undo();
            }
            assert!(!after.winning_points(attacker).is_empty());
            assert_eq!(longest + 2, *length, "{point} {case}");
        }
    }
}

#[test]
fn wins_by_fours_agree_with_a_slow_search() {
    let mut random = Random(4_711);
    let mut wins = 0;
    let rounds = rounds(6_000);
    for round in 0..rounds {
        let rules = Ruleset::ALL[round % 3];
        let board = board(&mut random);
        let position = random_fight(&mut random, rules, board);
        let solution = solve_vcf(&position, &request(MANY));
        assert_ne!(solution.status, Status::Unknown);
        if let Some(half_moves) = solution.half_moves {
            wins += 1;
            assert_proved(&position, &solution);
            let slow = |half_moves| check_win(&position, half_moves, Attacks::Fours, MANY).verdict;
            assert_eq!(slow(half_moves), Verdict::Confirmed, "{position:?}");
            if half_moves > 1 {
                assert_eq!(slow(half_moves - 2), Verdict::Refuted, "{position:?}");
            }
        } else {
            let slow = check_win(&position, 99, Attacks::Fours, MANY).verdict;
            assert_eq!(slow, Verdict::Refuted, "{position:?}");
        }
    }
    assert!((rounds / 5..rounds * 4 / 5).contains(&wins), "{wins}");
}

#[test]
fn wins_by_threes_agree_with_a_slow_search() {
    let mut random = Random(815);
    let mut counted = [0; 3];
    let rounds = rounds(70);
    for round in 0..rounds {
        let rules = Ruleset::ALL[round % 3];
        let board = Geometry::get(9, Shape::Square).unwrap();
        let position = random_fight(&mut random, rules, board);
        let solution = solve_vct(&position, &request(300_000));
        counted[solution.status as usize] += 1;
        if solution.status == Status::Win {
            assert_proved(&position, &solution);
        }
        // Three attacking moves are what the slow search can do.
        let slow = check_win(&position, 5, Attacks::FoursAndThrees, MANY).verdict;
        let expected = solution.half_moves.is_some_and(|half_moves| half_moves <= 5);
        let slow_says = if expected { Verdict::Confirmed } else { Verdict::Refuted };
        assert_eq!(slow, slow_says, "{position:?} {solution:?}");
    }
    assert!(counted[..2].iter().all(|count| *count > rounds / 6), "{counted:?}");
}

/// Larger boards than the slow search can look at: there a proof is played out.
#[test]
fn wins_by_threes_are_proved_against_every_defence() {
    let mut random = Random(2_718);
    let (mut wins, mut proved) = (0, 0);
    let rounds = rounds(300);
    for round in 0..rounds {
        let rules = Ruleset::ALL[round % 3];
        let board = board(&mut random);
        let position = random_fight(&mut random, rules, board);
        let solution = solve_vct(&position, &request(20_000));
        wins += usize::from(solution.status == Status::Win);
        // To tell a long win may need more nodes than these.
        if solution.proof.is_some() && !solution.line.is_empty() {
            proved += 1;
            assert_proved(&position, &solution);
        }
    }
    assert!(proved > rounds / 4 && proved * 50 > wins * 49, "{proved} of {wins}");
}

#[test]
fn symmetries_of_a_position_have_the_symmetries_of_its_answer() {
    let images = |points: &[Point], symmetry: Symmetry| -> BTreeSet<Point> {
        points.iter().map(|point| symmetry.apply(*point, 15)).collect()
    };
    for case in cases().iter().step_by(11) {
        let position = position(case);
        let solution = solve_vcf(&position, &request(MANY));
        for symmetry in Symmetry::ALL {
            let image = solve_vcf(&position.transformed(symmetry), &request(MANY));
            assert_eq!(image.status, solution.status);
            assert_eq!(image.half_moves, solution.half_moves);
            let expected = images(&solution.first_moves, symmetry);
            assert_eq!(images(&image.first_moves, Symmetry::ALL[0]), expected, "{case}");
        }
    }
}

/// Threes only add to what fours can do.
#[test]
fn threes_never_make_a_win_longer() {
    for case in cases().iter().step_by(7) {
        let position = position(case);
        let fours = solve_vcf(&position, &request(MANY));
        // A quarter of the nodes is for fours; where that is enough, nothing of them is lost.
        let limit = 60_000;
        if fours.status == Status::Win && fours.nodes < limit / 4 {
            let threes = solve_vct(&position, &request(limit));
            assert_eq!(threes.status, Status::Win, "{case}");
            assert!(threes.half_moves <= fours.half_moves, "{case}");
            assert!(fours.first_moves.iter().all(|point| threes.first_moves.contains(point)));
            assert_line(&position, &threes);
        }
    }
}

/// Table and order make a search faster and change nothing.
#[test]
fn the_same_without_table_and_order() {
    for case in cases().iter().filter(|case| case["vcf_half_moves"].as_u64() <= Some(7)) {
        let position = position(case);
        let solution = solve_vcf(&position, &Request::default());
        let limits = Limits { nodes: 100_000, memory: 0, ..Limits::default() };
        let plain = solve_by(
            &position,
            &Request { limits, proof: false },
            Method { threes: false, ordered: false },
        );
        if plain.complete {
            assert_eq!(plain.half_moves, solution.half_moves);
            assert_eq!(plain.first_moves, solution.first_moves);
            assert_eq!(plain.line, solution.line);
        }
    }
}

#[test]
fn a_position_is_as_it_was_and_answers_repeat() {
    for case in cases().iter().step_by(20) {
        let position = position(case);
        let before = (position.to_bytes(), position.hash());
        let first = solve_vct(&position, &request(20_000));
        let second = solve_vct(&position, &request(20_000));
        assert_eq!((position.to_bytes(), position.hash()), before);
        assert_eq!(first.nodes, second.nodes);
        assert_eq!(first.line, second.line);
        assert_eq!(first.first_moves, second.first_moves);
        assert_eq!(first.proof, second.proof);
    }
}
