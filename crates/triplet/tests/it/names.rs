//! The names of values are there, are different, lead back, and are those of an error.

use core::fmt::{Debug, Display};
use core::str::FromStr;

use triplet::form::{Method, Newlines, Separators, Space};
use triplet::iri::{HostDisplay, HostEncoding};
use triplet::readings::Evidence;
use triplet::set::NonAscii;
use triplet::template::TemplateErrorKind;
use triplet::uri::{
    Component, Convention, FlagForm, Grammar, HexCase, Level, ParameterOrder, PlusReading, Reason,
    SpaceForm, Step, Strictness,
};
use triplet::{DecodeErrorKind, LineBreak, TextErrors, UnknownName};
use triplet::{content_disposition, data_url, ecmascript, ext_value, filename, uri};

#[track_caller]
fn names_of<T>(all: &[T], name: fn(T) -> &'static str, by_name: fn(&str) -> Option<T>) -> String
where
    T: Copy + Debug + Display + FromStr<Err = UnknownName> + PartialEq,
{
    let unknown = "an unknown name".parse::<T>().expect_err("not a name");
    let names: Vec<&str> = all.iter().map(|value| name(*value)).collect();
    assert_eq!(unknown.names(), names);
    for (value, name) in all.iter().zip(&names) {
        assert_eq!(by_name(name), Some(*value));
        assert_eq!(name.parse(), Ok(*value));
        assert_eq!(value.to_string(), *name);
        if name.contains(|c: char| c.is_ascii_lowercase()) {
            assert_eq!(by_name(&name.to_uppercase()), None, "{name}");
        }
        assert!(unknown.to_string().contains(&format!("`{name}`")), "{unknown}");
        assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
    }
    names.join(" ")
}

macro_rules! names_of {
    ($type:ty) => {
        names_of(&<$type>::ALL, <$type>::name, <$type>::by_name)
    };
}

/// Programs depend on these names: none changes, and a new one is added here.
#[test]
fn are_stable() {
    assert_eq!(names_of!(DecodeErrorKind), "truncated not-hex invalid-utf-8");
    assert_eq!(names_of!(TextErrors), "strict replace ignore backslashreplace keep");
    assert_eq!(names_of!(LineBreak), "lf crlf cr");
    assert_eq!(names_of!(Separators), "& ; &;");
    assert_eq!(names_of!(NonAscii), "encode keep-ucschar keep-ucschar-and-private keep");
    assert_eq!(names_of!(Level), "percent path scheme decoded");
    assert_eq!(names_of!(Component), "scheme userinfo host port path query fragment");
    assert_eq!(names_of!(Grammar), "uri uri-reference iri iri-reference");
    assert_eq!(names_of!(Strictness), "strict lenient");
    assert_eq!(
        names_of!(Reason),
        "reserved-character outside-ascii disallowed-character delimiter plus"
    );
    assert_eq!(names_of!(Convention), "rfc3986 whatwg form rfc5849 aws-sigv4 aws-sigv4-s3");
    assert_eq!(names_of!(PlusReading), "keep plus space");
    assert_eq!(names_of!(SpaceForm), "percent plus");
    assert_eq!(names_of!(ParameterOrder), "keep name");
    assert_eq!(names_of!(FlagForm), "keep bare equals");
    assert_eq!(names_of!(HexCase), "upper lower");
    assert_eq!(names_of!(HostEncoding), "by-scheme punycode percent");
    assert_eq!(names_of!(HostDisplay), "by-scheme unicode keep");
    assert_eq!(names_of!(Evidence), "ascii-only strong plausible possible malformed");
    assert_eq!(names_of!(Newlines), "keep crlf");
    assert_eq!(names_of!(Space), "plus percent");
    assert_eq!(names_of!(Method), "get post");
    assert_eq!(names_of!(ecmascript::JsUriErrorKind), "malformed invalid-utf-8 lone-surrogate");
    assert_eq!(
        names_of!(data_url::DataUrlErrorKind),
        "other-scheme no-comma base64-octet base64-length media-type"
    );
    assert_eq!(
        names_of!(ext_value::ExtValueErrorKind),
        "charset language value malformed-triplet unknown-charset not-text"
    );
    assert_eq!(
        names_of!(content_disposition::ContentDispositionErrorKind),
        "type empty-parameter parameter-name duplicate token unescaped-quote unterminated after-value needless-escape not-ascii \
         control encoded-word quoted-ext-value charset language value malformed-triplet unknown-charset not-text missing-section too-many"
    );
    assert_eq!(names_of!(content_disposition::Source), "filename filename* filename*0");
    assert_eq!(names_of!(filename::FileNameErrorKind), "malformed-triplet empty-name too-long");
    assert_eq!(names_of!(filename::Rules), "posix windows both");
    assert_eq!(names_of!(uri::file::System), "posix windows");
    assert_eq!(
        names_of!(uri::file::FileUriErrorKind),
        "not-file relative no-drive host device verbatim query encoded-separator nul malformed-triplet not-text"
    );
    assert_eq!(
        names_of!(Step),
        "hex case unreserved triplet scheme case host case dot segments empty port IPv6 form default port empty path \
         scheme's own rule domain name decoded triplet plus as space NFC IRI encoding parameter order"
    );
    assert_eq!(
        names_of!(TemplateErrorKind),
        "unclosed-expression stray-brace disallowed-literal malformed-triplet missing-name reserved-operator \
         disallowed-in-name invalid-prefix after-modifier prefix-of-composite"
    );
}

/// The nearest name by edit distance, by the definition: recursive, without a table.
#[test]
fn the_nearest_one_needs_the_fewest_edits() {
    fn edits(a: &[u8], b: &[u8]) -> usize {
        match (a, b) {
            ([], rest) | (rest, []) => rest.len(),
            ([x, a @ ..], [y, b @ ..]) if x.eq_ignore_ascii_case(y) => edits(a, b),
            ([_, one @ ..], [_, other @ ..]) => {
                1 + edits(one, other).min(edits(one, b)).min(edits(a, other))
            }
        }
    }
    let names = ["path", "query", "URI", "host", "port", "a"];
    for typed in ["pat", "qurey", "uri", "hots", "prot", "", "x", "rost"] {
        let found = triplet::nearest(typed, names);
        let mut expected = names.to_vec();
        expected.sort_by_key(|name| edits(typed.as_bytes(), name.as_bytes()));
        assert_eq!(found, expected, "{typed}");
    }
}
