//! The pairs of a form one after the other, and their names.
use serde::de::DeserializeSeed;

use super::super::scalar_value::ScalarValue;
use super::super::{Pairs, Part};
use super::error::{DeserializeError, Found};

/// The pairs with their indexes.
#[derive(Clone, Debug)]
pub(super) struct Numbered<'de> {
    pairs: Pairs<'de>,
    index: usize,
}

impl<'de> Numbered<'de> {
    pub(super) const fn of(pairs: Pairs<'de>) -> Numbered<'de> {
        Numbered { pairs, index: 0 }
    }

    /// How many pairs there are, if none was read and if it is known.
    pub(super) fn total(&self) -> Option<usize> {
        self.pairs.total()
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Result<Option<Found<'de>>, DeserializeError> {
        match self.pairs.step() {
            None => Ok(None),
            Some(Err(error)) => Err(error.into()),
            Some(Ok(pair)) => {
                let index = self.index;
                self.index += 1;
                Ok(Some(Found { pair, index }))
            }
        }
    }
}

/// The text of a name or a value, as the options of the form say.
#[inline(always)]
pub(super) fn scalar<'de>(
    part: &Part<'de>,
) -> Result<ScalarValue<'de, DeserializeError>, DeserializeError> {
    Ok(ScalarValue::new(part.text()?))
}

/// A name.
pub(super) struct Key<'a, 'de>(pub(super) &'a Found<'de>);

impl<'de> Key<'_, 'de> {
    #[inline(always)]
    pub(super) fn read<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, DeserializeError> {
        let found = self.0;
        scalar(&found.pair.name)
            .and_then(|scalar| seed.deserialize(scalar))
            .map_err(|error| error.at(found, true))
    }
}

/// Whether a name that is not decoded is this one.
pub(super) fn is_named(part: &Part<'_>, name: &str) -> bool {
    let raw = part.raw();
    let is_plain = |byte: &u8| byte.is_ascii() && !matches!(byte, b'%' | b'+');
    if raw.iter().all(is_plain) {
        return raw == name.as_bytes();
    }
    part.text().is_ok_and(|text| text == name)
}
