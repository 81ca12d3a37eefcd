//! What is compared of a reference: its key.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::decoded::{decoded, plain_prefix};
use super::iri::with_domain_name;
use super::level::{Level, Step};
use super::normalize::Normalizer;
use super::normalize::case::lower_outside_triplets;
use super::normalize::scheme::{PathRules, mailto};
use super::reference::Reference;
use super::split;
#[cfg(feature = "normalization")]
use crate::normalization::NormalizationForm;

/// A reference as a key: two are equal, hash alike and are ordered alike exactly where [`equivalent`](super::equivalent) says that they
/// are the same.
///
/// Making a key allocates only if the reference is not normal, or has parts that its scheme ignores. Comparing and
/// hashing never allocate.
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
    /// The text that is compared, if it is not the normal form.
    compared: Option<String>,
}

impl<'a> Normalized<'a> {
    /// Makes the key of a reference at a level. Linear time.
    #[must_use]
    pub fn new(reference: &'a str, level: Level) -> Normalized<'a> {
        Normalized::by(reference, &Normalizer::new(level))
    }

    #[inline(never)]
    pub(super) fn by(reference: &'a str, normalizer: &Normalizer<'_>) -> Normalized<'a> {
        let normal = normalizer.normalize(reference);
        let mut compared = if let Some(uri) = normalizer.uri_of(reference) {
            let of_uris = normalizer.without(Step::IriEncoding).without(Step::ParameterOrder);
            Some(String::from(Normalized::by(&uri, &of_uris).key()))
        } else if normalizer.steps().decodes() {
            decoded_text(reference, &normal, normalizer)
        } else {
            compared(&normal, normalizer)
        };
        if let Some(order) = normalizer.order()
            && let Some(sorted) = (order.sorted)(compared.as_deref().unwrap_or(&normal))
        {
            compared = Some(sorted);
        }
        Normalized { original: reference, normal, compared }
    }

    /// The text that is compared, for a key outside this program: two references have the same exactly where they are equivalent. It is
    /// not always a reference, and another version of this library may give another one.
    ///
    /// ```
    /// use triplet::uri::{Level, Normalized};
    ///
    /// let key = |reference| Normalized::new(reference, Level::Decoded).key().to_owned();
    /// assert_eq!(key("HTTP://a/%40b%2fc?q=é"), "http://a/@b%2Fc?q=%C3%A9");
    /// assert_eq!(key("http://a:80/@b%2Fc?q=%c3%a9"), "http://a/@b%2Fc?q=%C3%A9");
    /// ```
    #[must_use]
    pub fn key(&self) -> &str {
        self.compared.as_deref().unwrap_or(&self.normal)
    }

    /// The normal form, as [`normalize`](super::normalize) gives it. Two equal keys may differ in parts that their scheme
    /// ignores, such as the f-component of a URN.
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
        self.key() == other.key()
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
        self.key().cmp(other.key())
    }
}

impl Hash for Normalized<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The text that is compared instead of the normal form, if the scheme ignores parts of it.
fn compared(normal: &str, normalizer: &Normalizer<'_>) -> Option<String> {
    if !normalizer.steps().contains(Step::SchemeRule) {
        return None;
    }
    let rules = normalizer.path_rules(&normal[..split::scheme_len(normal.as_bytes())?]);
    if !matches!(rules, PathRules::Urn | PathRules::Mailto) {
        return None;
    }
    let split = Reference::split(normal);
    match rules {
        PathRules::Urn => {
            let is_component = match split.query() {
                Some(query) => query.starts_with(['+', '=']),
                None => split.fragment().is_some(),
            };
            let end = normal.find(['?', '#'])?;
            is_component.then(|| String::from(&normal[..end]))
        }
        PathRules::Mailto if split.authority().is_none() => {
            let mut addresses = String::from(split.path());
            let mut fields = String::new();
            let mut separator = '?';
            for field in split.query()?.split('&') {
                match field.split_once('=') {
                    // A `/` or `?` in the path would be read as a delimiter.
                    Some((name, value))
                        if name.eq_ignore_ascii_case("to") && !value.contains(['/', '?']) =>
                    {
                        if !addresses.is_empty() && !value.is_empty() {
                            addresses.push(',');
                        }
                        addresses.push_str(value);
                    }
                    _ => {
                        fields.push(separator);
                        separator = '&';
                        let start = fields.len();
                        let (name, value) = field.split_at(field.find('=').unwrap_or(field.len()));
                        fields.push_str(name);
                        lower_outside_triplets(&mut fields, start);
                        fields.push_str(value);
                    }
                }
            }
            let mut out = mailto(&addresses);
            out.push_str(&fields);
            if let Some(fragment) = split.fragment() {
                out.push('#');
                out.push_str(fragment);
            }
            out.insert_str(0, "mailto:");
            Some(out)
        }
        _ => None,
    }
}

/// The text that is compared at [`Level::Decoded`], if it is not the normal form.
fn decoded_text(reference: &str, normal: &str, normalizer: &Normalizer<'_>) -> Option<String> {
    let steps = normalizer.steps();
    #[cfg(feature = "normalization")]
    if steps.contains(Step::Nfc)
        && let Cow::Owned(composed) = NormalizationForm::Nfc.encoded(reference)
    {
        let normalizer = normalizer.without(Step::Nfc);
        return Some(String::from(Normalized::by(&composed, &normalizer).key()));
    }
    let plain = plain_prefix(normal, steps);
    if plain == normal.len() {
        return compared(normal, normalizer);
    }
    // As for an IRI, the host is changed first, since the rules of a scheme are for the name of a host.
    let named = match steps.contains(Step::DomainName) {
        true => with_domain_name(reference),
        false => None,
    };
    let named = named.as_deref().map(|reference| normalizer.normalize(reference));
    let normal = named.as_deref().unwrap_or(normal);
    let compared = compared(normal, normalizer);
    let text = compared.as_deref().unwrap_or(normal);
    let rules = || {
        let scheme = split::scheme_len(text.as_bytes()).map(|length| &text[..length]);
        scheme.map_or(PathRules::Generic, |scheme| normalizer.path_rules(scheme))
    };
    let plain =
        if named.is_none() && compared.is_none() { plain } else { plain_prefix(text, steps) };
    decoded(text, plain, rules, steps).or(compared).or(named.map(Cow::into_owned))
}
