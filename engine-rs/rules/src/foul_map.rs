//! All forbidden points of a position, kept up to date by move and undo.
//!
//! A stone changes patterns only along its four lines and only within reach, so that at most 40
//! points are looked at again. What they make is summed up per point; the few points whose sum can
//! be a foul are kept as a set. Which threes are real depends on stones further away and is
//! therefore asked anew each time, but only for that set.

use crate::Colour;
use crate::board::{Board, Line};
use crate::foul::{FoulKind, judge_suspicious};
use crate::geometry::{Cell, Geometry, MAX_CELLS};
use crate::pattern::{REACH, Shapes};

/// More changes than this since the last look, and the map is made afresh.
const MANY_CHANGES: usize = 8;

const WORDS: usize = MAX_CELLS.div_ceil(64);

#[derive(Clone)]
pub(crate) struct FoulMap {
    /// `shapes[cell][direction]`; meaningful for empty points, zero for others.
    shapes: [[Shapes; 4]; MAX_CELLS],
    sums: [Shapes; MAX_CELLS],
    /// Empty points that are or may be fouls.
    suspects: [u64; WORDS],
    /// Points changed since the map was brought up to date, with what stood there then.
    changes: Vec<(Cell, Option<Colour>)>,
    fouls: Vec<(Cell, FoulKind)>,
}

impl FoulMap {
    /// A map of this position, from scratch.
    pub fn new(board: &mut Board) -> Self {
        let mut map = Self {
            shapes: [[Shapes::NONE; 4]; MAX_CELLS],
            sums: [Shapes::NONE; MAX_CELLS],
            suspects: [0; WORDS],
            changes: Vec::new(),
            fouls: Vec::new(),
        };
        map.scan(board);
        map.judge(board);
        map
    }

    /// Remembers that what stands at `cell` changed.
    #[inline]
    pub fn note(&mut self, cell: Cell, before: Option<Colour>, now: Option<Colour>) {
        match self.changes.last() {
            // A move that is undone leaves nothing to do.
            Some((last, known)) if *last == cell && *known == now => {
                self.changes.pop();
                return;
            }
            Some((last, _)) if *last == cell => return,
            _ => {}
        }
        // Past the limit the count alone matters; the list must not grow with a long game.
        if self.changes.len() <= MANY_CHANGES {
            self.changes.push((cell, before));
        } else {
            self.changes[MANY_CHANGES] = (Cell::MAX, None);
        }
    }

    /// All fouls on the board, in the order of cells.
    #[inline]
    pub fn fouls(&mut self, board: &mut Board) -> &[(Cell, FoulKind)] {
        if !self.changes.is_empty() {
            if self.changes.len() > MANY_CHANGES {
                self.shapes = [[Shapes::NONE; 4]; MAX_CELLS];
                self.sums = [Shapes::NONE; MAX_CELLS];
                self.suspects = [0; WORDS];
                self.scan(board);
            } else {
                for index in 0..self.changes.len() {
                    self.update(board, self.changes[index].0);
                }
            }
            self.changes.clear();
            self.judge(board);
        }
        &self.fouls
    }

    fn scan(&mut self, board: &Board) {
        for index in 0..board.geometry.line_count {
            let line = board.line(index as u8);
            // A stone makes a three with two more in its line, and nothing with fewer.
            if line.black().count_ones() >= 2 {
                self.refresh(board.geometry, index, line, line.empty());
            }
        }
    }

    fn update(&mut self, board: &Board, cell: Cell) {
        for (direction, place) in board.places(cell).iter().enumerate() {
            let line = board.line(place.line);
            let bit = u32::from(place.bit);
            let near = ((1 << (2 * REACH + 1)) - 1) << (bit - REACH);
            let index = usize::from(place.line);
            self.refresh(board.geometry, index, line, line.empty() & near);
            if line.empty() >> bit & 1 == 0 {
                self.set(cell, direction, Shapes::NONE);
            }
        }
    }

    /// Looks again at these empty points of a line.
    #[inline]
    fn refresh(&mut self, geometry: &Geometry, index: usize, line: &Line, mut bits: u32) {
        let along = &geometry.lines[index];
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            self.set(along.cell(bit), usize::from(along.direction), line.pattern(bit).shapes());
        }
    }

    #[inline]
    fn set(&mut self, cell: Cell, direction: usize, shapes: Shapes) {
        let cell = usize::from(cell);
        let known = &mut self.shapes[cell][direction];
        if *known == shapes {
            return;
        }
        let sum = self.sums[cell].minus(*known).plus(shapes);
        *known = shapes;
        self.sums[cell] = sum;
        let bit = 1 << (cell % 64);
        if sum.suspicious() {
            self.suspects[cell / 64] |= bit;
        } else {
            self.suspects[cell / 64] &= !bit;
        }
    }

    fn judge(&mut self, board: &mut Board) {
        self.fouls.clear();
        for (index, word) in self.suspects.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                let cell = index * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                if let Some(kind) = judge_suspicious(board, cell as Cell, self.sums[cell]) {
                    self.fouls.push((cell as Cell, kind));
                }
            }
        }
    }
}
