//! Fouls: overline, double four, double three.
//!
//! The definitions are those of the International Rules of Renju, article 9. Everything but one
//! question is decided by the four patterns around the point. The question is which threes are
//! *real*: a three is, if Black may play one of the points that make it a straight four. That is
//! asked with the stone on the board, and asks the same question again one stone further on.

use crate::board::Board;
use crate::geometry::{Cell, Place};
use crate::pattern::{Pattern, Shapes};
use crate::{Colour, Point};

/// The kinds of foul, the first one named when several apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FoulKind {
    /// A row of six or more.
    Overline,
    /// Two or more fours.
    DoubleFour,
    /// Two or more real threes.
    DoubleThree,
}

impl FoulKind {
    /// The name that interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double_four",
            Self::DoubleThree => "double_three",
        }
    }
}

/// What a line that proves a foul is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoulLineKind {
    /// A row of six or more.
    Overline,
    /// Four stones that one more turns into a five.
    Four,
    /// Three stones that one more, which Black may play, turns into a straight four.
    Three,
}

impl FoulLineKind {
    /// The name that interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::Four => "four",
            Self::Three => "three",
        }
    }
}

/// One of the lines that prove a foul.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoulLine {
    /// What the line is.
    pub kind: FoulLineKind,
    /// Its stones along the line, the one that makes the foul included.
    pub stones: Vec<Point>,
    /// For a four the points that complete it to a five; for a three the points that make it real:
    /// Black may play them, and then has a straight four. Empty for an overline.
    pub points: Vec<Point>,
}

/// A foul with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foul {
    /// The kind; overline goes before double four, double four before double three.
    pub kind: FoulKind,
    /// Where Black must not play.
    pub point: Point,
    /// The lines that prove this kind: all overlines, all fours, or all real threes.
    pub lines: Vec<FoulLine>,
}

/// The four patterns around an empty point.
struct Around {
    places: &'static [Place; 4],
    patterns: [Pattern; 4],
    sum: Shapes,
}

impl Around {
    #[inline]
    fn new(board: &Board, cell: Cell) -> Self {
        let places = board.places(cell);
        let patterns = places.map(|place| board.pattern(place));
        let sum = patterns.iter().fold(Shapes::NONE, |sum, p| sum.plus(p.shapes()));
        Self { places, patterns, sum }
    }
}

/// The foul that a black stone at the empty `cell` would be.
#[inline]
pub(crate) fn judge(board: &Board, cell: Cell) -> Option<FoulKind> {
    let around = Around::new(board, cell);
    if !around.sum.suspicious() {
        return None;
    }
    if around.sum.overlines() > 0 {
        return Some(FoulKind::Overline);
    }
    if around.sum.fours() >= 2 {
        return Some(FoulKind::DoubleFour);
    }
    // Rare enough that a copy of the board costs less than a lock on it would.
    let mut board = board.clone();
    double_three(&mut board, cell, &around).then_some(FoulKind::DoubleThree)
}

/// Like [`judge`], for a point that [`Shapes::suspicious`] holds of, and without a copy.
#[inline]
pub(crate) fn judge_suspicious(board: &mut Board, cell: Cell, sum: Shapes) -> Option<FoulKind> {
    if sum.overlines() > 0 {
        return Some(FoulKind::Overline);
    }
    if sum.fours() >= 2 {
        return Some(FoulKind::DoubleFour);
    }
    let around = Around::new(board, cell);
    double_three(board, cell, &around).then_some(FoulKind::DoubleThree)
}

/// Whether two of the threes through `cell` are real. Leaves the board as it was.
fn double_three(board: &mut Board, cell: Cell, around: &Around) -> bool {
    board.put(cell, Colour::Black);
    let mut left = around.sum.threes();
    let mut real = 0;
    for direction in 0..4 {
        if around.patterns[direction].shapes().threes() == 0 {
            continue;
        }
        left -= 1;
        real += u16::from(is_real(board, around, direction));
        if real >= 2 || real + left < 2 {
            break;
        }
    }
    board.take(cell, Colour::Black);
    real >= 2
}

/// Whether the three in this direction is real; its stone is on the board.
fn is_real(board: &mut Board, around: &Around, direction: usize) -> bool {
    let mut extensions = extensions(board, around, direction);
    extensions.any(|cell| may_extend(board, cell, direction))
}

/// The cells that make the three in this direction a straight four, whether allowed or not.
fn extensions(
    board: &Board,
    around: &Around,
    direction: usize,
) -> impl Iterator<Item = Cell> + use<> {
    let place = around.places[direction];
    let line = &board.geometry.lines[usize::from(place.line)];
    let mut bits = around.patterns[direction].extensions(u32::from(place.bit));
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            line.cell(bit)
        })
    })
}

/// Whether Black may make a straight four in direction `along` by a stone at `cell`.
///
/// In that direction the stone makes one four and nothing else: the ends of a straight four are
/// empty and its two fives exact, so every five, longer row, other four or three through it is
/// excluded. So only the other directions are looked at, and there one four is one too many. A
/// five there does not excuse the stone: then it makes the straight four *and a five at the same
/// time*, which the definition of a three rules out.
fn may_extend(board: &mut Board, cell: Cell, along: usize) -> bool {
    let places = board.places(cell);
    let mut around = Around { places, patterns: [Pattern::default(); 4], sum: Shapes::NONE };
    for direction in (0..4).filter(|d| *d != along) {
        around.patterns[direction] = board.pattern(places[direction]);
        around.sum = around.sum.plus(around.patterns[direction].shapes());
    }
    let sum = around.sum;
    if sum.fives() > 0 || sum.overlines() > 0 || sum.fours() > 0 {
        return false;
    }
    // The pattern left out is that of an empty line, which has no three.
    sum.threes() < 2 || !double_three(board, cell, &around)
}

/// The foul at the empty `cell` with the lines that prove it.
pub(crate) fn explain(board: &Board, cell: Cell) -> Option<Foul> {
    let kind = judge(board, cell)?;
    let mut board = board.clone();
    let around = Around::new(&board, cell);
    board.put(cell, Colour::Black);
    let mut lines = Vec::new();
    for direction in 0..4 {
        let shapes = around.patterns[direction].shapes();
        match kind {
            FoulKind::Overline if shapes.overlines() > 0 => {
                lines.push(overline(&board, around.places[direction]));
            }
            FoulKind::DoubleFour if shapes.fours() > 0 => {
                fours(&board, around.places[direction], &mut lines);
            }
            FoulKind::DoubleThree if shapes.threes() > 0 => {
                lines.extend(real_three(&mut board, &around, direction));
            }
            _ => {}
        }
    }
    Some(Foul { kind, point: board.geometry.point(cell), lines })
}

/// The points of a line at these bits.
pub(crate) fn points(board: &Board, line: u8, mut bits: u32) -> Vec<Point> {
    let geometry = &board.geometry.lines[usize::from(line)];
    let mut found = Vec::with_capacity(bits.count_ones() as usize);
    while bits != 0 {
        found.push(board.geometry.point(geometry.cell(bits.trailing_zeros())));
        bits &= bits - 1;
    }
    found
}

/// The points from one bit of a line to another, both included.
pub(crate) fn span(board: &Board, line: u8, (first, last): (u32, u32)) -> Vec<Point> {
    points(board, line, (u32::MAX >> (31 - last)) & (u32::MAX << first))
}

fn overline(board: &Board, place: Place) -> FoulLine {
    let row = board.row(place, Colour::Black);
    FoulLine {
        kind: FoulLineKind::Overline,
        stones: span(board, place.line, row),
        points: Vec::new(),
    }
}

/// All sets of four through a stone that is on the board, each with its one or two completions.
fn fours(board: &Board, place: Place, lines: &mut Vec<FoulLine>) {
    let line = board.line(place.line);
    let (black, empty) = (line.black(), line.empty());
    let bit = u32::from(place.bit);
    let mut sets: Vec<(u32, u32)> = Vec::new();
    for first in bit - 4..=bit {
        let five = 0b11111 << first;
        let ends = 1 << (first - 1) | 1 << (first + 5);
        let set = black & five;
        let completion = five & !black;
        if set.count_ones() != 4 || completion & empty == 0 || black & ends != 0 {
            continue;
        }
        match sets.iter_mut().find(|(known, _)| *known == set) {
            Some((_, completions)) => *completions |= completion,
            None => sets.push((set, completion)),
        }
    }
    lines.extend(sets.into_iter().map(|(set, completions)| FoulLine {
        kind: FoulLineKind::Four,
        stones: points(board, place.line, set),
        points: points(board, place.line, completions),
    }));
}

/// The three in this direction with the points that make it real, if it is real.
fn real_three(board: &mut Board, around: &Around, direction: usize) -> Option<FoulLine> {
    let place = around.places[direction];
    let cells: Vec<Cell> = extensions(board, around, direction)
        .filter(|cell| may_extend(board, *cell, direction))
        .collect();
    let extension = board.places(*cells.first()?)[direction].bit;
    // One line holds at most one three, so any extension finds its stones: those of the row of
    // four that it makes.
    board.put(cells[0], Colour::Black);
    let (first, last) = board.row(place, Colour::Black);
    board.take(cells[0], Colour::Black);
    let four = (u32::MAX >> (31 - last)) & (u32::MAX << first);
    Some(FoulLine {
        kind: FoulLineKind::Three,
        stones: points(board, place.line, four & !(1 << extension)),
        points: cells.into_iter().map(|cell| board.geometry.point(cell)).collect(),
    })
}
