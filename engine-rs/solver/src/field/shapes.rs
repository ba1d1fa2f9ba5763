//! What the sides threaten: fives, fours and threes.

use x0_rules::Colour;

use super::{Completions, Field, Four};
use crate::grid::{Cell, LINES, MAX_CELLS};
use crate::windows::{Straights, bits, straights};

/// A set of cells.
#[derive(Clone, Copy, Default)]
pub(crate) struct CellSet([u64; MAX_CELLS.div_ceil(64)]);

impl CellSet {
    /// Adds a cell; false if it was there already.
    #[inline]
    pub fn add(&mut self, cell: Cell) -> bool {
        let word = &mut self.0[usize::from(cell / 64)];
        let bit = 1 << (cell % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// A stone that makes a straight four of a standing three, and where that four is completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extension {
    pub cell: Cell,
    pub ends: [Cell; 2],
}

impl Field {
    /// Where `colour` wins at once.
    #[inline]
    pub fn completions(&self, colour: Colour) -> Completions {
        let live = self.live.lack_one[colour as usize];
        let mut found = Completions::None;
        if live.is_empty() {
            return found;
        }
        for line in live.iter() {
            for cell in self.completing(line, colour) {
                match found {
                    Completions::None => found = Completions::One(cell),
                    Completions::One(known) if known == cell => {}
                    _ => return Completions::Several,
                }
            }
        }
        found
    }

    /// All points where `colour` wins at once, in their order.
    pub fn completing_cells(&self, colour: Colour) -> Vec<Cell> {
        let live = self.live.lack_one[colour as usize];
        let mut cells: Vec<Cell> =
            live.iter().flat_map(|line| self.completing(line, colour)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    #[inline]
    fn completing(&self, index: usize, colour: Colour) -> impl Iterator<Item = Cell> + '_ {
        let line = &self.lines[index & (LINES - 1)];
        let empty = line.empty();
        bits(line.fives[colour as usize].lack_one).map(move |first| {
            let gap = (empty >> first & 31).trailing_zeros();
            self.grid.cell(index, first + gap)
        })
    }

    /// Adds the fours that `colour` can make, of those at `only` if that is given. Nothing is said
    /// about fouls.
    #[inline]
    pub fn fours(&self, colour: Colour, only: Option<Cell>, found: &mut Vec<Four>) {
        let base = found.len();
        for index in self.live.lack_two[colour as usize].iter() {
            let line = &self.lines[index & (LINES - 1)];
            let empty = line.empty();
            for first in bits(line.fives[colour as usize].lack_two) {
                let gaps = empty >> first & 31;
                let low = self.grid.cell(index, first + gaps.trailing_zeros());
                let high = self.grid.cell(index, first + gaps.ilog2());
                add_four(found, base, only, low, high);
                add_four(found, base, only, high, low);
            }
        }
    }

    /// Adds the points where `colour` makes a four, each once.
    pub fn four_cells(&self, colour: Colour, known: &mut CellSet, found: &mut Vec<Cell>) {
        for index in self.live.lack_two[colour as usize].iter() {
            let line = &self.lines[index & (LINES - 1)];
            let empty = line.empty();
            for first in bits(line.fives[colour as usize].lack_two) {
                for gap in bits(empty >> first & 31) {
                    let cell = self.grid.cell(index, first + gap);
                    if known.add(cell) {
                        found.push(cell);
                    }
                }
            }
        }
    }

    /// Adds the points where `colour` makes a three by its shape, each once.
    pub fn three_cells(&self, colour: Colour, known: &mut CellSet, found: &mut Vec<Cell>) {
        for index in 0..self.grid.line_count {
            let empty = self.lines[index].empty();
            for first in bits(self.straights(index, colour).lack_two) {
                for gap in bits(empty >> (first + 1) & 15) {
                    let cell = self.grid.cell(index, first + 1 + gap);
                    if known.add(cell) {
                        found.push(cell);
                    }
                }
            }
        }
    }

    /// The stones that make a straight four of a three of `colour`: of those through `by`, or of
    /// all if that is not given. Nothing is said about fouls.
    pub fn extensions(
        &self,
        colour: Colour,
        by: Option<Cell>,
    ) -> impl Iterator<Item = Extension> + '_ {
        let through = by.map(|cell| self.grid.places(cell).map(|place| usize::from(place.line)));
        let count = if through.is_some() { 4 } else { self.grid.line_count };
        (0..count).flat_map(move |number| {
            let index = through.map_or(number, |lines| lines[number]);
            let empty = self.lines[index & (LINES - 1)].empty();
            bits(self.straights(index, colour).lack_one).map(move |first| {
                let gap = (empty >> (first + 1) & 15).trailing_zeros();
                let at = |bit| self.grid.cell(index, bit);
                Extension { cell: at(first + 1 + gap), ends: [at(first), at(first + 5)] }
            })
        })
    }

    #[inline]
    fn straights(&self, index: usize, colour: Colour) -> Straights {
        let line = &self.lines[index & (LINES - 1)];
        let own = line.stones[colour as usize];
        if own & own.wrapping_sub(1) == 0 {
            return Straights::default();
        }
        straights(own, line.blocked(colour), self.exact[colour as usize])
    }

    /// Whether a white stone somewhere could turn a black straight four at `cell`, which is
    /// allowed now, into a foul.
    ///
    /// White stones take shapes of Black away and add none, so that no overline and no four comes
    /// about. They can make a three real, by taking away what forbids its extension: for a foul
    /// there must be two threes by shape, in two directions with two more stones near by. The
    /// answer may be yes where it is no, never the other way round.
    pub fn is_fragile(&self, cell: Cell) -> bool {
        let crowded = self.grid.places(cell).iter().filter(|place| {
            let near = self.line(**place).stones[Colour::Black as usize] >> (place.bit - 4) & 0x1ef;
            near & near.wrapping_sub(1) != 0
        });
        // One of them is that of the straight four, whose three stones are near.
        self.has_fouls(Colour::Black) && crowded.count() >= 3
    }

    /// How many stones of `colour` are near the cell along its lines: a guess at what it is worth.
    #[inline]
    pub fn company(&self, cell: Cell, colour: Colour) -> u32 {
        self.grid.places(cell).iter().fold(0, |sum, place| {
            let line = self.line(*place);
            let near = line.stones[colour as usize] >> (place.bit - 4) & 0x1ff;
            sum + near.count_ones()
        })
    }
}

#[inline]
fn add_four(found: &mut Vec<Four>, base: usize, only: Option<Cell>, cell: Cell, completion: Cell) {
    if only.is_some_and(|only| only != cell) {
        return;
    }
    match found[base..].iter_mut().find(|four| four.cell == cell) {
        Some(four) => four.double |= four.completion != completion,
        None => found.push(Four { cell, completion, double: false, worth: 0 }),
    }
}
