//! The work folder: what was found, batch by batch.
//!
//! A batch is a number of games of one mode. It is written to a file of its own, whole or not at
//! all, so that whatever ends the program costs the batches that were being worked on and no more.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::grade::Graded;
use crate::{GENERATOR, Mode, Puzzle, harvest, play};

/// How many games a batch has: about a second's work.
pub const GAMES: u64 = 50;

/// What came of a batch.
#[derive(Clone, Debug)]
pub struct Batch {
    /// In the order of the games.
    pub puzzles: Vec<Graded>,
    /// How long it took when it was made.
    pub seconds: f64,
}

/// A folder of batches that belong together.
#[derive(Clone, Debug)]
pub struct Work {
    folder: PathBuf,
    seed: u64,
}

impl Work {
    /// Opens a folder, or makes it.
    ///
    /// # Errors
    ///
    /// It was begun with another seed or by another version of the generator, or cannot be written.
    pub fn open(folder: &Path, seed: u64) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
        let mark = folder.join("work.txt");
        let text = format!("generator {GENERATOR} seed {seed} games {GAMES}\n");
        match fs::read_to_string(&mark) {
            Ok(found) => ensure!(
                found == text,
                "{} was begun as \"{}\", not as \"{}\": choose another folder",
                folder.display(),
                found.trim(),
                text.trim()
            ),
            Err(e) if e.kind() == ErrorKind::NotFound => replace(&mark, text.as_bytes())?,
            Err(e) => return Err(e).with_context(|| format!("{}", mark.display())),
        }
        Ok(Self { folder: folder.into(), seed })
    }

    /// The batch of this mode and number: read if it is there, and else made and written.
    ///
    /// # Errors
    ///
    /// It cannot be read or written.
    pub fn batch(&self, mode: Mode, number: u64) -> Result<Batch> {
        let path = self.folder.join(format!("{}-{number:06}.tsv", mode.name()));
        match fs::read_to_string(&path) {
            Ok(text) => read(&text).with_context(|| format!("{}", path.display())),
            Err(e) if e.kind() == ErrorKind::NotFound => {
                let batch = make(self.seed, mode, number);
                replace(&path, text(&batch).as_bytes())?;
                Ok(batch)
            }
            Err(e) => Err(e).with_context(|| format!("{}", path.display())),
        }
    }
}

fn make(seed: u64, mode: Mode, number: u64) -> Batch {
    let start = Instant::now();
    let games = number * GAMES..(number + 1) * GAMES;
    let puzzles = games.flat_map(|game| harvest(&play(seed, mode, game)).puzzles).collect();
    Batch { puzzles, seconds: start.elapsed().as_secs_f64() }
}

fn text(batch: &Batch) -> String {
    let mut text = format!("seconds\t{:.2}\n", batch.seconds);
    for graded in &batch.puzzles {
        let _ = writeln!(text, "{:016x}\t{}", graded.shape, graded.puzzle.to_text());
    }
    text
}

fn read(text: &str) -> Result<Batch> {
    let mut lines = text.lines();
    let seconds = lines.next().and_then(|line| line.strip_prefix("seconds\t"));
    let seconds = seconds.context("no time in the first line")?.parse().context("time")?;
    let puzzles = lines.map(|line| {
        let (shape, puzzle) = line.split_once('\t').context("a shape and a puzzle")?;
        Ok(Graded {
            shape: u64::from_str_radix(shape, 16).context("shape")?,
            puzzle: Puzzle::from_text(puzzle)?,
        })
    });
    Ok(Batch { puzzles: puzzles.collect::<Result<_>>()?, seconds })
}

/// Writes a file whole or not at all.
///
/// # Errors
///
/// It cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Other threads write other files, but another process may write the same one.
    let beside = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let write = || {
        use std::io::Write;
        let mut file = fs::File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().with_context(|| format!("{}", path.display()))
}
