//! The job of the Python package.

use crate::log::{Log, root};

/// Where the package is.
const PACKAGE: &str = "crates/triplet-python";
/// The virtual environment that the package is installed into.
const VENV: &str = "target/python";
/// Checks types beside mypy. From npm, because its package for Python downloads Node.
const PYRIGHT: &str = "pyright@1.1.414";

/// Installs the package as a user does, and everything that its tests need, into a virtual environment; then runs its tests, those of
/// CPython among them, the examples of its documents, both type checkers, the benchmark, and the source distribution.
pub fn run(log: &mut Log) -> Result<(), String> {
    log.packages(&["python3-venv"])?;
    if log.run("python3", &["-c", "import test.test_urlparse"]).is_err() {
        log.packages(&["libpython3-testsuite"])?;
    }
    log.run("python3", &["-m", "venv", "--clear", VENV])?;
    let pip = format!("{VENV}/bin/pip");
    let python = format!("{VENV}/bin/python");
    let quiet = ["install", "--quiet", "--disable-pip-version-check"];
    let requirements = format!("{PACKAGE}/tests/requirements.txt");
    log.run(&pip, &[&quiet[..], &["--requirement", &requirements]].concat())?;
    let package = format!("./{PACKAGE}");
    log.run(&pip, &[&quiet[..], &[&package]].concat())?;
    log.run(&python, &["-m", "pytest", "--quiet", "-p", "no:cacheprovider", &package])?;

    let (sources, typed) =
        (format!("{PACKAGE}/python/triplet"), format!("{PACKAGE}/tests/typed.py"));
    let settings = format!("{PACKAGE}/pyproject.toml");
    log.run(&python, &["-m", "mypy", "--config-file", &settings, &sources, &typed])?;
    log.node()?;
    let install =
        ["install", "--prefix", "target/pyright", "--no-save", "--no-audit", "--no-fund", PYRIGHT];
    log.run("npm", &install)?;
    let interpreter = root().join(&python);
    let arguments = ["--project", PACKAGE, "--pythonpath", &interpreter.to_string_lossy()];
    log.run("target/pyright/node_modules/.bin/pyright", &arguments)?;

    let bench = format!("{PACKAGE}/bench/compare.py");
    log.run(&python, &[&bench, "--quick"])?;
    source_distribution(log, &pip)
}

/// What `maturin sdist` packs builds in a folder of its own, into an empty environment.
fn source_distribution(log: &mut Log, pip: &str) -> Result<(), String> {
    log.run(pip, &["install", "--quiet", "--disable-pip-version-check", "maturin==1.16.0"])?;
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let folder = "target/python-sdist";
    let _ = std::fs::remove_dir_all(root().join(folder));
    let maturin = format!("{VENV}/bin/maturin");
    log.run(&maturin, &["sdist", "--manifest-path", &manifest, "--out", folder])?;
    // Only what it depends on is shared with other builds.
    let target = root().join("target");
    log.env("CARGO_TARGET_DIR", &target.to_string_lossy()).run(
        "sh",
        &[
            "-ec",
            "python3 -m venv --clear target/python-empty
             archive=$(ls \"$PWD\"/target/python-sdist/triplet-*.tar.gz)
             pip=$PWD/target/python-empty/bin/pip
             python=$PWD/target/python-empty/bin/python
             folder=$(mktemp -d)
             trap 'rm -rf \"$folder\"' EXIT
             cd \"$folder\"
             \"$pip\" install --quiet --disable-pip-version-check \"$archive\"
             test \"$(\"$python\" -c 'import triplet; print(triplet.encode(\"a b\"))')\" = a%20b",
        ],
    )
}
