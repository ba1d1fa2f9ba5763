//! Positions as text: `h8i9j10`.
//!
//! Moves one after the other, a pass as `--`. A position with a set-up that did not come about by
//! turns is written `setup=Xh8Xj9Oi9 to_move=white moves=i10`: X black stones, O white ones, in
//! the order in which they were placed.

use std::fmt::Write;

use crate::{Colour, Geometry, Move, ParseError, Point, Position, Ruleset};

impl Position {
    /// Writes the position with all its moves. What [`Position::from_text`] reads is equal to it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let setup = self.setup();
        let in_turn = setup.iter().enumerate().all(|(index, (_, colour))| *colour == turn(index));
        // Nine stones in turn have five black ones, which could be a five or a foul: then reading
        // them as moves would end the game.
        let plain = in_turn && self.first_to_move() == turn(setup.len()) && setup.len() < 9;
        if plain {
            for (point, _) in setup {
                write_move(&mut text, Some(point));
            }
        } else {
            text.push_str("setup=");
            for (point, colour) in setup {
                text.push(if colour == Colour::Black { 'X' } else { 'O' });
                write_move(&mut text, Some(point));
            }
            let _ = write!(text, " to_move={} moves=", self.first_to_move());
        }
        for mv in self.moves() {
            write_move(&mut text, mv);
        }
        text
    }

    /// Reads what [`Position::to_text`] writes. In a list of moves upper and lower case, white
    /// space and commas between moves do not matter.
    ///
    /// # Errors
    ///
    /// Says what was expected, or which move is not possible.
    pub fn from_text(
        ruleset: Ruleset,
        geometry: &'static Geometry,
        text: &str,
    ) -> Result<Self, ParseError> {
        let text = text.trim();
        let (mut position, moves) = if let Some(rest) = text.strip_prefix("setup=") {
            read_setup(ruleset, geometry, rest)?
        } else {
            (Self::new(ruleset, geometry), text)
        };
        let mut moves = Reader(moves);
        while let Some(mv) = moves.next_move()? {
            let at = position.ply();
            position.play_quietly(mv).map_err(|why| ParseError::Illegal(at, why))?;
        }
        Ok(position)
    }
}

fn turn(index: usize) -> Colour {
    if index % 2 == 0 { Colour::Black } else { Colour::White }
}

fn write_move(text: &mut String, mv: Move) {
    // Writing to a String cannot fail.
    let _ = match mv {
        Some(Point { x, y }) => write!(text, "{}{}", char::from(b'a' + x), u16::from(y) + 1),
        None => write!(text, "--"),
    };
}

const MOVES: ParseError = ParseError::Malformed("moves such as h8i9j10, -- for a pass");
const SETUP: ParseError = ParseError::Malformed("setup=Xh8Oi9 to_move=black moves=j10");

fn read_setup<'t>(
    ruleset: Ruleset,
    geometry: &'static Geometry,
    text: &'t str,
) -> Result<(Position, &'t str), ParseError> {
    let (setup, rest) = text.split_once(" to_move=").ok_or(SETUP)?;
    let (to_move, moves) = rest.split_once(" moves=").ok_or(SETUP)?;
    let to_move = Colour::from_name(to_move).ok_or(SETUP)?;
    let mut stones = Vec::new();
    let mut reader = Reader(setup);
    loop {
        let colour = match reader.0.as_bytes().first() {
            None => break,
            Some(b'X') => Colour::Black,
            Some(b'O') => Colour::White,
            Some(_) => return Err(SETUP),
        };
        reader.0 = &reader.0[1..];
        let point = reader.next_move()?.flatten().ok_or(SETUP)?;
        stones.push((point, colour));
    }
    let position = Position::from_stones(ruleset, geometry, stones, to_move)
        .map_err(|(at, why)| ParseError::Illegal(at, why))?;
    Ok((position, moves))
}

/// What is left of a list of moves.
struct Reader<'t>(&'t str);

impl Reader<'_> {
    fn next_move(&mut self) -> Result<Option<Move>, ParseError> {
        self.0 = self.0.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if self.0.is_empty() {
            return Ok(None);
        }
        if let Some(rest) = self.0.strip_prefix("--") {
            self.0 = rest;
            return Ok(Some(None));
        }
        let letters = self.0.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = self.0.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        if letters != 1 {
            return Err(MOVES);
        }
        let (name, rest) = self.0.split_at(1 + digits);
        self.0 = rest;
        Point::parse(name).map(|point| Some(Some(point))).ok_or(MOVES)
    }
}
