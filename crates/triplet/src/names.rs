//! The names of values, the same for every type that has some: `ALL`, `name`, `by_name`, `Display` and `FromStr`; and the names
//! nearest to one that is unknown. Programs, options and messages use these names, so a name never changes.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

/// The error of [`str::parse`] for a text that is not one of the names of a type, such as [`TextErrors`](crate::TextErrors).
///
/// ```
/// use triplet::DecodeErrorKind;
///
/// assert_eq!("not-hex".parse(), Ok(DecodeErrorKind::NotHex));
/// let error = "hex".parse::<DecodeErrorKind>().unwrap_err();
/// assert_eq!(error.to_string(), "a kind of error is one of `truncated`, `not-hex`, `invalid-utf-8`");
/// assert_eq!(error.names(), ["truncated", "not-hex", "invalid-utf-8"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownName {
    /// What a value of the type is.
    pub(crate) what: &'static str,
    pub(crate) names: &'static [&'static str],
}

impl UnknownName {
    /// The error for a type of another crate. `what` says what a value of the type is, and `names` are all its names.
    #[must_use]
    pub const fn new(what: &'static str, names: &'static [&'static str]) -> UnknownName {
        UnknownName { what, names }
    }

    /// All names of the type.
    #[must_use]
    pub const fn names(&self) -> &'static [&'static str] {
        self.names
    }
}

/// Declares a type whose values all have a name, with `ALL`, `name`, `by_name`, `Display` and `FromStr`. The name of a value stands
/// after it. Of a type that is declared elsewhere, only the names are listed.
macro_rules! names {
    ($what:literal;
        $(#[$attribute:meta])*
        pub enum $type:ident {
            $($(#[$about:meta])* $variant:ident $(= $number:literal)? => $name:literal),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        pub enum $type {
            $($(#[$about])* $variant $(= $number)?),+
        }

        crate::names::names! { $type, $what; $($variant => $name),+ }
    };
    ($type:ident, $what:literal; $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            #[doc = concat!("Each ", $what, ".")]
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            #[doc = concat!("The stable name, for programs, in the order of [`ALL`](Self::ALL):", $(" `", $name, "`",)+ ".")]
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }

            #[doc = concat!("The ", $what, " with this [`name`](Self::name).")]
            #[inline]
            #[must_use]
            pub fn by_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        /// Writes the `name`.
        impl core::fmt::Display for $type {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        /// Reads the `name`.
        impl core::str::FromStr for $type {
            type Err = crate::UnknownName;

            #[inline]
            fn from_str(name: &str) -> Result<$type, crate::UnknownName> {
                let unknown = crate::UnknownName::new($what, &[$($name),+]);
                $type::by_name(name).ok_or(unknown)
            }
        }
    };
}

pub(crate) use names;

/// The names, sorted by their distance from what was typed. Names at the same distance keep their order.
///
/// The distance is the number of bytes to insert, remove or replace; the case of ASCII letters does not count. People leave out the
/// specification that a name begins with, so `path` is at distance 1 from `rfc3986:path`. A name in which the text is a word, as `php` in
/// `dialect:php-form`, is at distance 2. Only the first 64 characters of what was typed are compared.
///
/// ```
/// let names = triplet::EncodeSet::names().map(|named| named.name);
/// assert_eq!(triplet::nearest("rfc3986:segmnt", names)[0], "rfc3986:segment");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    ranked(typed, names).into_iter().map(|(_, name)| name).collect()
}

/// The names with their distances, the nearest first.
#[cfg(feature = "alloc")]
fn ranked<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<(usize, &'n str)> {
    let end = typed.char_indices().nth(64).map_or(typed.len(), |(at, _)| at);
    let mut near: Vec<(usize, &str)> =
        names.into_iter().map(|name| (distance(&typed[..end], name), name)).collect();
    near.sort_by_key(|(distance, _)| *distance);
    near
}

/// What a program says of a name that is unknown. `what` says what has the name, and `names` are all names. Up to four names are all
/// listed, and up to twelve if none is like what was typed. Of more, the [nearest](nearest) is named, and up to three that are equally near. Only the first 40 characters of what was typed
/// are shown, and control characters are escaped.
///
/// ```
/// use triplet::{EncodeSet, unknown_name, uri::Level};
///
/// let sets = || EncodeSet::names().map(|named| named.name);
/// assert_eq!(
///     unknown_name("encode set", "rfc3986:segmnt", sets()),
///     "no encode set is named `rfc3986:segmnt`; the nearest one is `rfc3986:segment`",
/// );
/// assert_eq!(
///     unknown_name("encode set", "segment", sets()),
///     "no encode set is named `segment`; the nearest are `rfc3986:segment` and `rfc2396:segment`",
/// );
/// assert_eq!(
///     unknown_name("level", "full", Level::ALL.map(Level::name)),
///     "no level is named `full`; there are `percent`, `path`, `scheme` and `decoded`",
/// );
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn unknown_name<'n>(
    what: &str,
    typed: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let ranked = ranked(typed, names.iter().copied());
    let is_like_one = ranked.first().is_some_and(|(distance, _)| distance * 2 <= typed.len());
    let (verb, listed) = if names.len() <= if is_like_one { 4 } else { 12 } {
        (if names.len() == 1 { "there is" } else { "there are" }, names)
    } else {
        let near = ranked.iter().take_while(|(distance, _)| *distance == ranked[0].0).take(3);
        let near: Vec<&str> = near.map(|(_, name)| *name).collect();
        (if near.len() == 1 { "the nearest one is" } else { "the nearest are" }, near)
    };
    let shown: String = typed.chars().take(40).flat_map(char::escape_debug).collect();
    let mut message = alloc::format!("no {what} is named `{shown}`");
    for (at, name) in listed.iter().enumerate() {
        match at {
            0 => message.extend(["; ", verb, " `"]),
            _ if at + 1 == listed.len() => message.push_str(" and `"),
            _ => message.push_str(", `"),
        }
        message.extend([name, "`"]);
    }
    message
}

#[cfg(feature = "alloc")]
fn distance(typed: &str, name: &str) -> usize {
    let rule = name.split_once(':').map_or(name, |(_, rule)| rule);
    let is_word = |word: &str| word.eq_ignore_ascii_case(typed);
    if typed != name && typed.len() > 2 && rule != typed && name.split([':', '-']).any(is_word) {
        return 2;
    }
    levenshtein(typed, name).min(levenshtein(typed, rule) + 1)
}

/// The number of letters to insert, remove or replace that makes one text the other.
#[cfg(feature = "alloc")]
fn levenshtein(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = corner + usize::from(!x.eq_ignore_ascii_case(&y));
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, distance) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "abc", 0),
            ("ABC", "abc", 0),
            ("abc", "abd", 1),
            ("abc", "xabc", 1),
            ("abcd", "acd", 1),
            ("ab", "ba", 2),
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            ("flaw", "lawn", 2),
        ] {
            assert_eq!(levenshtein(a, b), distance, "{a} and {b}");
            assert_eq!(levenshtein(b, a), distance, "{b} and {a}");
        }
        // Without the specification it is one further away.
        assert_eq!(distance("rfc3986:path", "rfc3986:path"), 0);
        assert_eq!(distance("path", "rfc3986:path"), 1);
        assert_eq!(distance("paths", "rfc3986:path"), 2);
        assert_eq!(distance("rfc3987:path", "rfc3986:path"), 1);
        assert_eq!(distance("path", "path"), 0);
        assert_eq!(distance("PHP", "dialect:php-form"), 2);
        assert_eq!(distance("form", "dialect:php-form"), 2);
        assert!(distance("fo", "dialect:php-form") > 2);
    }

    #[test]
    fn nearest_first_then_in_their_order() {
        assert_eq!(nearest("b", ["aa", "c", "B", "a"]), ["B", "c", "a", "aa"]);
        assert_eq!(nearest(&"é".repeat(1000), ["a"]), ["a"]);
        assert_eq!(nearest("", []), Vec::<&str>::new());
    }

    #[test]
    fn what_is_said_of_an_unknown_name() {
        let said =
            |typed, names: &[&'static str]| unknown_name("fruit", typed, names.iter().copied());
        assert_eq!(said("x", &[]), "no fruit is named `x`");
        assert_eq!(said("x", &["fig"]), "no fruit is named `x`; there is `fig`");
        assert_eq!(
            said("x", &["fig", "kiwi"]),
            "no fruit is named `x`; there are `fig` and `kiwi`"
        );
        let five = ["aa", "ab", "ac", "ad", "plum"];
        assert_eq!(said("plam", &five), "no fruit is named `plam`; the nearest one is `plum`");
        assert_eq!(
            said("ax", &five),
            "no fruit is named `ax`; the nearest are `aa`, `ab` and `ac`"
        );
        let shown = ["\\u{1b}", &"é".repeat(39)].concat();
        let typed = ["\u{1b}", &"é".repeat(99)].concat();
        assert_eq!(said(&typed, &[]), alloc::format!("no fruit is named `{shown}`"));
    }
}
