//! The files of the base: one a mode, and a manifest.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use serde_json::json;

use crate::batch::{GAMES, replace};
use crate::selection::Selection;
use crate::{COLUMNS, GENERATOR, LEVELS, Mode, Puzzle};

/// The puzzles of a mode, the first one being number 1.
#[derive(Clone, Debug)]
pub struct File {
    /// Where they were read from.
    pub path: PathBuf,
    /// Whose they are.
    pub mode: Mode,
    /// In the order of their numbers.
    pub puzzles: Vec<Puzzle>,
}

/// The name of the file of a mode.
fn file_name(mode: Mode) -> String {
    format!("{}.tsv.gz", mode.name())
}

/// How many puzzles there are of each level.
#[must_use]
pub fn level_counts(puzzles: &[Puzzle]) -> [usize; LEVELS] {
    let of = |level: usize| puzzles.iter().filter(|p| usize::from(p.level) == level).count();
    std::array::from_fn(|index| of(index + 1))
}

/// Writes the best of what was found.
///
/// # Errors
///
/// A file cannot be written.
pub fn write(folder: &Path, selection: &Selection, seed: u64) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    let mut files = serde_json::Map::new();
    let mut total = 0;
    for (mode, found) in selection.modes() {
        let puzzles = selection.best(mode);
        total += puzzles.len();
        replace(&folder.join(file_name(mode)), &packed(&puzzles)?)?;
        let about = json!({
            "file": file_name(mode),
            "puzzles": puzzles.len(),
            "levels": level_counts(&puzzles),
            "games": found.batches * GAMES,
        });
        files.insert(mode.name().into(), about);
    }
    let manifest = json!({
        "generator": GENERATOR,
        "seed": seed,
        "columns": COLUMNS,
        "puzzles": total,
        "rulesets": files,
    });
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    replace(&folder.join("manifest.json"), text.as_bytes())
}

fn packed(puzzles: &[Puzzle]) -> Result<Vec<u8>> {
    // No name and no time in it: the same puzzles give the same file.
    let mut packer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    writeln!(packer, "{}", COLUMNS.join("\t"))?;
    for (index, puzzle) in puzzles.iter().enumerate() {
        writeln!(packer, "{}\t{}", index + 1, puzzle.to_text())?;
    }
    Ok(packer.finish()?)
}

/// Reads a file of puzzles; its name says of which mode.
///
/// # Errors
///
/// It cannot be read, or a line is wrong.
pub fn read(path: &Path) -> Result<File> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let read = || -> Result<File> {
        let mode = name.split('.').next().and_then(Mode::from_name);
        let mode = mode.context("a file of puzzles is called x0, gomoku or renju .tsv.gz")?;
        let mut text = String::new();
        GzDecoder::new(fs::File::open(path)?).read_to_string(&mut text)?;
        let mut lines = text.lines();
        let columns = COLUMNS.join("\t");
        ensure!(lines.next() == Some(&columns), "the first line is not {columns:?}");
        let puzzle = |(index, line): (usize, &str)| {
            let rest = line.strip_prefix(&format!("{}\t", index + 1));
            let puzzle = rest.context("numbers are not 1, 2, 3...").and_then(Puzzle::from_text);
            puzzle.with_context(|| format!("puzzle {}", index + 1))
        };
        let puzzles = lines.enumerate().map(puzzle).collect::<Result<_>>()?;
        Ok(File { path: path.into(), mode, puzzles })
    };
    read().with_context(|| format!("{}", path.display()))
}
