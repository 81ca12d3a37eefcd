//! Where unsafe code is, and that each place of it says which precondition it relies on: in the library in `kernel/`
//! only, in the other crates at the edges that are listed here.
//!
//! Clippy refuses a block without a comment (`undocumented_unsafe_blocks`); this reads what the comments say.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a line, without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

fn is_unsafe(code: &str) -> bool {
    ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "unsafe(", "(unsafe)"]
        .iter()
        .any(|form| code.contains(form))
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).expect("a source is UTF-8")
}

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn unsafe_code_is_in_the_kernel_only() {
    let mut files = Vec::new();
    sources(&library(), &mut files);
    assert!(files.len() > 20, "the sources are found");
    for file in files {
        if !file.strip_prefix(library()).expect("below the root").starts_with("kernel") {
            let places = read(&file).lines().filter(|line| is_unsafe(code(line))).count();
            assert_eq!(places, 0, "{}", file.display());
        }
    }
}

/// The comment directly before a line, or at its end.
fn comment_at(lines: &[&str], at: usize) -> String {
    let is_comment = |line: &&&str| line.trim_start().starts_with("//");
    let before: Vec<&str> = lines[..at].iter().rev().take_while(is_comment).copied().collect();
    before.into_iter().rev().chain([lines[at]]).collect::<Vec<_>>().join("\n")
}

/// A comment that names no precondition is not a reason: "by contract" is what every block could say.
#[test]
fn each_reason_names_what_it_relies_on() {
    let mut files = Vec::new();
    sources(&library().join("kernel"), &mut files);
    let mut reasons = 0;
    for file in files {
        let text = read(&file);
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            if !lines[at].trim_start().starts_with("// SAFETY") {
                continue;
            }
            let end = (at..lines.len())
                .find(|&i| !lines[i].trim_start().starts_with("//"))
                .unwrap_or(lines.len());
            let reason = comment_at(&lines, end.min(lines.len() - 1));
            let place = format!("{}:{}", file.display(), at + 1);
            assert!(!reason.contains("by contract"), "{place}: which precondition?");
            let said = reason.split_once("SAFETY").map_or("", |(_, said)| said);
            assert!(said.split_whitespace().count() > 3, "{place}: {said}");
            reasons += 1;
        }
    }
    assert!(reasons > 150, "the reasons are found: {reasons}");
}

/// The CPU features of AVX-512 are listed once, in `tier.rs`: the functions of `arch/avx512/` have them by macros.
#[test]
fn the_features_of_avx512_are_listed_once() {
    let mut files = Vec::new();
    sources(&library().join("kernel/arch/avx512"), &mut files);
    let mut macros = 0;
    for file in files {
        let text = read(&file);
        assert!(!text.contains("target_feature"), "{}", file.display());
        macros += text.matches("avx512! {").count();
    }
    assert!(macros > 10, "the functions are found: {macros}");
    assert!(read(&library().join("kernel/tier.rs")).contains("\"avx512vbmi2\""));
}

/// Where the other crates have unsafe code: columns of text are made of what the library has validated; the command hears of `abort`,
/// which is how the runtime ends it when memory is refused, and it checks its output before `main` and borrows descriptors by their
/// numbers; the Python package calls functions of Python's C interface that PyO3 has no safe form of; the WebAssembly module exports its
/// functions by name, and says that it has one thread; the library for Java reads and writes memory that Java names, and calls JNI.
const EDGES: [&str; 8] = [
    "crates/triplet-arrow/src/unchecked.rs",
    "crates/triplet-cli/src/io/abort.rs",
    "crates/triplet-cli/src/io/standard.rs",
    "crates/triplet-python/src/code_points.rs",
    "crates/triplet-python/src/urllib/fast_call.rs",
    "crates/triplet-wasm/src/lib.rs",
    "crates/triplet-wasm/src/state.rs",
    "jvm/native/src/edge.rs",
];

#[test]
fn the_other_crates_have_unsafe_code_at_their_edges_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join("xtask").is_dir() {
        println!("NOT RUN: the other crates are not here, this is the library's package alone");
        return;
    }
    let mut files = Vec::new();
    for package in [
        "crates/triplet-arrow",
        "crates/triplet-cli",
        "crates/triplet-python",
        "crates/triplet-wasm",
        "crates/triplet-utf16",
        "bench",
        "jvm/native",
        "xtask",
    ] {
        sources(&root.join(package).join("src"), &mut files);
    }
    assert!(files.len() > 50, "the sources are found");
    let mut found: Vec<String> = files
        .iter()
        .filter(|file| read(file).lines().any(|line| is_unsafe(code(line))))
        .map(|file| {
            let place = file.strip_prefix(&root).expect("below the root").to_string_lossy();
            place.replace('\\', "/")
        })
        .collect();
    found.sort();
    assert_eq!(found, EDGES);
}
