//! Runs the targets of `fuzz/`: each for some seconds as a job, or one for as long as a person says, by
//! `cargo xtask fuzz references --for 1h`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::log::{Log, root};

/// What makes a fuzzer's target of a program: the passes that count what is reached and compare, the address sanitizer, and the
/// configuration that crates look for. They are those of cargo-fuzz 0.13, so that both build the same. To install cargo-fuzz takes
/// longer than the job runs four targets.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing \
    -Cllvm-args=-simplifycfg-branch-fold-threshold=0 -Zsanitizer=address \
    -Cllvm-args=-sanitizer-coverage-stack-depth";

/// How long the job runs each target.
const SECONDS: u64 = 15;

/// Where the job's choices begin. A change is not refused for what another run would have found: people look for that, for longer.
const JOB_SEED: u64 = 3986;

/// The job: all targets, two at a time.
pub fn job(log: &mut Log) -> Result<(), String> {
    all(log, &targets()?, SECONDS, Some(JOB_SEED))
}

/// `cargo xtask fuzz [TARGET…] [--for TIME]`.
pub fn run(arguments: &[&str]) -> ExitCode {
    let result = targets().and_then(|targets| {
        let (chosen, seconds) = parse(arguments, &targets)?;
        let mut log = Log::new(false);
        match &chosen[..] {
            [target] => {
                let command = build(&mut log)?;
                one(target, seconds, &command)
            }
            _ => all(&mut log, &chosen, seconds, None),
        }
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("fuzz: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The targets that are named, all if there is none, and the time in seconds.
fn parse(arguments: &[&str], targets: &[String]) -> Result<(Vec<String>, u64), String> {
    let (mut chosen, mut seconds) = (Vec::new(), SECONDS);
    let mut words = arguments.iter();
    while let Some(&word) = words.next() {
        if word == "--for" {
            let time = words.next().copied().unwrap_or_default();
            seconds =
                time_of(time).ok_or("--for requires a time, such as 30s, 10m or 1h".to_owned())?;
        } else if targets.iter().any(|target| target == word) {
            chosen.push(word.to_owned());
        } else {
            return Err(format!("no target is named {word}; there are {}", targets.join(", ")));
        }
    }
    if chosen.is_empty() {
        chosen = targets.to_vec();
    }
    Ok((chosen, seconds))
}

/// A number of seconds, minutes or hours, in seconds.
fn time_of(text: &str) -> Option<u64> {
    let unit = match text.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        _ => return None,
    };
    text[..text.len() - 1].parse::<u64>().ok()?.checked_mul(unit).filter(|seconds| *seconds > 0)
}

/// The names of the targets: those of their files.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let named = |error: io::Error| format!("fuzz/fuzz_targets: {error}");
    let mut names = Vec::new();
    for file in fs::read_dir(folder).map_err(named)? {
        let name = file.map_err(named)?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".rs").map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// Builds all targets, with the address sanitizer, and the command, whose path it returns.
fn build(log: &mut Log) -> Result<String, String> {
    log.run("rustup", &["toolchain", "install", "nightly", "--profile", "minimal"])?;
    let command = log.built_command()?;
    // With a named machine, what runs at compile time has no such flags.
    log.env("RUSTFLAGS", FLAGS)
        .env("CARGO_TARGET_DIR", &root().join("fuzz/target").to_string_lossy())
        .run(
            "cargo",
            &[
                "+nightly",
                "build",
                "--release",
                "--locked",
                "--manifest-path",
                "fuzz/Cargo.toml",
                "--target",
                &machine(),
            ],
        )?;
    Ok(command)
}

/// The kind of machine that the targets are built for: this one.
fn machine() -> String {
    format!("{}-unknown-linux-gnu", std::env::consts::ARCH)
}

/// Where a target is built.
fn path_of(target: &str) -> String {
    format!("fuzz/target/{}/release/{target}", machine())
}

/// A target as it is run, until the time is over or it finds something.
fn program(target: &str, seconds: u64, command: &str) -> Result<Command, String> {
    let named = |error: io::Error| format!("{target}: {error}");
    let fuzz = root().join("fuzz");
    let (corpus, artifacts) =
        (fuzz.join("corpus").join(target), fuzz.join("artifacts").join(target));
    let seeds = fuzz.join("target/seeds").join(target);
    for folder in [&corpus, &artifacts, &seeds] {
        fs::create_dir_all(folder).map_err(named)?;
    }
    for (number, seed) in seeds_of(target).map_err(named)?.iter().enumerate() {
        fs::write(seeds.join(format!("{number:04}")), seed).map_err(named)?;
    }
    let mut program = Command::new(root().join(path_of(target)));
    program.args([&corpus, &seeds]).current_dir(root()).env("TRIPLET", command);
    program.arg(format!("-artifact_prefix={}/", artifacts.display()));
    program.arg(format!("-max_total_time={seconds}"));
    program.args(["-timeout=20", "-rss_limit_mb=4096", "-verbosity=1"]);
    let dictionary = fuzz.join("dictionaries").join(format!("{target}.dict"));
    if dictionary.exists() {
        program.arg(format!("-dict={}", dictionary.display()));
    }
    Ok(program)
}

/// Runs one target, whose output is shown as it comes.
fn one(target: &str, seconds: u64, command: &str) -> Result<(), String> {
    let status = program(target, seconds, command)?.status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(found(target)) }
}

fn found(target: &str) -> String {
    format!(
        "{target} found something: the input is the newest file in fuzz/artifacts/{target}, and \
         `{} FILE` runs it again",
        path_of(target)
    )
}

/// Builds and runs several targets, two at a time.
fn all(log: &mut Log, targets: &[String], seconds: u64, seed: Option<u64>) -> Result<(), String> {
    let command = build(log)?;
    let next = AtomicUsize::new(0);
    let ended = Mutex::new(Vec::new());
    let lane = || {
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            let output = program(target, seconds, &command).and_then(|mut program| {
                program.args(seed.map(|seed| format!("-seed={seed}")));
                program.stdin(Stdio::null()).output().map_err(|error| error.to_string())
            });
            ended.lock().unwrap_or_else(PoisonError::into_inner).push((target, output));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(lane);
        scope.spawn(lane);
    });
    let mut wrong = Vec::new();
    for (target, output) in ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let output = output?;
        let messages = String::from_utf8_lossy(&output.stderr);
        match messages.lines().find_map(runs) {
            Some(runs) if output.status.success() => {
                log.say(&format!("{target}: {runs} runs without a finding"));
                log.passed += 1;
            }
            _ => {
                let lines: Vec<&str> = messages.lines().collect();
                lines[lines.len().saturating_sub(60)..].iter().for_each(|line| log.say(line));
                wrong.push(found(target));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// How many inputs were tried, if this is the last line of a target: `Done 7 runs in 30 second(s)`.
fn runs(line: &str) -> Option<u64> {
    let (count, _) = line.strip_prefix("Done ")?.split_once(" runs in ")?;
    count.parse().ok().filter(|runs| *runs > 0)
}

/// The seeds of a target: a line of its file each, and the texts of the cases in the folder that `TRIPLET_VECTORS` names.
fn seeds_of(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut seeds = Vec::new();
    let file = root().join("fuzz/seeds").join(target);
    if file.exists() {
        let lines = fs::read_to_string(file)?;
        let lines = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        seeds.extend(lines.map(unescaped));
    }
    // Each run of this target starts a process.
    if target != "command"
        && let Some(folder) = std::env::var_os("TRIPLET_VECTORS")
    {
        // Every target reads some bytes that choose before the text.
        let seed = |text: String| [b"aaaaaa", text.as_bytes()].concat();
        seeds.extend(texts_of(&PathBuf::from(folder))?.into_iter().map(seed));
    }
    Ok(seeds)
}

/// The bytes that a line of a file of seeds means: it has the escapes `\\`, `\n`, `\r`, `\t` and `\xHH`.
fn unescaped(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let hexadecimal = after
            .strip_prefix('x')
            .and_then(|digits| u8::from_str_radix(digits.get(..2)?, 16).ok());
        let (byte, length) = match (after.as_bytes().first(), hexadecimal) {
            (_, Some(byte)) => (byte, 3),
            (Some(b'n'), _) => (b'\n', 1),
            (Some(b'r'), _) => (b'\r', 1),
            (Some(b't'), _) => (b'\t', 1),
            (Some(b'\\'), _) => (b'\\', 1),
            _ => (b'\\', 0),
        };
        bytes.push(byte);
        rest = &after[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// The texts of cases: the strings `input` of JSON, the column `input` of tables and the lines of lists.
fn texts_of(folder: &Path) -> io::Result<Vec<String>> {
    let mut texts = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if !["jsonl", "tsv", "txt"].contains(&&*extension) {
            continue;
        }
        let content = fs::read_to_string(&path)?;
        // The first line of a table names its columns.
        let columns = content.lines().next().unwrap_or_default();
        let column = columns.split('\t').position(|name| name == "input").unwrap_or(0);
        for line in content.lines() {
            let text = match &*extension {
                // An escape stays as it is written: a seed need not be exact.
                "jsonl" => {
                    line.split_once("\"input\": \"").and_then(|(_, after)| after.split('"').next())
                }
                "tsv" => line.split('\t').nth(column),
                _ => Some(line),
            };
            texts.extend(text.map(str::to_owned));
        }
    }
    texts.sort();
    texts.dedup();
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let targets = ["decode".to_owned(), "encode".to_owned()];
        let parsed = |arguments: &[&str]| parse(arguments, &targets);
        assert_eq!(parsed(&["encode"]), Ok((vec!["encode".to_owned()], SECONDS)));
        assert_eq!(parsed(&["--for", "10m"]), Ok((targets.to_vec(), 600)));
        assert_eq!(parsed(&["decode", "--for", "1h"]), Ok((vec!["decode".to_owned()], 3600)));
        assert!(parsed(&["nothing"]).is_err_and(|why| why.ends_with("decode, encode")));
        for wrong in ["", "10", "m", "0s", "-1s", "99999999999999999999h"] {
            assert!(parsed(&["--for", wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn runs_are_counted() {
        assert_eq!(runs("Done 1234 runs in 31 second(s)"), Some(1234));
        assert_eq!(runs("Done 0 runs in 31 second(s)"), None);
        assert_eq!(runs("#2 INITED cov: 7"), None);
    }

    #[test]
    fn escapes_of_seeds() {
        assert_eq!(unescaped(r"a\x00\xff\\n\n\q%41"), b"a\x00\xff\\n\n\\q%41");
        assert_eq!(unescaped(r"\xé\"), "\\xé\\".as_bytes());
    }

    /// Every target has seeds, and a row in the manifest.
    #[test]
    fn targets_are_whole() {
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("the manifest");
        let targets = targets().expect("the folder");
        assert!(targets.len() >= 3, "{targets:?}");
        for target in targets {
            assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
            assert!(root().join("fuzz/seeds").join(&target).is_file(), "seeds of {target}");
        }
    }
}
