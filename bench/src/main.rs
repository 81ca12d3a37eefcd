//! Measures Triplet beside its peers, in one run, and prints Markdown.
//!
//! ```text
//! cargo run --release -p triplet-bench -- [encode|decode|options|forms|text|short|lengths|references|startup|command|corpora|all]
//!     --passes N          timings of each contestant; the median counts [31; startup 201; command 9 at most]
//!     --size 4m,64k,16k   inputs of `encode` and `decode` [4m]
//!     --bin PATH          the command for `startup` and `command` [`triplet` beside this program]
//!     --into FOLDER       where `corpora` writes the inputs, for programs of other languages
//!     --pictures FOLDER   `lengths` draws the throughput there, as SVG
//!     --tier NAME         with this tier instead of the best that the machine has
//!     --quick             a few small timings of everything: does it work?
//! ```
//!
//! A peer always gets its fastest call for the corpus. This file runs the jobs that the command line names.

#![forbid(unsafe_code)]

/// Prints a line. The program ends when nobody reads on (`| head`).
macro_rules! say {
    ($($arguments:tt)*) => {
        $crate::say(format_args!($($arguments)*))
    };
}

mod arguments;
mod batch;
mod clock;
mod command;
mod contestants;
mod corpora;
mod form_types;
mod forms;
mod lengths;
mod machine;
mod nested_types;
mod options;
#[allow(
    dead_code,
    unused_imports,
    reason = "bars are drawn by the example `shapes` of triplet-arrow, which has this file too"
)]
mod picture;
mod race;
mod references;
mod scores;
mod short;
mod startup;
mod table;
mod throughput;

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use arguments::{Options, USAGE, What};

fn say(line: Arguments<'_>) {
    if let Err(error) = writeln!(std::io::stdout(), "{line}") {
        std::process::exit(i32::from(error.kind() != ErrorKind::BrokenPipe));
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("triplet-bench: {problem}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if let Some(folder) = &options.into {
        return match throughput::write_corpora(folder) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("triplet-bench: {}: {error}", folder.display());
                ExitCode::FAILURE
            }
        };
    }
    let runs = |what| options.what == what || options.what == What::All;
    say!(
        "{}; tier {}; {} passes\n",
        machine::cpu(),
        triplet::Tier::active().name(),
        options.passes
    );
    for size in &options.sizes {
        if runs(What::Encode) {
            throughput::report(false, *size, &options);
        }
        if runs(What::Decode) {
            throughput::report(true, *size, &options);
        }
    }
    if runs(What::Options) {
        options::report(&options);
    }
    if runs(What::Forms) {
        forms::report(&options);
        form_types::report(&options);
        nested_types::report(&options);
    }
    if runs(What::Text) {
        throughput::report_text(&options);
    }
    if runs(What::Short) {
        short::report(&options);
    }
    if runs(What::Lengths)
        && let Err(error) = lengths::report(&options)
    {
        eprintln!("triplet-bench: {error}");
        return ExitCode::FAILURE;
    }
    if runs(What::References) {
        references::report(&options);
    }
    for (job, report) in [
        (What::Startup, startup::report as fn(&Options) -> Result<(), String>),
        (What::Command, command::report),
    ] {
        if runs(job)
            && let Err(problem) = report(&options)
        {
            eprintln!("triplet-bench: {problem}");
            // `all` goes on without the jobs that find no command to run.
            if options.what == job {
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;
    use contestants::Job;
    use corpora::{Corpus, Kind};

    #[test]
    fn all_contestants_agree_on_all_corpora() {
        let check = |corpus: &Corpus, directions: &[bool], form: bool, name: &str| {
            for &decode in directions {
                let mut contestants = contestants::at(Job::new(decode, form));
                contestants::assert_agreement(&mut contestants, &corpus.batch(decode), name);
            }
        };
        for kind in Kind::ALL {
            for (count, length) in [(1, 20_000), (50, 100), (10, 1), (1, 0)] {
                let corpus = Corpus::new(kind, count, length);
                check(&corpus, &[false, true], kind.is_form(), kind.name());
            }
        }
        check(&Corpus::short(&Kind::TEXT, 1000), &[false, true], false, "short");
        for length in 0..=64 {
            for clean in [false, true] {
                check(&Corpus::plain_of_length(length, clean, 20), &[false], false, "lengths");
                check(&Corpus::encoded_of_length(length, clean, 20), &[true], false, "lengths");
            }
        }
    }
}
