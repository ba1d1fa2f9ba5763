//! The stones on a board, kept as bits of its lines.

use crate::geometry::{Cell, Geometry, LINE_SLOTS, Place};
use crate::pattern::Pattern;
use crate::{Colour, Ruleset};

/// One line: black stones, white stones, and what is not on the board.
#[derive(Clone, Copy, Default)]
pub(crate) struct Line {
    pub stones: [u32; 2],
    pub wall: u32,
}

impl Line {
    #[inline]
    pub fn black(&self) -> u32 {
        self.stones[Colour::Black as usize]
    }

    /// What Black cannot have any more.
    #[inline]
    pub fn blocked(&self) -> u32 {
        self.stones[Colour::White as usize] | self.wall
    }

    #[inline]
    pub fn empty(&self) -> u32 {
        !(self.stones[0] | self.stones[1] | self.wall)
    }

    /// How black stands around `bit`.
    #[inline]
    pub fn pattern(&self, bit: u32) -> Pattern {
        Pattern::around(self.black(), self.blocked(), bit)
    }
}

/// The longest row that a stone makes, as far as winning goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Nothing that wins under any rules.
    Short,
    /// Exactly five; five goes before six.
    Five,
    /// Six or more, and no five.
    Overline,
}

/// Stones on a board. Every line's bits are redundant with the other three directions'; a stone
/// is placed and taken in all four at once, so they cannot disagree.
#[derive(Clone)]
pub(crate) struct Board {
    pub geometry: &'static Geometry,
    lines: [Line; LINE_SLOTS],
}

impl Board {
    pub fn new(geometry: &'static Geometry) -> Self {
        let lines = geometry.lines.map(|line| Line { stones: [0; 2], wall: line.wall });
        Self { geometry, lines }
    }

    #[inline]
    pub fn places(&self, cell: Cell) -> &'static [Place; 4] {
        &self.geometry.places[usize::from(cell)]
    }

    #[inline]
    pub fn line(&self, index: u8) -> &Line {
        // The mask is free and spares the check of the bound.
        &self.lines[usize::from(index) & (LINE_SLOTS - 1)]
    }

    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        let place = self.places(cell)[0];
        let line = self.line(place.line);
        if line.stones[0] >> place.bit & 1 == 1 {
            Some(Colour::Black)
        } else if line.stones[1] >> place.bit & 1 == 1 {
            Some(Colour::White)
        } else {
            None
        }
    }

    /// Places a stone on an empty point.
    #[inline]
    pub fn put(&mut self, cell: Cell, colour: Colour) {
        self.toggle(cell, colour);
    }

    /// Takes a stone of this colour away.
    #[inline]
    pub fn take(&mut self, cell: Cell, colour: Colour) {
        self.toggle(cell, colour);
    }

    #[inline]
    fn toggle(&mut self, cell: Cell, colour: Colour) {
        for place in self.places(cell) {
            let line = &mut self.lines[usize::from(place.line) & (LINE_SLOTS - 1)];
            line.stones[colour as usize] ^= 1 << place.bit;
        }
    }

    /// How black stands around a point in one direction.
    #[inline]
    pub fn pattern(&self, place: Place) -> Pattern {
        self.line(place.line).pattern(u32::from(place.bit))
    }

    /// First and last bit of the row that a stone at `place` belongs or would belong to.
    #[inline]
    pub fn row(&self, place: Place, colour: Colour) -> (u32, u32) {
        let bit = u32::from(place.bit);
        let stones = self.line(place.line).stones[colour as usize] | 1 << bit;
        let before = (stones << (31 - bit)).leading_ones() - 1;
        let after = (stones >> bit).trailing_ones() - 1;
        (bit - before, bit + after)
    }

    /// What a stone of `colour` at `cell` makes, whether it stands there already or not.
    #[inline]
    pub fn best_row(&self, cell: Cell, colour: Colour) -> Row {
        let mut best = Row::Short;
        for place in self.places(cell) {
            let (first, last) = self.row(*place, colour);
            match last - first {
                0..4 => {}
                4 => return Row::Five,
                _ => best = Row::Overline,
            }
        }
        best
    }

    /// The empty points where `colour` wins at once under `rules`, in the order of cells.
    pub fn winning(&self, colour: Colour, rules: Ruleset) -> Vec<Cell> {
        let mut found = Vec::new();
        for (index, line) in self.lines[..self.geometry.line_count].iter().enumerate() {
            let own = line.stones[colour as usize];
            if own.count_ones() < 4 {
                continue;
            }
            let mut empty = line.empty();
            while empty != 0 {
                let bit = empty.trailing_zeros();
                empty &= empty - 1;
                let (first, last) = self.row(Place { line: index as u8, bit: bit as u8 }, colour);
                let length = last - first + 1;
                if length == 5 || length > 5 && rules.overline_wins(colour) {
                    found.push(self.geometry.lines[index].cell(bit));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether `colour`, filling empty points as he likes, could still complete a winning row.
    ///
    /// At least one point of the row must be empty: a row that stands already decided nothing
    /// when it was made. Fouls on the way are not looked at, so that in doubt he can.
    pub fn can_win(&self, colour: Colour, rules: Ruleset) -> bool {
        self.lines[..self.geometry.line_count].iter().any(|line| {
            let own = line.stones[colour as usize];
            let empty = line.empty();
            let free = own | empty;
            // Bit i: the five places from i on can all be his.
            let mut fives = free & free >> 1 & free >> 2 & free >> 3 & free >> 4;
            // Bit i: one of the five is empty.
            fives &= empty | empty >> 1 | empty >> 2 | empty >> 3 | empty >> 4;
            if !rules.overline_wins(colour) {
                // His own stones next to the five would prolong it; empty ones he leaves empty.
                fives &= !(own << 1 | own >> 5);
            }
            fives != 0
        })
    }
}
