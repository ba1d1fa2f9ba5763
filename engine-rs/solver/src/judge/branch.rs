//! The defender's answers, and what is known of each.
//!
//! All must lose, and one that does not is enough: so each gets a few nodes first and more when all
//! others had theirs. One that is hard to decide then does not hide another one that refutes.

use std::cmp::Reverse;

use crate::grid::Cell;
use crate::judge::answers::Answers;
use crate::judge::{MANY, Ruling};
use crate::search::Search;
use crate::tell::Choice;

/// Nodes for each answer at first, and how many times as many in the next round.
const FIRST: u64 = 256;
const MORE: u64 = 8;

/// Wins by fours alone are looked for with this part of an answer's nodes.
const FOURS: u64 = 4;

/// The win that would follow a pass is looked for with this part of all nodes.
const PASS: u64 = 8;

/// More answers than this are not looked at.
const MOST: usize = 1 << 14;

/// Whether an answer saves the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// The attacker wins all the same.
    Loses,
    Refutes,
    /// The attacker has no attack, but he can stop the four there and perhaps go on after that.
    Stopped(Cell),
    /// It was stopped, and the answers after that are branches of their own.
    Split,
}

/// An answer; more of them where the attacker had to stop fours in between.
#[derive(Debug)]
pub(super) struct Branch {
    /// The stones, in turns, the defender first and last.
    pub path: Vec<Cell>,
    /// Whether the defender passes after them.
    pass: bool,
    state: State,
    /// Of a losing one: within how many moves the attacker wins.
    pub moves: Option<u8>,
    /// He does not win within fewer.
    from: u8,
    /// The same by fours alone, until that is decided.
    from_by_fours: Option<u8>,
}

impl Branch {
    fn new(path: Vec<Cell>, pass: bool) -> Self {
        Self { path, pass, state: State::Open, moves: None, from: 2, from_by_fours: Some(2) }
    }

    /// Whether it is known that the attacker cannot win sooner. If not, he wins by fours.
    pub fn is_exact(&self) -> bool {
        self.moves.is_some_and(|moves| self.from >= moves)
    }

    /// Half-moves up to the five at least, and at most.
    fn bounds(&self) -> Option<(usize, usize)> {
        let moves = self.moves?;
        let total = |moves: u8| self.path.len() + 2 * usize::from(moves);
        Some((total(moves.min(self.from)), total(moves)))
    }

    /// Looks at it with so many nodes, up to `limit` in all.
    fn examine(&mut self, search: &mut Search, nodes: u64, limit: u64) {
        let Self { path, pass, state, moves, from, from_by_fours } = self;
        let end = search.meter.nodes.saturating_add(nodes).min(limit);
        search.after(path, *pass, |search| {
            if let Some(from) = from_by_fours {
                search.set_threes(false);
                search.meter.set_limit(end.min(search.meter.nodes.saturating_add(nodes / FOURS)));
                let found = search.deepen(from, MANY);
                search.set_threes(true);
                if let Ok(found) = found {
                    *from_by_fours = None;
                    *moves = found;
                }
            }
            search.meter.set_limit(end);
            if moves.is_none() {
                match search.deepen(from, MANY) {
                    Ok(Some(found)) => *moves = Some(found),
                    Ok(None) => *state = search.stop().map_or(State::Refutes, State::Stopped),
                    Err(_) => {}
                }
            }
            if moves.is_some() {
                *state = State::Loses;
            }
        });
    }

    /// Looks for a shorter win with so many nodes, up to `limit` in all.
    fn measure(&mut self, search: &mut Search, nodes: u64, limit: u64) {
        let Self { path, pass, moves: Some(moves), from, .. } = self else { return };
        search.meter.set_limit(search.meter.nodes.saturating_add(nodes).min(limit));
        match search.after(path, *pass, |search| search.deepen(from, *moves - 1)) {
            Ok(Some(found)) => *moves = found,
            Ok(None) => *from = *moves,
            Err(_) => {}
        }
    }
}

/// All answers to a move, which is on the board.
#[derive(Debug)]
pub(super) struct Branches {
    branches: Vec<Branch>,
    /// How many nodes there may be in all for the ruling.
    nodes: u64,
    /// Whether the defender may pass.
    may_pass: bool,
    /// What refutes the move, if something is known to; a pass after it may belong to it.
    refutation: Option<Vec<Cell>>,
}

impl Branches {
    /// The answers to the stone of the attacker that is on the board, and to its three if `by` says
    /// that it made one.
    pub fn new(search: &mut Search, by: Option<Cell>, nodes: u64, may_pass: bool) -> Self {
        let mut branches = Self { branches: Vec::new(), nodes, may_pass, refutation: None };
        branches.add(search, Vec::new(), by);
        branches
    }

    /// What the defender plays against a wrong move.
    pub fn refutation(&self) -> &[Cell] {
        self.refutation.as_deref().unwrap_or_default()
    }

    /// Adds the answers after these stones.
    fn add(&mut self, search: &mut Search, before: Vec<Cell>, by: Option<Cell>) {
        let with = |cell: Cell| [&before[..], &[cell]].concat();
        let cells = match search.after(&before, false, |search| search.answers(by)) {
            Answers::These(cells, (told, moves)) => {
                if cells.is_empty() {
                    let path = told.map_or_else(|| before.clone(), with);
                    let lost = State::Loses;
                    let mut branch = Branch { state: lost, ..Branch::new(path, told.is_none()) };
                    (branch.moves, branch.from) = (Some(moves), moves);
                    self.branches.push(branch);
                }
                cells
            }
            Answers::All => self.all(search, &before),
        };
        self.branches.extend(cells.into_iter().map(|cell| Branch::new(with(cell), false)));
    }

    /// All answers where nothing threatens. A pass is looked at first: it shows where the attacker
    /// would go on, and where it saves the defender, and he may pass, all is decided.
    fn all(&mut self, search: &mut Search, before: &[Cell]) -> Vec<Cell> {
        let mut pass = Branch::new(before.to_vec(), true);
        pass.examine(search, self.nodes / PASS, self.nodes);
        let line = pass.moves.and_then(|moves| {
            search.after(before, true, |search| {
                search.set_threes(pass.is_exact());
                search.meter.set_limit(self.nodes);
                let line = search.line(moves, Choice::Found);
                search.set_threes(true);
                line.ok()
            })
        });
        if self.may_pass {
            if pass.state == State::Refutes {
                self.refutation.get_or_insert_with(|| before.to_vec());
            } else {
                self.branches.push(pass);
            }
        }
        search.after(before, false, |search| search.answers_by_promise(&line.unwrap_or_default()))
    }

    /// Says what the move is.
    pub fn decide(&mut self, search: &mut Search) -> Ruling {
        // Where it is refuted by a pass, a stone is only looked for to be told.
        let limit = match self.refutation {
            None => self.nodes,
            Some(_) => self.nodes.min(search.meter.nodes.saturating_add(self.nodes / PASS)),
        };
        let mut nodes = FIRST;
        loop {
            for branch in self.branches.iter_mut().filter(|branch| branch.state == State::Open) {
                if search.meter.is_spent(limit) {
                    return self.unless_refuted(Ruling::Undecided);
                }
                branch.examine(search, nodes, limit);
                if branch.state == State::Refutes {
                    self.refutation = Some(branch.path.clone());
                    return Ruling::Wrong;
                }
            }
            nodes = if self.split(search) { FIRST } else { nodes.saturating_mul(MORE) };
            let lost = |branch: &Branch| matches!(branch.state, State::Loses | State::Split);
            if self.branches.iter().all(lost) {
                return self.unless_refuted(Ruling::Right);
            }
            if !self.branches.iter().any(|branch| branch.state == State::Open) {
                return self.unless_refuted(Ruling::Undecided);
            }
        }
    }

    fn unless_refuted(&self, ruling: Ruling) -> Ruling {
        if self.refutation.is_some() { Ruling::Wrong } else { ruling }
    }

    /// Goes on after fours that the attacker stops. Says whether there were any.
    fn split(&mut self, search: &mut Search) -> bool {
        let count = self.branches.len();
        let mut any = false;
        for index in 0..count {
            let State::Stopped(stop) = self.branches[index].state else { continue };
            if self.branches.len() > MOST || search.meter.is_spent(self.nodes) {
                continue;
            }
            any = true;
            self.branches[index].state = State::Split;
            let before = [&self.branches[index].path[..], &[stop]].concat();
            self.add(search, before, None);
        }
        any
    }

    /// Of a right move: finds out how soon the attacker wins after the answers that hold out longest,
    /// with up to `limit` nodes in all.
    pub fn measure(&mut self, search: &mut Search, limit: u64) {
        let mut nodes = FIRST;
        loop {
            let bounds = self.branches.iter().filter_map(Branch::bounds);
            let least = bounds.map(|(least, _)| least).max().unwrap_or(0);
            let mut any = false;
            for branch in &mut self.branches {
                let late = branch.bounds().is_some_and(|(_, most)| most >= least);
                if !late || branch.is_exact() {
                    continue;
                }
                if search.meter.is_spent(limit) {
                    return;
                }
                any = true;
                branch.measure(search, nodes, limit);
            }
            if !any {
                return;
            }
            nodes = nodes.saturating_mul(MORE);
        }
    }

    /// The answer that holds out longest, as far as is known; the first one among equals. A pass
    /// only if there is nothing else.
    pub fn longest(&self) -> Option<&Branch> {
        let told = self.branches.iter().filter(|branch| branch.moves.is_some());
        told.max_by_key(|branch| (!branch.pass, branch.bounds(), Reverse(&branch.path)))
    }
}
