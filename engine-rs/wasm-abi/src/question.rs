//! Questions as bytes.
//!
//! | byte | |
//! |---|---|
//! | 0 | what is asked: 0 look, 1 explain a point, 2 equal fifths, 3 the 26 openings |
//! | 1-3 | ruleset, size, shape, by their codes in the binary form |
//! | 4 | who moves after the set-up: 0 black, 1 white |
//! | 5-6 | number of set-up stones, low byte first; then column, row and colour of each |
//! | two | number of moves after the set-up; then column and row of each, 255 255 is a pass |
//! | two | the point, where one is asked about |

use x0_rules::{Colour, Geometry, Point, Position, Ruleset, Shape};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All about a position.
    Look,
    /// What a stone of the side to move makes at a point.
    Explain(Point),
    /// Classes of equal fifth moves.
    Fifths,
    /// The 26 openings.
    Openings,
}

/// Why a question has no answer, and at which stone or move.
pub type Refusal = (&'static str, usize);

const MALFORMED: Refusal = ("malformed", 0);

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

/// Reads a question.
pub fn read(bytes: &[u8]) -> Result<(Kind, Position), Refusal> {
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
    let kind = match kind {
        0 => Kind::Look,
        1 => Kind::Explain(bytes.point()?),
        2 => Kind::Fifths,
        3 => Kind::Openings,
        _ => return Err(MALFORMED),
    };
    if bytes.0.is_empty() { Ok((kind, position)) } else { Err(MALFORMED) }
}
