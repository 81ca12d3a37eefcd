//! Whether two references mean the same, and why (RFC 3986 section 6).
#![forbid(unsafe_code)]

use core::fmt;

use super::compare_by::Query;
use super::decoded::{Division, Side, character_start};
use super::error::Component;
use super::level::{DecodedCharacter, Level, Step, Steps};
use super::normalize::Normalizer;
use super::normalize::scheme::PathRules;
use super::normalized::Normalized;
use super::split;
use crate::names::names;
use crate::set::{EncodeSet, rfc3986};
use crate::triplet::{begins_with_triplet, decode_triplet};

/// The answer of [`equivalent`]. Its `Display` is a line for people; its `Debug` has the steps by name, or the component and the
/// offsets.
///
/// ```
/// use triplet::uri::{Level, equivalent};
///
/// let same = equivalent("HTTP://a/%7euser", "http://a/~user", Level::Percent);
/// assert_eq!(format!("{same:?}"), "Equivalent({UnreservedTriplet, SchemeCase})");
/// ```
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
    reason: Option<Reason>,
}

names! { "reason";
    /// Why two characters that look alike do not mean the same.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Reason {
        /// One has a reserved character where the other has its triplet: never the same (section 2.2).
        ReservedCharacter => "reserved-character",
        /// One has a character outside ASCII where the other has a triplet of it: no URI has such a character. A
        /// reference with such a character is an IRI: [`iri::equivalent`](crate::iri::equivalent) compares IRIs.
        OutsideAscii => "outside-ascii",
        /// One has a character where the other has its triplet, and a URI may have that character as a triplet only: a space, a control,
        /// `%`, or one of ``<>"{}|\^` ``.
        DisallowedCharacter => "disallowed-character",
        /// One has a delimiter where the other has its triplet, which is data: at [`Level::Decoded`] (section 2.4).
        Delimiter => "delimiter",
        /// One has `+` where the other has a space, at [`Level::Decoded`]: the same only where `+` is
        /// [read as a space](Normalizer::plus_as_space).
        Plus => "plus",
    }
}

const RESERVED: EncodeSet = rfc3986::GEN_DELIMS.union(rfc3986::SUB_DELIMS);

impl Reason {
    /// The reason for a byte of one reference where the other has the triplet of that byte.
    fn of(byte: u8) -> Option<Reason> {
        if !byte.is_ascii() {
            Some(Reason::OutsideAscii)
        } else if RESERVED.keeps(byte) {
            Some(Reason::ReservedCharacter)
        } else {
            // The triplet of an unreserved byte is kept only where the scheme requires it.
            (!rfc3986::UNRESERVED.keeps(byte)).then_some(Reason::DisallowedCharacter)
        }
    }

    const fn message(self) -> &'static str {
        match self {
            Reason::ReservedCharacter => "a reserved character is not its triplet",
            Reason::OutsideAscii => {
                "a URI has characters outside ASCII only as triplets; compare them as IRIs"
            }
            Reason::DisallowedCharacter => "a URI has this character only as a triplet",
            Reason::Delimiter => "a delimiter is not its triplet, which is data",
            Reason::Plus => "`+` is a space only in a form",
        }
    }
}

impl Difference {
    /// The component in which they differ; one of them may lack it.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Where, in bytes from the start of each text. A character begins there, or the text ends.
    #[must_use]
    pub const fn offsets(&self) -> [usize; 2] {
        self.offsets
    }

    /// The same difference with offsets that are counted in another way, such as in characters, for its `Display`.
    #[must_use]
    pub const fn at(mut self, offsets: [usize; 2]) -> Difference {
        self.offsets = offsets;
        self
    }

    /// Whether one has a reserved character where the other has its triplet: alike to the eye, and never
    /// the same (section 2.2); at [`Level::Decoded`], where it is a delimiter.
    #[must_use]
    pub const fn is_reserved_character(&self) -> bool {
        matches!(self.reason, Some(Reason::ReservedCharacter | Reason::Delimiter))
    }

    /// Why they differ there, if the characters look alike.
    #[must_use]
    pub const fn reason(&self) -> Option<Reason> {
        self.reason
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
                if let Some(decoded) = steps.decoded() {
                    write!(f, ": {decoded}")?;
                }
                Ok(())
            }
            Equivalence::Different(difference) => {
                let [a, b] = difference.offsets;
                write!(f, "different: in the {} at offset {a} and {b}", difference.component)?;
                if let Some(reason) = difference.reason {
                    write!(f, ": {}", reason.message())?;
                }
                Ok(())
            }
        }
    }
}

/// Whether two references mean the same at a level, and for which reasons; or where they first differ.
///
/// They are the same where their [`Normalized`] are equal: where [`normalize`](super::normalize) gives the same of both,
/// and at [`Level::Scheme`] where the normal forms differ only in parts that the scheme ignores. Of a URN, the r-, q-
/// and f-components (`?+…`, `?=…`, `#…`) do not count (RFC 8141 section 3.1). Of a `mailto:`, a field `to` has more
/// addresses, and names of fields have no case (RFC 6068 section 2). `normalize` keeps all of that as it is.
///
/// What is not allowed in a URI, such as a space or a letter outside ASCII, is never the same as its triplet;
/// [`iri::equivalent`](crate::iri::equivalent) compares IRIs. Linear time.
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
    Normalizer::new(level).equivalent(a, b)
}

impl Normalizer<'_> {
    /// See [`equivalent`].
    ///
    /// ```
    /// use triplet::uri::{Level, Normalizer};
    ///
    /// let forms = Normalizer::new(Level::Decoded).plus_as_space();
    /// assert_eq!(forms.equivalent("/?q=a+b", "/?q=a%20b").to_string(), "same by decoded triplet, plus as space");
    /// ```
    #[must_use]
    pub fn equivalent(&self, a: &str, b: &str) -> Equivalence {
        equivalent_by(a, b, self)
    }

    /// The key of a reference, as [`Normalized::new`] makes it. Linear time.
    #[must_use]
    pub fn key<'a>(&self, reference: &'a str) -> Normalized<'a> {
        Normalized::by(reference, self)
    }
}

fn equivalent_by(a: &str, b: &str, &normalizer: &Normalizer<'_>) -> Equivalence {
    if a == b {
        return Equivalence::Identical;
    }
    let same = |normalizer: Normalizer<'_>| are_same(a, b, &normalizer);
    let (one, two) = (Normalized::by(a, &normalizer), Normalized::by(b, &normalizer));
    if one == two {
        if normalizer.steps().decodes() {
            let scheme = normalizer.at_level(Level::Scheme);
            if same(scheme) {
                return equivalent_by(a, b, &scheme);
            }
        }
        // A step is a reason if they are not the same without it.
        let steps = normalizer.steps();
        let may_be = Steps::that_change([a, b], &normalizer);
        let mut reasons: Steps = steps
            .iter()
            .filter(|&step| may_be.contains(step) && !same(normalizer.without(step)))
            .collect();
        let any_is_enough = reasons.is_empty();
        if any_is_enough {
            // Each of several steps is enough alone.
            let is_enough = |step: Step| {
                let others = steps.iter().filter(|&other| other != step);
                same(others.fold(normalizer, Normalizer::without))
            };
            reasons =
                may_be.iter().filter(|&step| steps.contains(step) && is_enough(step)).collect();
        }
        if reasons.is_empty() {
            // No single step is necessary: more than one group of steps suffices. Then all steps that may matter are reasons.
            reasons = may_be.iter().filter(|&step| steps.contains(step)).collect();
        }
        if reasons.contains(Step::DecodedTriplet) {
            let written = normalizer.without(Step::DecodedTriplet).without(Step::PlusAsSpace);
            let (one, two) = (Normalized::by(a, &written), Normalized::by(b, &written));
            let decoded = DecodedCharacter::first(one.key(), two.key());
            reasons = match decoded.is_none() && any_is_enough {
                true => reasons.iter().filter(|&step| step != Step::DecodedTriplet).collect(),
                false => reasons.with_decoded(decoded),
            };
        }
        return Equivalence::Equivalent(reasons);
    }
    Equivalence::Different(difference(&one, &two, &normalizer))
}

#[inline(never)]
fn are_same(a: &str, b: &str, normalizer: &Normalizer<'_>) -> bool {
    Normalized::by(a, normalizer) == Normalized::by(b, normalizer)
}

/// The first place where two references differ that are not equivalent.
fn difference(x: &Normalized<'_>, y: &Normalized<'_>, normalizer: &Normalizer<'_>) -> Difference {
    let (a, b) = (x.original(), y.original());
    let steps = normalizer.steps();
    let decodes = steps.decodes();
    let as_iris = steps.contains(Step::IriEncoding);
    let by_key = decodes || as_iris || normalizer.order().is_some();
    let [normal_a, normal_b] = [x, y].map(|key| if by_key { key.key() } else { key.as_str() });
    let spans = |text: &str| split::spans(text.as_bytes());
    let (one, two, normal_one, normal_two) = (spans(a), spans(b), spans(normal_a), spans(normal_b));
    let scheme = one.scheme().map(|scheme| &a[scheme]);
    let rules = scheme.map_or(PathRules::Generic, |scheme| normalizer.path_rules(scheme));
    let is_urn = rules == PathRules::Urn;
    let decoded = if is_urn { EncodeSet::NOTHING } else { rfc3986::UNRESERVED };
    for component in Component::ALL {
        let [text_a, text_b] = [(&normal_one, normal_a), (&normal_two, normal_b)]
            .map(|(spans, text)| spans.component(component).map(|span| &text[span]));
        if text_a == text_b {
            continue;
        }
        let place = |spans: &super::spans::Spans, text: &str| {
            spans.component(component).unwrap_or(text.len()..text.len())
        };
        let (mut in_a, mut in_b) = (place(&one, a), place(&two, b));
        if component == Component::Query
            && let Some(order) = normalizer.order()
        {
            let queries = [
                Query { written: &a[in_a.clone()], in_key: text_a.unwrap_or_default() },
                Query { written: &b[in_b.clone()], in_key: text_b.unwrap_or_default() },
            ];
            let plus = steps.contains(Step::PlusAsSpace) && rules != PathRules::Mailto;
            if let Some([part_a, part_b]) = (order.first_other)(&queries, plus) {
                in_a = in_a.start + part_a.start..in_a.start + part_a.end;
                in_b = in_b.start + part_b.start..in_b.start + part_b.end;
            }
        }
        let (raw_a, raw_b) = (&a.as_bytes()[in_a.clone()], &b.as_bytes()[in_b.clone()]);
        let sides = [(a, &one, in_a.start), (b, &two, in_b.start)].map(|(text, spans, start)| {
            Side::new(Division::new(text, spans, rules), component, start, steps)
        });
        let is_kept = |side: usize, at: usize, octet: u8| match decodes {
            true => sides[side].divides(at, octet),
            false => !decoded.keeps(octet) && (!as_iris || octet == b'%' || RESERVED.keeps(octet)),
        };
        let plus = sides[0].plus;
        let (at_a, at_b) = common(raw_a, raw_b, component, plus, is_kept);
        // Two characters may begin with the same octets.
        let at_a = character_start(&a[in_a.clone()], at_a);
        let at_b = character_start(&b[in_b.clone()], at_b);
        let octets = |raw: &[u8]| decode_triplet(raw).or(raw.first().copied());
        let triplet = |raw: &[u8]| begins_with_triplet(raw);
        let (rest_a, rest_b) = (&raw_a[at_a..], &raw_b[at_b..]);
        let alike = octets(rest_a) == octets(rest_b) && triplet(rest_a) != triplet(rest_b);
        let reason = match octets(rest_a).filter(|_| alike) {
            Some(octet) if !decodes => Reason::of(octet),
            Some(octet) => {
                (is_kept(0, at_a, octet) || is_kept(1, at_b, octet)).then_some(Reason::Delimiter)
            }
            None => {
                let is_plus = |one: &[u8], other: &[u8]| {
                    one.first() == Some(&b'+') && octets(other) == Some(b' ')
                };
                let is_one = decodes && component == Component::Query && !plus;
                (is_one && (is_plus(rest_a, rest_b) || is_plus(rest_b, rest_a)))
                    .then_some(Reason::Plus)
            }
        };
        return Difference { component, offsets: [in_a.start + at_a, in_b.start + at_b], reason };
    }
    // Components that are all the same make one text.
    Difference {
        component: Component::Path,
        offsets: [one.path().start, two.path().start],
        reason: None,
    }
}

/// The lengths of the prefixes of two components that mean the same. A triplet is its octet, unless it `is_kept` at an offset of the first
/// or the second component. With `plus`, `+` is a space.
fn common(
    a: &[u8],
    b: &[u8],
    component: Component,
    plus: bool,
    is_kept: impl Fn(usize, usize, u8) -> bool,
) -> (usize, usize) {
    let has_case = !matches!(component, Component::Scheme | Component::Host);
    // Where a host begins to be compared as it is written: an IP literal has no triplets, and the case of a zone identifier counts.
    let as_written = |text: &[u8]| {
        let is_literal = component == Component::Host && split::is_ip_literal(text);
        text.iter().position(|&byte| is_literal && byte == b'%').unwrap_or(text.len())
    };
    let unit = |side: usize, text: &[u8], at: usize, as_written: usize| {
        let bytes = &text[at..];
        if at >= as_written {
            return Some(((*bytes.first()?, false), 1));
        }
        let (octet, is_encoded, width) = match decode_triplet(bytes) {
            Some(octet) => (octet, is_kept(side, at, octet), 3),
            None if plus && bytes.first() == Some(&b'+') => (b' ', false, 1),
            None => (*bytes.first()?, false, 1),
        };
        let octet = if has_case { octet } else { octet.to_ascii_lowercase() };
        Some(((octet, is_encoded), width))
    };
    let (written_a, written_b) = (as_written(a), as_written(b));
    let (mut at_a, mut at_b) = (0, 0);
    while let (Some((x, width_x)), Some((y, width_y))) =
        (unit(0, a, at_a, written_a), unit(1, b, at_b, written_b))
        && x == y
    {
        at_a += width_x;
        at_b += width_y;
    }
    (at_a, at_b)
}
