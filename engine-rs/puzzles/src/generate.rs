//! Finds puzzles until there are enough, on all cores.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use anyhow::Result;

use crate::Mode;
use crate::batch::{Batch, Work};
use crate::selection::{Quota, Selection};

/// What to make, and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the batches are.
    pub work: PathBuf,
    /// What the games depend on.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// How many puzzles a mode.
    pub quota: Quota,
    /// Among how many times as many they are chosen.
    pub choice: NonZeroUsize,
    /// For which modes.
    pub modes: Vec<Mode>,
    /// When to stop, enough or not.
    pub until: Option<Instant>,
}

/// Works until there are enough puzzles or the time is up; `watch` is told what there is so far.
///
/// Batches are numbered, the modes in turn. Threads make them in any order and they are taken in
/// theirs, up to the first with which there are enough: so the outcome does not depend on the
/// number of threads, nor on what was there from an earlier run.
///
/// # Errors
///
/// The work folder belongs to another seed or version, or cannot be written.
pub fn generate(settings: &Settings, mut watch: impl FnMut(&Selection)) -> Result<Selection> {
    let work = Work::open(&settings.work, settings.seed)?;
    let mut selection = Selection::new(settings.quota, settings.choice, &settings.modes);
    let unit = |number: u64| {
        let modes = settings.modes.len() as u64;
        ((number % modes) as usize, number / modes)
    };
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let full: Vec<AtomicBool> = settings.modes.iter().map(|_| AtomicBool::new(false)).collect();
    let make = |number: u64| -> Result<Option<Batch>> {
        let (index, batch) = unit(number);
        let mode = settings.modes[index];
        let skip = full[index].load(Ordering::Relaxed);
        if skip { Ok(None) } else { work.batch(mode, batch).map(Some) }
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..settings.jobs {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if sender.send((number, make(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        let mut take_all = || -> Result<()> {
            for (number, made) in &receiver {
                waiting.insert(number, made);
                while let Some(made) = waiting.remove(&expected) {
                    let index = unit(expected).0;
                    let mode = settings.modes[index];
                    expected += 1;
                    if let Some(batch) = made?.filter(|_| !selection.is_full(mode)) {
                        selection.add(mode, batch.puzzles, batch.seconds)?;
                    }
                    full[index].store(selection.is_full(mode), Ordering::Relaxed);
                }
                watch(&selection);
                let enough = settings.modes.iter().all(|mode| selection.is_full(*mode));
                if enough || settings.until.is_some_and(|until| Instant::now() >= until) {
                    return Ok(());
                }
            }
            Ok(())
        };
        let taken = take_all();
        stop.store(true, Ordering::Relaxed);
        taken
    })?;
    Ok(selection)
}
