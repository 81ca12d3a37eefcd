//! `-j N` gives what one thread gives: bytes, messages and exit codes, however the input is cut.

use std::fs;

use crate::running::{Folder, gives, run, shell, text};

/// A reproducible shuffle (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    /// Pieces one after the other, more than `length` bytes.
    fn text(&mut self, pieces: &[&[u8]], length: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while text.len() < length {
            text.extend_from_slice(pieces[self.below(pieces.len())]);
        }
        text
    }
}

const MIXED: &[&[u8]] =
    &[b"a", b"%41", b"%e4%Bd%a0", b" ", b"word", b"\n", "é你😀".as_bytes(), b"+"];
/// Texts that must not be cut wrongly, and texts that can't be cut at all.
const HARD: &[&[u8]] =
    &[b"%", b"%4", b"%4%41", b"%%%%", b"\xE4", b"\xF0\x9F\x98", b"\xFF", "你".as_bytes()];

/// A kept triplet, or a kept letter, is not cut at the border of two blocks, whichever makes it kept.
#[test]
fn what_is_kept_is_whole_at_the_border_of_blocks() {
    const BLOCK: usize = 256 * 1024;
    let folder = Folder::new("threads-kept");
    for (options, middle) in [
        (&["-s", "rfc6570:reserved"][..], "%41%42"),
        (&["--keep-triplets"], "%41%42"),
        (&["-s", "rfc3987:isegment"], "é你😀"),
        (&["-s", "rfc3987:isegment", "--keep-triplets"], "你%41😀%42é"),
    ] {
        for at in (BLOCK - middle.len() - 1..=BLOCK + 1).chain([2 * BLOCK - 1]) {
            let text = ["a".repeat(at).as_str(), middle, &"b".repeat(3 * BLOCK - at)].concat();
            let file = folder.file("in", text.as_bytes());
            let file = file.to_str().expect("a name");
            for threads in ["-j1", "-j2"] {
                let arguments = [&["encode", threads, "-f", file], options].concat();
                let output = run(&arguments, b"");
                assert!(output.status.success());
                assert!(output.stdout == text.as_bytes(), "{arguments:?}: {middle} at {at}");
            }
            // A file as standard input gives whole blocks too.
            let script = format!("\"$0\" encode {} < '{file}'", options.join(" "));
            assert!(shell(&script).stdout == text.as_bytes(), "{script}: {middle} at {at}");
        }
    }
}

/// Blocks that do not change take a separate path: bytes at their borders, and a line feed at the end.
#[test]
fn blocks_that_stay_as_they_are() {
    const BLOCK: usize = 256 * 1024;
    let folder = Folder::new("threads-clean");
    // No hexadecimal digit is in it.
    let clean = "sorry-.~".repeat(3 * BLOCK / 8);
    let encoded = |text: &str| -> String {
        let one = |byte: u8| match byte {
            b'a'..=b'z' | b'-' | b'.' | b'~' | b'0'..=b'9' | b'A'..=b'Z' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        };
        text.bytes().map(one).collect()
    };
    for (odd, decoded) in [("", ""), (" ", " "), ("%41", "A"), ("%", "%"), ("%4", "%4"), ("+", " ")]
    {
        for at in [0, BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK - 1, clean.len()] {
            for end in ["", "\n", "\n\n"] {
                let text = [&clean[..at], odd, &clean[at..], end].concat();
                let file = folder.file("in", text.as_bytes());
                let file = file.to_str().expect("a name");
                let last = text.len() - usize::from(!end.is_empty());
                let expected = encoded(&text[..last]) + &text[last..];
                for threads in ["-j1", "-j3"] {
                    gives(&["encode", threads, "-f", file], b"", &expected);
                    let expected = [&clean[..at], decoded, &clean[at..], end].concat();
                    let decode = ["decode", "--plus", "--on-error", "keep", threads, "-f", file];
                    gives(&decode, b"", &expected);
                }
            }
        }
    }
}

#[test]
fn as_one_thread_does() {
    let folder = Folder::new("threads");
    let mut random = Random(1);
    let mut with_few_errors = random.text(MIXED, 700_000);
    for _ in 0..30 {
        let at = random.below(with_few_errors.len());
        with_few_errors[at] = b'%';
    }
    let mut ends_in_error = random.text(MIXED, 600_000);
    ends_in_error.extend_from_slice(b"%4");
    let texts = [
        random.text(MIXED, 700_000),
        with_few_errors,
        ends_in_error,
        random.text(HARD, 280_000),
        random.text(&[MIXED, HARD].concat(), 400_000),
        b"%".repeat(280_000),
        "你".repeat(200_000).into_bytes(),
        [&b"%20"[..], &b"x\n".repeat(500_000), b"\n"].concat(),
        b"\n".repeat(700_000),
        b"a b\n".to_vec(),
        Vec::new(),
    ];
    let works: &[&[&str]] = &[
        &["encode"],
        &["encode", "--exact", "--plus", "--lower"],
        &["encode", "--keep-triplets"],
        &["encode", "-s", "rfc3987:isegment"],
        &["encode", "-s", "rfc3987:iquery", "--keep-triplets"],
        &["encode", "-l"],
        &["encode", "-0"],
        &["encode", "--charset", "gbk", "--html"],
        &["decode"],
        &["decode", "--exact", "--plus"],
        &["decode", "--on-error", "keep"],
        &["decode", "--on-error", "replace"],
        &["decode", "--on-error", "skip"],
        &["decode", "--keep-triplets-of", "A/"],
        &["decode", "-l"],
        &["decode", "-0"],
        &["decode", "-l", "--charset", "auto"],
        &["requote", "-l"],
        &["respell", "--as", "rfc3986"],
    ];
    let mut compared = 0;
    for (number, content) in texts.iter().enumerate() {
        let file = folder.file(&format!("{number}"), content);
        for work in works {
            let of = |threads: &str| {
                let arguments = [work, &["-f", text(&file), "-j", threads][..]].concat();
                run(&arguments, b"")
            };
            let one = of("1");
            let many = of(["2", "3", "8"][compared % 3]);
            assert_eq!(one.status.code(), many.status.code(), "{work:?} of text {number}");
            assert!(one.stdout == many.stdout, "{work:?} of text {number}: the output differs");
            assert!(one.stderr == many.stderr, "{work:?} of text {number}: the messages differ");
            compared += 1;
        }
    }
    assert_eq!(compared, texts.len() * works.len());
}

#[test]
fn many_files_come_in_order() {
    let folder = Folder::new("threads-files");
    let mut arguments: Vec<String> = ["decode", "-j", "3", "-f"].map(String::from).to_vec();
    let mut expected = Vec::new();
    for number in 0..60 {
        let missing = number % 20 == 3;
        let path = if missing {
            folder.0.join("missing")
        } else {
            let content = format!("{number}%20").repeat(number * number * 20);
            expected.extend_from_slice(content.replace("%20", " ").as_bytes());
            folder.file(&format!("{number}"), format!("{content}\n").as_bytes())
        };
        expected.extend_from_slice(if missing { b"" } else { b"\n" });
        arguments.push(text(&path).to_owned());
    }
    // With an error in one of them: the result for the bytes before it is written, and the others are done.
    arguments.push(text(&folder.file("bad", b"x%20%zz\nrest%20")).to_owned());
    arguments.push(text(&folder.file("good", b"end%21\n")).to_owned());
    expected.extend_from_slice(b"x end!\n");
    let many = run(&arguments, b"");
    assert_eq!(many.status.code(), Some(3));
    assert!(many.stdout == expected, "the output is in order");
    arguments[2] = "1".to_owned();
    let one = run(&arguments, b"");
    assert!((one.stdout, one.stderr) == (many.stdout, many.stderr), "as with one thread");
}

#[test]
fn in_place_and_to_a_file() {
    let folder = Folder::new("threads-in-place");
    let plain = Random(7).text(&[b"a b", "é".as_bytes(), b"%"], 3_000_000);
    let file = folder.file("file", &plain);
    gives(&["encode", "-j0", "-i", text(&file)], b"", "");
    let encoded = fs::read(&file).expect("a file");
    assert!(encoded == run(&["encode"], &plain).stdout);
    gives(&["decode", "-j2", "-i", text(&file)], b"", "");
    assert!(fs::read(&file).expect("a file") == plain);
    gives(&["encode", "-j2", "-f", text(&file), "-o", text(&file)], b"", "");
    assert!(fs::read(&file).expect("a file") == encoded);
}

#[test]
fn a_reader_that_has_enough_and_one_that_waits() {
    let output = shell("yes 'a b' | $0 encode -j4 | head -c 7");
    assert_eq!((&*output.stdout, &*output.stderr), (&b"a%20b%0"[..], &b""[..]));
    // Nobody reads, and the input does not end before the command has: it ends all the same when it has
    // something to write.
    let folder = Folder::new("threads-reader");
    let script = "(yes | head -c 3000000; n=0; while [ ! -e DONE ]; do n=$((n+1)); \
         if [ $n = 1200 ]; then touch LATE; break; fi; sleep 0.05; done) \
         | (\"$0\" encode -j2; echo $? >&2; touch DONE) | head -c 1";
    let (done, late) = (folder.0.join("done"), folder.0.join("late"));
    let output = shell(&script.replace("DONE", text(&done)).replace("LATE", text(&late)));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "0\n");
    assert!(done.exists() && !late.exists(), "it waited for its input");
}

#[test]
fn in_little_memory() {
    // The address space has room for the stacks of the threads, and not for the text.
    let output = shell(
        "ulimit -v 200000; head -c 67108864 /dev/zero | $0 encode -j4 --exact | $0 decode -j4 --exact | cksum",
    );
    let expected = shell("head -c 67108864 /dev/zero | cksum");
    assert_eq!(output.stdout, expected.stdout);
    assert_eq!(output.stderr, b"");
    // Where few threads can be had, or none, the others do it; where there is no memory for that, it fails.
    let mut succeeded = 0;
    for kilobytes in (4_000..40_000).step_by(1_000) {
        let output = shell(&format!("ulimit -v {kilobytes}; echo 'a b' | \"$0\" encode -j64"));
        if output.status.success() {
            assert_eq!(String::from_utf8_lossy(&output.stdout), "a%20b\n", "{kilobytes}");
            succeeded += 1;
        }
    }
    assert!((1..36).contains(&succeeded), "with {succeeded} limits");
}

/// An error ends a stream, also one that has no end.
#[test]
fn an_error_ends_an_endless_stream() {
    for threads in ["-j1", "-j2"] {
        let script = format!(
            "(yes %zz | timeout 60 \"$0\" decode {threads}; echo $? >&3) 3>&1 >/dev/null 2>&1"
        );
        assert_eq!(String::from_utf8_lossy(&shell(&script).stdout), "1\n", "{threads}");
    }
}
