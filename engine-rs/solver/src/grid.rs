//! Where every point of a board lies in its four lines.

use std::sync::OnceLock;

use x0_rules::{Geometry, Point};

/// A point as an index, `y * size + x`: the order of cells is row by row from the bottom, and is
/// the fixed order among moves that are equally good.
pub(crate) type Cell = u16;

/// Wall on both sides of every line, so that no window leaves the line's 32 bits: 20 + 2 * 6 = 32.
pub(crate) const PAD: u32 = 6;

pub(crate) const MAX_CELLS: usize = 400;

/// 20 rows, 20 columns and twice 39 diagonals are 118 lines; rounded up to a power of two.
pub(crate) const LINES: usize = 128;

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Which line, and which bit of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub line: u8,
    pub bit: u8,
}

/// From bits of a line to cells.
#[derive(Clone, Copy, Default)]
struct Along {
    /// Cell of bit 0, which does not exist.
    origin: i16,
    step: i16,
}

/// The lines of a board.
pub(crate) struct Grid {
    pub geometry: &'static Geometry,
    pub places: [[Place; 4]; MAX_CELLS],
    /// Bits of each line that are not on the board.
    pub walls: [u32; LINES],
    pub line_count: usize,
    along: [Along; LINES],
}

impl Grid {
    /// The lines of this board, computed once.
    pub fn of(geometry: &'static Geometry) -> &'static Self {
        static GRIDS: OnceLock<Vec<Grid>> = OnceLock::new();
        let grids = GRIDS.get_or_init(|| Geometry::all().map(Self::build).collect());
        grids.iter().find(|grid| grid.geometry == geometry).unwrap_or(&grids[0])
    }

    fn build(geometry: &'static Geometry) -> Self {
        let mut grid = Self {
            geometry,
            places: [[Place::default(); 4]; MAX_CELLS],
            walls: [u32::MAX; LINES],
            line_count: 0,
            along: [Along::default(); LINES],
        };
        let side = geometry.size() as i32;
        let inside = |x: i32, y: i32| (0..side).contains(&x) && (0..side).contains(&y);
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
                // A line begins where its predecessor would be outside of the square.
                if !inside(x - dx, y - dy) {
                    grid.add_line(direction, (x, y), (dx, dy));
                }
            }
        }
        grid
    }

    fn add_line(&mut self, direction: usize, (x, y): (i32, i32), (dx, dy): (i32, i32)) {
        let size = self.geometry.size() as i32;
        let step = dy * size + dx;
        let line = self.line_count;
        self.line_count += 1;
        self.along[line] =
            Along { origin: (y * size + x - PAD as i32 * step) as i16, step: step as i16 };
        let (mut x, mut y, mut bit) = (x, y, PAD);
        while (0..size).contains(&x) && (0..size).contains(&y) {
            if self.geometry.contains(Point::new(x as u8, y as u8)) {
                self.walls[line] &= !(1 << bit);
            }
            self.places[(y * size + x) as usize][direction] =
                Place { line: line as u8, bit: bit as u8 };
            (x, y, bit) = (x + dx, y + dy, bit + 1);
        }
    }

    /// The cell at a bit of a line, which must not be wall.
    #[inline]
    pub fn cell(&self, line: usize, bit: u32) -> Cell {
        let along = self.along[line & (LINES - 1)];
        (along.origin + along.step * bit as i16) as Cell
    }

    #[inline]
    pub fn places(&self, cell: Cell) -> &[Place; 4] {
        &self.places[usize::from(cell)]
    }

    pub fn point(&self, cell: Cell) -> Point {
        let size = self.geometry.size() as Cell;
        Point::new((cell % size) as u8, (cell / size) as u8)
    }

    pub fn cell_of(&self, point: Point) -> Cell {
        Cell::from(point.y) * self.geometry.size() as Cell + Cell::from(point.x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_lies_in_four_lines() {
        for geometry in Geometry::all() {
            let grid = Grid::of(geometry);
            for point in geometry.iter() {
                let cell = grid.cell_of(point);
                assert_eq!(grid.point(cell), point);
                for place in grid.places(cell) {
                    assert_eq!(grid.cell(place.line.into(), place.bit.into()), cell);
                    assert_eq!(grid.walls[usize::from(place.line)] >> place.bit & 1, 0);
                }
            }
            let free: u32 = grid.walls.iter().map(|wall| wall.count_zeros()).sum();
            assert_eq!(free as usize, 4 * geometry.points());
        }
    }
}
