//! The text that is compared at [`Level::Decoded`](super::Level::Decoded): a normal form in which data has as few triplets as a URI
//! can have.
//!
//! A reference is split first (RFC 3986 section 2.4). In each piece of data a triplet becomes its octet where the octet may stand as it is
//! and divides nothing, and all else is a triplet. So two of these texts are the same exactly where the pieces have the same octets.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::error::Component;
use super::iri::all_encoded;
use super::level::{DecodedCharacter, Step, Steps};
use super::normalize::scheme::PathRules;
use super::spans::Spans;
use super::split;
use crate::kernel::{self, EncodeRule};
use crate::set::{EncodeSet, rfc3986};
use crate::triplet::decode_triplet;

/// What a URI may have as it is.
const DATA: EncodeSet = rfc3986::UNRESERVED.union(rfc3986::GEN_DELIMS).union(rfc3986::SUB_DELIMS);
const PATH: EncodeSet = DATA.also_encode(b"/?#");
const HOST: EncodeSet = DATA.also_encode(b":/?#[]@");
const USER: EncodeSet = PATH.also_encode(b":");
const VALUE: EncodeSet = DATA.also_encode(b"&#");
const NAME: EncodeSet = VALUE.also_encode(b"=");
/// The addresses of a `mailto:` are divided by commas (RFC 6068 section 2).
const ADDRESS: EncodeSet = PATH.also_encode(b",");
/// A path that begins with no slash is divided by its scheme, whose own rules say which reserved characters divide it.
const OPAQUE: EncodeSet = rfc3986::UNRESERVED;
/// The triplets of a URN are compared as they are (RFC 8141 section 3.1).
const URN: EncodeSet = EncodeSet::NOTHING;

/// What is known of a reference when its components are divided into pieces.
#[derive(Clone, Copy)]
pub(super) struct Division<'t> {
    text: &'t str,
    spans: &'t Spans,
    rules: PathRules,
}

impl<'t> Division<'t> {
    pub(super) const fn new(text: &'t str, spans: &'t Spans, rules: PathRules) -> Division<'t> {
        Division { text, spans, rules }
    }

    /// Gives each piece of data of a component, in order, and the octets whose triplets are decoded in it.
    pub(super) fn pieces(
        self,
        component: Component,
        mut piece: impl FnMut(Range<usize>, EncodeSet),
    ) {
        let Some(span) = self.spans.component(component) else { return };
        let text = &self.text[span.clone()];
        match component {
            Component::Scheme | Component::Port => {}
            // An IP literal has no triplets (section 3.2.2).
            Component::Host if split::is_ip_literal(text.as_bytes()) => {}
            Component::Host => piece(span, HOST),
            Component::Userinfo => halves(text, span.start, b':', [USER, PATH], piece),
            _ if self.rules == PathRules::Urn => piece(span, URN),
            // A `:` in the first segment would be that of a scheme (section 4.2).
            Component::Path if self.spans.begins_with_path() => {
                let end = span.start + text.find('/').unwrap_or(text.len());
                piece(span.start..end, USER);
                piece(end..span.end, PATH);
            }
            Component::Path if self.has_segments() => piece(span, PATH),
            Component::Path => match self.rules {
                PathRules::Mailto => piece(span, ADDRESS),
                // The media type has delimiters, and the data that follows it has none (RFC 2397).
                _ if self.has_scheme("data") => {
                    halves(text, span.start, b',', [OPAQUE, PATH], piece)
                }
                _ => piece(span, OPAQUE),
            },
            Component::Query => {
                let mut start = span.start;
                for pair in text.split('&') {
                    halves(pair, start, b'=', [NAME, VALUE], &mut piece);
                    start += pair.len() + 1;
                }
            }
            Component::Fragment => piece(span, DATA),
        }
    }

    /// Whether the path is divided by slashes: not in a URI whose path begins with no slash.
    fn has_segments(self) -> bool {
        self.spans.scheme().is_none()
            || self.spans.has_authority()
            || self.text[self.spans.path()].starts_with('/')
    }

    fn has_scheme(self, name: &str) -> bool {
        self.spans.scheme().is_some_and(|scheme| self.text[scheme].eq_ignore_ascii_case(name))
    }

    fn has_triplets(self, component: Component) -> bool {
        self.spans.component(component).is_some_and(|span| self.text[span].contains('%'))
    }

    /// Whether `+` in the query can be a space: never in a `mailto:` (RFC 6068 section 5).
    pub(super) fn has_plus(self, component: Component) -> bool {
        component == Component::Query && self.rules != PathRules::Mailto
    }
}

/// Gives what a text has before the first divider, and what it has after it. The text begins at an offset.
fn halves(
    text: &str,
    start: usize,
    divider: u8,
    [first, second]: [EncodeSet; 2],
    mut piece: impl FnMut(Range<usize>, EncodeSet),
) {
    let end = start + text.len();
    match text.bytes().position(|byte| byte == divider) {
        Some(length) => {
            piece(start..start + length, first);
            piece(start + length + 1..end, second);
        }
        None => piece(start..end, first),
    }
}

/// The characters that have one spelling only.
const RULE: EncodeRule = EncodeRule::new(*DATA.rows(), false, false);
const RULE_OF_FORMS: EncodeRule = EncodeRule::new(*DATA.also_encode(b"+").rows(), false, false);
const RULE_OF_URIS: EncodeRule = EncodeRule::new(*DATA.also_keep(b"%").rows(), false, false);

const fn rule(steps: Steps) -> &'static EncodeRule {
    if steps.contains(Step::PlusAsSpace) { &RULE_OF_FORMS } else { &RULE }
}

/// The length of the prefix of a normal form that has one spelling only.
pub(super) fn plain_prefix(normal: &str, steps: Steps) -> usize {
    kernel::kept_prefix(normal.as_bytes(), rule(steps)).len()
}

/// The text that is compared instead of a normal form, if it may be another one. A prefix of this length has one spelling only.
pub(super) fn decoded(
    normal: &str,
    plain: usize,
    rules: impl FnOnce() -> PathRules,
    steps: Steps,
) -> Option<String> {
    if is_decoded(&normal.as_bytes()[plain..], rule(steps)) {
        return None;
    }
    let plus = steps.contains(Step::PlusAsSpace);
    let decodes = steps.contains(Step::DecodedTriplet);
    let is_uri = kernel::kept_prefix(normal.as_bytes(), &RULE_OF_URIS).len() == normal.len();
    let normal = if decodes && !is_uri { all_encoded(normal) } else { Cow::Borrowed(normal) };
    let normal = &*normal;
    let spans = split::spans(normal.as_bytes());
    let division = Division::new(normal, &spans, rules());
    let mut out = String::with_capacity(normal.len() + kernel::NORMAL_ROOM);
    let mut end = 0;
    for component in Component::ALL {
        let plus = plus && division.has_plus(component);
        division.pieces(component, |piece, set| {
            out.push_str(&normal[end..piece.start]);
            end = piece.end;
            let set = match (decodes, plus) {
                (false, _) => EncodeSet::NOTHING,
                (true, true) => set.also_encode(b"+"),
                (true, false) => set,
            };
            // Triplets of unreserved characters stay here if the step for them is off.
            let set = match steps.contains(Step::UnreservedTriplet) {
                true => set,
                false => set.difference(rfc3986::UNRESERVED),
            };
            Data { set, steps, plus }.push(&normal[piece], &mut out);
        });
    }
    out.push_str(&normal[end..]);
    // Letters before a `:` would be a scheme, and the triplets of them are none (section 4.2).
    if spans.begins_with_path() && split::scheme_len(out.as_bytes()).is_some() {
        out.insert_str(0, "./");
    }
    Some(out)
}

/// Whether a text that begins with no byte of one spelling has only triplets of what can't be written in another way.
fn is_decoded(text: &[u8], rule: &EncodeRule) -> bool {
    let mut rest = text;
    while let Some(octet) = decode_triplet(rest)
        && !DATA.keeps(octet)
    {
        rest = &rest[3..];
        rest = &rest[kernel::kept_prefix(rest, rule).len()..];
    }
    rest.is_empty()
}

/// How a piece of data is written.
struct Data {
    /// The octets whose triplets are decoded.
    set: EncodeSet,
    steps: Steps,
    plus: bool,
}

impl Data {
    fn push(&self, text: &str, out: &mut String) {
        if !self.plus {
            return self.push_triplets(text, out);
        }
        let space = if self.steps.contains(Step::DecodedTriplet) { "%20" } else { " " };
        for (i, part) in text.split('+').enumerate() {
            if i > 0 {
                out.push_str(space);
            }
            self.push_triplets(part, out);
        }
    }

    fn push_triplets(&self, text: &str, out: &mut String) {
        let upper = self.steps.contains(Step::HexCase);
        // A malformed `%` stands for itself, as does `%25`.
        let percent = if self.steps.contains(Step::DecodedTriplet) { "%25" } else { "%" };
        let mut at = 0;
        loop {
            at += kernel::normalize_append(&text[at..], self.set.rows(), upper, out);
            if at == text.len() {
                return;
            }
            out.push_str(percent);
            at += 1;
        }
    }
}

/// A component of one of two references that differ: where it is divided.
pub(super) struct Side {
    /// Each piece from a start on, in offsets from there, and the octets whose triplets are decoded in it.
    pieces: Vec<(Range<usize>, EncodeSet)>,
    /// Whether `+` is a space.
    pub(super) plus: bool,
}

impl Side {
    pub(super) fn new(
        division: Division<'_>,
        component: Component,
        start: usize,
        steps: Steps,
    ) -> Side {
        let mut pieces = Vec::new();
        // The pieces are needed for triplets only.
        if steps.decodes() && division.has_triplets(component) {
            division.pieces(component, |piece, set| {
                if piece.start >= start {
                    pieces.push((piece.start - start..piece.end - start, set));
                }
            });
        }
        Side { pieces, plus: steps.contains(Step::PlusAsSpace) && division.has_plus(component) }
    }

    /// Whether an octet would divide the piece at an offset, so that its triplet is not the octet.
    pub(super) fn divides(&self, at: usize, octet: u8) -> bool {
        let piece = self.pieces.partition_point(|(piece, _)| piece.end <= at);
        DATA.keeps(octet) && self.pieces.get(piece).is_some_and(|(_, set)| !set.keeps(octet))
    }
}

impl DecodedCharacter {
    /// The first of two texts that become the same by decoding.
    pub(super) fn first(a: &str, b: &str) -> Option<DecodedCharacter> {
        // Both are the same up to there.
        let same = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
        // A `%` that both have may begin a triplet in one of them only.
        let percent = a.as_bytes()[..same].iter().rposition(|&byte| byte == b'%');
        let same = percent.filter(|percent| same - percent < 3).unwrap_or(same);
        let [mut rest_a, mut rest_b] = [a, b].map(|text| &text[character_start(text, same)..]);
        loop {
            let (octet_a, octet_b) =
                (decode_triplet(rest_a.as_bytes()), decode_triplet(rest_b.as_bytes()));
            let raw = match (octet_a, octet_b) {
                (Some(_), None) => rest_b,
                (None, Some(_)) => rest_a,
                (Some(_), Some(_)) => {
                    (rest_a, rest_b) = (&rest_a[3..], &rest_b[3..]);
                    continue;
                }
                (None, None) => {
                    let (x, y) = (rest_a.chars().next()?, rest_b.chars().next()?);
                    (rest_a, rest_b) = (&rest_a[x.len_utf8()..], &rest_b[y.len_utf8()..]);
                    continue;
                }
            };
            let character = raw.chars().next()?;
            let octet = octet_a.or(octet_b)?;
            if character.encode_utf8(&mut [0; 4]).as_bytes()[0] != octet {
                // One side has `+` for the space of the other. The two spellings have different lengths.
                let width = |rest: &str| {
                    if decode_triplet(rest.as_bytes()).is_some() { 3 } else { character.len_utf8() }
                };
                (rest_a, rest_b) = (&rest_a[width(rest_a)..], &rest_b[width(rest_b)..]);
                continue;
            }
            let at = a.len() - rest_a.len();
            let spans = split::spans(a.as_bytes());
            let has_it = |component: &Component| {
                spans.component(*component).is_some_and(|span| span.contains(&at))
            };
            let component = Component::ALL.into_iter().find(has_it)?;
            let is_segment = component == Component::Path
                && Division::new(a, &spans, PathRules::Generic).has_segments();
            return Some(DecodedCharacter::new(character, component, is_segment));
        }
    }
}

/// The start of the character that an offset is in, or at.
pub(super) fn character_start(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
