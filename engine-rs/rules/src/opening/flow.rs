//! Which step follows which, for every opening. The only file that knows them apart.

use crate::Colour::{Black, White};
use crate::{Colour, OpeningKind, Seat};

use super::Opening;

/// Where a stone may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    Anywhere,
    /// The central square of this side.
    Central(u8),
    /// Everything but the central square of this side.
    Outside(u8),
}

/// What the player who must act has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Place(Colour, Zone),
    /// Swap or keep.
    Window,
    /// Taraguchi-10 after the fourth stone: swap, a single fifth stone, or an offer of ten.
    Fifth,
    Choose {
        may_add: bool,
    },
    Declare,
    Offer,
    Pick,
    Done,
}

/// A step that was just taken.
pub(super) enum Taken {
    Stone,
    /// A swap window was answered; colours are already as the answer has them.
    Answer,
    AddTwo,
    Colour,
    Count,
    Offer,
    Pick,
}

impl OpeningKind {
    pub(super) fn first_step(self) -> Step {
        match self {
            Self::None => Step::Done,
            Self::Swap | Self::Swap2 => Step::Place(Black, Zone::Anywhere),
            _ => Step::Place(Black, Zone::Central(1)),
        }
    }

    /// Whether the player who starts has Black until somebody swaps. In the swap openings colours
    /// belong to nobody before one is chosen.
    pub(super) fn starts_with_black(self) -> bool {
        !matches!(self, Self::Swap | Self::Swap2)
    }

    /// How many fifth stones may be declared, at least and at most.
    pub(super) fn declarable(self) -> (usize, usize) {
        match self {
            Self::Soosorv8 => (1, 8),
            Self::Yamaguchi => (1, 10),
            _ => (0, 0),
        }
    }

    /// How many fifth stones are offered where that is not for the players to say.
    pub(super) fn fixed_offer(self) -> usize {
        match self {
            Self::Rif => 2,
            Self::Taraguchi10 => 10,
            _ => 0,
        }
    }
}

impl Opening {
    /// The next step and who takes it.
    pub(super) fn after(&self, taken: &Taken) -> (Step, Seat) {
        let (black, white) = (self.seat_of(Black), self.seat_of(White));
        let stones = self.stones().len();
        match taken {
            Taken::Stone => self.after_stone(stones),
            Taken::Answer => match (self.kind(), stones) {
                (OpeningKind::Taraguchi10, 1) => (Step::Place(White, Zone::Central(3)), white),
                (OpeningKind::Taraguchi10, 2) => (Step::Place(Black, Zone::Central(5)), black),
                (OpeningKind::Taraguchi10, 3) => (Step::Place(White, Zone::Central(7)), white),
                // Whoever took Black after the fourth stone has no offer.
                (OpeningKind::Taraguchi10, 4) => (Step::Place(Black, Zone::Central(9)), black),
                (OpeningKind::Taraguchi10, _) => self.finish(),
                (_, 3) => (Step::Place(White, Zone::Anywhere), white),
                (_, _) => (Step::Offer, black),
            },
            Taken::Count if stones == 3 => (Step::Window, Seat::Second),
            Taken::Count => (Step::Window, black),
            Taken::AddTwo => (Step::Place(White, Zone::Anywhere), Seat::Second),
            Taken::Offer => (Step::Pick, white),
            Taken::Colour | Taken::Pick => self.finish(),
        }
    }

    fn after_stone(&self, stones: usize) -> (Step, Seat) {
        use OpeningKind as K;
        use Seat::{First, Second};
        let (black, white) = (self.seat_of(Black), self.seat_of(White));
        match (self.kind(), stones) {
            (K::Pro | K::LongPro, 1) => (Step::Place(White, Zone::Anywhere), white),
            (K::Pro, 2) => (Step::Place(Black, Zone::Outside(5)), black),
            (K::LongPro, 2) => (Step::Place(Black, Zone::Outside(7)), black),

            (K::Swap | K::Swap2, 1) => (Step::Place(White, Zone::Anywhere), First),
            (K::Swap | K::Swap2, 2) => (Step::Place(Black, Zone::Anywhere), First),
            (K::Swap, 3) => (Step::Choose { may_add: false }, Second),
            (K::Swap2, 3) => (Step::Choose { may_add: true }, Second),
            (K::Swap2, 4) => (Step::Place(Black, Zone::Anywhere), Second),
            (K::Swap2, 5) => (Step::Choose { may_add: false }, First),

            (K::Taraguchi10, 1 | 3) => (Step::Window, white),
            (K::Taraguchi10, 2) => (Step::Window, black),
            (K::Taraguchi10, 4) => (Step::Fifth, black),
            (K::Taraguchi10, 5) => (Step::Window, white),

            (K::Rif | K::Soosorv8 | K::Yamaguchi, 1) => {
                (Step::Place(White, Zone::Central(3)), First)
            }
            (K::Rif | K::Soosorv8 | K::Yamaguchi, 2) => {
                (Step::Place(Black, Zone::Central(5)), First)
            }
            (K::Rif | K::Soosorv8, 3) => (Step::Window, Second),
            (K::Yamaguchi, 3) => (Step::Declare, First),
            (K::Rif | K::Yamaguchi, 4) => (Step::Offer, black),
            (K::Soosorv8, 4) => (Step::Declare, white),

            _ => self.finish(),
        }
    }

    /// Ordinary play begins, with the player whose colour is to move.
    pub(super) fn finish(&self) -> (Step, Seat) {
        (Step::Done, self.seat_of(self.next_mover()))
    }
}
