//! What one can ask of a position: its result, its fouls, and what is still possible.

use super::{End, Position};
use crate::foul;
use crate::foul_map::FoulMap;
use crate::{Colour, Foul, FoulKind, NamedOpening, Outcome, Point, Reason, named_opening};

impl Position {
    /// The result, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let draw = |reason| Outcome { winner: None, reason, line: Vec::new(), foul: None };
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
        fouls.iter().map(|(cell, kind)| (geometry.point(*cell), *kind))
    }

    /// All fouls with the lines that prove them, row by row from the bottom.
    pub fn fouls(&mut self) -> Vec<Foul> {
        let points: Vec<Point> = self.foul_map().map(|(point, _)| point).collect();
        points.into_iter().filter_map(|point| self.foul_at(point)).collect()
    }

    /// The empty points, row by row from the bottom.
    #[must_use]
    pub fn empty_points(&self) -> Vec<Point> {
        let geometry = self.board.geometry;
        let empty = geometry.cells().filter(|cell| self.board.stone(*cell).is_none());
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
        cells.into_iter().map(|cell| self.board.geometry.point(cell)).collect()
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
        let [(a, Colour::Black), (b, Colour::White), (c, Colour::Black), ..] = stones[..] else {
            return None;
        };
        named_opening(self.board.geometry, &[a, b, c])
    }
}
