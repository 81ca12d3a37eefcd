//! Runs the command as a user does.
#![cfg_attr(not(target_os = "linux"), allow(dead_code))]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub fn triplet() -> Command {
    Command::new(env!("CARGO_BIN_EXE_triplet"))
}

pub fn run<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Output {
    let mut child = triplet()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("triplet starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The command may end without reading everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("triplet ends");
    writer.join().expect("no panic");
    output
}

/// Runs it. It must end with status 0, this output, and no message.
#[track_caller]
pub fn gives(arguments: &[&str], input: &[u8], expected: impl AsRef<[u8]>) {
    let output = run(arguments, input);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.stderr.escape_ascii().to_string(), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    assert_eq!(output.stdout, expected.as_ref(), "{arguments:?} gives {shown:?}");
}

/// Runs it. It must end with this status and output, and a message with these words.
#[track_caller]
pub fn fails(arguments: &[&str], input: &[u8], code: i32, expected: impl AsRef<[u8]>, words: &str) {
    let output = run(arguments, input);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    assert_eq!(output.stdout, expected.as_ref(), "{arguments:?}");
    assert!(message.contains(words), "{arguments:?}: {message}");
    assert!(message.bytes().all(|b| b == b'\n' || b >= 0x20), "{message:?}");
}

/// A folder of its own for a test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("triplet-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).expect("a file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

pub fn shell(script: &str) -> Output {
    Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_triplet")])
        .output()
        .expect("a shell")
}
