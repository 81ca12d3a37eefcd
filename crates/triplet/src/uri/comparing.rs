//! Options of comparing: as IRIs, and with parameters in any order. A program has the code of an option only if it asks for the option.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::compare_by::{Order, Places, Query};
use super::iri_equivalence::uri_of;
use super::level::Step;
use super::normalize::Normalizer;
use super::split;
use crate::decode;
use crate::names::{names, unknown_name};

names! { "option of comparing";
    /// What two references may differ in and be the same all the same: see [`Normalizer::with`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum CompareOption {
        /// [`Normalizer::iris`].
        Iri => "iri",
        /// [`Normalizer::plus_as_space`].
        Plus => "plus",
        /// [`Normalizer::nfc`](Normalizer#method.nfc). Without the feature `normalization` this changes nothing.
        Nfc => "nfc",
        /// [`Normalizer::any_order`].
        AnyOrder => "any-order",
    }
}

impl CompareOption {
    /// The options of these names, which spaces or commas separate, in any case. An error is a message that has the names.
    ///
    /// # Errors
    ///
    /// At a name that no option has.
    ///
    /// ```
    /// use triplet::uri::{CompareOption, Level, Normalizer};
    ///
    /// let options = CompareOption::listed("plus any-order")?;
    /// let people = options.into_iter().fold(Normalizer::new(Level::Decoded), Normalizer::with);
    /// assert_eq!(people.key("/?b=a+c&a").key(), people.key("/?a&b=a%20c").key());
    /// assert_eq!(
    ///     CompareOption::listed("order").unwrap_err(),
    ///     "no option is named `order`; there are `iri`, `plus`, `nfc` and `any-order`",
    /// );
    /// # Ok::<(), String>(())
    /// ```
    pub fn listed(names: &str) -> Result<Vec<CompareOption>, String> {
        let option = |name: &str| {
            let known = CompareOption::by_name(&name.to_ascii_lowercase());
            known.ok_or_else(|| {
                unknown_name("option", name, CompareOption::ALL.map(CompareOption::name))
            })
        };
        names.split([' ', ',']).filter(|name| !name.is_empty()).map(option).collect()
    }
}

impl<'r> Normalizer<'r> {
    /// Compares references as IRIs (RFC 3987 section 5.3): a character and the triplets of its UTF-8 are the same, also where no URI has
    /// the character, such as a space. At [`Level::Scheme`](super::Level::Scheme), hosts are compared as domain names, as
    /// [`HostEncoding::ByScheme`](crate::iri::HostEncoding::ByScheme) says (with the feature `idna`). At
    /// [`Level::Decoded`](super::Level::Decoded) all of that is the same already. Where a reference is normalised, this changes nothing.
    ///
    /// ```
    /// use triplet::uri::{Level, Normalizer};
    ///
    /// let iris = Normalizer::new(Level::Path).iris();
    /// assert_eq!(iris.equivalent("/rosé", "/ros%c3%a9").to_string(), "same by hex case, IRI encoding");
    /// assert_eq!(iris.key("/rosé").key(), "/ros%C3%A9");
    /// ```
    #[must_use]
    pub const fn iris(mut self) -> Normalizer<'r> {
        if !self.steps.decodes() {
            self.steps = self.steps.with(Step::IriEncoding);
            self.uri_of = Some(uri_of);
        }
        self
    }

    /// Compares the parameters of a query, which `&` separates, in any order. Parameters of one name keep their order, and empty ones do
    /// not count. Where a reference is normalised, this changes nothing.
    ///
    /// ```
    /// use triplet::uri::{Level, Normalizer};
    ///
    /// let sets = Normalizer::new(Level::Path).any_order();
    /// assert_eq!(sets.equivalent("/?b=1&a=%7E", "/?a=~&b=1").to_string(), "same by unreserved triplet, parameter order");
    /// assert_eq!(sets.key("/?b=1&&a=%7E").key(), "/?a=~&b=1");
    /// // Which value of a name comes first can count.
    /// assert!(!sets.equivalent("/?a=1&a=2", "/?a=2&a=1").is_equivalent());
    /// ```
    #[must_use]
    pub const fn any_order(mut self) -> Normalizer<'r> {
        self.steps = self.steps.with(Step::ParameterOrder);
        self.order = Some(Order { sorted, first_other });
        self
    }

    /// With an option of comparing.
    #[must_use]
    pub const fn with(self, option: CompareOption) -> Normalizer<'r> {
        match option {
            CompareOption::Iri => self.iris(),
            CompareOption::Plus => self.plus_as_space(),
            CompareOption::Nfc => self.decoding(Step::Nfc, "nfc"),
            CompareOption::AnyOrder => self.any_order(),
        }
    }

    /// The URI that is compared instead of an IRI; `None` if that is the reference.
    pub(super) fn uri_of(&self, reference: &str) -> Option<String> {
        match self.uri_of {
            Some(uri_of) if self.steps.contains(Step::IriEncoding) => uri_of(reference, self.steps),
            _ => None,
        }
    }

    /// How parameters are put in one order; `None` if their order counts.
    pub(super) fn order(&self) -> Option<Order> {
        self.order.filter(|_| self.steps.contains(Step::ParameterOrder))
    }
}

/// The parameters of a query that are not empty, in the order of their decoded names.
fn in_order(query: &str, plus: bool) -> Vec<&str> {
    let name = |part: &&str| {
        let name = part.split_once('=').map_or(*part, |(name, _)| name);
        let name = decode(name).lenient();
        if plus { name.plus_as_space().to_bytes() } else { name.to_bytes() }.into_owned()
    };
    let mut parts: Vec<&str> = query.split('&').filter(|part| !part.is_empty()).collect();
    parts.sort_by_cached_key(name);
    parts
}

fn sorted(key: &str) -> Option<String> {
    let query = split::spans(key.as_bytes()).query()?;
    let parts = in_order(&key[query.clone()], false);
    let mut out = String::with_capacity(key.len());
    // Without its `?`.
    out.push_str(&key[..query.start - 1]);
    for (at, part) in parts.iter().enumerate() {
        out.push(if at == 0 { '?' } else { '&' });
        out.push_str(part);
    }
    out.push_str(&key[query.end..]);
    (out != key).then_some(out)
}

fn first_other(queries: &[Query<'_>; 2], plus: bool) -> Option<Places> {
    let parts = queries.each_ref().map(|query| {
        let in_key: Vec<&str> = query.in_key.split('&').filter(|part| !part.is_empty()).collect();
        (in_order(query.written, plus), in_key)
    });
    // A scheme may have rules by which a parameter is something else.
    if parts.iter().any(|(written, in_key)| written.len() != in_key.len()) {
        return None;
    }
    let [(_, keys_a), (_, keys_b)] = &parts;
    let same = keys_a.iter().zip(keys_b).take_while(|(a, b)| a == b).count();
    let mut ranges = queries.iter().zip(&parts).map(|(query, (written, _))| {
        let end = query.written.len();
        written.get(same).map_or(end..end, |part| {
            let start = part.as_ptr().addr() - query.written.as_ptr().addr();
            start..start + part.len()
        })
    });
    Some([ranges.next()?, ranges.next()?])
}
