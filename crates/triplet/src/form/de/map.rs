//! The pairs as the fields of a struct, and as a map.
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::de::{self, DeserializeSeed, MapAccess};

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
            self.current = Some(found);
            return Key(found).read(seed).map(Some);
        }
        self.current = None;
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, DeserializeError> {
        let first = self.current.ok_or_else(no_key)?;
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

impl<'de> Groups<'de> {
    /// Collects all pairs. Takes O(n log n) comparisons.
    pub(super) fn of(mut all: Numbered<'de>) -> Result<Groups<'de>, DeserializeError> {
        let mut pairs: Vec<Grouped<'de>> = Vec::new();
        let mut last: BTreeMap<Cow<'de, str>, usize> = BTreeMap::new();
        while let Some(found) = all.next()? {
            let name = found
                .pair
                .name
                .to_text()
                .map_err(|error| DeserializeError::from(error).at(&found, true))?;
            let earlier = last.insert(name, pairs.len());
            if let Some(earlier) = earlier {
                pairs[earlier].next = pairs.len();
            }
            pairs.push(Grouped { found, next: usize::MAX, is_first: earlier.is_none() });
        }
        Ok(Groups { pairs, at: 0, current: None })
    }
}

impl<'de> MapAccess<'de> for Groups<'de> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeserializeError> {
        while let Some(group) = self.pairs.get(self.at) {
            self.at += 1;
            if group.is_first {
                self.current = Some(self.at - 1);
                return Key(group.found).read(seed).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, DeserializeError> {
        let group = &self.pairs[self.current.ok_or_else(no_key)?];
        Value { first: group.found, others: Others::Known(&self.pairs, group.next) }.read(seed)
    }
}
