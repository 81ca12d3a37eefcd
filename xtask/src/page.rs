//! Building the page, and which files test it.

use std::sync::{Mutex, PoisonError};

use crate::log::{Log, root};

/// Builds the page into `target/web` and its module into `npm/`, once for all jobs that test them.
pub fn build_page(log: &mut Log) -> Result<(), String> {
    static BUILT: Mutex<bool> = Mutex::new(false);
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !*built {
        log.node()?;
        log.run("npm", &["ci", "--prefix", "web", "--no-audit", "--no-fund"])?;
        log.run("node", &["web/build.mjs"])?;
        *built = true;
    }
    Ok(())
}

/// All files of tests of the page, the long ones first: two run at a time, and each waits for a browser most of the time.
pub fn page_suites() -> Result<Vec<String>, String> {
    const LONG: [&str; 4] = ["access", "attacks", "behaviour", "files"];
    let folder = "web/tests";
    let files =
        std::fs::read_dir(root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
    let mut suites = Vec::new();
    for file in files {
        let name = file.map_err(|error| format!("{folder}: {error}"))?.file_name();
        if let Some(suite) = name.to_string_lossy().strip_suffix(".test.mjs") {
            suites.push(suite.to_owned());
        }
    }
    let place = |suite: &String| LONG.iter().position(|long| long == suite).unwrap_or(LONG.len());
    suites.sort_by_key(|suite| (place(suite), suite.clone()));
    Ok(suites.iter().map(|suite| format!("{folder}/{suite}.test.mjs")).collect())
}
