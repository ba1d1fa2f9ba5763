//! Tables of what there is.

use std::fmt::Write;

use crate::base::{File, level_counts};
use crate::selection::Selection;
use crate::{LEVELS, Puzzle, Theme};

fn heading() -> String {
    let levels = (1..=LEVELS).map(|level| format!("{:>10}", format!("level {level}")));
    format!("{:<8}{}{:>10}\n", "", levels.collect::<String>(), "all")
}

fn row(name: &str, cells: &[String; LEVELS], all: &str) -> String {
    let cells: String = cells.iter().map(|cell| format!("{cell:>10}")).collect();
    format!("{name:<8}{cells}{all:>10}\n")
}

/// Counts of each level, and themes, of files of puzzles.
#[must_use]
pub fn of_files(files: &[File]) -> String {
    let mut text = String::from("Puzzles\n") + &heading();
    for file in files {
        let counts = level_counts(&file.puzzles).map(|count| count.to_string());
        text += &row(file.mode.name(), &counts, &file.puzzles.len().to_string());
    }
    text += "\nOne first move wins, percent\n";
    let single = |puzzles: &[&Puzzle]| {
        let one = puzzles.iter().filter(|puzzle| puzzle.first_moves.len() == 1).count();
        format!("{:.0}", 100.0 * one as f64 / puzzles.len().max(1) as f64)
    };
    text += &by_level(files, single);
    text += "\nStones, median\n";
    text += &by_level(files, |puzzles| median(puzzles, |puzzle| puzzle.moves.len() as u32));
    text += "\nDifficulty, median\n";
    text += &by_level(files, |puzzles| median(puzzles, |puzzle| puzzle.difficulty));
    text += "\nThemes\n";
    for file in files {
        let _ = write!(text, "{:<8}", file.mode.name());
        for theme in Theme::ALL {
            let count = file.puzzles.iter().filter(|p| p.themes.contains(&theme)).count();
            let _ = write!(text, " {} {count}", theme.name());
        }
        let black = file.puzzles.iter().filter(|p| p.moves.len() % 2 == 0).count();
        let _ = writeln!(text, ", black {black} white {}", file.puzzles.len() - black);
    }
    text
}

fn by_level(files: &[File], cell: impl Fn(&[&Puzzle]) -> String) -> String {
    let mut text = heading();
    for file in files {
        let of = |level: usize| -> Vec<&Puzzle> {
            file.puzzles.iter().filter(|p| level == 0 || usize::from(p.level) == level).collect()
        };
        let cells = std::array::from_fn(|index| cell(&of(index + 1)));
        text += &row(file.mode.name(), &cells, &cell(&of(0)));
    }
    text
}

fn median(puzzles: &[&Puzzle], of: impl Fn(&Puzzle) -> u32) -> String {
    let mut values: Vec<u32> = puzzles.iter().map(|puzzle| of(puzzle)).collect();
    values.sort_unstable();
    values.get(values.len() / 2).map_or_else(|| "-".into(), u32::to_string)
}

/// Different puzzles found for each hour of one core.
#[must_use]
pub fn rates(selection: &Selection) -> String {
    let mut text = String::from("Different puzzles an hour of one core\n") + &heading();
    for (mode, found) in selection.modes() {
        let rate = |count: usize| format!("{:.0}", count as f64 / found.seconds.max(0.01) * 3600.0);
        let counts = found.counts();
        text += &row(mode.name(), &counts.map(rate), &rate(counts.iter().sum()));
    }
    text
}
