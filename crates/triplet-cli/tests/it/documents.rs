//! Every console block of the README and of `docs/`, run as a person would: each line behind `$ ` in a
//! shell, its output compared with the lines that follow. Output and messages are shown together, output
//! first, as on a terminal they come in no fixed order.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![root.join("README.md")];
    for entry in fs::read_dir(root.join("docs")).expect("docs/") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// The commands of a document with what they print.
fn sessions(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => {
                    output.push_str(line);
                    output.push('\n');
                }
                (None, None) => panic!("output without a command: {line}"),
            },
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
        let text = fs::read_to_string(&document).expect("a document is UTF-8");
        for (command, expected) in sessions(&text) {
            // The same program, already built.
            let shell = command.replace("cargo run --quiet --release --", "triplet");
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
                document.display()
            );
            count += 1;
        }
    }
    let _ = fs::remove_dir_all(&work);
    assert!(count >= 5, "the documents have commands");
}
