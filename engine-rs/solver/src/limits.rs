//! What ends a search before it has an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a search may go.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Positions with the attacker to move that may be looked at.
    pub nodes: u64,
    /// Time that may pass, if that is limited. An answer that depends on it is not the same on
    /// every machine.
    pub time: Option<Duration>,
    /// Bytes of the table of known positions. It begins small and grows to the largest power of
    /// two that is no larger; below 16 KiB there is no table. While it grows, the one before it,
    /// of a quarter or half of its size, is still there.
    pub memory: usize,
    /// Whoever sets this stops the search.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    /// Five million positions, 64 MiB, no limit of time.
    fn default() -> Self {
        Self { nodes: 5_000_000, time: None, memory: 64 << 20, cancel: None }
    }
}

/// A limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Counts what a search does, and stops it.
pub(crate) struct Meter {
    pub nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
}

/// The clock is looked at once in so many nodes.
const SELDOM: u64 = 1 << 10;

impl Meter {
    pub fn new(limits: &Limits) -> Self {
        // A time that no clock can hold is no limit.
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { nodes: 0, limit: limits.nodes, deadline, cancel: limits.cancel.clone() }
    }

    /// Sets how many nodes there may be in all.
    pub fn set_limit(&mut self, nodes: u64) {
        self.limit = nodes;
    }

    /// Whether as many nodes were looked at, or the search was stopped otherwise.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.nodes >= nodes || self.is_late()
    }

    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        if self.nodes % SELDOM == 0 && self.is_late() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn is_late(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
