//! Progress: bars on a terminal, and else a line now and then.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressStyle};
use x0_puzzles::Mode;
use x0_puzzles::selection::{OfMode, Quota, Selection};

/// Without a terminal.
const SELDOM: Duration = Duration::from_secs(30);

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// What `generate` has so far.
pub struct Making {
    start: Instant,
    bars: Vec<(Mode, ProgressBar)>,
    told: Instant,
}

impl Making {
    pub fn new(modes: &[Mode]) -> Self {
        let all = MultiProgress::new();
        let bar = |mode: &Mode| {
            let bar = all.add(ProgressBar::new(0));
            bar.set_style(style("{prefix:7} [{bar:20}] {pos}/{len} {msg}"));
            bar.set_prefix(mode.name());
            (*mode, bar)
        };
        let bars = modes.iter().map(bar).collect();
        Self { start: Instant::now(), bars, told: Instant::now() }
    }

    pub fn show(&mut self, selection: &Selection) {
        let terminal = std::io::stderr().is_terminal();
        if !terminal && self.told.elapsed() < SELDOM {
            return;
        }
        self.told = Instant::now();
        let wanted = selection.wanted();
        let all = wanted.iter().sum::<usize>();
        for (mode, found) in selection.modes() {
            let (enough, message) = self.message(found, wanted);
            if !terminal {
                eprintln!("{:7} {enough}/{} {message}", mode.name(), all);
            }
            if let Some((_, bar)) = self.bars.iter().find(|(other, _)| *other == mode) {
                bar.set_length(all as u64);
                bar.set_position(enough as u64);
                bar.set_message(message);
            }
        }
    }

    /// How many of those wanted there are, and all there is to say.
    fn message(&self, found: &OfMode, wanted: Quota) -> (usize, String) {
        let elapsed = self.start.elapsed().as_secs_f64();
        let counts = found.counts();
        let levels = counts.iter().zip(wanted).enumerate();
        let shown: Vec<String> =
            levels.map(|(level, (n, quota))| format!("{}: {n}/{quota}", level + 1)).collect();
        let enough = counts.iter().zip(wanted).map(|(n, quota)| quota.min(*n)).sum();
        // The level that takes longest decides.
        let left = counts
            .iter()
            .zip(wanted)
            .map(|(n, quota)| elapsed * quota.saturating_sub(*n) as f64 / (*n as f64).max(0.5));
        let left = HumanDuration(Duration::from_secs_f64(left.fold(0.0, f64::max)));
        let rate = counts.iter().sum::<usize>() as f64 / elapsed.max(0.01);
        (enough, format!("levels {} - {rate:.1}/s, {left} left", shown.join(" ")))
    }

    pub fn finish(&self) {
        for (_, bar) in &self.bars {
            bar.abandon();
        }
    }
}

/// How far `verify` is.
pub struct Proving {
    bar: ProgressBar,
    told: Mutex<Instant>,
}

impl Proving {
    pub fn new() -> Self {
        let bar = ProgressBar::new(0);
        bar.set_style(style("[{bar:40}] {pos}/{len} {per_sec:.1}, {eta} left"));
        Self { bar, told: Mutex::new(Instant::now()) }
    }

    pub fn show(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
        let Ok(mut told) = self.told.lock() else { return };
        if self.bar.is_hidden() && told.elapsed() >= SELDOM {
            *told = Instant::now();
            eprintln!("{done}/{all}");
        }
    }

    pub fn finish(&self) {
        self.bar.abandon();
    }
}
