//! Which of all puzzles that were found go into the base.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use anyhow::Result;
use x0_rules::Ruleset;

use crate::grade::Graded;
use crate::{LEVELS, Mode, Puzzle};

/// How many puzzles of each level there shall be for each mode.
pub type Quota = [usize; LEVELS];

/// Takes batches in a fixed order, so that what comes out depends on them alone.
#[derive(Debug)]
pub struct Selection {
    quota: Quota,
    wanted: Quota,
    /// Positions, the same for all their symmetries, over all modes.
    positions: HashSet<u64>,
    /// A near copy in another mode with the same rules is one as well.
    shapes: HashSet<(Ruleset, u64)>,
    modes: Vec<(Mode, OfMode)>,
}

/// What was found for a mode.
#[derive(Debug, Default)]
pub struct OfMode {
    found: [Vec<Puzzle>; LEVELS],
    /// How many batches were looked at.
    pub batches: u64,
    /// How long they took.
    pub seconds: f64,
}

impl OfMode {
    /// How many different puzzles there are of each level.
    #[must_use]
    pub fn counts(&self) -> [usize; LEVELS] {
        std::array::from_fn(|level| self.found[level].len())
    }
}

impl Selection {
    /// Nothing yet.
    #[must_use]
    pub fn new(quota: Quota, choice: NonZeroUsize, modes: &[Mode]) -> Self {
        let modes = modes.iter().map(|mode| (*mode, OfMode::default())).collect();
        let wanted = quota.map(|count| count * choice.get());
        Self { quota, wanted, positions: HashSet::new(), shapes: HashSet::new(), modes }
    }

    /// How many there shall be to choose from.
    #[must_use]
    pub fn wanted(&self) -> Quota {
        self.wanted
    }

    /// The modes and what was found for them.
    pub fn modes(&self) -> impl Iterator<Item = (Mode, &OfMode)> {
        self.modes.iter().map(|(mode, of)| (*mode, of))
    }

    /// Whether enough was found for the mode.
    #[must_use]
    pub fn is_full(&self, mode: Mode) -> bool {
        let enough = |of: &OfMode| of.counts().iter().zip(self.wanted).all(|(n, q)| *n >= q);
        self.modes.iter().all(|(other, of)| *other != mode || enough(of))
    }

    /// Takes the puzzles of a batch that are new.
    ///
    /// # Errors
    ///
    /// A puzzle is none by the rules.
    pub fn add(&mut self, mode: Mode, puzzles: Vec<Graded>, seconds: f64) -> Result<()> {
        let Some((_, of)) = self.modes.iter_mut().find(|(other, _)| *other == mode) else {
            return Ok(());
        };
        of.batches += 1;
        of.seconds += seconds;
        for Graded { puzzle, shape } in puzzles {
            let position = puzzle.position(mode)?.canonical().hash();
            let shape = (mode.ruleset(), shape);
            if self.positions.insert(position) && self.shapes.insert(shape) {
                of.found[usize::from(puzzle.level - 1)].push(puzzle);
            }
        }
        Ok(())
    }

    /// The puzzles of a mode, those of which fewest moves win, at first and then along the main line;
    /// sorted by level and difficulty.
    #[must_use]
    pub fn best(&self, mode: Mode) -> Vec<Puzzle> {
        let mut chosen = Vec::new();
        for (_, of) in self.modes.iter().filter(|(other, _)| *other == mode) {
            for (found, quota) in of.found.iter().zip(self.quota) {
                let mut found: Vec<&Puzzle> = found.iter().collect();
                // Stable: among equals what was found first.
                found.sort_by_key(|puzzle| {
                    (puzzle.first_moves.len(), puzzle.winning.iter().sum::<usize>())
                });
                chosen.extend(found.into_iter().take(quota).cloned());
            }
        }
        chosen.sort_by_cached_key(|puzzle| (puzzle.level, puzzle.difficulty, puzzle.to_text()));
        chosen
    }
}
