//! A second opinion: checks claims of wins by playing them out, slowly.
//!
//! Nothing of the solver is used here. Only the rules play, judge and take back; of a line, a four
//! or a window this code knows nothing. Whatever the attacker plays, *every* answer of the defender
//! is tried that the rules allow, a pass included.

mod proof;
mod search;

use x0_rules::{Move, Point};

pub use proof::check_proof;
pub use search::{Attacks, check_win};

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins as claimed.
    Confirmed,
    /// He does not.
    Refuted,
    /// The check would have had to look at more positions than it was allowed.
    Unknown,
}

impl Verdict {
    /// The name that interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
        }
    }
}

/// The outcome of a check.
#[derive(Clone, Debug)]
pub struct Check {
    /// What it found.
    pub verdict: Verdict,
    /// Moves that were played.
    pub positions: u64,
    /// Of a refuted proof: the moves after which it has no answer or a wrong one.
    pub refutation: Vec<Move>,
}

/// More positions would be needed than are allowed.
struct Enough;

/// Counts moves.
struct Counter {
    positions: u64,
    limit: u64,
}

impl Counter {
    fn count(&mut self) -> Result<(), Enough> {
        if self.positions >= self.limit {
            return Err(Enough);
        }
        self.positions += 1;
        Ok(())
    }
}

/// All answers, allowed or not; a foul is judged when it is played.
fn answers(empty: Vec<Point>, may_pass: bool) -> impl Iterator<Item = Move> {
    empty.into_iter().map(Some).chain(may_pass.then_some(None))
}
