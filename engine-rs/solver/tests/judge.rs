//! Moves that puzzle trainers are known to judge wrongly, each beside one that differs in what
//! matters.
#![allow(missing_docs)]

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Random, set_up};
use x0_rules::Colour::{Black, White};
use x0_rules::Ruleset::{ExactFive, Freestyle, Renju};
use x0_rules::{IllegalMove, Point, Position, Ruleset};
use x0_solver::{Judgement, Limits, Ruling, judge};

fn look(position: &Position, name: &str) -> Judgement {
    judge(position, Point::parse(name).unwrap(), &Limits::of_judge()).unwrap()
}

fn line(judgement: &Judgement) -> String {
    let names: Vec<String> =
        judgement.line.iter().map(|point| point.to_string().to_lowercase()).collect();
    names.join(" ")
}

fn assert_right(position: &Position, name: &str, half_moves: usize) -> Judgement {
    let judgement = look(position, name);
    assert_eq!(
        (judgement.ruling, judgement.half_moves),
        (Ruling::Right, Some(half_moves)),
        "{name} {judgement:?}"
    );
    assert_eq!(judgement.line.len() + 1, half_moves);
    judgement
}

fn assert_wrong(position: &Position, name: &str, refutation: &str) {
    let judgement = look(position, name);
    assert_eq!((judgement.ruling, judgement.half_moves), (Ruling::Wrong, None), "{name}");
    assert_eq!(line(&judgement), refutation, "{name}");
}

#[test]
fn every_move_that_wins_is_right() {
    let position = set_up(Renju, 15, "g8 h8 i8", "a1 a3", Black);
    assert_eq!(line(&assert_right(&position, "f8", 3)), "e8 j8");
    assert_eq!(line(&assert_right(&position, "j8", 3)), "f8 k8");
    // A four with one end.
    assert_wrong(&position, "k8", "j8");
    assert_wrong(&position, "e8", "f8");
}

#[test]
fn both_ends_of_an_open_four_are_right() {
    let position = set_up(Renju, 15, "f8 g8 h8 i8", "a1 a3 a5", Black);
    for five in ["e8", "j8"] {
        assert!(assert_right(&position, five, 1).line.is_empty());
    }
    // He may also wait: the four stands.
    assert_eq!(line(&assert_right(&position, "o15", 3)), "e8 j8");
}

#[test]
fn a_longer_win_is_right() {
    let black = "g8 h8 i8 b2 c2 d2";
    let position = set_up(Renju, 15, black, "a2 a12 o3 o12", Black);
    assert_right(&position, "f8", 3);
    // A four in between.
    assert_eq!(line(&assert_right(&position, "e2", 5)), "f2 f8 e8 j8");
    // A second three beside the one that stands.
    let threes = set_up(Renju, 15, "g8 h8 i8 d4 e4", "a12 o3 o12", Black);
    assert_right(&threes, "f4", 5);
}

#[test]
fn a_quiet_move_is_right_if_every_answer_loses() {
    // Two ways to make two fours, with no stone in common: White stops one.
    let black = "f8 g8 h8 i10 i11 c3 c4 c5 d2 e2";
    let white = "e8 i12 c6 a2";
    let position = set_up(ExactFive, 15, black, &format!("{white} a9 a11 o3"), Black);
    assert_right(&position, "i9", 7);
    // White may make a four first, to which Black's answer is no attack: that only takes longer.
    let (black, white) = (format!("{black} j1"), format!("{white} l1 m1 n1"));
    let position = set_up(ExactFive, 15, &black, &white, Black);
    let judgement = assert_right(&position, "i9", 9);
    assert!(line(&judgement).starts_with("k1 o1"), "{judgement:?}");
}

#[test]
fn one_defence_of_several_is_enough() {
    // H8 makes two open threes.
    let black = "f8 g8 h6 h7 i7";
    let idle = set_up(ExactFive, 15, black, "a1 a15 o1 o15", Black);
    assert_right(&idle, "h8", 5);
    // White's four at I8 stops one three and comes first; Black's stop at I12 is no attack.
    let four = set_up(ExactFive, 15, black, "i9 i10 i11 a1", Black);
    let judgement = look(&four, "h8");
    assert_eq!(judgement.ruling, Ruling::Wrong);
    assert_eq!(line(&judgement), "i12 i8 i13");
    // A single three is stopped in three ways.
    let single = set_up(Renju, 15, "g8 h8", "a1 a15", Black);
    assert_eq!(look(&single, "i8").ruling, Ruling::Wrong);
}

#[test]
fn a_four_of_the_defender_that_can_be_stopped_saves_nothing() {
    let black = "f8 g8 h6 h7 a1";
    let position = set_up(ExactFive, 15, black, "b1 c1 d1 o15", Black);
    let judgement = assert_right(&position, "h8", 7);
    assert!(line(&judgement).starts_with("e1 f1"), "{judgement:?}");
}

#[test]
fn a_foul_of_the_attacker_is_no_win() {
    // I8 makes two fours.
    let (black, white) = ("f8 g8 h8 i9 i10 i11", "e8 i12 a1 a3 a5 a7");
    assert_right(&set_up(ExactFive, 15, black, white, Black), "i8", 3);
    let renju = look(&set_up(Renju, 15, black, white, Black), "i8");
    assert_eq!((renju.ruling, renju.half_moves, renju.line), (Ruling::Foul, None, Vec::new()));
    // White has no fouls.
    assert_right(&set_up(Renju, 15, white, black, White), "i8", 3);
}

#[test]
fn a_foul_on_the_way_is_no_win() {
    // F5 and then F4, which makes two fours.
    let (black, white) = ("c4 d4 e4 f6 f7 g6 h7", "a2 a3 a4 b4 f8 g8 i8");
    assert_right(&set_up(ExactFive, 9, black, white, Black), "f5", 5);
    assert_wrong(&set_up(Renju, 9, black, white, Black), "f5", "d3");
    assert_right(&set_up(Renju, 9, white, black, White), "f5", 5);
}

#[test]
fn a_foul_trap_is_right() {
    // After G8 Black would have to play H8, which makes two fours.
    let black = "c8 h9 h10 h11 i9 j10 k11 a1";
    let white = "d8 e8 f8 h12 l12 o1 o3";
    let renju = set_up(Renju, 15, black, white, White);
    let judgement = assert_right(&renju, "g8", 3);
    let mut after = renju.clone();
    after.play(Point::parse("g8")).unwrap();
    assert!(after.legal_points().contains(&judgement.line[0]));
    // Where there are no fouls, H8 stops the four, and wins.
    assert_wrong(&set_up(ExactFive, 15, black, white, White), "g8", "h8 g7 h7");
}

#[test]
fn a_five_of_the_defender_comes_first() {
    // White threatens E1.
    let late = set_up(Renju, 15, "f8 g8 h8 b14 b12", "a1 b1 c1 d1 o15", Black);
    assert_wrong(&late, "i8", "e1");
    assert_wrong(&late, "o1", "e1");
    // To stop it leaves White time.
    assert_wrong(&late, "e1", "e8");
    // His own five is sooner.
    let five = set_up(Renju, 15, "f8 g8 h8 i8 b14", "a1 b1 c1 d1 o15", Black);
    assert_right(&five, "e8", 1);
}

#[test]
fn a_five_of_the_defender_on_the_way_is_not_overlooked() {
    // I9 and then I8 makes two fours; but White answers I9 with a four.
    let black = "f8 g8 h8 i10 i11 j10 k11";
    let white = "e8 i12 l12 k9 l10 m11 g4 g5 g6";
    let position = set_up(ExactFive, 15, black, white, Black);
    for point in ["i9", "i8"] {
        assert_eq!(look(&position, point).ruling, Ruling::Wrong, "{point}");
    }
}

#[test]
fn where_the_defender_wins_his_five_is_told() {
    // White has an open three; Black plays elsewhere.
    let position = set_up(ExactFive, 15, "a1 a3 a5", "g8 h8 i8", Black);
    let judgement = look(&position, "o15");
    assert_eq!((judgement.ruling, judgement.line.len()), (Ruling::Wrong, 3));
}

#[test]
fn what_is_no_move_is_refused() {
    let mut position = set_up(Freestyle, 15, "a1 b1 c1 d1", "o1", Black);
    let why = |position: &Position, point| {
        judge(position, point, &Limits::of_judge()).expect_err("no move")
    };
    assert_eq!(why(&position, Point::new(0, 0)), IllegalMove::Occupied);
    assert_eq!(why(&position, Point::new(15, 0)), IllegalMove::OffBoard);
    position.play(Point::parse("e1")).unwrap();
    assert_eq!(why(&position, Point::new(9, 9)), IllegalMove::GameOver);
}

#[test]
fn the_last_point_of_a_board_wins_nothing() {
    // Pairs in turns: no row anywhere.
    let all = (0..9).flat_map(|y| (0..9).map(move |x| Point::new(x, y))).skip(1);
    let colour = |point: &Point| if (point.x / 2 + point.y) % 2 == 0 { Black } else { White };
    let stones: Vec<_> = all.map(|point| (point, colour(&point))).collect();
    let position =
        Position::from_stones(ExactFive, common::square(9), stones.clone(), White).unwrap();
    assert_eq!(look(&position, "a1").ruling, Ruling::Wrong);
    // With one more empty point the defender has the last one.
    let position =
        Position::from_stones(Renju, common::square(9), stones[1..].to_vec(), White).unwrap();
    assert_eq!(look(&position, "a1").ruling, Ruling::Wrong);
}

/// Stones of one colour in many open rows, the other one far apart.
fn hostile(rules: Ruleset, size: usize, seed: u64) -> Position {
    let mut random = Random(seed);
    let board = common::square(size);
    let mut stones = std::collections::BTreeMap::new();
    for number in 0..size * size / 3 {
        let point = Point::new(random.below(size) as u8, random.below(size) as u8);
        let colour = if number % 3 == 0 { White } else { Black };
        stones.insert((point.y, point.x), (point, colour));
    }
    Position::from_stones(rules, board, stones.into_values(), White).unwrap()
}

#[test]
fn limits_end_it() {
    let nodes = 50_000;
    let mut undecided = 0;
    for seed in 1..40 {
        for (size, rules) in [(20, Freestyle), (20, Renju), (15, ExactFive)] {
            let position = hostile(rules, size, seed);
            let mut random = Random(seed);
            let point = random.pick(&position.empty_points());
            let limits = Limits { nodes, ..Limits::of_judge() };
            let judgement = judge(&position, point, &limits).unwrap();
            undecided += usize::from(judgement.ruling == Ruling::Undecided);
            assert!(judgement.nodes <= nodes * 5 / 2, "{judgement:?}");
            if judgement.ruling == Ruling::Undecided {
                assert!(judgement.line.is_empty() && judgement.half_moves.is_none());
                assert!(judgement.nodes <= nodes);
            }
            assert_eq!(judge(&position, point, &limits).unwrap(), judgement);
            let none = Limits { nodes: 0, ..limits };
            assert_eq!(judge(&position, point, &none).unwrap().nodes, 0);
        }
    }
    assert!(undecided > 0);
    let hard = set_up(Freestyle, 20, "j10 l10 j12 l12", "a1 t1 a20 t20", Black);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let cancelled = Limits { cancel, ..Limits::of_judge() };
    let late = Limits { time: Some(Duration::ZERO), ..Limits::of_judge() };
    for limits in [cancelled, late] {
        let judgement = judge(&hard, Point::new(10, 10), &limits).unwrap();
        assert_eq!((judgement.ruling, judgement.nodes), (Ruling::Undecided, 0));
    }
}
