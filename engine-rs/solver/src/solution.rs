//! What a solver answers.

use x0_rules::Point;

/// Whether there is a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The side to move wins.
    Win,
    /// It was proved that there is no win of this kind.
    None,
    /// A limit was reached before that was decided.
    Unknown,
}

impl Status {
    /// The name that interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::None => "none",
            Self::Unknown => "unknown",
        }
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Whether there is a win.
    pub status: Status,
    /// Of a win: the half-moves of the shortest one, both sides counted, up to and including the
    /// five.
    pub half_moves: Option<usize>,
    /// Of a win: whether it was proved that there is no shorter one.
    pub shortest: bool,
    /// Moves that win, however long it takes, row by row from the bottom. Where a five can be made
    /// at once, only those points.
    pub first_moves: Vec<Point>,
    /// For each of `first_moves`: half-moves of its shortest win that is known.
    pub lengths: Vec<usize>,
    /// Whether `first_moves` are all there are.
    pub complete: bool,
    /// A shortest win against the longest resistance; among equals the first one, row by row from
    /// the bottom. Empty if a limit was reached before it could be told.
    pub line: Vec<Point>,
    /// Positions with the attacker to move that were looked at.
    pub nodes: u64,
    /// What to play against every defence, if that was asked for and no limit was reached before it
    /// could be told.
    pub proof: Option<Proof>,
}

/// What the attacker plays, and then against every defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// His move.
    pub attack: Point,
    /// Half-moves up to and including the five, this move included.
    pub half_moves: usize,
    /// The answers that have a continuation of their own.
    pub replies: Vec<(Point, Self)>,
    /// How it goes on after every other answer, a pass included; `None` after the five.
    pub otherwise: Option<Box<Self>>,
}

impl Proof {
    /// The five that ends it.
    pub(crate) fn five(attack: Point) -> Self {
        Self { attack, half_moves: 1, replies: Vec::new(), otherwise: None }
    }

    pub(crate) fn new(attack: Point, replies: Vec<(Point, Self)>, otherwise: Self) -> Self {
        let longest = replies.iter().map(|(_, proof)| proof.half_moves).max().unwrap_or(0);
        let half_moves = longest.max(otherwise.half_moves) + 2;
        Self { attack, half_moves, replies, otherwise: Some(Box::new(otherwise)) }
    }

    /// How it goes on after this answer.
    #[must_use]
    pub fn after(&self, reply: Option<Point>) -> Option<&Self> {
        let known = self.replies.iter().find(|(point, _)| Some(*point) == reply);
        known.map(|(_, proof)| proof).or(self.otherwise.as_deref())
    }

    /// How many moves of the attacker are in it.
    #[must_use]
    pub fn size(&self) -> usize {
        let replies: usize = self.replies.iter().map(|(_, proof)| proof.size()).sum();
        1 + replies + self.otherwise.as_ref().map_or(0, |proof| proof.size())
    }
}
