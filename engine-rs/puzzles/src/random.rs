//! Random numbers that are the same on every machine.

use oorandom::Rand64;

use crate::Mode;

/// The generator of one game: it depends on nothing but these.
#[must_use]
pub fn of_game(seed: u64, mode: Mode, game: u64) -> Rand64 {
    let mode = mode as u128 + 1;
    let mut random = Rand64::new(u128::from(seed) << 64 | mode << 56 | u128::from(game));
    // Neighbouring seeds begin alike.
    for _ in 0..8 {
        random.rand_u64();
    }
    random
}

/// A number below `limit`, which is not zero.
pub fn below(random: &mut Rand64, limit: usize) -> usize {
    random.rand_range(0..limit as u64) as usize
}

/// One of the values, of which there is at least one.
pub fn pick<'v, T>(random: &mut Rand64, values: &'v [T]) -> &'v T {
    &values[below(random, values.len())]
}
