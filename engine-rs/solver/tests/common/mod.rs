//! What the tests share.
#![allow(dead_code, missing_docs)]

use std::path::PathBuf;

use serde_json::Value;
use x0_rules::{Colour, Geometry, Point, Position, Ruleset, Shape};

/// Positions of `vcf_dev.jsonl` as they are in the file.
pub fn cases() -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata/vcf_dev.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn points(value: &Value) -> Vec<Point> {
    let point = |name: &Value| Point::parse(name.as_str().unwrap()).unwrap();
    value.as_array().unwrap().iter().map(point).collect()
}

pub fn square(size: usize) -> &'static Geometry {
    Geometry::get(size, Shape::Square).unwrap()
}

pub fn position(case: &Value) -> Position {
    let rules = match case["rules"].as_str().unwrap() {
        "gomoku" => Ruleset::ExactFive,
        name => Ruleset::from_name(name).unwrap(),
    };
    let black = points(&case["black"]).into_iter().map(|point| (point, Colour::Black));
    let white = points(&case["white"]).into_iter().map(|point| (point, Colour::White));
    let to_move = Colour::from_name(case["to_move"].as_str().unwrap()).unwrap();
    Position::from_stones(rules, square(15), black.chain(white), to_move).unwrap()
}

/// The stones of `black` and `white`, names with a space between, on a square board.
pub fn set_up(rules: Ruleset, size: usize, black: &str, white: &str, to_move: Colour) -> Position {
    let of = |names: &str, colour| -> Vec<(Point, Colour)> {
        names.split_whitespace().map(|name| (Point::parse(name).unwrap(), colour)).collect()
    };
    let mut all = of(black, Colour::Black);
    all.extend(of(white, Colour::White));
    Position::from_stones(rules, square(size), all, to_move).unwrap()
}

/// A small generator of random numbers (xorshift64*), the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }

    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

/// A position set up at random, both colours near to the middle so that shapes come about, and
/// without a five for whoever is to move.
pub fn random_fight(random: &mut Random, rules: Ruleset, board: &'static Geometry) -> Position {
    loop {
        let size = board.size();
        let (low, side) = (size / 2 - 4, 9);
        let mut stones = std::collections::BTreeMap::new();
        for number in 0..12 + random.below(24) {
            let at = |random: &mut Random| (low + random.below(side)) as u8;
            let point = Point::new(at(random), at(random));
            let colour = if number % 2 == 0 { Colour::Black } else { Colour::White };
            if board.contains(point) {
                stones.insert((point.y, point.x), (point, colour));
            }
        }
        let to_move = random.pick(&[Colour::Black, Colour::White]);
        let position = Position::from_stones(rules, board, stones.into_values(), to_move).unwrap();
        if position.winning_points(to_move).is_empty() {
            return position;
        }
    }
}
