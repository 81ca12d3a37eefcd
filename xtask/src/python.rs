//! The job of the Python package.

use std::process::{Command, Stdio};

use crate::log::{Log, root};

/// Where the package is.
const PACKAGE: &str = "crates/triplet-python";
/// Reads the header field `Content-Disposition` too.
const PEER: &str = "content-disposition@2.0.1";
/// Checks types beside mypy. From npm, because its package for Python downloads Node.
const PYRIGHT: &str = "pyright@1.1.414";

/// Installs the package as a user does, and everything that its tests need, into a virtual environment; then runs its tests, those of
/// CPython among them, the examples of its documents, both type checkers, the benchmark, and the source distribution.
pub fn run(log: &mut Log) -> Result<(), String> {
    if log.run("python3", &["-c", "import test.test_urlparse"]).is_err() {
        log.packages(&["libpython3-testsuite"])?;
    }
    let requirements = format!("{PACKAGE}/tests/requirements.txt");
    let python = log.python("python", &["--requirement", &requirements])?;
    log.node()?;
    let install =
        ["install", "--prefix", "target/peers", "--no-save", "--no-audit", "--no-fund", PEER];
    log.run("npm", &install)?;
    tests(log, &python)?;

    let (sources, typed) =
        (format!("{PACKAGE}/python/triplet"), format!("{PACKAGE}/tests/typed.py"));
    let settings = format!("{PACKAGE}/pyproject.toml");
    log.run(&python, &["-m", "mypy", "--config-file", &settings, &sources, &typed])?;
    let install =
        ["install", "--prefix", "target/pyright", "--no-save", "--no-audit", "--no-fund", PYRIGHT];
    log.run("npm", &install)?;
    let interpreter = root().join(&python);
    let arguments = ["--project", PACKAGE, "--pythonpath", &interpreter.to_string_lossy()];
    log.run("target/pyright/node_modules/.bin/pyright", &arguments)?;

    for bench in ["compare", "signing", "threads"] {
        log.run(&python, &[&format!("{PACKAGE}/bench/{bench}.py"), "--quick"])?;
    }
    source_distribution(log, &python)
}

/// The tests of the package, except for those that the jobs `columns` and `older-spark` run.
fn tests(log: &mut Log, python: &str) -> Result<(), String> {
    let tests = format!("{PACKAGE}/tests");
    let others = ["columns", "older_spark"].map(|folder| format!("--ignore={tests}/{folder}"));
    log.pytest(python, &[&tests, &others[0], &others[1]])
}

/// Builds the package for a Python without a lock, and runs its tests, those of CPython among them, and the benchmark of threads.
pub fn free_threaded(log: &mut Log) -> Result<(), String> {
    const NAMES: [&str; 2] = ["python3.15t", "python3.14t"];
    let is_there = |name: &&&str| {
        let mut version = Command::new(name);
        version.arg("--version").stdout(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    let interpreter = match std::env::var("TRIPLET_FREE_THREADED_PYTHON") {
        Ok(named) => named,
        Err(_) => NAMES.iter().find(is_there).map(|name| (*name).to_owned()).ok_or(
            "this job needs a free-threaded Python from 3.14 on: put `python3.14t` on the path, or name it in TRIPLET_FREE_THREADED_PYTHON",
        )?,
    };
    log.run(
        &interpreter,
        &["-c", "import sys; assert not sys._is_gil_enabled(), 'it has a lock'"],
    )?;
    let requirements = format!("{PACKAGE}/tests/requirements.txt");
    let python =
        log.python_of(&interpreter, "python-free-threaded", &["--requirement", &requirements])?;
    tests(log, &python)?;
    log.run(&python, &[&format!("{PACKAGE}/bench/threads.py"), "--quick"])
}

/// What `maturin sdist` packs builds in a folder of its own, into an empty environment.
fn source_distribution(log: &mut Log, python: &str) -> Result<(), String> {
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    log.run(python, &[&install[..], &["maturin==1.16.0"]].concat())?;
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let folder = "target/python-sdist";
    let _ = std::fs::remove_dir_all(root().join(folder));
    log.run(python, &["-m", "maturin", "sdist", "--manifest-path", &manifest, "--out", folder])?;
    log.builds_wheel(
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
