//! The functions by the names that SQL calls them by.

use triplet::charset::Charset;
use triplet::set::{EncodeSet, rfc3986};
use triplet::uri::{CompareOption, Convention, Level, NoNormalForm, Respell};
use triplet_inspect::Context;

use crate::call::{Call, Comparing, Malformed};
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
    /// `pct_respell(reference, convention)`
    Respell,
    /// `pct_equivalent(reference, other [, level [, options]])`
    Equivalent,
    /// `pct_key(reference [, level [, options]])`
    Key,
    /// `pct_resolve(base, reference)`
    Resolve,
    /// `pct_requote(reference)`
    Requote,
    /// `pct_remove(reference, names)`
    Remove,
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

/// What is known of a function.
struct Row {
    function: Function,
    /// In SQL.
    name: &'static str,
    /// The first arguments: the columns.
    columns: &'static [&'static str],
    /// The arguments after the columns: the constants.
    constants: &'static [&'static str],
    /// How many of the constants must be given.
    required: usize,
    call: fn(&Constants<'_>) -> Result<Call, BindError>,
    /// An expression, and its result as SQL shows it.
    example: (&'static str, &'static str),
    /// A sentence or two.
    about: &'static str,
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row {
        function: Function::Encode,
        name: "pct_encode",
        columns: &["text"],
        constants: &["set", "charset"],
        required: 0,
        call: |given| Ok(Call::Encode { set: given.set()?, charset: given.charset(1)? }),
        example: ("pct_encode('50% off', 'rfc3986:segment')", "50%25%20off"),
        about: "Percent-encodes text, or octets. What is kept unencoded is said by a set; the default keeps the unreserved characters of RFC 3986. A character that the charset lacks fails the query with an error that names the row and the offset.",
    },
    Row {
        function: Function::Decode,
        name: "pct_decode",
        columns: &["text"],
        constants: &["charset"],
        required: 0,
        call: |given| given.decode(Malformed::Error),
        example: ("pct_decode('caf%C3%A9')", "café"),
        about: "Percent-decodes to text, once. A malformed triplet, or octets that are not text, fail the query with an error that names the row and the offset.",
    },
    Row {
        function: Function::TryDecode,
        name: "try_pct_decode",
        columns: &["text"],
        constants: &["charset"],
        required: 0,
        call: |given| given.decode(Malformed::Null),
        example: ("try_pct_decode('100%')", ""),
        about: "Percent-decodes to text, once. The result is NULL where pct_decode would fail.",
    },
    Row {
        function: Function::DecodeLossy,
        name: "pct_decode_lossy",
        columns: &["text"],
        constants: &["charset"],
        required: 0,
        call: |given| given.decode(Malformed::Lossy),
        example: ("pct_decode_lossy('caf%E9')", "caf\u{FFFD}"),
        about: "Percent-decodes to text, once. Malformed triplets are kept, and octets that are not text become U+FFFD.",
    },
    Row {
        function: Function::DecodeBytes,
        name: "pct_decode_bytes",
        columns: &["text"],
        constants: &[],
        required: 0,
        call: |_| Ok(Call::DecodeBytes { plus_as_space: false }),
        example: ("pct_decode_bytes('%00%FF')", "00ff"),
        about: "Percent-decodes to octets, once. A malformed triplet fails the query with an error that names the row and the offset.",
    },
    Row {
        function: Function::DecodeLayers,
        name: "pct_decode_layers",
        columns: &["text"],
        constants: &["max"],
        required: 0,
        call: |given| Ok(Call::DecodeLayers { max: given.number(LAYERS)? }),
        example: ("pct_decode_layers('%252F')", "{text: /, layers: 2}"),
        about: "Percent-decodes until nothing changes, and says how often that took: text and layers. NULL past the limit of layers (8 by default), and where the octets are not UTF-8. For inspection; a program that uses a text decodes it once.",
    },
    Row {
        function: Function::Error,
        name: "pct_error",
        columns: &["text"],
        constants: &[],
        required: 0,
        call: |_| Ok(Call::Error),
        example: ("pct_error('100%')", "{offset: 3, kind: truncated}"),
        about: "Why pct_decode would fail: the offset of the error in bytes, and its kind (truncated, not-hex or invalid-utf-8). NULL where it would not.",
    },
    Row {
        function: Function::Normalize,
        name: "pct_normalize",
        columns: &["reference"],
        constants: &["level"],
        required: 0,
        call: |given| Ok(Call::Normalize(given.normal_level()?)),
        example: ("pct_normalize('HTTP://EXAMPLE.com/%7euser')", "http://example.com/~user"),
        about: "Brings a URI reference into its normal form (RFC 3986 section 6.2.2) at the level path (the default), percent or scheme. What is malformed stays, and so does a text that is not one reference alone.",
    },
    Row {
        function: Function::Respell,
        name: "pct_respell",
        columns: &["reference"],
        constants: &["convention"],
        required: 1,
        call: |given| Ok(Call::Respell(Box::new(respell(given.0[0])?))),
        example: ("pct_respell('https://a.example/?b=2+3&a', 'rfc5849')", "https://a.example/?a=&b=2%203"),
        about: "Spells the path and the query of a URI reference again, and keeps all else: each piece of data is decoded once and encoded by the convention rfc3986, whatwg, form, rfc5849, aws-sigv4 or aws-sigv4-s3, or under the set with this name. A malformed triplet, or a text that is not one reference alone and would change, fails the query with an error that names the row and the offset.",
    },
    Row {
        function: Function::Equivalent,
        name: "pct_equivalent",
        columns: &["reference", "other"],
        constants: &["level", "options"],
        required: 0,
        call: |given| Ok(Call::Equivalent(given.comparing(Level::default())?)),
        example: ("pct_equivalent('/%7Euser', '/~user')", "true"),
        about: "Whether two URI references are equivalent: whether they have the same normal form at the level path (the default), percent or scheme, or the same data at the level decoded. The options iri, plus, nfc and any-order, with spaces between, are those of pct_key.",
    },
    Row {
        function: Function::Key,
        name: "pct_key",
        columns: &["reference"],
        constants: &["level", "options"],
        required: 0,
        call: |given| Ok(Call::Key(given.comparing(Level::Decoded)?)),
        example: ("pct_key('HTTP://a/%40b%2fc?q=é')", "http://a/@b%2Fc?q=%C3%A9"),
        about: "A text to group and join by, which two URI references share exactly where they are equivalent at the level decoded (the default), percent, path or scheme. Options, with spaces between: iri makes a character the same as its triplets; any-order takes parameters of different names in any order; plus reads + in a query as a space, and nfc makes a letter with its accent the same in one character and in two, both at the level decoded. Not always a reference.",
    },
    Row {
        function: Function::Resolve,
        name: "pct_resolve",
        columns: &["base", "reference"],
        constants: &[],
        required: 0,
        call: |_| Ok(Call::Resolve),
        example: ("pct_resolve('http://a/b/c?q', '../d')", "http://a/d"),
        about: "The target of a URI reference at a base (RFC 3986 section 5.2): what a link in a document means. NULL if the base has no scheme, and where one of the two is not one reference alone.",
    },
    Row {
        function: Function::Requote,
        name: "pct_requote",
        columns: &["reference"],
        constants: &[],
        required: 0,
        call: |_| Ok(Call::Requote),
        example: ("pct_requote('https://a.example/b c?q=50%')", "https://a.example/b%20c?q=50%25"),
        about: "Repairs a URI reference that was pasted or built from parts: encodes what a URI must not contain, and keeps its triplets. NULL where a text is not one reference alone.",
    },
    Row {
        function: Function::Remove,
        name: "pct_remove",
        columns: &["reference"],
        constants: &["names"],
        required: 1,
        call: |given| Ok(Call::RemoveParameters { names: names(given.0[0]) }),
        example: ("pct_remove('/a?utm_id=7&q=x%20y&gclid=1', 'utm_* gclid')", "/a?q=x%20y"),
        about: "Removes the parameters with these decoded names from the query of a URI reference, and keeps all else. Names have spaces between; utm_* is each that begins with utm_. NULL where a text is not one reference alone.",
    },
    Row {
        function: Function::UriParts,
        name: "uri_parts",
        columns: &["reference"],
        constants: &[],
        required: 0,
        call: |_| Ok(Call::UriParts),
        example: ("uri_parts('http://example.com/a%2Fb?c=d')", "{scheme: http, userinfo: , host: example.com, port: , path: /a%2Fb, query: c=d, fragment: }"),
        about: "Splits a URI reference into scheme, userinfo, host, port, path, query and fragment. Each stays encoded. What the reference does not have is NULL.",
    },
    Row {
        function: Function::FormParse,
        name: "form_parse",
        columns: &["query"],
        constants: &[],
        required: 0,
        call: |_| Ok(Call::FormParse),
        example: ("form_parse('a=1+2&b=%26')", "[{name: a, value: 1 2}, {name: b, value: &}]"),
        about: "Splits application/x-www-form-urlencoded text, such as a query, into pairs, and decodes each name and value after that.",
    },
    Row {
        function: Function::FormGet,
        name: "form_get",
        columns: &["query"],
        constants: &["name"],
        required: 1,
        call: |given| Ok(Call::FormGet { name: given.0[0].to_owned() }),
        example: ("form_get('a=1+2&b=%26', 'b')", "&"),
        about: "The decoded value of the first pair with this name in application/x-www-form-urlencoded text. NULL if there is none.",
    },
    Row {
        function: Function::Lint,
        name: "pct_lint",
        columns: &["text"],
        constants: &["context"],
        required: 0,
        call: |given| Ok(Call::Lint(given.context()?)),
        example: ("pct_lint('a%00')", "[{id: nul-byte, severity: error, offset: 1}]"),
        about: "What to look at in a text before it is used: the rule, its severity (info, warn or error) and the offset in bytes, as a reference (the context url, the default), or as a path, segment, query, form, host, userinfo or fragment, or as a text of an unknown kind (any).",
    },
];

// A function is the index of its row.
const _: () = {
    let mut index = 0;
    while index < ROWS.len() {
        assert!(ROWS[index].function as usize == index);
        index += 1;
    }
};

impl Function {
    /// All functions, in the order of the documentation.
    pub const ALL: [Function; ROWS.len()] = {
        let mut all = [Function::Encode; ROWS.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = ROWS[index].function;
            index += 1;
        }
        all
    };

    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name in SQL.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The function with this name in SQL, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.name().eq_ignore_ascii_case(name))
    }

    /// What it does, in a sentence or two.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.row().about
    }

    /// How many of its first arguments are columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.row().columns.len()
    }

    /// The names of the arguments that are columns.
    #[must_use]
    pub const fn column_names(self) -> &'static [&'static str] {
        self.row().columns
    }

    /// The names of its further arguments. They are constants; the first [`required_constants`](Function::required_constants) of them
    /// must be given.
    #[must_use]
    pub const fn constants(self) -> &'static [&'static str] {
        self.row().constants
    }

    /// How many of its constants must be given.
    #[must_use]
    pub const fn required_constants(self) -> usize {
        self.row().required
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
        self.row().example
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
        (self.row().call)(&Constants(constants))
    }

    /// A call whose constants stand for those that are not known yet, for an engine that asks for the type of the result: the type
    /// depends on no constant.
    ///
    /// ```
    /// use triplet_arrow::Function;
    /// use arrow_schema::DataType;
    ///
    /// assert_eq!(Function::FormGet.any_call().return_type(&[DataType::Utf8]), Ok(DataType::Utf8));
    /// ```
    #[must_use]
    pub fn any_call(self) -> Call {
        // It is the name of a convention too.
        let constants = vec!["form"; self.required_constants()];
        self.bind(&constants)
            .expect("each function takes this word for each constant that it requires")
    }
}

/// The constants of a call. A constant that is left out has its default.
struct Constants<'c>(&'c [&'c str]);

impl Constants<'_> {
    fn set(&self) -> Result<EncodeSet, BindError> {
        self.0.first().map_or(Ok(rfc3986::UNRESERVED), |name| set(name))
    }

    fn charset(&self, at: usize) -> Result<Charset, BindError> {
        self.0.get(at).map_or(Ok(Charset::UTF_8), |label| charset(label))
    }

    fn level(&self) -> Result<Level, BindError> {
        self.level_or(Level::default())
    }

    fn level_or(&self, default: Level) -> Result<Level, BindError> {
        self.0.first().map_or(Ok(default), |name| level(name))
    }

    /// A level, and the options that go with it.
    fn comparing(&self, default: Level) -> Result<Comparing, BindError> {
        let level = self.level_or(default)?;
        let options = CompareOption::listed(self.0.get(1).copied().unwrap_or_default());
        let options = options.map_err(|message| BindError { message })?;
        let comparing = options.into_iter().fold(Comparing::at(level), Comparing::with);
        match comparing.normalizer().conflict() {
            Some(option) => {
                let message = format!("the option `{option}` goes with the level `decoded`");
                Err(BindError { message })
            }
            None => Ok(comparing),
        }
    }

    /// A level that has a normal form.
    fn normal_level(&self) -> Result<Level, BindError> {
        let level = self.level()?;
        match level.has_normal_form() {
            true => Ok(level),
            false => Err(BindError { message: NoNormalForm.to_string() }),
        }
    }

    fn context(&self) -> Result<Context, BindError> {
        self.0.first().map_or(Ok(Context::default()), |name| context(name))
    }

    fn number(&self, default: usize) -> Result<usize, BindError> {
        self.0.first().map_or(Ok(default), |text| number(text))
    }

    fn decode(&self, malformed: Malformed) -> Result<Call, BindError> {
        Ok(Call::Decode { charset: self.charset(0)?, malformed, plus_as_space: false })
    }
}

/// Names of parameters, with spaces between.
fn names(given: &str) -> Vec<String> {
    given.split(' ').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn set(name: &str) -> Result<EncodeSet, BindError> {
    let names = EncodeSet::names().map(|named| named.name);
    EncodeSet::by_name(name).ok_or_else(|| unknown("encode set", name, names))
}

fn respell(name: &str) -> Result<Respell, BindError> {
    let conventions = Convention::ALL.into_iter().map(Convention::name);
    let names = conventions.chain(EncodeSet::names().map(|named| named.name));
    Respell::by_name(name).ok_or_else(|| unknown("convention or encode set", name, names))
}

fn charset(label: &str) -> Result<Charset, BindError> {
    let names = Charset::all().map(Charset::name);
    Charset::for_label(label).ok_or_else(|| unknown("charset", label, names))
}

fn level(name: &str) -> Result<Level, BindError> {
    Level::by_name(name).ok_or_else(|| unknown("level", name, Level::ALL.map(Level::name)))
}

fn context(name: &str) -> Result<Context, BindError> {
    Context::by_name(name).ok_or_else(|| unknown("context", name, Context::ALL.map(Context::name)))
}

fn number(text: &str) -> Result<usize, BindError> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
        BindError { message: format!("`{shown}` is not a number from 0 on") }
    })
}

#[cold]
fn unknown(what: &str, name: &str, names: impl IntoIterator<Item = &'static str>) -> BindError {
    BindError { message: triplet::unknown_name(what, name, names) }
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
            assert_eq!(error.split('`').nth(3), Some(nearest), "{error}");
        }
    }
}
