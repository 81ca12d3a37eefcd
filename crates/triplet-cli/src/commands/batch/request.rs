//! A request: a JSON object whose options are checked against what its operation knows.
#![forbid(unsafe_code)]

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use triplet::ecmascript::{self, JsUriError};

use crate::names::ascii_list;

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

    pub fn into_value(self) -> Value {
        let mut error = Map::new();
        error.insert("kind".into(), self.kind.into());
        if let Some(offset) = self.offset {
            error.insert("offset".into(), offset.into());
        }
        error.insert("message".into(), self.message.into());
        json!({ "error": error })
    }
}

/// The offset is that in the input as it was given: in bytes of text, or in code units.
impl From<JsUriError> for Failure {
    fn from(error: JsUriError) -> Failure {
        Failure::new(error.kind().name(), Some(error.offset()), error)
    }
}

/// A name and a value, as bytes.
type BytePair = (Vec<u8>, Vec<u8>);

/// The fields of a request, without its `id`.
pub struct Request(pub Map<String, Value>);

/// Reads a request. The `id` is returned by itself, as it is written. If the line is not a request, it is the first `id` of
/// the object, unless the line is not JSON before it.
pub fn read(line: &[u8]) -> (Result<Request, Failure>, Option<&RawValue>) {
    let mut id = None;
    let request = parse(line, Fields { id: &mut id });
    let request = request.map_err(|error| {
        if id.is_none() {
            // Only the id is read, so that no other value of the line matters. The error of the line is known
            // already.
            let _ = parse(line, IdAlone { id: &mut id });
        }
        Failure::new("bad-request", Some(error.column().saturating_sub(1)), error)
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

/// An object whose keys are all different: of two equal ones, one would be dropped.
struct Fields<'i, 'de> {
    id: &'i mut Option<&'de RawValue>,
}

impl<'de> DeserializeSeed<'de> for Fields<'_, 'de> {
    type Value = Request;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Request, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_, 'de> {
    type Value = Request;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request, which is a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if fields.contains_key(&key) || (key == "id" && self.id.is_some()) {
                return Err(A::Error::custom(format_args!("`{key}` is given twice")));
            }
            if key == "id" {
                *self.id = Some(map.next_value()?);
            } else {
                fields.insert(key, map.next_value()?);
            }
        }
        Ok(Request(fields))
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

impl Request {
    /// Whether this is a case of a test suite, whose annotations, names of levels and of options are known too.
    pub fn is_case(&self) -> bool {
        self.0.contains_key("suite")
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
        let Some(key) = self.0.keys().find(|key| !is_known(key)) else { return Ok(()) };
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
        match self.0.get(key) {
            None => Ok(default),
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(Failure::request(format_args!("`{key}` must be a string"))),
        }
    }

    pub fn optional_text(&self, key: &str) -> Result<Option<&str>, Failure> {
        self.0.get(key).map(|_| self.text(key, "")).transpose()
    }

    /// An array of texts, empty if the request does not have it.
    pub fn texts(&self, key: &str) -> Result<Vec<String>, Failure> {
        let wrong = || Failure::request(format_args!("`{key}` must be an array of strings"));
        let Some(given) = self.0.get(key) else { return Ok(Vec::new()) };
        let texts = given.as_array().ok_or_else(wrong)?.iter();
        texts.map(|text| text.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
    }

    pub fn flag(&self, key: &str, default: bool) -> Result<bool, Failure> {
        Ok(self.optional_flag(key)?.unwrap_or(default))
    }

    pub fn optional_flag(&self, key: &str) -> Result<Option<bool>, Failure> {
        let alias = || self.alias(key).and_then(|alias| self.0.get(alias));
        match self.0.get(key).or_else(alias) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(Failure::request(format_args!("`{key}` must be true or false"))),
        }
    }

    pub fn number(&self, key: &str, default: usize) -> Result<usize, Failure> {
        match self.0.get(key) {
            None => Ok(default),
            Some(number) => number
                .as_u64()
                .and_then(|number| usize::try_from(number).ok())
                .ok_or_else(|| Failure::request(format_args!("`{key}` must be a whole number"))),
        }
    }

    /// One of the given words.
    pub fn word(&self, key: &str, words: &[&'static str]) -> Result<&'static str, Failure> {
        let given = self.text(key, words[0])?;
        words.iter().find(|word| **word == given).copied().ok_or_else(|| {
            Failure::request(format_args!("`{key}` must be one of {}", words.join(", ")))
        })
    }

    /// The input with its key. No key and two keys are errors.
    fn input(&self) -> Result<(&'static str, &Value), Failure> {
        let mut given = INPUTS.iter().filter_map(|key| Some((*key, self.0.get(*key)?)));
        match (given.next(), given.next()) {
            (Some(input), None) => Ok(input),
            (None, _) => Err(Failure::request("`input`, `input_hex` or `input_utf16` is missing")),
            (Some(_), Some(_)) => Err(Failure::request("the input is given twice")),
        }
    }

    /// The input as bytes. Half a surrogate pair is an error, as in JavaScript's functions: it has no UTF-8.
    pub fn bytes(&self) -> Result<Vec<u8>, Failure> {
        let (key, value) = self.input()?;
        if key == "input_utf16" {
            let units = units_of(value)?;
            return match String::from_utf16(&units) {
                Ok(text) => Ok(text.into_bytes()),
                Err(error) => match ecmascript::encode_uri_component_utf16(&units) {
                    Err(error) => Err(error.into()),
                    Ok(_) => Err(Failure::request(error)),
                },
            };
        }
        bytes_of(key, value)
    }

    /// The input as bytes, where the URL standard takes a *scalar value string*: half a surrogate pair becomes
    /// U+FFFD (Infra standard section 4.7).
    pub fn scalar_bytes(&self) -> Result<Vec<u8>, Failure> {
        let (key, value) = self.input()?;
        bytes_of(key, value)
    }

    /// The octets of an option that lists ASCII characters.
    pub fn ascii(&self, key: &str) -> Result<&[u8], Failure> {
        let list = self.text(key, "")?;
        ascii_list(list).map_err(|what| Failure::request(format_args!("`{key}`: {what}")))
    }

    /// The input as text, which it must be.
    pub fn string(&self) -> Result<String, Failure> {
        text_of(self.bytes()?)
    }

    /// The input as UTF-16, exactly.
    pub fn units(&self) -> Result<Vec<u16>, Failure> {
        match self.input()? {
            ("input_utf16", value) => units_of(value),
            _ => Ok(self.string()?.encode_utf16().collect()),
        }
    }

    /// Whether the input is given as text, and not as octets.
    pub fn is_text(&self) -> bool {
        !self.0.contains_key("input_hex")
    }

    /// Whether the input is given as code units.
    pub fn is_utf16(&self) -> bool {
        self.0.contains_key("input_utf16")
    }

    /// The input as pairs: an array of arrays of two, each as [`Request::scalar_bytes`].
    pub fn pairs(&self) -> Result<Vec<BytePair>, Failure> {
        let (key, value) = self.input()?;
        let wrong = || Failure::request("the input must be an array of [name, value]");
        let pairs = value.as_array().ok_or_else(wrong)?;
        pairs
            .iter()
            .map(|pair| match pair.as_array().map(Vec::as_slice) {
                Some([name, value]) => Ok((bytes_of(key, name)?, bytes_of(key, value)?)),
                _ => Err(wrong()),
            })
            .collect()
    }
}

/// The input as text, which it must be.
pub fn text_of(bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::new("invalid-utf-8", Some(at), "the input is not UTF-8")
    })
}

fn bytes_of(key: &str, value: &Value) -> Result<Vec<u8>, Failure> {
    let text = value.as_str();
    let text = text.ok_or_else(|| Failure::request(format_args!("`{key}` must be a string")))?;
    match key {
        "input_hex" => hex(text),
        "input_utf16" => Ok(String::from_utf16_lossy(&units_of(value)?).into_bytes()),
        _ => Ok(text.as_bytes().to_vec()),
    }
}

fn units_of(value: &Value) -> Result<Vec<u16>, Failure> {
    let text = value.as_str();
    let text = text.ok_or_else(|| Failure::request("`input_utf16` must be a string"))?;
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
    let mut digits = Vec::new();
    for (offset, digit) in text.char_indices().filter(|(_, c)| !c.is_ascii_whitespace()) {
        let value = digit.to_digit(16).ok_or_else(|| {
            Failure::new("bad-request", Some(offset), "not a hexadecimal digit in the input")
        })?;
        digits.push(value as u8);
    }
    let (pairs, rest) = digits.as_chunks::<2>();
    if rest.is_empty() {
        Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect())
    } else {
        Err(Failure::request("an odd number of hexadecimal digits"))
    }
}
