//! Whether there is anything to find: where every move wins, the right one is no news.

use x0_rules::{Point, Position};
use x0_solver::{Limits, Ruling, judge};

/// Whether the judge of moves says, with the limits that it has for players, that a stone out of the
/// way gives the win away: the first of the points that are farthest from all stones.
#[must_use]
pub fn idle_move_loses(position: &Position) -> bool {
    let stones = position.stones();
    let distance = |point: Point| {
        let to = |stone: Point| point.x.abs_diff(stone.x).max(point.y.abs_diff(stone.y));
        stones.iter().map(|(stone, _)| to(*stone)).min()
    };
    // The first among equals: `max_by_key` takes the last.
    let Some(idle) = position.empty_points().into_iter().rev().max_by_key(|point| distance(*point))
    else {
        return false;
    };
    judge(position, idle, &Limits::of_judge()).is_ok_and(|found| found.ruling == Ruling::Wrong)
}
