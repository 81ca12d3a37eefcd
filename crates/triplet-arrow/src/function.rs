//! The functions by the names that SQL calls them by.

use triplet::charset::Charset;
use triplet::set::{EncodeSet, rfc3986};
use triplet::uri::Level;
use triplet_inspect::Context;

use crate::call::{Call, Malformed};
use crate::error::BindError;

/// A function as SQL knows it: a name, arguments, documentation. The first arguments are columns, the others are constants.
///
/// ```
/// use triplet_arrow::{Call, Function};
/// use triplet::uri::Level;
///
/// let normalize = Function::by_name("pct_normalize").expect("it is one of Function::ALL");
/// assert_eq!(normalize.bind(&["path"]), Ok(Call::Normalize(Level::Path)));
///
/// let error = normalize.bind(&["paht"]).unwrap_err();
/// assert!(error.to_string().contains("`path`"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Function {
    /// `pct_encode(text [, set [, charset]])`
    Encode,
    /// `pct_decode(text [, charset])`
    Decode,
    /// `try_pct_decode(text [, charset])`
    TryDecode,
    /// `pct_decode_lossy(text [, charset])`
    DecodeLossy,
    /// `pct_decode_bytes(text)`
    DecodeBytes,
    /// `pct_decode_layers(text [, max])`
    DecodeLayers,
    /// `pct_error(text)`
    Error,
    /// `pct_normalize(reference [, level])`
    Normalize,
    /// `pct_equivalent(reference, reference [, level])`
    Equivalent,
    /// `uri_parts(reference)`
    UriParts,
    /// `form_parse(query)`
    FormParse,
    /// `form_get(query, name)`
    FormGet,
    /// `pct_lint(text [, context])`
    Lint,
}

/// How often `pct_decode_layers` decodes unless told otherwise.
const LAYERS: usize = 8;

impl Function {
    /// All functions, in the order of the documentation.
    pub const ALL: [Function; 13] = [
        Function::Encode,
        Function::Decode,
        Function::TryDecode,
        Function::DecodeLossy,
        Function::DecodeBytes,
        Function::DecodeLayers,
        Function::Error,
        Function::Normalize,
        Function::Equivalent,
        Function::UriParts,
        Function::FormParse,
        Function::FormGet,
        Function::Lint,
    ];

    /// The name in SQL.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Function::Encode => "pct_encode",
            Function::Decode => "pct_decode",
            Function::TryDecode => "try_pct_decode",
            Function::DecodeLossy => "pct_decode_lossy",
            Function::DecodeBytes => "pct_decode_bytes",
            Function::DecodeLayers => "pct_decode_layers",
            Function::Error => "pct_error",
            Function::Normalize => "pct_normalize",
            Function::Equivalent => "pct_equivalent",
            Function::UriParts => "uri_parts",
            Function::FormParse => "form_parse",
            Function::FormGet => "form_get",
            Function::Lint => "pct_lint",
        }
    }

    /// The function with this name in SQL, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.name().eq_ignore_ascii_case(name))
    }

    /// What it does, in a sentence or two.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Function::Encode => {
                "Percent-encodes text, or octets. What is kept unencoded is said by a set; the default keeps the unreserved characters of RFC 3986. A character that the charset lacks fails the query with an error that names the row and the offset."
            }
            Function::Decode => {
                "Percent-decodes to text, once. A malformed triplet, or octets that are not text, fail the query with an error that names the row and the offset."
            }
            Function::TryDecode => {
                "Percent-decodes to text, once. The result is NULL where pct_decode would fail."
            }
            Function::DecodeLossy => {
                "Percent-decodes to text, once. Malformed triplets are kept, and octets that are not text become U+FFFD."
            }
            Function::DecodeBytes => {
                "Percent-decodes to octets, once. A malformed triplet fails the query with an error that names the row and the offset."
            }
            Function::DecodeLayers => {
                "Percent-decodes until nothing changes, and says how often that took: text and layers. NULL past the limit of layers (8 by default), and where the octets are not UTF-8. For inspection; a program that uses a text decodes it once."
            }
            Function::Error => {
                "Why pct_decode would fail: the offset of the error in bytes, and its kind (truncated, not-hex or invalid-utf-8). NULL where it would not."
            }
            Function::Normalize => {
                "Brings a URI reference into its normal form (RFC 3986 section 6.2.2) at the level percent (the default), path or scheme."
            }
            Function::Equivalent => {
                "Whether two URI references are equivalent: whether they have the same normal form at the level percent (the default), path or scheme."
            }
            Function::UriParts => {
                "Splits a URI reference into scheme, userinfo, host, port, path, query and fragment, all of which stay encoded. What the reference does not have is NULL."
            }
            Function::FormParse => {
                "Splits application/x-www-form-urlencoded text, such as a query, into pairs, and decodes each name and value after that."
            }
            Function::FormGet => {
                "The decoded value of the first pair with this name in application/x-www-form-urlencoded text. NULL if there is none."
            }
            Function::Lint => {
                "What to look at in a text before it is used: the rule, its severity (info, warn or error) and the offset in bytes, each with the context any (the default), url, host, path, segment, query, fragment, userinfo or form."
            }
        }
    }

    /// How many of its first arguments are columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        match self {
            Function::Equivalent => 2,
            _ => 1,
        }
    }

    /// The names of the arguments that are columns.
    #[must_use]
    pub const fn column_names(self) -> &'static [&'static str] {
        match self {
            Function::Equivalent => &["reference", "other"],
            Function::Normalize | Function::UriParts => &["reference"],
            Function::FormParse | Function::FormGet => &["query"],
            _ => &["text"],
        }
    }

    /// The names of its further arguments, which are constants. They are optional, except for that of `form_get`.
    #[must_use]
    pub const fn constants(self) -> &'static [&'static str] {
        match self {
            Function::Encode => &["set", "charset"],
            Function::Decode | Function::TryDecode | Function::DecodeLossy => &["charset"],
            Function::DecodeLayers => &["max"],
            Function::Normalize | Function::Equivalent => &["level"],
            Function::FormGet => &["name"],
            Function::Lint => &["context"],
            Function::DecodeBytes | Function::Error | Function::UriParts | Function::FormParse => {
                &[]
            }
        }
    }

    /// How many of its constants must be given.
    #[must_use]
    pub const fn required_constants(self) -> usize {
        match self {
            Function::FormGet => 1,
            _ => 0,
        }
    }

    /// How it is called, such as `pct_encode(text [, set [, charset]])`.
    #[must_use]
    pub fn signature(self) -> String {
        let mut text = format!("{}({}", self.name(), self.column_names().join(", "));
        let (required, optional) = self.constants().split_at(self.required_constants());
        required.iter().for_each(|name| text.extend([", ", name]));
        optional.iter().for_each(|name| text.extend([" [, ", name]));
        text + &"]".repeat(optional.len()) + ")"
    }

    /// An expression, and its result as SQL shows it.
    #[must_use]
    pub const fn example(self) -> (&'static str, &'static str) {
        match self {
            Function::Encode => ("pct_encode('50% off', 'rfc3986:segment')", "50%25%20off"),
            Function::Decode => ("pct_decode('caf%C3%A9')", "café"),
            Function::TryDecode => ("try_pct_decode('100%')", ""),
            Function::DecodeLossy => ("pct_decode_lossy('caf%E9')", "caf\u{FFFD}"),
            Function::DecodeBytes => ("pct_decode_bytes('%00%FF')", "00ff"),
            Function::DecodeLayers => ("pct_decode_layers('%252F')", "{text: /, layers: 2}"),
            Function::Error => ("pct_error('100%')", "{offset: 3, kind: truncated}"),
            Function::Normalize => {
                ("pct_normalize('HTTP://EXAMPLE.com/%7euser')", "http://example.com/~user")
            }
            Function::Equivalent => ("pct_equivalent('/%7Euser', '/~user')", "true"),
            Function::UriParts => (
                "uri_parts('http://example.com/a%2Fb?c=d')",
                "{scheme: http, userinfo: , host: example.com, port: , path: /a%2Fb, query: c=d, fragment: }",
            ),
            Function::FormParse => {
                ("form_parse('a=1+2&b=%26')", "[{name: a, value: 1 2}, {name: b, value: &}]")
            }
            Function::FormGet => ("form_get('a=1+2&b=%26', 'b')", "&"),
            Function::Lint => ("pct_lint('a%00')", "[{id: nul-byte, severity: error, offset: 1}]"),
        }
    }

    /// Makes a call with these constants, as text: set names (`triplet sets` lists them), charset labels, levels, contexts,
    /// numbers. Those that are left out have their defaults.
    ///
    /// # Errors
    ///
    /// If there are too many or too few, or if one of them is unknown. The message names those that exist, or the nearest.
    pub fn bind(self, constants: &[&str]) -> Result<Call, BindError> {
        let names = self.constants();
        let (found, least, most) = (constants.len(), self.required_constants(), names.len());
        if found < least {
            let plural = if least == 1 { "constant" } else { "constants" };
            let message = format!(
                "{} requires {least} {plural}, and {found} were given: {}",
                self.name(),
                self.signature()
            );
            return Err(BindError { message });
        }
        if found > most {
            let message = format!(
                "{} takes at most {most} constants, and {found} were given: {}",
                self.name(),
                self.signature()
            );
            return Err(BindError { message });
        }
        let set = constants.first().map_or(Ok(rfc3986::UNRESERVED), |name| set(name));
        let charset =
            |at: usize| constants.get(at).map_or(Ok(Charset::UTF_8), |label| charset(label));
        let level = || constants.first().map_or(Ok(Level::Percent), |name| level(name));
        let decode =
            |malformed| Ok(Call::Decode { charset: charset(0)?, malformed, plus_as_space: false });
        match self {
            Function::Encode => Ok(Call::Encode { set: set?, charset: charset(1)? }),
            Function::Decode => decode(Malformed::Error),
            Function::TryDecode => decode(Malformed::Null),
            Function::DecodeLossy => decode(Malformed::Lossy),
            Function::DecodeBytes => Ok(Call::DecodeBytes { plus_as_space: false }),
            Function::DecodeLayers => Ok(Call::DecodeLayers {
                max: constants.first().map_or(Ok(LAYERS), |text| number(text))?,
            }),
            Function::Error => Ok(Call::Error),
            Function::Normalize => Ok(Call::Normalize(level()?)),
            Function::Equivalent => Ok(Call::Equivalent(level()?)),
            Function::UriParts => Ok(Call::UriParts),
            Function::FormParse => Ok(Call::FormParse),
            Function::FormGet => Ok(Call::FormGet { name: constants[0].to_owned() }),
            Function::Lint => {
                Ok(Call::Lint(constants.first().map_or(Ok(Context::Any), |name| context(name))?))
            }
        }
    }
}

fn set(name: &str) -> Result<EncodeSet, BindError> {
    EncodeSet::by_name(name).ok_or_else(|| {
        let nearest = nearest(name, EncodeSet::names().map(|named| named.name));
        BindError { message: format!("no encode set is named {}; {nearest}", shown(name)) }
    })
}

fn charset(label: &str) -> Result<Charset, BindError> {
    Charset::for_label(label).ok_or_else(|| {
        let nearest = nearest(label, Charset::all().map(Charset::name));
        BindError { message: format!("no charset has the label {}; {nearest}", shown(label)) }
    })
}

fn level(name: &str) -> Result<Level, BindError> {
    Level::by_name(name).ok_or_else(|| {
        let message =
            format!("no level is named {}; there are `percent`, `path` and `scheme`", shown(name));
        BindError { message }
    })
}

fn context(name: &str) -> Result<Context, BindError> {
    Context::by_name(name).ok_or_else(|| {
        let all: Vec<_> =
            Context::ALL.iter().map(|context| format!("`{}`", context.name())).collect();
        BindError {
            message: format!("no context is named {}; there are {}", shown(name), all.join(", ")),
        }
    })
}

fn number(text: &str) -> Result<usize, BindError> {
    text.parse()
        .map_err(|_| BindError { message: format!("{} is not a number from 0 on", shown(text)) })
}

/// A name that somebody gave, in a message: short, and without control characters.
fn shown(name: &str) -> String {
    let short: String = name.chars().take(40).flat_map(char::escape_debug).collect();
    format!("`{short}`")
}

/// The name that is most like the one that was given, in words.
fn nearest(name: &str, all: impl Iterator<Item = &'static str>) -> String {
    match triplet::nearest(name, all).first() {
        Some(nearest) => format!("the nearest one is `{nearest}`"),
        None => "there are none".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_without_its_specification_finds_that_of_the_current_one() {
        for (name, nearest) in [
            ("segment", "rfc3986:segment"),
            ("query", "rfc3986:query"),
            ("unreserved", "rfc3986:unreserved"),
            ("RFC3986:Pth", "rfc3986:path"),
        ] {
            let error = Function::Encode.bind(&[name]).unwrap_err().to_string();
            assert!(error.ends_with(&format!("the nearest one is `{nearest}`")), "{error}");
        }
    }
}
