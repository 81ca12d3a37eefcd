//! The members of an array of a request, read one after the other.
#![forbid(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};

/// The members of an array, one after the other.
pub struct Each<F>(pub F);

impl<F> Each<F> {
    /// Gives each member to the function until it says that it needs no more: `is_ended` is then true, and the error means nothing.
    pub fn read<'de, T, D>(self, deserializer: D, is_ended: &mut bool) -> Result<(), D::Error>
    where
        T: Deserialize<'de>,
        F: FnMut(T) -> bool,
        D: Deserializer<'de>,
    {
        deserializer.deserialize_seq(EachVisitor { each: self.0, is_ended, member: PhantomData })
    }
}

struct EachVisitor<'e, F, T> {
    each: F,
    is_ended: &'e mut bool,
    member: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> bool> Visitor<'de> for EachVisitor<'_, F, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while let Some(member) = seq.next_element()? {
            if !(self.each)(member) {
                *self.is_ended = true;
                return Err(A::Error::custom("no more members are needed"));
            }
        }
        Ok(())
    }
}
