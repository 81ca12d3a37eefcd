//! Where an operation writes its result: memory of Java, or a vector if the result is long.

use std::mem::MaybeUninit;

use triplet::{Decode, Encode, Lenient, TextErrors, WriteError};

use crate::failure::Failure;

pub(crate) enum Output<'m> {
    /// Memory of Java, and how much of it is written.
    Memory(&'m mut [MaybeUninit<u8>], usize),
    Vector(Vec<u8>),
}

impl Output<'_> {
    pub(crate) fn write(&mut self, result: &[u8]) -> Result<(), Failure> {
        match self {
            Output::Memory(memory, written) => {
                let Some(to) = memory.get_mut(..result.len()) else { return Err(Failure::TooLong) };
                for (to, octet) in to.iter_mut().zip(result) {
                    to.write(*octet);
                }
                *written = result.len();
            }
            Output::Vector(vector) => {
                vector.try_reserve_exact(result.len())?;
                vector.extend_from_slice(result);
            }
        }
        Ok(())
    }

    pub(crate) fn encode(&mut self, view: Encode<'_>) -> Result<(), Failure> {
        match self {
            Output::Memory(memory, written) => {
                let text = view.write_into_uninit(memory).map_err(|_| Failure::TooLong)?;
                *written = text.len();
            }
            Output::Vector(vector) => {
                // Refused before it takes memory: no array of Java is longer.
                let length = view.encoded_len().unwrap_or(usize::MAX);
                if length > i32::MAX as usize {
                    return Err(Failure::TooLongForJava(length));
                }
                let mut text = String::new();
                view.try_append_to(&mut text)?;
                *vector = text.into_bytes();
            }
        }
        Ok(())
    }

    pub(crate) fn decode_bytes(&mut self, view: Decode<'_>) -> Result<(), Failure> {
        match self {
            Output::Memory(memory, written) => {
                *written = view.write_into_uninit(memory).map_err(failure)?.len();
            }
            Output::Vector(vector) => view.try_append_to(vector)?,
        }
        Ok(())
    }

    pub(crate) fn decode(&mut self, view: Decode<'_>) -> Result<(), Failure> {
        match self {
            Output::Memory(memory, written) => {
                let octets = view.write_into_uninit(memory).map_err(failure)?;
                *written = octets.len();
                if str::from_utf8(octets).is_err() {
                    // The decoder itself says where in the input the first octet that is not text came from.
                    view.try_to_str_with(TextErrors::Strict)?;
                }
                Ok(())
            }
            Output::Vector(vector) => {
                *vector = view.try_to_str_with(TextErrors::Strict)?.into_owned().into_bytes();
                Ok(())
            }
        }
    }

    pub(crate) fn decode_lossy(&mut self, view: Lenient<'_>) -> Result<(), Failure> {
        let text = view.try_to_str_with(TextErrors::Replace)?;
        self.write(text.as_bytes())
    }
}

fn failure(error: WriteError) -> Failure {
    match error {
        WriteError::Decode(error) => Failure::Decode(error),
        _ => Failure::TooLong,
    }
}
