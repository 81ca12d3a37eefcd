//! What a user compiles: the CPU seconds of a clean release build and the bytes of the stripped program, for Triplet with some sets of
//! features and for crates that are chosen for the same work.
//!
//! Each program prints its arguments with the crate's nearest to one `encode` and one `decode`. What an empty program takes, which prints
//! its arguments as they are, is subtracted. The profile is the default one of `cargo build --release`, and one job runs at a time; so
//! the seconds depend on the machine only, and the bytes on the compiler only.

use std::path::Path;
use std::process::Command;

use crate::log::{Log, root};

/// A program: a name, the line of its dependency, and what it does with `text: &str`.
struct Program {
    name: &'static str,
    dependency: &'static str,
    body: &'static str,
}

const TRIPLET: &str = "
    println!(\"{}\", triplet::encode(text, triplet::set::rfc3986::SEGMENT).to_cow());
    match triplet::decode(text).to_str() {
        Ok(decoded) => println!(\"{decoded}\"),
        Err(error) => println!(\"{error}\"),
    }";

const PROGRAMS: &[Program] = &[
    Program {
        name: "triplet, `std`",
        dependency: "triplet = { path = \"ROOT/crates/triplet\", default-features = false, features = [\"std\"] }",
        body: TRIPLET,
    },
    Program {
        name: "triplet, `std`, only `encode`",
        dependency: "triplet = { path = \"ROOT/crates/triplet\", default-features = false, features = [\"std\"] }",
        body: "println!(\"{}\", triplet::encode(text, triplet::set::rfc3986::SEGMENT).to_cow());",
    },
    Program {
        name: "triplet, default",
        dependency: "triplet = { path = \"ROOT/crates/triplet\" }",
        body: TRIPLET,
    },
    Program {
        name: "triplet, default and `uri`",
        dependency: "triplet = { path = \"ROOT/crates/triplet\", features = [\"uri\"] }",
        body: TRIPLET,
    },
    Program {
        name: "percent-encoding 2",
        dependency: "percent-encoding = \"2.3.2\"",
        body: "
    println!(\"{}\", percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC));
    match percent_encoding::percent_decode_str(text).decode_utf8() {
        Ok(decoded) => println!(\"{decoded}\"),
        Err(error) => println!(\"{error}\"),
    }",
    },
    Program {
        name: "fluent-uri 0.4",
        dependency: "fluent-uri = \"0.4.1\"",
        body: "
    use fluent_uri::pct_enc::{EStr, EString, encoder::Data};
    let mut encoded = EString::<Data>::new();
    encoded.encode_str::<Data>(text);
    println!(\"{encoded}\");
    if let Some(text) = EStr::<Data>::new(text) {
        println!(\"{}\", text.decode().to_string_lossy());
    }",
    },
    Program {
        name: "encoding_rs 0.8",
        dependency: "encoding_rs = \"0.8.35\"",
        body: "
    if let Some(charset) = encoding_rs::Encoding::for_label(text.as_bytes()) {
        println!(\"{:?}\", charset.encode(text).0);
        println!(\"{}\", charset.decode(text.as_bytes()).0);
    }",
    },
    Program {
        name: "url 2",
        dependency: "url = \"2.5\"",
        body: "
    match url::Url::parse(text) {
        Ok(url) => println!(\"{url}\"),
        Err(error) => println!(\"{error}\"),
    }",
    },
];

const EMPTY: Program = Program { name: "empty", dependency: "", body: "println!(\"{text}\");" };

/// Prints the table of all programs.
pub fn report(log: &mut Log) -> Result<(), String> {
    let folder = root().join("target/footprint");
    let (base_seconds, base_bytes) = build(&folder, &EMPTY)?;
    log.say("| program | CPU seconds | kB |\n|---|---:|---:|");
    for program in PROGRAMS {
        let (seconds, bytes) = build(&folder, program)?;
        let bytes = bytes.saturating_sub(base_bytes) as f64 / 1000.0;
        log.say(&format!("| {} | {:.1} | {bytes:.0} |", program.name, seconds - base_seconds));
    }
    Ok(())
}

/// Builds a program from nothing; gives the CPU seconds of that, and the size of the stripped program.
fn build(folder: &Path, program: &Program) -> Result<(f64, u64), String> {
    let problem = |error: std::io::Error| format!("{}: {error}", program.name);
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder.join("src")).map_err(problem)?;
    let dependency = program.dependency.replace("ROOT", &root().display().to_string());
    let manifest = format!(
        "[package]\nname = \"footprint\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n\n\
         [profile.release]\nstrip = true\n\n[workspace]\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).map_err(problem)?;
    let body = program.body;
    let source = format!(
        "fn work(text: &str) {{\n{body}\n}}\n\nfn main() {{\n    \
         for argument in std::env::args().skip(1) {{\n        work(&argument);\n    }}\n}}\n"
    );
    std::fs::write(folder.join("src/main.rs"), source).map_err(problem)?;
    // What is downloaded is not compiled.
    run(folder, &["fetch", "-q"], program)?;
    let before = seconds_of_children()?;
    run(folder, &["build", "-q", "--release", "--jobs", "1"], program)?;
    let seconds = seconds_of_children()? - before;
    let bytes = std::fs::metadata(folder.join("target/release/footprint")).map_err(problem)?.len();
    Ok((seconds, bytes))
}

fn run(folder: &Path, arguments: &[&str], program: &Program) -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    // The variables of the `cargo` that runs this would choose the folder and the flags.
    cargo
        .args(arguments)
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("RUSTFLAGS");
    match cargo.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: cargo {}: {status}", program.name, arguments.join(" "))),
        Err(error) => Err(format!("{}: cargo does not start: {error}", program.name)),
    }
}

/// The CPU seconds of all child processes that have ended, and of theirs (proc(5): `cutime` and `cstime`, in hundredths).
fn seconds_of_children() -> Result<f64, String> {
    let path = "/proc/self/stat";
    let stat = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    // After the name, which may have spaces and ends with the last `)`, come fields 3 and following.
    let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields).split(' ');
    let ticks: Vec<f64> = fields.skip(13).take(2).filter_map(|field| field.parse().ok()).collect();
    match ticks[..] {
        [user, system] => Ok((user + system) / 100.0),
        _ => Err(format!("{path}: no times")),
    }
}
