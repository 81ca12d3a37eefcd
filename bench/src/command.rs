//! The command compared with other commands: a whole file to the null device, to a file, and through pipes. The median of
//! interleaved runs counts, by the clock and by the processor. `cat` of a file of the output's size shows the least cost of
//! moving the bytes: from file to file the kernel copies them. `dd` shows the cost of reading and writing them.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

use crate::arguments::Options;
use crate::corpora::{Corpus, Kind};
use crate::startup::command_of;
use crate::table::{Table, number};

/// Where the bytes go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sink {
    Null,
    File,
    /// From a pipe into a pipe.
    Pipes,
}

impl Sink {
    const ALL: [Self; 3] = [Self::Null, Self::File, Self::Pipes];

    fn name(self) -> &'static str {
        match self {
            Self::Null => "to the null device",
            Self::File => "file to file",
            Self::Pipes => "pipe to pipe",
        }
    }
}

/// A command that reads standard input.
struct Contestant {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<String>,
    /// A slow command gets only one `share`-th of the input, and its time is multiplied by `share`.
    share: usize,
    /// `cat` and `dd`, whose input is the output of the others.
    copies: bool,
}

/// The input and the expected output of the contestants, as files.
struct Texts {
    folder: PathBuf,
    length: usize,
}

impl Texts {
    fn path(&self, what: &str, share: usize) -> PathBuf {
        self.folder.join(format!("{what}-{share}"))
    }
}

/// `Err` if there is no command to start.
pub(crate) fn report(options: &Options) -> Result<(), String> {
    let command = command_of(options)?;
    let length = if options.quick { 4 << 20 } else { 256 << 20 };
    let folder = std::env::temp_dir().join(format!("triplet-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let result = all(options, &command, &Texts { folder: folder.clone(), length });
    let _ = fs::remove_dir_all(&folder);
    result.map_err(|error| error.to_string())
}

fn all(options: &Options, command: &Path, texts: &Texts) -> std::io::Result<()> {
    let passes = options.passes.min(if options.quick { 1 } else { 9 });
    let kinds: &[Kind] = if options.quick {
        &[Kind::Prose]
    } else {
        &[Kind::Prose, Kind::Paths, Kind::Cjk, Kind::Clean]
    };
    say!("## The command, {} MiB, {passes} runs of each, interleaved\n", texts.length >> 20);
    for (turn, kind) in kinds.iter().enumerate() {
        for decode in [false, true] {
            // The other commands run on one corpus, the copies on all.
            let (contestants, missing) = contestants(command, decode, turn == 0);
            prepare(texts, *kind, decode, &contestants)?;
            for sink in Sink::ALL {
                let verb = if decode { "Decode" } else { "Encode" };
                say!("### {verb} `{}`, {}\n", kind.name(), sink.name());
                say!("{}", race(texts, &contestants, sink, passes)?);
            }
            if contestants.iter().any(|contestant| contestant.share > 1) {
                say!(
                    "¹ What it takes for this many bytes, times how many of them the others get.\n"
                );
            }
            if !missing.is_empty() {
                say!("Not installed, or not able to do it: {}.\n", missing.join(", "));
            }
        }
    }
    Ok(())
}

/// A name, a program, its arguments to encode and to decode, and its share of the input.
type Peer = (&'static str, &'static str, &'static [&'static str], &'static [&'static str], usize);

/// The commands that are installed, and the names of those that are not.
fn contestants(command: &Path, decode: bool, others: bool) -> (Vec<Contestant>, Vec<&'static str>) {
    let verb = if decode { "decode" } else { "encode" };
    let of = |name, program: &Path, arguments: &[&str], share| Contestant {
        name,
        program: program.to_owned(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        share,
        copies: false,
    };
    let mut found = vec![
        of("triplet", command, &[verb, "--exact"], 1),
        of("triplet -j2", command, &[verb, "--exact", "-j2"], 1),
        Contestant { copies: true, ..of("cat of the output", Path::new("cat"), &[], 1) },
        // The cost of every program that needs the bytes in its memory, and so reads and writes them.
        Contestant {
            copies: true,
            ..of(
                "dd of the output",
                Path::new("dd"),
                &["bs=256K", "iflag=fullblock", "status=none"],
                1,
            )
        },
    ];
    let mut missing = Vec::new();
    if !others {
        return (found, missing);
    }
    // Each uses its fastest call for a whole stream.
    let peers: [Peer; 6] = [
        (
            "perl, URI::Escape::XS",
            "perl",
            &["-MURI::Escape::XS", "-0777", "-ne", "print encodeURIComponent($_)"],
            &["-MURI::Escape::XS", "-0777", "-ne", "print decodeURIComponent($_)"],
            4,
        ),
        (
            "perl, URI::Escape",
            "perl",
            &["-MURI::Escape", "-0777", "-ne", r#"print uri_escape($_, "^A-Za-z0-9\\-._~")"#],
            &["-MURI::Escape", "-0777", "-ne", "print uri_unescape($_)"],
            16,
        ),
        (
            "php, rawurlencode",
            "php",
            &["-dmemory_limit=-1", "-r", "echo rawurlencode(stream_get_contents(STDIN));"],
            &["-dmemory_limit=-1", "-r", "echo rawurldecode(stream_get_contents(STDIN));"],
            1,
        ),
        (
            "python, urllib.parse",
            "python3",
            &[
                "-c",
                "import sys, urllib.parse as u; sys.stdout.write(u.quote(sys.stdin.buffer.read(), safe=''))",
            ],
            &[
                "-c",
                "import sys, urllib.parse as u; sys.stdout.buffer.write(u.unquote_to_bytes(sys.stdin.buffer.read()))",
            ],
            16,
        ),
        ("jq, @uri", "jq", &["-sRrj", "@uri"], &["-sRrj", "@urid"], 16),
        (
            // It reads arguments, and an argument has at most 128 KiB.
            "urlencode (gridsite)",
            "sh",
            &["-c", r#"printf %s "$(urlencode "$(cat)")""#],
            &["-c", r#"printf %s "$(urlencode -d "$(cat)")""#],
            4096,
        ),
    ];
    for (name, program, encode, decodes, share) in peers {
        let arguments = if decode { decodes } else { encode };
        let peer = of(name, Path::new(program), arguments, share);
        if is_able(&peer, decode) { found.push(peer) } else { missing.push(name) }
    }
    (found, missing)
}

/// Whether it runs and gives the right output for a short text.
fn is_able(contestant: &Contestant, decode: bool) -> bool {
    let (plain, encoded) = ("a b/é%~-._", "a%20b%2F%C3%A9%25~-._");
    let (input, expected) = if decode { (encoded, plain) } else { (plain, encoded) };
    let child = Command::new(&contestant.program)
        .args(&contestant.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return false };
    if let Some(mut stdin) = child.stdin.take() {
        // A command that does not start does not read.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output().is_ok_and(|output| output.stdout == expected.as_bytes())
}

/// Writes the files that the contestants read.
fn prepare(
    texts: &Texts,
    kind: Kind,
    decode: bool,
    contestants: &[Contestant],
) -> std::io::Result<()> {
    for share in contestants.iter().map(|contestant| contestant.share) {
        // Some megabytes, repeated: no contestant remembers its input.
        let length = texts.length / share;
        let piece = length.min(4 << 20);
        let corpus = Corpus::where_sets_agree(kind, piece);
        let (input, output) = corpus.one(decode);
        for (what, text) in [("in", input), ("out", output)] {
            let mut file = File::create(texts.path(what, share))?;
            for _ in 0..length / piece {
                file.write_all(text)?;
            }
        }
    }
    Ok(())
}

/// Seconds by the clock and by the processor.
#[derive(Clone, Copy)]
struct Cost {
    clock: f64,
    processor: f64,
}

fn race(
    texts: &Texts,
    contestants: &[Contestant],
    sink: Sink,
    passes: usize,
) -> std::io::Result<Table> {
    let mut costs = vec![Vec::new(); contestants.len()];
    for pass in 0..passes {
        for turn in 0..contestants.len() {
            let which = (pass + turn) % contestants.len();
            costs[which].push(run(texts, &contestants[which], sink)?);
        }
    }
    let median = |costs: &[Cost], of: fn(&Cost) -> f64| {
        let mut sorted: Vec<f64> = costs.iter().map(of).collect();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    };
    let medians: Vec<Cost> = costs
        .iter()
        .zip(contestants)
        .map(|(costs, contestant)| {
            let input =
                |share| fs::metadata(texts.path("in", share)).map(|known| known.len() as f64);
            let scale = input(1).unwrap_or(1.0) / input(contestant.share).unwrap_or(1.0);
            Cost {
                clock: scale * median(costs, |cost| cost.clock),
                processor: scale * median(costs, |cost| cost.processor),
            }
        })
        .collect();
    let ours = medians[0];
    let copy = contestants.iter().position(|one| one.copies).map_or(ours, |at| medians[at]);
    let mut table =
        Table::new(["command", "read", "ms", "× triplet", "processor ms", "× triplet", "× cat"]);
    for (contestant, cost) in contestants.iter().zip(&medians) {
        let scaled = if contestant.share == 1 { "" } else { " ¹" };
        let read = if contestant.copies { "out" } else { "in" };
        let length = fs::metadata(texts.path(read, contestant.share))?.len();
        table.row([
            format!("{}{scaled}", contestant.name),
            if length < 1 << 20 {
                format!("{} K", length >> 10)
            } else {
                format!("{} M", length >> 20)
            },
            number(Some(1e3 * cost.clock)),
            number(Some(cost.clock / ours.clock)),
            number(Some(1e3 * cost.processor)),
            number(Some(cost.processor / ours.processor)),
            number(Some(cost.processor / copy.processor)),
        ]);
    }
    Ok(table)
}

/// Runs it once, and checks that its output is exactly the expected one.
fn run(texts: &Texts, contestant: &Contestant, sink: Sink) -> std::io::Result<Cost> {
    let output = texts.path("out", contestant.share);
    let input = if contestant.copies { output.clone() } else { texts.path("in", contestant.share) };
    let target = texts.folder.join("made");
    // Otherwise its pages would be written back while the next command runs.
    let _ = fs::remove_file(&target);
    let mut command = Command::new(&contestant.program);
    command.args(&contestant.arguments);
    match sink {
        Sink::Null => command.stdin(File::open(&input)?).stdout(Stdio::null()),
        Sink::File => command.stdin(File::open(&input)?).stdout(File::create(&target)?),
        Sink::Pipes => command.stdin(Stdio::piped()).stdout(Stdio::piped()),
    };
    let text = if sink == Sink::Pipes { fs::read(&input)? } else { Vec::new() };
    let start = Instant::now();
    let mut child = command.spawn()?;
    drop(command);
    let mut made = 0;
    if let (Some(mut stdin), Some(mut stdout)) = (child.stdin.take(), child.stdout.take()) {
        // More than the 64 KiB that a pipe holds by default. If that is not allowed, the pipe keeps its size.
        #[cfg(target_os = "linux")]
        {
            let _ = rustix::pipe::fcntl_setpipe_size(&stdin, 1 << 20);
            let _ = rustix::pipe::fcntl_setpipe_size(&stdout, 1 << 20);
        }
        std::thread::scope(|scope| {
            // The check of the output finds a command that ends early.
            scope.spawn(|| drop(stdin.write_all(&text).map(|()| drop(stdin))));
            let mut block = vec![0; 1 << 20];
            while let Ok(count @ 1..) = stdout.read(&mut block) {
                made += count as u64;
            }
        });
    }
    let used = child.wait4()?;
    let clock = start.elapsed().as_secs_f64();
    let wanted = fs::metadata(&output)?.len();
    let made = match sink {
        Sink::Null => wanted,
        Sink::File => fs::metadata(&target)?.len(),
        Sink::Pipes => made,
    };
    if !used.status.success() || made != wanted {
        let name = contestant.name;
        return Err(std::io::Error::other(format!("{name}: {made} bytes, and not {wanted}")));
    }
    let processor = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Ok(Cost { clock, processor })
}
