//! A game of the engine against itself, and the puzzles in it.

use x0_rules::{Colour, Point, Position};
use x0_solver::{Solution, Status, solve_vct};

use crate::grade::{Fault, Graded, grade, grade_win, prove, request};
use crate::player::Player;
use crate::{Mode, idle_move_loses, random};

/// Before that there is nothing to find.
const FIRST_PLY: usize = 7;
/// Positions with more stones are tiresome to look at.
const LAST_PLY: usize = 64;
/// Nodes to see whether a position is worth a closer look.
const GLANCE: u64 = 3_000;

/// What came of a game.
#[derive(Clone, Debug, Default)]
pub struct Harvest {
    /// The puzzles in the order of the game.
    pub puzzles: Vec<Graded>,
    /// Why wins that were seen are no puzzles.
    pub faults: Vec<Fault>,
}

/// Plays a game, which depends on seed, mode and number alone.
#[must_use]
pub fn play(seed: u64, mode: Mode, number: u64) -> Position {
    let mut random = random::of_game(seed, mode, number);
    let players = [Player::any(&mut random), Player::any(&mut random)];
    let mut position = mode.opening(&mut random);
    while position.ply() < LAST_PLY {
        let player = players[position.to_move() as usize];
        let Some(point) = player.choose(&position, mode, &mut random) else { break };
        if position.play_quietly(Some(point)) != Ok(false) {
            // The move that ended the game belongs to no position that is looked at.
            position.undo();
            break;
        }
    }
    position
}

/// Looks for puzzles in the positions of a game.
///
/// As long as a side keeps its win, turn after turn, it has one idea, which gives one puzzle: the
/// first position that is good enough. Later ones are puzzles only if the attacker makes none of the
/// moves in them that he makes in an earlier one.
#[must_use]
pub fn harvest(game: &Position) -> Harvest {
    let mut harvest = Harvest::default();
    let mut position = Position::new(game.ruleset(), game.geometry());
    let mut taken = [Vec::new(), Vec::new()];
    for mv in game.moves() {
        if position.ply() >= FIRST_PLY {
            look(&position, &mut taken, &mut harvest);
        }
        if position.play_quietly(mv) != Ok(false) {
            return harvest;
        }
    }
    look(&position, &mut taken, &mut harvest);
    harvest
}

/// `taken` are the attacks of each side since it has a win.
fn look(position: &Position, taken: &mut [Vec<Point>; 2], harvest: &mut Harvest) {
    let side = position.to_move();
    let taken = &mut taken[side as usize];
    let five = |colour: Colour| !position.winning_points(colour).is_empty();
    if five(side) || five(side.opposite()) {
        return;
    }
    if solve_vct(position, &request(GLANCE, false)).status != Status::Win {
        taken.clear();
        return;
    }
    let mut take = |position: &Position, graded: Graded, harvest: &mut Harvest| {
        let attacks = graded.puzzle.line.iter().step_by(2);
        if attacks.clone().any(|point| taken.contains(point)) {
            return;
        }
        taken.extend(attacks);
        if idle_move_loses(position) {
            harvest.puzzles.push(graded);
        } else {
            harvest.faults.push(Fault::Idle);
        }
    };
    let win = match prove(position) {
        Ok(win) => win,
        Err(fault) => return harvest.faults.push(fault),
    };
    match grade_win(position, &win) {
        Ok(graded) => take(position, graded, harvest),
        Err(fault) => {
            harvest.faults.push(fault);
            if let Some((position, graded)) = play_on(position, &win) {
                take(&position, graded, harvest);
            }
        }
    }
}

/// What is no puzzle for its many ways may be one before the last step: there the win is played on
/// to the move that decides. Most puzzles of the first level are found like that, for whoever plays
/// sees two fours coming.
fn play_on(position: &Position, win: &Solution) -> Option<(Position, Graded)> {
    let mut position = position.clone();
    let before = win.line.len().checked_sub(3).filter(|before| *before > 0)?;
    for point in &win.line[..before] {
        if position.play_quietly(Some(*point)) != Ok(false) {
            return None;
        }
    }
    let graded = grade(&position).ok()?;
    Some((position, graded))
}
