//! The table of all jobs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::job::{Job, When, job};
use crate::log::{Log, root};
use crate::packages::{PACKED, SNAPSHOTS, forget_unpacked, public_api};
use crate::page::{build_page, page_suites};
use crate::{charsets, features, footprint, fuzz, jvm, linear, python};

/// The minimum version of Rust, as the manifests declare it.
const MSRV: &str = "1.89";

#[rustfmt::skip]
pub static JOBS: &[Job] = &[
    job("fmt", false, When::Test, "the code is formatted, and the lock files name what the manifests ask for", |log| {
        log.cargo("fmt --all --check")?;
        log.cargo("fmt --manifest-path fuzz/Cargo.toml --check")?;
        log.lock_files()
    }),
    job("clippy", false, When::Test, "no lint in any crate and feature set", |log| {
        log.cargo("clippy --workspace --all-targets --all-features --locked -- -D warnings")?;
        log.cargo("clippy -p triplet --no-default-features --locked -- -D warnings")?;
        log.cargo("clippy -p triplet --no-default-features --features alloc --locked -- -D warnings")?;
        log.cargo("clippy -p triplet-inspect --no-default-features --locked -- -D warnings")
    }),
    job("doc", false, When::Test, "the documentation builds without warnings", |log| {
        log.env("RUSTDOCFLAGS", "-D warnings").cargo("doc -p triplet -p triplet-inspect --no-deps --locked")?;
        log.env("RUSTDOCFLAGS", "-D warnings").cargo("doc -p triplet -p triplet-inspect --no-deps --all-features --locked")?;
        // Into another folder, as the library and the command have the same name. What is compiled is shared.
        log.env("RUSTDOCFLAGS", "-D warnings").env("CARGO_TARGET_DIR", "target/doc-command").env("CARGO_BUILD_BUILD_DIR", "target").cargo("doc -p triplet-cli --bin triplet --no-deps --document-private-items --locked")
    }),
    job("library", true, When::Test, "tests of the library, with all features", |log| {
        log.cargo("test -p triplet --all-features --locked")
    }),
    job("inspect", true, When::Test, "tests of the crate that inspects texts, with all features", |log| {
        log.cargo("test -p triplet-inspect --all-features --locked")
    }),
    job("tiers", true, When::Ci, "the same tests with each other tier of this machine forced", |log| {
        let tiers = tiers();
        let best = tiers.iter().rposition(|&(_, here)| here);
        for (at, (tier, here)) in tiers.into_iter().enumerate() {
            if Some(at) == best {
                log.say(&format!("tier {tier}: the best one here, with which the job `library` runs"));
            } else if here {
                // Left out are the tests that force each tier themselves, in the job `library`.
                log.env("TRIPLET_TIER", tier).cargo("test -p triplet --all-features --tests --locked -- --skip tiers::")?;
            } else {
                log.say(&format!("tier {tier}: NOT RUN, this machine does not have it"));
            }
        }
        Ok(())
    }),
    job("no-over-reads", true, When::Named, "the kernel's tests without loads beyond the end of an input, which Miri and AddressSanitizer do not see", |log| {
        // The dependencies are those of the other jobs: only the library is compiled again.
        log.env("RUSTC_WORKSPACE_WRAPPER", &root().join("xtask/no-over-reads.sh").to_string_lossy()).env("TRIPLET_STRIDE", "3")
            .cargo("test -p triplet --all-features --test it --locked -- tier:: tiers:: normalize_tiers:: split:: memory:: rows::")
    }),
    job("library-alloc", true, When::Test, "its documentation tests without std", |log| {
        log.cargo("test -p triplet --no-default-features --features alloc,form,requote,respell,template,uri --doc --locked")
    }),
    job("command", true, When::Test, "tests of the command, README and docs", |log| {
        log.cargo("test -p triplet-cli --locked")
    }),
    job("arrow", true, When::Ci, "tests of the functions of Arrow columns", |log| {
        log.cargo("test -p triplet-arrow --locked -- --include-ignored")?;
        log.cargo("run -q -p triplet-arrow --profile test --example shapes --locked -- --rows 1000")
    }),
    job("faults", true, When::Ci, "every system call of the command fails in turn, under strace (installs a Debian package)", |log| {
        log.packages(&["strace"])?;
        log.cargo("test -p triplet-cli --test it --locked -- faults:: --include-ignored --skip killed_at_any_moment")
    }),
    job("readers", true, When::Ci, "how real decoders read 16,000 texts, beside the models of `triplet readers`, how real encoders write, and nested forms of PHP, Rack and qs (installs Debian packages and packages of npm)", |log| {
        log.packages(&[
            "default-jdk-headless", "elixir", "golang-go", "libcurl4", "liburi-perl", "mono-mcs", "mono-runtime", "libmono-system4.0-cil",
            "nginx-light", "perl", "php-cli", "python3", "r-base-core", "ruby", "ruby-rack",
        ])?;
        log.node()?;
        // Where the test expects it; nothing of it is kept in the tree.
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        let folder = root().join(target).join("readers");
        log.run("npm", &["install", "--prefix", &folder.to_string_lossy(), "--ignore-scripts", "--no-save", "--no-audit", "--no-fund", "whatwg-url@14.2.0", "js-cookie@3.0.5", "qs@6.17.1"])?;
        log.env("TRIPLET_READERS", "all").cargo("test -p triplet-cli --test it --locked -- readers:: encoders:: --nocapture --test-threads=2")
    }),
    job("kill-9", true, When::Named, "the command is killed 1,000 times as it replaces a file", |log| {
        log.cargo("test -p triplet-cli --test it --locked -- --ignored --nocapture faults::killed_at_any_moment")
    }),
    job("columns", true, When::Ci, "columns of pyarrow, Polars, pandas and DuckDB in Python; the sets of other engines beside DuckDB, ClickHouse, gRPC and package URLs (installs them by pip)", |log| {
        let python = log.python("columns", COLUMNS)?;
        log.pytest(&python, &["crates/triplet-python/tests/columns", "--ignore=crates/triplet-python/tests/columns/test_spark.py"])?;
        log.pytest(&python, &["--doctest-modules", "-o", "doctest_optionflags=ELLIPSIS IGNORE_EXCEPTION_DETAIL", "--pyargs", "triplet.columns", "triplet.polars", "triplet.pandas", "triplet.duckdb"])?;
        log.run(&python, &["crates/triplet-python/bench/columns.py", "20000", "1"])
    }),
    job("spark", true, When::Named, "the functions in Spark, in the JVM and in Python, on two executors, one of which is killed (installs Java and Maven from Debian and PySpark by pip)", |log| {
        spark(log, "200000")
    }),
    job("older-spark", true, When::Named, "the functions in Spark 3.4 and 3.5, by `mapInArrow` (installs Java from Debian and PySpark by pip)", |log| {
        log.packages(&["openjdk-17-jre-headless"])?;
        for version in ["3.4.4", "3.5.7"] {
            let spark = format!("pyspark=={version}");
            let python = log.python(&format!("spark-{version}"), &[&spark, "pyarrow==26.0.1", "pandas==2.3.3", "pytest==9.2.0"])?;
            log.pytest(&python, &["crates/triplet-python/tests/older_spark"])?;
        }
        Ok(())
    }),
    job("spark-20m", true, When::Named, "the same with a table of 20 million rows", |log| spark(log, "20000000")),
    job("jobs", true, When::Test, "tests of these jobs", |log| log.cargo("test -p xtask --locked")),
    job("bench-works", true, When::Test, "the benchmarks build, agree with their peers, and print", |log| {
        // In the profile of tests: what is measured is thrown away, and optimising for it takes minutes.
        log.cargo("test -p triplet-bench --locked")?;
        log.cargo("run -q -p triplet-bench --profile test --locked -- all --quick")
    }),
    job("no-std", false, When::Ci, "builds for a machine without std, with and without alloc", |log| {
        let target = "thumbv7em-none-eabi";
        log.run("rustup", &["target", "add", target])?;
        for features in ["", " --features alloc", " --features template", " --features uri", " --features charset,content_disposition,data_url,ecmascript,ext_value,form,idna,normalization,requote,respell,serde,simdutf8,template"] {
            log.env("RUSTFLAGS", "-D warnings").env("CARGO_TARGET_DIR", "target/no-std")
                .cargo(&format!("build -p triplet --no-default-features{features} --target {target} --locked"))?;
        }
        for features in ["", " --features all-rules,explain,idna,names"] {
            log.env("RUSTFLAGS", "-D warnings").env("CARGO_TARGET_DIR", "target/no-std")
                .cargo(&format!("build -p triplet-inspect --no-default-features{features} --target {target} --locked"))?;
        }
        Ok(())
    }),
    job("features", false, When::Ci, "library and inspect build without warnings with no feature, with each one alone, and with all", features::check),
    job("feature-costs", false, When::Named, "what each feature of the library adds to what a user compiles (installs cargo-llvm-lines)", features::costs),
    job("footprint", false, When::Named, "CPU seconds and bytes that a program with one encode and one decode takes, beside other crates", footprint::report),
    job("msrv", true, When::Ci, "library and command compile and the library's doc tests pass on the minimum Rust", |log| {
        log.run("rustup", &["toolchain", "install", MSRV, "--profile", "minimal"])?;
        log.env("CARGO_TARGET_DIR", "target/msrv").run("cargo", &[&format!("+{MSRV}"), "check", "-p", "triplet-cli", "--locked"])?;
        // Not optimised: they are short, and the same crates are built once.
        log.env("CARGO_TARGET_DIR", "target/msrv").run("cargo", &[&format!("+{MSRV}"), "test", "-p", "triplet", "-p", "triplet-inspect", "--all-features", "--doc", "--profile", "dev", "--locked"])
    }),
    job("conformance", true, When::Ci, "the cases in TRIPLET_VECTORS, through `triplet batch`", |log| {
        if std::env::var_os("TRIPLET_VECTORS").is_none() {
            return Err("TRIPLET_VECTORS names no folder".to_owned());
        }
        log.cargo("test -p triplet-cli --test it --locked -- conformance:: --include-ignored --nocapture")?;
        // What lint finds with and without its gate.
        log.cargo("test -p triplet-inspect --lib --all-features --locked -- given_cases --include-ignored")
    }),
    job("proofs", true, When::Ci, "the kernel's bit tricks, for all inputs, by Z3 (installs python3-venv and z3-solver)", |log| {
        log.packages(&["python3-venv"])?;
        log.run("python3", &["-m", "venv", "target/proofs"])?;
        log.run("target/proofs/bin/pip", &["install", "--quiet", "z3-solver==4.15.4.0"])?;
        log.run("target/proofs/bin/python", &["proofs/bits.py"])
    }),
    job("linear", true, When::Ci, "hostile texts cost in proportion to their length, by counted instructions (installs valgrind)", |log| {
        log.packages(&["valgrind"])?;
        // The command as it is tested: it takes a third more instructions than a release, and has been compiled.
        let command = log.built_command()?;
        linear::run(log, Path::new(&command))
    }),
    job("fuzz", true, When::Ci, "each target of fuzz/ for 15 seconds; `cargo xtask fuzz TARGET --for 1h` runs one for longer (nightly)", fuzz::job),
    job("neon", true, When::Ci, "the kernels on AArch64, under qemu (installs Debian packages)", |log| {
        log.packages(&["qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"])?;
        log.run("rustup", &["target", "add", "aarch64-unknown-linux-gnu"])?;
        log.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
            .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", "qemu-aarch64 -L /usr/aarch64-linux-gnu")
            .env("TRIPLET_TIER", "neon")
            .cargo("test -p triplet --features uri --target aarch64-unknown-linux-gnu --test it --locked -- tier:: tiers:: normalize_tiers:: split:: properties:: sets:: memory::")
    }),
    job("old-x86", true, When::Ci, "which tier is chosen on x86-64 without SSSE3, without AVX2, and with it, under qemu", |log| {
        log.packages(&["qemu-user"])?;
        for (cpu, tier) in [("qemu64,-ssse3", "scalar"), ("Nehalem", "ssse3"), ("Haswell", "avx2")] {
            let runner = format!("qemu-x86_64 -cpu {cpu}");
            log.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", &runner)
                .env("TRIPLET_EXPECTED_TIER", tier)
                .cargo("test -p triplet --all-features --test it --locked -- tiers::the_best tiers::names tiers::changing")?;
        }
        Ok(())
    }),
    job("ice-lake", true, When::Named, "the tier avx512 on an emulated Ice Lake, whatever this machine has (installs Debian packages; takes some minutes)", |log| {
        log.packages(&["bochs", "bochs-term", "busybox-static", "isolinux", "syslinux-common", "xorriso", "cpio", "binutils"])?;
        let target = "x86_64-unknown-linux-musl";
        log.run("rustup", &["target", "add", target])?;
        let runner = format!("sh -e {}", root().join("xtask/ice-lake.sh").display());
        // First that the tier is chosen there, then its results. Only every n-th of similar cases runs, because the emulated
        // machine is some hundred times as slow; it has one processor, so one thread is enough.
        for (variable, stride, tests) in [
            ("TRIPLET_EXPECTED_TIER", "1", "--test it --locked -- tiers::the_best tiers::names"),
            ("TRIPLET_TIER", "31", "--test it --locked -- tier:: tiers:: normalize_tiers:: split:: properties:: sets:: memory:: --test-threads=1 --nocapture"),
            ("TRIPLET_TIER", "211", "--test it --locked -- tier:: exhaustive:: --test-threads=1 --nocapture"),
        ] {
            log.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_RUNNER", &runner)
                .env("TRIPLET_STRIDE", stride)
                // Unoptimized code would take ten times as long. Debug assertions stay on.
                .env("CARGO_PROFILE_DEV_OPT_LEVEL", "2")
                .env(variable, "avx512")
                .cargo(&format!("test -p triplet --features uri --target {target} {tests}"))?;
        }
        Ok(())
    }),
    job("wasm", true, When::Ci, "the kernels in WebAssembly, with and without SIMD, under Node", |log| {
        log.node()?;
        log.run("rustup", &["target", "add", "wasm32-wasip1"])?;
        let wasi = root().join("xtask/wasi.mjs");
        let runner = format!("node --no-warnings {}", wasi.display());
        for features in ["-C target-feature=+simd128", ""] {
            log.env("CARGO_TARGET_WASM32_WASIP1_RUNNER", &runner)
                .env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", features)
                .env("CARGO_TARGET_DIR", "target/wasm")
                .cargo("test -p triplet --features uri --target wasm32-wasip1 --test it --locked -- tier:: tiers:: normalize_tiers:: sets:: exhaustive::")?;
        }
        Ok(())
    }),
    job("package", true, When::Ci, "the npm package as it is published: installed in an empty folder, in Node, Bun, Deno and Chromium, by four bundlers, its types and its README; the types of SARIF (installs Debian and npm packages)", |log| {
        log.chromium()?;
        build_page(log)?;
        log.run("npm", &["ci", "--prefix", "npm/test/tools", "--no-audit", "--no-fund"])?;
        log.node_tests(&["npm/test/package.test.mjs", "npm/test/bundlers.test.mjs", "npm/test/types.test.mjs"])?;
        let command = log.built_command()?;
        log.env("TRIPLET", &command).node_tests(&["npm/test/sarif.test.mjs"])
    }),
    job("page", true, When::Test, "the page, its server and the npm package, built from the sources, in Node and in Chromium (installs Debian and npm packages)", |log| {
        log.chromium()?;
        log.packages(&["fonts-noto-cjk", "python3"])?;
        log.run("rustup", &["target", "add", "wasm32-unknown-unknown"])?;
        log.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128")
            .env("CARGO_TARGET_DIR", "target/page")
            .cargo("clippy -p triplet-wasm -p triplet-utf16 --target wasm32-unknown-unknown --locked -- -D warnings")?;
        log.cargo("test -p triplet-wasm -p triplet-utf16 --locked")?;
        build_page(log)?;
        log.run("npm", &["run", "--prefix", "web", "--silent", "formatted"])?;
        log.run("npm", &["run", "--prefix", "web", "--silent", "types"])?;
        log.node_tests(&["npm/test/triplet.test.mjs", "npm/test/inputs.test.mjs", "npm/test/form.test.mjs", "npm/test/codec.test.mjs", "npm/test/readme.test.mjs"])?;
        let command = log.built_command()?;
        let suites = page_suites()?;
        log.env("TRIPLET", &command).node_tests_by_two(&suites)?;
        log.run("node", &["web/bench.mjs", "--quick"])
    }),
    job("jvm", true, When::Ci, "the Java classes: their tests beside java.net, Guava, Spring, commons-codec, OkHttp and Netty, docs/java.md, javadoc, and the benchmark, shortly (installs Debian's JDK and Maven, and what Maven downloads)", jvm::run),
    job("jvm-huge", true, When::Named, "the Java classes where a text or a result is longer than an array of Java can be (needs 8 GB of memory; installs as `jvm` does)", jvm::huge),
    job("python", true, When::Ci, "the Python package as pip installs it: its tests and CPython's, its documents and types, its source distribution (installs Debian, Python and npm packages)", python::run),
    job("python-free-threaded", true, When::Named, "the Python package built for a Python without a lock, and its tests and CPython's (needs `python3.14t`)", python::free_threaded),
    job("crates", false, When::Ci, "the packages for crates.io hold all that they need: each is packed, and built from what was packed", |log| {
        forget_unpacked().map_err(|error| format!("the packages that Cargo unpacked before: {error}"))?;
        log.env("CARGO_TARGET_DIR", PACKED).cargo("publish --dry-run -p triplet -p triplet-inspect -p triplet-cli --locked --allow-dirty")
    }),
    job("deny", false, When::Named, "licences, bans, sources and advisories of the dependencies (installs cargo-deny)", |log| {
        deny(log, &["check"])
    }),
    job("deny-offline", false, When::Named, "the same without advisories, where only the package registry can be reached (installs cargo-deny)", |log| {
        deny(log, &["check", "licenses", "bans", "sources"])
    }),
    job("api", false, When::Named, "the public names and types of the library and of what inspects are those of their api.txt (nightly; installs cargo-public-api)", |log| {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        let mut same = true;
        for (package, file) in SNAPSHOTS {
            let found = public_api(log, package)?;
            let snapshot = std::fs::read_to_string(root().join(file)).unwrap_or_default();
            let (found, snapshot) = (lines(&found), lines(&snapshot));
            snapshot.difference(&found).for_each(|line| log.say(&format!("- {line}")));
            found.difference(&snapshot).for_each(|line| log.say(&format!("+ {line}")));
            same &= found == snapshot;
        }
        if same { Ok(()) } else { Err("the public interface changed; if that is meant, run `cargo xtask api-write`".to_owned()) }
    }),
    job("api-write", false, When::Named, "writes both api.txt (nightly; installs cargo-public-api)", |log| {
        for (package, file) in SNAPSHOTS {
            let found = public_api(log, package)?;
            std::fs::write(root().join(file), found).map_err(|error| error.to_string())?;
        }
        Ok(())
    }),
    job("vocabulary", false, When::Named, "writes the names that JavaScript has as tables, npm/vocabulary.js and .d.ts, and the table of the messages of errors", |log| {
        log.env("TRIPLET_WRITE_TABLES", "1").cargo("test -p triplet-cli --locked --test it vocabulary::")?;
        log.env("TRIPLET_WRITE_TABLES", "1").cargo("test -p triplet --all-features --locked --test it messages::")
    }),
    job("datafusion", true, When::Ci, "the SQL functions in DataFusion, and the example `logs` (compiles DataFusion: minutes, and 2 GB)", |log| {
        log.packages(&["python3"])?; // It writes the log of docs/data.md.
        engines(log, "fmt --all --check")?;
        engines(log, "test -p triplet-datafusion --locked")?;
        engines_lints(log, "build -p triplet-datafusion --all-targets --locked")
    }),
    job("ballista", true, When::Named, "a Ballista cluster of processes, one of which is killed, and the engines' benchmarks, shortly (compiles for half an hour)", |log| {
        log.packages(&["python3"])?;
        // The same packages each time: with others, features of what they depend on change, and all of it is compiled again.
        let packages = "-p triplet-ballista -p triplet-engines-bench --release --locked";
        engines(log, &format!("build {packages} --all-targets"))?;
        engines(log, &format!("test {packages} -- --nocapture --test-threads=1"))?;
        log.run("engines/target/release/triplet-engines-bench", &["20000"])?;
        log.run("engines/target/release/examples/measure", &["200000"])?;
        engines_lints(log, &format!("build {packages} --all-targets"))
    }),
    job("page-release", false, When::Named, "the committed page is byte for byte a build of the sources; `node web/build.mjs --release` writes it", |log| {
        log.node()?;
        log.run("npm", &["ci", "--prefix", "web", "--no-audit", "--no-fund"])?;
        log.run("node", &["web/build.mjs", "--released"])
    }),
    job("gigabyte", false, When::Named, "a file of a gigabyte through the page in Chromium, beside the command (installs Debian and npm packages; needs 4 GB of disk)", |log| {
        log.chromium()?;
        build_page(log)?;
        let command = log.built_command()?;
        for charset in ["utf-8", "gb18030"] {
            log.env("TRIPLET", &command).run("node", &["web/gigabyte.mjs", charset])?;
        }
        Ok(())
    }),
    job("miri", true, When::Named, "the kernel's unsafe code under Miri (nightly), little- and big-endian, 64 and 32 bits", |log| {
        log.run("rustup", &["component", "add", "--toolchain", "nightly", "miri", "rust-src"])?;
        for (target, features, folder) in [
            ("x86_64-unknown-linux-gnu", "-C target-feature=+avx2,+ssse3,+popcnt", "target/miri-avx2"),
            ("x86_64-unknown-linux-gnu", "-C target-feature=+ssse3,+popcnt", "target/miri-ssse3"),
            ("aarch64-unknown-linux-gnu", "", "target/miri"),
            ("x86_64-unknown-linux-gnu", "", "target/miri"),
            ("s390x-unknown-linux-gnu", "", "target/miri"),
            ("i686-unknown-linux-gnu", "", "target/miri"),
        ] {
            log.env("RUSTFLAGS", features).env("CARGO_TARGET_DIR", folder).run(
                "cargo",
                &["+nightly", "miri", "test", "-p", "triplet", "--features", "simdutf8,uri", "--test", "it", "--target", target, "--locked", "--", "memory::"],
            )?;
        }
        Ok(())
    }),
    job("asan", true, When::Named, "the same under AddressSanitizer (nightly)", |log| {
        log.env("RUSTFLAGS", "-Zsanitizer=address --cfg triplet_no_over_reads").env("CARGO_TARGET_DIR", "target/asan").run(
            "cargo",
            &["+nightly", "test", "-p", "triplet", "--features", "uri", "--test", "it", "--target", "x86_64-unknown-linux-gnu", "--locked", "--", "memory::", "split::"],
        )
    }),
    job("stream-10g", false, When::Named, "10 GB through encode and decode in constant memory", |log| {
        log.cargo("build --release -p triplet-cli --locked")?;
        log.run("sh", &["-c", "ulimit -v 200000; head -c 10000000000 /dev/zero | target/release/triplet encode | target/release/triplet decode | cmp -n 10000000000 - /dev/zero && echo equal"])
    }),
    job("charsets", false, When::Named, "makes the tables of the ranking of charsets again, and measures it (downloads Debian and npm packages)", charsets::run),
    job("install", false, When::Named, "the command as `cargo install` puts it on the path", |log| {
        log.cargo("install --path crates/triplet-cli --locked --root target/installed --force")?;
        log.run("sh", &["-c", "set -e; test \"$(target/installed/bin/triplet encode 'a b')\" = a%20b; target/installed/bin/triplet --version"])
    }),
    job("musl", false, When::Named, "a static binary, run where nothing else is (installs a Debian package)", |log| {
        log.packages(&["musl-tools"])?;
        let target = "x86_64-unknown-linux-musl";
        log.run("rustup", &["target", "add", target])?;
        log.env("CARGO_TARGET_DIR", "target").cargo("build --release -p triplet-cli --locked --target x86_64-unknown-linux-musl")?;
        log.run("sh", &["-e", "xtask/static.sh", "target/x86_64-unknown-linux-musl/release/triplet"])
    }),
    job("deb", false, When::Named, "the Debian package, with manual pages and completions, unpacked and used", |log| {
        log.env("CARGO_TARGET_DIR", "target").cargo("build --release -p triplet-cli --locked")?;
        log.run("sh", &["-e", "xtask/generated.sh", "target/release/triplet", "target/generated"])?;
        log.cargo("install cargo-deb --version ^3 --locked --root target/tools")?;
        log.env("CARGO_TARGET_DIR", "target").run("sh", &["-c", "exec target/tools/bin/cargo-deb -p triplet-cli --no-build --locked -o target/triplet.deb"])?;
        log.run("sh", &["-e", "xtask/unpacked.sh", "target/triplet.deb"])
    }),
    job("bench", false, When::Named, "the whole benchmark table; takes some ten minutes", |log| {
        log.cargo("build --release -p triplet-cli --locked")?;
        if cfg!(target_arch = "x86_64") {
            // Otherwise the address of a jump decides which of two short loops is faster: docs/benchmarks/2026-11-library.md.
            log.env("RUSTFLAGS", "-C llvm-args=-x86-branches-within-32B-boundaries").env("CARGO_TARGET_DIR", "target/bench");
        }
        log.cargo("run -q -p triplet-bench --release --locked -- all --bin target/release/triplet")
    }),
    job("bench-others", false, When::Named, "PHP and ClickHouse on the corpora of the benchmark (installs PHP from Debian and chdb by pip)", |log| {
        log.packages(&["php-cli", "python3-venv"])?;
        log.run("python3", &["-m", "venv", "target/bench-others"])?;
        log.run("target/bench-others/bin/pip", &["install", "--quiet", "chdb==4.4.0"])?;
        log.cargo("build --release -p triplet-bench --locked")?;
        log.run("target/bench-others/bin/python", &["bench/others.py", "target/release/triplet-bench", "3"])?;
        log.cargo("build --release -p triplet-arrow --example shapes --locked")?;
        log.run("target/bench-others/bin/python", &["bench/columns.py", "target/release/examples/shapes", "3"])
    }),
];

/// What the functions of columns are tested with.
const COLUMNS: &[&str] = &[
    "polars==2.1.0",
    "pyarrow==26.0.1",
    "pandas==3.1.1",
    "duckdb==2.0.0",
    "chdb==4.4.0",
    "grpclib==0.4.9",
    "packageurl-python==0.17.6",
    "pytest==9.2.0",
];

/// The tests in Spark, with a table of `rows` rows.
fn spark(log: &mut Log, rows: &str) -> Result<(), String> {
    log.packages(&["openjdk-17-jdk-headless", "maven"])?;
    jar(log)?;
    let packages = ["pyspark==4.3.0", "pyarrow==26.0.1", "pandas==2.3.3", "pytest==9.2.0"];
    let python = log.python("spark", &packages)?;
    log.env("TRIPLET_SPARK_ROWS", rows)
        .pytest(&python, &["-s", "crates/triplet-python/tests/columns/test_spark.py"])?;
    log.run(&python, &["crates/triplet-python/bench/spark.py", "20000", "1"])
}

/// Builds the jar for Spark, and puts it where the Python package takes it from.
fn jar(log: &mut Log) -> Result<(), String> {
    let options = ["-B", "-q", "-f", "jvm/pom.xml", "-DskipTests", "-Dmaven.javadoc.skip"];
    log.run("mvn", &[&options[..], &["package"]].concat())?;
    let built = root().join("jvm/triplet-spark/target/triplet-spark-0.1.0-all.jar");
    let package = root().join("crates/triplet-python/python/triplet/triplet-spark.jar");
    std::fs::copy(&built, package).map_err(|error| format!("{}: {error}", built.display()))?;
    Ok(())
}

/// Runs Cargo in the engines' workspace, with its own folder for what is compiled.
fn engines(log: &mut Log, arguments: &str) -> Result<(), String> {
    let (command, rest) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let target = root().join("engines/target");
    log.env("CARGO_TARGET_DIR", &target.to_string_lossy())
        .cargo(&format!("{command} --manifest-path engines/Cargo.toml {rest}"))
}

/// Builds crates of the engines' workspace by Clippy's compiler. `cargo clippy` itself would check all of DataFusion
/// first, in half the time of compiling DataFusion. A build uses what is compiled already.
fn engines_lints(log: &mut Log, arguments: &str) -> Result<(), String> {
    log.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    engines(log, arguments)
}

/// Runs cargo-deny. `deny.toml` configures cargo-deny.
fn deny(log: &mut Log, arguments: &[&str]) -> Result<(), String> {
    log.cargo("install cargo-deny --version ^0.20 --locked --root target/tools")?;
    log.run("target/tools/bin/cargo-deny", arguments)
}

/// The tiers of this kind of machine, and whether this one has each.
fn tiers() -> Vec<(&'static str, bool)> {
    #[cfg(target_arch = "x86_64")]
    {
        let ssse3 =
            std::is_x86_feature_detected!("ssse3") && std::is_x86_feature_detected!("popcnt");
        let avx2 = std::is_x86_feature_detected!("avx2");
        let avx512 = std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512vbmi")
            && std::is_x86_feature_detected!("avx512vbmi2");
        vec![("scalar", true), ("ssse3", ssse3), ("avx2", avx2), ("avx512", avx512)]
    }
    #[cfg(not(target_arch = "x86_64"))]
    vec![("scalar", true)]
}
