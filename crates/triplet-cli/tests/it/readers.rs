//! The models of readers beside the real ones. One process of each reads thousands of texts; its results must be those of
//! its model.
//!
//! `cargo test` compares those that this machine has, and names those that it does not. `cargo xtask readers` installs
//! all of them and sets `TRIPLET_READERS=all`, so that a missing one is an error. `TRIPLET_READERS_SEED` takes another
//! seed for the random texts.

mod nested;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use triplet_inspect::{Reader, Reading};

/// The folder of the programs that call the real readers.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readers");

/// How many random texts there are.
const RANDOM: usize = 10_000;

/// Pieces of texts. The test reads every sequence of three pieces.
const SHORT: [&str; 18] = [
    "%",
    "4",
    "1",
    "C3",
    "A9",
    "+",
    "-",
    "é",
    "z",
    "%41",
    "%C3%A9",
    "%FF",
    "%E2%82",
    "%00",
    "%ED%A0%80",
    "%C0%AF",
    "%F0%9F%98%80",
    " ",
];

/// Pieces that random texts are made of.
#[rustfmt::skip]
const FRAGMENTS: &[&str] = &[
    // No triplets.
    "%", "%%", "%4", "%zz", "%4z", "%z4", "%+", "%+1", "%-", "%-0", "%-1", "% 1", "%1 ", "%0x", "%u0041", "%u", "%\0", "%é", "%1é", "%😀",
    // Digits that are not ASCII, in the Basic Multilingual Plane and outside it, and numbers that are not digits.
    "%４１", "%4１", "%４1", "%Ａf", "%ｆＦ", "%Ｇ0", "%٤١", "%۴۱", "%४१", "%𝟜𝟙", "%²1", "%+１", "%-０", "%+٤", "４", "１", "٤", "Ａ",
    // UTF-8, whole, cut, overlong, of surrogates, and beyond Unicode.
    "%41", "%7e", "%C3%A9", "%c3%a9", "%C3", "%A9", "%80", "%BF", "%E2%82%AC", "%E2%82", "%E2", "%F0%9F%98%80", "%F0%9F%98", "%F0%9F",
    "%F0", "%C0%AF", "%C1%BF", "%E0%80%AF", "%E0%9F%BF", "%E0%A0%80", "%F0%80%80%AF", "%F0%8F%BF%BF", "%F0%90%80%80", "%ED%9F%BF", "%ED%A0%80",
    "%ed%af%bf", "%ED%B0%80", "%ED%BF%BF", "%ED%A0", "%ED", "%A0", "%ED%A0%80%ED%B0%80", "%EE%80%80", "%EF%BB%BF", "%EF%BF%BE",
    "%F4%8F%BF%BF", "%F4%90%80%80", "%F5%80%80%80", "%F8%88%80%80%80", "%FE", "%FF",
    // Characters as they are.
    "a", "z", "4", "1", "C3", "A9", "+", "-", " ", "é", "€", "😀", "\u{FEFF}", "\u{FFFD}", "\u{80}", "\u{7FF}", "\0", "\t", "\u{1B}", "\u{7F}", "~",
    // Delimiters.
    "/", ".", "..", "%2F", "%2f", "%2e", "%2E", "%5C", "\\", "?", "#", "%3F", "%23", "&", "=", ";", "%26", "%3D", "%20", "%2B", "%25", "%2525",
    "%2541", "%00", "%0A", "%0D", "\n", "\r",
];

/// Octets that are not UTF-8 as they are, for readers of octets.
const OCTETS: &[&[u8]] =
    &[b"\x80", b"\xFF", b"\xC3", b"\xE2\x82", b"\xC0\xAF", b"\xED\xA0\x80", b"\xF4\x90\x80\x80"];

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    fn text(&mut self, octets: bool) -> Vec<u8> {
        let mut text = Vec::new();
        for _ in 0..=self.below(9) {
            let fragment = match self.below(8) {
                0 if octets => OCTETS[self.below(OCTETS.len())].to_vec(),
                0 => format!("%{:02x}", self.below(256)).into_bytes(),
                1 => format!("%{:02X}", 0x80 + self.below(128)).into_bytes(),
                2 => vec![self.below(128) as u8],
                _ => FRAGMENTS[self.below(FRAGMENTS.len())].as_bytes().to_vec(),
            };
            // Few are long.
            let times = if self.below(100) == 0 { 1 + self.below(300) } else { 1 };
            text.extend(fragment.repeat(times));
        }
        text
    }
}

/// All short texts, then random ones; those for readers of `octets` are not all UTF-8.
fn texts(octets: bool) -> Vec<Vec<u8>> {
    let mut texts = vec![Vec::new()];
    for a in SHORT {
        texts.push(a.into());
        for b in SHORT {
            texts.push(format!("{a}{b}").into());
            for c in SHORT {
                texts.push(format!("{a}{b}{c}").into());
            }
        }
    }
    let mut random = Random(seed());
    texts.extend((0..RANDOM).map(|_| random.text(octets)));
    texts
}

fn seed() -> u64 {
    match std::env::var("TRIPLET_READERS_SEED") {
        Ok(seed) => seed.parse().expect("TRIPLET_READERS_SEED is a number, and not 0"),
        Err(_) => 0x2545_F491_4F6C_DD1D,
    }
}

fn hexadecimal(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

fn octets(line: &str) -> Vec<u8> {
    let pairs = (0..line.len() / 2).map(|i| u8::from_str_radix(&line[2 * i..2 * i + 2], 16));
    pairs.collect::<Result<_, _>>().expect("hexadecimal digits")
}

/// The octets that a reader reads; none if it refuses the text.
pub(crate) type Answer = Option<Vec<u8>>;

/// Sends each text as a line of hexadecimal digits. The program answers with its version, and for each text such a line
/// or `refused`.
pub(crate) fn ask(command: &mut Command, texts: &[Vec<u8>]) -> (String, Vec<Answer>) {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let lines: String = texts.iter().map(|text| hexadecimal(text) + "\n").collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{command:?} ended with {}", output.status);
    writer.join().expect("no panic").expect("it reads everything");
    let answers = String::from_utf8(output.stdout).expect("hexadecimal digits");
    let mut lines = answers.lines();
    let version = lines.next().expect("a version").to_owned();
    (version, lines.map(|line| (line != "refused").then(|| octets(line))).collect())
}

/// Compares a model with the answers of the real reader; of both, only what `seen` keeps.
fn compare_as(
    name: &str,
    version: &str,
    texts: &[Vec<u8>],
    answers: &[Answer],
    seen: fn(&[u8]) -> Vec<u8>,
) {
    let reader = Reader::ALL.into_iter().find(|reader| reader.name() == name).expect(name);
    assert_eq!(answers.len(), texts.len(), "{name}");
    let shown = |answer: &Answer| match answer {
        Some(octets) => format!("\"{}\"", octets.escape_ascii()),
        None => "a refusal".to_owned(),
    };
    let mut wrong = 0;
    for (text, answer) in texts.iter().zip(answers) {
        let model = match reader.read(text) {
            Reading::Text(text) => Some(text.into_bytes()),
            Reading::Bytes(octets) => Some(octets),
            Reading::Refused => None,
        };
        if model.as_deref().map(seen) != answer.as_deref().map(seen) {
            wrong += 1;
            if wrong <= 20 {
                let (model, answer) = (shown(&model), shown(answer));
                let shown = text.escape_ascii();
                eprintln!("{name}: of \"{shown}\" the model makes {model}, {version} {answer}");
            }
        }
    }
    let seed = seed();
    println!("{name}: {version}, {} texts, seed {seed}, {wrong} differ", texts.len());
    assert_eq!(wrong, 0, "{name}, seed {seed}");
}

fn compare(name: &str, command: &mut Command, texts: &[Vec<u8>]) {
    let (version, answers) = ask(command, texts);
    compare_as(name, &version, texts, &answers, <[u8]>::to_vec);
}

/// Whether this command, which needs the decoder, succeeds here. If not, that is printed also if the test passes, and is an
/// error if all decoders are required.
pub(crate) fn is_here(what: &str, command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let here = silent.status().is_ok_and(|status| status.success());
    if !here {
        assert!(std::env::var_os("TRIPLET_READERS").is_none(), "{what} is not installed");
        // Not through `println!`, which a passing test keeps to itself.
        let _ = writeln!(std::io::stderr(), "NOT COMPARED: {what} is not installed");
    }
    here
}

pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(PROGRAMS);
    command
}

/// Compiles a program; the folder is where it goes.
pub(crate) fn compile(command: &mut Command) {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a path that is text").to_owned()
}

/// Where `cargo xtask readers` installs packages with npm.
pub(crate) fn npm_folder() -> String {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(target).join("readers");
    path(&folder, "")
}

#[test]
fn python() {
    if !is_here("Python", &mut command("python3", &["--version"])) {
        return;
    }
    for function in ["unquote", "unquote_plus"] {
        let name = format!("Python {function}");
        compare(&name, &mut command("python3", &["read.py", function]), &texts(false));
    }
}

#[test]
fn curl() {
    let loads = "import ctypes; ctypes.CDLL('libcurl.so.4')";
    if !is_here("libcurl, or Python that calls it,", &mut command("python3", &["-c", loads])) {
        return;
    }
    let name = "curl_easy_unescape";
    compare(name, &mut command("python3", &["read.py", name]), &texts(true));
}

#[test]
fn ecmascript() {
    if !is_here("Node", &mut command("node", &["--version"])) {
        return;
    }
    let mut node = command("node", &["read.mjs", "decodeURIComponent"]);
    compare("ECMAScript decodeURIComponent", &mut node, &texts(false));
}

/// The folder of the packages of npm, if this one is there.
fn folder_with(package: &str) -> Option<String> {
    let folder = npm_folder();
    let loads =
        "import('node:module').then((m) => m.createRequire(process.argv[1])(process.argv[2]))";
    is_here(&format!("{package} in Node"), &mut command("node", &["-e", loads, &folder, package]))
        .then_some(folder)
}

/// The reference implementation of the standard.
#[test]
fn whatwg() {
    let Some(folder) = folder_with("whatwg-url") else { return };
    let mut node = command("node", &["read.mjs", "percentDecodeBytes", &folder]);
    compare("WHATWG percent-decode", &mut node, &texts(true));
    // The reader reads one value.
    let mut values = texts(false);
    values.retain(|text| !text.contains(&b'&'));
    let mut node = command("node", &["read.mjs", "URLSearchParams", &folder]);
    compare("WHATWG form", &mut node, &values);
}

#[test]
fn java() {
    if !is_here("Java's compiler", &mut command("javac", &["--version"])) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    compile(command("javac", &["Read.java", "-d"]).arg(folder.path()));
    let mut texts = texts(false);
    // Which characters are digits.
    for character in ('\0'..='\u{FFFF}').filter(|c| !c.is_ascii()) {
        texts.push(format!("%{character}1").into());
    }
    let mut java = command("java", &["-XX:+UseSerialGC", "-cp"]);
    compare("Java URLDecoder", java.arg(folder.path()).arg("Read"), &texts);
}

#[test]
fn go() {
    if !is_here("Go", &mut command("go", &["version"])) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = path(folder.path(), "read");
    let mut build = command("go", &["build", "-o", &program, "read.go"]);
    // Its cache is removed with the folder.
    compile(build.env("GOCACHE", path(folder.path(), "cache")).env("GOFLAGS", "-mod=mod"));
    for function in ["QueryUnescape", "PathUnescape"] {
        let name = format!("Go {function}");
        compare(&name, &mut command(&program, &[function]), &texts(true));
    }
}

#[test]
fn php() {
    if !is_here("PHP", &mut command("php", &["--version"])) {
        return;
    }
    for function in ["urldecode", "rawurldecode"] {
        let name = format!("PHP {function}");
        compare(&name, &mut command("php", &["-n", "read.php", function]), &texts(true));
    }
}

#[test]
fn perl() {
    if !is_here("URI::Escape in Perl", &mut command("perl", &["-MURI::Escape", "-e", "1"])) {
        return;
    }
    compare("Perl uri_unescape", &mut command("perl", &["read.pl"]), &texts(true));
}

/// Mono is not the .NET that is meant: it differs in what triplets become that are not UTF-8, in two known ways.
#[test]
fn mono() {
    if !is_here("Mono's compiler", &mut command("mcs", &["--version"]))
        || !is_here("Mono", &mut command("mono", &["--version"]))
    {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = path(folder.path(), "Read.exe");
    compile(&mut command("mcs", &["-optimize", &format!("-out:{program}"), "Read.cs"]));
    let texts = texts(false);
    let answers = |function: &str| ask(&mut command("mono", &[&program, function]), &texts);

    // Mono writes kept triplets in upper case.
    fn in_upper_case(octets: &[u8]) -> Vec<u8> {
        let mut octets = octets.to_vec();
        for at in 2..octets.len() {
            if octets[at - 2] == b'%' && octets[at - 1..=at].iter().all(u8::is_ascii_hexdigit) {
                octets[at - 1..=at].make_ascii_uppercase();
            }
        }
        octets
    }
    let (version, answer) = answers("UnescapeDataString");
    compare_as(".NET UnescapeDataString", &version, &texts, &answer, in_upper_case);

    // Mono gives fewer U+FFFD for one error.
    fn one_replacement(octets: &[u8]) -> Vec<u8> {
        let mut text = String::from_utf8(octets.to_vec()).expect("text");
        while text.contains("\u{FFFD}\u{FFFD}") {
            text = text.replace("\u{FFFD}\u{FFFD}", "\u{FFFD}");
        }
        text.into_bytes()
    }
    let (version, answer) = answers("UrlDecode");
    compare_as(".NET WebUtility.UrlDecode", &version, &texts, &answer, one_replacement);
}

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The body of a server's answer to a request line with this path; none for the status 400.
fn get(port: u16, path: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
    stream.write_all(&[b"GET ", path, b" HTTP/1.0\r\n\r\n"].concat()).expect("written");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    if answer.starts_with(b"HTTP/1.1 400 ") {
        return None;
    }
    assert!(answer.starts_with(b"HTTP/1.1 200 "), "{}", answer.escape_ascii());
    let head = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    Some(answer[head + 4..].to_vec())
}

/// A real server, on this machine only, says what `$uri` is.
#[test]
fn nginx() {
    // Its folder is not on the path of every user.
    let program = ["nginx", "/usr/sbin/nginx"]
        .into_iter()
        .find(|program| Command::new(program).arg("-v").stderr(Stdio::null()).status().is_ok())
        .unwrap_or("nginx");
    if !is_here("nginx", &mut command(program, &["-v"])) {
        return;
    }
    let version = command(program, &["-v"]).output().expect("a version").stderr;
    let version = String::from_utf8(version).expect("text").trim().replace("nginx version: ", "");
    let folder = tempfile::tempdir().expect("a folder");
    let free = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let settings = std::fs::read_to_string(Path::new(PROGRAMS).join("nginx.conf")).expect("read");
    let folder_name = path(folder.path(), "");
    let settings = settings.replace("FOLDER/", &folder_name).replace("PORT", &port.to_string());
    let file = path(folder.path(), "nginx.conf");
    std::fs::write(&file, settings).expect("written");
    let log = path(folder.path(), "error.log");
    let mut nginx = command(program, &["-p", &folder_name, "-e", &log, "-c", &file]);
    let mut server = Server(nginx.spawn().expect("it starts"));
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(server.0.try_wait().expect("a status").is_none(), "nginx has ended");
        assert!(began.elapsed() < Duration::from_secs(30), "nginx does not answer");
        std::thread::sleep(Duration::from_millis(20));
    }

    let reader = Reader::ALL.into_iter().find(|r| r.name() == "nginx path").expect("a reader");
    let mut texts = texts(true);
    texts.retain(|text| {
        // A line break ends the request line, and spaces at its end are not part of the path.
        let is_line =
            !text.iter().any(|octet| matches!(octet, b'\r' | b'\n')) && !text.ends_with(b" ");
        // Dot segments, which the server removes after it has decoded.
        let dots = match reader.read(text) {
            Reading::Bytes(path) => [b"/x", &path[..]]
                .concat()
                .split(|&octet| octet == b'/')
                .any(|segment| matches!(segment, b"." | b"..")),
            _ => false,
        };
        is_line && !dots
    });
    assert!(texts.len() > RANDOM, "{} texts are left", texts.len());
    let answers: Vec<Answer> = texts
        .iter()
        .map(|text| {
            let read = get(port, &[b"/x", &text[..]].concat())?;
            Some(read.strip_prefix(b"/x").expect("the path begins as it did").to_vec())
        })
        .collect();
    compare_as("nginx path", &version, &texts, &answers, <[u8]>::to_vec);
}
