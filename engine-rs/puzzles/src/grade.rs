//! Whether a position is a puzzle, and how hard it is.

use std::fmt;

use x0_rules::{Point, Position};
use x0_solver::{Limits, Request, Solution, Status, solve_vcf, solve_vct};

use crate::puzzle::{Puzzle, level_of};
use crate::shape::shape;
use crate::shapes::{fours, straight_fours};
use crate::theme::themes;

/// So many moves besides the ones of the main line may win, all in all, where there is still
/// something to find.
const OTHERS: usize = 1;
/// Where the first move decides, only one does; so many besides may win later.
const OTHERS_LATER: usize = 4;
/// The attacker's last moves, the five included, where it does not matter how many win. The first
/// one never is one of them.
const LAST: usize = 3;
/// Nodes for the proof, and for each position on the way.
const NODES: u64 = 150_000;
const NODES_ON_THE_WAY: u64 = 40_000;

/// Why a position is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// A side can complete a row at once.
    Five,
    /// No win was found, or not proved to be the shortest.
    NoProof,
    /// The attacker makes an open four at once.
    OpenFour,
    /// Fours alone win, and threes win sooner: two ideas.
    TwoWays,
    /// Too many moves win at the beginning or on the way.
    ManyMoves,
    /// A stone out of the way wins as well, or may.
    Idle,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Five => "a five can be made at once",
            Self::NoProof => "no shortest win was proved",
            Self::OpenFour => "an open four can be made at once",
            Self::TwoWays => "fours win, and threes win sooner",
            Self::ManyMoves => "many moves win",
            Self::Idle => "a stone out of the way may win as well",
        })
    }
}

/// A puzzle and the number that near copies of it share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// See [`crate::shape`].
    pub shape: u64,
}

/// What the solver is asked: always the same, so that answers are, too.
#[must_use]
pub fn request(nodes: u64, proof: bool) -> Request {
    // Small tables are made sooner, and these searches are short.
    Request { limits: Limits { nodes, memory: 8 << 20, ..Limits::default() }, proof }
}

/// The win that a puzzle rests on: a shortest one, by fours and threes.
///
/// # Errors
///
/// A fault that one sees from the first move.
pub fn prove(position: &Position) -> Result<Solution, Fault> {
    let attacker = position.to_move();
    let hanging = |colour| !position.winning_points(colour).is_empty();
    if hanging(attacker) || hanging(attacker.opposite()) {
        return Err(Fault::Five);
    }
    let solution = solve_vct(position, &request(NODES, true));
    let told = solution.half_moves == Some(solution.line.len()) && solution.proof.is_some();
    if solution.status != Status::Win || !solution.shortest || !told {
        return Err(Fault::NoProof);
    }
    if solution.half_moves == Some(3) && has_open_four(position, &solution.first_moves) {
        return Err(Fault::OpenFour);
    }
    Ok(solution)
}

fn has_open_four(position: &Position, first_moves: &[Point]) -> bool {
    let attacker = position.to_move();
    let mut position = position.clone();
    first_moves.iter().any(|point| {
        let on = position.play_quietly(Some(*point)).is_ok();
        let straight = straight_fours(&position, attacker, *point).contains(&true);
        if on {
            position.undo();
        }
        straight
    })
}

/// Grades a position that came about by moves from the empty board.
///
/// # Errors
///
/// Why it is no puzzle.
pub fn grade(position: &Position) -> Result<Graded, Fault> {
    grade_win(position, &prove(position)?)
}

/// Grades a position with its proof.
///
/// # Errors
///
/// Why it is no puzzle.
pub fn grade_win(position: &Position, solution: &Solution) -> Result<Graded, Fault> {
    let by_fours = solve_vcf(position, &request(NODES, false));
    if by_fours.status == Status::Win && by_fours.half_moves != solution.half_moves {
        return Err(Fault::TwoWays);
    }
    let way = follow(position, solution)?;
    let proof = solution.proof.as_ref().ok_or(Fault::NoProof)?;
    let shape = shape(position, &solution.line, proof).ok_or(Fault::NoProof)?;
    let puzzle = Puzzle {
        level: level_of(solution.line.len()),
        difficulty: difficulty(solution, &way),
        moves: position.moves().into_iter().flatten().collect(),
        themes: themes(position, &solution.line, by_fours.status == Status::Win),
        line: solution.line.clone(),
        first_moves: solution.first_moves.clone(),
        winning: way.winning,
    };
    Ok(Graded { puzzle, shape })
}

/// What there is to choose from along the main line.
struct Way {
    /// Moves that win, up to the decisive one.
    winning: Vec<usize>,
    /// Fours that do not.
    wrong_fours: usize,
}

fn follow(position: &Position, solution: &Solution) -> Result<Way, Fault> {
    let mut way = Way { winning: Vec::new(), wrong_fours: 0 };
    let mut position = position.clone();
    let mut others = 0;
    let attacks = solution.line.len().div_ceil(2);
    let soonest = solution.lengths.iter().filter(|length| **length == solution.line.len());
    if attacks == 2 && soonest.count() > 1 {
        return Err(Fault::ManyMoves);
    }
    for (index, pair) in solution.line.chunks(2).take(attacks - 1).enumerate() {
        let winning = if index == 0 {
            solution.first_moves.clone()
        } else {
            let on = solve_vct(&position, &request(NODES_ON_THE_WAY, false));
            // Not to be shorter: the defence is the one that holds out longest.
            if on.half_moves != Some(solution.line.len() - 2 * index) {
                return Err(Fault::NoProof);
            }
            on.first_moves
        };
        if index == 0 || attacks - index > LAST {
            others += winning.len() - 1;
        }
        if others > if attacks == 2 { OTHERS_LATER } else { OTHERS } {
            return Err(Fault::ManyMoves);
        }
        let wrong = fours(&position).into_iter().filter(|four| !winning.contains(four)).count();
        way.wrong_fours += wrong;
        way.winning.push(winning.len());
        for point in pair {
            if position.play_quietly(Some(*point)) != Ok(false) {
                return Err(Fault::NoProof);
            }
        }
    }
    Ok(way)
}

/// 100 for each move to find, 40 for each doubling of the wrong fours along the way, 15 for each
/// doubling of the positions that the solver looked at.
fn difficulty(solution: &Solution, way: &Way) -> u32 {
    let doublings = |number: f64| (1.0 + number).log2();
    let sum = 100.0 * way.winning.len() as f64
        + 40.0 * doublings(way.wrong_fours as f64)
        + 15.0 * doublings(solution.nodes as f64);
    sum.round() as u32
}
