//! The features of the crates that others depend on: each must build alone, and has a price.

use std::process::Command;

use crate::log::{Log, root};

/// The packages whose features a user chooses.
const PACKAGES: [&str; 2] = ["triplet", "triplet-inspect"];

/// Checks each package with no feature, with each feature alone, with the default and with all.
pub fn check(log: &mut Log) -> Result<(), String> {
    for package in PACKAGES {
        let alone = features(package)?.into_iter().filter(|feature| feature != "default");
        let mut sets: Vec<String> =
            alone.map(|name| format!(" --no-default-features --features {name}")).collect();
        sets.extend([" --no-default-features", "", " --all-features"].map(str::to_owned));
        for set in sets {
            // In a folder of its own: other flags would compile everything again.
            log.env("RUSTFLAGS", "-D warnings")
                .env("CARGO_TARGET_DIR", "target/features")
                .cargo(&format!("check -q --locked -p {package}{set}"))?;
        }
    }
    // The tests, as they are without any option, and with the one that the jobs `neon` and `wasm` choose.
    for set in ["--tests --examples", "--features uri --test it"] {
        log.env("RUSTFLAGS", "-D warnings")
            .env("CARGO_TARGET_DIR", "target/features")
            .cargo(&format!("check -q --locked -p triplet {set}"))?;
    }
    Ok(())
}

/// The names in the table `[features]` of a package, in order.
fn features(package: &str) -> Result<Vec<String>, String> {
    let path = root().join("crates").join(package).join("Cargo.toml");
    let manifest =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let table = manifest.split_once("\n[features]\n").map_or("", |(_, table)| table);
    let table = table.split("\n[").next().unwrap_or_default();
    let names: Vec<String> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name.to_owned())
        .collect();
    if names.is_empty() {
        return Err(format!("{}: no table of features", path.display()));
    }
    Ok(names)
}

/// Prints what each feature adds to the lines of LLVM IR of the library, which its time to compile follows. With `std` alone
/// there are sets, `encode`, `decode` and streams.
pub fn costs(log: &mut Log) -> Result<(), String> {
    log.cargo("install cargo-llvm-lines --version ^0.4 --locked --root target/tools")?;
    let base = lines_of_ir("std")?;
    log.say(&format!("{:<12} {base:>7}", "std"));
    for feature in features("triplet")? {
        // What a feature adds to is in its row: forms with serde, internationalised hosts of IRIs.
        let beside = match &*feature {
            "default" | "std" | "alloc" => continue,
            "serde" => "std,form",
            "idna" | "requote" | "respell" => "std,uri",
            _ => "std",
        };
        let before = if beside == "std" { base } else { lines_of_ir(beside)? };
        let after = lines_of_ir(&format!("{beside},{feature}"))?;
        log.say(&format!("{feature:<12} {:>+7}   beside {beside}", after as i64 - before as i64));
    }
    Ok(())
}

/// The lines of LLVM IR of the library with these features, before they are optimised.
fn lines_of_ir(features: &str) -> Result<u64, String> {
    let tool = root().join("target/tools/bin/cargo-llvm-lines");
    let mut command = Command::new(tool);
    command.args(["llvm-lines", "-p", "triplet", "--lib", "--release", "--no-default-features"]);
    command.args(["--features", features]).current_dir(root());
    let output = command
        .env("CARGO_TARGET_DIR", "target/feature-costs")
        .output()
        .map_err(|error| format!("cargo-llvm-lines does not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let total = text.lines().find(|line| line.ends_with("(TOTAL)"));
    let lines = total.and_then(|line| line.split_whitespace().next()?.parse().ok());
    lines.ok_or_else(|| format!("cargo-llvm-lines: {}", String::from_utf8_lossy(&output.stderr)))
}
