//! The command `x0-puzzles`.

mod arguments;
mod show;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Parser;
use x0_puzzles::base::{self, File};
use x0_puzzles::selection::Selection;
use x0_puzzles::{Mode, generate, stats, verify};

use arguments::{Arguments, Command, Generate, Stats, Verify};

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Generate(arguments) => make(&arguments),
        Command::Verify(arguments) => prove(&arguments),
        Command::Stats(arguments) => tell(&arguments),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("x0-puzzles: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn make(arguments: &Generate) -> Result<bool> {
    let mut modes = arguments.rulesets.clone();
    // The order of work is always the same.
    modes.sort_by_key(|mode| *mode as u8);
    modes.dedup();
    let minutes = arguments.minutes.map(|minutes| Duration::from_secs_f64(60.0 * minutes));
    let settings = generate::Settings {
        work: arguments.work.clone(),
        seed: arguments.seed,
        jobs: arguments.jobs.get(),
        quota: arguments.levels.0,
        choice: arguments.choice,
        modes: modes.clone(),
        until: minutes.map(|minutes| Instant::now() + minutes),
    };
    let mut progress = show::Making::new(&modes);
    let selection = generate::generate(&settings, |selection| progress.show(selection))?;
    progress.finish();
    eprint!("{}", stats::rates(&selection));
    if !modes.iter().all(|mode| selection.is_full(*mode)) {
        eprintln!("not enough yet: run it again to go on");
        return Ok(false);
    }
    base::write(&arguments.out, &selection, arguments.seed)?;
    print!("{}", stats::of_files(&files_in(&arguments.out, &selection)?));
    Ok(true)
}

fn files_in(folder: &std::path::Path, selection: &Selection) -> Result<Vec<File>> {
    let name = |(mode, _): (Mode, _)| folder.join(format!("{}.tsv.gz", mode.name()));
    selection.modes().map(|mode| base::read(&name(mode))).collect()
}

fn read(paths: &[std::path::PathBuf]) -> Result<Vec<File>> {
    paths.iter().map(|path| base::read(path)).collect()
}

fn prove(arguments: &Verify) -> Result<bool> {
    let files = read(&arguments.files)?;
    let settings = verify::Settings {
        sample: arguments.sample,
        seed: arguments.seed,
        checker: arguments.checker.then_some(arguments.moves),
        jobs: arguments.jobs.get(),
    };
    let bar = show::Proving::new();
    let report = verify::verify(&files, &settings, |done, all| bar.show(done, all));
    bar.finish();
    for failure in &report.failures {
        println!("{failure}");
    }
    println!("{} proved, {} failed", report.proved, report.failures.len());
    if arguments.checker {
        println!(
            "the checker played out every defence of {}, and found no shorter win of {}; the others \
             are beyond its reach",
            report.played_out, report.searched
        );
    }
    Ok(report.failures.is_empty())
}

fn tell(arguments: &Stats) -> Result<bool> {
    let files = read(&arguments.files).context("stats reads files that generate has written")?;
    print!("{}", stats::of_files(&files));
    Ok(true)
}
