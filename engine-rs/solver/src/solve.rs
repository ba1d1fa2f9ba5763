//! From the search to an answer: all first moves, the shortest length, a line.

use x0_rules::Position;

use crate::field::{Completions, Field, Four};
use crate::grid::Cell;
use crate::limits::{Limits, Stopped};
use crate::search::{Method, NEVER, Search, Verdict};
use crate::solution::{Solution, Status};

/// With threes first moves are looked for that need at most so many moves more than the shortest.
const LONGER: u8 = 2;

/// An attacking move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attack {
    Four(Four),
    /// A three.
    Three(Cell),
    /// Stops the defender's four, while a three stands.
    Stop(Cell),
}

impl Attack {
    pub fn cell(self) -> Cell {
        match self {
            Self::Four(four) => four.cell,
            Self::Three(cell) | Self::Stop(cell) => cell,
        }
    }

    /// The stone whose threes are meant, if not all are.
    pub fn by(self) -> Option<Cell> {
        if let Self::Three(cell) = self { Some(cell) } else { None }
    }
}

/// A first move and what is known of it.
#[derive(Clone, Copy, Debug)]
struct First {
    attack: Attack,
    /// What is known with threes, where those are asked for.
    verdict: Verdict,
    /// The attacker's moves of its shortest win by fours alone, where that was looked for.
    by_fours: Option<u8>,
}

impl First {
    /// The attacker's moves of the shortest win that is known.
    fn win(&self) -> Option<u8> {
        if let Verdict::Win(moves) = self.verdict { Some(moves) } else { self.by_fours }
    }

    /// Whether there may be a win within so many moves.
    fn is_open(&self, moves: u8) -> bool {
        matches!(self.verdict, Verdict::Fail(within) if within < moves)
    }
}

/// What else is asked of a solver.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// How far the search may go.
    pub limits: Limits,
    /// Whether the answer shall have a proof.
    pub proof: bool,
}

/// Looks for a win of the side to move by fours.
///
/// Fouls of Black are part of it: those of the attacker, whose fours must not be fouls, and those of
/// the defender, who has no answer where the only one is a foul. The position is not changed.
///
/// ```
/// use x0_rules::{Geometry, Position, Ruleset, Shape};
/// use x0_solver::{Request, Status, solve_vcf};
///
/// let board = Geometry::get(15, Shape::Square).unwrap();
/// let position = Position::from_text(Ruleset::Renju, board, "h8a1i8a3j8a5").unwrap();
/// let solution = solve_vcf(&position, &Request::default());
/// assert_eq!((solution.status, solution.half_moves), (Status::Win, Some(3)));
/// assert_eq!(solution.first_moves.len(), 2);
/// ```
#[must_use]
pub fn solve_vcf(position: &Position, request: &Request) -> Solution {
    solve_by(position, request, Method { threes: false, ordered: true })
}

/// Looks for a win of the side to move by fours and threes.
///
/// A three is a stone that makes three in a row which one more, an allowed one, makes a straight
/// four; a stone that stops the defender's four is taken for one while another three stands. First
/// moves are looked for that need up to two moves more than the shortest, and fours that win by
/// fours however long it takes: [`Solution::complete`] says whether that left any open. Where a
/// limit was reached, a win by fours may be known, and not whether a shorter one by threes exists:
/// [`Solution::shortest`] says so.
#[must_use]
pub fn solve_vct(position: &Position, request: &Request) -> Solution {
    solve_by(position, request, Method { threes: true, ordered: true })
}

/// Like [`solve_vcf`] and [`solve_vct`], by a method that one chooses.
#[must_use]
pub fn solve_by(position: &Position, request: &Request, method: Method) -> Solution {
    let mut solution = Solution {
        status: Status::None,
        half_moves: None,
        first_moves: Vec::new(),
        lengths: Vec::new(),
        shortest: false,
        complete: true,
        line: Vec::new(),
        nodes: 0,
        proof: None,
    };
    if position.is_over() {
        return solution;
    }
    let mut root = Root::new(Search::new(Field::new(position), method, &request.limits));
    root.solve(&mut solution, request);
    solution.nodes = root.search.meter.nodes;
    solution
}

struct Root {
    search: Search,
    firsts: Vec<First>,
    shortest: Option<u8>,
}

impl Root {
    fn new(search: Search) -> Self {
        Self { search, firsts: Vec::new(), shortest: None }
    }

    fn solve(&mut self, solution: &mut Solution, request: &Request) {
        let fives = self.search.field.completing_cells(self.search.attacker);
        if fives.is_empty() {
            self.look_at_firsts(request.limits.nodes);
        } else {
            self.shortest = Some(1);
        }
        solution.complete =
            self.firsts.iter().all(|first| first.win().is_some() || !first.is_open(NEVER));
        let known = self.firsts.iter().filter_map(First::win).min();
        solution.shortest = self.shortest.is_some();
        let Some(shortest) = self.shortest.or(known) else {
            if !solution.complete {
                solution.status = Status::Unknown;
            }
            return;
        };
        solution.status = Status::Win;
        solution.half_moves = Some(half_moves(shortest));
        let mut found: Vec<(Cell, u8)> = fives.into_iter().map(|cell| (cell, 1)).collect();
        found.extend(self.firsts.iter().filter_map(|f| Some((f.attack.cell(), f.win()?))));
        found.sort_unstable();
        let grid = self.search.field.grid;
        solution.first_moves = found.iter().map(|(cell, _)| grid.point(*cell)).collect();
        solution.lengths = found.iter().map(|(_, moves)| half_moves(*moves)).collect();
        if self.shortest.is_none() {
            // What is known to win then wins by fours.
            self.search.set_threes(false);
        }
        self.search.tell(shortest, request, solution);
    }

    /// Looks at all first moves, as far as the limits allow.
    fn look_at_firsts(&mut self, nodes: u64) {
        let open = Verdict::Fail(1);
        let attacks = self.search.attacks().into_iter();
        self.firsts =
            attacks.map(|attack| First { attack, verdict: open, by_fours: None }).collect();
        if self.search.threes() {
            self.look_at_fours(nodes);
        }
        // The first position is looked at too. A limit that is reached leaves moves open.
        let _ = self.search.meter.count().and_then(|()| self.deepen());
    }

    /// Makes the number of moves larger until every first move is decided.
    fn deepen(&mut self) -> Result<(), Stopped> {
        let mut moves = 2;
        while self.firsts.iter().any(|first| first.is_open(NEVER)) {
            let enough =
                self.shortest.map_or(NEVER - 1, |shortest| shortest.saturating_add(LONGER));
            if self.search.threes() && moves > enough {
                return Ok(());
            }
            for index in 0..self.firsts.len() {
                let first = &self.firsts[index];
                if !first.is_open(moves) {
                    continue;
                }
                let verdict = if first.by_fours.is_some_and(|known| known <= moves) {
                    Verdict::Win(moves)
                } else {
                    self.search.value(first.attack, moves)?
                };
                self.firsts[index].verdict = match verdict {
                    // Fewer moves were not enough.
                    Verdict::Win(_) => Verdict::Win(moves),
                    fail => fail,
                };
                if matches!(verdict, Verdict::Win(_)) && self.shortest.is_none() {
                    self.shortest = Some(moves);
                }
            }
            // No board has room for so many.
            if moves == NEVER - 1 {
                return Ok(());
            }
            moves += 1;
        }
        Ok(())
    }

    /// Before threes are looked at: which fours win by fours alone. Not to leave threes without
    /// nodes, this ends after a part of them.
    fn look_at_fours(&mut self, nodes: u64) {
        self.search.set_threes(false);
        self.search.meter.set_limit(nodes / 4);
        for first in &mut self.firsts {
            if let Attack::Four(_) = first.attack {
                let Ok(moves) = self.search.shortest(first.attack) else { break };
                first.by_fours = moves;
            }
        }
        self.search.meter.set_limit(nodes);
        self.search.set_threes(true);
    }
}

pub(crate) fn half_moves(moves: u8) -> usize {
    2 * usize::from(moves) - 1
}

impl Search {
    /// The moves that the attacker, who has no five, may try, in the order of their points.
    pub fn attacks(&self) -> Vec<Attack> {
        let only = match self.field.completions(self.defender()) {
            Completions::None => None,
            Completions::One(cell) => Some(cell),
            Completions::Several => return Vec::new(),
        };
        let fours = self.all_fours(only);
        let mut attacks: Vec<Attack> = fours.iter().copied().map(Attack::Four).collect();
        if self.threes() {
            match only {
                None => attacks.extend(self.all_threes(&fours).into_iter().map(Attack::Three)),
                Some(cell) if fours.is_empty() => attacks.push(Attack::Stop(cell)),
                Some(_) => {}
            }
        }
        attacks.sort_unstable_by_key(|attack| attack.cell());
        attacks
    }

    /// Whether the attacker wins within so many moves if he begins like that.
    pub fn value(&mut self, attack: Attack, moves: u8) -> Result<Verdict, Stopped> {
        match attack {
            Attack::Four(four) if four.double => {
                let foul = self.field.is_foul(four.cell, self.attacker);
                Ok(if foul { Verdict::Fail(NEVER) } else { Verdict::Win(2) })
            }
            Attack::Four(four) => self.four(four, moves),
            _ => self.quiet(attack.cell(), attack.by(), moves),
        }
    }

    /// The attacker's moves of the shortest win that begins like that, if there is one.
    fn shortest(&mut self, attack: Attack) -> Result<Option<u8>, Stopped> {
        let mut moves = 2;
        loop {
            match self.value(attack, moves)? {
                Verdict::Win(_) => return Ok(Some(moves)),
                Verdict::Fail(within) if within >= NEVER - 1 => return Ok(None),
                Verdict::Fail(within) => moves = within.max(moves) + 1,
            }
        }
    }
}
