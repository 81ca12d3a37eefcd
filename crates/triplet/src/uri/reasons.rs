//! Which steps can be a reason why two references are the same: those that change one of them.
#![forbid(unsafe_code)]

use super::level::{Step, Steps};
use super::normalize::Normalizer;
use super::split;
use crate::kernel;
use crate::set::rfc3986;
use crate::triplet::decode_triplet;

impl Steps {
    /// The steps of a normaliser that may change one of these texts. Any other step can't be a reason, so nobody need try it. Linear time.
    pub(super) fn that_change(texts: [&str; 2], normalizer: &Normalizer<'_>) -> Steps {
        texts.into_iter().flat_map(|text| steps_of(text, normalizer).iter()).collect()
    }
}

fn steps_of(text: &str, normalizer: &Normalizer<'_>) -> Steps {
    let spans = split::spans(text.as_bytes());
    let has_upper = |text: &str| text.bytes().any(|byte| byte.is_ascii_uppercase());
    let triplets = Triplets::of(text.as_bytes());
    let mut steps = Steps::default();
    let mut add = |step: Step, may_change: bool| {
        if may_change {
            steps = steps.with(step);
        }
    };
    add(Step::HexCase, triplets.have_lower_digits);
    add(Step::UnreservedTriplet, triplets.have_unreserved);
    add(Step::DecodedTriplet, triplets.are_there);
    add(Step::PlusAsSpace, text.contains('+'));
    add(Step::Nfc, triplets.are_there || !text.is_ascii());
    add(Step::IriEncoding, normalizer.uri_of(text).is_some());
    add(Step::ParameterOrder, normalizer.order().is_some() && spans.query().is_some());
    let path = &text[spans.path()];
    // `%2E` is a dot.
    add(Step::DotSegments, path.contains('.') || triplets.have_unreserved);
    if let Some(authority) = spans.authority() {
        let host = &text[authority.host];
        add(Step::HostCase, has_upper(host) || triplets.have_unreserved);
        add(Step::DomainName, !host.is_ascii() || host.contains('%'));
        add(Step::Ipv6Form, host.starts_with('['));
        add(Step::EmptyPort, authority.port.is_some());
        add(Step::DefaultPort, authority.port.is_some());
        add(Step::EmptyPath, path.is_empty());
    }
    if let Some(scheme) = spans.scheme() {
        let scheme = &text[scheme];
        add(Step::SchemeCase, has_upper(scheme));
        add(Step::SchemeRule, normalizer.has_own_form(scheme));
    }
    steps
}

/// What the triplets of a text are like.
#[derive(Default)]
struct Triplets {
    /// Whether there is a `%`, be it malformed.
    are_there: bool,
    have_lower_digits: bool,
    have_unreserved: bool,
}

impl Triplets {
    fn of(text: &[u8]) -> Triplets {
        let mut found = Triplets::default();
        let mut rest = text;
        loop {
            rest = &rest[kernel::clean_prefix_len(rest, false)..];
            let Some((_, after)) = rest.split_first() else { return found };
            found.are_there = true;
            if let Some(octet) = decode_triplet(rest) {
                found.have_lower_digits |= after[..2].iter().any(u8::is_ascii_lowercase);
                found.have_unreserved |= rfc3986::UNRESERVED.keeps(octet);
            }
            rest = after;
        }
    }
}
