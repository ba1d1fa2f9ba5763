//! Text, bytes and hash.
#![allow(missing_docs)]

mod common;

use common::{Random, random_empty, random_setup, square};
use x0_rules::{Colour, Geometry, IllegalMove, ParseError, Point, Position, Ruleset, Symmetry};

#[test]
fn text_and_bytes_read_back() {
    for geometry in Geometry::all() {
        for rules in Ruleset::ALL {
            let mut random = Random(geometry.points() as u64 * 13 + rules as u64);
            for round in 0..50 {
                let mut position = if round % 2 == 0 {
                    Position::new(rules, geometry)
                } else {
                    random_setup(&mut random, rules, geometry)
                };
                for _ in 0..random.below(60) {
                    let mv = (random.below(9) > 0)
                        .then(|| random_empty(&mut random, &position))
                        .flatten();
                    let _ = position.play(mv);
                }
                let text = position.to_text();
                let from_text = Position::from_text(rules, geometry, &text).unwrap();
                assert!(from_text == position, "{text}");
                assert_eq!(from_text.stones(), position.stones());
                assert_eq!(from_text.to_text(), text);
                let from_bytes = Position::from_bytes(&position.to_bytes()).unwrap();
                assert!(from_bytes == position, "{text}");
                assert_eq!(from_bytes.moves(), position.moves());
                assert_eq!(from_bytes.hash(), position.hash());
            }
        }
    }
}

#[test]
fn what_people_write() {
    let read = |text| Position::from_text(Ruleset::Renju, square(15), text);
    let moves = read("H8, i9\n j10 --").unwrap();
    assert_eq!(moves.to_text(), "h8i9j10--");
    assert_eq!(moves.to_move(), Colour::Black);
    let occupied = ParseError::Illegal(1, IllegalMove::Occupied);
    assert_eq!(read("h8h8").unwrap_err(), occupied);
    assert_eq!(read("p8").unwrap_err(), ParseError::Illegal(0, IllegalMove::OffBoard));
    assert_eq!(read("h8----i9").unwrap_err(), ParseError::Illegal(3, IllegalMove::GameOver));
    for wrong in ["8", "h", "h0", "hh8", "h8-", "h8é9", "setup=", "setup=Zh8 to_move=black moves="]
    {
        assert!(matches!(read(wrong), Err(ParseError::Malformed(_))), "{wrong}");
    }
}

#[test]
fn any_bytes_give_a_position_or_an_error() {
    let mut random = Random(5);
    let mut positions = 0;
    for _ in 0..200_000 {
        let mut bytes = vec![1, random.below(32) as u8, random.pick(&[9, 13, 15, 19, 20, 7]), 0, 0];
        bytes[3] = random.below(3) as u8;
        bytes.extend((0..random.below(12)).map(|_| random.below(256) as u8));
        positions += usize::from(Position::from_bytes(&bytes).is_ok());
    }
    assert!(positions > 1_000);
    assert!(Position::from_bytes(&[]).is_err());
}

#[test]
fn a_game_of_fifteen_costs_a_byte_a_move() {
    let position = Position::from_text(Ruleset::Renju, square(15), "h8i9j10").unwrap();
    assert_eq!(position.to_bytes(), [1, 0, 15, 0, 0, 112, 128, 144]);
}

#[test]
fn hashes_never_change() {
    // Stored hashes must still be found by later versions: these numbers stay as they are.
    let hash = |rules, text| Position::from_text(rules, square(15), text).unwrap().hash();
    assert_eq!(hash(Ruleset::Renju, ""), HASHES[0]);
    assert_eq!(hash(Ruleset::ExactFive, "h8"), HASHES[1]);
    assert_eq!(hash(Ruleset::Renju, "h8i9--"), HASHES[2]);
}

/// Computed from the description in `hash` by another program.
const HASHES: [u64; 3] = [0xe12b_bb8a_b0f6_648d, 0x98ab_def2_bc99_8012, 0x0e4a_0805_5501_df10];

#[test]
fn hash_follows_the_position_not_the_way_to_it() {
    let hash = |text| Position::from_text(Ruleset::Renju, square(15), text).unwrap().hash();
    assert_eq!(hash("h8a1i8a2"), hash("i8a2h8a1"));
    assert_ne!(hash("h8a1i8"), hash("h8a1i8--"));
    assert_ne!(hash("h8"), hash("i8"));
    let stones = [(Point::new(7, 7), Colour::Black)];
    let black = Position::from_stones(Ruleset::Renju, square(15), stones, Colour::Black).unwrap();
    assert_ne!(black.hash(), hash("h8"));
}

#[test]
fn the_eight_images_have_one_canonical_form() {
    let position = Position::from_text(Ruleset::Renju, square(15), "h8i9j10a1").unwrap();
    for symmetry in Symmetry::ALL {
        assert!(position.transformed(symmetry).canonical() == position.canonical());
    }
    assert!(position.symmetries()[0] == position);
}
