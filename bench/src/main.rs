//! Measures Triplet beside its peers, in one run, and prints Markdown.
//!
//! ```text
//! cargo run --release -p triplet-bench -- [encode|decode|options|forms|text|short|lengths|references|startup|command|all]
//!     --passes N          timings of each contestant; the median counts [31; startup 201; command 9 at most]
//!     --size 4m,64k,16k   inputs of `encode` and `decode` [4m]
//!     --bin PATH          the command for `startup` and `command` [`triplet` beside this program]
//!     --tier NAME         with this tier instead of the best that the machine has
//!     --quick             a few small timings of everything: does it work?
//! ```
//!
//! A peer is always given its fastest way for the corpus at hand. This file reads the command line,
//! and nothing else.

#![forbid(unsafe_code)]

mod clock;
mod command;
mod contestants;
mod corpora;
mod forms;
mod lengths;
mod options;
mod race;
mod references;
mod scores;
mod short;
mod startup;
mod table;
mod throughput;

use std::path::PathBuf;
use std::process::ExitCode;

use throughput::Size;

struct Options {
    what: What,
    passes: usize,
    startup_passes: usize,
    sizes: Vec<Size>,
    bin: Option<PathBuf>,
    quick: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Encode,
    Decode,
    Options,
    Forms,
    Text,
    Short,
    Lengths,
    References,
    Startup,
    Command,
    All,
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("triplet-bench: {problem}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let wants = |what| options.what == what || options.what == What::All;
    println!("{}; tier {}; {} passes\n", cpu(), triplet::Tier::active().name(), options.passes);
    for size in &options.sizes {
        if wants(What::Encode) {
            throughput::report(false, *size, &options);
        }
        if wants(What::Decode) {
            throughput::report(true, *size, &options);
        }
    }
    if wants(What::Options) {
        options::report(&options);
    }
    if wants(What::Forms) {
        forms::report(&options);
    }
    if wants(What::Text) {
        throughput::report_text(&options);
    }
    if wants(What::Short) {
        short::report(&options);
    }
    if wants(What::Lengths) {
        lengths::report(&options);
    }
    if wants(What::References) {
        references::report(&options);
    }
    for (job, report) in [
        (What::Startup, startup::report as fn(&Options) -> Result<(), String>),
        (What::Command, command::report),
    ] {
        if wants(job)
            && let Err(problem) = report(&options)
        {
            eprintln!("triplet-bench: {problem}");
            // Asked for everything, one gets everything that there is.
            if options.what == job {
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

const USAGE: &str = "\
usage: triplet-bench [encode|decode|options|forms|text|short|lengths|references|startup|command|all]
                     [--passes N] [--size 4m,64k,16k] [--bin PATH] [--tier NAME] [--quick]";

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut what, mut passes, mut sizes, mut bin, mut quick) =
            (What::All, None, vec![Size::Big], None, false);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("`{argument}` wants a value"));
            match argument.as_str() {
                "encode" => what = What::Encode,
                "decode" => what = What::Decode,
                "options" => what = What::Options,
                "forms" => what = What::Forms,
                "text" => what = What::Text,
                "short" => what = What::Short,
                "lengths" => what = What::Lengths,
                "references" => what = What::References,
                "startup" => what = What::Startup,
                "command" => what = What::Command,
                "all" => what = What::All,
                "--passes" => {
                    let number = value()?;
                    let valid = number.parse().ok().filter(|&passes| passes > 0);
                    passes = Some(valid.ok_or(format!("`{number}` is no number of passes"))?);
                }
                "--size" => {
                    let named = |name| {
                        let size = Size::ALL.into_iter().find(|size| size.name() == name);
                        size.ok_or(format!("`{name}` is no size: 4m, 64k or 16k"))
                    };
                    sizes = value()?.split(',').map(named).collect::<Result<_, _>>()?;
                }
                "--bin" => bin = Some(value()?.into()),
                "--tier" => {
                    let name = value()?;
                    let tier = triplet::Tier::by_name(&name).filter(|tier| tier.force());
                    tier.ok_or(format!("`{name}` is no tier of this machine"))?;
                }
                "--quick" => quick = true,
                other => return Err(format!("`{other}` is not understood")),
            }
        }
        let startup_passes = passes.unwrap_or(if quick { 5 } else { 201 });
        let passes = passes.unwrap_or(if quick { 3 } else { 31 });
        Ok(Self { what, passes, startup_passes, sizes, bin, quick })
    }
}

fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| std::env::consts::ARCH.to_string(), |(_, name)| name.to_string())
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

    #[test]
    fn options() {
        let parse = |line: &str| Options::parse(line.split_whitespace().map(String::from));
        let options = parse("decode --passes 7 --size 64k,16k").unwrap_or_else(|e| panic!("{e}"));
        assert!(options.what == What::Decode && options.passes == 7 && options.sizes.len() == 2);
        assert!(parse("").is_ok_and(|options| options.what == What::All && options.passes == 31));
        for wrong in ["encod", "--passes", "--passes 0", "--passes x", "--size 5m", "--bin"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
