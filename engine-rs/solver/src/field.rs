//! The stones of a search: placed and taken back in turns, with the unfinished fives of both sides
//! kept up to date.

mod shapes;

use x0_rules::{Colour, Position, Ruleset};

use crate::grid::{Cell, Grid, LINES, Place};
use crate::windows::{Fives, fives};

pub(crate) use shapes::{CellSet, Extension};

/// One line: stones of each colour, and its unfinished fives of each colour.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Line {
    stones: [u32; 2],
    wall: u32,
    fives: [Fives; 2],
}

impl Line {
    #[inline]
    fn empty(&self) -> u32 {
        !(self.stones[0] | self.stones[1] | self.wall)
    }

    #[inline]
    fn blocked(&self, colour: Colour) -> u32 {
        self.stones[colour.opposite() as usize] | self.wall
    }
}

/// A set of lines.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct LineSet([u64; 2]);

impl LineSet {
    #[inline]
    fn put(&mut self, line: u8, present: bool) {
        let word = &mut self.0[usize::from(line >> 6 & 1)];
        let at = line & 63;
        *word = *word & !(1 << at) | u64::from(present) << at;
    }

    #[inline]
    fn iter(self) -> impl Iterator<Item = usize> {
        let Self([mut low, mut high]) = self;
        std::iter::from_fn(move || {
            if low != 0 {
                let line = low.trailing_zeros() as usize;
                low &= low - 1;
                return Some(line);
            }
            (high != 0).then(|| {
                let line = high.trailing_zeros() as usize + 64;
                high &= high - 1;
                line
            })
        })
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0, 0]
    }
}

/// Lines with windows that lack two stones or one, of each colour.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Live {
    lack_two: [LineSet; 2],
    lack_one: [LineSet; 2],
}

/// What a stone changed.
#[derive(Clone)]
struct Undo {
    cell: Cell,
    colour: Colour,
    fives: [[Fives; 2]; 4],
    live: Live,
}

/// Where a side completes a row at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completions {
    None,
    One(Cell),
    Several,
}

/// A four that a side can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Four {
    pub cell: Cell,
    /// Where it would be completed, or one of the places.
    pub completion: Cell,
    /// Whether it would have another one.
    pub double: bool,
    /// The larger, the sooner it is tried.
    pub worth: i16,
}

/// The stones of a search.
#[derive(Clone)]
pub(crate) struct Field {
    pub grid: &'static Grid,
    lines: [Line; LINES],
    live: Live,
    /// All ones for a colour that needs an exact five.
    exact: [u32; 2],
    to_move: Colour,
    empty: usize,
    key: u64,
    played: Vec<Undo>,
    /// The same stones once more where there are fouls: the rules decide which points are.
    judge: Option<Position>,
}

impl Field {
    /// The stones of a position. Its moves, passes and result are left behind.
    pub fn new(position: &Position) -> Self {
        let grid = Grid::of(position.geometry());
        let rules = position.ruleset();
        let stones = position.stones();
        let exact = [Colour::Black, Colour::White]
            .map(|colour| if rules.overline_wins(colour) { 0 } else { u32::MAX });
        let mut field = Self {
            grid,
            lines: [Line::default(); LINES],
            live: Live::default(),
            exact,
            to_move: position.to_move(),
            empty: grid.geometry.points(),
            key: 0,
            played: Vec::new(),
            judge: None,
        };
        for (line, wall) in field.lines.iter_mut().zip(grid.walls) {
            line.wall = wall;
        }
        for (point, colour) in &stones {
            field.put(grid.cell_of(*point), *colour);
        }
        field.played.clear();
        if rules == Ruleset::Renju {
            let copy = Position::from_stones(rules, grid.geometry, stones, position.to_move());
            // The stones lay on a board of this kind, so that they can be put on one.
            field.judge = copy.ok();
        }
        field
    }

    /// Distinguishes positions of one search.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// How many stones have been played.
    pub fn depth(&self) -> usize {
        self.played.len()
    }

    /// Whether `colour` is the one with fouls.
    #[inline]
    pub fn has_fouls(&self, colour: Colour) -> bool {
        self.judge.is_some() && colour == Colour::Black
    }

    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        let place = self.grid.places(cell)[0];
        self.lines[usize::from(place.line)].empty() >> place.bit & 1 == 1
    }

    /// The empty points in their order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.grid.geometry.iter().map(|point| self.grid.cell_of(point));
        cells.filter(|cell| self.is_empty(*cell))
    }

    /// Plays a stone of the side to move, which must not complete a row. Says whether it may be
    /// played; a foul changes nothing.
    #[inline]
    pub fn play(&mut self, cell: Cell) -> bool {
        let colour = self.to_move;
        if let Some(judge) = &mut self.judge {
            let point = self.grid.point(cell);
            // The last stone of a full board ends the game too: ask before.
            if self.empty == 1 && colour == Colour::Black && judge.foul_kind_at(point).is_some() {
                return false;
            }
            let over = judge.play_quietly(Some(point)) != Ok(false);
            if over && self.empty > 1 {
                judge.undo();
                return false;
            }
        }
        self.put(cell, colour);
        self.to_move = colour.opposite();
        true
    }

    /// Takes back what [`Self::play`] played last.
    #[inline]
    pub fn undo(&mut self) {
        let Some(undo) = self.played.pop() else { return };
        if let Some(judge) = &mut self.judge {
            judge.undo();
        }
        let places = self.grid.places(undo.cell);
        for (place, fives) in places.iter().zip(undo.fives) {
            let line = &mut self.lines[usize::from(place.line) & (LINES - 1)];
            line.stones[undo.colour as usize] ^= 1 << place.bit;
            line.fives = fives;
        }
        self.live = undo.live;
        self.key ^= key(undo.cell, undo.colour);
        self.empty += 1;
        self.to_move = undo.colour;
    }

    /// The side to move passes, which [`Self::undo_pass`] takes back. Nobody may have passed before
    /// it.
    pub fn pass(&mut self) {
        if let Some(judge) = &mut self.judge {
            // Where there are fouls there is a pass.
            let _ = judge.play_quietly(None);
        }
        self.to_move = self.to_move.opposite();
    }

    /// Takes a pass back; the stones after it must have been taken back.
    pub fn undo_pass(&mut self) {
        if let Some(judge) = &mut self.judge {
            judge.undo();
        }
        self.to_move = self.to_move.opposite();
    }

    /// Whether `colour` would commit a foul at the empty `cell`; where it completes no row.
    #[inline]
    pub fn is_foul(&self, cell: Cell, colour: Colour) -> bool {
        match &self.judge {
            Some(judge) if colour == Colour::Black => {
                judge.foul_kind_at(self.grid.point(cell)).is_some()
            }
            _ => false,
        }
    }

    /// Whether `reply` would be a foul of Black after White's four at `cell`.
    #[inline]
    pub fn is_trap(&mut self, cell: Cell, reply: Cell) -> bool {
        let Some(judge) = &mut self.judge else { return false };
        let (four, reply) = (self.grid.point(cell), self.grid.point(reply));
        let played = judge.play_quietly(Some(four)).is_ok();
        let foul = judge.foul_kind_at(reply).is_some();
        if played {
            judge.undo();
        }
        foul
    }

    #[inline]
    fn put(&mut self, cell: Cell, colour: Colour) {
        let places = *self.grid.places(cell);
        let undo =
            Undo { cell, colour, fives: places.map(|p| self.line(p).fives), live: self.live };
        self.played.push(undo);
        self.key ^= key(cell, colour);
        self.empty -= 1;
        // Four lines for each of two colours, gathered so that they are computed side by side.
        let (mut own, mut blocked, mut exact) = ([0; 8], [0; 8], [0; 8]);
        for (index, place) in places.iter().enumerate() {
            let line = &mut self.lines[usize::from(place.line) & (LINES - 1)];
            line.stones[colour as usize] |= 1 << place.bit;
            for side in 0..2 {
                own[2 * index + side] = line.stones[side];
                blocked[2 * index + side] = line.stones[1 - side] | line.wall;
                exact[2 * index + side] = self.exact[side];
            }
        }
        let (mut lack_two, mut lack_one) = ([0; 8], [0; 8]);
        for lane in 0..8 {
            let found = fives(own[lane], blocked[lane], exact[lane]);
            (lack_two[lane], lack_one[lane]) = (found.lack_two, found.lack_one);
        }
        for (index, place) in places.iter().enumerate() {
            for side in 0..2 {
                let lane = 2 * index + side;
                let found = Fives { lack_two: lack_two[lane], lack_one: lack_one[lane] };
                self.lines[usize::from(place.line) & (LINES - 1)].fives[side] = found;
                self.live.lack_two[side].put(place.line, found.lack_two != 0);
                self.live.lack_one[side].put(place.line, found.lack_one != 0);
            }
        }
    }

    #[inline]
    fn line(&self, place: Place) -> &Line {
        &self.lines[usize::from(place.line) & (LINES - 1)]
    }
}

/// The finalizer of SplitMix64 over point and colour.
#[inline]
fn key(cell: Cell, colour: Colour) -> u64 {
    let number = u64::from(cell) * 2 + colour as u64 + 1;
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
