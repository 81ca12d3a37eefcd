//! A request: a JSON object whose options are checked against what its operation knows.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::str::FromStr;

use serde::de::Deserialize;
use serde_json::value::RawValue;
use triplet::normalization::NormalizationForm;
use triplet::{EncodeSet, UnknownName};

use super::each::Each;
use super::failure::{Failure, is_shape, located};
use crate::commands::json_text::Text;
use crate::commands::reference::{LINE_BREAK, line_break};
use crate::names::{ascii_list, set_by_name};

/// The most texts in an array of an option.
const MOST_TEXTS: usize = 1000;

/// The value of a field of a request. The value stays as it is written until an operation asks for it in a type: a tree of any
/// values takes many times the memory of the line.
pub(super) struct Given<'de> {
    pub(super) raw: &'de RawValue,
    /// A string, without its escapes.
    pub(super) text: Option<Cow<'de, str>>,
}

/// The fields of a request, without its `id`.
pub struct Request<'de> {
    pub(super) line: &'de [u8],
    pub(super) fields: Vec<(Cow<'de, str>, Given<'de>)>,
}

/// Where text is given: exactly one of these keys.
pub const INPUTS: [&str; 3] = ["input", "input_hex", "input_utf16"];

/// Keys that describe a case of a test suite and change nothing: what is expected, and where the case is from. A request has
/// them only if it has `suite`, which says that it is such a case. So whoever has a suite can send its lines as they are.
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
    pub(super) fn get(&self, key: &str) -> Option<&Given<'de>> {
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
    pub(super) fn each_member<T: Deserialize<'de>>(
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

    /// The octets of an option that lists ASCII characters.
    pub fn ascii(&self, key: &str) -> Result<&[u8], Failure> {
        let list = self.text(key, "")?;
        ascii_list(list).map_err(|what| Failure::request(format_args!("`{key}`: {what}")))
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

    /// The normalization form of Unicode that is asked for.
    pub fn form(&self) -> Result<Option<NormalizationForm>, Failure> {
        match (self.flag("nfc", false)?, self.flag("nfd", false)?) {
            (true, true) => Err(Failure::request("`nfc` and `nfd` do not go together")),
            (true, false) => Ok(Some(NormalizationForm::Nfc)),
            (false, true) => Ok(Some(NormalizationForm::Nfd)),
            (false, false) => Ok(None),
        }
    }
}

/// The set with this name.
pub fn set_named(name: &str) -> Result<EncodeSet, Failure> {
    let set = set_by_name(name);
    set.map_err(|what| Failure::request(format_args!("`set`: {what}; `sets` lists all")))
}
