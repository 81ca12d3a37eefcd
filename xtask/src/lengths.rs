//! No source file is so long that a reader cannot keep it in mind.

use std::path::{Path, PathBuf};

use crate::log::root;

/// The most lines that a file of Rust has.
const MOST: usize = 600;

/// Files that may be longer, because they are generated.
const LONGER: [&str; 1] = ["crates/triplet/src/readings/tables.rs"];

/// All files of Rust below a folder, without what is built or downloaded.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_file_is_longer_than_it_may_be() {
    let mut files = Vec::new();
    sources(&root(), &mut files);
    assert!(files.len() > 300, "the sources are found: {}", files.len());
    let mut long = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source is UTF-8");
        let count = text.lines().count();
        let name = file.strip_prefix(root()).expect("below the root").display().to_string();
        if count > MOST && !LONGER.contains(&name.as_str()) {
            long.push(format!("{name} has {count} lines"));
        }
    }
    assert!(long.is_empty(), "at most {MOST} lines:\n{}", long.join("\n"));
    for name in LONGER {
        let text = std::fs::read_to_string(root().join(name)).expect("a longer file is there");
        assert!(text.lines().count() > MOST, "{name} has at most {MOST} lines now");
    }
}
