//! The command: what it makes is the same whatever happens on the way.
#![allow(missing_docs)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use x0_puzzles::base;

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_x0-puzzles"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A few easy puzzles of two rulesets.
fn generate(folder: &Path, work: &str, out: &str, jobs: &str) -> Command {
    let mut command = command();
    command.arg("generate").args(["--levels", "0,4,4,0,0,0", "--rulesets", "gomoku,renju"]);
    command.args(["--jobs", jobs]).arg("--work").arg(folder.join(work));
    command.arg("--out").arg(folder.join(out));
    command
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let names = ["gomoku.tsv.gz", "renju.tsv.gz", "manifest.json"];
    names.map(|name| fs::read(folder.join(name)).unwrap()).to_vec()
}

#[test]
fn jobs_and_a_kill_change_nothing_and_verify_finds_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(generate(folder, "a", "one", "1").status().unwrap().success());

    let mut child = generate(folder, "b", "two", "2").spawn().unwrap();
    let (work, start) = (folder.join("b"), Instant::now());
    let batches = || fs::read_dir(&work).map_or(0, |dir| dir.filter(is_batch).count());
    while batches() == 0 && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(batches() > 0);
    assert!(generate(folder, "b", "two", "2").status().unwrap().success());
    assert!(files(&folder.join("one")) == files(&folder.join("two")));

    let other = generate(folder, "b", "two", "2").args(["--seed", "2"]).status().unwrap();
    assert_eq!(other.code(), Some(2), "a work folder has one seed");
    verify(folder);
}

fn is_batch(entry: &std::io::Result<fs::DirEntry>) -> bool {
    entry.as_ref().is_ok_and(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.ends_with(".tsv") && !name.starts_with('.')
    })
}

fn verify(folder: &Path) {
    let file = folder.join("one/renju.tsv.gz");
    let both = [folder.join("one/gomoku.tsv.gz"), file.clone()];
    assert!(command().arg("verify").args(&both).status().unwrap().success());

    let text = unpack(&file);
    let broken = folder.join("renju.tsv.gz");
    let third = text.lines().nth(3).unwrap();
    for (wrong, what) in [
        (third.replacen("3\t2\t", "3\t3\t", 1), "level 3 where it is 2"),
        (text.lines().nth(2).unwrap().replacen('2', "3", 1), "equal to renju 2"),
    ] {
        assert_ne!(wrong, third);
        pack(&broken, &text.replace(third, &wrong));
        let run = command().arg("verify").arg(&broken).stdout(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(run.stdout).unwrap();
        assert_eq!(run.status.code(), Some(1), "{told}");
        assert!(told.contains(&format!("renju 3: {what}\n")), "{told}");
    }
    pack(&broken, &text.replace(third, "3\tnonsense"));
    assert_eq!(command().arg("verify").arg(&broken).status().unwrap().code(), Some(2));
    assert_eq!(base::read(&file).unwrap().puzzles.len(), 8);
}

fn unpack(path: &Path) -> String {
    use std::io::Read;
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

fn pack(path: &Path, text: &str) {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    fs::write(path, packer.finish().unwrap()).unwrap();
}
