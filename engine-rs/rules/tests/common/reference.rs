//! A second implementation of rows and fouls, for comparison only: slow, on a plain grid, step by
//! step as the rules are written, and sharing no code with the crate. It tries stones out where
//! the crate looks patterns up.

use std::collections::BTreeSet;

/// What is on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    Empty,
    Black,
    White,
    /// Not on the board.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Legal,
    Five,
    Overline,
    DoubleFour,
    DoubleThree,
}

type At = (i32, i32);

const DIRECTIONS: [At; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A grid with a border of nothing, wide enough that no look goes outside.
pub struct Grid {
    side: i32,
    on: Vec<On>,
}

const BORDER: i32 = 7;

impl Grid {
    pub fn new(size: usize) -> Self {
        let side = size as i32 + 2 * BORDER;
        Self { side, on: vec![On::Nothing; (side * side) as usize] }
    }

    pub fn get(&self, (x, y): At) -> On {
        self.on[((y + BORDER) * self.side + x + BORDER) as usize]
    }

    pub fn set(&mut self, (x, y): At, on: On) {
        self.on[((y + BORDER) * self.side + x + BORDER) as usize] = on;
    }

    /// The unbroken row of `colour` through `at`, which has a stone of it.
    fn row(&self, at: At, (dx, dy): At, colour: On) -> Vec<At> {
        let (mut x, mut y) = at;
        while self.get((x - dx, y - dy)) == colour {
            (x, y) = (x - dx, y - dy);
        }
        let mut row = Vec::new();
        while self.get((x, y)) == colour {
            row.push((x, y));
            (x, y) = (x + dx, y + dy);
        }
        row
    }

    fn with<T>(&mut self, at: At, on: On, look: impl FnOnce(&mut Self) -> T) -> T {
        self.set(at, on);
        let seen = look(self);
        self.set(at, On::Empty);
        seen
    }

    /// Lengths of the four rows that a stone of `colour` at the empty `at` would make.
    pub fn lengths(&mut self, at: At, colour: On) -> Vec<usize> {
        self.with(at, colour, |grid| {
            DIRECTIONS.iter().map(|d| grid.row(at, *d, colour).len()).collect()
        })
    }

    /// The verdict on a black stone at the empty `at`.
    pub fn verdict(&mut self, at: At) -> Verdict {
        let lengths = self.lengths(at, On::Black);
        if lengths.contains(&5) {
            return Verdict::Five;
        }
        if lengths.iter().any(|length| *length > 5) {
            return Verdict::Overline;
        }
        self.with(at, On::Black, |grid| {
            if grid.fours(at).len() >= 2 {
                return Verdict::DoubleFour;
            }
            let real = DIRECTIONS.iter().filter(|d| grid.has_real_three(at, **d)).count();
            if real >= 2 { Verdict::DoubleThree } else { Verdict::Legal }
        })
    }

    /// All sets of four, with the stone at `at` in them, that one more stone turns into an exact
    /// five.
    fn fours(&mut self, at: At) -> BTreeSet<Vec<At>> {
        let mut sets = BTreeSet::new();
        for (dx, dy) in DIRECTIONS {
            for step in (-4..=4).filter(|s| *s != 0) {
                let last = (at.0 + step * dx, at.1 + step * dy);
                if self.get(last) != On::Empty {
                    continue;
                }
                let row = self.with(last, On::Black, |g| g.row(last, (dx, dy), On::Black));
                if row.len() == 5 && row.contains(&at) {
                    sets.insert(row.into_iter().filter(|p| *p != last).collect());
                }
            }
        }
        sets
    }

    fn has_real_three(&mut self, at: At, direction: At) -> bool {
        (-3..=3).any(|step| {
            let extension = (at.0 + step * direction.0, at.1 + step * direction.1);
            self.get(extension) == On::Empty
                && self.makes_straight_four(extension, at, direction)
                && self.verdict(extension) == Verdict::Legal
        })
    }

    /// Whether a stone at `extension` makes an unbroken four, with the stone at `at` in it, whose
    /// two ends both complete an exact five.
    fn makes_straight_four(&mut self, extension: At, at: At, (dx, dy): At) -> bool {
        self.with(extension, On::Black, |grid| {
            let row = grid.row(extension, (dx, dy), On::Black);
            if row.len() != 4 || !row.contains(&at) {
                return false;
            }
            let ends = [(row[0].0 - dx, row[0].1 - dy), (row[3].0 + dx, row[3].1 + dy)];
            ends.iter().all(|end| {
                grid.get(*end) == On::Empty
                    && grid.with(*end, On::Black, |g| g.row(*end, (dx, dy), On::Black).len() == 5)
            })
        })
    }

    /// Whether `colour` can still make a winning row by filling empty points.
    pub fn can_win(&self, colour: On, overline_wins: bool) -> bool {
        let size = self.side - 2 * BORDER;
        let own = |at| self.get(at) == colour;
        for (dx, dy) in DIRECTIONS {
            for x in 0..size {
                for y in 0..size {
                    let place = |step: i32| (x + step * dx, y + step * dy);
                    let free = (0..5).all(|s| own(place(s)) || self.get(place(s)) == On::Empty);
                    let to_fill = (0..5).any(|s| self.get(place(s)) == On::Empty);
                    let longer = own(place(-1)) || own(place(5));
                    if free && to_fill && (overline_wins || !longer) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
