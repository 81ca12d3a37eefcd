//! The input of a request: text, octets or code units, one reference or two, or pairs.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use triplet::{ErrorKind, ecmascript};

use super::each::Each;
use super::failure::{Failure, is_shape, located};
use super::request::{Given, INPUTS, Request};
use crate::commands::json_text::Text;
use crate::commands::reference::{LINE_BREAK, alone, line_break};

impl<'de> Request<'de> {
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

    /// Calls the function for each pair of the input, an array of arrays of two, each as [`Request::scalar_bytes`]. For null
    /// it gets no value.
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
