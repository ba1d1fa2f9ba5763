//! A stable 64-bit hash of a position, the same on every machine and in every version.
//!
//! It is the exclusive or of one key for each of: the ruleset, the board, every stone, White to
//! move, and a pass just made. A key is the SplitMix64 finalizer of `(tag << 32 | number)` plus
//! the constant of SplitMix64, where
//!
//! | what | tag | number |
//! |---|---|---|
//! | ruleset | 1 | 0 renju, 1 exact five, 2 freestyle |
//! | board | 2 | 256 * shape (0 square, 1 octagon, 2 cross) + size |
//! | black stone | 3 | 256 * column + row |
//! | white stone | 4 | 256 * column + row |
//! | White to move | 5 | 0 |
//! | a pass just made | 6 | 0 |
//!
//! How the position came about is not in it, so that transpositions have one hash.

use crate::{Colour, Geometry, Point, Ruleset};

const fn key(tag: u64, number: u64) -> u64 {
    let mut z = (tag << 32 | number).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub(crate) fn empty(ruleset: Ruleset, geometry: &Geometry) -> u64 {
    let board = ((geometry.shape() as u64) << 8) + geometry.size() as u64;
    key(1, ruleset as u64) ^ key(2, board)
}

#[inline]
pub(crate) fn stone(point: Point, colour: Colour) -> u64 {
    key(3 + colour as u64, (u64::from(point.x) << 8) + u64::from(point.y))
}

pub(crate) const WHITE_TO_MOVE: u64 = key(5, 0);
pub(crate) const PASS: u64 = key(6, 0);
