//! The rules of lint as data: one row a rule. The checks are in the files that are named after what they read.
#![forbid(unsafe_code)]

use Context::{Form, Host, Path, Query, Url};
use Severity::{Error, Info, Warn};

use super::all_rules::ALL_RULES;
use super::context::{Context, Severity};
use super::more_rules::MORE;
use super::needs::{
    ASCII_TRIPLET, CONTROL, DISGUISED, MALFORMED, NON_ASCII, UNUSUAL, form, host, pairs, path,
    path_and_pairs, text, values,
};
use super::row::Row;
use super::rule::Rule;

/// The rows that are checked, in the order of [`Rule`].
pub(super) static ROWS: [Row; COUNT] = {
    let mut rows = [ALWAYS[0]; COUNT];
    let mut at = 0;
    while at < COUNT {
        rows[at] = if at < ALWAYS.len() { ALWAYS[at] } else { MORE[at - ALWAYS.len()] };
        assert!(rows[at].rule as usize == at, "rows in the order of the rules");
        if !ALL_RULES {
            // Where the size of a program counts, they are left out.
            rows[at].example.1 = b"";
            rows[at].counterexample = b"";
        }
        at += 1;
    }
    rows
};

/// The number of rows that are checked.
const COUNT: usize = ALWAYS.len() + if ALL_RULES { MORE.len() } else { 0 };

/// The rules that every build checks.
#[rustfmt::skip]
const ALWAYS: [Row; 39] = [
    Row {
        rule: Rule::MalformedEscape, name: "malformed-escape", severity: Error, reference: "RFC 3986 2.1",
        message: "a `%` without two hexadecimal digits; decoders refuse it, keep it or drop it",
        example: (Path, b"/100%"), counterexample: b"/100%25",
        advice: "Encode a percent sign that is text as `%25`.",
        needs: &text(&[MALFORMED]),
    },
    Row {
        rule: Rule::PercentU, name: "percent-u", severity: Warn, reference: "ECMA-262 B.2.1.1",
        message: "JavaScript's `%uXXXX`, which no URI may have; some servers decode it",
        example: (Query, b"q=%u4E2D"), counterexample: b"q=u4E2D",
        advice: "Write the octets of UTF-8 as triplets: `%E4%B8%AD`.",
        needs: &text(&[MALFORMED, ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::DoubleEncoding, name: "double-encoding", severity: Warn, reference: "CWE-174",
        message: "encoded more than once: a decoder that decodes twice sees another text",
        example: (Path, b"/a%252Fb"), counterexample: b"/a%2Fb",
        advice: "Decode exactly once, and check the text after that.",
        needs: &text(&[ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::LayerLimit, name: "layer-limit", severity: Error, reference: "CWE-174",
        message: "encoded more often than lint checks",
        example: (Path, b"/%25252525252541"), counterexample: b"/%2541",
        advice: "Refuse the text. No program writes that number of layers.",
        needs: &text(&[ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::OverEncoded, name: "over-encoded", severity: Info, reference: "RFC 3986 2.3",
        message: "an unreserved character needs no triplet; filters that compare text miss it",
        example: (Path, b"/%61dmin"), counterexample: b"/admin%20",
        advice: "Normalize before you compare or filter: `triplet normalize`.",
        needs: &text(&[ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::LowercaseHex, name: "lowercase-hex", severity: Info, reference: "RFC 3986 2.1, 6.2.2.1",
        message: "the same octet is written in two ways; upper-case digits are the normal form",
        example: (Path, b"/%7e/%7E"), counterexample: b"/%7E/%7E",
        advice: "Write hexadecimal digits in upper case: `triplet normalize --level percent`.",
        needs: &text(&[&[b"%[a-f]", b"%[0-9A-F][a-f]"]]),
    },
    Row {
        rule: Rule::EncodedDotSegment, name: "encoded-dot-segment", severity: Error, reference: "RFC 3986 6.2.2.3, CWE-22",
        message: "an encoded dot segment: it goes up if a filter runs before the decoder",
        example: (Path, b"/a/%2e%2e/b"), counterexample: b"/a/%2e%2e%2eb/c",
        advice: "Refuse it, or remove dot segments after decoding and check the result.",
        needs: &path(&[ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::DotSegment, name: "dot-segment", severity: Info, reference: "RFC 3986 5.2.4, CWE-22",
        message: "a dot segment: what is opened is not what is written",
        example: (Path, b"/a/../b"), counterexample: b"/a/..b/c",
        advice: "Resolve the path first, then check that it is still below the folder that you serve.",
        needs: &text(&[ASCII_TRIPLET, MALFORMED, DISGUISED, CONTROL, &[b"[/\\.].", b"\0."]]),
    },
    Row {
        rule: Rule::DotSegmentPathParam, name: "dot-segment-path-param", severity: Error, reference: "RFC 3986 3.3, CWE-22",
        message: "a dot segment with a parameter: servers that strip parameters go up",
        example: (Path, b"/public/..;/admin"), counterexample: b"/public/a;/admin",
        advice: "Refuse it. Strip parameters before dot segments are removed, or never.",
        needs: &path(&[ASCII_TRIPLET, &[b";"]]),
    },
    Row {
        rule: Rule::EncodedSeparator, name: "encoded-separator", severity: Info, reference: "RFC 3986 2.2",
        message: "an encoded slash or backslash: a server that decodes first splits here",
        example: (Path, b"/a%2Fb"), counterexample: b"/a%2Db",
        advice: "Split the path before you decode its segments.",
        needs: &path(&[ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::EncodedDelimiter, name: "encoded-delimiter", severity: Info, reference: "RFC 3986 2.2",
        message: "an encoded delimiter: if decoded first, it ends the component",
        example: (Path, b"/a%3Fb"), counterexample: b"/a%40b",
        advice: "Split the reference before you decode its components.",
        needs: &text(&[ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::EncodedDelimiterInHost, name: "encoded-delimiter-in-host", severity: Error, reference: "RFC 3986 3.2.2, CWE-918",
        message: "an encoded character that no host may have: decoded, the host is another one",
        example: (Url, b"http://good.test%40evil.test/"), counterexample: b"http://good.test/%40evil.test",
        advice: "Refuse it: no registered name has such a character.",
        needs: &host(&[UNUSUAL]),
    },
    Row {
        rule: Rule::OverEncodedHost, name: "over-encoded-host", severity: Warn, reference: "RFC 3986 2.3, CWE-918",
        message: "an encoded letter in the host: filters that compare hosts miss it",
        example: (Url, b"http://%65xample.org/"), counterexample: b"http://example.org/%65",
        advice: "Decode and compare hosts in their normal form.",
        needs: &host(&[UNUSUAL]),
    },
    Row {
        rule: Rule::NfkcDelimiter, name: "nfkc-delimiter", severity: Info, reference: "UTS #46, CWE-180",
        message: "a character that compatibility normalisation turns into a delimiter",
        example: (Url, b"http://evil.test%EF%BC%8F.good.test/"), counterexample: b"http://evil.test/%E4%B8%AD",
        advice: "Normalize before you split or check, and refuse delimiters that appear.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::InvalidAceLabel, name: "invalid-ace-label", severity: Error, reference: "RFC 5891 4.2",
        message: "a label with `xn--` that is not punycode",
        example: (Host, b"xn--a-.test"), counterexample: b"xn--mnchen-3ya.test",
        advice: "Refuse the name: no registry has such a label.",
        needs: &host(&[UNUSUAL, &[b"~xn--"]]),
    },
    Row {
        rule: Rule::LeadingDash, name: "leading-dash", severity: Error, reference: "CWE-88",
        message: "begins with `-`: a command reads it as an option",
        example: (Host, b"-oProxyCommand=x"), counterexample: b"a-oProxyCommand",
        advice: "Refuse it, or pass `--` before it on a command line.",
        needs: &values(&[ASCII_TRIPLET, &[b"[=/&\0][+-][-A-Za-z]"]]).and_host(&[UNUSUAL, &[b"\0-"]]),
    },
    Row {
        rule: Rule::NulByte, name: "nul-byte", severity: Error, reference: "CWE-158",
        message: "the octet NUL: where it ends strings, the rest is lost",
        example: (Path, b"/a.php%00.png"), counterexample: b"/a.php00.png",
        advice: "Refuse it: no name of a file or a host has this octet.",
        needs: &text(&[CONTROL, ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::NulByteNested, name: "nul-byte-nested", severity: Error, reference: "CWE-158, CWE-174",
        message: "the octet NUL, encoded more than once",
        example: (Path, b"/a%2500"), counterexample: b"/a%00",
        advice: "Refuse it, and decode exactly once.",
        needs: &text(&[ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::Crlf, name: "crlf", severity: Error, reference: "CWE-93",
        message: "a line break: in a header or a log it begins a new line",
        example: (Query, b"lang=en%0D%0ALocation:%20x"), counterexample: b"lang=en%20Location:%20x",
        advice: "Refuse line breaks in everything that goes into a header or a line of a log.",
        needs: &text(&[CONTROL, ASCII_TRIPLET]),
    },
    Row {
        rule: Rule::ControlChar, name: "control-char", severity: Error, reference: "CWE-150",
        message: "a control character",
        example: (Path, b"/a%07"), counterexample: b"/a%20",
        advice: "Refuse it, or show it escaped.",
        needs: &text(&[CONTROL, ASCII_TRIPLET, NON_ASCII]),
    },
    Row {
        rule: Rule::TerminalEscape, name: "terminal-escape", severity: Error, reference: "CWE-150",
        message: "the start of a terminal's control sequence",
        example: (Query, b"q=%1B%5B2J"), counterexample: b"q=%5B2J",
        advice: "Escape control characters before a terminal shows the text.",
        needs: &text(&[CONTROL, ASCII_TRIPLET, NON_ASCII]),
    },
    Row {
        rule: Rule::LossyNarrowing, name: "lossy-narrowing", severity: Info, reference: "CWE-197",
        message: "a character whose low byte is a line break: truncated to a byte, it becomes one",
        example: (Query, b"q=%C4%8A"), counterexample: b"q=%C3%A4",
        advice: "Encode characters as UTF-8. Never cut a code point to its low byte.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::OverlongUtf8, name: "overlong-utf8", severity: Error, reference: "RFC 3629 3, 10",
        message: "a character in more bytes than it needs: forbidden, but some decoders accept it",
        example: (Path, b"/%C0%AF"), counterexample: b"/%C3%AF",
        advice: "Refuse it. A decoder of UTF-8 that accepts it is broken.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::SurrogateUtf8, name: "surrogate-utf8", severity: Error, reference: "RFC 3629 3",
        message: "half of a surrogate pair: CESU-8, not UTF-8",
        example: (Path, b"/%ED%A0%80"), counterexample: b"/%ED%9F%BF",
        advice: "Refuse it, or join the halves before you encode.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::BeyondUnicode, name: "beyond-unicode", severity: Error, reference: "RFC 3629 3",
        message: "beyond U+10FFFF",
        example: (Path, b"/%F4%90%80%80"), counterexample: b"/%F4%8F%BF%BD",
        advice: "Refuse it: there is no such character.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::InvalidUtf8, name: "invalid-utf8", severity: Warn, reference: "RFC 3629 3",
        message: "octets that are not UTF-8: another charset, or broken",
        example: (Path, b"/%FF"), counterexample: b"/%C3%BF",
        advice: "Decode it with the charset of the page that sent it, or refuse it.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::RawNonAscii, name: "raw-non-ascii", severity: Info, reference: "RFC 3987 3.1",
        message: "a raw character outside ASCII: an IRI, not a URI",
        example: (Path, b"/caf\xC3\xA9"), counterexample: b"/caf%C3%A9",
        advice: "Encode it: `triplet iri to-uri`.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::RawBackslash, name: "raw-backslash", severity: Warn, reference: "WHATWG URL 4.4",
        message: "a backslash: browsers read a slash, others do not",
        example: (Url, b"http://good.test\\@evil.test/"), counterexample: b"http://good.test/%5C",
        advice: "Refuse it, or encode it as `%5C`.",
        needs: &text(&[&[b"[\\]"]]),
    },
    Row {
        rule: Rule::BidiControl, name: "bidi-control", severity: Error, reference: "RFC 3987 4.1",
        message: "a character that changes the direction of text: what is shown is not what is there",
        example: (Path, b"/photo%E2%80%AEgpj.exe"), counterexample: b"/photo%E2%80%A6",
        advice: "Refuse it in names, and escape it where a person reads the text.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::InvisibleChar, name: "invisible-char", severity: Warn, reference: "UTS #39",
        message: "an invisible character",
        example: (Path, b"/adm%E2%80%8Bin"), counterexample: b"/adm%E2%80%90in",
        advice: "Refuse it in names, and escape it where a person reads the text.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::NotNfc, name: "not-nfc", severity: Info, reference: "RFC 3987 5.3.2.2",
        message: "a letter and its accent as two characters: looks like one, compares as two",
        example: (Path, b"/cafe%CC%81"), counterexample: b"/caf%C3%A9",
        advice: "Normalize to NFC before you encode or compare.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::HtmlMetachar, name: "html-metachar", severity: Warn, reference: "CWE-79",
        message: "a character that begins markup where text is not escaped",
        example: (Path, b"/%3Cscript%3E"), counterexample: b"/script",
        advice: "Escape the text where it enters markup.",
        needs: &text(&[ASCII_TRIPLET, &[b"[<>\"'\\]"]]),
    },
    Row {
        rule: Rule::SemicolonSeparator, name: "semicolon-separator", severity: Info, reference: "WHATWG URL 5.1",
        message: "a `;` that some decoders read as `&`",
        example: (Form, b"a=1;b=2"), counterexample: b"a=1&b=2;",
        advice: "Decide which separator is meant, and encode the other one.",
        needs: &pairs(&[&[b";"]]),
    },
    Row {
        rule: Rule::DuplicateKey, name: "duplicate-key", severity: Info, reference: "CWE-235",
        message: "a name twice: some take the first, some the last, some both",
        example: (Form, b"a=1&a=2"), counterexample: b"a=1&A=2",
        advice: "Decide which of the values counts, or refuse the second.",
        needs: &pairs(&[&[b"&"]]),
    },
    Row {
        rule: Rule::PlusAmbiguity, name: "plus-ambiguity", severity: Info, reference: "WHATWG URL 5.1",
        message: "`+` and `%2B` in one text: the first is a space in a form, and a plus elsewhere",
        example: (Form, b"a=1+1&b=1%2B1"), counterexample: b"a=1+1&b=1%201",
        advice: "Write a space as `%20` and a plus sign as `%2B`.",
        needs: &form(&[&[b"+"]]),
    },
    Row {
        rule: Rule::ProtoKey, name: "proto-key", severity: Error, reference: "CWE-1321",
        message: "a name that reaches into JavaScript's prototypes",
        example: (Form, b"__proto__[x]=1"), counterexample: b"__proto[x]=1",
        advice: "Refuse the name, or keep the pairs in a map without a prototype.",
        needs: &pairs(&[ASCII_TRIPLET, &[b"__[pdlcmsgbi]", b"[].[\"][pc][ro][on]"]]),
    },
    Row {
        rule: Rule::DeepOrHugeIndex, name: "deep-or-huge-index", severity: Error, reference: "CWE-770",
        message: "an index or a depth that makes a decoder allocate",
        example: (Form, b"a[4294967295]=1"), counterexample: b"a[42]=1",
        advice: "Limit depth and indexes before you build arrays.",
        needs: &pairs(&[ASCII_TRIPLET, &[b"[].[]"]]),
    },
    Row {
        rule: Rule::NtfsAds, name: "ntfs-ads", severity: Error, reference: "CWE-69",
        message: "a stream of an NTFS file: the same file under another name",
        example: (Path, b"/index.asp::$DATA"), counterexample: b"/index.asp$DATA",
        advice: "Refuse colons in names of files.",
        needs: &values(&[ASCII_TRIPLET, &[b":"]]),
    },
    Row {
        rule: Rule::WindowsDevice, name: "windows-device", severity: Info, reference: "CWE-67",
        message: "the name of a device on Windows",
        example: (Path, b"/files/NUL"), counterexample: b"/files/NULL",
        advice: "Refuse the names of devices before you open a file.",
        needs: &path_and_pairs(&[ASCII_TRIPLET, &[b"~con[./:% \0]", b"~prn[./:% \0]", b"~aux[./:% \0]", b"~nul[./:% \0]", b"~[cl][op][mt][1-9%\xC2]", b"[TNKtnk]$"]], &[ASCII_TRIPLET, &[b"~[cpan][oru][nxl].", b"~[cl][op][mt][1-9%\xC2]"]]),
    },
];
