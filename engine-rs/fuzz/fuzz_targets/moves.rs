//! Plays bytes as moves, passes and undos, and compares two independent answers: the crate's
//! patterns and maps that are carried along, and a plain grid on which stones are tried out.
#![no_main]

use libfuzzer_sys::fuzz_target;
use x0_rules::{Colour, Geometry, Point, Position, Ruleset};

#[path = "../../rules/tests/common/compare.rs"]
mod compare;
#[path = "../../rules/tests/common/reference.rs"]
mod reference;

const UNDO: u8 = 255;
const PASS: u8 = 254;
/// Compares everything in between, so that later looks find a map to catch up.
const LOOK: u8 = 253;

fuzz_target!(|data: &[u8]| {
    let [head, set_up, rest @ ..] = data else {
        return;
    };
    let boards: Vec<_> = Geometry::all().collect();
    let geometry = boards[usize::from(head / 4) % boards.len()];
    let rules = Ruleset::ALL[usize::from(head % 4) % 3];

    // The first bytes are stones of any colour, the others moves.
    let (stones, moves) = rest.split_at(usize::from(*set_up).min(rest.len()));
    let mut placed = std::collections::BTreeMap::new();
    for pair in stones.chunks_exact(2) {
        let colour = if pair[1] % 3 == 0 { Colour::White } else { Colour::Black };
        placed.insert(point(geometry, pair[0]), colour);
    }
    placed.retain(|at, _| geometry.contains(*at));
    let set_up = Position::from_stones(rules, geometry, placed, Colour::Black);
    let mut position = set_up.expect("different points of the board");

    for byte in moves {
        match *byte {
            UNDO => {
                position.undo();
            }
            PASS => {
                let _ = position.play_quietly(None);
            }
            LOOK => look(&mut position),
            byte => {
                let at = point(geometry, byte);
                if geometry.contains(at) && position.stone(at).is_none() && !position.is_over() {
                    compare::play_compared(&mut position, at);
                } else {
                    assert!(position.play_quietly(Some(at)).is_err());
                }
            }
        }
    }
    look(&mut position);
});

/// The 15x15 points around the centre of a larger board, or the whole of a smaller one.
fn point(geometry: &Geometry, byte: u8) -> Point {
    let from = (geometry.size().max(15) - 15) / 2;
    Point::new(byte % 15 + from as u8, byte / 15 + from as u8)
}

fn look(position: &mut Position) {
    if position.ruleset() == Ruleset::Renju {
        compare::assert_same_fouls(position);
        for foul in position.fouls() {
            assert!(!foul.lines.is_empty());
        }
    }
    compare::assert_same_rows(position);
}
