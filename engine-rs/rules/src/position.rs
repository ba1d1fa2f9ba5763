//! A game on the board: stones, the side to move, and the result so far.

use crate::board::{Board, Row};
use crate::foul;
use crate::foul_map::FoulMap;
use crate::geometry::Cell;
use crate::hash;
use crate::{
    Colour, Foul, FoulKind, Geometry, IllegalMove, NamedOpening, Outcome, Point, Reason, Ruleset,
    Shape, Symmetry, named_opening,
};

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
        let cell = self
            .board
            .geometry
            .cell(point)
            .ok_or(IllegalMove::OffBoard)?;
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
        let mut stones: Vec<_> = self
            .setup
            .iter()
            .map(|(cell, colour)| (geometry.point(*cell), *colour))
            .collect();
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
        self.setup
            .iter()
            .map(|(cell, colour)| (geometry.point(*cell), *colour))
            .collect()
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
        self.moves
            .iter()
            .map(|mv| mv.map(|cell| geometry.point(cell)))
            .collect()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let draw = |reason| Outcome {
            winner: None,
            reason,
            line: Vec::new(),
            foul: None,
        };
        Some(match self.end? {
            End::FullBoard => draw(Reason::FullBoard),
            End::Passes => draw(Reason::Passes),
            End::Row(winner, reason) => Outcome {
                winner: Some(winner),
                reason,
                line: self.winning_row(winner, reason),
                foul: None,
            },
            End::Foul(_) => Outcome {
                winner: Some(Colour::White),
                reason: Reason::Foul,
                line: Vec::new(),
                foul: self.played_foul(),
            },
        })
    }

    /// The row through the last stone that won the game.
    fn winning_row(&self, winner: Colour, reason: Reason) -> Vec<Point> {
        let Some(Some(cell)) = self.moves.last() else {
            return Vec::new();
        };
        for place in self.board.places(*cell) {
            let row = self.board.row(*place, winner);
            let length = row.1 - row.0 + 1;
            if length == 5 || length > 5 && reason == Reason::Overline {
                return foul::span(&self.board, place.line, row);
            }
        }
        Vec::new()
    }

    /// The foul that the last stone is.
    fn played_foul(&self) -> Option<Foul> {
        let cell = (*self.moves.last()?)?;
        let mut before = self.board.clone();
        before.take(cell, Colour::Black);
        foul::explain(&before, cell)
    }

    /// Whether Black would commit a foul at this point, and which; `None` where there is no foul,
    /// no empty point, or no fouls in the rules.
    #[inline]
    #[must_use]
    pub fn foul_kind_at(&self, point: Point) -> Option<FoulKind> {
        if !self.ruleset.has_fouls(Colour::Black) {
            return None;
        }
        foul::judge(&self.board, self.free_cell(point).ok()?)
    }

    /// Like [`Self::foul_kind_at`], with the lines that prove it.
    #[must_use]
    pub fn foul_at(&self, point: Point) -> Option<Foul> {
        if !self.ruleset.has_fouls(Colour::Black) {
            return None;
        }
        foul::explain(&self.board, self.free_cell(point).ok()?)
    }

    /// All forbidden points with their kinds, row by row from the bottom, whoever is to move.
    ///
    /// The first call looks at the whole board; later ones only at what moves changed since.
    pub fn foul_map(&mut self) -> impl ExactSizeIterator<Item = (Point, FoulKind)> + '_ {
        let geometry = self.board.geometry;
        let fouls = if self.ruleset.has_fouls(Colour::Black) {
            let map = match &mut self.fouls {
                Some(map) => map,
                none => none.insert(Box::new(FoulMap::new(&mut self.board))),
            };
            map.fouls(&mut self.board)
        } else {
            &[]
        };
        fouls
            .iter()
            .map(|(cell, kind)| (geometry.point(*cell), *kind))
    }

    /// All fouls with the lines that prove them, row by row from the bottom.
    pub fn fouls(&mut self) -> Vec<Foul> {
        let points: Vec<Point> = self.foul_map().map(|(point, _)| point).collect();
        points
            .into_iter()
            .filter_map(|point| self.foul_at(point))
            .collect()
    }

    /// The empty points, row by row from the bottom.
    #[must_use]
    pub fn empty_points(&self) -> Vec<Point> {
        let geometry = self.board.geometry;
        let empty = geometry
            .cells()
            .filter(|cell| self.board.stone(*cell).is_none());
        empty.map(|cell| geometry.point(cell)).collect()
    }

    /// The points where the side to move may play without a foul; none after the end.
    pub fn legal_points(&mut self) -> Vec<Point> {
        if self.end.is_some() {
            return Vec::new();
        }
        let mut points = self.empty_points();
        if self.ruleset.has_fouls(self.to_move) {
            let fouls: Vec<Point> = self.foul_map().map(|(point, _)| point).collect();
            points.retain(|point| !fouls.contains(point));
        }
        points
    }

    /// The empty points where a stone of `colour` wins at once, row by row from the bottom,
    /// whoever is to move.
    #[must_use]
    pub fn winning_points(&self, colour: Colour) -> Vec<Point> {
        let cells = self.board.winning(colour, self.ruleset);
        cells
            .into_iter()
            .map(|cell| self.board.geometry.point(cell))
            .collect()
    }

    /// Whether `colour` could still make a winning row if he alone filled the empty points.
    ///
    /// Fouls on the way to the row are not looked at: the answer decides claims that the other
    /// side *cannot* win, and in doubt he can.
    #[must_use]
    pub fn can_win(&self, colour: Colour) -> bool {
        self.board.can_win(colour, self.ruleset)
    }

    /// Which of the 26 openings the first three stones are, black, white and black.
    #[must_use]
    pub fn opening(&self) -> Option<&'static NamedOpening> {
        let stones = self.stones();
        let [
            (a, Colour::Black),
            (b, Colour::White),
            (c, Colour::Black),
            ..,
        ] = stones[..]
        else {
            return None;
        };
        named_opening(self.board.geometry, &[a, b, c])
    }

    /// The stable 64-bit hash; [how it is made](crate::hash).
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

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
        image.setup = self
            .setup
            .iter()
            .map(|(cell, colour)| (turn(*cell), *colour))
            .collect();
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

/// Positions are equal when rules, board, stones, side to move and a pass just made are; how they
/// came about does not matter.
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

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (rules, board) = (self.ruleset.name(), self.board.geometry);
        write!(f, "Position({rules}, {board:?}, {:?})", self.to_text())
    }
}
