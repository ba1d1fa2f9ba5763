//! Games really played, where they are at hand: what the record says agrees with the board.
#![allow(missing_docs)]

mod common;

use std::io::Read;
use std::path::PathBuf;

use common::{point, points, position, square};
use flate2::read::GzDecoder;
use serde_json::Value;
use x0_rules::{Colour, Position, Reason, Ruleset};

/// The records of a file, or none with a message.
fn records(name: &str) -> Vec<Value> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/records");
    let Ok(file) = std::fs::File::open(folder.join(name)) else {
        println!("skipped: {name} is not at hand");
        return Vec::new();
    };
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn rules(record: &Value) -> Ruleset {
    match record["rules"].as_str().unwrap() {
        "renju" => Ruleset::Renju,
        "gomoku_exact" => Ruleset::ExactFive,
        "freestyle" => Ruleset::Freestyle,
        other => panic!("{other}"),
    }
}

/// Plays a record; asserts that nothing ends before its end and that the end is the recorded one.
fn replay(record: &Value) {
    let size = record["size"].as_u64().unwrap() as usize;
    let mut position = Position::new(rules(record), square(size));
    let moves = points(&record["moves"]);
    for (index, at) in moves.iter().enumerate() {
        assert!(!position.is_over(), "over before move {index} of {record}");
        position.play(Some(*at)).unwrap_or_else(|why| panic!("move {index}: {why}: {record}"));
        let _ = position.foul_map();
    }
    let end = match position.outcome() {
        None => "open",
        Some(outcome) => {
            let winner = outcome.winner.map_or("draw", Colour::name);
            assert_eq!(record["result"].as_str().unwrap(), winner, "{record}");
            match outcome.reason {
                Reason::Five | Reason::Overline => "five",
                Reason::Foul => "foul",
                Reason::FullBoard => "full_board",
                Reason::Passes => "passes",
            }
        }
    };
    assert_eq!(record["end"].as_str().unwrap(), end, "{record}");
}

#[test]
fn every_end_agrees_with_the_board() {
    for name in [
        "renju_gomocup.jsonl.gz",
        "gomoku_exact_gomocup.jsonl.gz",
        "gomoku_exact_playok.jsonl.gz",
        "freestyle_gomocup20.jsonl.gz",
    ] {
        records(name).iter().for_each(replay);
    }
}

#[test]
fn what_is_wrong_with_invalid_games_is_found() {
    for record in records("invalid_real.jsonl.gz") {
        let size = record["size"].as_u64().unwrap() as usize;
        let mut position = Position::new(rules(&record), square(size));
        let found = points(&record["moves"]).into_iter().enumerate().find_map(|(index, at)| {
            let before = position.is_over();
            let refused = position.play(Some(at)).err()?;
            Some((index + 1, before, refused))
        });
        let Some((at_move, _, refused)) = found else { panic!("nothing wrong in {record}") };
        assert_eq!(record["at_move"].as_u64().unwrap() as usize, at_move, "{refused} {record}");
        println!("{} {refused}", record["problem"]);
    }
}

#[test]
fn published_forbidden_points() {
    for case in records("forbidden_fixtures.jsonl.gz") {
        let kind = position(&case).foul_kind_at(point(&case["probe"]));
        let kind = kind.map(x0_rules::FoulKind::name);
        let expected = match case["our_check"].as_str() {
            Some("33") => Some("double_three"),
            Some("44") => Some("double_four"),
            other => other,
        };
        assert_eq!(kind, expected, "{case}");
        assert_eq!(kind.is_some(), case["forbidden"].as_bool().unwrap(), "{case}");
    }
}
