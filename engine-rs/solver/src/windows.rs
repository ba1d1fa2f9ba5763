//! What the stones of one colour amount to in a line, for all places of the line at once.
//!
//! A five lies in a *window* of five places without wall and without a stone of the other side. A
//! straight four lies in the inner four places of a window of six whose ends are empty. A window is
//! named by its first bit. Where a longer row does not win, no own stone may touch a five.
//!
//! A bit of a result stands for the window that begins there, so that a few operations on words
//! look at a whole line. The functions have no branches: over an array of lines the compiler turns
//! them into vector code.

/// Windows of five that lack two stones, and those that lack one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fives {
    /// Three own stones and two empty places: a stone on one is a four, completed by the other.
    pub lack_two: u32,
    /// Four own stones and one empty place, which wins.
    pub lack_one: u32,
}

/// Windows of six for straight fours that lack two stones, and those that lack one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Straights {
    /// Two own stones: a stone on an inner empty place is a three.
    pub lack_two: u32,
    /// Three own stones: a standing three.
    pub lack_one: u32,
}

/// `exact` is all ones where only an exact five wins, and zero where longer rows do.
#[inline]
pub(crate) fn fives(own: u32, blocked: u32, exact: u32) -> Fives {
    let free = !blocked;
    let pairs = free & free >> 1;
    let windows = pairs & pairs >> 2 & free >> 4 & !((own << 1 | own >> 5) & exact);
    // Own stones of each window, added up in three binary digits.
    let (a, b, c, d, e) = (own, own >> 1, own >> 2, own >> 3, own >> 4);
    let odd = a ^ b ^ c;
    let carry = a & b | c & (a ^ b);
    let ones = odd ^ d ^ e;
    let second = odd & d | e & (odd ^ d);
    Fives {
        lack_two: windows & ones & (carry ^ second),
        lack_one: windows & !ones & carry & second,
    }
}

/// See [`fives`].
#[inline]
pub(crate) fn straights(own: u32, blocked: u32, exact: u32) -> Straights {
    let free = !blocked;
    let empty = free & !own;
    let pairs = free >> 1 & free >> 2;
    let windows = empty & empty >> 5 & pairs & pairs >> 2 & !((own << 1 | own >> 6) & exact);
    let (a, b, c, d) = (own >> 1, own >> 2, own >> 3, own >> 4);
    let (left, right) = (a ^ b, c ^ d);
    let (both_left, both_right) = (a & b, c & d);
    let odd = left ^ right;
    Straights {
        lack_two: windows & !odd & (both_left ^ both_right ^ (left & right)),
        lack_one: windows & odd & (both_left | both_right),
    }
}

/// The bits of a word, lowest first.
#[inline]
pub(crate) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts step by step what the functions count at once.
    fn slow(own: u32, blocked: u32, exact: bool) -> (Fives, Straights) {
        let (mut fives, mut straights) = (Fives::default(), Straights::default());
        let on = |word: u32, bit: u32| word >> bit & 1 == 1;
        for first in 1..25 {
            let five = first..first + 5;
            let touched = exact && (on(own, first - 1) || on(own, first + 5));
            if five.clone().all(|bit| !on(blocked, bit)) && !touched {
                match five.filter(|bit| on(own, *bit)).count() {
                    3 => fives.lack_two |= 1 << first,
                    4 => fives.lack_one |= 1 << first,
                    _ => {}
                }
            }
            let four = first + 1..first + 5;
            let open = |bit: u32| !on(own, bit) && !on(blocked, bit);
            let touched = exact && (on(own, first - 1) || on(own, first + 6));
            if open(first)
                && open(first + 5)
                && four.clone().all(|bit| !on(blocked, bit))
                && !touched
            {
                match four.filter(|bit| on(own, *bit)).count() {
                    2 => straights.lack_two |= 1 << first,
                    3 => straights.lack_one |= 1 << first,
                    _ => {}
                }
            }
        }
        (fives, straights)
    }

    #[test]
    fn counted_at_once_and_step_by_step() {
        let mut state = 88_172_645_463_325_252_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u32
        };
        for _ in 0..200_000 {
            let inside = ((1 << 20) - 1) << 6;
            let own = (next() | next()) & inside;
            let blocked = next() & next() & next() & !own | !inside;
            for exact in [0, u32::MAX] {
                let expected = slow(own, blocked, exact != 0);
                let found = (fives(own, blocked, exact), straights(own, blocked, exact));
                assert_eq!(found, expected, "{own:032b} {blocked:032b}");
            }
        }
    }
}
