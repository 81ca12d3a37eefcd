//! Whether two references mean the same, and why (RFC 3986 section 6).
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::error::Component;
use super::level::{Level, Step, Steps};
use super::normalize::Normalizer;
use super::reference::Reference;
use super::split;

/// The answer of [`equivalent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// The same text.
    Identical,
    /// Different texts, the same for these reasons.
    Equivalent(Steps),
    /// Not the same at this level.
    Different(Difference),
}

impl Equivalence {
    /// Whether they mean the same.
    #[must_use]
    pub const fn is_equivalent(&self) -> bool {
        !matches!(self, Equivalence::Different(_))
    }
}

/// The first place where two references differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Difference {
    component: Component,
    offsets: [usize; 2],
    reserved: bool,
}

impl Difference {
    /// The component in which they differ; one of them may lack it.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Where, in bytes from the start of each text.
    #[must_use]
    pub const fn offsets(&self) -> [usize; 2] {
        self.offsets
    }

    /// Whether one has a reserved character where the other has its triplet: alike to the eye, and never
    /// the same (section 2.2).
    #[must_use]
    pub const fn is_reserved_character(&self) -> bool {
        self.reserved
    }
}

impl fmt::Display for Equivalence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Equivalence::Identical => f.write_str("identical"),
            Equivalence::Equivalent(steps) => {
                f.write_str("same by ")?;
                for (i, step) in steps.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    f.write_str(step.name())?;
                }
                Ok(())
            }
            Equivalence::Different(difference) => {
                let [a, b] = difference.offsets;
                write!(f, "different: in the {} at offset {a} and {b}", difference.component)?;
                if difference.reserved {
                    f.write_str(": a reserved character is not its triplet")?;
                }
                Ok(())
            }
        }
    }
}

/// Whether two references mean the same at a level, and for which reasons; or where they first differ.
///
/// Schemes are compared as [`normalize`](super::normalize) knows them; of a URN, the r-, q- and f-components do
/// not count at [`Level::Scheme`] (RFC 8141 section 3.1). Linear time.
///
/// ```
/// use triplet::uri::{Level, equivalent};
///
/// let same = equivalent("HTTP://a/%7euser", "http://a/~user", Level::Percent);
/// assert_eq!(same.to_string(), "same by unreserved triplet, scheme case");
/// let not = equivalent("http://a/b/c", "http://a/b%2Fc", Level::Scheme);
/// assert_eq!(
///     not.to_string(),
///     "different: in the path at offset 10 and 10: a reserved character is not its triplet",
/// );
/// ```
#[must_use]
pub fn equivalent(a: &str, b: &str, level: Level) -> Equivalence {
    if a == b {
        return Equivalence::Identical;
    }
    let normalizer = Normalizer::new(level);
    let same = |normalizer: Normalizer<'_>| form(a, &normalizer) == form(b, &normalizer);
    if same(normalizer) {
        // A step is a reason if they are not the same without it.
        let mut reasons: Steps =
            normalizer.steps().iter().filter(|&step| !same(normalizer.without(step))).collect();
        if reasons.is_empty() {
            // Any of several would do.
            reasons = normalizer
                .steps()
                .iter()
                .filter(|&step| {
                    let only = normalizer.steps().iter().filter(|&other| other != step);
                    !same(only.fold(normalizer, Normalizer::without)) || step == Step::SchemeRule
                })
                .collect();
        }
        return Equivalence::Equivalent(reasons);
    }
    Equivalence::Different(difference(a, b, &normalizer))
}

/// What is compared.
fn form<'a>(reference: &'a str, normalizer: &Normalizer<'_>) -> Cow<'a, str> {
    let compared = if normalizer.steps().contains(Step::SchemeRule) {
        without_urn_components(reference)
    } else {
        reference
    };
    normalizer.normalize(compared)
}

/// A URN without its r-, q- and f-components: `?+…`, `?=…` and `#…`.
fn without_urn_components(reference: &str) -> &str {
    let split = Reference::split(reference);
    if !split.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("urn")) {
        return reference;
    }
    let end = reference.find(['?', '#']).unwrap_or(reference.len());
    &reference[..end]
}

/// Where two references that are not the same first differ.
fn difference(a: &str, b: &str, normalizer: &Normalizer<'_>) -> Difference {
    let (one, two) = (split::spans(a.as_bytes()), split::spans(b.as_bytes()));
    let (normal_a, normal_b) = (normalizer.normalize(a), normalizer.normalize(b));
    let (normal_one, normal_two) =
        (split::spans(normal_a.as_bytes()), split::spans(normal_b.as_bytes()));
    for component in Component::ALL {
        let text = |spans: &split::Spans, text: &str| {
            spans.component(component).map(|span| alloc::string::String::from(&text[span]))
        };
        if text(&normal_one, &normal_a) == text(&normal_two, &normal_b) {
            continue;
        }
        let place = |spans: &split::Spans, text: &str| {
            spans.component(component).unwrap_or(text.len()..text.len())
        };
        let (in_a, in_b) = (place(&one, a), place(&two, b));
        let (raw_a, raw_b) = (&a.as_bytes()[in_a.clone()], &b.as_bytes()[in_b.clone()]);
        let (at_a, at_b) = common(raw_a, raw_b);
        let octets = |raw: &[u8]| split::octet_at(raw).or(raw.first().copied());
        let triplet = |raw: &[u8]| split::begins_with_triplet(raw);
        let (rest_a, rest_b) = (&raw_a[at_a..], &raw_b[at_b..]);
        let reserved = octets(rest_a).is_some()
            && octets(rest_a) == octets(rest_b)
            && triplet(rest_a) != triplet(rest_b);
        return Difference { component, offsets: [in_a.start + at_a, in_b.start + at_b], reserved };
    }
    // Only what was not compared differs.
    Difference {
        component: Component::Path,
        offsets: [one.path.start, two.path.start],
        reserved: false,
    }
}

/// How far two components say the same, each in its own spelling.
fn common(a: &[u8], b: &[u8]) -> (usize, usize) {
    let unit = |bytes: &[u8]| match split::octet_at(bytes) {
        Some(octet) if crate::set::rfc3986::UNRESERVED.keeps(octet) => Some((octet, false, 3)),
        Some(octet) => Some((octet, true, 3)),
        None => bytes.first().map(|&byte| (byte, false, 1)),
    };
    let (mut at_a, mut at_b) = (0, 0);
    while let (Some((x, enc_x, width_x)), Some((y, enc_y, width_y))) =
        (unit(&a[at_a..]), unit(&b[at_b..]))
        && x == y
        && enc_x == enc_y
    {
        at_a += width_x;
        at_b += width_y;
    }
    (at_a, at_b)
}

/// A reference as a key: two are equal, hash alike and are ordered alike exactly where their normal forms
/// are.
///
/// To make one allocates only if the reference is not normal; to compare and to hash never does.
///
/// ```
/// use std::collections::HashSet;
/// use triplet::uri::{Level, Normalized};
///
/// let seen: HashSet<_> = ["http://a/%7eb", "HTTP://A/~b", "http://a/%2Fb"]
///     .into_iter()
///     .map(|reference| Normalized::new(reference, Level::Scheme))
///     .collect();
/// assert_eq!(seen.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Normalized<'a> {
    original: &'a str,
    normal: Cow<'a, str>,
}

impl<'a> Normalized<'a> {
    /// Of a reference, at a level.
    #[must_use]
    pub fn new(reference: &'a str, level: Level) -> Normalized<'a> {
        Normalized { original: reference, normal: form(reference, &Normalizer::new(level)) }
    }

    /// The normal form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.normal
    }

    /// The reference as it was given.
    #[must_use]
    pub const fn original(&self) -> &'a str {
        self.original
    }
}

impl PartialEq for Normalized<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.normal == other.normal
    }
}

impl Eq for Normalized<'_> {}

impl PartialOrd for Normalized<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Normalized<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.normal.cmp(&other.normal)
    }
}

impl Hash for Normalized<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.normal.hash(state);
    }
}
