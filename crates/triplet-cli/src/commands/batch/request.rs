//! A request: a JSON object whose options are checked against what its operation knows.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use triplet::ecmascript;
use triplet::normalization::NormalizationForm;
use triplet::{ErrorKind, InputError, UnknownName};

use super::answer::Answer;
use super::each::Each;
use crate::commands::json_text::Text;
use crate::commands::reference::{LINE_BREAK, alone, line_break};
use crate::error::{LONE_SURROGATE, json_error};
use crate::names::ascii_list;
use crate::pipeline::Problem;

/// An answer that is an error.
pub struct Failure {
    kind: &'static str,
    offset: Option<usize>,
    message: String,
}

impl Failure {
    pub fn new(kind: &'static str, offset: Option<usize>, message: impl ToString) -> Failure {
        Failure { kind, offset, message: message.to_string() }
    }

    /// An error in the request itself.
    pub fn request(message: impl ToString) -> Failure {
        Failure::new("bad-request", None, message)
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    /// The answer that it is.
    pub fn into_answer<'r>(self) -> Answer<'r> {
        Box::new(move |members| members.put("error", &ErrorValue(&self)))
    }
}

struct ErrorValue<'f>(&'f Failure);

impl Serialize for ErrorValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Failure { kind, offset, message } = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", kind)?;
        if let Some(offset) = offset {
            map.serialize_entry("offset", offset)?;
        }
        map.serialize_entry("message", message)?;
        map.end()
    }
}

/// The offset is that in the input as it was given: in bytes of text, or in code units.
impl<E: InputError> From<E> for Failure {
    fn from(error: E) -> Failure {
        let offset = error.place().map(|at| at.try_into().unwrap_or(usize::MAX));
        Failure::new(error.kind_name(), offset, error)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        let kind = problem.kind().unwrap_or("bad-request");
        Failure::new(kind, Some(problem.offset), problem.message())
    }
}

/// The most members that a request has: more than any operation knows.
const MOST_MEMBERS: usize = 64;

/// The most texts in an array of an option.
const MOST_TEXTS: usize = 1000;

/// The value of a field of a request. The value stays as it is written until an operation asks for it in a type: a tree of any
/// values takes many times the memory of the line.
struct Given<'de> {
    raw: &'de RawValue,
    /// A string, without its escapes.
    text: Option<Cow<'de, str>>,
}

/// The fields of a request, without its `id`.
pub struct Request<'de> {
    line: &'de [u8],
    fields: Vec<(Cow<'de, str>, Given<'de>)>,
}

/// Reads a request. The `id` is returned by itself, as it is written. If the line is not a request, the `id` is the first one of
/// the object, unless the line is not JSON before it.
pub fn read(line: &[u8]) -> (Result<Request<'_>, Failure>, Option<&RawValue>) {
    let (mut id, mut wrong) = (None, None);
    let request = parse(line, Fields { line, id: &mut id, wrong: &mut wrong });
    let request = request.map_err(|error| {
        if id.is_none() {
            // Only the id is read, so that no other value of the line matters. The error of the line is known
            // already.
            let _ = parse(line, IdAlone { id: &mut id });
        }
        let at = error.column().saturating_sub(1);
        wrong.unwrap_or_else(|| Failure::new("bad-request", Some(at), error))
    });
    (request, id)
}

fn parse<'de, T: DeserializeSeed<'de>>(
    line: &'de [u8],
    seed: T,
) -> Result<T::Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let value = seed.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Whether what is wrong in a value is its type, or the length of an array.
fn is_shape(error: &serde_json::Error) -> bool {
    error.is_data() || json_error(error) == "trailing characters"
}

/// An error in a value, with its place in the line.
fn located(line: &[u8], raw: &RawValue, error: &serde_json::Error) -> Failure {
    let column = raw.get().as_ptr().addr().saturating_sub(line.as_ptr().addr()) + error.column();
    let what = json_error(error);
    let kind = if what == LONE_SURROGATE { ErrorKind::LoneSurrogate.name() } else { "bad-request" };
    let place = Some(column.saturating_sub(1));
    Failure::new(kind, place, format_args!("{what} at line 1 column {column}"))
}

/// An object whose keys are all different: of two equal ones, one would be dropped.
struct Fields<'i, 'de> {
    line: &'de [u8],
    id: &'i mut Option<&'de RawValue>,
    /// An error that has its place already.
    wrong: &'i mut Option<Failure>,
}

impl<'de> DeserializeSeed<'de> for Fields<'_, 'de> {
    type Value = Request<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Request<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_, 'de> {
    type Value = Request<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request, which is a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request<'de>, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, Given<'de>)> = Vec::new();
        while let Some(Text(key)) = map.next_key()? {
            let is_known = fields.iter().any(|(known, _)| *known == key);
            if is_known || (key == "id" && self.id.is_some()) {
                return Err(A::Error::custom(format_args!("`{key}` is given twice")));
            }
            if key == "id" {
                *self.id = Some(map.next_value()?);
                continue;
            }
            if fields.len() == MOST_MEMBERS {
                let what = format_args!("a request has at most {MOST_MEMBERS} members");
                return Err(A::Error::custom(what));
            }
            let raw: &RawValue = map.next_value()?;
            let text = match raw.get().starts_with('"').then(|| serde_json::from_str(raw.get())) {
                None => None,
                Some(Ok(Text(text))) => Some(text),
                Some(Err(error)) => {
                    *self.wrong = Some(located(self.line, raw, &error));
                    return Err(A::Error::custom(error));
                }
            };
            fields.push((key, Given { raw, text }));
        }
        Ok(Request { line: self.line, fields })
    }
}

/// The first `id` of an object. Other values need only be JSON: numbers of any size, nested to any depth.
struct IdAlone<'i, 'de> {
    id: &'i mut Option<&'de RawValue>,
}

impl<'de> DeserializeSeed<'de> for IdAlone<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for IdAlone<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" && self.id.is_none() {
                *self.id = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// Where text is given: exactly one of these keys.
pub const INPUTS: [&str; 3] = ["input", "input_hex", "input_utf16"];

/// Keys that describe a case of a test suite and change nothing: what is expected, and where the case is from. A request has
/// them only if it has `suite`, which says that it is such a case.
const ANNOTATIONS: &[&str] = &[
    "suite",
    "src",
    "note",
    "expect",
    "expect_hex",
    "expect_utf16",
    "expect_any_of",
    "error",
    "derived",
    "kind",
    "ref_agrees",
    "profile",
    "conflict",
    "licence",
];

impl<'de> Request<'de> {
    fn get(&self, key: &str) -> Option<&Given<'de>> {
        self.fields.iter().find(|(name, _)| name == key).map(|(_, given)| given)
    }

    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// A value as it is written.
    pub fn written(&self, key: &str) -> Option<&'de str> {
        self.get(key).map(|given| given.raw.get())
    }

    /// The length of the line.
    pub fn length(&self) -> usize {
        self.line.len()
    }

    /// Whether this is a case of a test suite, whose annotations, names of levels and of options are known too.
    pub fn is_case(&self) -> bool {
        self.has("suite")
    }

    /// The name that a case of a test suite has for an option.
    fn alias(&self, key: &str) -> Option<&'static str> {
        match key {
            "strip_question_mark" if self.is_case() => Some("strip_leading_question"),
            "encode_disallowed" if self.is_case() => Some("encode_disallowed_ascii"),
            _ => None,
        }
    }

    /// Refuses every key that the operation does not know.
    pub fn check_keys(
        &self,
        op: &str,
        options: &[(&str, &str)],
        inputs: &[&str],
    ) -> Result<(), Failure> {
        let is_known = |key: &str| {
            key == "op"
                || inputs.contains(&key)
                || options.iter().any(|(name, _)| *name == key || self.alias(name) == Some(key))
                || (self.is_case() && ANNOTATIONS.contains(&key))
        };
        let mut keys = self.fields.iter().map(|(key, _)| key);
        let Some(key) = keys.find(|key| !is_known(key)) else { return Ok(()) };
        if INPUTS.contains(&&**key) {
            let what = match inputs {
                [] => "no input".to_owned(),
                inputs => format!("its input as `{}`", inputs.join("`, `")),
            };
            return Err(Failure::request(format_args!("`{op}` takes {what}, and not `{key}`")));
        }
        let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
        let known = match names.is_empty() {
            true => "it has no options".to_owned(),
            false => format!("its options are {}", names.join(", ")),
        };
        Err(Failure::request(format_args!("`{op}` has no option `{key}`; {known}")))
    }

    pub fn text(&self, key: &str, default: &'static str) -> Result<&str, Failure> {
        Ok(self.optional_text(key)?.unwrap_or(default))
    }

    pub fn optional_text(&self, key: &str) -> Result<Option<&str>, Failure> {
        match self.get(key) {
            None => Ok(None),
            Some(Given { text: Some(text), .. }) => Ok(Some(text)),
            Some(_) => Err(Failure::request(format_args!("`{key}` must be a string"))),
        }
    }

    /// An array of texts, empty if the request does not have it.
    pub fn texts(&self, key: &str) -> Result<Vec<String>, Failure> {
        let Some(given) = self.get(key) else { return Ok(Vec::new()) };
        let mut texts = Vec::new();
        let mut failed = None;
        let each = Each(|Text(text): Text<'_>| {
            if texts.len() == MOST_TEXTS {
                let what = format_args!("`{key}` has at most {MOST_TEXTS} texts");
                failed = Some(Failure::new("too-long", None, what));
                return false;
            }
            texts.push(text.into_owned());
            true
        });
        let wrong = || Failure::request(format_args!("`{key}` must be an array of strings"));
        self.each_member(given, each, wrong)?;
        failed.map_or(Ok(texts), Err)
    }

    /// Calls the function for each member of an array until it returns false. Members of another type are the error `wrong`.
    fn each_member<T: Deserialize<'de>>(
        &self,
        given: &Given<'de>,
        each: Each<impl FnMut(T) -> bool>,
        wrong: impl FnOnce() -> Failure,
    ) -> Result<(), Failure> {
        let mut deserializer = serde_json::Deserializer::from_str(given.raw.get());
        let mut is_ended = false;
        let read = each.read(&mut deserializer, &mut is_ended);
        match read {
            Err(_) if is_ended => Ok(()),
            Err(error) if is_shape(&error) => Err(wrong()),
            Err(error) => Err(located(self.line, given.raw, &error)),
            Ok(()) => Ok(()),
        }
    }

    pub fn flag(&self, key: &str, default: bool) -> Result<bool, Failure> {
        Ok(self.optional_flag(key)?.unwrap_or(default))
    }

    pub fn optional_flag(&self, key: &str) -> Result<Option<bool>, Failure> {
        let alias = || self.alias(key).and_then(|alias| self.written(alias));
        match self.written(key).or_else(alias) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(Failure::request(format_args!("`{key}` must be true or false"))),
        }
    }

    pub fn number(&self, key: &str, default: usize) -> Result<usize, Failure> {
        let Some(written) = self.written(key) else { return Ok(default) };
        serde_json::from_str(written)
            .map_err(|_| Failure::request(format_args!("`{key}` must be a whole number")))
    }

    /// One of the given words.
    pub fn word(&self, key: &str, words: &[&'static str]) -> Result<&'static str, Failure> {
        let given = self.text(key, words[0])?;
        words.iter().find(|word| **word == given).copied().ok_or_else(|| {
            Failure::request(format_args!("`{key}` must be one of {}", words.join(", ")))
        })
    }

    /// Whether malformed triplets are kept.
    pub fn is_lenient(&self, default: bool) -> Result<bool, Failure> {
        let words = if default { ["keep", "error"] } else { ["error", "keep"] };
        Ok(self.word("malformed", &words)? == "keep")
    }

    /// A value of a type of the library by its name, the default without one.
    pub fn named<T: Default + FromStr<Err = UnknownName>>(&self, key: &str) -> Result<T, Failure> {
        Ok(self.optional_named(key)?.unwrap_or_default())
    }

    /// A value of a type of the library by its name, if there is one.
    pub fn optional_named<T: FromStr<Err = UnknownName>>(
        &self,
        key: &str,
    ) -> Result<Option<T>, Failure> {
        let given = self.optional_text(key)?.map(str::parse).transpose();
        given.map_err(|unknown: UnknownName| {
            let names = unknown.names().join(", ");
            Failure::request(format_args!("`{key}` must be one of {names}"))
        })
    }

    /// The input with its key. No key and two keys are errors.
    fn input(&self) -> Result<(&'static str, &Given<'de>), Failure> {
        let mut given = INPUTS.iter().filter_map(|key| Some((*key, self.get(key)?)));
        match (given.next(), given.next()) {
            (Some(input), None) => Ok(input),
            (None, _) => Err(Failure::request("`input`, `input_hex` or `input_utf16` is missing")),
            (Some(_), Some(_)) => Err(Failure::request("the input is given twice")),
        }
    }

    /// The input with its key. The input must be a string.
    fn input_text(&self) -> Result<(&'static str, &str), Failure> {
        let (key, given) = self.input()?;
        let text = given.text.as_deref();
        let wrong = || Failure::request(format_args!("`{key}` must be a string"));
        Ok((key, text.ok_or_else(wrong)?))
    }

    /// The input as bytes. Half a surrogate pair is an error, as in JavaScript's functions: it has no UTF-8.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, Failure> {
        let (key, text) = self.input_text()?;
        if key == "input_utf16" {
            let units = units_of(text)?;
            return match String::from_utf16(&units) {
                Ok(text) => Ok(text.into_bytes().into()),
                Err(error) => match ecmascript::encode_uri_component_utf16(&units) {
                    Err(error) => Err(error.into()),
                    Ok(_) => Err(Failure::request(error)),
                },
            };
        }
        bytes_of(key, text)
    }

    /// The input as bytes, where the URL standard takes a *scalar value string*: half a surrogate pair becomes
    /// U+FFFD (Infra standard section 4.7).
    pub fn scalar_bytes(&self) -> Result<Cow<'_, [u8]>, Failure> {
        let (key, text) = self.input_text()?;
        bytes_of(key, text)
    }

    /// The octets of an option that lists ASCII characters.
    pub fn ascii(&self, key: &str) -> Result<&[u8], Failure> {
        let list = self.text(key, "")?;
        ascii_list(list).map_err(|what| Failure::request(format_args!("`{key}`: {what}")))
    }

    /// The input as text, which it must be.
    pub fn string(&self) -> Result<Cow<'_, str>, Failure> {
        match self.input_text()? {
            ("input", text) => Ok(text.into()),
            _ => text_of(self.bytes()?),
        }
    }

    /// The input as a reference: without a line break (RFC 3986 section 2), and not with text before an address. An operation that only
    /// analyses takes [`Request::string`].
    pub fn reference(&self) -> Result<Cow<'_, str>, Failure> {
        let reference = self.string()?;
        alone(reference.as_bytes())?;
        Ok(reference)
    }

    /// An option that is a reference.
    pub fn optional_reference(&self, key: &str) -> Result<Option<&str>, Failure> {
        let reference = self.optional_text(key)?;
        match reference.and_then(|text| line_break(text.as_bytes())) {
            Some(at) => {
                let what = format_args!("`{key}`, at offset {at}: {LINE_BREAK}");
                Err(Failure::new("line-break", None, what))
            }
            None => Ok(reference),
        }
    }

    /// The input as UTF-16, exactly.
    pub fn units(&self) -> Result<Vec<u16>, Failure> {
        match self.input_text()? {
            ("input_utf16", text) => units_of(text),
            _ => Ok(self.string()?.encode_utf16().collect()),
        }
    }

    /// Whether the input is given as text, and not as octets.
    pub fn is_text(&self) -> bool {
        !self.has("input_hex")
    }

    /// Whether the input is given as code units.
    pub fn is_utf16(&self) -> bool {
        self.has("input_utf16")
    }

    /// Whether the input is an array.
    pub fn is_array(&self) -> bool {
        self.written("input").is_some_and(|input| input.starts_with('['))
    }

    /// The normalization form of Unicode that is asked for.
    pub fn form(&self) -> Result<Option<NormalizationForm>, Failure> {
        match (self.flag("nfc", false)?, self.flag("nfd", false)?) {
            (true, true) => Err(Failure::request("`nfc` and `nfd` do not go together")),
            (true, false) => Ok(Some(NormalizationForm::Nfc)),
            (false, true) => Ok(Some(NormalizationForm::Nfd)),
            (false, false) => Ok(None),
        }
    }

    /// The two texts that the input is an array of.
    pub fn two_references(&self) -> Result<(Cow<'de, str>, Cow<'de, str>), Failure> {
        let wrong = || Failure::request("`input` must be an array of two references");
        let given = self.get("input").ok_or_else(wrong)?;
        match serde_json::from_str::<(Text<'de>, Text<'de>)>(given.raw.get()) {
            Ok((Text(a), Text(b))) => {
                for (which, text) in [("first", &a), ("second", &b)] {
                    if let Some(at) = line_break(text.as_bytes()) {
                        let what = format_args!("the {which} reference: {LINE_BREAK}");
                        return Err(Failure::new("line-break", Some(at), what));
                    }
                }
                Ok((a, b))
            }
            Err(error) if is_shape(&error) => Err(wrong()),
            Err(error) => Err(located(self.line, given.raw, &error)),
        }
    }

    /// Calls the function for each pair of the input, an array of arrays of two, each as [`Request::scalar_bytes`]. A value that
    /// is null is none.
    pub fn each_pair(
        &self,
        mut each: impl FnMut(&[u8], Option<&[u8]>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (key, given) = self.input()?;
        let mut failed = None;
        let pair = |(Text(name), value): (Text<'de>, Option<Text<'de>>)| {
            let mut of_texts = || {
                let name = bytes_of(key, &name)?;
                let value = value.as_ref().map(|Text(value)| bytes_of(key, value)).transpose()?;
                each(&name, value.as_deref())
            };
            failed = of_texts().err();
            failed.is_none()
        };
        let wrong = || {
            let what = "the input must be an array of [name, value], and only a value may be null";
            Failure::request(what)
        };
        self.each_member(given, Each(pair), wrong)?;
        failed.map_or(Ok(()), Err)
    }
}

/// The input as text, which it must be.
pub fn text_of(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, Failure> {
    let wrong =
        |at| Failure::new(ErrorKind::InvalidUtf8.name(), Some(at), "the input is not UTF-8");
    match bytes {
        Cow::Borrowed(bytes) => {
            str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| wrong(error.valid_up_to()))
        }
        Cow::Owned(bytes) => String::from_utf8(bytes)
            .map(Cow::Owned)
            .map_err(|error| wrong(error.utf8_error().valid_up_to())),
    }
}

fn bytes_of<'t>(key: &str, text: &'t str) -> Result<Cow<'t, [u8]>, Failure> {
    Ok(match key {
        "input_hex" => hex(text)?.into(),
        "input_utf16" => String::from_utf16_lossy(&units_of(text)?).into_bytes().into(),
        _ => text.as_bytes().into(),
    })
}

fn units_of(text: &str) -> Result<Vec<u16>, Failure> {
    let bytes = hex(text)?;
    let (units, rest) = bytes.as_chunks::<2>();
    if rest.is_empty() {
        Ok(units.iter().map(|unit| u16::from_be_bytes(*unit)).collect())
    } else {
        Err(Failure::request("`input_utf16` must have four hexadecimal digits for each code unit"))
    }
}

/// Bytes as pairs of hexadecimal digits; white space between them does not count.
fn hex(text: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    for (offset, digit) in text.char_indices().filter(|(_, c)| !c.is_ascii_whitespace()) {
        let value = digit.to_digit(16).ok_or_else(|| {
            Failure::new("bad-request", Some(offset), "not a hexadecimal digit in the input")
        })?;
        match high.take() {
            None => high = Some(value as u8),
            Some(high) => bytes.push(high << 4 | value as u8),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err(Failure::request("an odd number of hexadecimal digits")),
    }
}
