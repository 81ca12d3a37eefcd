//! `cargo xtask quick [CRATE…]`: what a contributor runs while working. The command checks the format of all code, and the lints
//! and tests of the crates that changed. The command installs nothing.

use std::collections::BTreeSet;
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::log::{Log, root};

/// A crate of the workspace.
struct Package {
    name: &'static str,
    /// The files and folders whose change asks for its tests.
    paths: &'static [&'static str],
    /// Arguments of `cargo test`: those of the job that tests all of it, so that what is compiled is shared.
    test: &'static str,
}

#[rustfmt::skip]
const PACKAGES: &[Package] = &[
    Package { name: "triplet", paths: &["crates/triplet/"], test: "test -p triplet --all-features --lib --tests --examples --locked" },
    Package { name: "triplet-inspect", paths: &["crates/triplet-inspect/"], test: "test -p triplet-inspect --all-features --locked" },
    // Its tests run the examples of the documents.
    Package { name: "triplet-cli", paths: &["crates/triplet-cli/", "docs/", "README"], test: "test -p triplet-cli --locked" },
    Package { name: "triplet-arrow", paths: &["crates/triplet-arrow/"], test: "test -p triplet-arrow --locked" },
    Package { name: "triplet-utf16", paths: &["crates/triplet-utf16/"], test: "test -p triplet-utf16 --locked" },
    Package { name: "triplet-wasm", paths: &["crates/triplet-wasm/"], test: "test -p triplet-wasm --locked" },
    // Its tests are in Python: `cargo xtask python` runs them.
    Package { name: "triplet-python", paths: &["crates/triplet-python/"], test: "check -p triplet-python --locked" },
    // Its tests are in Java: `cargo xtask jvm` runs them.
    Package { name: "triplet-jni", paths: &["jvm/native/"], test: "check -p triplet-jni --locked" },
    Package { name: "triplet-bench", paths: &["bench/"], test: "test -p triplet-bench --locked" },
    Package { name: "xtask", paths: &["xtask/"], test: "test -p xtask --locked" },
];

/// What is tested when nothing changed, or something that concerns all: the workspace's default members.
const DEFAULT: [&str; 3] = ["triplet", "triplet-cli", "triplet-inspect"];

/// Runs it for the crates with these names, or for those that changed.
pub fn run(names: &[&str]) -> ExitCode {
    let start = Instant::now();
    for name in names {
        if !PACKAGES.iter().any(|package| package.name == *name) {
            let all: Vec<&str> = PACKAGES.iter().map(|package| package.name).collect();
            eprintln!("no crate is named {name}; there are {}", all.join(", "));
            return ExitCode::from(2);
        }
    }
    let mut log = Log::new(false);
    let files = if names.is_empty() { changed() } else { Vec::new() };
    let names = if names.is_empty() { of_files(&files) } else { names.iter().copied().collect() };
    println!("quick: {}", names.iter().copied().collect::<Vec<_>>().join(", "));
    let result = steps(&mut log, &names);
    if files.iter().any(|file| ["web/", "npm/"].iter().any(|folder| file.starts_with(folder))) {
        println!("NOT RUN: the tests of web/ and npm/; `cargo xtask page` runs them");
    }
    if files.iter().any(|file| file.starts_with("engines/")) {
        println!("NOT RUN: the tests of engines/; `cargo xtask datafusion` runs them");
    }
    let seconds = start.elapsed().as_secs_f64();
    match result {
        Ok(()) => {
            println!("\nquick: {} tests passed, in {seconds:.0} s", log.passed);
            ExitCode::SUCCESS
        }
        Err(why) => {
            println!("\nquick: FAILED: {why}, after {seconds:.0} s");
            ExitCode::FAILURE
        }
    }
}

fn steps(log: &mut Log, names: &BTreeSet<&str>) -> Result<(), String> {
    log.cargo("fmt --all --check")?;
    log.lock_files()?;
    let packages: Vec<_> = PACKAGES.iter().filter(|package| names.contains(package.name)).collect();
    for Package { name, .. } in &packages {
        log.cargo(&format!(
            "clippy -p {name} --all-targets --all-features --locked -- -D warnings"
        ))?;
    }
    packages.iter().try_for_each(|package| log.cargo(package.test))
}

/// The files that differ from the place where this branch left `main`, and those that Git does not know yet.
fn changed() -> Vec<String> {
    let git = |arguments: &[&str]| -> Option<String> {
        let output = Command::new("git").args(arguments).current_dir(root()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let base = ["main", "origin/main"].iter().find_map(|main| git(&["merge-base", "HEAD", main]));
    let base = base.unwrap_or_else(|| "HEAD".to_owned());
    [
        git(&["diff", "--name-only", base.trim()]),
        git(&["ls-files", "--others", "--exclude-standard"]),
    ]
    .into_iter()
    .flatten()
    .flat_map(|list| list.lines().map(str::to_owned).collect::<Vec<_>>())
    .collect()
}

/// The crates that these files belong to.
fn of_files(files: &[String]) -> BTreeSet<&'static str> {
    let mut names: BTreeSet<&str> = PACKAGES
        .iter()
        .filter(|package| {
            files.iter().any(|file| package.paths.iter().any(|path| file.starts_with(path)))
        })
        .map(|package| package.name)
        .collect();
    let concerns_all = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"];
    if names.is_empty() || files.iter().any(|file| concerns_all.contains(&file.as_str())) {
        names.extend(DEFAULT);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[&str]) -> Vec<&'static str> {
        let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        of_files(&files).into_iter().collect()
    }

    #[test]
    fn files_belong_to_crates() {
        assert_eq!(of(&["crates/triplet/src/lib.rs"]), ["triplet"]);
        assert_eq!(of(&["docs/guide.md", "xtask/src/main.rs"]), ["triplet-cli", "xtask"]);
        assert_eq!(of(&["README.ja.md"]), ["triplet-cli"]);
        assert_eq!(
            of(&["bench/src/main.rs", "Cargo.lock"]),
            ["triplet", "triplet-bench", "triplet-cli", "triplet-inspect"]
        );
        assert_eq!(of(&[]), DEFAULT);
    }

    #[test]
    fn every_member_of_the_workspace_is_listed() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
        let line = manifest.lines().find(|line| line.starts_with("members")).expect("members");
        for path in line.split('"').skip(1).step_by(2) {
            let folder = format!("{path}/");
            assert!(PACKAGES.iter().any(|p| p.paths.contains(&folder.as_str())), "{path}");
        }
    }
}
