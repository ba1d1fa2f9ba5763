//! Proves puzzles anew.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail, ensure};
use oorandom::Rand64;
use x0_rules::{Position, Ruleset};
use x0_solver::Solution;
use x0_solver::check::{Attacks, Verdict, check_proof, check_win};

use crate::base::File;
use crate::grade::Graded;
use crate::random::below;
use crate::{Fault, Mode, Puzzle, grade, idle_move_loses, level_of, prove};

/// What to verify, and how.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many puzzles, chosen at random; all if not given.
    pub sample: Option<usize>,
    /// What the choice depends on.
    pub seed: u64,
    /// Whether to use the checker as well, and how many moves it may play for a proof, and again in
    /// its own search for a shorter win.
    pub checker: Option<u64>,
    /// Threads.
    pub jobs: usize,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Puzzles that were proved anew.
    pub proved: usize,
    /// Of these the checker played out every defence.
    pub played_out: usize,
    /// Of these the checker found no shorter win in a search of its own.
    pub searched: usize,
    /// Puzzles that are not what the file says, as `x0 17: ...`.
    pub failures: Vec<String>,
}

/// Verifies puzzles; `watch` is called after each with how many were looked at, and of how many.
///
/// That no two are equal is checked of all, whatever the sample; that none is a near copy, of those
/// that were looked at.
#[must_use]
pub fn verify(files: &[File], settings: &Settings, watch: impl Fn(usize, usize) + Sync) -> Report {
    let mut chosen: Vec<(&File, usize)> =
        files.iter().flat_map(|file| (0..file.puzzles.len()).map(move |at| (file, at))).collect();
    if let Some(sample) = settings.sample {
        let mut random = Rand64::new(settings.seed.into());
        for at in 0..sample.min(chosen.len()) {
            let other = at + below(&mut random, chosen.len() - at);
            chosen.swap(at, other);
        }
        chosen.truncate(sample);
    }
    let report = Mutex::new(Report { failures: equal_ones(files), ..Report::default() });
    let shapes: Mutex<HashMap<(Ruleset, u64), Vec<String>>> = Mutex::default();
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs {
            scope.spawn(|| {
                while let Some((file, at)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let checked = check(&file.puzzles[*at], file.mode, settings.checker);
                    let name = name(file, *at);
                    if let (Ok(checked), Ok(mut shapes)) = (&checked, shapes.lock()) {
                        let shape = (file.mode.ruleset(), checked.shape);
                        shapes.entry(shape).or_default().push(name.clone());
                    }
                    if let Ok(mut report) = report.lock() {
                        report.note(&name, checked);
                    }
                    watch(1 + done.fetch_add(1, Ordering::Relaxed), chosen.len());
                }
            });
        }
    });
    let mut report = report.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let shapes = shapes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let alike = shapes.into_values().filter(|names| names.len() > 1);
    report.failures.extend(alike.map(|names| format!("near copies: {}", names.join(", "))));
    report.failures.sort();
    report
}

impl Report {
    fn note(&mut self, name: &str, checked: Result<Checked>) {
        match checked {
            Ok(checked) => {
                self.proved += 1;
                self.played_out += usize::from(checked.played_out);
                self.searched += usize::from(checked.searched);
            }
            Err(why) => self.failures.push(format!("{name}: {why:#}")),
        }
    }
}

fn name(file: &File, index: usize) -> String {
    format!("{} {}", file.mode.name(), index + 1)
}

/// Puzzles that are equal to an earlier one under the symmetries of the board.
fn equal_ones(files: &[File]) -> Vec<String> {
    let mut known: HashMap<u64, String> = HashMap::new();
    let mut equal = Vec::new();
    for file in files {
        for (index, puzzle) in file.puzzles.iter().enumerate() {
            let name = name(file, index);
            // What is no position is told by the check of its puzzle.
            let Ok(position) = puzzle.position(file.mode) else { continue };
            if let Some(other) = known.get(&position.canonical().hash()) {
                equal.push(format!("{name}: equal to {other}"));
            } else {
                known.insert(position.canonical().hash(), name);
            }
        }
    }
    equal
}

/// What the checker could do.
#[derive(Clone, Copy, Debug, Default)]
struct Checked {
    shape: u64,
    played_out: bool,
    searched: bool,
}

fn check(puzzle: &Puzzle, mode: Mode, checker: Option<u64>) -> Result<Checked> {
    let position = puzzle.position(mode)?;
    let Graded { puzzle: graded, shape } = match grade(&position) {
        Ok(graded) => graded,
        Err(fault) => bail!("no puzzle: {fault}"),
    };
    ensure!(idle_move_loses(&position), "no puzzle: {}", Fault::Idle);
    let half_moves = graded.line.len();
    ensure!(
        puzzle.line.len() == half_moves,
        "its line takes {} half-moves, the shortest win {half_moves}",
        puzzle.line.len()
    );
    let level = level_of(half_moves);
    ensure!(puzzle.level == level, "level {} where it is {level}", puzzle.level);
    let mut first_moves = puzzle.first_moves.iter();
    if let Some(wrong) = first_moves.find(|point| !graded.first_moves.contains(point)) {
        bail!("{wrong} does not win");
    }
    ensure!(puzzle.first_moves.contains(&puzzle.line[0]), "the line begins with no first move");
    ensure!(puzzle.winning.first() == Some(&puzzle.first_moves.len()), "number of first moves");
    ensure!(puzzle.winning.len() == half_moves / 2, "numbers of winning moves");
    play_line(puzzle, position.clone())?;
    let checked = match checker {
        Some(moves) => check_slowly(&position, half_moves, moves)?,
        None => Checked::default(),
    };
    Ok(Checked { shape, ..checked })
}

/// The line must be played by the rules, win at its end, and leave no shorter win on the way: then
/// the defence holds out as long as it can.
fn play_line(puzzle: &Puzzle, mut position: Position) -> Result<()> {
    let attacker = position.to_move();
    for (index, point) in puzzle.line.iter().enumerate() {
        let left = puzzle.line.len() - index;
        if left > 1 && left % 2 == 1 && index > 0 {
            let found = x0_solver::solve_vct(&position, &crate::request(1_000_000, false));
            let found = found.half_moves.context("the line leaves the win")?;
            ensure!(found == left, "{found} half-moves win where the line takes {left}");
        }
        let outcome =
            position.play(Some(*point)).with_context(|| format!("{point} in the line"))?;
        let winner = outcome.and_then(|outcome| outcome.winner);
        ensure!(
            position.is_over() == (left == 1) && winner == (left == 1).then_some(attacker),
            "the line does not end in a five"
        );
    }
    Ok(())
}

fn check_slowly(position: &Position, half_moves: usize, moves: u64) -> Result<Checked> {
    let proof = prove(position).ok().and_then(|Solution { proof, .. }| proof);
    let proof = proof.context("no proof")?;
    let played = check_proof(position, &proof, moves);
    ensure!(played.verdict != Verdict::Refuted, "its proof fails after {:?}", played.refutation);
    let shorter = check_win(position, half_moves - 2, Attacks::FoursAndThrees, moves);
    ensure!(shorter.verdict != Verdict::Confirmed, "the checker finds a shorter win");
    Ok(Checked {
        played_out: played.verdict == Verdict::Confirmed,
        searched: shorter.verdict == Verdict::Refuted,
        ..Checked::default()
    })
}
