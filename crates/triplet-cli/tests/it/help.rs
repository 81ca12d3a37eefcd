//! `triplet help`: recipes by the words of a person, the help of commands, and what is said where nothing fits.

use std::path::Path;
use std::process::Command;

use crate::running::{fails, run};

fn help(words: &str) -> String {
    let arguments: Vec<&str> = ["help"].into_iter().chain(words.split_whitespace()).collect();
    let output = run(&arguments, b"");
    assert_eq!(output.stderr.escape_ascii().to_string(), "", "{words}");
    assert_eq!(output.status.code(), Some(0), "{words}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The recipes as `help recipes` prints them: a title, a command, what it prints, and the rest.
fn recipes() -> Vec<(String, String, String, String)> {
    let all = help("recipes");
    let recipe = |text: &str| {
        let mut lines = text.lines();
        let title = lines.next().expect("a title").to_owned();
        let command = lines.next().and_then(|line| line.strip_prefix("  $ ")).expect("a command");
        let (mut output, mut note) = (String::new(), String::new());
        for line in lines {
            match line.strip_prefix("  ") {
                Some(line) => output += &format!("{line}\n"),
                None => note += line,
            }
        }
        (title, command.to_owned(), output, note)
    };
    all.split("\n\n").map(recipe).collect()
}

#[test]
fn recipes_print_what_they_show() {
    let binary = Path::new(env!("CARGO_BIN_EXE_triplet"));
    let folder = binary.parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("PATH"));
    let recipes = recipes();
    assert!(recipes.len() >= 30, "{}", recipes.len());
    for (title, command, expected, _) in recipes {
        let output = Command::new("sh").args(["-c", &command]).env("PATH", &path).output();
        let output = output.expect("a shell");
        let printed = [output.stdout, output.stderr].concat();
        assert_eq!(String::from_utf8_lossy(&printed), expected, "{title}: {command}");
        assert!(!expected.trim().is_empty(), "{title}");
    }
}

/// The document has the same recipes.
#[test]
fn recipes_of_the_document() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command.md");
    let document = std::fs::read_to_string(file).expect("the document");
    let (_, section) = document.split_once("\n## Recipes\n").expect("a section");
    let section = section.split("\n## ").next().expect("its text");
    let written: String = recipes()
        .into_iter()
        .map(|(title, command, output, note)| {
            let note = if note.is_empty() { note } else { format!("\n{note}\n") };
            format!("\n**{title}**\n\n```console\n$ {command}\n{output}```\n{note}")
        })
        .collect();
    assert!(section.contains(&written), "the recipes of docs/command.md are not these:\n{written}");
}

#[test]
fn recipes_are_found_by_the_words_of_a_person() {
    for (words, command) in [
        ("make a log line readable", "triplet iri from-uri -l"),
        ("readable logs", "triplet iri from-uri -l"),
        ("canonical S3 path", "triplet respell --as aws-sigv4-s3"),
        ("keep valid triplets, encode the rest", "triplet encode --keep-triplets"),
        ("drop utm_ parameters", "triplet uri set --remove 'query:utm_*'"),
        ("remove tracking", "triplet uri set --remove 'query:utm_*'"),
        ("NULL where it is malformed", "NULL"),
        ("urldecode", "triplet decode 'caf%C3%A9'"),
        ("encodeURIComponent", "ecmascript:uri-component"),
        ("double encoded", "triplet decode --layers"),
        ("s3 event key", "Records[].s3.object.key"),
        ("mojibake", "GB"),
        ("password connection string", "triplet uri set password="),
        ("dedupe urls", "sort -u"),
        ("windows path", "triplet uri from-path"),
        ("OAuth signature", "rfc5849"),
        ("how do I get the charset?", "Which charset"),
        ("--sort-query", "triplet uri set"),
        ("sort query", "triplet uri set --sort-query"),
        ("rename parameter", "--rename-param q=find"),
        ("matrix.to", "https://matrix.to/#/"),
        ("LDAP", "ldap://a.example"),
        ("GFF3", "--csv-no-quotes"),
        ("VCF", "vcf:info"),
        ("BOM", "triplet lint"),
        ("dedupe", "sort -u"),
        ("canonical", "triplet respell --as aws-sigv4"),
        ("set path segment", "segment:1=v2"),
        ("Content-Disposition:", "triplet content-disposition read"),
    ] {
        let found = help(words).to_lowercase();
        assert!(found.contains(&command.to_lowercase()), "{words}: {found}");
        assert!(!found.contains("no recipe has all"), "{words}: {found}");
    }
    assert_eq!(help("--help"), help("help"));
    assert_eq!(help("canonical path --help"), help("help"));
    // The nearest, with a word about it; no more than fit a screen; commands and options, each option once.
    assert!(
        help("frobnicate utm parameters")
            .starts_with("No recipe has all of these words. The nearest:\n\nDrop utm_")
    );
    let found = help("url");
    assert!(
        found.matches("  $ ").count() <= 6 && found.contains(" more; another word leaves fewer\n"),
        "{found}"
    );
    let found = help("threads");
    assert!(found.starts_with("Options:\n  --threads <N>  "), "{found}");
    assert!(
        found.contains(" commands, such as `triplet encode`") && found.lines().count() == 3,
        "{found}"
    );
    assert!(
        help("ruby").starts_with(
            "Sets, for `encode --set` and `triplet sets`:\n  dialect:ruby-url-encode  "
        )
    );
    assert!(
        help("cookies").contains("  rfc6265:cookie-octet  ") && help("hive").contains("partition")
    );
    assert!(help("cesu").contains("\nCharsets, for `--charset`:\n  CESU-8\n"));
    assert!(help("&amp;").contains("Rules of `triplet lint --explain`:\n  html-ampersand  "));
    assert!(help("sarif").contains("Options:\n  --format <FORMAT> "));
    assert!(help("templates").contains("Commands:\n  triplet expand "));
}

/// What people asked in public, in their words, and the command that answers.
#[test]
fn questions_of_people() {
    for (words, command) in [
        ("url decode bash", "triplet decode "),
        ("encode spaces", "triplet encode 'tea"),
        ("escape url", "triplet encode 'tea"),
        ("special characters in password", "--raw-userinfo"),
        ("password with hash", "uri set password="),
        ("mongodb password", "--raw-userinfo"),
        ("git token in url", "--raw-userinfo"),
        ("docker compose database url", "uri set password="),
        ("kubernetes secret url", "--raw-userinfo"),
        ("azure sas token plus", "--plus plus"),
        ("presigned url", "aws-sigv4"),
        ("signature does not match", "aws-sigv4"),
        ("x-amz-copy-source", "--also-keep /"),
        ("gcs signed url", "aws-sigv4"),
        ("oauth1", "rfc5849"),
        ("ios urlcomponents plus", "--plus plus"),
        ("file name download broken", "content-disposition read"),
        ("rfc 5987", "content-disposition read"),
        ("mojibake filename", "content-disposition read"),
        ("file uri windows", "uri from-path"),
        ("file url hash", "uri from-path"),
        ("unc path", "uri from-path"),
        ("nested array query", "form parse --nested"),
        ("rails params", "form parse --nested"),
        ("openapi deepObject", "--nested=deepObject"),
        ("pipe delimited", "pipeDelimited"),
        ("mailto newline", "%0D%0A"),
        ("iis log", "--log-field cs-uri-stem"),
        ("alb log", "--log-field request-target"),
        ("s3 access log", "--log-field request-target"),
        ("har file", "log.entries[].request.url"),
        ("json log", "--json-field"),
        ("%2520", "--layers"),
        ("windows-1251", "Which charset"),
        ("euc-kr", "Which charset"),
        ("Ã©", "--to windows-1252"),
        ("%C3%83", "--to windows-1252"),
        ("utf-8 read as latin-1", "--to windows-1252"),
        ("%u", "--percent-u"),
        ("+ vs %20", "--space percent"),
        ("emoji surrogate", "--charset cesu-8"),
        ("%ED%A0%BD", "--charset cesu-8"),
        ("lone surrogate", "--charset cesu-8"),
        ("macos filename nfd", "--nfc"),
        ("wikipedia", "iri from-uri"),
        ("outlook safe links", "safelinks"),
        ("proofpoint", "safelinks"),
        ("unwrap redirect", "safelinks"),
        (r"\u0026", r"\/\/a.example"),
        ("quoted-printable", "=3D1"),
        ("=3D", "=3D1"),
        ("package url", "-s purl"),
        ("magnet", "query:q"),
        ("svg css", "data-url encode"),
        ("matrix parameters", "{matrix:color}"),
        ("jsessionid", "matrix:jsessionid"),
        ("ipv6 zone", "%25eth0"),
        ("elasticsearch", "query:page=2"),
        ("sparql", "query:page=2"),
        ("excel", "--csv-column"),
        ("pandas", "--csv-column"),
        ("postman variables", "'{{*}}'"),
        ("js-cookie", "Cookie: user"),
        ("set-cookie", "Cookie: user"),
        ("location header", "Location"),
        ("link header", "Location"),
        ("grpc-message", "-s grpc-message"),
        ("hive partition", "-s cookie-octet"),
        ("_charset_", "--charset gbk"),
        ("jq @uri", "triplet encode 'tea"),
        ("C# EscapeDataString", "triplet encode 'tea"),
        ("remove query string", "--remove query --remove fragment"),
        ("strip fragment", "--remove fragment"),
        ("replace host", "host=b.example"),
        ("remove port", "--remove port"),
        ("get last segment", "{segment:-1}"),
        ("uppercase hex", "--level percent"),
        ("trailing space", "triplet lint"),
        ("zero width space", "triplet lint"),
        ("null byte", "triplet lint"),
        ("open redirect", "triplet lint"),
        ("is this url valid", "uri validate"),
        ("facebook fbclid", "utm_*"),
        ("big file", "decode -i"),
        ("webhook body", "form parse --object"),
        ("squid log", "iri from-uri"),
        ("amqp vhost", "--raw-userinfo"),
        ("sms body", "query:page=2"),
        ("m3u8", "--skip-lines '#'"),
        ("angle brackets", "requote '<https"),
        ("sitemap loc", "requote '<https"),
        ("bigquery", "--csv-column"),
        ("varnish", "iri from-uri"),
        ("decode recursively", "--layers"),
    ] {
        let found = help(words);
        assert!(found.contains(command), "{words}: {found}");
    }
}

#[test]
fn the_help_of_a_command() {
    let of = |arguments: &[&str]| run(arguments, b"").stdout;
    for words in
        [&["encode"][..], &["uri"], &["uri", "set"], &["form", "parse"], &["man"], &["help"]]
    {
        let printed = of(&[&["help"], words].concat());
        assert!(!printed.is_empty(), "{words:?}");
        assert_eq!(printed, of(&[words, &["--help"]].concat()), "{words:?}");
    }
    assert_eq!(of(&["help"]), of(&["--help"]));
    assert_eq!(of(&["uri", "help", "set"]), of(&["uri", "set", "--help"]));
    assert_eq!(of(&["uri", "help"]), of(&["uri", "--help"]));
    // This is not a request for help.
    assert_eq!(of(&["encode", "help"]), b"help\n");
}

#[test]
fn nothing_fits() {
    let told = "no recipe, command or option has `qqq`";
    fails(&["help", "qqq"], b"", 2, "", told);
    fails(&["help", "what is qqq?"], b"", 2, "", told);
    fails(&["help", "encdoe"], b"", 2, "", "commands near it: encode");
    fails(&["help", "qqq"], b"", 2, "", "`triplet help recipes` all recipes");
    fails(&["help", "\u{1b}[31m\u{202e}", "%"], b"", 2, "", "no recipe, command or option");
    fails(&["help", ""], b"", 2, "", "no recipe, command or option");
}
