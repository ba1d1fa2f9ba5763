//! The eight images of a position, and when two positions are equal.

use super::Position;
use crate::geometry::Cell;
use crate::{Colour, Symmetry, hash};

impl Position {
    /// The position, with its moves, turned or reflected.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let geometry = self.board.geometry;
        let turn = |cell: Cell| {
            let image = symmetry.apply(geometry.point(cell), geometry.size());
            // Every board has all eight symmetries, so that the image exists.
            geometry.cell(image).unwrap_or(cell)
        };
        let mut image = Self::new(self.ruleset, geometry);
        for (cell, colour) in &self.setup {
            image.place(turn(*cell), *colour);
        }
        let mut colour = self.first_to_move;
        for mv in &self.moves {
            if let Some(cell) = mv {
                image.place(turn(*cell), colour);
            }
            colour = colour.opposite();
        }
        image.setup = self.setup.iter().map(|(cell, colour)| (turn(*cell), *colour)).collect();
        image.moves = self.moves.iter().map(|mv| mv.map(turn)).collect();
        image.first_to_move = self.first_to_move;
        image.to_move = self.to_move;
        image.end = self.end;
        if self.to_move == Colour::White {
            image.hash ^= hash::WHITE_TO_MOVE;
        }
        if self.just_passed() {
            image.hash ^= hash::PASS;
        }
        image
    }

    /// The eight images of the position, itself first.
    #[must_use]
    pub fn symmetries(&self) -> [Self; 8] {
        Symmetry::ALL.map(|symmetry| self.transformed(symmetry))
    }

    /// The one of the eight images whose stones come first when the points are read row by row.
    /// All eight have the same.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let images = Symmetry::ALL.map(|symmetry| (self.reading(symmetry), symmetry));
        let mut best = &images[0];
        for image in &images[1..] {
            if image.0 < best.0 {
                best = image;
            }
        }
        self.transformed(best.1)
    }

    /// The stones of an image as (row, column, colour), sorted.
    fn reading(&self, symmetry: Symmetry) -> Vec<(u8, u8, Colour)> {
        let size = self.size();
        let image = |(point, colour)| {
            let point = symmetry.apply(point, size);
            (point.y, point.x, colour)
        };
        let mut stones: Vec<_> = self.stones().into_iter().map(image).collect();
        stones.sort_unstable();
        stones
    }
}

/// Positions are equal when rules, board, stones, side to move, result and a pass just made are; how
/// they came about does not matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.ruleset == other.ruleset
            && self.board.geometry == other.board.geometry
            && self.to_move == other.to_move
            && self.just_passed() == other.just_passed()
            && self.end == other.end
            && self.reading(Symmetry::ALL[0]) == other.reading(Symmetry::ALL[0])
    }
}

impl Eq for Position {}
