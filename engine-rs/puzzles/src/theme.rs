//! What a puzzle is about, seen from its main line.

use x0_rules::{Colour, Point, Position, Reason};

use crate::shapes::{straight_fours, threes};

/// A motif.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// Fours alone are enough.
    Fours,
    /// It begins with a three, not a four.
    QuietThree,
    /// One stone makes a four and a three.
    FourThree,
    /// One stone makes two threes.
    DoubleThree,
    /// One stone makes two fours, in two lines or in one.
    DoubleFour,
    /// An open four decides.
    OpenFour,
    /// Black may not stop a four, because that would be a foul.
    FoulTrap,
    /// White wins, or could win, by six or more.
    Overline,
    /// The defender makes a four on the way.
    CounterFour,
}

impl Theme {
    /// All, in the order in which they are listed.
    pub const ALL: [Self; 9] = [
        Self::Fours,
        Self::QuietThree,
        Self::FourThree,
        Self::DoubleThree,
        Self::DoubleFour,
        Self::OpenFour,
        Self::FoulTrap,
        Self::Overline,
        Self::CounterFour,
    ];

    /// The name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fours => "fours",
            Self::QuietThree => "quiet_three",
            Self::FourThree => "four_three",
            Self::DoubleThree => "double_three",
            Self::DoubleFour => "double_four",
            Self::OpenFour => "open_four",
            Self::FoulTrap => "foul_trap",
            Self::Overline => "overline",
            Self::CounterFour => "counter_four",
        }
    }

    /// The theme called `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// The themes of a main line, which leads from the position to a five of the side to move.
#[must_use]
pub fn themes(position: &Position, line: &[Point], by_fours: bool) -> Vec<Theme> {
    let attacker = position.to_move();
    let mut found = if by_fours { vec![Theme::Fours] } else { Vec::new() };
    let mut position = position.clone();
    for (index, point) in line.iter().enumerate() {
        let colour = position.to_move();
        let Ok(outcome) = position.play(Some(*point)) else { break };
        if outcome.is_some_and(|outcome| outcome.reason == Reason::Overline) {
            found.push(Theme::Overline);
        }
        if position.is_over() {
            break;
        }
        if colour == attacker {
            of_attack(&mut position, *point, index, &mut found);
        } else if index + 2 < line.len() && !position.winning_points(colour).is_empty() {
            // After the decisive move a four comes too late.
            found.push(Theme::CounterFour);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What the attacker's stone at `point`, just played, makes.
fn of_attack(position: &mut Position, point: Point, index: usize, found: &mut Vec<Theme>) {
    let attacker = position.to_move().opposite();
    let wins = position.winning_points(attacker);
    let threes = threes(position, attacker, point).into_iter().filter(|three| *three).count();
    match wins[..] {
        [] => {
            if index == 0 {
                found.push(Theme::QuietThree);
            }
            if threes > 1 {
                found.push(Theme::DoubleThree);
            }
        }
        [only] => {
            if position.foul_kind_at(only).is_some_and(|_| attacker == Colour::White) {
                found.push(Theme::FoulTrap);
            } else if threes > 0 {
                found.push(Theme::FourThree);
            }
            if makes_overline(position, attacker, only) {
                found.push(Theme::Overline);
            }
        }
        _ if straight_fours(position, attacker, point).contains(&true) => {
            found.push(Theme::OpenFour);
        }
        _ => found.push(Theme::DoubleFour),
    }
}

/// Whether the attacker's stone there would win by more than five.
fn makes_overline(position: &Position, attacker: Colour, point: Point) -> bool {
    let own = |at| position.stone(at) == Some(attacker);
    let rows = crate::shapes::rows(point, own);
    rows.iter().any(|row| row.stones.len() > 5) && rows.iter().all(|row| row.stones.len() != 5)
}
