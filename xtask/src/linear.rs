//! Linear time, by counted instructions: a hostile text that is four times as long must cost four times as much. Valgrind
//! counts the instructions of the command, so that the load of the machine does not matter. The cost of a run without input is
//! subtracted.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::log::Log;

/// Each text is a start and a repeated part, with `|` between them here.
#[rustfmt::skip]
const FAMILIES: &[&str] = &[
    "|a", "|%", "|%25", "|%2525", "|%2", "|%00", "|%C3", "|%e3%81%82", "|é", "|%u0041", "|%uD83D",
    "%|25", "|%%32%35", "|%2%35",
    "|/", "|../", "/|a/../", "|%2e%2e/", "|..;/", "|%3f", "|//", "|?", "|#", "|:", "|@", "|[a]", "|%5B",
    "|&", "|a=1&", "|=", "?|a=%26&", "|+", "|;",
    "|a[]=1&", "a=|&a[b]=1", "|a[b][]=1&", "|a[][b]=1&a[][c]=2&", "a|[b]", "a|=",
    "http://|a.", "http://|xn--a.", "http://|1", "http://|1.", "http://|%61", "http://|é", "http://[|0:",
    "http://a/|%2f", "http://a/|%41", "http://a/|é%C3%A9", "urn:|a:", "mailto:|a,", "|%EF%BB%BF", "|%E2%80%AE",
];

/// The operations of `triplet batch` that every text goes through, as the request's members before its input.
#[rustfmt::skip]
const OPERATIONS: &[&str] = &[
    r#""op":"encode""#,
    r#""op":"encode","keep_triplets":true"#,
    r#""op":"encode","charset":"iso-2022-jp""#,
    r#""op":"encode","charset":"gb18030""#,
    r#""op":"decode","malformed":"keep","text":"lossy""#,
    r#""op":"decode","malformed":"keep","text":"bytes","keep_triplets_of":"/%""#,
    r#""op":"decode","malformed":"keep","text":"lossy","charset":"iso-2022-jp""#,
    r#""op":"decode","malformed":"keep","text":"lossy","charset":"gbk""#,
    r#""op":"candidates""#,
    r#""op":"form_parse""#,
    r#""op":"form_parse_nested","style":"php","max_pairs":1000000"#,
    r#""op":"form_parse_nested","style":"rack","max_pairs":1000000"#,
    r#""op":"form_parse_nested","style":"qs","max_pairs":1000000"#,
    r#""op":"js_escape""#,
    r#""op":"js_unescape""#,
    r#""op":"js_decode_uri""#,
    r#""op":"js_decode_uri_component""#,
    r#""op":"split""#,
    r#""op":"normalize","level":"percent""#,
    r#""op":"normalize","level":"scheme""#,
    r#""op":"normalize","level":"decoded","key":true"#,
    r#""op":"normalize","level":"decoded","key":true,"plus":true,"nfc":true"#,
    r#""op":"resolve","base":"http://a/b/c/d;p?q""#,
    r#""op":"relativize","base":"http://a/b/c/d;p?q""#,
    r#""op":"remove_dot_segments""#,
    r#""op":"validate_uri_reference""#,
    r#""op":"validate_iri_reference""#,
    r#""op":"iri_to_uri""#,
    r#""op":"uri_to_iri""#,
    r#""op":"normalize_iri""#,
    r#""op":"requote""#,
    r#""op":"respell","as":"rfc3986""#,
    r#""op":"respell","as":"aws-sigv4""#,
    r#""op":"respell","query":true,"to":"gb18030""#,
    r#""op":"layers","max":4"#,
    r#""op":"layers","max":1000000"#,
    r#""op":"inspect""#,
    r#""op":"lint","as":"url","max":10"#,
    r#""op":"lint","as":"path","max":10"#,
    r#""op":"lint","as":"form","max":10"#,
    r#""op":"lint","as":"host","max":10"#,
    r#""op":"lint","as":"any","max":10"#,
    r#""op":"readers""#,
];

/// Bytes of the shorter text; the longer one has four times as many.
const SHORT: usize = 8 << 10;

/// Four, and a margin for growing buffers and whole registers.
const BOUND: f64 = 4.3;

/// Makes the C library copy by registers at every length. From 8 KiB on it would copy by one repeated instruction, which is
/// counted once for each byte, so that each byte of a longer text would seem to cost more.
const COPIES: &str = "glibc.cpu.x86_rep_movsb_threshold=1073741824";

/// Runs every family through every operation, several at a time; each is a test.
pub fn run(log: &mut Log, command: &Path) -> Result<(), String> {
    let empty = count(command, OPERATIONS, "")?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let guilty = Mutex::new(Vec::new());
    let lines = Mutex::new(log);
    let measure = || -> Result<(), String> {
        while let Some(family) = FAMILIES.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (ratio, cost) = growth(command, OPERATIONS, family, empty)?;
            let mut report =
                format!("{ratio:6.3}  {cost:9.0} instructions a byte, all operations  {family}");
            if ratio > BOUND {
                for operation in OPERATIONS {
                    let empty = count(command, &[operation], "")?;
                    let (ratio, cost) = growth(command, &[operation], family, empty)?;
                    report += &format!("\n    {ratio:6.3}  {cost:9.0}  {operation}");
                }
                guilty.lock().map_err(|_| "a thread panicked")?.push(*family);
            }
            let mut log = lines.lock().map_err(|_| "a thread panicked")?;
            log.say(&report);
            log.passed += 1;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|_| scope.spawn(measure)).collect();
        started
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| "a thread panicked".to_owned())?)
    })?;
    let guilty = guilty.into_inner().map_err(|_| "a thread panicked")?;
    if guilty.is_empty() {
        Ok(())
    } else {
        Err(format!("grows faster than its input: {}", guilty.join("  ")))
    }
}

/// The cost of the longer text divided by that of the shorter one, and the instructions for each byte of the longer one.
fn growth(
    command: &Path,
    operations: &[&str],
    family: &str,
    empty: u64,
) -> Result<(f64, f64), String> {
    let (front, repeated) = family.split_once('|').ok_or("a family without |")?;
    let text = |length: usize| format!("{front}{}", repeated.repeat(length / repeated.len()));
    let cost = |length: usize| {
        count(command, operations, &text(length)).map(|all| all.saturating_sub(empty).max(1) as f64)
    };
    let (short, long) = (cost(SHORT)?, cost(4 * SHORT)?);
    Ok((long / short, long / (4 * SHORT) as f64))
}

/// The instructions of one run of `triplet batch`.
fn count(command: &Path, operations: &[&str], text: &str) -> Result<u64, String> {
    let mut child = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(command)
        .arg("batch")
        .env("GLIBC_TUNABLES", COPIES)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    let requests: String = operations
        .iter()
        .map(|operation| format!("{{{operation},\"input\":\"{text}\"}}\n"))
        .collect();
    let mut stdin = child.stdin.take().ok_or("no pipe")?;
    let feeder = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    feeder.join().map_err(|_| "the feeder panicked")?.map_err(|error| error.to_string())?;
    let answers =
        output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
    if answers != operations.len() {
        return Err(format!("{answers} answers to {} requests", operations.len()));
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    messages
        .lines()
        .find_map(|line| line.split_once("I refs:").or_else(|| line.split_once("I   refs:")))
        .and_then(|(_, number)| number.trim().replace(',', "").parse().ok())
        .ok_or_else(|| format!("valgrind counted nothing:\n{messages}"))
}
