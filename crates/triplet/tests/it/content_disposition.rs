//! `Content-Disposition`: the RFC's own, header fields as senders write them, the place of each error, and what is written.

use proptest::prelude::*;
use triplet::content_disposition::{ContentDisposition, Source, encode};

/// A header field, the name, the parameter that it is from, and the problems with their offsets.
type Case = (&'static [u8], Option<&'static str>, Option<Source>, &'static [(&'static str, usize)]);

const PLAIN: Option<Source> = Some(Source::Plain);
const EXTENDED: Option<Source> = Some(Source::Extended);
const CONTINUED: Option<Source> = Some(Source::Continued);

fn check(cases: &[Case]) {
    for (header, name, source, problems) in cases {
        let told = header.escape_ascii();
        let read = ContentDisposition::parse(*header);
        assert_eq!((read.name(), read.source()), (*name, *source), "{told}");
        let found: Vec<_> = read.problems().iter().map(|p| (p.kind().name(), p.offset())).collect();
        assert_eq!(found, *problems, "{told}");
        let strict = ContentDisposition::parse_strict(*header);
        assert_eq!(
            strict.map_err(|error| error.offset()),
            match problems.first() {
                None => Ok(read),
                Some((_, offset)) => Err(*offset),
            }
        );
    }
}

#[test]
fn as_the_grammar_has_it() {
    check(&[
        // RFC 6266 section 5.
        (b"Attachment; filename=example.html", Some("example.html"), PLAIN, &[]),
        (b"INLINE; FILENAME= \"an example.html\"", Some("an example.html"), PLAIN, &[]),
        (b"attachment; filename*= UTF-8''%e2%82%ac%20rates", Some("\u{20AC} rates"), EXTENDED, &[]),
        (
            b"attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates",
            Some("\u{20AC} rates"),
            EXTENDED,
            &[],
        ),
        // Whichever comes first.
        (b"attachment; filename*=UTF-8''%C3%A9; filename=e", Some("\u{E9}"), EXTENDED, &[]),
        (b"attachment; filename*=ISO-8859-1'fr'%E9", Some("\u{E9}"), EXTENDED, &[]),
        (b"attachment", None, None, &[]),
        (b"Content-Disposition : attachment ; filename = a ; size = 3\r\n", Some("a"), PLAIN, &[]),
        (b"attachment; filename=\"a;b \\\"c\\\" \\\\.txt\"", Some("a;b \"c\" \\.txt"), PLAIN, &[]),
        (b"attachment; filename=\"\"", Some(""), PLAIN, &[]),
        (b"attachment; filename='a.txt'", Some("'a.txt'"), PLAIN, &[]),
        // RFC 2231 sections 3 and 4.1, in any order, and RFC 5322 section 2.2.3.
        (b"attachment; filename*0=\"a \"; filename*1=b.txt", Some("a b.txt"), CONTINUED, &[]),
        (
            b"attachment;\r\n filename*1*=%20b;\r\n filename*2=\"%20.txt\";\r\n\tfilename*0*=UTF-8'en'%C3%A9",
            Some("\u{E9} b%20.txt"),
            CONTINUED,
            &[],
        ),
        (b"attachment; filename=\"a\r\n b\"", Some("a b"), PLAIN, &[]),
        // A character may be cut.
        (b"attachment; filename*0*=UTF-8''%C3; filename*1*=%A9", Some("\u{E9}"), CONTINUED, &[]),
        (b"form-data; name=\"f\"; filename=\"C:\\new\\a.txt\"", Some("C:\\new\\a.txt"), PLAIN, &[]),
    ]);
}

#[test]
fn as_senders_write_it() {
    check(&[
        (b"attachment; filename=a b.txt", Some("a b.txt"), PLAIN, &[("token", 22)]),
        (b"attachment; filename=a,b.txt; x=1", Some("a,b.txt"), PLAIN, &[("token", 22)]),
        (b"attachment; filename=a.txt;", Some("a.txt"), PLAIN, &[("empty-parameter", 26)]),
        (b"attachment;; filename=a.txt", Some("a.txt"), PLAIN, &[("empty-parameter", 10)]),
        (b"filename=a.txt", Some("a.txt"), PLAIN, &[("type", 0)]),
        (b"; filename=a.txt", Some("a.txt"), PLAIN, &[("type", 0)]),
        (b"at tachment; filename=a.txt", Some("a.txt"), PLAIN, &[("type", 2)]),
        (b"attachment; a.txt; filename=b.txt", Some("b.txt"), PLAIN, &[("parameter-name", 12)]),
        (b"attachment; filename=", Some(""), PLAIN, &[("token", 21)]),
        (b"attachment; filename=a; filename=b", Some("a"), PLAIN, &[("duplicate", 24)]),
        // Quotes.
        (
            b"attachment; filename=\"the \"red\" tree.txt\"",
            Some("the \"red\" tree.txt"),
            PLAIN,
            &[("unescaped-quote", 26)],
        ),
        (
            b"attachment; filename=\"15\" tv.pdf\"; x=1",
            Some("15\" tv.pdf"),
            PLAIN,
            &[("unescaped-quote", 24)],
        ),
        (b"attachment; filename=\"a.txt\"b; x=1", Some("a.txt"), PLAIN, &[("after-value", 28)]),
        (b"attachment; filename=\"a.txt", Some("a.txt"), PLAIN, &[("unterminated", 21)]),
        (b"attachment; filename=\"a.txt; x=1", Some("a.txt"), PLAIN, &[("unterminated", 21)]),
        (b"attachment; filename=\"f\\oo.txt\"", Some("foo.txt"), PLAIN, &[("needless-escape", 23)]),
        (b"attachment; filename=\"C:\\foo\\a.txt\"", Some("C:\\foo\\a.txt"), PLAIN, &[]),
        // Octets outside ASCII.
        (
            b"attachment; filename=\"na\xC3\xAFve.txt\"",
            Some("na\u{EF}ve.txt"),
            PLAIN,
            &[("not-ascii", 24)],
        ),
        (b"attachment; filename=na\xEFve.txt", Some("na\u{EF}ve.txt"), PLAIN, &[("not-ascii", 23)]),
        (b"attachment; filename=\"a\0b\"", Some("a\0b"), PLAIN, &[("control", 23)]),
        (b"attachment; filename=\"a\nb\"", Some("a\nb"), PLAIN, &[("control", 23)]),
        // Encoded words: RFC 2047 section 8, RFC 2231 section 5, and what mail programs make of them.
        (
            b"attachment; filename=\"=?ISO-8859-1?Q?Andr=E9?= Pirard.txt\"",
            Some("Andr\u{E9} Pirard.txt"),
            PLAIN,
            &[("encoded-word", 22)],
        ),
        (
            b"attachment; filename=\"a =?iso-8859-1*en?q?b_=28?=  =?iso-8859-1?Q?c?= =?UTF-8?Q?d?= e\"",
            Some("a b (cd e"),
            PLAIN,
            &[("encoded-word", 24)],
        ),
        // A character that is cut.
        (
            b"attachment; filename=\"=?utf-8?B?w6k=?=x=?UTF-8?b?5L0=?=\r\n =?UTF-8?B?oA?=.txt\"",
            Some("\u{E9}x\u{4F60}.txt"),
            PLAIN,
            &[("encoded-word", 22)],
        ),
        (
            b"attachment; filename==?UTF-8?B?w6k=?=",
            Some("\u{E9}"),
            PLAIN,
            &[("token", 21), ("encoded-word", 21)],
        ),
        (
            b"attachment; filename*0=\"=?UTF-8?B?w6\"; filename*1=\"k=?=\"",
            Some("\u{E9}"),
            CONTINUED,
            &[("encoded-word", 24)],
        ),
        (
            b"attachment; filename*=\"=?UTF-8?B?w6k=?=\"",
            Some("\u{E9}"),
            EXTENDED,
            &[("quoted-ext-value", 22), ("charset", 23), ("value", 23), ("encoded-word", 23)],
        ),
        (
            b"attachment; filename=\"=?UTF-8?Q?..=2Fa?=\"; filename*=UTF-8''b",
            Some("b"),
            EXTENDED,
            &[("encoded-word", 22)],
        ),
        // What cannot be read.
        (
            b"attachment; filename=\"\xE9=?none?Q?a?= =?UTF-8?B?A?= =?UTF-8?B?/w==?= =?UTF-8?Q?=A?= =?UTF-8?X?a?= =?UTF-8?Q?b?=\"",
            Some("\u{E9}=?none?Q?a?= =?UTF-8?B?A?= =?UTF-8?B?/w==?= =?UTF-8?Q?=A?= =?UTF-8?X?a?= b"),
            PLAIN,
            &[("not-ascii", 22), ("encoded-word", 96)],
        ),
        (
            b"attachment; filename=\"=?=?UTF-8?Q?=?UTF-8?Q?\"",
            Some("=?=?UTF-8?Q?=?UTF-8?Q?"),
            PLAIN,
            &[],
        ),
        // Encoded values.
        (
            b"attachment; filename*=UTF-8''a.txt;",
            Some("a.txt"),
            EXTENDED,
            &[("empty-parameter", 34)],
        ),
        (
            b"attachment; filename*=\"UTF-8''a%20b.txt\"",
            Some("a b.txt"),
            EXTENDED,
            &[("quoted-ext-value", 22)],
        ),
        (
            b"attachment; filename*=UTF-8''\"a%20b.txt\"",
            Some("a b.txt"),
            EXTENDED,
            &[("quoted-ext-value", 29)],
        ),
        (
            b"attachment; filename*=UTF-8''a\"b c.txt",
            Some("a\"b c.txt"),
            EXTENDED,
            &[("value", 30)],
        ),
        (b"attachment; filename*=UTF-8''it's.txt", Some("it's.txt"), EXTENDED, &[("value", 31)]),
        (
            b"attachment; filename*=UTF-8''na\xC3\xAFve.txt",
            Some("na\u{EF}ve.txt"),
            EXTENDED,
            &[("value", 31)],
        ),
        (
            b"attachment; filename*=UTF-8''50%.txt",
            Some("50%.txt"),
            EXTENDED,
            &[("malformed-triplet", 31)],
        ),
        (b"attachment; filename*=UTF-8'e_n'a", Some("a"), EXTENDED, &[("language", 29)]),
        // An extended value that can't be read gives way to `filename`.
        (
            b"attachment; filename*=UTF-8''%C3%A9%E9; filename=e",
            Some("e"),
            PLAIN,
            &[("not-text", 35)],
        ),
        (
            b"attachment; filename*=none''%E9; filename=e",
            Some("e"),
            PLAIN,
            &[("unknown-charset", 22)],
        ),
        (b"attachment; filename*=a%20b.txt; filename=c", Some("c"), PLAIN, &[("charset", 27)]),
        (b"attachment; filename*=a%20b.txt", Some("a b.txt"), EXTENDED, &[("charset", 27)]),
        (b"attachment; filename*=''a%20b.txt", Some("a b.txt"), EXTENDED, &[("charset", 22)]),
        (b"attachment; filename*=UTF-8''%E9", None, EXTENDED, &[("not-text", 29)]),
        (b"attachment; filename*=UTF-8''; filename=e", Some("e"), PLAIN, &[]),
        // Sections.
        (
            b"attachment; filename*0=a; filename*2=c",
            Some("a"),
            CONTINUED,
            &[("missing-section", 26)],
        ),
        (b"attachment; filename*1=b; filename=c", Some("c"), PLAIN, &[("missing-section", 12)]),
        (
            b"attachment; filename*0=a; filename*0*=UTF-8''b",
            Some("a"),
            CONTINUED,
            &[("duplicate", 26)],
        ),
        (b"attachment; filename*00=a; filename=b", Some("b"), PLAIN, &[]),
        (
            b"attachment; filename*0*=UTF-8''a; filename*1*=b%2",
            Some("ab%2"),
            CONTINUED,
            &[("malformed-triplet", 47)],
        ),
        (
            b"attachment; filename*0*=UTF-8''a; filename*1*=%20%FF",
            None,
            CONTINUED,
            &[("not-text", 49)],
        ),
        (b"", None, None, &[("type", 0)]),
    ]);
}

#[test]
fn parts() {
    let read =
        ContentDisposition::parse(b"form-data; name=\"a\\\"b\"; filename*=UTF-8'de'%C3%BC; x=1");
    assert_eq!(read.disposition_type(), "form-data");
    let parameters: Vec<_> = read.parameters().collect();
    let expected: [(&str, &[u8]); 3] =
        [("name", b"a\"b"), ("filename*", b"UTF-8'de'%C3%BC"), ("x", b"1")];
    assert_eq!(parameters, expected);
    assert_eq!((read.charset(), read.language()), (Some("UTF-8"), Some("de")));
    let read = ContentDisposition::parse(b"inline; filename*=UTF-8''a%FF");
    assert_eq!((read.name(), read.octets()), (None, Some(&b"a\xFF"[..])));
    assert_eq!(read.file_name().unwrap().to_name().unwrap().as_str(), "a%FF");
}

#[test]
fn a_hundred_parameters_are_read() {
    let header = format!("attachment{}", ";a=1".repeat(1000));
    let read = ContentDisposition::parse(&header);
    assert_eq!(read.parameters().count(), 1);
    let last = read.problems().last().unwrap();
    assert_eq!((read.problems().len(), last.kind().name(), last.offset()), (100, "too-many", 410));
}

#[test]
fn what_cannot_be_written() {
    let error = encode("a").disposition_type("in line").unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("type", 2));
    assert!(encode("a").disposition_type("").is_err());
    for (fallback, offset) in
        [("a\"", 1), ("\n", 0), ("a/b", 1), ("na\u{EF}ve", 2), ("%41", 0), ("\\", 0)]
    {
        assert_eq!(encode("a").fallback(fallback).unwrap_err().offset(), offset, "{fallback:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(name in any::<String>(), near in "[a%4\"\\\\/ ;=\r\né]{0,12}", word in "=\\?utf-8\\?[bq]\\?[a-z]{0,8}\\?=") {
        for name in [name, near, word] {
            let written = encode(&name).to_string();
            prop_assert!(written.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{written}");
            let read = ContentDisposition::parse_strict(&written).unwrap();
            prop_assert_eq!(read.name().unwrap(), &*name);
        }
    }

    #[test]
    fn nothing_panics(octets in any::<Vec<u8>>(), near in "(attachment|form-data)(;? ?(filename|x)(\\*?[0-9]{0,2}){0,2}=?(=[?](utf-8|[a-z]?)[?][qb]?[?][a=?]{0,6}){0,3}[\"'\\\\%4 UTF8é\r\n-]{0,6}){0,5}") {
        for header in [octets, near.into_bytes()] {
            let read = ContentDisposition::parse(&header);
            let mut last = 0;
            for problem in read.problems() {
                prop_assert!(problem.offset() >= last && problem.offset() <= header.len());
                last = problem.offset();
            }
            prop_assert_eq!(read.name().is_some() || read.octets().is_some(), read.source().is_some());
        }
    }
}
