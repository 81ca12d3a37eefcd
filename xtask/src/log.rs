//! The commands of a job: run one after the other, their output shown, and the tests in it counted.

use std::io::{BufRead, BufReader, PipeReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Held while something is installed: neither apt nor rustup may run twice at a time.
static INSTALLING: Mutex<()> = Mutex::new(());
/// Held while pip builds the package of Python: maturin writes the wheel to `target/wheels`, and each build of it has the same name.
static WHEEL: Mutex<()> = Mutex::new(());

/// Runs the commands of a job, shows their output and counts the tests.
pub struct Log {
    environment: Vec<(&'static str, String)>,
    /// The output so far, if it is shown when the job ends.
    kept: Option<Vec<u8>>,
    pub passed: u64,
    pub failed: u64,
}

impl Log {
    /// Shows output as it comes, or, with `keeps`, when the job ends.
    pub fn new(keeps: bool) -> Log {
        Log { environment: Vec::new(), kept: keeps.then(Vec::new), passed: 0, failed: 0 }
    }

    /// Prints a line.
    pub fn say(&mut self, line: &str) {
        match &mut self.kept {
            Some(kept) => kept.extend(line.bytes().chain(*b"\n")),
            None => println!("{line}"),
        }
    }

    /// Takes the output that was kept.
    pub fn take(&mut self) -> Vec<u8> {
        self.kept.as_mut().map_or_else(Vec::new, std::mem::take)
    }

    /// Sets a variable for the next command.
    pub fn env(&mut self, name: &'static str, value: &str) -> &mut Log {
        self.environment.push((name, value.to_owned()));
        self
    }

    /// Installs Debian packages that are not there.
    pub fn packages(&mut self, names: &[&str]) -> Result<(), String> {
        let there = |name: &&str| {
            let mut dpkg = Command::new("dpkg");
            dpkg.args(["-s", name]).stdout(Stdio::null()).stderr(Stdio::null());
            dpkg.status().is_ok_and(|status| status.success())
        };
        let _turn = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
        if names.iter().all(there) {
            return Ok(());
        }
        let list = names.join(" ");
        let sudo = "sudo=; [ $(id -u) = 0 ] || sudo=sudo;";
        self.run("sh", &["-c", &format!("{sudo} $sudo apt-get update -q && $sudo apt-get install -q -y --no-install-recommends {list}")])
            .map_err(|error| format!("this job needs the Debian packages {list}: {error}"))
    }

    /// Installs Chromium, unless `CHROMIUM` names it: the build without windows, which needs half the time, or the whole one where
    /// a distribution has no other.
    pub fn chromium(&mut self) -> Result<(), String> {
        if std::env::var_os("CHROMIUM").is_some() {
            return Ok(());
        }
        self.packages(&["chromium-headless-shell"]).or_else(|_| self.packages(&["chromium"]))
    }

    /// Installs Node and npm, unless they are on the path.
    pub fn node(&mut self) -> Result<(), String> {
        let is_there = |name| {
            let mut version = Command::new(name);
            version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            version.status().is_ok_and(|status| status.success())
        };
        if is_there("node") && is_there("npm") { Ok(()) } else { self.packages(&["nodejs", "npm"]) }
    }

    /// Runs files of tests under Node. Each must have tests.
    pub fn node_tests(&mut self, files: &[&str]) -> Result<(), String> {
        let before = self.passed;
        self.run(
            "node",
            &[&["--test", "--test-reporter=tap", "--test-concurrency=1"], files].concat(),
        )?;
        if self.passed == before {
            Err(format!("no test ran in {}", files.join(", ")))
        } else {
            Ok(())
        }
    }

    /// The same for each file by itself, two at a time. Their output is shown when they end.
    pub fn node_tests_by_two(&mut self, files: &[String]) -> Result<(), String> {
        let environment: Vec<_> = self.environment.drain(..).collect();
        let next = AtomicUsize::new(0);
        let ended = Mutex::new(Vec::new());
        let lane = || {
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut node = Command::new("node");
                node.args(["--test", "--test-reporter=tap", file]).current_dir(root());
                let done = node.envs(environment.iter().cloned()).output();
                ended.lock().unwrap_or_else(PoisonError::into_inner).push((file, done));
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(lane);
            scope.spawn(lane);
        });
        let mut wrong = Vec::new();
        for (file, done) in ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.say(&format!("$ node --test {file}"));
            let done = done.map_err(|error| format!("node does not start: {error}"))?;
            let before = self.passed;
            for line in String::from_utf8_lossy(&done.stdout).lines() {
                self.count(line);
                self.say(line);
            }
            self.say(String::from_utf8_lossy(&done.stderr).trim_end());
            if !done.status.success() {
                wrong.push(format!("{file} ended with {}", done.status));
            } else if self.passed == before {
                wrong.push(format!("no test ran in {file}"));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join(", ")) }
    }

    /// A virtual environment of Python in `target/`, with these packages and the package `triplet` of this tree. Returns its
    /// interpreter.
    pub fn python(&mut self, name: &str, packages: &[&str]) -> Result<String, String> {
        self.packages(&["python3-venv"])?;
        self.python_of("python3", name, packages)
    }

    /// The same with an interpreter that is there.
    pub fn python_of(
        &mut self,
        interpreter: &str,
        name: &str,
        packages: &[&str],
    ) -> Result<String, String> {
        let folder = format!("target/{name}");
        let python = format!("{folder}/bin/python");
        self.run(interpreter, &["-m", "venv", &folder])?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        self.run(&python, &[&install, packages].concat())?;
        let package = ["--force-reinstall", "--no-deps", "./crates/triplet-python"];
        self.builds_wheel(&python, &[&install[..], &package].concat())?;
        Ok(python)
    }

    /// Runs a command that builds the package of Python as a user builds it, except for the optimization of all crates together, which
    /// takes minutes and is not tested. What is compiled is shared with the other jobs.
    pub fn builds_wheel(&mut self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
        self.env("CARGO_PROFILE_WHEEL_LTO", "off").env("CARGO_PROFILE_WHEEL_CODEGEN_UNITS", "16");
        self.env("CARGO_TARGET_DIR", &root().join(target).to_string_lossy());
        let _turn = WHEEL.lock().unwrap_or_else(PoisonError::into_inner);
        self.run(program, arguments)
    }

    /// Runs files or folders of tests under pytest. Some tests must run.
    pub fn pytest(&mut self, python: &str, arguments: &[&str]) -> Result<(), String> {
        let before = self.passed;
        self.run(python, &[&["-m", "pytest", "-q", "-p", "no:cacheprovider"], arguments].concat())?;
        if self.passed == before {
            Err(format!("no test ran in {}", arguments.join(" ")))
        } else {
            Ok(())
        }
    }

    pub fn cargo(&mut self, arguments: &str) -> Result<(), String> {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        self.run(&cargo, &arguments.split(' ').collect::<Vec<_>>())
    }

    /// Builds the command in the profile of its own tests, so that it is compiled once, and returns its path.
    pub fn built_command(&mut self) -> Result<String, String> {
        self.cargo("build --profile test -p triplet-cli --locked")?;
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root().join("target"), PathBuf::from);
        Ok(root().join(target).join("debug/triplet").to_string_lossy().into_owned())
    }

    /// Fails if a lock file differs from what the manifests ask for. All workspaces build the library, so a dependency that
    /// it gains belongs in each file. It reads the registry's index, and downloads no package.
    pub fn lock_files(&mut self) -> Result<(), String> {
        self.cargo("update --workspace --locked")?;
        self.cargo("update --workspace --locked --manifest-path engines/Cargo.toml")?;
        self.cargo("update --workspace --locked --manifest-path fuzz/Cargo.toml")
    }

    pub fn run(&mut self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let shown = Path::new(program).file_name().map_or(program.into(), |p| p.to_string_lossy());
        self.say(&format!("$ {shown} {}", arguments.join(" ")));
        let mut command = Command::new(program);
        command.args(arguments).current_dir(root());
        if arguments.first().is_some_and(|argument| argument.starts_with('+')) {
            // Cargo passes its own toolchain on, which would override the `+`.
            command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
        }
        command.envs(self.environment.drain(..));
        let turn = (program == "rustup")
            .then(|| INSTALLING.lock().unwrap_or_else(PoisonError::into_inner));
        let (mut child, output) =
            self.start(command).map_err(|error| format!("{program} does not start: {error}"))?;
        for line in BufReader::new(output).split(b'\n') {
            let line = line.map_err(|error| error.to_string())?;
            let line = String::from_utf8_lossy(&line);
            self.count(&line);
            self.say(&line);
        }
        let status = child.wait().map_err(|error| error.to_string())?;
        drop(turn);
        if status.success() { Ok(()) } else { Err(format!("{shown} ended with {status}")) }
    }

    /// Starts a command and returns a pipe with its output, and with its messages if output is kept.
    fn start(&self, mut command: Command) -> std::io::Result<(Child, PipeReader)> {
        let (output, input) = std::io::pipe()?;
        if self.kept.is_some() {
            command.stderr(input.try_clone()?);
        }
        // `command` is dropped here, and with it our copy of the end that is written to.
        Ok((command.stdout(input).spawn()?, output))
    }

    /// `test result: ok. 7 passed; 0 failed; …`, of Node `# pass 7` and `# fail 0`, of pytest `1 failed, 7 passed in 0.12s`, and of
    /// Maven `[INFO] Tests run: 8, Failures: 1, Errors: 0, Skipped: 0`.
    fn count(&mut self, line: &str) {
        if let Some((passed, failed)) = pytest(line).or_else(|| maven(line)) {
            self.passed += passed;
            self.failed += failed;
        }
        for (start, sum) in [("# pass ", &mut self.passed), ("# fail ", &mut self.failed)] {
            *sum += line.strip_prefix(start).and_then(|count| count.parse().ok()).unwrap_or(0);
        }
        let Some((_, counts)) = line.split_once("test result: ") else { return };
        let number = |word: &str| -> u64 {
            let before = counts.split_once(word).map_or("", |(before, _)| before);
            before
                .rsplit([' ', '.'])
                .find(|w| !w.is_empty())
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        };
        self.passed += number(" passed");
        self.failed += number(" failed");
    }
}

/// The tests that passed and failed, if this is the last line of pytest.
fn pytest(line: &str) -> Option<(u64, u64)> {
    let (counts, time) = line.trim_matches(['=', ' ']).rsplit_once(" in ")?;
    let seconds = time.split(' ').next()?.strip_suffix('s')?;
    seconds.parse::<f64>().ok()?;
    let (mut passed, mut failed) = (0, 0);
    for count in counts.split(", ") {
        let (number, what) = count.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match what {
            "passed" => passed += number,
            "failed" | "error" | "errors" => failed += number,
            _ => {}
        }
    }
    Some((passed, failed))
}

/// The tests that passed and failed, if this is the sum that Maven prints for a module: without a time.
fn maven(line: &str) -> Option<(u64, u64)> {
    let (_, counts) = line.split_once("Tests run: ")?;
    let mut numbers = counts.split(", ").map(|count| count.rsplit(' ').next()?.parse::<u64>().ok());
    let [run, failures, errors, skipped] = [(); 4].map(|()| numbers.next().flatten());
    let failed = failures? + errors?;
    numbers.next().is_none().then_some((run?.checked_sub(failed + skipped?)?, failed))
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_pytest_is_counted() {
        assert_eq!(pytest("222 passed, 48 warnings in 44.06s"), Some((222, 0)));
        assert_eq!(pytest("== 2 failed, 7 passed, 1 error in 61.50s (0:01:01) =="), Some((7, 3)));
        assert_eq!(pytest("no tests ran in 0.01s"), None);
        assert_eq!(pytest("3 tests passed in a row"), None);
        assert_eq!(pytest("test result: ok. 7 passed; 0 failed; finished in 0.01s"), None);
    }
    #[test]
    fn the_sum_of_maven_is_counted() {
        let sum = "[ERROR] Tests run: 25, Failures: 2, Errors: 1, Skipped: 3";
        assert_eq!(maven(sum), Some((19, 3)));
        let of_a_class = "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1.687 s -- in triplet.PercentTest";
        assert_eq!(maven(of_a_class), None);
    }
}
