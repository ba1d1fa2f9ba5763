//! Questions as bytes.
//!
//! | byte | |
//! |---|---|
//! | 0 | what is asked: each module has its own kinds |
//! | 1-3 | ruleset, size, shape, by their codes in the binary form |
//! | 4 | who moves after the set-up: 0 black, 1 white |
//! | 5-6 | number of set-up stones, low byte first; then column, row and colour of each |
//! | two | number of moves after the set-up; then column and row of each, 255 255 is a pass |
//! | any | more, as the kind needs: a point is column and row, a limit four bytes, low byte first |

use x0_rules::{Colour, Geometry, Point, Position, Ruleset, Shape};

/// Why a question has no answer, and at which stone or move.
pub type Refusal = (&'static str, usize);

/// It is not in the format.
pub const MALFORMED: Refusal = ("malformed", 0);

struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Result<u8, Refusal> {
        let (first, rest) = self.0.split_first().ok_or(MALFORMED)?;
        self.0 = rest;
        Ok(*first)
    }

    fn count(&mut self) -> Result<usize, Refusal> {
        Ok(usize::from(self.byte()?) + 256 * usize::from(self.byte()?))
    }

    fn point(&mut self) -> Result<Point, Refusal> {
        Ok(Point::new(self.byte()?, self.byte()?))
    }

    fn colour(&mut self) -> Result<Colour, Refusal> {
        match self.byte()? {
            0 => Ok(Colour::Black),
            1 => Ok(Colour::White),
            _ => Err(MALFORMED),
        }
    }
}

/// A question whose kind and position were read.
pub struct Question<'b> {
    /// What is asked.
    pub kind: u8,
    /// About which position.
    pub position: Position,
    more: Bytes<'b>,
}

impl<'b> Question<'b> {
    /// Reads a question up to its position.
    ///
    /// # Errors
    ///
    /// What is malformed, no board, or a stone or move that is not possible.
    pub fn read(bytes: &'b [u8]) -> Result<Self, Refusal> {
        let mut bytes = Bytes(bytes);
        let kind = bytes.byte()?;
        let ruleset = *Ruleset::ALL.get(usize::from(bytes.byte()?)).ok_or(MALFORMED)?;
        let size = usize::from(bytes.byte()?);
        let shape = *Shape::ALL.get(usize::from(bytes.byte()?)).ok_or(MALFORMED)?;
        let geometry = Geometry::get(size, shape).ok_or(("no_such_board", 0))?;
        let to_move = bytes.colour()?;
        let mut stones = Vec::new();
        for _ in 0..bytes.count()? {
            stones.push((bytes.point()?, bytes.colour()?));
        }
        let setup = stones.len();
        let mut position = Position::from_stones(ruleset, geometry, stones, to_move)
            .map_err(|(at, why)| (why.reason(), at))?;
        for at in 0..bytes.count()? {
            let point = bytes.point()?;
            let mv = (point != Point::new(255, 255)).then_some(point);
            position.play_quietly(mv).map_err(|why| (why.reason(), setup + at))?;
        }
        Ok(Self { kind, position, more: bytes })
    }

    /// A point that is asked about.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn point(&mut self) -> Result<Point, Refusal> {
        self.more.point()
    }

    /// A limit of what may be looked at.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn limit(&mut self) -> Result<u32, Refusal> {
        let bytes = [self.more.byte()?, self.more.byte()?, self.more.byte()?, self.more.byte()?];
        Ok(u32::from_le_bytes(bytes))
    }

    /// Nothing more may follow.
    ///
    /// # Errors
    ///
    /// Something does.
    pub fn end(&self) -> Result<(), Refusal> {
        if self.more.0.is_empty() { Ok(()) } else { Err(MALFORMED) }
    }
}
