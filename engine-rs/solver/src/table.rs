//! What is known of positions that a search has seen.

use crate::grid::Cell;

/// No stone, where a cell could be.
pub(crate) const NOWHERE: Cell = Cell::MAX;

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Entry {
    key: u64,
    /// The attacker wins within so many moves of his; 0 if that is not known.
    pub win: u8,
    /// He does not win within so many.
    pub fail: u8,
    /// His move that won, or that was thought best.
    pub best: Cell,
}

const EMPTY: Entry = Entry { key: 0, win: 0, fail: 0, best: NOWHERE };

/// Neighbouring entries that a key may be in: 64 bytes.
const BUCKET: usize = 4;

const FIRST_ENTRIES: usize = 1 << 10;

/// A hash table that grows as it fills up to a limit; then what took the least search gives way.
///
/// Small searches stay within the processor's cache in that way, and pay for no memory that they do
/// not need.
pub(crate) struct Table {
    entries: Vec<Entry>,
    used: usize,
    limit: usize,
}

impl Table {
    /// A table of at most so many bytes; with too few it holds nothing.
    pub fn new(bytes: usize) -> Self {
        let fit = bytes / size_of::<Entry>();
        let limit = if fit < FIRST_ENTRIES { 0 } else { 1 << fit.ilog2() };
        Self { entries: vec![EMPTY; limit.min(FIRST_ENTRIES)], used: 0, limit }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1) & !(BUCKET - 1)
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        if self.entries.is_empty() {
            return None;
        }
        let from = self.bucket(key);
        self.entries[from..from + BUCKET].iter().find(|entry| entry.key == key).copied()
    }

    /// Remembers what a search found out; what was known before stays known.
    pub fn put(&mut self, key: u64, win: u8, fail: u8, best: Cell) {
        if self.entries.is_empty() {
            return;
        }
        let from = self.bucket(key);
        let bucket = &mut self.entries[from..from + BUCKET];
        if let Some(entry) = bucket.iter_mut().find(|entry| entry.key == key) {
            if win != 0 && (entry.win == 0 || win < entry.win) {
                (entry.win, entry.best) = (win, best);
            }
            entry.fail = entry.fail.max(fail);
            return;
        }
        let worth = |entry: &Entry| entry.win.max(entry.fail);
        let mut at = 0;
        for (index, entry) in bucket.iter().enumerate() {
            if worth(entry) < worth(&bucket[at]) {
                at = index;
            }
        }
        self.used += usize::from(worth(&bucket[at]) == 0);
        bucket[at] = Entry { key, win, fail, best };
        if self.used > self.entries.len() / 2 && self.entries.len() < self.limit {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 4).min(self.limit);
        let mut larger = Vec::new();
        if larger.try_reserve_exact(size).is_err() {
            // There is no more memory than this; the search goes on with what there is.
            self.limit = self.entries.len();
            return;
        }
        larger.resize(size, EMPTY);
        let old = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.win.max(entry.fail) > 0) {
            self.put(entry.key, entry.win, entry.fail, entry.best);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_to_its_limit_and_keeps_what_it_holds_whole() {
        let mut table = Table::new(1 << 16);
        assert_eq!(size_of::<Entry>(), 16);
        for number in 1..100_000_u64 {
            table.put(number.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, (number % 200) as u8 + 1, 7);
        }
        assert_eq!(table.entries.len() * size_of::<Entry>(), 1 << 16);
        let kept = (1..100_000_u64).filter(|number| {
            let entry = table.get(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            entry.is_some_and(|entry| {
                assert_eq!(u64::from(entry.fail), number % 200 + 1);
                true
            })
        });
        assert!(kept.count() > 2_000);
    }

    #[test]
    fn what_was_known_stays_known() {
        let mut table = Table::new(1 << 20);
        table.put(5, 0, 3, NOWHERE);
        table.put(5, 6, 0, 40);
        table.put(5, 0, 4, NOWHERE);
        let entry = table.get(5).unwrap();
        assert_eq!((entry.win, entry.fail, entry.best), (6, 4, 40));
        assert!(table.get(6).is_none());
        assert!(Table::new(0).get(5).is_none());
    }
}
