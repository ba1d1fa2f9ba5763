//! Judges a move that somebody chose: whether he still wins after it, whatever the defender plays.
//!
//! A move need not be one that the solver would play. It is right if after every answer the attacker
//! wins by fours and threes; or stops a four of the defender and then again wins after every answer.
//! What the answers are is said in `answers`, how they are looked at in `branch`.

mod answers;
mod branch;

use x0_rules::{IllegalMove, Point, Position};

use crate::field::Field;
use crate::grid::Cell;
use crate::limits::Limits;
use crate::search::{Method, Search};
use crate::solve::{Attack, half_moves};
use branch::Branches;

/// Moves of the attacker that no win reaches: no board has room for so many.
const MANY: u8 = u8::MAX - 2;

/// The defender's own wins by fours are looked for with this part of the nodes.
const COUNTER: u64 = 8;

/// Telling a right move's line may take this part of the nodes, and for want of that as many again.
const TELLING: u64 = 2;

/// What a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It wins against every defence.
    Right,
    /// There is a defence.
    Wrong,
    /// Black may not play there.
    Foul,
    /// A limit was reached first.
    Undecided,
}

impl Ruling {
    /// The name that interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Foul => "foul",
            Self::Undecided => "undecided",
        }
    }
}

/// What is found out about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What it is.
    pub ruling: Ruling,
    /// Of a right move: half-moves from this move up to and including the five, both counted, if the
    /// defender holds out as long as he can. Where a limit was reached before the shortest win after
    /// an answer was known, more than needed.
    pub half_moves: Option<usize>,
    /// What follows the move, in turns, the defender first.
    ///
    /// Of a right move: the longest resistance, row by row from the bottom among equals, and the
    /// shortest attack, up to and including the five; nothing if the move is the five. If a limit
    /// was reached before that could be told, or if no stone may answer, it ends early.
    ///
    /// Of a wrong one: the refutation. If the defender wins by fours, up to and including his five;
    /// else up to the answer after which the attacker has no win. Nothing if that is a pass, where
    /// no stone was found that does it too.
    pub line: Vec<Point>,
    /// Positions with the attacker to move that were looked at.
    pub nodes: u64,
}

impl Limits {
    /// What is enough to judge a move of a puzzle: 400,000 positions, 8 MiB, no limit of time.
    #[must_use]
    pub fn of_judge() -> Self {
        Self { nodes: 400_000, memory: 8 << 20, ..Self::default() }
    }
}

/// Says whether the side to move, if it plays at this point, wins by fours and threes against every
/// defence. The position is not changed.
///
/// All moves are judged alike, whether they are the shortest way, a longer one, or no attack at all.
/// A four of the defender that the attacker stops does not end an attack, if he then wins after every
/// answer again. Fouls of Black are no answers; where there is a pass, it is one.
///
/// The ruling takes at most as many nodes as the limits say; telling the length and the line of a
/// right move up to one and a half times as many more. All is the same on every machine unless time
/// or whoever cancels ended it.
///
/// # Errors
///
/// Says why the move is not possible.
///
/// ```
/// use x0_rules::{Geometry, Point, Position, Ruleset, Shape};
/// use x0_solver::{Limits, Ruling, judge};
///
/// let board = Geometry::get(15, Shape::Square).unwrap();
/// let position = Position::from_text(Ruleset::Renju, board, "h8a1i8a3j8a5").unwrap();
/// let right = judge(&position, Point::parse("g8").unwrap(), &Limits::of_judge()).unwrap();
/// assert_eq!((right.ruling, right.half_moves), (Ruling::Right, Some(3)));
/// let wrong = judge(&position, Point::parse("l8").unwrap(), &Limits::of_judge()).unwrap();
/// assert_eq!((wrong.ruling, wrong.line[0]), (Ruling::Wrong, Point::parse("k8").unwrap()));
/// ```
pub fn judge(position: &Position, point: Point, limits: &Limits) -> Result<Judgement, IllegalMove> {
    let mut after = position.clone();
    if after.play_quietly(Some(point))? {
        return Ok(at_once(position, &after));
    }
    let mut counter =
        Search::new(Field::new(&after), Method { threes: false, ordered: true }, limits);
    counter.meter.set_limit(limits.nodes / COUNTER);
    let line = counter.wins_by_fours();
    let nodes = counter.meter.nodes;
    if !line.is_empty() {
        return Ok(Judgement { ruling: Ruling::Wrong, half_moves: None, line, nodes });
    }
    let mut search =
        Search::new(Field::new(position), Method { threes: true, ordered: true }, limits);
    // Time and nodes go on counting.
    search.meter = counter.meter;
    Ok(Judge { search, nodes: limits.nodes }.judge(point, position.ruleset().has_pass()))
}

/// A move that ended the game.
fn at_once(position: &Position, after: &Position) -> Judgement {
    let winner = after.outcome().and_then(|outcome| outcome.winner);
    let ruling = match winner {
        Some(winner) if winner == position.to_move() => Ruling::Right,
        Some(_) => Ruling::Foul,
        None => Ruling::Wrong,
    };
    let half_moves = (ruling == Ruling::Right).then_some(1);
    Judgement { ruling, half_moves, line: Vec::new(), nodes: 0 }
}

impl Search {
    /// A line of whoever is to move, up to his five, if he wins by fours; as far as the meter allows.
    fn wins_by_fours(&mut self) -> Vec<Point> {
        let five = self.field.completing_cells(self.attacker).first().copied();
        if let Some(five) = five {
            return vec![self.field.grid.point(five)];
        }
        let (mut from, nodes) = (2, self.meter.nodes);
        let Ok(Some(moves)) = self.deepen(&mut from, MANY) else { return Vec::new() };
        let spent = self.meter.nodes - nodes;
        self.attempt(spent.max(1_000), |search, choice| search.line(moves, choice))
            .unwrap_or_default()
    }
}

/// Judges a move that is possible and does not end the game; the defender has no win by fours.
struct Judge {
    search: Search,
    /// How many nodes there may be in all for the ruling.
    nodes: u64,
}

impl Judge {
    fn judge(mut self, point: Point, may_pass: bool) -> Judgement {
        let search = &mut self.search;
        let cell = search.field.grid.cell_of(point);
        let attack = search.attacks().into_iter().find(|attack| attack.cell() == cell);
        search.field.play(cell);
        let by = attack.and_then(Attack::by);
        let mut branches = Branches::new(search, by, self.nodes, may_pass);
        let ruling = branches.decide(search);
        let (half_moves, line) = match ruling {
            Ruling::Right => self.tell(branches),
            Ruling::Wrong => (None, self.points(branches.refutation())),
            Ruling::Foul | Ruling::Undecided => (None, Vec::new()),
        };
        Judgement { ruling, half_moves, line, nodes: self.search.meter.nodes }
    }

    fn points(&self, cells: &[Cell]) -> Vec<Point> {
        cells.iter().map(|cell| self.search.field.grid.point(*cell)).collect()
    }

    /// The length and the line of a right move.
    fn tell(&mut self, mut branches: Branches) -> (Option<usize>, Vec<Point>) {
        let nodes = self.nodes / TELLING;
        let limit = self.search.meter.nodes.saturating_add(nodes);
        branches.measure(&mut self.search, limit);
        let Some(longest) = branches.longest() else { return (None, Vec::new()) };
        let Some(moves) = longest.moves else { return (None, Vec::new()) };
        let mut line = self.points(&longest.path);
        // Who cannot play a stone passes.
        let before = 1 + longest.path.len().max(1);
        if before == 1 + longest.path.len() {
            line.extend(self.search.after(&longest.path, false, |search| {
                // What is not known to be shortest wins by fours.
                search.set_threes(longest.is_exact());
                let told = search.attempt(nodes, |search, choice| search.line(moves, choice));
                told.unwrap_or_default()
            }));
        }
        (Some(before + half_moves(moves)), line)
    }
}
