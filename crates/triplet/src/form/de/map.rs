//! The pairs as the fields of a struct, and as a map.
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::mem;

use serde::de::{self, DeserializeSeed, MapAccess};

use super::super::scalar_value::ScalarValue;
use super::error::{DeserializeError, Found};
use super::pairs::{Key, Numbered, is_named};
use super::value::{Grouped, Others, Value};

/// The pairs for a struct. Nothing is stored: a field that is a list searches the rest of the form for its values, and its
/// name is skipped from then on. Derived code refuses a name that occurs twice.
pub(super) struct Fields<'de> {
    pairs: Numbered<'de>,
    pub(super) current: Option<Found<'de>>,
    taken: Vec<Cow<'de, str>>,
}

impl<'de> Fields<'de> {
    pub(super) const fn of(pairs: Numbered<'de>) -> Fields<'de> {
        Fields { pairs, current: None, taken: Vec::new() }
    }
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeserializeError> {
        while let Some(found) = self.pairs.next()? {
            if self.taken.iter().any(|name| is_named(&found.pair.name, name)) {
                continue;
            }
            return Key(self.current.insert(found)).read(seed).map(Some);
        }
        self.current = None;
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, DeserializeError> {
        let first = self.current.as_ref().ok_or_else(no_key)?;
        Value { first, others: Others::Ahead(&self.pairs, &mut self.taken) }.read(seed)
    }
}

#[cold]
fn no_key() -> DeserializeError {
    de::Error::custom("a value was asked for before its name")
}

/// The pairs for a map: the values of equal names are visited together, in the order in which the names first occur.
pub(super) struct Groups<'de> {
    pairs: Vec<Grouped<'de>>,
    at: usize,
    current: Option<usize>,
}

/// Up to this number of pairs, each name is compared with all before it: no order of names has to be made and stored. They
/// take less than a kilobyte, up to which common allocators keep freed blocks at hand.
const FEW: usize = 7;

impl<'de> Groups<'de> {
    /// Collects all pairs. Takes O(n log n) comparisons.
    pub(super) fn of(mut all: Numbered<'de>) -> Result<Groups<'de>, DeserializeError> {
        let mut pairs: Vec<Grouped<'de>> = Vec::new();
        while let Some(found) = all.next()? {
            if pairs.is_empty() {
                pairs.reserve(FEW);
            }
            // The name is decoded after the pair is in its place. A pair whose address is needed before is copied, and that
            // copy is slow: `Pairs::step` says why.
            let at = pairs.len();
            pairs.push(Grouped { found, name: Cow::default(), next: usize::MAX, is_first: true });
            let pair = &mut pairs[at];
            pair.name = match pair.found.pair.name.text() {
                Ok(name) => name,
                Err(error) => return Err(DeserializeError::from(error).at(&pair.found, true)),
            };
        }
        link(&mut pairs);
        Ok(Groups { pairs, at: 0, current: None })
    }
}

/// Links each pair to the next one of its name.
fn link(pairs: &mut [Grouped<'_>]) {
    if pairs.len() <= FEW {
        for at in 1..pairs.len() {
            let (before, from) = pairs.split_at_mut(at);
            if let Some(earlier) = before.iter_mut().rfind(|pair| pair.name == from[0].name) {
                earlier.next = at;
                from[0].is_first = false;
            }
        }
        return;
    }
    // A sort that keeps the order of equal names puts the next one of a name beside it.
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|&a, &b| pairs[a].name.cmp(&pairs[b].name));
    for two in order.windows(2) {
        if pairs[two[0]].name == pairs[two[1]].name {
            pairs[two[0]].next = two[1];
            pairs[two[1]].is_first = false;
        }
    }
}

impl<'de> MapAccess<'de> for Groups<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeserializeError> {
        while let Some(group) = self.pairs.get_mut(self.at) {
            self.at += 1;
            if group.is_first {
                self.current = Some(self.at - 1);
                // No other name is compared with this one any more.
                let name = ScalarValue::new(mem::take(&mut group.name));
                let name = seed.deserialize(name).map(Some);
                return name.map_err(|error: DeserializeError| error.at(&group.found, true));
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, DeserializeError> {
        let group = &self.pairs[self.current.ok_or_else(no_key)?];
        Value { first: &group.found, others: Others::Known(&self.pairs, group.next) }.read(seed)
    }
}
