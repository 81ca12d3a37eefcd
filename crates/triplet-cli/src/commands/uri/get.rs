//! `uri get`: components and parameters of references, decoded or as they are written.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use triplet::charset::{Charset, CharsetError, Languages};
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::set::NonAscii;
use triplet::uri::{Component, Parameters, Reference, SchemeRules, UriError, schemeless_host};
use triplet::{DecodeError, EncodeSet, decode, encode};

use super::format::{Field, Format, HostForm, Piece, What};
use super::prefixed::{Before, Prefixed};
use crate::args::{ReferenceArgs, UriGetArgs};
use crate::commands::answer::{answers, separators};
use crate::commands::charset;
use crate::commands::reference::reference_of;
use crate::error::Failure;
use crate::pipeline::{Job, OutputBuffer, Problem, Skipped, Transform};

pub fn get(args: UriGetArgs) -> Result<Job, Failure> {
    let UriGetArgs { plus, lenient, query, .. } = args;
    let ReferenceArgs { separator, verify, is_query, default_scheme, ignore_case } = query;
    let separators = separators(&args.streams);
    let format = format(&args.format).map_err(Failure::Usage)?;
    let is_slip = || args.format.contains("//") || Format::names_field(&args.format);
    if !format.has_field() && is_slip() {
        let what = "the format has no field; a field is a name in braces, such as {host}";
        return Err(Failure::Usage(what.to_owned()));
    }
    let charset = match &args.charset {
        Some(label) => Some(charset::of_options(label, &args.languages).map_err(Failure::Usage)?),
        None => None,
    };
    let any_case = ignore_case;
    let get = Get { format, plus, lenient, charset, separator, any_case, verify, separators };
    let before = Before::of(is_query, default_scheme).map_err(Failure::Usage)?;
    answers(args.streams, "", Prefixed { before, is_rewritten: false, transform: get })
}

/// The characters that are kept in a value of a list, whose values spaces separate.
const IN_LIST: EncodeSet = EncodeSet::encoding(b" %").non_ascii(NonAscii::KeepUcschar);

/// Reads a format. The message of an error says that it is about the format.
pub fn format(text: &str) -> Result<Format, String> {
    text.parse().map_err(|what| format!("the format: {what}"))
}

/// Prints components and parameters of references.
pub struct Get {
    pub format: Format,
    pub plus: bool,
    pub lenient: bool,
    /// The charset of what is decoded, none for the likeliest of each reference; without it, octets.
    pub charset: Option<(Option<Charset>, Languages)>,
    pub separator: char,
    /// Whether names of parameters have no case.
    pub any_case: bool,
    pub verify: bool,
    /// The bytes whose triplets are kept, because they end an answer.
    pub separators: &'static [u8],
}

impl Transform for Get {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let Some(text) = reference_of(text, self.verify)? else { return Ok(()) };
        let reference = Reference::split(text);
        let charset = match self.charset {
            // What is not encoded is the same in UTF-8.
            Some((None, languages)) => Some(
                charset::most_plausible(text.as_bytes(), true, languages).unwrap_or(Charset::UTF_8),
            ),
            Some((charset, _)) => charset,
            None => None,
        };
        let read = Read { get: self, charset, plus: self.plus && !reference.is_mailto() };
        for piece in &self.format.0 {
            match piece {
                Piece::Text(text) => out.push(text.as_bytes()),
                Piece::Field(field) => out.push(&read.field(&reference, field)?),
            }
        }
        let is_host = |piece: &Piece| match piece {
            Piece::Field(field) => matches!(field.what, What::Component(Component::Host)),
            Piece::Text(_) => false,
        };
        if self.format.0.iter().any(is_host) {
            host_in_path(&reference).into_iter().for_each(skipped);
        }
        Ok(())
    }
}

/// How one reference is read.
struct Read<'g> {
    get: &'g Get,
    charset: Option<Charset>,
    plus: bool,
}

impl Read<'_> {
    fn field<'a>(
        &self,
        reference: &Reference<'a>,
        field: &Field,
    ) -> Result<Cow<'a, [u8]>, Problem> {
        let text = reference.as_str();
        if matches!(field.what, What::Component(Component::Host | Component::Port)) {
            check_host(reference)?;
        }
        let found = match &field.what {
            What::Url => Some(self.url(reference, field.host)?),
            What::Authority => {
                reference.authority().map(|authority| authority.as_str().as_bytes().into())
            }
            What::User => {
                let user = reference.authority().and_then(|authority| authority.user());
                self.decoded(text, user, b"", field)?
            }
            What::Password => {
                let password = reference.authority().and_then(|authority| authority.password());
                self.decoded(text, password, b"", field)?
            }
            What::Component(Component::Host) => {
                let authority = reference.authority();
                let host = authority.map(|authority| authority.host());
                let is_literal = authority.is_some_and(|authority| authority.is_ip_literal());
                match (field.host, host) {
                    // Decoded, it would be another address.
                    (_, Some(host)) if is_literal => Some(host.as_bytes().into()),
                    (HostForm::AsItIs, _) | (_, None) => self.decoded(text, host, b"", field)?,
                    (form, Some(host)) => Some(host_as(reference, host, form)?),
                }
            }
            What::Component(Component::Port) if field.default => {
                let port = reference.authority().and_then(|authority| authority.port());
                let rules = reference.scheme().and_then(SchemeRules::known);
                let default = rules.and_then(|rules| rules.default_port);
                match port.filter(|port| !port.is_empty()) {
                    Some(port) => Some(port.as_bytes().into()),
                    None => default.map(|port| port.to_string().into_bytes().into()),
                }
            }
            What::Component(component) => {
                let kept;
                let (value, kept): (_, &[u8]) = match component {
                    Component::Scheme => (reference.scheme(), b""),
                    Component::Userinfo => {
                        (reference.authority().and_then(|authority| authority.userinfo()), b":%")
                    }
                    Component::Port => (reference.authority().and_then(|a| a.port()), b""),
                    Component::Path => (Some(reference.path()), b"/%"),
                    Component::Query => {
                        kept = format!("&=+%{}", self.get.separator);
                        (reference.query(), kept.as_bytes())
                    }
                    _ => (reference.fragment(), b""),
                };
                self.decoded(text, value, kept, field)?
            }
            What::Segment(number) => self.decoded(text, segment(reference, *number), b"", field)?,
            What::Matrix(number, name) => {
                let first = |segment| {
                    let mut pairs = self.named(Parameters::of_segment(segment), name, false);
                    pairs.next().map(|(name, value)| value.unwrap_or(&name[name.len()..]))
                };
                let value = match number {
                    Some(number) => segment(reference, *number).and_then(first),
                    None => reference.segments().find_map(first),
                };
                self.decoded(text, value, b"", field)?
            }
            What::Parameter(name) => {
                let query = reference.query().unwrap_or_default();
                self.values(text, query, name, field)?.into_iter().next()
            }
            What::FragmentParameter(name) => {
                let fragment = reference.fragment().unwrap_or_default();
                self.values(text, fragment, name, field)?.into_iter().next()
            }
            What::Parameters(name) => {
                let query = reference.query().unwrap_or_default();
                let values = self.values(text, query, name, field)?;
                let values: Vec<String> = values
                    .iter()
                    .map(|value| match field.raw {
                        // A `%` stays as it is. A valid query has no space.
                        true => String::from_utf8_lossy(value).replace(' ', "%20"),
                        false => encode(value, IN_LIST).to_string(),
                    })
                    .collect();
                (!values.is_empty()).then(|| values.join(" ").into_bytes().into())
            }
        };
        match found {
            Some(found) => Ok(found),
            None if field.must => {
                let what = format_args!("there is no {}", field.name);
                Err(Problem::new(text.len(), what).of_kind("missing"))
            }
            None => Ok(Cow::Borrowed(b"")),
        }
    }
}

impl Read<'_> {
    /// A part of the reference, decoded unless the field is raw; the triplets of these octets are kept.
    fn decoded<'a>(
        &self,
        text: &str,
        part: Option<&'a str>,
        kept: &[u8],
        field: &Field,
    ) -> Result<Option<Cow<'a, [u8]>>, Problem> {
        let Some(part) = part else { return Ok(None) };
        if field.raw {
            return Ok(Some(part.as_bytes().into()));
        }
        let is_query = matches!(
            field.what,
            What::Component(Component::Query)
                | What::Parameter(_)
                | What::Parameters(_)
                | What::FragmentParameter(_)
        );
        let plus = is_query && self.plus;
        let kept = [kept, self.get.separators].concat();
        // The part is borrowed from the text.
        let start = part.as_ptr().addr() - text.as_ptr().addr();
        if let Some(charset) = self.charset {
            let view = charset::decode(part.as_bytes(), charset, true).keep_triplets_of(&kept);
            let view = if plus { view.plus_as_space() } else { view };
            let text = match self.get.lenient {
                true => view.lenient().to_str_lossy().map_err(CharsetError::from),
                false => view.to_str(),
            };
            let text = text.map_err(|error| Problem::from(error.moved_by(start)))?;
            return Ok(Some(text.into_owned().into_bytes().into()));
        }
        let mut view = decode(part);
        if plus {
            view = view.plus_as_space();
        }
        let view = view.keep_triplets_of(&kept);
        if self.get.lenient {
            return Ok(Some(view.lenient().to_bytes()));
        }
        let in_text = |error: DecodeError| Problem::from(error.moved_by(start as u64));
        view.to_bytes().map(Some).map_err(in_text)
    }

    /// The values of the parameters of this name in a query or a fragment; one without a value has the empty one.
    fn values<'a>(
        &self,
        text: &str,
        query: &'a str,
        name: &str,
        field: &Field,
    ) -> Result<Vec<Cow<'a, [u8]>>, Problem> {
        let query = Parameters::of(query).separator(self.get.separator);
        let query = if self.plus { query.plus_as_space() } else { query };
        let query = if self.get.any_case { query.any_case() } else { query };
        let query = if Reference::split(text).is_mailto() { query.mailto() } else { query };
        let values = self.named(query, name, self.plus).map(|(_, value)| value);
        values.map(|value| Ok(self.decoded(text, value, b"", field)?.unwrap_or_default())).collect()
    }

    /// The pairs of this name. The name may be in another charset there.
    fn named<'a>(
        &self,
        parameters: Parameters<'a>,
        name: &str,
        plus: bool,
    ) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
        let charset = self.charset.filter(|charset| *charset != Charset::UTF_8);
        let is_named = move |written: &str, charset| {
            let view = charset::decode(written.as_bytes(), charset, true).lenient();
            let view = if plus { view.plus_as_space() } else { view };
            view.to_str_lossy().is_ok_and(|found| match self.get.any_case {
                true => found.eq_ignore_ascii_case(name),
                false => found == name,
            })
        };
        let same = charset.is_none().then(|| parameters.named(name));
        let other = charset.map(|charset| {
            parameters.iter().filter(move |(written, _)| is_named(written, charset))
        });
        same.into_iter().flatten().chain(other.into_iter().flatten())
    }

    /// The whole reference, as it is written or with its host in another form.
    fn url<'a>(&self, reference: &Reference<'a>, form: HostForm) -> Result<Cow<'a, [u8]>, Problem> {
        let text = reference.as_str();
        let authority = reference.authority().filter(|authority| !authority.is_ip_literal());
        let (HostForm::Punycode | HostForm::Unicode, Some(host)) =
            (form, authority.map(|authority| authority.host()))
        else {
            return Ok(text.as_bytes().into());
        };
        let start = host.as_ptr().addr() - text.as_ptr().addr();
        let (before, after) = (&text.as_bytes()[..start], &text.as_bytes()[start + host.len()..]);
        Ok([before, &host_as(reference, host, form)?, after].concat().into())
    }
}

/// A reference has one host and one port, where it has an authority; otherwise a problem.
fn check_host(reference: &Reference<'_>) -> Result<(), Problem> {
    let Some(authority) = reference.authority() else { return Ok(()) };
    // The authority is borrowed from the reference.
    let start = authority.as_str().as_ptr().addr() - reference.as_str().as_ptr().addr();
    authority.one_host().map(drop).map_err(|error| {
        let problem = Problem::from(error.moved_by(start));
        problem.then("; {authority} writes all hosts as they are")
    })
}

/// A note on a reference without an authority that begins like a host.
pub fn host_in_path(reference: &Reference<'_>) -> Option<Problem> {
    let text = reference.as_str();
    let host = schemeless_host(text).filter(|_| reference.authority().is_none())?;
    let what = format_args!(
        "`{host}` is not a host here: an address begins with a scheme, such as https://{host}; --default-scheme writes one"
    );
    // A file can have such a name.
    let is_hardly_file = host.len() < text.len() || host.starts_with("www.") || host.contains(':');
    is_hardly_file.then(|| Problem::note(0, what))
}

/// A segment by its number, as [`What::Segment`] has it.
fn segment<'a>(reference: &Reference<'a>, number: isize) -> Option<&'a str> {
    match usize::try_from(number) {
        Ok(number) => reference.segments().nth(number),
        Err(_) => reference.segments().rev().nth(number.unsigned_abs() - 1),
    }
}

/// Whether an ASCII character is one of a domain name.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._".contains(c)
}

/// A host as a domain name in ASCII, or for people to read.
fn host_as<'a>(
    reference: &Reference<'_>,
    host: &str,
    form: HostForm,
) -> Result<Cow<'a, [u8]>, Problem> {
    // Triplets in a name are its characters (RFC 3986 section 3.2.2).
    let decoded = decode(host).lenient().to_str();
    let is_name = |name: &&Cow<'_, str>| !name.contains(|c: char| c.is_ascii() && !is_of_name(c));
    let alone = format!("//{}", decoded.as_ref().ok().filter(is_name).map_or(host, |name| &**name));
    let converted = match form {
        HostForm::Punycode => ToUri::new().host(HostEncoding::Punycode).convert(&alone),
        _ => Ok(iri::from_uri(&alone, HostDisplay::Unicode)),
    };
    // A host comes after `//` in the whole reference too.
    let start = host.as_ptr().addr() - reference.as_str().as_ptr().addr();
    let moved = |error: UriError| Problem::from(error.moved_by(start.saturating_sub(2)));
    let converted = converted.map_err(moved)?;
    Ok(converted.as_bytes()[2..].to_vec().into())
}
