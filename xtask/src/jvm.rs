//! The job of the Java classes.

use crate::log::{Log, root};

/// Builds the native library and the jars, and runs the tests with JNI's checks on; then the benchmark, shortly.
pub fn run(log: &mut Log) -> Result<(), String> {
    log.packages(&["openjdk-17-jdk-headless", "maven"])?;
    maven(log, &["verify", "--projects", "triplet,triplet-spark"])?;
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

/// Runs Maven in `jvm`. Cargo, which it calls, compiles where the other jobs do.
fn maven(log: &mut Log, arguments: &[&str]) -> Result<(), String> {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let options = ["--batch-mode", "--no-transfer-progress", "--file", "jvm/pom.xml"];
    log.env("CARGO_TARGET_DIR", &root().join(target).to_string_lossy())
        .run("mvn", &[&options[..], arguments].concat())
}
