//! Positions as bytes, compact and stable.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | version, 1 |
//! | 1 | ruleset + 4 * shape + 16 * colour of the first move after the set-up |
//! | 1 | size |
//! | 2 | number of set-up stones, little endian |
//! | n/8 | their colours, bit i of the row of bytes: stone i is white |
//! | n | their points |
//! | rest | the moves |
//!
//! A point is `y * size + x`; it takes one byte on boards up to 15x15 and two, little endian, on
//! larger ones. A pass is all ones. A game of 15x15 costs five bytes and one for each move.

use crate::{Colour, Geometry, Move, ParseError, Point, Position, Ruleset, Shape};

const VERSION: u8 = 1;

impl Position {
    /// Writes the position with all its moves.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let size = self.size();
        let setup = self.setup();
        let moves = self.moves();
        let head =
            self.ruleset() as u8 | (self.shape() as u8) << 2 | (self.first_to_move() as u8) << 4;
        let mut bytes = vec![VERSION, head, size as u8];
        bytes.extend((setup.len() as u16).to_le_bytes());
        let mut colours = vec![0; setup.len().div_ceil(8)];
        for (index, (_, colour)) in setup.iter().enumerate() {
            colours[index / 8] |= (*colour as u8) << (index % 8);
        }
        bytes.extend(colours);
        for mv in setup.into_iter().map(|(point, _)| Some(point)).chain(moves) {
            let code = mv.map_or(u16::MAX, |p| u16::from(p.y) * size as u16 + u16::from(p.x));
            bytes.extend(&code.to_le_bytes()[..width(size)]);
        }
        bytes
    }

    /// Reads what [`Position::to_bytes`] writes. The moves are played again, so that bytes from
    /// anywhere give a position that can come about, or an error.
    ///
    /// # Errors
    ///
    /// Says what was expected, or which move is not possible.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut reader = Reader { bytes, size: 0 };
        if reader.take(1)? != [VERSION] {
            return Err(ParseError::Malformed("version 1"));
        }
        let head = reader.take(1)?[0];
        let ruleset = Ruleset::ALL.get(usize::from(head & 3)).copied();
        let shape = Shape::ALL.get(usize::from(head >> 2 & 3)).copied();
        let (Some(ruleset), Some(shape), 0) = (ruleset, shape, head >> 5) else {
            return Err(ParseError::Malformed("ruleset, shape and colour to move"));
        };
        let to_move = if head >> 4 & 1 == 0 { Colour::Black } else { Colour::White };
        reader.size = usize::from(reader.take(1)?[0]);
        let geometry = Geometry::get(reader.size, shape).ok_or(ParseError::UnknownBoard)?;
        let count = reader.take(2)?;
        let count = usize::from(u16::from_le_bytes([count[0], count[1]]));
        let colours = reader.take(count.div_ceil(8))?;
        let mut stones = Vec::new();
        for index in 0..count {
            let white = colours[index / 8] >> (index % 8) & 1 == 1;
            let point = reader.next_move()?.ok_or(ParseError::Malformed("a set-up stone"))?;
            stones.push((point, if white { Colour::White } else { Colour::Black }));
        }
        let mut position = Self::from_stones(ruleset, geometry, stones, to_move)
            .map_err(|(at, why)| ParseError::Illegal(at, why))?;
        while !reader.bytes.is_empty() {
            let mv = reader.next_move()?;
            let at = position.ply();
            position.play_quietly(mv).map_err(|why| ParseError::Illegal(at, why))?;
        }
        Ok(position)
    }
}

/// Bytes of a move.
fn width(size: usize) -> usize {
    if size <= 15 { 1 } else { 2 }
}

struct Reader<'b> {
    bytes: &'b [u8],
    size: usize,
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], ParseError> {
        let (head, rest) =
            self.bytes.split_at_checked(count).ok_or(ParseError::Malformed("more bytes"))?;
        self.bytes = rest;
        Ok(head)
    }

    fn next_move(&mut self) -> Result<Move, ParseError> {
        let width = width(self.size);
        let bytes = self.take(width)?;
        if bytes.iter().all(|b| *b == u8::MAX) {
            return Ok(None);
        }
        let code = bytes.iter().rev().fold(0, |code, b| code << 8 | usize::from(*b));
        let (x, y) = (code % self.size, code / self.size);
        if y >= self.size {
            return Err(ParseError::Malformed("a point of the board"));
        }
        Ok(Some(Point::new(x as u8, y as u8)))
    }
}
