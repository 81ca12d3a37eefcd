//! The models of readers beside the real ones: Python, Node and Java, where they are installed. One process of each
//! reads thousands of texts; what it makes of them must be what its model says.

use std::io::Write;
use std::process::{Command, Stdio};

use triplet::inspect::{Reader, Reading};

/// Texts that take every way: all short ones over bytes that matter, and longer mixtures.
fn texts() -> Vec<String> {
    let alphabet = [
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
    let mut texts = vec![String::new()];
    for a in alphabet {
        texts.push(a.to_owned());
        for b in alphabet {
            texts.push(format!("{a}{b}"));
            for c in alphabet {
                texts.push(format!("{a}{b}{c}"));
            }
        }
    }
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..8 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            text.push_str(alphabet[(state >> 20) as usize % alphabet.len()]);
        }
        texts.push(text);
    }
    texts
}

/// Sends each text as a line of hexadecimal UTF-8, and gets such a line back, or `refused`.
fn ask(mut command: Command, texts: &[String]) -> Vec<Option<String>> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let lines: String = texts
        .iter()
        .map(|text| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n")
        .collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads everything");
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).expect("hexadecimal digits");
    let octets = |line: &str| -> Vec<u8> {
        (0..line.len() / 2)
            .map(|i| u8::from_str_radix(&line[2 * i..2 * i + 2], 16).expect("digits"))
            .collect()
    };
    answers
        .lines()
        .map(|line| (line != "refused").then(|| String::from_utf8(octets(line)).expect("text")))
        .collect()
}

fn compare(name: &str, command: Command, texts: &[String]) {
    let reader = Reader::ALL.into_iter().find(|reader| reader.name() == name).expect(name);
    let answers = ask(command, texts);
    assert_eq!(answers.len(), texts.len());
    let mut wrong = 0;
    for (text, answer) in texts.iter().zip(answers) {
        let model = match reader.read(text.as_bytes()) {
            Reading::Text(text) => Some(text),
            Reading::Refused => None,
            Reading::Bytes(_) => panic!("{name} gives text"),
        };
        if model != answer {
            wrong += 1;
            if wrong <= 20 {
                eprintln!("{name}: {text:?}: the model says {model:?}, the real one {answer:?}");
            }
        }
    }
    println!("{name}: {} texts, {wrong} differ", texts.len());
    assert_eq!(wrong, 0, "{name}");
}

/// Whether a program is here; if not, that is said by name.
fn is_here(program: &str) -> bool {
    let here = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !here {
        println!("NOT RUN: `{program}` is not installed, so its model was not compared");
    }
    here
}

#[test]
fn python() {
    if !is_here("python3") {
        return;
    }
    for (name, function) in [("Python unquote", "unquote"), ("Python unquote_plus", "unquote_plus")]
    {
        let program = format!(
            "import sys, urllib.parse\n\
             for line in sys.stdin:\n\
             \x20   text = bytes.fromhex(line.strip()).decode()\n\
             \x20   print(urllib.parse.{function}(text).encode().hex())\n"
        );
        let mut command = Command::new("python3");
        command.args(["-c", &program]);
        compare(name, command, &texts());
    }
}

#[test]
fn node() {
    if !is_here("node") {
        return;
    }
    for (name, call) in [
        ("ECMAScript decodeURIComponent", "decodeURIComponent(text)"),
        ("WHATWG form", "new URLSearchParams('x=' + text).get('x')"),
    ] {
        let program = format!(
            "for (const line of require('fs').readFileSync(0, 'utf8').split('\\n').slice(0, -1)) {{\n\
             const text = Buffer.from(line, 'hex').toString('utf8');\n\
             let answer;\n\
             try {{ answer = Buffer.from({call}, 'utf8').toString('hex'); }} catch (e) {{ answer = 'refused'; }}\n\
             console.log(answer);\n\
             }}"
        );
        let mut command = Command::new("node");
        command.args(["-e", &program]);
        let mut texts = texts();
        if name == "WHATWG form" {
            // Node's own URLSearchParams, unlike the standard, takes of a raw character outside ASCII its low byte when
            // a `%` stands in the same text (seen in Node 20); browsers do not.
            texts.retain(|text| text.is_ascii());
        }
        compare(name, command, &texts);
    }
}

#[test]
fn java() {
    if !is_here("java") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Read.java");
    std::fs::write(
        &source,
        r#"import java.io.*;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

public class Read {
    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new StringBuilder();
        for (String line; (line = in.readLine()) != null; ) {
            String text = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
            try {
                String read = URLDecoder.decode(text, StandardCharsets.UTF_8);
                out.append(HexFormat.of().formatHex(read.getBytes(StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                out.append("refused");
            }
            out.append('\n');
        }
        System.out.print(out);
    }
}
"#,
    )
    .expect("written");
    let mut command = Command::new("java");
    command.arg(&source);
    compare("Java URLDecoder", command, &texts());
}
