//! Colours, points and their names.

use std::fmt;

/// The colour of a stone, and of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// X; moves first unless an opening says otherwise.
    Black = 0,
    /// O.
    White = 1,
}

impl Colour {
    /// The other colour.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `"black"` or `"white"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The colour called `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "black" => Some(Self::Black),
            "white" => Some(Self::White),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A point of the board: column and row, both from zero; row 0 is the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, from the left.
    pub x: u8,
    /// Row, from the bottom.
    pub y: u8,
}

impl Point {
    /// The point in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The point that people call `name`: `"H8"` and `"h8"` are (7, 7).
    ///
    /// Columns have letters without a gap (A-T on the largest board), rows count from 1.
    /// Whether the point lies on a board is for the board to say.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let (column, row) = name.split_at_checked(1)?;
        let letter = column.as_bytes()[0].to_ascii_lowercase();
        if !letter.is_ascii_lowercase() || row.is_empty() || row.len() > 2 {
            return None;
        }
        if row.starts_with('0') || !row.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number: u8 = row.parse().ok()?;
        Some(Self::new(letter - b'a', number - 1))
    }
}

impl fmt::Display for Point {
    /// Writes the name for people, `H8`. Columns beyond Z do not exist on any board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + self.x.min(25));
        write!(f, "{letter}{}", u16::from(self.y) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_points() {
        assert_eq!(Point::new(7, 7).to_string(), "H8");
        assert_eq!(Point::parse("H8"), Some(Point::new(7, 7)));
        assert_eq!(Point::parse("t20"), Some(Point::new(19, 19)));
        for wrong in ["", "h", "8", "h0", "h08", "h8 ", "h123", "hh8", "ä8", "h+8"] {
            assert_eq!(Point::parse(wrong), None, "{wrong}");
        }
    }
}
