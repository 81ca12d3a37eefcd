//! The job of the ranking of charsets: its tables are made again, and it is measured.

use std::fs;
use std::process::Command;

use crate::log::{Log, root};

/// The scripts, in Python.
const SCRIPTS: &str = "xtask/charsets";
/// Where the packages are unpacked. Nothing of them is in the tree.
const FOLDER: &str = "target/charsets";
/// The tables that the library has.
const TABLES: &str = "crates/triplet/src/readings/tables.rs";
/// Names in all languages.
const CLDR: [&str; 2] = ["cldr-localenames-full@48.2.0", "cldr-dates-full@48.2.0"];

/// Downloads the packages, makes the tables, chooses the phrases, builds the command and measures it. Takes ten minutes. The Debian packages are
/// those of the release that this runs on, so the tables may differ a little from those that are committed; the floors hold.
pub fn run(log: &mut Log) -> Result<(), String> {
    log.packages(&["python3", "dpkg"])?;
    log.node()?;
    let cldr = format!("{FOLDER}/cldr");
    let install =
        ["install", "--prefix", &cldr, "--ignore-scripts", "--no-save", "--no-audit", "--no-fund"];
    log.run("npm", &[&install[..], &CLDR].concat())?;
    let (training, measuring) = (format!("{FOLDER}/train"), format!("{FOLDER}/test"));
    for (script, folder) in [("sources", &training), ("phrases", &measuring)] {
        unpack(log, &packages(script)?, folder)?;
    }
    let (names, trained) = (format!("{cldr}/node_modules"), format!("{training}/trained.json"));
    let phrases = format!("{FOLDER}/phrases.jsonl");
    log.run("python3", &[&script("train"), &training, &names, TABLES])?;
    log.run("python3", &[&script("phrases"), &measuring, &trained, &phrases])?;
    log.env("CARGO_TARGET_DIR", "target").cargo("build -p triplet-cli --locked")?;
    log.run("python3", &[&script("measure"), "target/debug/triplet", &phrases])
}

fn script(name: &str) -> String {
    format!("{SCRIPTS}/{name}.py")
}

/// The names of the Debian packages that a script reads.
fn packages(script: &str) -> Result<String, String> {
    let source = format!("import {script}; print(*{script}.packages())");
    let output = Command::new("python3")
        .args(["-B", "-c", &source])
        .current_dir(root().join(SCRIPTS))
        .output()
        .map_err(|error| format!("python3: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Downloads packages and unpacks them into an empty folder. They are not installed.
fn unpack(log: &mut Log, packages: &str, folder: &str) -> Result<(), String> {
    let folder = root().join(folder);
    let downloads = folder.with_extension("packages");
    for each in [&folder, &downloads] {
        let _ = fs::remove_dir_all(each);
        fs::create_dir_all(each).map_err(|error| format!("{}: {error}", each.display()))?;
    }
    let download = format!(
        "cd \"$1\" && apt-get download -q {packages} && for package in *.deb; do dpkg-deb -x \"$package\" \"$2\"; done"
    );
    log.run(
        "sh",
        &["-ec", &download, "sh", &downloads.to_string_lossy(), &folder.to_string_lossy()],
    )
}
