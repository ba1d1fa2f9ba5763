//! The rules of X-0: boards, rows, fouls and openings of five in a row. No I/O, no dependencies.
//!
//! # A game
//!
//! A [`Position`] is a board with stones, the side to move and the result so far. It plays moves,
//! takes them back, and says when the game is over and why:
//!
//! ```
//! use x0_rules::{Geometry, Point, Position, Reason, Ruleset, Shape};
//!
//! let board = Geometry::get(15, Shape::Square).unwrap();
//! let mut position = Position::new(Ruleset::Freestyle, board);
//! for name in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"] {
//!     assert_eq!(position.play(Point::parse(name)), Ok(None));
//! }
//! let outcome = position.play(Point::parse("l8")).unwrap().unwrap();
//! assert_eq!(outcome.reason, Reason::Five);
//! assert_eq!(outcome.line.len(), 5);
//! ```
//!
//! # Fouls
//!
//! Under [`Ruleset::Renju`] some points are forbidden to Black. A [`Foul`] names its kind and the
//! lines that prove it; of a double three also the points that make each three real:
//!
//! ```
//! use x0_rules::{FoulKind, Geometry, Position, Ruleset, Shape};
//!
//! let board = Geometry::get(15, Shape::Square).unwrap();
//! let mut position = Position::from_text(Ruleset::Renju, board, "f8a1g8a3h6a5h7a7").unwrap();
//! let fouls = position.fouls();
//! assert_eq!(fouls.len(), 1);
//! assert_eq!(fouls[0].kind, FoulKind::DoubleThree);
//! assert_eq!(fouls[0].point.to_string(), "H8");
//! assert_eq!(fouls[0].lines.len(), 2);
//! ```
//!
//! How it works, from the bottom: [`Geometry`] says where each point lies in its four lines;
//! `pattern` has a table of what a stone makes of a line; `board` keeps the lines as bits; `foul`
//! adds the recursion; `foul_map` keeps the answer for the whole board up to date.
//!
//! # Openings
//!
//! An [`Opening`] is a state machine that says who must act and what is possible:
//!
//! ```
//! use x0_rules::{Action, Colour, Geometry, Opening, OpeningKind, Point, Seat, Shape};
//!
//! let board = Geometry::get(15, Shape::Square).unwrap();
//! let mut opening = Opening::new(OpeningKind::Swap2, board, Colour::White);
//! for name in ["h8", "i9", "c4"] {
//!     opening.apply(Action::place(Point::parse(name).unwrap())).unwrap();
//! }
//! assert_eq!(opening.seat(), Seat::Second);
//! opening.apply(Action::Choose(Colour::White)).unwrap();
//! assert!(opening.done());
//! assert_eq!(opening.black(), Some(Seat::First));
//! ```

mod binary;
mod board;
mod error;
mod fifths;
mod foul;
mod foul_map;
mod geometry;
pub mod hash;
mod notation;
mod opening;
mod openings26;
mod outcome;
mod pattern;
mod point;
mod position;
mod ruleset;
mod symmetry;

pub use error::{IllegalMove, ParseError};
pub use fifths::{equal_fifths, equal_pair};
pub use foul::{Foul, FoulKind, FoulLine, FoulLineKind};
pub use geometry::{Geometry, Shape};
pub use opening::{Action, Opening, OpeningKind, Possible, Refusal, Seat};
pub use openings26::{NamedOpening, OPENINGS, named_opening};
pub use outcome::{Outcome, Reason};
pub use point::{Colour, Point};
pub use position::{Move, Position};
pub use ruleset::Ruleset;
pub use symmetry::Symmetry;
