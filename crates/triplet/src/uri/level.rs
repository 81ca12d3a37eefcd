//! The levels of normalising, and the steps that each takes (RFC 3986 section 6.2.2 and 6.2.3).
#![forbid(unsafe_code)]

use core::fmt;

use crate::names::names;

/// A level of normalising; each includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Upper-case hexadecimal digits, unreserved characters decoded, scheme and host in lower case (section
    /// 6.2.2.1 and 6.2.2.2).
    Percent,
    /// Dot segments too (section 6.2.2.3), after the decoding of `%2E`; an empty port (section 6.2.3); one form
    /// for an IPv6 address (RFC 5952).
    #[default]
    Path,
    /// The rules of the scheme too: default ports, an empty path, … (section 6.2.3).
    Scheme,
}

names! { Level, "level of normalising", 3;
    Percent => "percent",
    Path => "path",
    Scheme => "scheme",
}

/// One step of normalising: a reason why two references can be equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Step {
    /// `%2f` is `%2F` (section 2.1).
    HexCase,
    /// `%41` is `A` (section 2.3).
    UnreservedTriplet,
    /// `HTTP:` is `http:` (section 3.1).
    SchemeCase,
    /// `EXAMPLE.com` is `example.com` (section 3.2.2).
    HostCase,
    /// `/a/./b` is `/a/b` (section 5.2.4); not in the path of a URI that begins with no slash.
    DotSegments,
    /// `host:` is `host` (section 3.2.3).
    EmptyPort,
    /// `[0:0:0:0:0:0:0:1]` is `[::1]` (RFC 5952).
    Ipv6Form,
    /// `:80` may be left out where the scheme says so (section 3.2.3).
    DefaultPort,
    /// An empty path is `/` where the scheme says so (section 6.2.3).
    EmptyPath,
    /// Another rule of the scheme.
    SchemeRule,
}

names! { Step, "step of normalising", 10;
    HexCase => "hex case",
    UnreservedTriplet => "unreserved triplet",
    SchemeCase => "scheme case",
    HostCase => "host case",
    DotSegments => "dot segments",
    EmptyPort => "empty port",
    Ipv6Form => "IPv6 form",
    DefaultPort => "default port",
    EmptyPath => "empty path",
    SchemeRule => "scheme's own rule",
}

impl Step {
    /// The first level that takes it.
    const fn level(self) -> Level {
        match self {
            Step::HexCase | Step::UnreservedTriplet | Step::SchemeCase | Step::HostCase => {
                Level::Percent
            }
            Step::DotSegments | Step::EmptyPort | Step::Ipv6Form => Level::Path,
            Step::DefaultPort | Step::EmptyPath | Step::SchemeRule => Level::Scheme,
        }
    }
}

/// A set of [`Step`]s. Its `Debug` lists them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Steps(u16);

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Steps {
    pub(crate) const fn up_to(level: Level) -> Steps {
        let (mut bits, mut i) = (0, 0);
        while i < Step::ALL.len() {
            if Step::ALL[i].level() as u8 <= level as u8 {
                bits |= 1 << Step::ALL[i] as u8;
            }
            i += 1;
        }
        Steps(bits)
    }

    pub(crate) const fn without(self, step: Step) -> Steps {
        Steps(self.0 & !(1 << step as u8))
    }

    /// Whether the step is one of them.
    #[must_use]
    pub const fn contains(self, step: Step) -> bool {
        self.0 >> step as u8 & 1 == 1
    }

    /// Whether any of the steps is among them that follow the rules of a scheme.
    pub(super) const fn has_scheme_rules(self) -> bool {
        self.contains(Step::DefaultPort)
            | self.contains(Step::EmptyPath)
            | self.contains(Step::SchemeRule)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that it has, in the order of the specification.
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL.into_iter().filter(move |step| self.contains(*step))
    }
}

impl FromIterator<Step> for Steps {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Steps {
        Steps(steps.into_iter().fold(0, |bits, step| bits | 1 << step as u8))
    }
}
