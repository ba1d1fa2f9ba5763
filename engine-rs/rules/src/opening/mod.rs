//! Openings: who must act, what is possible, and what follows.
//!
//! An opening is a small state machine. The player who starts it has the seat [`Seat::First`];
//! which colour belongs to whom can change, or stay open for a while. What follows what is in
//! `flow`; here is what all openings have in common.

mod action;
mod flow;

pub use action::{Action, Possible, Refusal};
use flow::{Step, Taken, Zone};

use crate::{Colour, Geometry, NamedOpening, Point, Position, Ruleset, equal_pair, named_opening};

/// The openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningKind {
    /// Ordinary play from the empty board.
    None,
    /// Centre, anywhere, outside the central 5x5.
    Pro,
    /// Centre, anywhere, outside the central 7x7.
    LongPro,
    /// Three stones by the first player, the second chooses a colour.
    Swap,
    /// Like swap, and the second may add two stones instead, so that the first chooses.
    Swap2,
    /// Four stones in growing zones with a swap after each, then a single fifth or ten offered.
    Taraguchi10,
    /// One of the 26, swap, two fifths offered.
    Rif,
    /// One of the 26, swap, 1-8 fifths declared by White after the fourth stone, swap.
    Soosorv8,
    /// One of the 26 with 1-10 fifths declared, swap.
    Yamaguchi,
}

impl OpeningKind {
    /// All openings.
    pub const ALL: [Self; 9] = [
        Self::None,
        Self::Pro,
        Self::LongPro,
        Self::Swap,
        Self::Swap2,
        Self::Taraguchi10,
        Self::Rif,
        Self::Soosorv8,
        Self::Yamaguchi,
    ];

    /// The name that settings and interfaces use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pro => "pro",
            Self::LongPro => "long_pro",
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Taraguchi10 => "taraguchi_10",
            Self::Rif => "rif",
            Self::Soosorv8 => "soosorv_8",
            Self::Yamaguchi => "yamaguchi",
        }
    }

    /// The opening called `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A player, named by who starts the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Places the first stone.
    First,
    /// The other player.
    Second,
}

impl Seat {
    /// `"first"` or `"second"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// An opening in progress, or over.
#[derive(Clone)]
pub struct Opening {
    kind: OpeningKind,
    geometry: &'static Geometry,
    swap2_next: Colour,
    stones: Vec<(Point, Colour)>,
    black: Option<Seat>,
    seat: Seat,
    step: Step,
    offered: Vec<Point>,
    declared: Option<usize>,
    history: Vec<Action>,
}

impl Opening {
    /// An opening at its beginning.
    ///
    /// `swap2_next` is who moves after the colours are chosen in swap2: White in tournament
    /// practice, Black in the gomoku mode. Other openings say it themselves.
    #[must_use]
    pub fn new(kind: OpeningKind, geometry: &'static Geometry, swap2_next: Colour) -> Self {
        Self {
            kind,
            geometry,
            swap2_next,
            stones: Vec::new(),
            black: kind.starts_with_black().then_some(Seat::First),
            seat: Seat::First,
            step: kind.first_step(),
            offered: Vec::new(),
            declared: None,
            history: Vec::new(),
        }
    }

    /// Which opening it is.
    #[must_use]
    pub fn kind(&self) -> OpeningKind {
        self.kind
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Whether ordinary play begins.
    #[must_use]
    pub fn done(&self) -> bool {
        self.step == Step::Done
    }

    /// The player who must act; when the opening is done, the one to move.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Who has Black, once that is settled or until it is swapped.
    #[must_use]
    pub fn black(&self) -> Option<Seat> {
        self.black
    }

    /// The stones on the board in the order in which they were placed.
    #[must_use]
    pub fn stones(&self) -> &[(Point, Colour)] {
        &self.stones
    }

    /// Points offered for the fifth stone and not yet picked from.
    #[must_use]
    pub fn offered(&self) -> &[Point] {
        &self.offered
    }

    /// How many fifth stones will be offered, once it is said.
    #[must_use]
    pub fn declared(&self) -> Option<usize> {
        self.declared
    }

    /// What was done so far.
    #[must_use]
    pub fn history(&self) -> &[Action] {
        &self.history
    }

    /// Which of the 26 openings it is.
    #[must_use]
    pub fn named(&self) -> Option<&'static NamedOpening> {
        let points: Vec<Point> = self.stones.iter().map(|(point, _)| *point).collect();
        named_opening(self.geometry, &points)
    }

    /// The colour of the next stone.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        if self.done() { self.next_mover() } else { in_turn(self.stones.len()) }
    }

    /// The board under these rules, with the colour of the next stone to move.
    #[must_use]
    pub fn position(&self, ruleset: Ruleset) -> Position {
        let stones = self.stones.iter().copied();
        Position::from_stones(ruleset, self.geometry, stones, self.to_move())
            // The stones of an opening lie on different points of its board.
            .unwrap_or_else(|_| Position::new(ruleset, self.geometry))
    }

    /// Everything that is possible now.
    #[must_use]
    pub fn actions(&self) -> Vec<Possible> {
        let place = |colour, zone| Possible::Place { colour, zone: self.zone(zone) };
        match self.step {
            Step::Done => vec![],
            Step::Place(colour, zone) => vec![place(colour, zone)],
            Step::Window => vec![Possible::Swap, Possible::Keep],
            Step::Fifth => vec![Possible::Swap, place(Colour::Black, FIFTH), self.offer()],
            Step::Choose { may_add: false } => vec![Possible::Choose],
            Step::Choose { may_add: true } => vec![Possible::Choose, Possible::AddTwo],
            Step::Declare => {
                let (min, max) = self.kind.declarable();
                vec![Possible::Declare { min, max }]
            }
            Step::Offer => vec![self.offer()],
            Step::Pick => vec![Possible::Pick { zone: self.offered.clone() }],
        }
    }

    fn offer(&self) -> Possible {
        Possible::Offer { count: self.offer_count(), zone: self.zone(Zone::Anywhere) }
    }

    fn offer_count(&self) -> usize {
        self.declared.unwrap_or(self.kind.fixed_offer())
    }

    /// Does what a player wants.
    ///
    /// # Errors
    ///
    /// Says why it is not possible; nothing has changed then.
    pub fn apply(&mut self, action: Action) -> Result<(), Refusal> {
        let taken = match (&action, self.step) {
            (_, Step::Done) => return Err(Refusal::Finished),
            (Action::Place { point, colour }, Step::Place(due, zone)) => {
                self.place(*point, *colour, due, zone)?
            }
            (Action::Place { point, colour }, Step::Fifth) => {
                self.place(*point, *colour, Colour::Black, FIFTH)?
            }
            (Action::Swap, Step::Window | Step::Fifth) => {
                self.black = self.black.map(Seat::other);
                Taken::Answer
            }
            (Action::Keep, Step::Window) => Taken::Answer,
            (Action::Choose(colour), Step::Choose { .. }) => {
                let black = *colour == Colour::Black;
                self.black = Some(if black { self.seat } else { self.seat.other() });
                Taken::Colour
            }
            (Action::AddTwo, Step::Choose { may_add: true }) => Taken::AddTwo,
            (Action::Declare(count), Step::Declare) => {
                let (min, max) = self.kind.declarable();
                if !(min..=max).contains(count) {
                    return Err(Refusal::WrongCount);
                }
                self.declared = Some(*count);
                Taken::Count
            }
            (Action::Offer(points), Step::Offer | Step::Fifth) => {
                self.check_offer(points)?;
                self.offered.clone_from(points);
                Taken::Offer
            }
            (Action::Pick(point), Step::Pick) => {
                self.check_free(*point)?;
                if !self.offered.contains(point) {
                    return Err(Refusal::OutsideZone);
                }
                self.offered.clear();
                self.stones.push((*point, Colour::Black));
                Taken::Pick
            }
            _ => return Err(Refusal::NotPossibleNow),
        };
        (self.step, self.seat) = self.after(&taken);
        self.history.push(action);
        Ok(())
    }

    fn place(
        &mut self,
        point: Point,
        believed: Option<Colour>,
        due: Colour,
        zone: Zone,
    ) -> Result<Taken, Refusal> {
        if believed.is_some_and(|colour| colour != due) {
            return Err(Refusal::BadColour);
        }
        self.check_free(point)?;
        if !self.in_zone(point, zone) {
            return Err(Refusal::OutsideZone);
        }
        self.stones.push((point, due));
        Ok(Taken::Stone)
    }

    fn check_free(&self, point: Point) -> Result<(), Refusal> {
        if !self.geometry.contains(point) {
            return Err(Refusal::OffBoard);
        }
        if self.stones.iter().any(|(stone, _)| *stone == point) {
            return Err(Refusal::Occupied);
        }
        Ok(())
    }

    fn check_offer(&self, points: &[Point]) -> Result<(), Refusal> {
        if points.len() != self.offer_count() {
            return Err(Refusal::WrongCount);
        }
        for (index, point) in points.iter().enumerate() {
            self.check_free(*point)?;
            if points[..index].contains(point) {
                return Err(Refusal::DuplicatePoints(*point));
            }
        }
        match equal_pair(&self.stones, points) {
            Some((first, second)) => Err(Refusal::EqualPoints(first, second)),
            None => Ok(()),
        }
    }

    /// The empty points of a zone, row by row from the bottom.
    fn zone(&self, zone: Zone) -> Vec<Point> {
        let free = |point: &Point| self.check_free(*point).is_ok() && self.in_zone(*point, zone);
        self.geometry.iter().filter(free).collect()
    }

    fn in_zone(&self, point: Point, zone: Zone) -> bool {
        let centre = self.geometry.centre();
        let distance = point.x.abs_diff(centre.x).max(point.y.abs_diff(centre.y));
        match zone {
            Zone::Anywhere => true,
            Zone::Central(side) => distance <= side / 2,
            Zone::Outside(side) => distance > side / 2,
        }
    }

    /// The player of a colour; the one who starts while nobody has it.
    fn seat_of(&self, colour: Colour) -> Seat {
        let black = self.black.unwrap_or(Seat::First);
        if colour == Colour::Black { black } else { black.other() }
    }

    /// The colour that moves when the opening is over.
    fn next_mover(&self) -> Colour {
        match self.kind {
            OpeningKind::None => Colour::Black,
            OpeningKind::Swap2 => self.swap2_next,
            _ => Colour::White,
        }
    }
}

/// Where Taraguchi-10 wants a single fifth stone.
const FIFTH: Zone = Zone::Central(9);

fn in_turn(stones: usize) -> Colour {
    if stones % 2 == 0 { Colour::Black } else { Colour::White }
}
