//! Reads bytes as each of the forms of a position; what is read is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use x0_rules::{Geometry, Position, Ruleset, Shape};

fuzz_target!(|data: &[u8]| {
    if let Ok(position) = Position::from_bytes(data) {
        let again = Position::from_bytes(&position.to_bytes()).expect("what was written");
        assert!(again == position);
        assert_eq!(again.stones(), position.stones());
        assert!(position.canonical().canonical() == position.canonical());
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let board = Geometry::get(20, Shape::Square).expect("a board that is played on");
    if let Ok(position) = Position::from_text(Ruleset::Renju, board, text) {
        let again = Position::from_text(Ruleset::Renju, board, &position.to_text());
        let again = again.expect("what was written");
        assert!(again == position);
        assert_eq!(again.moves(), position.moves());
    }
});
