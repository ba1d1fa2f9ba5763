//! Why something was refused. What is refused changes nothing.

use std::fmt;

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The point does not exist on this board.
    OffBoard,
    /// There is a stone already.
    Occupied,
    /// The game is over.
    GameOver,
    /// These rules have no pass.
    BadPass,
}

impl IllegalMove {
    /// The name that interfaces use.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::OffBoard => "off_board",
            Self::Occupied => "occupied",
            Self::GameOver => "game_over",
            Self::BadPass => "bad_pass",
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OffBoard => "this point is not on the board",
            Self::Occupied => "there is a stone on this point already",
            Self::GameOver => "the game is over",
            Self::BadPass => "these rules have no pass",
        })
    }
}

impl std::error::Error for IllegalMove {}

/// Why a text or binary form of a position was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// Not in the format; says what was expected.
    Malformed(&'static str),
    /// Nobody plays on a board of this size and shape.
    UnknownBoard,
    /// A move in it is not possible; counted from zero, set-up stones included.
    Illegal(usize, IllegalMove),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(expected) => write!(f, "expected {expected}"),
            Self::UnknownBoard => f.write_str("no such board"),
            Self::Illegal(at, why) => write!(f, "move {}: {why}", at + 1),
        }
    }
}

impl std::error::Error for ParseError {}
