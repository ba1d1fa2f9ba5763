//! What wins, and for whom there are fouls.

use crate::Colour;

/// The rules that decide a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruleset {
    /// Black needs exactly five and has fouls, White needs five or more; two passes draw.
    Renju = 0,
    /// Both need exactly five; a longer row is nothing.
    ExactFive = 1,
    /// Five or more, for both.
    Freestyle = 2,
}

impl Ruleset {
    /// All rulesets, in the order of their codes in the binary form.
    pub const ALL: [Self; 3] = [Self::Renju, Self::ExactFive, Self::Freestyle];

    /// The name that settings and interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Renju => "renju",
            Self::ExactFive => "exact_five",
            Self::Freestyle => "freestyle",
        }
    }

    /// The ruleset called `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.name() == name)
    }

    /// Whether `colour` also wins with a row of six or more.
    #[inline]
    #[must_use]
    pub const fn overline_wins(self, colour: Colour) -> bool {
        match self {
            Self::Renju => matches!(colour, Colour::White),
            Self::ExactFive => false,
            Self::Freestyle => true,
        }
    }

    /// Whether `colour` has forbidden points.
    #[inline]
    #[must_use]
    pub const fn has_fouls(self, colour: Colour) -> bool {
        matches!((self, colour), (Self::Renju, Colour::Black))
    }

    /// Whether a side may pass.
    #[must_use]
    pub const fn has_pass(self) -> bool {
        matches!(self, Self::Renju)
    }
}
