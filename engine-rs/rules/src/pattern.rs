//! What one more black stone makes of one line, by table.
//!
//! Every shape that a stone makes in a line is decided by the five places to either side of it:
//! a five reaches four places and must not be prolonged by a fifth, a four is four stones within
//! such a five, and a three becomes a straight four whose two fives end at most five places away.
//! Ten places of three states are 59,049 patterns. The table is computed by the compiler from the
//! definitions in [`classify`].

/// How far a shape through a point reaches along a line.
pub(crate) const REACH: u32 = 5;

const WINDOW: usize = 1 << (2 * REACH + 1);
const CENTRE: u32 = 1 << REACH;
const PATTERNS: usize = 59_049;

/// The shapes of a stone, one field for each kind so that the sum over the four directions counts
/// them without a carry: fives (at most 4), overlines (at most 4), fours (at most 8), threes (at
/// most 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shapes(pub u16);

impl Shapes {
    pub const NONE: Self = Self(0);
    const FIVE: u16 = 1;
    const OVERLINE: u16 = 1 << 3;
    const FOUR: u16 = 1 << 6;
    const THREE: u16 = 1 << 10;

    #[inline]
    pub const fn fives(self) -> u16 {
        self.0 & 7
    }

    #[inline]
    pub const fn overlines(self) -> u16 {
        self.0 >> 3 & 7
    }

    #[inline]
    pub const fn fours(self) -> u16 {
        self.0 >> 6 & 15
    }

    #[inline]
    pub const fn threes(self) -> u16 {
        self.0 >> 10
    }

    #[inline]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Whether the stone is, or may turn out to be, a foul: everything but which threes are real
    /// is decided.
    #[inline]
    pub const fn suspicious(self) -> bool {
        self.fives() == 0 && (self.overlines() > 0 || self.fours() >= 2 || self.threes() >= 2)
    }
}

/// Base-3 value of a window's bits, the middle one left out: it is the stone itself.
static TERNARY: [u16; WINDOW] = ternary();

struct Table {
    shapes: [u16; PATTERNS],
    /// Points E that turn a three into a straight four; bit 0 is three places before the stone.
    extensions: [u8; PATTERNS],
}

// A few million steps, a few seconds of the compiler, no work and no lock at run time.
#[allow(long_running_const_eval)]
static TABLE: Table = tabulate();

/// A pattern of the table: the ten places around a point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pattern(u16);

impl Pattern {
    /// The pattern around `bit` in a line with these black stones, and with white stones or walls
    /// at `blocked`.
    #[inline]
    pub fn around(black: u32, blocked: u32, bit: u32) -> Self {
        let first = bit - REACH;
        let black = (black >> first) as usize & (WINDOW - 1);
        let blocked = (blocked >> first) as usize & (WINDOW - 1);
        Self(TERNARY[black] + 2 * TERNARY[blocked])
    }

    /// What a black stone in the middle makes.
    #[inline]
    pub fn shapes(self) -> Shapes {
        Shapes(TABLE.shapes[usize::from(self.0)])
    }

    /// The bits, in a line where the stone is at `bit`, whose filling makes the three a straight
    /// four.
    #[inline]
    pub fn extensions(self, bit: u32) -> u32 {
        u32::from(TABLE.extensions[usize::from(self.0)]) << (bit - 3)
    }
}

const fn ternary() -> [u16; WINDOW] {
    let mut table = [0; WINDOW];
    let mut window = 0;
    while window < WINDOW {
        let mut power = 1;
        let mut place = 0;
        while place <= 2 * REACH {
            if place != REACH {
                if window >> place & 1 == 1 {
                    table[window] += power;
                }
                power *= 3;
            }
            place += 1;
        }
        window += 1;
    }
    table
}

const fn tabulate() -> Table {
    let mut table = Table { shapes: [0; PATTERNS], extensions: [0; PATTERNS] };
    let mut pattern = 0;
    while pattern < PATTERNS {
        let (mut black, mut blocked) = (CENTRE, 0);
        let mut rest = pattern;
        let mut place = 0;
        while place <= 2 * REACH {
            if place != REACH {
                match rest % 3 {
                    1 => black |= 1 << place,
                    2 => blocked |= 1 << place,
                    _ => {}
                }
                rest /= 3;
            }
            place += 1;
        }
        (table.shapes[pattern], table.extensions[pattern]) = classify(black, blocked);
        pattern += 1;
    }
    table
}

/// The shapes that the stone in the middle makes in its line, and the extensions of its three.
///
/// A five or an overline is reported alone: a five wins whatever else there is, and of several
/// kinds of foul the overline is named.
const fn classify(black: u32, blocked: u32) -> (u16, u8) {
    let run = (black >> REACH).trailing_ones() + (black << (31 - REACH)).leading_ones() - 1;
    if run == 5 {
        return (Shapes::FIVE, 0);
    }
    if run > 5 {
        return (Shapes::OVERLINE, 0);
    }
    let mut shapes = fours(black, blocked) as u16 * Shapes::FOUR;
    let extensions = extensions(black, blocked);
    if extensions != 0 {
        shapes += Shapes::THREE;
    }
    (shapes, extensions)
}

/// Counts the different *sets* of four stones that one more stone turns into an exact five.
const fn fours(black: u32, blocked: u32) -> u32 {
    let mut count = 0;
    let mut previous = 0;
    let mut first = 1;
    while first <= REACH {
        let five = 0b11111 << first;
        let ends = 1 << (first - 1) | 1 << (first + 5);
        let set = black & five;
        // Neighbouring windows are the only ones that can share a set, as in `.XXXX.`.
        if set.count_ones() == 4 && blocked & five == 0 && black & ends == 0 && set != previous {
            count += 1;
            previous = set;
        }
        first += 1;
    }
    count
}

/// The points E at which one more stone makes a straight four with the stone in the middle.
const fn extensions(black: u32, blocked: u32) -> u8 {
    let mut extensions = 0;
    let mut first = 2;
    while first <= REACH {
        let four = 0b1111 << first;
        let ends = 1 << (first - 1) | 1 << (first + 4);
        let beyond = 1 << (first - 2) | 1 << (first + 5);
        if (black & four).count_ones() == 3
            && blocked & (four | ends) == 0
            && black & (ends | beyond) == 0
        {
            extensions |= four & !black;
        }
        first += 1;
    }
    (extensions >> (REACH - 3)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shapes of `P` in a line written out: X black, O white, `.` empty.
    fn shapes(line: &str) -> (u16, u16, u16, u16) {
        let middle = line.find('P').unwrap() as u32;
        let bits = |wanted: char| -> u32 {
            line.chars()
                .enumerate()
                .filter(|(_, c)| *c == wanted)
                .map(|(i, _)| 1 << (i as u32 + 8))
                .sum()
        };
        let shapes = Pattern::around(bits('X'), bits('O'), middle + 8).shapes();
        (shapes.fives(), shapes.overlines(), shapes.fours(), shapes.threes())
    }

    #[test]
    fn lines_of_the_rules() {
        assert_eq!(shapes("XXPXX"), (1, 0, 0, 0));
        assert_eq!(shapes("XXPXXX"), (0, 1, 0, 0));
        assert_eq!(shapes(".XXXP."), (0, 0, 1, 0));
        assert_eq!(shapes("X.XPX.X"), (0, 0, 2, 0));
        assert_eq!(shapes("XX.PX.XX"), (0, 0, 2, 0));
        assert_eq!(shapes("XXX.P.XXX"), (0, 0, 2, 0));
        assert_eq!(shapes("XXXX.P.XXXX"), (0, 0, 0, 0));
        assert_eq!(shapes("O.XPX.O"), (0, 0, 0, 0));
        assert_eq!(shapes("O..XPX.O"), (0, 0, 0, 1));
        assert_eq!(shapes("X.X.XP"), (0, 0, 0, 0));
        assert_eq!(shapes("X..XXP..."), (0, 0, 0, 1));
        assert_eq!(shapes("XX.P.XX"), (0, 0, 0, 0));
    }

    #[test]
    fn extensions_of_a_split_three() {
        // X X P with the gap left of the middle stone: only the gap makes a straight four.
        let three = Pattern::around(1 << 9 | 1 << 11, 0, 12);
        assert_eq!(three.extensions(12), 1 << 10);
        let solid = Pattern::around(1 << 10 | 1 << 11, 0, 12);
        assert_eq!(solid.extensions(12), 1 << 9 | 1 << 13);
    }
}
