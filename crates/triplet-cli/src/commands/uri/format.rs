//! The format of `uri get`: text, and fields in braces.
#![forbid(unsafe_code)]

use std::str::FromStr;

use triplet::decode;
use triplet::uri::Component;

/// A format. The pieces are in the order of the output.
pub struct Format(pub Vec<Piece>);

impl Format {
    /// Whether a text is what stands between the braces of a field.
    pub fn names_field(text: &str) -> bool {
        field(text).is_ok()
    }

    pub fn has_field(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Field(_)))
    }
}

pub enum Piece {
    Text(String),
    Field(Field),
}

/// One field, with what comes before its name.
pub struct Field {
    pub what: What,
    /// The field as it is written in the format, for messages.
    pub name: String,
    pub raw: bool,
    pub must: bool,
    pub default: bool,
    pub host: HostForm,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HostForm {
    AsItIs,
    Punycode,
    Unicode,
}

pub enum What {
    Url,
    Authority,
    User,
    Password,
    Component(Component),
    /// Counted from 0; from the end if it is negative.
    Segment(isize),
    Parameter(String),
    Parameters(String),
    /// The first parameter of this name in the fragment.
    FragmentParameter(String),
    /// A matrix parameter of this name, of one segment or of the first that has it.
    Matrix(Option<isize>, String),
}

impl FromStr for Format {
    type Err = String;

    fn from_str(format: &str) -> Result<Format, String> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = format;
        while let Some(character) = rest.chars().next() {
            let at = format.len() - rest.len();
            rest = &rest[character.len_utf8()..];
            match character {
                '\\' => {
                    let escaped = rest.chars().next();
                    text.push(match escaped {
                        Some('t') => '\t',
                        Some('n') => '\n',
                        Some('r') => '\r',
                        Some(itself @ ('\\' | '{' | '}')) => itself,
                        _ => {
                            let known = "\\t, \\n, \\r, \\\\, \\{ or \\}";
                            return Err(format!("offset {at}: after a backslash comes {known}"));
                        }
                    });
                    rest = &rest[1..];
                }
                '{' => {
                    let (name, after) = rest.split_once('}').ok_or_else(|| {
                        format!("offset {at}: the {{ is not closed; \\{{ is a brace")
                    })?;
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                    let field = field(name).map_err(|what| format!("offset {at}: {what}"))?;
                    pieces.push(Piece::Field(field));
                    rest = after;
                }
                other => text.push(other),
            }
        }
        pieces.push(Piece::Text(text));
        Ok(Format(pieces))
    }
}

fn field(name: &str) -> Result<Field, String> {
    let mut field = Field {
        what: What::Url,
        name: name.to_owned(),
        raw: false,
        must: false,
        default: false,
        host: HostForm::AsItIs,
    };
    let mut rest = name;
    while let Some((prefix, after)) = rest.split_once(':') {
        match prefix {
            "raw" => field.raw = true,
            "must" => field.must = true,
            "default" => field.default = true,
            "puny" => field.host = HostForm::Punycode,
            "idn" => field.host = HostForm::Unicode,
            _ => break,
        }
        rest = after;
    }
    let parameter = |name: &str| {
        let name =
            decode(name).to_str().map_err(|error| format!("the name of a parameter: {error}"));
        name.map(|name| name.into_owned())
    };
    field.what = match rest {
        "url" => What::Url,
        "authority" => What::Authority,
        "user" => What::User,
        "password" => What::Password,
        _ => match (rest.split_once(':'), Component::ALL.iter().find(|c| c.name() == rest)) {
            (Some(("query", name)), _) => What::Parameter(parameter(name)?),
            (Some(("fragment", name)), _) => What::FragmentParameter(parameter(name)?),
            (Some(("query-all", name)), _) => What::Parameters(parameter(name)?),
            (Some(("matrix", name)), _) => match name.split_once(';') {
                Some((number, name)) => What::Matrix(Some(segment(number)?), parameter(name)?),
                None => What::Matrix(None, parameter(name)?),
            },
            (Some(("segment", number)), _) => What::Segment(segment(number)?),
            (None, Some(component)) => What::Component(*component),
            _ => return Err(unknown(rest)),
        },
    };
    let is_host = matches!(field.what, What::Url | What::Component(Component::Host));
    if field.host != HostForm::AsItIs && !is_host {
        return Err("puny: and idn: are for host and url".to_owned());
    }
    if field.default && !matches!(field.what, What::Component(Component::Port)) {
        return Err("default: is for port".to_owned());
    }
    Ok(field)
}

/// The number of a segment, counted from 0, or from the end if it is negative.
pub fn segment(number: &str) -> Result<isize, String> {
    match number.parse::<isize>() {
        Ok(number) if number > 0 => Ok(number - 1),
        Ok(number) if number < 0 => Ok(number),
        _ => Err("segments are counted from 1, and from the end from -1".to_owned()),
    }
}

fn unknown(name: &str) -> String {
    format!(
        "no field is named `{name}`; fields are url, scheme, authority, userinfo, user, password, host, port, path, query, \
         fragment, segment:N, matrix:NAME, query:NAME, query-all:NAME, fragment:NAME, after raw:, must:, default:, puny:, idn:"
    )
}
