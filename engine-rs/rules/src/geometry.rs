//! Boards: sizes, shapes, and the lines that run through every point.
//!
//! A board is a size and the set of points that exist. Everything that the rest of the crate
//! needs of it is computed once per board and shared: where a point lies in each of its four
//! lines, and which places of a line are *wall*, that is not on the board.

use std::sync::OnceLock;

use crate::Point;

/// A point as an index, `y * size + x`.
pub(crate) type Cell = u16;

/// Wall on both sides of every line. A window of [`crate::pattern::REACH`] places to either side
/// of any point then never leaves the line's 32 bits: 20 + 2 * 5 = 30.
pub(crate) const PAD: u32 = 5;

pub(crate) const MAX_SIZE: usize = 20;
pub(crate) const MAX_CELLS: usize = MAX_SIZE * MAX_SIZE;

/// 20 rows, 20 columns and twice 39 diagonals are 118 lines; rounded up to a power of two.
pub(crate) const LINE_SLOTS: usize = 128;

/// Steps of the four directions: row, column, diagonal up, diagonal down.
pub(crate) const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The outline of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Every point of the square.
    Square = 0,
    /// The square without a triangle at each corner.
    Octagon = 1,
    /// The square without a smaller square at each corner.
    Cross = 2,
}

impl Shape {
    /// All shapes, in the order of their codes in the binary form.
    pub const ALL: [Self; 3] = [Self::Square, Self::Octagon, Self::Cross];

    /// The name that settings and interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Octagon => "octagon",
            Self::Cross => "cross",
        }
    }

    /// The shape called `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Whether the point exists. The cut is 4 points at size 15, so that the octagon's eight sides
    /// are nearly equal and the arms of the cross are 7 wide; other sizes in proportion.
    const fn contains(self, size: usize, x: usize, y: usize) -> bool {
        let cut = size * 4 / 15;
        let from_side = if x < size - 1 - x { x } else { size - 1 - x };
        let from_end = if y < size - 1 - y { y } else { size - 1 - y };
        match self {
            Self::Square => true,
            Self::Octagon => from_side + from_end >= cut,
            Self::Cross => from_side >= cut || from_end >= cut,
        }
    }
}

/// Where a point lies in one of its lines: which line, and which bit of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub line: u8,
    pub bit: u8,
}

/// One line of the board.
#[derive(Clone, Copy, Default)]
pub(crate) struct LineGeometry {
    /// Bits that are not on the board.
    pub wall: u32,
    /// Cell of bit 0 (it may not exist).
    pub origin: i16,
    /// From one cell of the line to the next.
    pub step: i16,
    pub direction: u8,
}

impl LineGeometry {
    /// The cell at `bit`, which must not be wall.
    #[inline]
    pub fn cell(&self, bit: u32) -> Cell {
        (self.origin + self.step * bit as i16) as Cell
    }
}

/// A board: size, shape and lines. Obtained by [`Geometry::get`], compared by identity of the two.
pub struct Geometry {
    size: u8,
    shape: Shape,
    points: u16,
    /// `places[cell][direction]`.
    pub(crate) places: [[Place; 4]; MAX_CELLS],
    pub(crate) lines: [LineGeometry; LINE_SLOTS],
    pub(crate) line_count: usize,
    exists: [bool; MAX_CELLS],
}

/// The boards that are played on.
const BOARDS: [(usize, Shape); 11] = [
    (9, Shape::Square),
    (13, Shape::Square),
    (15, Shape::Square),
    (19, Shape::Square),
    (20, Shape::Square),
    (15, Shape::Octagon),
    (15, Shape::Cross),
    (19, Shape::Octagon),
    (19, Shape::Cross),
    (20, Shape::Octagon),
    (20, Shape::Cross),
];

impl Geometry {
    /// The board of this size and shape, or `None` if nobody plays on such a board.
    ///
    /// ```
    /// use x0_rules::{Geometry, Shape};
    /// let octagon = Geometry::get(15, Shape::Octagon).unwrap();
    /// assert_eq!(octagon.points(), 15 * 15 - 4 * 10);
    /// assert!(Geometry::get(16, Shape::Square).is_none());
    /// ```
    #[must_use]
    pub fn get(size: usize, shape: Shape) -> Option<&'static Self> {
        static BUILT: [OnceLock<Box<Geometry>>; BOARDS.len()] =
            [const { OnceLock::new() }; BOARDS.len()];
        let index = BOARDS.iter().position(|b| *b == (size, shape))?;
        Some(BUILT[index].get_or_init(|| Box::new(Self::build(size, shape))))
    }

    /// Every size and shape that is played on.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        BOARDS.iter().filter_map(|&(size, shape)| Self::get(size, shape))
    }

    fn build(size: usize, shape: Shape) -> Self {
        let mut board = Self {
            size: size as u8,
            shape,
            points: 0,
            places: [[Place::default(); 4]; MAX_CELLS],
            lines: [LineGeometry { wall: u32::MAX, origin: 0, step: 0, direction: 0 }; LINE_SLOTS],
            line_count: 0,
            exists: [false; MAX_CELLS],
        };
        for y in 0..size {
            for x in 0..size {
                board.exists[y * size + x] = shape.contains(size, x, y);
                board.points += u16::from(board.exists[y * size + x]);
            }
        }
        let side = size as i32;
        let inside = |x: i32, y: i32| (0..side).contains(&x) && (0..side).contains(&y);
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            for y in 0..side {
                for x in 0..side {
                    // A line begins where its predecessor would be outside of the square.
                    if !inside(x - dx, y - dy) {
                        board.add_line(direction, (x, y), (dx, dy), inside);
                    }
                }
            }
        }
        board
    }

    fn add_line(
        &mut self,
        direction: usize,
        (x, y): (i32, i32),
        (dx, dy): (i32, i32),
        inside: impl Fn(i32, i32) -> bool,
    ) {
        let size = i32::from(self.size);
        let step = dy * size + dx;
        let origin = y * size + x - PAD as i32 * step;
        let index = self.line_count;
        self.line_count += 1;
        self.lines[index].step = step as i16;
        self.lines[index].origin = origin as i16;
        self.lines[index].direction = direction as u8;
        let mut at = 0;
        while inside(x + at * dx, y + at * dy) {
            let cell = ((y + at * dy) * size + x + at * dx) as usize;
            let bit = PAD + at as u32;
            if self.exists[cell] {
                self.lines[index].wall &= !(1 << bit);
            }
            self.places[cell][direction] = Place { line: index as u8, bit: bit as u8 };
            at += 1;
        }
    }

    /// Points along a side.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The outline.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many points exist.
    #[must_use]
    pub fn points(&self) -> usize {
        usize::from(self.points)
    }

    /// Whether the point exists on this board.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.cell(point).is_some()
    }

    /// The middle of the board; of the four middle points of an even board the upper right one.
    #[must_use]
    pub fn centre(&self) -> Point {
        Point::new(self.size / 2, self.size / 2)
    }

    /// Every point that exists, row by row from the bottom.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.cells().map(|c| self.point(c))
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let area = self.size() * self.size();
        (0..area).filter(|c| self.exists[*c]).map(|c| c as Cell)
    }

    #[inline]
    pub(crate) fn cell(&self, point: Point) -> Option<Cell> {
        if point.x >= self.size || point.y >= self.size {
            return None;
        }
        let cell = usize::from(point.y) * self.size() + usize::from(point.x);
        self.exists[cell].then_some(cell as Cell)
    }

    #[inline]
    pub(crate) fn point(&self, cell: Cell) -> Point {
        let size = Cell::from(self.size);
        Point::new((cell % size) as u8, (cell / size) as u8)
    }
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        (self.size, self.shape) == (other.size, other.shape)
    }
}

impl Eq for Geometry {}

impl std::fmt::Debug for Geometry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.shape.name(), self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_lies_in_four_lines() {
        for board in Geometry::all() {
            for cell in board.cells() {
                for place in board.places[usize::from(cell)] {
                    let line = board.lines[usize::from(place.line)];
                    assert_eq!(line.cell(u32::from(place.bit)), cell);
                    assert_eq!(line.wall >> place.bit & 1, 0);
                }
            }
            let free: u32 = board.lines.iter().map(|l| l.wall.count_zeros()).sum();
            assert_eq!(free as usize, 4 * board.points());
        }
    }

    #[test]
    fn outlines() {
        let points = |size, shape| Geometry::get(size, shape).unwrap().points();
        assert_eq!(points(15, Shape::Square), 225);
        assert_eq!(points(15, Shape::Octagon), 185);
        assert_eq!(points(15, Shape::Cross), 161);
        assert!(Geometry::get(9, Shape::Cross).is_none());
        assert!(Geometry::get(0, Shape::Square).is_none());
    }
}
