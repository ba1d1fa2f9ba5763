//! Plays a proof out against every defence.

use x0_rules::{Colour, Move, Position};

use super::{Check, Counter, Enough, Verdict, answers};
use crate::Proof;

/// Why a proof is none: the moves so far are the refutation.
enum Failed {
    Refuted,
    Enough,
}

impl From<Enough> for Failed {
    fn from(_: Enough) -> Self {
        Self::Enough
    }
}

/// Checks that the side to move wins by playing as the proof says, within the half-moves that it
/// says, against every defence. At most `limit` moves are played.
///
/// ```
/// use x0_rules::{Geometry, Position, Ruleset, Shape};
/// use x0_solver::check::{Verdict, check_proof};
/// use x0_solver::{Request, solve_vct};
///
/// let board = Geometry::get(15, Shape::Square).unwrap();
/// let position = Position::from_text(Ruleset::Renju, board, "h8a1i8a3j9a5").unwrap();
/// let request = Request { proof: true, ..Request::default() };
/// let proof = solve_vct(&position, &request).proof.unwrap();
/// assert_eq!(check_proof(&position, &proof, u64::MAX).verdict, Verdict::Confirmed);
/// ```
#[must_use]
pub fn check_proof(position: &Position, proof: &Proof, limit: u64) -> Check {
    let mut player = Player {
        attacker: position.to_move(),
        position: position.clone(),
        line: Vec::new(),
        counter: Counter { positions: 0, limit },
    };
    let played = player.attack(proof, proof.half_moves);
    let verdict = match played {
        Ok(()) => Verdict::Confirmed,
        Err(Failed::Refuted) => Verdict::Refuted,
        Err(Failed::Enough) => Verdict::Unknown,
    };
    let refutation = if verdict == Verdict::Refuted { player.line } else { Vec::new() };
    Check { verdict, positions: player.counter.positions, refutation }
}

struct Player {
    attacker: Colour,
    position: Position,
    /// Kept as it is where a proof fails.
    line: Vec<Move>,
    counter: Counter,
}

impl Player {
    /// Follows the proof, which must end within so many half-moves.
    fn attack(&mut self, proof: &Proof, half_moves: usize) -> Result<(), Failed> {
        self.counter.count()?;
        self.line.push(Some(proof.attack));
        let outcome = self.position.play(Some(proof.attack)).map_err(|_| Failed::Refuted)?;
        match outcome {
            Some(outcome) if outcome.winner == Some(self.attacker) && half_moves >= 1 => {}
            None if half_moves >= 3 => self.defend(proof, half_moves - 1)?,
            _ => return Err(Failed::Refuted),
        }
        self.position.undo();
        self.line.pop();
        Ok(())
    }

    fn defend(&mut self, proof: &Proof, half_moves: usize) -> Result<(), Failed> {
        let may_pass = self.position.ruleset().has_pass();
        for answer in answers(self.position.empty_points(), may_pass) {
            self.counter.count()?;
            self.line.push(answer);
            let outcome = self.position.play(answer).map_err(|_| Failed::Refuted)?;
            match outcome {
                // A foul.
                Some(outcome) if outcome.winner == Some(self.attacker) => {}
                Some(_) => return Err(Failed::Refuted),
                None => {
                    let next = proof.after(answer).ok_or(Failed::Refuted)?;
                    self.attack(next, half_moves - 1)?;
                }
            }
            self.position.undo();
            self.line.pop();
        }
        Ok(())
    }
}
