//! What can be typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use x0_puzzles::selection::Quota;
use x0_puzzles::{LEVELS, Mode};

/// Makes puzzles of five in a row, and proves them.
///
/// A puzzle is a position in which the side to move wins by fours and threes against every defence.
/// Its level, 1 to 6, says how long the shortest way is to the move that decides.
#[derive(Parser)]
#[command(name = "x0-puzzles", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Make a base of puzzles from games of the engine against itself
    ///
    /// It works until there are enough of each level, and then writes OUT/x0.tsv.gz, gomoku.tsv.gz,
    /// renju.tsv.gz and manifest.json. It can be stopped at any time and goes on where it was, from
    /// what is in WORK. The same seed gives the same files, whatever the number of jobs.
    ///
    /// Example: x0-puzzles generate --out puzzles --work /tmp/puzzles
    Generate(Generate),
    /// Prove puzzles anew
    ///
    /// Each one is played from the empty board, proved, graded and compared with what the file says;
    /// of all it is checked that no two are equal under the symmetries of the board. Puzzles that
    /// fail are named, and the exit status is 1.
    ///
    /// Example: x0-puzzles verify puzzles/*.tsv.gz --sample 1000 --checker
    Verify(Verify),
    /// Show how many puzzles of which kind there are
    Stats(Stats),
}

#[derive(Args)]
pub struct Generate {
    /// Folder for the files
    #[arg(long)]
    pub out: PathBuf,
    /// Folder for what was found so far
    #[arg(long)]
    pub work: PathBuf,
    /// Puzzles of levels 1 to 6 for each ruleset
    #[arg(long, value_name = "N,N,N,N,N,N", default_value = "480,430,1030,960,800,800")]
    pub levels: Levels,
    /// Find so many times as many, and take those of which fewest other moves win
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    pub choice: NonZeroUsize,
    /// Rulesets: x0, gomoku, renju
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = ruleset,
          default_value = "x0,gomoku,renju")]
    pub rulesets: Vec<Mode>,
    /// What the games depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Cores to use
    #[arg(long, value_name = "N", default_value_t = cores())]
    pub jobs: NonZeroUsize,
    /// Stop after so many minutes, with exit status 1 if there are not enough yet
    #[arg(long, value_name = "N", value_parser = minutes)]
    pub minutes: Option<f64>,
}

#[derive(Args)]
pub struct Verify {
    /// Files that generate has written
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only so many, chosen at random
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// What the choice depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Also by a slow checker that knows the rules only, as far as it gets
    #[arg(long)]
    pub checker: bool,
    /// How many moves the checker may play for one puzzle
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub moves: u64,
    /// Cores to use
    #[arg(long, value_name = "N", default_value_t = cores())]
    pub jobs: NonZeroUsize,
}

#[derive(Args)]
pub struct Stats {
    /// Files that generate has written
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// How many of each level.
#[derive(Clone)]
pub struct Levels(pub Quota);

impl std::str::FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> = text.split(',').map(|n| n.parse().ok()).collect();
        let levels = numbers.and_then(|numbers| numbers.try_into().ok());
        levels.map(Self).ok_or_else(|| format!("{LEVELS} numbers with commas between them"))
    }
}

fn ruleset(name: &str) -> Result<Mode, String> {
    Mode::from_name(name).ok_or_else(|| "x0, gomoku or renju".into())
}

fn minutes(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|n| (0.0..1e6).contains(n)).ok_or_else(|| "a number of minutes".into())
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
