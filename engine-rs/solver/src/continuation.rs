//! How an attack goes on, as a hint or a solution shows it.

use x0_rules::{Point, Position};

use crate::limits::Limits;
use crate::solve::{Request, solve_vct};

/// How the side to move goes on towards its win by fours and threes: a shortest line up to and
/// including the five; where a limit was reached before that could be told, only its first move.
///
/// A four of the defender may have to be stopped before the attack goes on: then that stop alone, if
/// one stone does it. Nothing if no win was found. The position is not changed.
///
/// ```
/// use x0_rules::{Geometry, Point, Position, Ruleset, Shape};
/// use x0_solver::{Limits, continuation};
///
/// let board = Geometry::get(15, Shape::Square).unwrap();
/// let position = |moves| Position::from_text(Ruleset::Renju, board, moves).unwrap();
/// assert_eq!(continuation(&position("h8a1i8a3j8a5"), &Limits::of_judge()).len(), 3);
/// let stopped = continuation(&position("h8a1i8a2k8a3l4a4"), &Limits::of_judge());
/// assert_eq!(stopped, [Point::parse("a5").unwrap()]);
/// ```
#[must_use]
pub fn continuation(position: &Position, limits: &Limits) -> Vec<Point> {
    let request = Request { limits: limits.clone(), proof: false };
    let solution = solve_vct(position, &request);
    if !solution.line.is_empty() {
        return solution.line;
    }
    if let Some(first) = solution.first_moves.first() {
        return vec![*first];
    }
    let stops = position.winning_points(position.to_move().opposite());
    if stops.len() == 1 { stops } else { Vec::new() }
}
