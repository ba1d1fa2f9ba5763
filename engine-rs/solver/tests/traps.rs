//! Positions where solvers and trainers are known to go wrong, each with one that differs in what
//! matters.
#![allow(missing_docs)]

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{cases, position, set_up};
use x0_rules::Colour::{Black, White};
use x0_rules::Ruleset::{ExactFive, Freestyle, Renju};
use x0_rules::{Point, Position};
use x0_solver::check::{Attacks, Verdict, check_proof, check_win};
use x0_solver::{Limits, Proof, Request, Solution, Status, solve_vcf, solve_vct};

fn fours(position: &Position) -> Solution {
    solve_vcf(position, &Request { proof: true, ..Request::default() })
}

fn threes(position: &Position) -> Solution {
    solve_vct(position, &Request { proof: true, ..Request::default() })
}

fn names(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string().to_lowercase()).collect();
    names.join(" ")
}

/// Asserts the length of the shortest win, or that there is none, and lets it be checked.
fn assert_half_moves(position: &Position, solution: &Solution, expected: Option<usize>) {
    assert_ne!(solution.status, Status::Unknown);
    assert_eq!(solution.half_moves, expected, "{solution:?}");
    if let Some(proof) = &solution.proof {
        assert_eq!(check_proof(position, proof, u64::MAX).verdict, Verdict::Confirmed);
    }
}

#[test]
fn a_foul_of_the_attacker_is_no_win() {
    // I8 makes two fours, both half closed: for Black under renju a foul.
    let black = "f8 g8 h8 i9 i10 i11";
    let white = "e8 i12 a1 a3 a5 a7";
    let free = set_up(ExactFive, 15, black, white, Black);
    let solution = fours(&free);
    assert_half_moves(&free, &solution, Some(3));
    assert!(names(&solution.first_moves).contains("i8"));
    let renju = set_up(Renju, 15, black, white, Black);
    assert_half_moves(&renju, &fours(&renju), None);
    // White has no fouls.
    let white_attacks = set_up(Renju, 15, white, black, White);
    assert_half_moves(&white_attacks, &fours(&white_attacks), Some(3));
}

#[test]
fn an_open_four_is_one_four_and_no_foul() {
    let position = set_up(Renju, 15, "g8 h8 i8", "a1 a3", Black);
    let solution = fours(&position);
    assert_half_moves(&position, &solution, Some(3));
    assert_eq!(names(&solution.first_moves), "f8 j8");
    assert_eq!(names(&solution.line), "f8 e8 j8");
}

#[test]
fn a_five_of_the_defender_comes_first() {
    let black = "f8 g8 h8 b14 b12";
    let free = set_up(Renju, 15, black, "a1 b1 c1 o15 o13", Black);
    assert_half_moves(&free, &fours(&free), Some(3));
    // White threatens E1, and stopping that is no four.
    let late = set_up(Renju, 15, black, "a1 b1 c1 d1 o15", Black);
    assert_half_moves(&late, &fours(&late), None);
    // Two fives cannot be stopped.
    let lost = set_up(ExactFive, 15, "f1 f8 g8 h8 a3", "b1 c1 d1 e1 a2 b2 c2 d2", Black);
    assert_half_moves(&lost, &fours(&lost), None);
    assert_half_moves(&lost, &threes(&lost), None);
}

#[test]
fn a_five_of_the_defender_on_the_way_is_not_overlooked() {
    // I9 and then I8, or the other way round: the second one makes two fours.
    let black = "f8 g8 h8 i10 i11 j10 k11";
    let walls = "e8 i12 l12";
    let idle = set_up(ExactFive, 15, black, &format!("{walls} a1 a15 o1 o15"), Black);
    let solution = fours(&idle);
    assert_half_moves(&idle, &solution, Some(5));
    assert_eq!(names(&solution.first_moves), "i8 i9");
    // Both are answered with a four of White.
    let answered = set_up(ExactFive, 15, black, &format!("{walls} k9 l10 m11 g4 g5 g6"), Black);
    let solution = fours(&answered);
    assert_half_moves(&answered, &solution, None);
    let slow = check_win(&answered, 99, Attacks::Fours, u64::MAX);
    assert_eq!(slow.verdict, Verdict::Refuted);
}

#[test]
fn every_defence_against_a_three_is_tried() {
    // H8 makes two open threes.
    let black = "f8 g8 h6 h7";
    let idle = set_up(ExactFive, 15, black, "a1 a15 o1 o15", Black);
    let solution = threes(&idle);
    assert_half_moves(&idle, &solution, Some(5));
    assert!(solution.first_moves.contains(&Point::new(7, 7)));
    // Under renju that is a foul.
    let renju = set_up(Renju, 15, black, "a1 a15 o1 o15", Black);
    let solution = threes(&renju);
    assert!(!solution.first_moves.contains(&Point::new(7, 7)));
    // White's four at I8 stops one three and comes first.
    let four = set_up(ExactFive, 15, &format!("{black} i12"), "i9 i10 i11 a1", Black);
    let solution = threes(&four);
    assert_ne!(solution.half_moves, Some(5), "{solution:?}");
    let mut after = four.clone();
    for point in ["h8", "i8"] {
        assert_eq!(after.play(Point::parse(point)), Ok(None));
    }
    let slow = check_win(&after, 3, Attacks::FoursAndThrees, u64::MAX);
    assert_eq!(slow.verdict, Verdict::Refuted);
}

#[test]
fn an_answer_that_is_a_foul_is_none() {
    // After G8 Black would have to play H8, which makes two fours.
    let black = "c8 h9 h10 h11 i9 j10 k11 a1";
    let white = "d8 e8 f8 h12 l12 o1 o3";
    let renju = set_up(Renju, 15, black, white, White);
    let solution = fours(&renju);
    assert_half_moves(&renju, &solution, Some(3));
    assert_eq!(names(&solution.first_moves), "g8");
    // The answer shown is an allowed one.
    let mut after = renju.clone();
    after.play(Some(solution.line[0])).unwrap();
    assert!(after.legal_points().contains(&solution.line[1]));
    // Where there are no fouls, H8 stops the four, and makes two.
    let exact = set_up(ExactFive, 15, black, white, White);
    assert_half_moves(&exact, &fours(&exact), None);
}

#[test]
fn an_answer_that_would_be_a_foul_but_for_its_four_is_allowed() {
    // H8 is a single four of Black: no foul, and it comes with a threat.
    let black = "c8 h9 h10 h11 a1";
    let white = "d8 e8 f8 h12 o1";
    let position = set_up(Renju, 15, black, white, White);
    assert_half_moves(&position, &fours(&position), None);
}

#[test]
fn the_five_of_the_attacker_may_be_anything_besides() {
    // At J8 Black makes a five in the row and six in the column: the five goes first.
    let black = "g8 h8 i8 j5 j6 j7 j9 j10";
    let position = set_up(Renju, 15, black, "j4 a3 a5 a7 a9 a11 o1 o3", Black);
    let solution = fours(&position);
    assert_half_moves(&position, &solution, Some(3));
    // Without the five it is an overline.
    assert_eq!(names(&solution.first_moves), "f8");
    let mut after = position.clone();
    for point in ["f8", "e8"] {
        assert_eq!(after.play(Point::parse(point)), Ok(None));
    }
    assert_eq!(names(&after.winning_points(Black)), "j8");
}

#[test]
fn six_is_a_five_for_some() {
    let row = "b8 c8 d8 f8 g8";
    let other = "a1 a3 a5 a7 o1";
    let solve = |rules, to_move| {
        let (black, white) = if to_move == Black { (row, other) } else { (other, row) };
        fours(&set_up(rules, 15, black, white, to_move))
    };
    for (rules, to_move, wins) in [
        (Renju, White, true),
        (Renju, Black, false),
        (ExactFive, White, false),
        (ExactFive, Black, false),
        (Freestyle, White, true),
        (Freestyle, Black, true),
    ] {
        let solution = solve(rules, to_move);
        // E8 makes six. A8 or H8 beside it make no five either.
        assert_eq!(solution.half_moves, wins.then_some(1), "{rules:?} {to_move}");
        assert_eq!(names(&solution.first_moves), if wins { "e8" } else { "" });
        assert_eq!(names(&solution.line), if wins { "e8" } else { "" });
    }
}

#[test]
fn limits_end_a_search() {
    let hard = cases();
    let hard = hard.iter().max_by_key(|case| case["vcf_half_moves"].as_u64()).unwrap();
    let position = position(hard);
    let with = |limits: Limits| solve_vcf(&position, &Request { limits, proof: true });
    let few = with(Limits { nodes: 100, ..Limits::default() });
    assert_eq!((few.status, few.half_moves), (Status::Unknown, None));
    assert!(!few.complete && few.line.is_empty() && few.proof.is_none());
    assert!(few.nodes <= 100);
    let late = with(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!(late.status, Status::Unknown);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let cancelled = with(Limits { cancel, ..Limits::default() });
    assert_eq!((cancelled.status, cancelled.nodes), (Status::Unknown, 0));
    let enough = with(Limits { nodes: u64::MAX, time: Some(Duration::MAX), ..Limits::default() });
    assert_eq!(enough.status, Status::Win);
}

#[test]
fn a_game_that_is_over_has_no_win() {
    let mut position = set_up(Freestyle, 15, "a1 b1 c1 d1", "", Black);
    position.play(Point::parse("e1")).unwrap();
    assert_eq!(fours(&position).status, Status::None);
    let empty = set_up(Renju, 15, "", "", Black);
    assert_eq!(fours(&empty).status, Status::None);
    assert_eq!(threes(&empty).status, Status::None);
}

#[test]
fn the_checker_refutes_wrong_proofs() {
    let position = set_up(ExactFive, 15, "f8 g8 h8 i9 i10 i11", "e8 i12 a1 a3 a5 a7", Black);
    let proof = fours(&position).proof.unwrap();
    let refuted = |proof: &Proof| {
        let check = check_proof(&position, proof, u64::MAX);
        assert_eq!(check.verdict, Verdict::Refuted);
        assert!(!check.refutation.is_empty());
    };
    // One of two answers left out: then the five that is claimed is stopped.
    let mut forgot = proof.clone();
    forgot.replies.remove(0);
    let five = forgot.replies[0].1.clone();
    forgot.otherwise = Some(Box::new(five));
    refuted(&forgot);
    let mut open_end = proof.clone();
    open_end.otherwise = None;
    refuted(&open_end);
    let mut too_short = proof.clone();
    too_short.half_moves = 1;
    refuted(&too_short);
    let mut occupied = proof.clone();
    occupied.attack = Point::new(0, 0);
    refuted(&occupied);
    // The same moves are a foul under renju.
    let renju = set_up(Renju, 15, "f8 g8 h8 i9 i10 i11", "e8 i12 a1 a3 a5 a7", Black);
    assert_eq!(check_proof(&renju, &proof, u64::MAX).verdict, Verdict::Refuted);
    assert_eq!(check_proof(&position, &proof, 10).verdict, Verdict::Unknown);
}
