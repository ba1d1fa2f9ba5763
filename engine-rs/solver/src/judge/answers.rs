//! What the defender may answer.

use std::cmp::Reverse;

use x0_rules::Point;

use crate::field::{CellSet, Completions};
use crate::grid::Cell;
use crate::search::Search;

/// The answers that must be looked at; none of them is a foul.
#[derive(Debug)]
pub(super) enum Answers {
    /// These. After all others the attacker wins within so many moves; here is one of them, if any
    /// is allowed.
    These(Vec<Cell>, (Option<Cell>, u8)),
    /// All, a pass included: nothing threatens.
    All,
}

impl Search {
    /// The answers to what the attacker has played; the defender has no five. With `by` at a stone
    /// that made a three that three is meant, and else any.
    pub(super) fn answers(&mut self, by: Option<Cell>) -> Answers {
        let fives = self.field.completing_cells(self.attacker);
        if let [cell] = fives[..]
            && !self.field.is_foul(cell, self.defender())
        {
            return Answers::These(vec![cell], (None, 1));
        }
        if let Some(cell) = fives.first() {
            return Answers::These(Vec::new(), (self.answer_to_four(*cell), 1));
        }
        let three = self.replies_in_order(by).or_else(|| self.replies_in_order(None));
        let Some((extension, mut cells)) = three else { return Answers::All };
        cells.retain(|cell| !self.field.is_foul(*cell, self.defender()));
        Answers::These(cells, (self.allowed_near(extension.cell), 2))
    }

    /// All answers, those first that are likely to refute: where the attacker would go on, in the
    /// order of `line`; where the defender makes a four; where many stones are near.
    pub(super) fn answers_by_promise(&self, line: &[Point]) -> Vec<Cell> {
        let (field, defender) = (&self.field, self.defender());
        let mut fours = Vec::new();
        field.four_cells(defender, &mut CellSet::default(), &mut fours);
        let allowed = |cell: &Cell| !field.is_foul(*cell, defender);
        let mut cells: Vec<Cell> = field.empty_cells().filter(allowed).collect();
        cells.sort_by_cached_key(|cell| {
            let told = line
                .iter()
                .position(|point| *point == field.grid.point(*cell))
                .unwrap_or(usize::MAX);
            let company = field.company(*cell, defender) + field.company(*cell, self.attacker);
            (told, !fours.contains(cell), Reverse(company), *cell)
        });
        cells
    }

    /// Where the attacker must stop the defender's four, if that is one he can stop.
    pub(super) fn stop(&self) -> Option<Cell> {
        match self.field.completions(self.defender()) {
            Completions::One(cell) if !self.field.is_foul(cell, self.attacker) => Some(cell),
            _ => None,
        }
    }

    /// Does something after these stones, and after a pass if one follows.
    pub(super) fn after<T>(
        &mut self,
        path: &[Cell],
        pass: bool,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        for cell in path {
            self.field.play(*cell);
        }
        if pass {
            self.field.pass();
        }
        let result = work(self);
        if pass {
            self.field.undo_pass();
        }
        for _ in path {
            self.field.undo();
        }
        result
    }
}
