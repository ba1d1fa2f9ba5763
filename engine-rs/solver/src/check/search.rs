//! Looks for a win without any skill: every stone of the attacker that threatens something, every
//! answer.

use std::collections::HashMap;

use x0_rules::{Colour, Point, Position};

use super::{Check, Counter, Enough, Verdict, answers};

/// What the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacks {
    /// Stones after which he could complete a row.
    Fours,
    /// Those, and stones after which he could make a straight four.
    FoursAndThrees,
}

/// Checks whether the side to move wins within so many half-moves, both sides counted, up to and
/// including the five. At most `limit` moves are played: that is enough for a few attacking moves
/// with threes, and for most wins by fours.
#[must_use]
pub fn check_win(position: &Position, half_moves: usize, attacks: Attacks, limit: u64) -> Check {
    let mut search = Search {
        attacker: position.to_move(),
        position: position.clone(),
        attacks,
        counter: Counter { positions: 0, limit },
        known: HashMap::new(),
    };
    let verdict = match search.wins(half_moves.div_ceil(2)) {
        Ok(true) => Verdict::Confirmed,
        Ok(false) => Verdict::Refuted,
        Err(Enough) => Verdict::Unknown,
    };
    Check { verdict, positions: search.counter.positions, refutation: Vec::new() }
}

struct Search {
    attacker: Colour,
    position: Position,
    attacks: Attacks,
    counter: Counter,
    /// By the hash of the position and how many moves the attacker has.
    known: HashMap<(u64, usize), bool>,
}

impl Search {
    /// Whether the attacker, who is to move, completes a row within so many moves.
    fn wins(&mut self, moves: usize) -> Result<bool, Enough> {
        if moves == 0 || self.position.is_over() {
            return Ok(false);
        }
        if !self.position.winning_points(self.attacker).is_empty() {
            return Ok(true);
        }
        if moves == 1 {
            return Ok(false);
        }
        let key = (self.position.hash(), moves);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let found = self.any_attack(moves)?;
        self.known.insert(key, found);
        Ok(found)
    }

    fn any_attack(&mut self, moves: usize) -> Result<bool, Enough> {
        let threats = self.position.winning_points(self.attacker.opposite());
        let attacks = match threats.len() {
            0 => self.position.empty_points(),
            1 => threats,
            _ => return Ok(false),
        };
        for attack in attacks {
            self.counter.count()?;
            // Who does not win now has made a foul, or filled the board.
            let on = self.position.play_quietly(Some(attack)) == Ok(false);
            let wins = on && self.threatens() && self.every_answer_loses(moves)?;
            self.position.undo();
            if wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn every_answer_loses(&mut self, moves: usize) -> Result<bool, Enough> {
        let may_pass = self.position.ruleset().has_pass();
        for answer in answers(self.position.empty_points(), may_pass) {
            self.counter.count()?;
            let outcome = self.position.play(answer);
            let loses = match outcome {
                Ok(None) => self.wins(moves - 1)?,
                Ok(Some(outcome)) => outcome.winner == Some(self.attacker),
                Err(_) => false,
            };
            self.position.undo();
            if !loses {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the attacker, who has just moved, would have something if he could move again.
    fn threatens(&self) -> bool {
        !self.position.winning_points(self.attacker).is_empty()
            || self.attacks == Attacks::FoursAndThrees && self.has_three()
    }

    /// Tries every point for the stone that makes a straight four.
    fn has_three(&self) -> bool {
        let again = Position::from_stones(
            self.position.ruleset(),
            self.position.geometry(),
            self.position.stones(),
            self.attacker,
        );
        let Ok(mut again) = again else { return false };
        again.empty_points().into_iter().any(|point| {
            let on = again.play_quietly(Some(point)) == Ok(false);
            let straight = on && self.is_straight_four(&again, point);
            again.undo();
            straight
        })
    }

    /// Whether the stone at `point` stands in an unbroken four whose two ends both win.
    fn is_straight_four(&self, position: &Position, point: Point) -> bool {
        let wins = position.winning_points(self.attacker);
        let step = |x: i32, y: i32, times: i32| {
            let x = u8::try_from(i32::from(point.x) + x * times).ok()?;
            let y = u8::try_from(i32::from(point.y) + y * times).ok()?;
            Some(Point::new(x, y))
        };
        let own = |at: Option<Point>| at.and_then(|p| position.stone(p)) == Some(self.attacker);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(x, y)| {
            let mut first = 0;
            while own(step(x, y, first - 1)) {
                first -= 1;
            }
            let mut last = 0;
            while own(step(x, y, last + 1)) {
                last += 1;
            }
            let wins = |times| step(x, y, times).is_some_and(|end| wins.contains(&end));
            last - first == 3 && wins(first - 1) && wins(last + 1)
        })
    }
}
