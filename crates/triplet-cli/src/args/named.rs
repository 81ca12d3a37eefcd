//! Values of options that are types of the library: their names are those of the library, and each may have words of help here.
#![forbid(unsafe_code)]

use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use triplet::form::Separators;
use triplet::{TextErrors, UnknownName, form};

/// Names with their help. A name without help has an empty one.
pub type Names = [(&'static str, &'static str)];

/// Takes these names of a type, and shows what each means.
pub fn named<T>(names: &'static Names) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = UnknownName> + Clone + Send + Sync + 'static,
{
    plain(names.iter().map(|&(name, help)| match help.is_empty() {
        true => PossibleValue::new(name),
        false => PossibleValue::new(name).help(help),
    }))
}

/// Takes these names of a type, which need no help.
pub fn plain<T>(
    names: impl IntoIterator<Item: Into<PossibleValue>>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = UnknownName> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

pub const LEVELS: &Names = &[
    ("percent", "Hexadecimal digits, needless triplets, case of scheme and host"),
    ("path", "Dot segments too"),
    ("scheme", "What the scheme says too: default ports, an empty path, …"),
    ("decoded", "The data too: `%40` is `@` in a segment; to compare only"),
];

pub const HOSTS: &Names = &[
    ("by-scheme", "`punycode` where the scheme is known to have domain names, else `percent`"),
    ("punycode", "A domain name in ASCII, xn--…"),
    ("percent", "Triplets"),
];

pub const SYSTEMS: &Names =
    &[("posix", "/a/b, of any octets"), ("windows", r"C:\, \\server\share, \\?\")];

pub const GRAMMARS: &Names = &[
    ("uri", "With a scheme, ASCII only (RFC 3986)"),
    ("uri-reference", "A URI, or relative"),
    ("iri", "With a scheme; characters outside ASCII too (RFC 3987)"),
    ("iri-reference", "An IRI, or relative"),
];

pub const LINE_BREAKS: &Names = &[("lf", "%0A"), ("crlf", "%0D%0A"), ("cr", "%0D")];

pub const RULES: &Names = &[
    ("posix", "The names . and .., and /"),
    ("windows", "\\ : * ? \" < > | too, devices such as CON, dots and spaces at the end"),
    ("both", "The characters of Windows, and at most 255 octets"),
];

pub const STYLES: &Names = &[
    ("php", "As PHP 8 reads them"),
    ("rack", "As Rack 2 reads them, and Rails on it"),
    ("qs", "As the package qs of npm reads them, and so Express"),
    ("deepObject", "OpenAPI: `color[R]=100&color[G]=200`"),
    ("pipeDelimited", "OpenAPI: color=blue|black"),
    ("spaceDelimited", "OpenAPI: color=blue%20black"),
];

pub const ERRORS: &Names = &[
    ("keep", "Their triplets, as they were written: %FF"),
    ("strict", "An error with its place"),
    ("replace", "U+FFFD"),
    ("ignore", "Nothing"),
    ("backslashreplace", r"\xff"),
    ("surrogateescape", "The octets as they are, as without this option"),
];

/// What is written for octets that are not text.
#[derive(Clone, Copy)]
pub enum Errors {
    Text(TextErrors),
    /// The octets as they are.
    SurrogateEscape,
}

impl FromStr for Errors {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Errors, UnknownName> {
        match name {
            "surrogateescape" => Ok(Errors::SurrogateEscape),
            name => name.parse().map(Errors::Text),
        }
    }
}

pub const METHODS: &Names = &[("get", ""), ("post", ""), ("mailto", "As the body of a mail")];

/// How a form is sent.
#[derive(Clone, Copy)]
pub enum Method {
    Http(form::Method),
    Mailto,
}

impl FromStr for Method {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Method, UnknownName> {
        match name {
            "mailto" => Ok(Method::Mailto),
            name => name.parse().map(Method::Http),
        }
    }
}

/// Takes the separators of pairs, by words or by the names of the library, which are the signs.
pub fn separators() -> impl TypedValueParser<Value = Separators> {
    let value = |name, sign| PossibleValue::new(name).alias(sign);
    let names = [
        value("ampersand", "&").help("&"),
        value("semicolon", ";").help(";"),
        value("both", "&;").help("& and ;"),
    ];
    PossibleValuesParser::new(names).map(|name| match &*name {
        "semicolon" | ";" => Separators::Semicolon,
        "both" | "&;" => Separators::Both,
        _ => Separators::Ampersand,
    })
}

#[cfg(test)]
mod tests {
    use triplet::LineBreak;
    use triplet::filename::Rules;
    use triplet::form::nested::Style;
    use triplet::iri::HostEncoding;
    use triplet::uri::file::System;
    use triplet::uri::{Grammar, Level};

    use super::*;

    #[test]
    fn tables_have_the_names_of_the_library() {
        for (table, names, others) in [
            (LEVELS, &Level::ALL.map(Level::name)[..], &[][..]),
            (HOSTS, &HostEncoding::ALL.map(HostEncoding::name), &[]),
            (SYSTEMS, &System::ALL.map(System::name), &[]),
            (GRAMMARS, &Grammar::ALL.map(Grammar::name), &[]),
            (LINE_BREAKS, &LineBreak::ALL.map(LineBreak::name), &[]),
            (RULES, &Rules::ALL.map(Rules::name), &[]),
            (STYLES, &Style::ALL.map(Style::name), &[]),
            (ERRORS, &TextErrors::ALL.map(TextErrors::name), &["surrogateescape"]),
            (METHODS, &form::Method::ALL.map(form::Method::name), &["mailto"]),
        ] {
            let mut listed: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
            let mut names = [names, others].concat();
            listed.sort_unstable();
            names.sort_unstable();
            assert_eq!(listed, names);
        }
    }
}
