//! What the tests share.
#![allow(dead_code, missing_docs)]

pub mod compare;
pub mod reference;

use std::path::PathBuf;

use serde_json::Value;
use x0_rules::{Colour, Geometry, Point, Position, Ruleset, Shape};

/// Lines of a file in `testdata`.
pub fn lines(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn point(value: &Value) -> Point {
    let at = |index: usize| value[index].as_u64().unwrap() as u8;
    Point::new(at(0), at(1))
}

pub fn points(value: &Value) -> Vec<Point> {
    value.as_array().unwrap().iter().map(point).collect()
}

pub fn stones(black: &Value, white: &Value) -> Vec<(Point, Colour)> {
    let of = |value, colour| points(value).into_iter().map(move |point| (point, colour));
    of(black, Colour::Black).chain(of(white, Colour::White)).collect()
}

pub fn square(size: usize) -> &'static Geometry {
    Geometry::get(size, Shape::Square).unwrap()
}

/// The position of a line with `black` and `white`, Black to move.
pub fn position(case: &Value) -> Position {
    let stones = stones(&case["black"], &case["white"]);
    Position::from_stones(Ruleset::Renju, square(15), stones, Colour::Black).unwrap()
}

pub fn sorted<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    values.sort();
    values
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

/// A random empty point, most often near to a stone: that is where shapes come about.
pub fn random_empty(random: &mut Random, position: &Position) -> Option<Point> {
    let stones = position.stones();
    if random.below(8) > 0 && !stones.is_empty() {
        for _ in 0..8 {
            let (stone, _) = random.pick(&stones);
            let x = i32::from(stone.x) + random.below(7) as i32 - 3;
            let y = i32::from(stone.y) + random.below(7) as i32 - 3;
            let (Ok(x), Ok(y)) = (u8::try_from(x), u8::try_from(y)) else {
                continue;
            };
            let near = Point::new(x, y);
            if position.geometry().contains(near) && position.stone(near).is_none() {
                return Some(near);
            }
        }
    }
    let empty = position.empty_points();
    (!empty.is_empty()).then(|| random.pick(&empty))
}

/// A position set up at random: how many stones, and how many of them black, differ.
pub fn random_setup(random: &mut Random, rules: Ruleset, geometry: &'static Geometry) -> Position {
    let points: Vec<Point> = geometry.iter().collect();
    let stones = random.below(points.len() / 2);
    let black = 2 + random.below(7);
    let mut set = std::collections::BTreeMap::new();
    for _ in 0..stones {
        let white = random.below(9) >= black;
        set.insert(random.pick(&points), if white { Colour::White } else { Colour::Black });
    }
    let to_move = random.pick(&[Colour::Black, Colour::White]);
    Position::from_stones(rules, geometry, set, to_move).unwrap()
}
