//! Media types (RFC 9110 section 8.3.1), read and written as the MIME Sniffing standard says (sections 4.4 and 4.5).
#![forbid(unsafe_code)]

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::error::{DataUrlError, DataUrlErrorKind};

/// The media type of data: `text/plain;charset=UTF-8`.
///
/// Its `Display` writes it in the form of the standard. Equal if type, subtype and parameters are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MediaType {
    essence: String,
    parameters: Vec<(String, String)>,
}

impl MediaType {
    /// The type and the subtype in lower case, with a slash between them: `text/plain`.
    #[must_use]
    pub fn essence(&self) -> &str {
        &self.essence
    }

    /// The value of a parameter, whose name is compared without regard to case: `UTF-8` for `charset`.
    ///
    /// ```
    /// use triplet::data_url::DataUrl;
    ///
    /// let url = DataUrl::parse("data:text/html;Charset=\"UTF-8\",").unwrap();
    /// assert_eq!(url.media_type().essence(), "text/html");
    /// assert_eq!(url.media_type().parameter("charset"), Some("UTF-8"));
    /// ```
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// All parameters in their order: names in lower case, and values without quotes.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The media type at the start of a `data:` URL; without a type it is `text/plain`.
    pub(super) fn of_data_url(text: &str) -> MediaType {
        let read = match text.strip_prefix(';') {
            Some(parameters) => {
                let mut read =
                    MediaType { essence: "text/plain".to_owned(), parameters: Vec::new() };
                read.read_parameters(parameters.trim_end_matches(is_space));
                Some(read)
            }
            None => MediaType::read(text),
        };
        read.unwrap_or_else(|| MediaType {
            essence: "text/plain".to_owned(),
            parameters: [("charset".to_owned(), "US-ASCII".to_owned())].into(),
        })
    }

    fn read(text: &str) -> Option<MediaType> {
        let (kind, rest) = text.trim_start_matches(is_space).split_once('/')?;
        let (subtype, parameters) = rest.split_once(';').unwrap_or((rest, ""));
        let subtype = subtype.trim_end_matches(is_space);
        if !is_token(kind) || !is_token(subtype) {
            return None;
        }
        let mut essence = [kind, "/", subtype].concat();
        essence.make_ascii_lowercase();
        let mut read = MediaType { essence, parameters: Vec::new() };
        read.read_parameters(parameters.trim_end_matches(is_space));
        Some(read)
    }

    /// Reads what follows the first semicolon. What is not a parameter is left out.
    fn read_parameters(&mut self, mut rest: &str) {
        while !rest.is_empty() {
            rest = rest.trim_start_matches(is_space);
            let end = rest.find([';', '=']).unwrap_or(rest.len());
            let name = &rest[..end];
            let Some(after) = rest[end..].strip_prefix('=') else {
                rest = rest[end..].strip_prefix(';').unwrap_or("");
                continue;
            };
            let (value, quoted, after) = match after.strip_prefix('"') {
                Some(text) => {
                    let (value, after) = unquote(text);
                    (value, true, after)
                }
                None => {
                    let end = after.find(';').unwrap_or(after.len());
                    (after[..end].trim_end_matches(is_space).to_owned(), false, &after[end..])
                }
            };
            // Text between a quoted value and the next semicolon is skipped.
            rest = after.find(';').map_or("", |semicolon| &after[semicolon + 1..]);
            let name = name.to_ascii_lowercase();
            let known = self.parameters.iter().any(|(known, _)| *known == name);
            let is_value =
                value.chars().all(|c| matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{FF}'));
            if is_token(&name) && (quoted || !value.is_empty()) && is_value && !known {
                self.parameters.push((name, value));
            }
        }
    }
}

/// Reads a quoted value after its first quote, and returns what follows the last one.
fn unquote(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(character) = chars.next() {
        match character {
            '"' => break,
            '\\' => value.push(chars.next().unwrap_or('\\')),
            character => value.push(character),
        }
    }
    (value, chars.as_str())
}

/// Whitespace of HTTP.
fn is_space(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t' | ' ')
}

/// Whether a text is a token (RFC 9110 section 5.6.2).
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_token_byte)
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

impl fmt::Display for MediaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.essence)?;
        for (name, value) in self.parameters() {
            write!(f, ";{name}=")?;
            if is_token(value) {
                f.write_str(value)?;
                continue;
            }
            f.write_str("\"")?;
            for part in value.split_inclusive(['"', '\\']) {
                match part.strip_suffix(['"', '\\']) {
                    Some(before) => write!(f, "{before}\\{}", &part[before.len()..])?,
                    None => f.write_str(part)?,
                }
            }
            f.write_str("\"")?;
        }
        Ok(())
    }
}

/// Whether a media type can be in a URL as it is: tokens, and parameters with values that are tokens. RFC 2397 section 3 has
/// triplets for other values, which are octets of a token.
pub(super) fn check(text: &str) -> Result<(), DataUrlError> {
    if text.is_empty() {
        return Ok(());
    }
    let missing = |at| Err(DataUrlError::new(DataUrlErrorKind::MediaType, at));
    let mut parts = text.split(';');
    let mut start = 0;
    let essence = parts.next().unwrap_or_default();
    // Parameters alone belong to `text/plain`.
    let mut divided =
        [(essence, '/')].into_iter().filter(|_| !essence.is_empty()).collect::<Vec<_>>();
    divided.extend(parts.map(|part| (part, '=')));
    if essence.is_empty() {
        start = 1;
    }
    for (part, divider) in divided {
        let (before, after) = part.split_once(divider).unwrap_or((part, ""));
        for (piece, at) in [(before, start), (after, start + before.len() + 1)] {
            // `#` would begin the fragment.
            if let Some(place) = piece.bytes().position(|byte| !is_token_byte(byte) || byte == b'#')
            {
                let octet = piece.as_bytes()[place];
                return Err(DataUrlError::at_octet(DataUrlErrorKind::MediaType, at + place, octet));
            }
            if piece.is_empty() {
                return missing(at.min(text.len()));
            }
        }
        start += part.len() + 1;
    }
    Ok(())
}
