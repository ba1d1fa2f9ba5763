//! The search: whether the attacker wins within a number of moves of his.
//!
//! The attacker only makes moves that threaten to win: fours, and where that is asked for threes. A
//! four has one answer, the point that completes it; if that is a foul for Black, it has none. A
//! three has as many answers as there are points: which of them need to be looked at is said at
//! [`Search::defend`]. Whenever the defender has made a four, the attacker must stop it first.
//!
//! `moves` counts the attacker's moves up to and including the five. It is made larger step by
//! step, so that what is found first is shortest. Alone what was cut off by it is looked at again:
//! of every position the table knows within how many moves there is no win, or that there is none.

use x0_rules::Colour;

use crate::field::{CellSet, Completions, Extension, Field, Four};
use crate::grid::Cell;
use crate::limits::{Limits, Meter, Stopped};
use crate::table::{NOWHERE, Table};

/// However many moves he makes.
pub(crate) const NEVER: u8 = u8::MAX;

/// What a search of limited depth found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The attacker wins within so many moves.
    Win(u8),
    /// He does not within so many, or [`NEVER`].
    Fail(u8),
}

impl Verdict {
    /// Seen from one move of the attacker earlier.
    #[inline]
    pub fn before(self) -> Self {
        match self {
            Self::Win(moves) => Self::Win(moves + 1),
            Self::Fail(moves) => Self::Fail(moves.saturating_add(1)),
        }
    }
}

/// Which moves the attacker makes, and what helps the search. Without table or order it finds the
/// same, later.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Threes as well as fours.
    pub threes: bool,
    /// Whether promising moves are tried first.
    pub ordered: bool,
}

pub(crate) struct Search {
    pub field: Field,
    pub attacker: Colour,
    pub meter: Meter,
    method: Method,
    table: Table,
    /// Moves of all positions on the way, one after the other.
    fours: Vec<Four>,
    cells: Vec<Cell>,
    /// What refuted the last three, by the moves that were left: it often refutes the next one.
    refutations: [Cell; 256],
}

impl Search {
    pub fn new(field: Field, method: Method, limits: &Limits) -> Self {
        Self {
            attacker: field.to_move(),
            field,
            meter: Meter::new(limits),
            method,
            table: Table::new(limits.memory),
            fours: Vec::new(),
            cells: Vec::new(),
            refutations: [NOWHERE; 256],
        }
    }

    /// Which of fours and threes the attacker makes from here on.
    pub fn set_threes(&mut self, threes: bool) {
        self.method.threes = threes;
    }

    pub fn threes(&self) -> bool {
        self.method.threes
    }

    #[inline]
    pub fn defender(&self) -> Colour {
        self.attacker.opposite()
    }

    /// A position is another one for another set of moves.
    #[inline]
    fn key(&self) -> u64 {
        self.field.key() ^ u64::from(self.method.threes) << 63 ^ u64::from(self.method.threes)
    }

    /// Whether the attacker, who is to move and has no five, wins within so many moves.
    pub fn attack(&mut self, moves: u8) -> Result<Verdict, Stopped> {
        self.meter.count()?;
        let only = match self.field.completions(self.defender()) {
            Completions::None => None,
            Completions::One(cell) => Some(cell),
            Completions::Several => return Ok(Verdict::Fail(NEVER)),
        };
        if moves < 2 {
            return Ok(Verdict::Fail(1));
        }
        let mut hint = NOWHERE;
        if moves >= 3
            && let Some(known) = self.table.get(self.key())
        {
            if known.win != 0 && known.win <= moves {
                return Ok(Verdict::Win(known.win));
            }
            if known.fail >= moves {
                return Ok(Verdict::Fail(known.fail));
            }
            hint = known.best;
        }
        if self.method.threes && moves >= 5 {
            // Wins by fours alone cost little to find, and what has none is known for good.
            self.method.threes = false;
            let found = self.attack(moves);
            self.method.threes = true;
            if let Verdict::Win(within) = found? {
                self.table.put(self.key(), within, 0, NOWHERE);
                return Ok(Verdict::Win(within));
            }
        }
        let base = self.fours.len();
        self.field.fours(self.attacker, only, &mut self.fours);
        let found = self.attack_with(moves, only, base, hint);
        self.fours.truncate(base);
        let (verdict, best) = found?;
        if moves >= 3 {
            match verdict {
                Verdict::Win(within) => self.table.put(self.key(), within, 0, best),
                Verdict::Fail(within) => self.table.put(self.key(), 0, within, NOWHERE),
            }
        }
        Ok(verdict)
    }

    /// Tries the fours from `base` on, and then threes.
    fn attack_with(
        &mut self,
        moves: u8,
        only: Option<Cell>,
        base: usize,
        hint: Cell,
    ) -> Result<(Verdict, Cell), Stopped> {
        for index in base..self.fours.len() {
            let four = self.fours[index];
            if four.double && !self.field.is_foul(four.cell, self.attacker) {
                return Ok((Verdict::Win(2), four.cell));
            }
        }
        if moves == 2 {
            return Ok(self.last_four(base));
        }
        let mut within = NEVER;
        self.sort_fours(moves, base, hint);
        for index in base..self.fours.len() {
            let four = self.fours[index];
            match self.four(four, moves)? {
                Verdict::Win(moves) => return Ok((Verdict::Win(moves), four.cell)),
                Verdict::Fail(moves) => within = within.min(moves),
            }
        }
        if !self.method.threes {
            return Ok((Verdict::Fail(within), NOWHERE));
        }
        let first = self.cells.len();
        let found = self.attack_by_threes(moves, only, base, hint);
        self.cells.truncate(first);
        match found? {
            (Verdict::Fail(moves), _) => Ok((Verdict::Fail(within.min(moves)), NOWHERE)),
            win => Ok(win),
        }
    }

    /// Whether one of the fours from `base` on, none of them double, cannot be stopped: then the
    /// point that completes it is a foul.
    fn last_four(&mut self, base: usize) -> (Verdict, Cell) {
        if self.field.has_fouls(self.defender()) {
            for index in base..self.fours.len() {
                let four = self.fours[index];
                if self.field.is_trap(four.cell, four.completion) {
                    return (Verdict::Win(2), four.cell);
                }
            }
        }
        // Whether there are threes was not looked at.
        let none = self.fours.len() == base && !self.method.threes;
        (Verdict::Fail(if none { NEVER } else { 2 }), NOWHERE)
    }

    fn sort_fours(&mut self, moves: u8, base: usize, hint: Cell) {
        let found = &mut self.fours[base..];
        if hint != NOWHERE
            && let Some(at) = found.iter().position(|four| four.cell == hint)
        {
            found.swap(0, at);
            return;
        }
        // With two fours to go the order costs more than it saves.
        if moves < 4 || found.len() < 2 || !self.method.ordered {
            return;
        }
        let (attacker, defender) = (self.attacker, self.attacker.opposite());
        for four in found.iter_mut() {
            let own = self.field.company(four.cell, attacker) as i16;
            let other = self.field.company(four.completion, defender) as i16;
            four.worth = 2 * own - other;
        }
        found.sort_unstable_by_key(|four| (-four.worth, four.cell));
    }

    /// A four with one completion, and the answer to it.
    #[inline]
    pub fn four(&mut self, four: Four, moves: u8) -> Result<Verdict, Stopped> {
        if !self.field.play(four.cell) {
            return Ok(Verdict::Fail(NEVER));
        }
        let answered = if self.field.play(four.completion) {
            let verdict = self.attack(moves - 1);
            self.field.undo();
            verdict
        } else {
            Ok(Verdict::Win(1))
        };
        self.field.undo();
        answered.map(Verdict::before)
    }

    fn attack_by_threes(
        &mut self,
        moves: u8,
        only: Option<Cell>,
        base: usize,
        hint: Cell,
    ) -> Result<(Verdict, Cell), Stopped> {
        if let Some(cell) = only {
            // The stone that stops the defender's four; if it makes a four, that has been tried.
            if self.fours.len() > base {
                return Ok((Verdict::Fail(NEVER), NOWHERE));
            }
            return Ok((self.quiet(cell, None, moves)?, cell));
        }
        let mut known = CellSet::default();
        for four in &self.fours[base..] {
            known.add(four.cell);
        }
        let first = self.cells.len();
        self.field.three_cells(self.attacker, &mut known, &mut self.cells);
        self.sort_threes(first, hint);
        let mut within = NEVER;
        for index in first..self.cells.len() {
            let cell = self.cells[index];
            match self.quiet(cell, Some(cell), moves)? {
                Verdict::Win(moves) => return Ok((Verdict::Win(moves), cell)),
                Verdict::Fail(moves) => within = within.min(moves),
            }
        }
        Ok((Verdict::Fail(within), NOWHERE))
    }

    fn sort_threes(&mut self, first: usize, hint: Cell) {
        let (field, attacker) = (&self.field, self.attacker);
        let found = &mut self.cells[first..];
        if self.method.ordered {
            found.sort_by_cached_key(|cell| {
                (*cell != hint, u32::MAX - field.company(*cell, attacker), *cell)
            });
        }
    }

    /// A stone that makes no four; with `by` at that stone its threes are looked at, and else all.
    pub fn quiet(&mut self, cell: Cell, by: Option<Cell>, moves: u8) -> Result<Verdict, Stopped> {
        if !self.field.play(cell) {
            return Ok(Verdict::Fail(NEVER));
        }
        let verdict = if moves < 3 { Ok(Verdict::Fail(1)) } else { self.defend(by, moves - 1) };
        self.field.undo();
        verdict.map(Verdict::before)
    }

    /// Whether the attacker wins within so many moves whatever the defender, who has no five, plays.
    ///
    /// There must be a standing three, that is a threat of a straight four. Then whatever the
    /// defender plays loses to the straight four, but for what stops it (its stone and its two
    /// ends), what makes a four first, and what makes the straight four a foul.
    fn defend(&mut self, by: Option<Cell>, moves: u8) -> Result<Verdict, Stopped> {
        let first = self.cells.len();
        let verdict = match self.replies(by) {
            None => Ok(Verdict::Fail(NEVER)),
            Some(_) => self.defend_with(first, moves),
        };
        self.cells.truncate(first);
        verdict
    }

    fn defend_with(&mut self, first: usize, moves: u8) -> Result<Verdict, Stopped> {
        let mut longest = 2;
        let killer = self.refutations[usize::from(moves)];
        if self.method.ordered
            && let Some(at) = self.cells[first..].iter().position(|cell| *cell == killer)
        {
            self.cells.swap(first, first + at);
        }
        for index in first..self.cells.len() {
            if !self.field.play(self.cells[index]) {
                continue;
            }
            let verdict = self.attack(moves);
            self.field.undo();
            match verdict? {
                Verdict::Win(moves) => longest = longest.max(moves),
                fail => {
                    self.refutations[usize::from(moves)] = self.cells[index];
                    return Ok(fail);
                }
            }
        }
        Ok(Verdict::Win(longest))
    }

    /// Adds to `cells` all answers that the straight four returned here does not refute; `None` if
    /// no three stands. Fouls of the defender may be among them.
    pub fn replies(&mut self, by: Option<Cell>) -> Option<Extension> {
        let (attacker, defender) = (self.attacker, self.defender());
        let field = &self.field;
        let mut extensions =
            field.extensions(attacker, by).filter(|e| !field.is_foul(e.cell, attacker));
        let any = extensions.next()?;
        let fragile = |e: &Extension| field.has_fouls(attacker) && field.is_fragile(e.cell);
        let firm = std::iter::once(any).chain(extensions).find(|e| !fragile(e));
        if let Some(extension) = firm {
            let mut known = CellSet::default();
            for cell in [extension.cell, extension.ends[0], extension.ends[1]] {
                known.add(cell);
                self.cells.push(cell);
            }
            field.four_cells(defender, &mut known, &mut self.cells);
            return firm;
        }
        self.cells.extend(field.empty_cells());
        Some(any)
    }

    /// The least number of moves, from `from` to `most`, within which the attacker, who is to move and
    /// has no five, wins; `None` if there is none. That he does not win within fewer than `from` must
    /// be known; `from` grows with what is known, also when a limit is reached.
    pub fn deepen(&mut self, from: &mut u8, most: u8) -> Result<Option<u8>, Stopped> {
        while *from <= most {
            match self.attack(*from)? {
                Verdict::Win(_) => return Ok(Some(*from)),
                Verdict::Fail(within) => *from = within.max(*from).saturating_add(1),
            }
        }
        Ok(None)
    }

    /// What the table thinks best here.
    pub fn known_best(&self) -> Option<Cell> {
        self.table.get(self.key()).map(|entry| entry.best).filter(|cell| *cell != NOWHERE)
    }

    /// The answers found by [`Self::replies`], taken away again.
    pub fn replies_in_order(&mut self, by: Option<Cell>) -> Option<(Extension, Vec<Cell>)> {
        let first = self.cells.len();
        let extension = self.replies(by);
        let mut cells = self.cells.split_off(first);
        cells.sort_unstable();
        extension.map(|extension| (extension, cells))
    }

    /// All fours of the attacker, of those at `only` if that is given.
    pub fn all_fours(&self, only: Option<Cell>) -> Vec<Four> {
        let mut found = Vec::new();
        self.field.fours(self.attacker, only, &mut found);
        found
    }

    /// All stones of the attacker that make a three by shape and no four.
    pub fn all_threes(&self, fours: &[Four]) -> Vec<Cell> {
        let mut known = CellSet::default();
        for four in fours {
            known.add(four.cell);
        }
        let mut found = Vec::new();
        self.field.three_cells(self.attacker, &mut known, &mut found);
        found
    }
}
