//! What players do in an opening, what they may do, and why something is refused.

use std::fmt;

use crate::{Colour, Point};

/// Something a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Places a stone of the colour whose turn it is. A colour that is given must be that one.
    Place {
        /// Where.
        point: Point,
        /// What the player believes the colour to be.
        colour: Option<Colour>,
    },
    /// Takes the other colour.
    Swap,
    /// Declines to swap.
    Keep,
    /// Takes a colour that belongs to nobody yet.
    Choose(Colour),
    /// Adds a white and a black stone and leaves the choice to the other player.
    AddTwo,
    /// Offers points for the fifth stone.
    Offer(Vec<Point>),
    /// Picks one of the offered points.
    Pick(Point),
    /// Says how many fifth stones will be offered.
    Declare(usize),
}

impl Action {
    /// A stone at `point`.
    #[must_use]
    pub const fn place(point: Point) -> Self {
        Self::Place { point, colour: None }
    }
}

/// Something the player who must act may do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// Place a stone.
    Place {
        /// Its colour.
        colour: Colour,
        /// The empty points where it may stand.
        zone: Vec<Point>,
    },
    /// Swap colours.
    Swap,
    /// Not swap.
    Keep,
    /// Choose either colour.
    Choose,
    /// Place two more stones and let the other choose.
    AddTwo,
    /// Offer fifth stones, no two of them equal.
    Offer {
        /// How many.
        count: usize,
        /// The empty points among which they are chosen.
        zone: Vec<Point>,
    },
    /// Pick one of the offered points.
    Pick {
        /// The offered points.
        zone: Vec<Point>,
    },
    /// Say how many fifth stones will be offered.
    Declare {
        /// At least.
        min: usize,
        /// At most.
        max: usize,
    },
}

/// Why an action was refused. Nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The opening is over.
    Finished,
    /// Another action is due.
    NotPossibleNow,
    /// A point does not exist.
    OffBoard,
    /// A point has a stone.
    Occupied,
    /// A point is not one of the allowed ones.
    OutsideZone,
    /// The stone due now has the other colour.
    BadColour,
    /// Not as many as asked for, or not within the bounds.
    WrongCount,
    /// The same point twice.
    DuplicatePoints(Point),
    /// Two points give the same shape.
    EqualPoints(Point, Point),
}

impl Refusal {
    /// The name that interfaces use.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::NotPossibleNow => "not_possible_now",
            Self::OffBoard => "off_board",
            Self::Occupied => "occupied",
            Self::OutsideZone => "outside_zone",
            Self::BadColour => "bad_colour",
            Self::WrongCount => "wrong_count",
            Self::DuplicatePoints(_) => "duplicate_points",
            Self::EqualPoints(..) => "equal_points",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished => f.write_str("the opening is over"),
            Self::NotPossibleNow => f.write_str("this action is not possible now"),
            Self::OffBoard => f.write_str("a point is not on the board"),
            Self::Occupied => f.write_str("a point has a stone already"),
            Self::OutsideZone => f.write_str("the point is outside of the allowed zone"),
            Self::BadColour => f.write_str("a stone of the other colour is due"),
            Self::WrongCount => f.write_str("the number is not the one asked for"),
            Self::DuplicatePoints(point) => write!(f, "{point} is offered twice"),
            Self::EqualPoints(a, b) => write!(f, "{a} and {b} give the same shape"),
        }
    }
}

impl std::error::Error for Refusal {}
