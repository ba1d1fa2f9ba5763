//! The three kinds of puzzles: a mode of play with its rules and how its games begin.

use oorandom::Rand64;
use x0_rules::{Geometry, OPENINGS, Point, Position, Ruleset, Shape, Symmetry};

use crate::random::{below, pick};

/// What puzzles are chosen by, called a ruleset where players choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The rules of renju without an opening.
    X0,
    /// Exactly five for both.
    Gomoku,
    /// The rules of renju, from one of the 26 openings.
    Renju,
}

impl Mode {
    /// All, in the order in which they are worked on.
    pub const ALL: [Self; 3] = [Self::X0, Self::Gomoku, Self::Renju];

    /// The name that files and interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::X0 => "x0",
            Self::Gomoku => "gomoku",
            Self::Renju => "renju",
        }
    }

    /// The mode called `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The rules that decide its games.
    #[must_use]
    pub const fn ruleset(self) -> Ruleset {
        match self {
            Self::X0 | Self::Renju => Ruleset::Renju,
            Self::Gomoku => Ruleset::ExactFive,
        }
    }

    /// The board of all puzzles.
    #[must_use]
    pub fn board() -> &'static Geometry {
        Geometry::get(15, Shape::Square).expect("a board of the rules")
    }

    /// A game of this mode after the stones that nobody chooses by their worth.
    #[must_use]
    pub fn opening(self, random: &mut Rand64) -> Position {
        let stones = match self {
            Self::X0 => vec![near_centre(random, 2)],
            Self::Gomoku => scattered(random),
            Self::Renju => {
                let stones = pick(random, &OPENINGS).stones(Self::board().centre());
                let symmetry = pick(random, &Symmetry::ALL);
                stones.map(|point| symmetry.apply(point, Self::board().size())).to_vec()
            }
        };
        let mut position = Position::new(self.ruleset(), Self::board());
        for stone in stones {
            position.play(Some(stone)).expect("an empty point");
        }
        position
    }

    /// How far from the centre the next stone may lie.
    #[must_use]
    pub const fn zone(self, ply: usize) -> u8 {
        match (self, ply) {
            // Of the opening of renju: the fourth stone and a single fifth.
            (Self::Renju, 3) => 3,
            (Self::Renju, 4) => 4,
            _ => 7,
        }
    }
}

fn near_centre(random: &mut Rand64, distance: usize) -> Point {
    let centre = Mode::board().centre();
    let mut at = |middle: u8| middle - distance as u8 + below(random, 2 * distance + 1) as u8;
    Point::new(at(centre.x), at(centre.y))
}

/// The first stones of Swap2, black, white and black, after which White moves: near enough to each
/// other for a fight.
fn scattered(random: &mut Rand64) -> Vec<Point> {
    let mut stones = Vec::new();
    while stones.len() < 3 {
        let stone = near_centre(random, 3);
        if !stones.contains(&stone) {
            stones.push(stone);
        }
    }
    stones
}
