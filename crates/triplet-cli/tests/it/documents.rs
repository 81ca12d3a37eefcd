//! The code blocks of the documents. The commands of each `console` block run as a person would run them: each line after `$ ` in a
//! shell, and its output compared with the lines that follow. Output and messages are compared together, one after the other in
//! either order, because a terminal shows them in no fixed order.
//!
//! Blocks in other languages are run elsewhere; a test here knows where.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A document, by its path from the root of the repository.
struct Document {
    name: String,
    text: String,
}

struct Block<'a> {
    language: &'a str,
    text: &'a str,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The Markdown files of these folders, which are not searched further.
fn documents() -> Vec<Document> {
    let mut found = Vec::new();
    for folder in [
        "",
        "docs/",
        "docs/benchmarks/",
        "crates/triplet/",
        "crates/triplet-cli/",
        "crates/triplet-python/",
        "npm/",
    ] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let file = entry.expect("readable").file_name();
            let name = format!("{folder}{}", file.to_str().expect("UTF-8"));
            if name.ends_with(".md") {
                found.push(Document { text: read(&name), name });
            }
        }
    }
    assert!(found.len() >= 15, "the documents are found");
    found
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, opened)) = rest.split_once("\n```") {
        let (language, body) = opened.split_once('\n').expect("a line");
        let (inner, after) = body.split_once("```\n").expect("every block ends");
        found.push(Block { language, text: inner });
        rest = after;
    }
    found
}

/// The commands of a block with what they print.
fn session(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_owned(), String::new())),
            (None, Some((_, output))) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    found
}

#[test]
fn console_blocks() {
    let binary = Path::new(env!("CARGO_BIN_EXE_triplet"));
    let folder = binary.parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("PATH"));
    let work = std::env::temp_dir().join(format!("triplet-documents-{}", std::process::id()));
    fs::create_dir_all(&work).expect("a folder to work in");
    let mut count = 0;
    for document in documents() {
        for block in blocks(&document.text).iter().filter(|block| block.language == "console") {
            for (command, expected) in session(block.text) {
                // The same program, already built.
                let shell = command.replace("cargo run -qr --", "triplet");
                let output = Command::new("sh")
                    .args(["-c", &shell])
                    .env("PATH", &path)
                    .current_dir(&work)
                    .output()
                    .expect("a shell");
                let stdout = String::from_utf8_lossy(&output.stdout);
                let stderr = String::from_utf8_lossy(&output.stderr);
                let both = [format!("{stdout}{stderr}"), format!("{stderr}{stdout}")];
                assert!(
                    both.contains(&expected),
                    "{}: {command}\nprints\n{stdout}{stderr}\nand not\n{expected}",
                    document.name
                );
                count += 1;
            }
        }
    }
    let _ = fs::remove_dir_all(&work);
    assert!(count >= 50, "the documents have commands: {count}");
}

/// Who opens the README sees each of its commands whole, in a terminal of 100 columns.
#[test]
fn commands_of_the_readme_fit_a_line() {
    let text = read("README.md");
    let mut count = 0;
    for block in blocks(&text).iter().filter(|block| ["console", "sh"].contains(&block.language)) {
        for line in
            block.text.lines().filter(|line| block.language == "sh" || line.starts_with("$ "))
        {
            // A character outside ASCII may be two columns wide.
            let columns: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            assert!(columns <= 100, "{line}");
            count += 1;
        }
    }
    assert!(count > 5, "the commands are found");
}

/// Commands that build, install, serve or measure, by how they begin, and what runs them.
#[rustfmt::skip]
const RUN_ELSEWHERE: &[(&str, &str)] = &[
    ("cargo xtask", "the tests of xtask know the names of all jobs"),
    ("cargo install --path crates/triplet-cli", "cargo xtask install"),
    ("cargo build --release -p triplet-cli && cargo run --release -p triplet-bench -- ", "cargo xtask bench"),
    ("cargo run --release -p triplet-bench -- ", "cargo xtask bench-works"),
    ("cargo run --release -p triplet-arrow --example shapes", "cargo xtask arrow, with fewer rows"),
    ("cargo build -p triplet-cli", "cargo xtask command"),
    ("triplet web", "the tests of the module `web`"),
    ("TRIPLET_WEB_ASSETS=target/web target/debug/triplet web", "cargo xtask page"),
    ("npm ci --prefix web", "cargo xtask page"),
    ("node web/build.mjs", "cargo xtask page"),
    ("node --test web/tests/", "cargo xtask page"),
    ("npm install triplet", "cargo xtask package"),
    ("pip install .", "cargo xtask python"),
    ("python crates/triplet-python/bench/compare.py", "cargo xtask python"),
    ("python crates/triplet-python/bench/columns.py", "cargo xtask columns, with fewer rows"),
    ("python crates/triplet-python/bench/spark.py", "cargo xtask spark, with fewer rows"),
    ("pip install ./crates/triplet-python", "cargo xtask columns"),
    ("cargo run --manifest-path engines/Cargo.toml -p triplet-datafusion --example logs -- log.csv ", "cargo xtask datafusion"),
    ("engines/target/release/triplet-engines-bench ", "cargo xtask ballista, with fewer rows"),
    ("engines/target/release/examples/measure ", "cargo xtask ballista, with fewer rows"),
    ("engines/target/release/triplet-ballista query --table logs=log.csv ", "cargo xtask ballista"),
    ("cargo build --release --manifest-path engines/Cargo.toml -p triplet-ballista", "cargo xtask ballista"),
    ("mvn -B -q compile -P bench && java -cp triplet", "cargo xtask jvm, with one turn"),
    ("mvn -B -q verify -P bench -D skipTests", "cargo xtask jvm, with fewer turns"),
    ("python3 docs/data/access_log.py --rows 1000000 ", "cargo xtask columns, with fewer rows"),
];

/// Which documents have their Rust and JavaScript run, and by what.
#[rustfmt::skip]
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("crates/triplet/README.md", "rust", "crates/triplet/src/lib.rs"),
    ("README.md", "rust", "crates/triplet/src/lib.rs"),
    ("docs/guide.md", "rust", "crates/triplet/src/lib.rs"),
    ("npm/README.md", "js", "npm/test/readme.test.mjs"),
    ("docs/page.md", "js", "npm/test/readme.test.mjs"),
    ("docs/python.md", "python", "crates/triplet-python/tests/test_documents.py"),
    ("crates/triplet-python/README.md", "python", "crates/triplet-python/tests/test_documents.py"),
    ("docs/data.md", "python", "crates/triplet-python/tests/columns/test_document.py"),
    ("docs/java.md", "xml", "jvm/triplet/src/test/java/triplet/DocumentTest.java"),
    ("docs/java.md", "java", "jvm/triplet/src/test/java/triplet/DocumentTest.java"),
    ("docs/data.md", "sql", "crates/triplet-python/tests/columns/test_document.py"),
];

#[test]
fn every_block_is_run() {
    for Document { name, text } in documents() {
        // Their blocks are those of README.md: see below.
        if TRANSLATIONS.contains(&name.as_str()) {
            continue;
        }
        for block in blocks(&text) {
            match block.language {
                // `text` is a drawing.
                "console" | "text" => {}
                "sh" => {
                    for line in block.text.lines() {
                        let is_known =
                            RUN_ELSEWHERE.iter().any(|(start, _)| line.starts_with(start));
                        assert!(is_known, "{name}: nothing runs {line}");
                    }
                }
                language => {
                    let runner = PROGRAMS
                        .iter()
                        .find(|program| (program.0, program.1) == (&*name, language));
                    let (.., runner) =
                        runner.unwrap_or_else(|| panic!("{name}: nothing runs its {language}"));
                    let file =
                        Path::new(&name).file_name().expect("a name").to_str().expect("UTF-8");
                    assert!(read(runner).contains(file), "{runner} runs {name}");
                }
            }
        }
    }
}

/// A command that a text names, such as `triplet decode --lenient`, has these words and these options: in all documents, and
/// in what `lint --explain` and the help say.
#[test]
fn what_is_named_exists() {
    let triplet = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_triplet")).args(words).output();
        let output = output.expect("triplet starts");
        output.status.success().then(|| String::from_utf8(output.stdout).expect("UTF-8"))
    };
    let mut texts = documents();
    for words in [&["lint", "--explain", "all"][..], &["--help"]] {
        let text = triplet(words).expect("it succeeds");
        texts.push(Document { name: words.join(" "), text });
    }
    let mut count = 0;
    for Document { name, text } in &texts {
        for code in text.split('`').skip(1).step_by(2).filter(|code| !code.contains('\n')) {
            let Some(arguments) = code.strip_prefix("triplet ") else { continue };
            let is_name = |word: &&str| {
                word.starts_with(|first: char| first.is_ascii_lowercase())
                    && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            };
            let mut words: Vec<&str> =
                arguments.split_whitespace().take_while(is_name).take(2).collect();
            words.push("--help");
            let help = triplet(&words);
            let help = help.unwrap_or_else(|| panic!("{name}: there is no `triplet {arguments}`"));
            for option in arguments.split_whitespace().filter(|word| word.starts_with("--")) {
                let option = option.split('=').next().unwrap_or_default();
                assert!(help.contains(option), "{name}: `triplet {arguments}` has no {option}");
            }
            count += 1;
        }
    }
    assert!(count > 20, "{count} commands are named");
}

const TRANSLATIONS: [&str; 3] = ["README.zh.md", "README.ko.md", "README.ja.md"];

/// A translation has the blocks, the headings and the links of the original, in the same order.
#[test]
fn translations_keep_up() {
    let outline = |text: &str| {
        let mut rest = text.to_owned();
        for block in blocks(text) {
            rest = rest.replacen(block.text, "", 1);
        }
        let headings: Vec<usize> = rest
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| line.bytes().take_while(|byte| *byte == b'#').count())
            .collect();
        let promises = rest.lines().filter(|line| line.starts_with("- **")).count();
        let links = rest.split("](").skip(1).map(|link| link.split(')').next().expect("an end"));
        let mut links: Vec<String> =
            links.filter(|link| !link.starts_with("README")).map(str::to_owned).collect();
        links.sort();
        (headings, promises, links)
    };
    let original = read("README.md");
    assert!(original.contains("- **"), "there are promises");
    for name in TRANSLATIONS {
        let translation = read(name);
        let (ours, theirs) = (blocks(&original), blocks(&translation));
        assert_eq!(ours.len(), theirs.len(), "{name}");
        for (our, their) in ours.iter().zip(&theirs) {
            assert_eq!((our.language, our.text), (their.language, their.text), "{name}");
        }
        assert_eq!(outline(&original), outline(&translation), "{name}");
        assert!(original.contains(&format!("]({name})")), "README.md links to {name}");
        assert!(translation.contains("](README.md)"), "{name} links to README.md");
    }
}

/// Links from a document to a file of the repository.
#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    for Document { name, text } in documents() {
        let folder = root().join(&name).parent().expect("a folder").to_owned();
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().expect("an end");
            let file = link.split('#').next().expect("a beginning");
            let is_file =
                !file.is_empty() && !file.contains("://") && !file.contains(['`', '(', ':']);
            // In the text of a crate a link may name an item, for rustdoc to check.
            let is_item = name.starts_with("crates/") && !file.contains(['.', '/']);
            if is_file && !is_item {
                assert!(folder.join(file).exists(), "{name}: {link}");
                count += 1;
            }
        }
    }
    assert!(count >= 20, "the documents have links: {count}");
}
