//! The packages for crates.io, and the public interface of those that others build on.

use std::path::{Path, PathBuf};

use crate::log::{Log, root};

/// Where the packages for crates.io are built.
pub const PACKED: &str = "target/packed";

/// Removes what `cargo publish --dry-run` unpacked and built before. Cargo puts the packed library into a registry in the target
/// folder, and Cargo unpacks and builds a version of a package once: the command would be built with the library of the first
/// run. The folder of a registry that has no host begins with `-`.
pub fn forget_unpacked() -> std::io::Result<()> {
    remove_packages(&root().join(PACKED).join("debug/.fingerprint"), "triplet-")?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) else {
        return Ok(());
    };
    let registries = match std::fs::read_dir(home.join("registry/src")) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        registries => registries?,
    };
    for registry in registries {
        let registry = registry?;
        if !registry.file_name().to_string_lossy().starts_with('-') {
            continue;
        }
        for name in ["triplet-0.", "triplet-cli-0.", "triplet-inspect-0."] {
            remove_packages(&registry.path(), name)?;
        }
    }
    Ok(())
}

/// Removes the folders in a folder whose names begin so.
fn remove_packages(folder: &Path, start: &str) -> std::io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(start) {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// The crates with a public interface that others build on, and the file of lines for each.
pub const SNAPSHOTS: [(&str, &str); 2] =
    [("triplet", "crates/triplet/api.txt"), ("triplet-inspect", "crates/triplet-inspect/api.txt")];

/// All public items of a crate with their types, with all features, in order.
pub fn public_api(log: &mut Log, package: &str) -> Result<String, String> {
    log.run("rustup", &["toolchain", "install", "nightly", "--profile", "minimal"])?;
    log.cargo(&format!(
        "install cargo-public-api --version {PUBLIC_API} --locked --root target/tools"
    ))?;
    let tool = root().join("target/tools/bin/cargo-public-api");
    // Without blanket, automatic and derived implementations: they follow from what is listed.
    let mut command = std::process::Command::new(tool);
    command.args(["-p", package, "--all-features", "-sss"]).current_dir(root());
    // It runs Cargo of the toolchain in use, which is that of this workspace.
    command.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO").env_remove("RUSTC");
    let output = command
        .env("CARGO_TARGET_DIR", "target/api")
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("cargo-public-api: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// The version whose output the snapshot is.
const PUBLIC_API: &str = "0.52.0";
