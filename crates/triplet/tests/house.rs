//! The rules of the house, where a test can hold them: unsafe code stands in `kernel/` only, and each
//! block says why it is sound. The other crates have none, but at the edges that are listed here.

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

/// Lines with the word as code, not in a comment; without the functions of `impl Vector for …`, whose
/// obligations stand once, at the trait. The blocks within them count.
fn unsafe_lines(text: &str) -> usize {
    let mut of_the_trait = false;
    text.lines()
        .filter(|line| {
            if line.starts_with("impl") {
                of_the_trait = line.starts_with("impl Vector for");
            }
            !(of_the_trait && line.starts_with("    unsafe fn"))
        })
        .map(|line| line.split("//").next().unwrap_or_default())
        .filter(|code| {
            ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "unsafe(", "(unsafe)"]
                .iter()
                .any(|form| code.contains(form))
        })
        .count()
}

#[test]
fn unsafe_code_is_in_the_kernel_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 20, "the sources are found");
    let mut in_kernel = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a source is UTF-8");
        let lines = unsafe_lines(&text);
        if file.strip_prefix(&root).expect("below the root").starts_with("kernel") {
            in_kernel += lines;
            assert!(
                text.matches("SAFETY:").count() + text.matches("# Safety").count() >= lines,
                "{}: each unsafe block has its reason",
                file.display()
            );
        } else {
            assert_eq!(lines, 0, "{}", file.display());
        }
    }
    // Where this number grows, so does what must be proved: whoever changes it has done that, under Miri,
    // AddressSanitizer and between guard pages; AVX-512, which Miri does not know, between those of the emulated machine.
    assert_eq!(in_kernel, 375, "places of unsafe code in the kernel");
}

/// Where the other crates have unsafe code, and how much: the command looks at its output before `main`; the WebAssembly
/// module exports its functions by name, and says that it has one thread.
const EDGES: [(&str, usize); 3] = [
    ("crates/triplet-cli/src/output.rs", 1),
    ("crates/triplet-wasm/src/lib.rs", 28),
    ("crates/triplet-wasm/src/state.rs", 1),
];

#[test]
fn the_other_crates_have_unsafe_code_at_their_edges_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join("xtask").is_dir() {
        println!("NOT RUN: the other crates are not here, this is the library's package alone");
        return;
    }
    let mut files = Vec::new();
    for package in
        ["crates/triplet-cli", "crates/triplet-wasm", "crates/triplet-utf16", "bench", "xtask"]
    {
        sources(&root.join(package).join("src"), &mut files);
    }
    assert!(files.len() > 50, "the sources are found");
    let mut found: Vec<(String, usize)> = files
        .iter()
        .map(|file| {
            let text = fs::read_to_string(file).expect("a source is UTF-8");
            let place = file.strip_prefix(&root).expect("below the root").to_string_lossy();
            (place.replace('\\', "/"), unsafe_lines(&text))
        })
        .filter(|(_, lines)| *lines > 0)
        .collect();
    found.sort();
    assert_eq!(found, EDGES.map(|(place, lines)| (place.to_owned(), lines)));
}
