//! The job of the Java classes.

use std::fs;
use std::path::PathBuf;

use crate::log::{Log, root};

/// Builds the native library and the jars, and runs the tests with JNI's checks on; then the benchmark, shortly.
pub fn run(log: &mut Log) -> Result<(), String> {
    log.packages(&["openjdk-17-jdk-headless", "maven"])?;
    // Maven does not write the documentation again where it finds the last one, and then says nothing of its warnings.
    for module in ["triplet", "triplet-spark"] {
        let built = root().join("jvm").join(module).join("target");
        if built.exists() {
            fs::remove_dir_all(&built).map_err(|error| format!("{}: {error}", built.display()))?;
        }
    }
    maven(log, &["verify", "--projects", "triplet,triplet-spark"])?;
    no_warnings_of_jni()?;
    // The same sources with the oldest Spark, and its tests alone.
    let older = ["verify", "--projects", "triplet,triplet-spark", "-Dspark.version=3.5.8"];
    let tests = [
        "-Dtest=FunctionsTest",
        "-DfailIfNoTests=false",
        "-Dsurefire.failIfNoSpecifiedTests=false",
        "-Dmaven.javadoc.skip",
    ];
    maven(log, &[&older[..], &tests[..]].concat())?;
    let bench = ["verify", "--activate-profiles", "bench", "--projects", "triplet,bench"];
    let quick = ["-DskipTests", "-Dmaven.javadoc.skip", "-Dbench.options=quick Triplet"];
    maven(log, &[&bench[..], &quick[..]].concat())?;
    let classes = "jvm/triplet/target/classes:jvm/bench/target/classes";
    log.run("java", &["-cp", classes, "triplet.bench.ProcessorTime", "1"])
}

/// Runs the tests of texts whose results are longer than an array of Java can be.
pub fn huge(log: &mut Log) -> Result<(), String> {
    log.packages(&["openjdk-17-jdk-headless", "maven"])?;
    let options = "-Dtests.options=-Xmx8g -Dtriplet.huge=true";
    let tests = ["-Dtest=HostileTest", "-Dmaven.javadoc.skip"];
    maven(log, &[&["verify", "--projects", "triplet", options][..], &tests[..]].concat())
}

/// Runs Maven in `jvm`. Maven calls Cargo, and Cargo compiles into the folder of the other jobs.
fn maven(log: &mut Log, arguments: &[&str]) -> Result<(), String> {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let options = ["--batch-mode", "--no-transfer-progress", "--file", "jvm/pom.xml"];
    log.env("CARGO_TARGET_DIR", &root().join(target).to_string_lossy())
        .run("mvn", &[&options[..], arguments].concat())
}

/// Where Maven keeps what the JVM of the tests prints itself, as it does for a wrong call of JNI, and not the program in it.
fn printed_by_jvms() -> Vec<PathBuf> {
    let reports = root().join("jvm/triplet/target/surefire-reports");
    let files = fs::read_dir(reports).into_iter().flatten().flatten().map(|file| file.path());
    files.filter(|file| file.extension().is_some_and(|end| end == "dumpstream")).collect()
}

/// The tests of the module `triplet` run with `-Xcheck:jni`. The check warns and goes on.
fn no_warnings_of_jni() -> Result<(), String> {
    for file in printed_by_jvms() {
        let printed = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let printed = String::from_utf8_lossy(&printed).into_owned();
        if let Some(warning) = printed.lines().find(|line| line.contains("in native method")) {
            return Err(format!("a wrong call of JNI: {warning}; see {}", file.display()));
        }
    }
    Ok(())
}
