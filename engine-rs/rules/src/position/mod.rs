//! A game on the board: stones, the side to move, and the result so far.

mod answers;
mod images;

use crate::board::{Board, Row};
use crate::foul;
use crate::foul_map::FoulMap;
use crate::geometry::Cell;
use crate::hash;
use crate::{Colour, FoulKind, Geometry, IllegalMove, Outcome, Point, Reason, Ruleset, Shape};

/// A move: a stone on a point, or a pass.
pub type Move = Option<Point>;

/// How the game ended, without what can be found again on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Row(Colour, Reason),
    Foul(FoulKind),
    FullBoard,
    Passes,
}

/// A position with the moves that led to it. See the [crate's tour](crate).
#[derive(Clone)]
pub struct Position {
    ruleset: Ruleset,
    board: Board,
    to_move: Colour,
    end: Option<End>,
    hash: u64,
    /// Stones that were there before the first move, in the order in which they were given.
    setup: Vec<(Cell, Colour)>,
    first_to_move: Colour,
    /// Moves since then; `None` is a pass.
    moves: Vec<Option<Cell>>,
    empty: u16,
    /// Made when it is first asked for: most games have no fouls, and a server that only passes
    /// moves on needs none.
    fouls: Option<Box<FoulMap>>,
}

impl Position {
    /// An empty board, Black to move.
    #[must_use]
    pub fn new(ruleset: Ruleset, geometry: &'static Geometry) -> Self {
        Self {
            ruleset,
            board: Board::new(geometry),
            to_move: Colour::Black,
            end: None,
            hash: hash::empty(ruleset, geometry),
            setup: Vec::new(),
            first_to_move: Colour::Black,
            moves: Vec::new(),
            empty: geometry.points() as u16,
            fouls: None,
        }
    }

    /// A position set up from stones, in any order and number.
    ///
    /// The stones decide nothing by themselves: a row or a foul among them has no result, because
    /// only a stone that is played is judged. A full board is over.
    ///
    /// # Errors
    ///
    /// `OffBoard` or `Occupied`, with the index of the first stone that cannot be placed.
    pub fn from_stones(
        ruleset: Ruleset,
        geometry: &'static Geometry,
        stones: impl IntoIterator<Item = (Point, Colour)>,
        to_move: Colour,
    ) -> Result<Self, (usize, IllegalMove)> {
        let mut position = Self::new(ruleset, geometry);
        for (index, (point, colour)) in stones.into_iter().enumerate() {
            let cell = position.free_cell(point).map_err(|why| (index, why))?;
            position.place(cell, colour);
            position.setup.push((cell, colour));
        }
        position.first_to_move = to_move;
        if to_move == Colour::White {
            position.turn();
        }
        if position.empty == 0 {
            position.end = Some(End::FullBoard);
        }
        Ok(position)
    }

    /// Plays a stone of the side to move, or passes.
    ///
    /// A forbidden point can be played; Black then loses at once. Returns the outcome if the game
    /// is over now.
    ///
    /// # Errors
    ///
    /// Says why the move is not possible; the position is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Option<Outcome>, IllegalMove> {
        self.play_quietly(mv)?;
        Ok(self.outcome())
    }

    /// Like [`Self::play`], without putting an [`Outcome`] together. Returns whether the game is
    /// over now.
    ///
    /// # Errors
    ///
    /// Says why the move is not possible; the position is unchanged.
    #[inline]
    pub fn play_quietly(&mut self, mv: Move) -> Result<bool, IllegalMove> {
        if self.end.is_some() {
            return Err(IllegalMove::GameOver);
        }
        let Some(point) = mv else {
            return self.pass().map(|()| self.end.is_some());
        };
        let cell = self.free_cell(point)?;
        let end = self.judge(cell);
        if self.just_passed() {
            self.hash ^= hash::PASS;
        }
        self.place(cell, self.to_move);
        self.moves.push(Some(cell));
        self.turn();
        self.end = end.or((self.empty == 0).then_some(End::FullBoard));
        Ok(self.end.is_some())
    }

    fn pass(&mut self) -> Result<(), IllegalMove> {
        if !self.ruleset.has_pass() {
            return Err(IllegalMove::BadPass);
        }
        if self.just_passed() {
            self.end = Some(End::Passes);
        } else {
            self.hash ^= hash::PASS;
        }
        self.moves.push(None);
        self.turn();
        Ok(())
    }

    /// Takes the last move back. Returns it, or `None` if there is none since the set-up.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.turn();
        match mv {
            Some(cell) => {
                self.remove(cell, self.to_move);
                if self.just_passed() {
                    self.hash ^= hash::PASS;
                }
            }
            // The first of two passes still stands, and its key with it.
            None if self.just_passed() => {}
            None => self.hash ^= hash::PASS,
        }
        self.end = None;
        Some(mv.map(|cell| self.board.geometry.point(cell)))
    }

    /// What a stone of the side to move at an empty point decides.
    #[inline]
    fn judge(&self, cell: Cell) -> Option<End> {
        let colour = self.to_move;
        match self.board.best_row(cell, colour) {
            Row::Five => return Some(End::Row(colour, Reason::Five)),
            Row::Overline if self.ruleset.overline_wins(colour) => {
                return Some(End::Row(colour, Reason::Overline));
            }
            _ => {}
        }
        if self.ruleset.has_fouls(colour) {
            return foul::judge(&self.board, cell).map(End::Foul);
        }
        None
    }

    #[inline]
    fn free_cell(&self, point: Point) -> Result<Cell, IllegalMove> {
        let cell = self.board.geometry.cell(point).ok_or(IllegalMove::OffBoard)?;
        match self.board.stone(cell) {
            None => Ok(cell),
            Some(_) => Err(IllegalMove::Occupied),
        }
    }

    #[inline]
    fn place(&mut self, cell: Cell, colour: Colour) {
        self.board.put(cell, colour);
        self.empty -= 1;
        self.hash ^= hash::stone(self.board.geometry.point(cell), colour);
        if let Some(map) = &mut self.fouls {
            map.note(cell, None, Some(colour));
        }
    }

    #[inline]
    fn remove(&mut self, cell: Cell, colour: Colour) {
        self.board.take(cell, colour);
        self.empty += 1;
        self.hash ^= hash::stone(self.board.geometry.point(cell), colour);
        if let Some(map) = &mut self.fouls {
            map.note(cell, Some(colour), None);
        }
    }

    #[inline]
    fn turn(&mut self) {
        self.to_move = self.to_move.opposite();
        self.hash ^= hash::WHITE_TO_MOVE;
    }

    #[inline]
    fn just_passed(&self) -> bool {
        self.moves.last() == Some(&None)
    }

    /// The rules that the game is played by.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The board that the game is played on.
    #[must_use]
    pub fn geometry(&self) -> &'static Geometry {
        self.board.geometry
    }

    /// Points along a side.
    #[must_use]
    pub fn size(&self) -> usize {
        self.board.geometry.size()
    }

    /// The outline of the board.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.board.geometry.shape()
    }

    /// Whose turn it is; after the end, whose turn it would be.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Stones and passes so far, set-up stones included.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.setup.len() + self.moves.len()
    }

    /// The stone on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        self.board.stone(self.board.geometry.cell(point)?)
    }

    /// All stones in the order in which they were placed, set-up stones first.
    #[must_use]
    pub fn stones(&self) -> Vec<(Point, Colour)> {
        let geometry = self.board.geometry;
        let mut stones: Vec<_> =
            self.setup.iter().map(|(cell, colour)| (geometry.point(*cell), *colour)).collect();
        let mut colour = self.first_to_move;
        for mv in &self.moves {
            stones.extend(mv.map(|cell| (geometry.point(cell), colour)));
            colour = colour.opposite();
        }
        stones
    }

    /// The stones that were there before the first move.
    #[must_use]
    pub fn setup(&self) -> Vec<(Point, Colour)> {
        let geometry = self.board.geometry;
        self.setup.iter().map(|(cell, colour)| (geometry.point(*cell), *colour)).collect()
    }

    /// Who made, or makes, the first move after the set-up.
    #[must_use]
    pub fn first_to_move(&self) -> Colour {
        self.first_to_move
    }

    /// The moves since the set-up.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let geometry = self.board.geometry;
        self.moves.iter().map(|mv| mv.map(|cell| geometry.point(cell))).collect()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The stable 64-bit hash; [how it is made](crate::hash).
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (rules, board) = (self.ruleset.name(), self.board.geometry);
        write!(f, "Position({rules}, {board:?}, {:?})", self.to_text())
    }
}
