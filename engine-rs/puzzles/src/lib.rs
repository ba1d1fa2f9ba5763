//! Puzzles of five in a row: positions in which the side to move wins by fours and threes. Finds
//! them in games of the engine against itself, grades them, and proves them anew.
//!
//! From the bottom: `player` chooses moves and `game` plays games with it, from the openings of a
//! [`Mode`]; `grade` says whether a position is a puzzle and what is known of it, `idle` whether
//! there is anything to find; `batch` keeps what was found in a work folder; `selection` takes what
//! is new and good enough; [`base`] writes files and reads them; [`verify`] proves them anew.
//! [`generate`] does all of this on many cores.

pub mod base;
pub mod batch;
mod game;
pub mod generate;
mod grade;
mod idle;
mod mode;
mod player;
mod puzzle;
mod random;
pub mod selection;
mod shape;
mod shapes;
pub mod stats;
mod theme;
pub mod verify;

pub use game::{Harvest, harvest, play};
pub use grade::{Fault, Graded, grade, prove, request};
pub use idle::idle_move_loses;
pub use mode::Mode;
pub use puzzle::{COLUMNS, LEVELS, Puzzle, level_of};
pub use theme::Theme;

/// The version of the generator: another one when the same seed may give other puzzles.
pub const GENERATOR: u32 = 2;
