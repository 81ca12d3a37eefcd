//! The levels of normalising and comparing, and the steps that each takes (RFC 3986 section 6.2.2 and 6.2.3).
#![forbid(unsafe_code)]

use core::fmt;
use core::hash::{Hash, Hasher};

use super::error::Component;
use crate::invisible::is_invisible;
use crate::kernel;
use crate::names::names;

names! { "level of normalising";
    /// A level of normalising and comparing; each includes those before it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Level {
        /// Upper-case hexadecimal digits, unreserved characters decoded, scheme and host in lower case (section
        /// 6.2.2.1 and 6.2.2.2).
        Percent => "percent",
        /// Dot segments too (section 6.2.2.3), after the decoding of `%2E`; an empty port (section 6.2.3); one form
        /// for an IPv6 address (RFC 5952).
        #[default]
        Path => "path",
        /// The rules of the scheme too: default ports, an empty path, … (section 6.2.3).
        Scheme => "scheme",
        /// The same data, to a person: `%40` is `@` in a segment. A reference is split first, and each segment, each name and value of the
        /// query, and each other piece is compared by its decoded octets (section 2.4). Hosts are compared as domain names (with the feature
        /// `idna`).
        ///
        /// This is a level of comparing, for [`equivalent`](super::equivalent) and [`Normalized`](super::Normalized). Normalising
        /// at this level is normalising at [`Scheme`](Level::Scheme). A reserved character and its triplet are not equivalent by the
        /// specification: a server may answer them differently (section 2.2). So no normal form replaces one by the other.
        ///
        /// ```
        /// use triplet::uri::{Level, equivalent};
        ///
        /// let same = |a, b| equivalent(a, b, Level::Decoded).is_equivalent();
        /// assert!(same("https://a.example/@me?q=a:b", "https://a.example/%40me?q=a%3Ab"));
        /// // What divides data is not data.
        /// assert!(!same("/a/b", "/a%2Fb") && !same("/?a&b", "/?a%26b"));
        /// // The order of pairs counts, and so does a query that is empty.
        /// assert!(!same("/?a&b", "/?b&a") && !same("/x?", "/x"));
        /// ```
        Decoded => "decoded",
    }
}

impl Level {
    /// Whether a reference has a normal form at this level. At [`Decoded`](Level::Decoded) references are only compared.
    #[must_use]
    pub const fn has_normal_form(self) -> bool {
        !matches!(self, Level::Decoded)
    }
}

/// What a program says that is asked for the normal form at a level that [has none](Level::has_normal_form).
///
/// ```
/// use triplet::uri::NoNormalForm;
///
/// assert_eq!(
///     NoNormalForm.to_string(),
///     "the level `decoded` has no normal form (RFC 3986 section 2.2); these levels have one: `percent`, `path`, `scheme`",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoNormalForm;

impl fmt::Display for NoNormalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the level `{}` has no normal form (RFC 3986 section 2.2); ", Level::Decoded)?;
        f.write_str("these levels have one: ")?;
        let normal = Level::ALL.into_iter().filter(|level| level.has_normal_form());
        normal.enumerate().try_for_each(|(at, level)| {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}`{level}`")
        })
    }
}

impl core::error::Error for NoNormalForm {}

names! { "step of normalising";
    /// One step of normalising: a reason why two references can be equivalent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    #[repr(u8)]
    pub enum Step {
        /// `%2f` is `%2F` (section 2.1).
        HexCase => "hex case",
        /// `%41` is `A` (section 2.3).
        UnreservedTriplet => "unreserved triplet",
        /// `HTTP:` is `http:` (section 3.1).
        SchemeCase => "scheme case",
        /// `EXAMPLE.com` is `example.com` (section 3.2.2).
        HostCase => "host case",
        /// `/a/./b` is `/a/b` (section 5.2.4); not in the path of a URI that begins with no slash.
        DotSegments => "dot segments",
        /// `host:` is `host` (section 3.2.3).
        EmptyPort => "empty port",
        /// `[0:0:0:0:0:0:0:1]` is `[::1]` (RFC 5952).
        Ipv6Form => "IPv6 form",
        /// `:80` may be left out where the scheme says so (section 3.2.3).
        DefaultPort => "default port",
        /// An empty path is `/` where the scheme says so (section 6.2.3).
        EmptyPath => "empty path",
        /// Another rule of the scheme.
        SchemeRule => "scheme's own rule",
        /// `é.example` is `xn--9ca.example`, where hosts are domain names (UTS #46).
        DomainName => "domain name",
        /// `%40` is `@` in a segment, and `é` is `%C3%A9`: [`Level::Decoded`].
        DecodedTriplet => "decoded triplet",
        /// `+` is a space in a query: [`Level::Decoded`], when [asked](super::Normalizer::plus_as_space).
        PlusAsSpace => "plus as space",
        /// `e` and an accent are `é`: [`Level::Decoded`], with the feature `normalization` and when
        /// [asked](super::Normalizer#method.nfc) (Unicode Standard Annex 15).
        Nfc => "NFC",
        /// `é` is `%C3%A9`, and a space is `%20`: when IRIs are [compared](super::Normalizer::iris).
        IriEncoding => "IRI encoding",
        /// `b&a` is `a&b`: when [asked](super::Normalizer::any_order).
        ParameterOrder => "parameter order",
    }
}

impl Step {
    /// Whether this level takes it.
    const fn is_of(self, level: Level) -> bool {
        let first = match self {
            Step::HexCase | Step::UnreservedTriplet | Step::SchemeCase | Step::HostCase => {
                Level::Percent
            }
            Step::DotSegments | Step::EmptyPort | Step::Ipv6Form => Level::Path,
            Step::DefaultPort | Step::EmptyPath | Step::SchemeRule => Level::Scheme,
            Step::DomainName | Step::DecodedTriplet => Level::Decoded,
            Step::PlusAsSpace | Step::Nfc | Step::IriEncoding | Step::ParameterOrder => {
                return false;
            }
        };
        first as u8 <= level as u8
    }
}

/// A set of [`Step`]s. Its `Debug` lists them.
#[derive(Clone, Copy, Default)]
pub struct Steps {
    bits: u16,
    decoded: Option<DecodedCharacter>,
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Steps {
    pub(crate) const fn up_to(level: Level) -> Steps {
        let (mut bits, mut i) = (0, 0);
        while i < Step::ALL.len() {
            if Step::ALL[i].is_of(level) {
                bits |= 1 << Step::ALL[i] as u8;
            }
            i += 1;
        }
        Steps { bits, decoded: None }
    }

    pub(crate) const fn with(self, step: Step) -> Steps {
        Steps { bits: self.bits | 1 << step as u8, ..self }
    }

    pub(crate) const fn without(self, step: Step) -> Steps {
        Steps { bits: self.bits & !(1 << step as u8), ..self }
    }

    pub(super) const fn with_decoded(self, decoded: Option<DecodedCharacter>) -> Steps {
        Steps { decoded, ..self }
    }

    /// Where [`Step::DecodedTriplet`] is one of the reasons of an [`Equivalence`](super::Equivalence): the first character that one
    /// reference has where the other has its triplets; none where one has `+` and the other a space. Sets of the same steps are equal,
    /// whatever they have here.
    #[must_use]
    pub const fn decoded(&self) -> Option<DecodedCharacter> {
        self.decoded
    }

    /// Whether the step is one of them.
    #[must_use]
    pub const fn contains(self, step: Step) -> bool {
        self.bits >> step as u8 & 1 == 1
    }

    /// Whether any of the steps is among them that follow the rules of a scheme.
    pub(super) const fn has_scheme_rules(self) -> bool {
        self.contains(Step::DefaultPort)
            | self.contains(Step::EmptyPath)
            | self.contains(Step::SchemeRule)
    }

    /// Whether any of the steps is among them that only [`Level::Decoded`] takes.
    pub(crate) const fn decodes(self) -> bool {
        self.contains(Step::DomainName)
            | self.contains(Step::DecodedTriplet)
            | self.contains(Step::PlusAsSpace)
            | self.contains(Step::Nfc)
    }

    /// Whether the set has no steps.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The steps of this set, in the order of the specification.
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL.into_iter().filter(move |step| self.contains(*step))
    }
}

impl FromIterator<Step> for Steps {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Steps {
        steps.into_iter().fold(Steps::default(), Steps::with)
    }
}

impl PartialEq for Steps {
    fn eq(&self, other: &Steps) -> bool {
        self.bits == other.bits
    }
}

impl Eq for Steps {}

impl Hash for Steps {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

/// A character that one reference has where the other has its triplets. Its `Display` is a line for people, without the character if
/// nobody would see it.
///
/// ```
/// use triplet::uri::{Equivalence, Level, equivalent};
///
/// let Equivalence::Equivalent(steps) = equivalent("/a%40b", "/a@b", Level::Decoded) else { unreachable!() };
/// let found = steps.decoded().expect("a character that is decoded");
/// assert_eq!(found.character(), '@');
/// assert_eq!(found.to_string(), "`%40` is `@` in a segment");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecodedCharacter {
    character: char,
    component: Component,
    /// Whether the component is a path of segments.
    is_segment: bool,
}

impl DecodedCharacter {
    /// The character.
    #[must_use]
    pub const fn character(&self) -> char {
        self.character
    }

    /// The component that it is in.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    pub(super) const fn new(
        character: char,
        component: Component,
        is_segment: bool,
    ) -> DecodedCharacter {
        DecodedCharacter { character, component, is_segment }
    }
}

impl fmt::Display for DecodedCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`")?;
        for &octet in self.character.encode_utf8(&mut [0; 4]).as_bytes() {
            f.write_str(kernel::triplet_str(octet, false))?;
        }
        match self.character {
            ' ' => f.write_str("` is a space")?,
            character if is_invisible(character) => {
                write!(f, "` is U+{:04X}", u32::from(character))?
            }
            character => write!(f, "` is `{character}`")?,
        }
        match self.component {
            Component::Path if self.is_segment => f.write_str(" in a segment"),
            Component::Query => f.write_str(" in a pair"),
            component => write!(f, " in the {component}"),
        }
    }
}
