//! A cheap player: looks at the rows through each point, and no move ahead.
//!
//! It is there to make positions, not to win. It knows fives and fours, is drawn to rows of its own
//! and of the opponent, and now and then does not look at the opponent's at all: so wins by fours
//! and threes come about that nobody has seen.

use oorandom::Rand64;
use x0_rules::{Colour, Point, Position};

use crate::Mode;
use crate::random::below;

const SIZE: i8 = 15;
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What a window of five points is worth to who plays into it, by the stones that he has there. The
/// last: a four. It is worth little by itself, for it is spent once it is played.
const WORTH: [f64; 4] = [1.0, 7.0, 30.0, 22.0];
/// What two fours with one stone are worth.
const TWO_FOURS: f64 = 2000.0;

/// How somebody plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// How much chance there is in what points seem to be worth.
    noise: f64,
    /// What the opponent's rows count, one's own counting one.
    caution: f64,
    /// How often the opponent's rows are not looked at.
    overlooks: f64,
}

impl Player {
    /// Somebody, stronger or weaker.
    #[must_use]
    pub fn any(random: &mut Rand64) -> Self {
        Self {
            noise: 0.1 + 0.7 * random.rand_float(),
            caution: 0.5 + 0.6 * random.rand_float(),
            overlooks: 0.15 * random.rand_float(),
        }
    }

    /// The move that seems best; none if every point is a foul.
    pub fn choose(&self, position: &Position, mode: Mode, random: &mut Rand64) -> Option<Point> {
        let me = position.to_move();
        if let Some(five) = position.winning_points(me).first() {
            return Some(*five);
        }
        let stop = position.winning_points(me.opposite());
        let overlooks = random.rand_float() < self.overlooks;
        let caution = if overlooks { 0.0 } else { self.caution };
        let board = Board::of(position);
        let zone = mode.zone(position.ply());
        let mut best: Option<(f64, Point)> = None;
        for point in position.empty_points() {
            let must = stop.contains(&point);
            let far = point.x.abs_diff(7).max(point.y.abs_diff(7)) > zone;
            if far || (!stop.is_empty() && !must) || !board.has_company(point) {
                continue;
            }
            let worth = board.worth(point, me) + caution * board.worth(point, me.opposite());
            let worth = worth * (1.0 + self.noise * random.rand_float());
            let better = best.is_none_or(|(most, _)| worth > most);
            if better && position.foul_kind_at(point).filter(|_| me == Colour::Black).is_none() {
                best = Some((worth, point));
            }
        }
        let lost = || {
            let empty = position.empty_points();
            let allowed =
                |point: &Point| me == Colour::White || position.foul_kind_at(*point).is_none();
            let from = if empty.is_empty() { 0 } else { below(random, empty.len()) };
            empty[from..].iter().chain(&empty[..from]).copied().find(allowed)
        };
        best.map(|(_, point)| point).or_else(lost)
    }
}

/// The stones as one looks at them most cheaply.
struct Board([[Option<Colour>; SIZE as usize]; SIZE as usize]);

impl Board {
    fn of(position: &Position) -> Self {
        let mut board = Self([[None; SIZE as usize]; SIZE as usize]);
        for (point, colour) in position.stones() {
            board.0[usize::from(point.y)][usize::from(point.x)] = Some(colour);
        }
        board
    }

    /// The stone there; an error beyond the edge.
    fn at(&self, x: i8, y: i8) -> Result<Option<Colour>, ()> {
        let inside = (0..SIZE).contains(&x) && (0..SIZE).contains(&y);
        if inside { Ok(self.0[y as usize][x as usize]) } else { Err(()) }
    }

    fn has_company(&self, point: Point) -> bool {
        let near = |y: i8| (-2..=2).any(|x| matches!(self.at(point.x as i8 + x, y), Ok(Some(_))));
        (-2..=2).any(|y| near(point.y as i8 + y))
    }

    /// What a stone of `colour` there is worth to it.
    fn worth(&self, point: Point, colour: Colour) -> f64 {
        let mut sum = 0.0;
        let mut completions: [Option<(i8, i8)>; 2] = [None, None];
        for (dx, dy) in DIRECTIONS {
            for first in -4..=0 {
                let (mut own, mut gap) = (0, None);
                let open = (first..first + 5).filter(|step| *step != 0).all(|step| {
                    let (x, y) = (point.x as i8 + dx * step, point.y as i8 + dy * step);
                    match self.at(x, y) {
                        Ok(None) => gap = Some((x, y)),
                        Ok(Some(stone)) if stone == colour => own += 1,
                        _ => return false,
                    }
                    true
                });
                if !open {
                    continue;
                }
                sum += WORTH.get(own).copied().unwrap_or_default();
                if own == 3 {
                    if completions[0].is_none() || completions[0] == gap {
                        completions[0] = gap;
                    } else {
                        completions[1] = gap;
                    }
                }
            }
        }
        if completions[1].is_some() { sum + TWO_FOURS } else { sum }
    }
}
