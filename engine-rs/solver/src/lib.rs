//! Proves wins by continuous fours (VCF) and by continuous fours and threes (VCT), for any rules,
//! board and colour. No I/O, no dependencies but the rules.
//!
//! ```
//! use x0_rules::{Geometry, Position, Ruleset, Shape};
//! use x0_solver::{Request, Status, solve_vcf, solve_vct};
//!
//! let board = Geometry::get(15, Shape::Square).unwrap();
//! let position = Position::from_text(Ruleset::Renju, board, "h8a1i8a3j9a5").unwrap();
//! assert_eq!(solve_vcf(&position, &Request::default()).status, Status::None);
//! let solution = solve_vct(&position, &Request::default());
//! assert_eq!(solution.status, Status::Win);
//! assert_eq!(solution.line.len(), solution.half_moves.unwrap());
//! ```
//!
//! How it works, from the bottom: `windows` finds what is missing to a five in a whole line at once;
//! `field` keeps that up to date for all lines as stones are played and taken back, and asks the
//! rules which points are fouls; `search` answers whether there is a win within a number of moves,
//! and `table` remembers what it found; `solve` makes that number larger and puts the answer
//! together; `tell` shows a line and a proof; `judge` says whether a move that somebody chose still
//! wins, and `continuation` how to go on. [`check`] is a second opinion that uses none of it.

pub mod check;
mod continuation;
mod field;
mod grid;
mod judge;
mod limits;
mod search;
mod solution;
mod solve;
mod table;
mod tell;
mod windows;

pub use continuation::continuation;
pub use judge::{Judgement, Ruling, judge};
pub use limits::Limits;
pub use search::Method;
pub use solution::{Proof, Solution, Status};
pub use solve::{Request, solve_by, solve_vcf, solve_vct};
