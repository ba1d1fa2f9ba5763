//! How a game ended on the board.

use crate::{Colour, Foul, Point};

/// Why a game is over. Resignation, time and agreement are not on the board and not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Exactly five.
    Five,
    /// A row of six or more that wins.
    Overline,
    /// Black played a forbidden point.
    Foul,
    /// No empty point is left.
    FullBoard,
    /// Both sides passed, one after the other.
    Passes,
}

impl Reason {
    /// The name that interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Overline => "overline",
            Self::Foul => "foul",
            Self::FullBoard => "full_board",
            Self::Passes => "passes",
        }
    }
}

/// The result of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Colour>,
    /// Why the game is over.
    pub reason: Reason,
    /// The winning row along its line, empty if there is none.
    pub line: Vec<Point>,
    /// The foul that lost the game, with its proof.
    pub foul: Option<Foul>,
}
