//! What a call does to a single value: the library's functions, behind one trait, so that columns of each layout are
//! walked through in one way.

use std::borrow::Cow;
use std::collections::TryReserveError;

use triplet::charset::{self, Charset};
use triplet::rows::{Offset, normal_rows, respelled_rows};
use triplet::set::{EncodeSet, NonAscii};
use triplet::uri::{self, Edit, Level};

use crate::call::Comparing;
use crate::error::{Failure, ValueError, check_memory};

/// What the library wants to have free beyond the result when it writes a short one.
pub(crate) const FREE: usize = 256;

/// Where results are appended.
pub(crate) trait Sink: Sized + Default {
    fn length(&self) -> usize;
    fn shorten(&mut self, length: usize);
    fn reserve(&mut self, bytes: usize) -> Result<(), TryReserveError>;
    /// Appends values as they are. `unchanged` is UTF-8 if this is text.
    fn append(&mut self, unchanged: &[u8]) -> Result<(), TryReserveError>;
    fn bytes(&self) -> &[u8];
    fn into_bytes(self) -> Vec<u8>;
}

impl Sink for Vec<u8> {
    fn length(&self) -> usize {
        self.len()
    }
    fn shorten(&mut self, length: usize) {
        self.truncate(length);
    }
    fn reserve(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        self.try_reserve(bytes)
    }
    fn append(&mut self, unchanged: &[u8]) -> Result<(), TryReserveError> {
        self.try_reserve(unchanged.len())?;
        self.extend_from_slice(unchanged);
        Ok(())
    }
    fn bytes(&self) -> &[u8] {
        self
    }
    fn into_bytes(self) -> Vec<u8> {
        self
    }
}

impl Sink for String {
    fn length(&self) -> usize {
        self.len()
    }
    fn shorten(&mut self, length: usize) {
        self.truncate(length);
    }
    fn reserve(&mut self, bytes: usize) -> Result<(), TryReserveError> {
        self.try_reserve(bytes)
    }
    fn append(&mut self, unchanged: &[u8]) -> Result<(), TryReserveError> {
        self.try_reserve(unchanged.len())?;
        // Values that encoding or normalising keeps are text, so this is always the first case.
        match str::from_utf8(unchanged) {
            Ok(text) => self.push_str(text),
            Err(_) => self.push_str(&String::from_utf8_lossy(unchanged)),
        }
        Ok(())
    }
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
    fn into_bytes(self) -> Vec<u8> {
        self.into()
    }
}

/// What became of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The value stays as it is. Nothing was appended.
    None,
    /// The result was appended.
    Appended,
}

/// A function from a value to a value.
pub(crate) trait Rewrite {
    type Out: Sink;

    /// The length of a prefix without a change. The borders between values do not matter. It is 0 where the change of a value depends
    /// on where the value begins, so that values are not scanned together.
    fn unchanged_up_to(&self, values: &[u8]) -> usize {
        let _ = values;
        0
    }

    /// How many rows, from the first one on, are text that stays, if this can be found faster than by [`Rewrite::rewrite`].
    fn unchanged_rows<O: Offset>(&self, values: &[u8], offsets: &[O]) -> Option<usize> {
        let _ = (values, offsets);
        None
    }

    /// The room that the results of these values take, or an estimate. Where it is exact, a large result is not moved at the
    /// end, and its memory serves for the next column: an allocator that gave memory back to the system by a shorter
    /// result takes it from there again each time.
    fn room(&self, values: &[u8]) -> usize {
        values.len()
    }

    /// Appends the result for a value. After an error the sink may hold a part of it.
    fn rewrite(&self, value: &[u8], out: &mut Self::Out) -> Result<Change, Failure>;
}

/// Encodes the octets of a value. The octets of text are its UTF-8.
pub(crate) struct Encode(pub(crate) EncodeSet);

impl Rewrite for Encode {
    type Out = String;

    fn unchanged_up_to(&self, values: &[u8]) -> usize {
        if self.0.keeps_triplets() {
            // Two halves in two values are not a triplet, so the values are encoded one by one.
            return triplet::decode(values)
                .unchanged_up_to()
                .min(triplet::encode(values, self.0).unchanged_up_to());
        }
        triplet::encode(values, self.0).unchanged_up_to()
    }

    fn room(&self, values: &[u8]) -> usize {
        triplet::encode(values, self.0).encoded_len().unwrap_or(values.len())
    }

    #[inline]
    fn rewrite(&self, value: &[u8], out: &mut String) -> Result<Change, Failure> {
        let view = triplet::encode(value, self.0);
        // Where there is room for any result, the form that cannot fail asks for none, and is the faster one.
        if out.capacity() - out.len() >= value.len() * 3 + FREE {
            view.append_to(out);
        } else {
            view.try_append_to(out)?;
        }
        Ok(Change::Appended)
    }
}

impl Encode {
    /// Whether values that are not UTF-8 may be joined to scan them: not if the set keeps characters outside ASCII, which
    /// the octets of two values could form together.
    pub(crate) fn joins_octets(&self) -> bool {
        self.0.non_ascii_policy() == NonAscii::Encode
    }
}

/// Encodes text in a charset other than UTF-8.
pub(crate) struct EncodeCharset {
    pub(crate) set: EncodeSet,
    pub(crate) charset: Charset,
}

impl Rewrite for EncodeCharset {
    type Out = String;

    fn unchanged_up_to(&self, values: &[u8]) -> usize {
        // Not every charset writes ASCII as ASCII, and a stateful one can end in another state.
        if self.charset.is_ascii_compatible() {
            Encode(self.set).unchanged_up_to(values).min(ascii_len(values))
        } else {
            0
        }
    }

    fn rewrite(&self, value: &[u8], out: &mut String) -> Result<Change, Failure> {
        let text = str::from_utf8(value).map_err(ValueError::not_text)?;
        check_memory(value.len() * 8)?;
        let encoded = charset::encode(text, self.charset, self.set).try_to_cow();
        out.append(encoded.map_err(ValueError::from)?.as_bytes())?;
        Ok(Change::Appended)
    }
}

fn ascii_len(values: &[u8]) -> usize {
    if values.is_ascii() {
        values.len()
    } else {
        values.iter().take_while(|byte| byte.is_ascii()).count()
    }
}

/// Decodes to octets.
pub(crate) struct DecodeBytes {
    pub(crate) plus: bool,
}

impl DecodeBytes {
    fn view<'a>(&self, value: &'a [u8]) -> triplet::Decode<'a> {
        let view = triplet::decode(value);
        if self.plus { view.plus_as_space() } else { view }
    }
}

impl Rewrite for DecodeBytes {
    type Out = Vec<u8>;

    fn unchanged_up_to(&self, values: &[u8]) -> usize {
        self.view(values).unchanged_up_to()
    }

    fn room(&self, values: &[u8]) -> usize {
        self.view(values).lenient().decoded_len()
    }

    #[inline]
    fn rewrite(&self, value: &[u8], out: &mut Vec<u8>) -> Result<Change, Failure> {
        let view = self.view(value);
        if out.capacity() - out.len() >= value.len() + FREE {
            view.append_to(out).map_err(ValueError::from)?;
        } else {
            view.try_append_to(out)?;
        }
        Ok(Change::Appended)
    }
}

/// Decodes text whose octets are in another charset than UTF-8. What is not encoded stays as it is.
pub(crate) struct DecodeCharset {
    pub(crate) charset: Charset,
    pub(crate) plus: bool,
    pub(crate) lossy: bool,
    /// The values are octets, not text.
    pub(crate) binary: bool,
}

impl Rewrite for DecodeCharset {
    type Out = Vec<u8>;

    fn unchanged_up_to(&self, values: &[u8]) -> usize {
        // In other charsets ASCII characters are octets like others.
        if self.binary || !self.charset.is_ascii_compatible() {
            return 0;
        }
        DecodeBytes { plus: self.plus }.unchanged_up_to(values)
    }

    fn rewrite(&self, value: &[u8], out: &mut Vec<u8>) -> Result<Change, Failure> {
        check_memory(value.len() * 8)?;
        let view = match str::from_utf8(value) {
            Ok(text) if !self.binary => charset::decode(text, self.charset),
            _ => charset::decode_octets(value, self.charset),
        };
        let view = if self.plus { view.plus_as_space() } else { view };
        let text = if self.lossy {
            view.lenient().to_str_lossy().map_err(ValueError::from)?
        } else {
            view.to_str().map_err(ValueError::from)?
        };
        Sink::append(out, text.as_bytes())?;
        Ok(Change::Appended)
    }
}

/// Appends the result for a value. One that is borrowed is the value.
fn changed(result: Cow<'_, str>, out: &mut String) -> Result<Change, Failure> {
    let Cow::Owned(result) = result else { return Ok(Change::None) };
    out.append(result.as_bytes())?;
    Ok(Change::Appended)
}

/// A value as text that is one reference.
fn reference(value: &[u8]) -> Result<&str, Failure> {
    let text = str::from_utf8(value).map_err(ValueError::not_text)?;
    uri::text_beside(text).map_or(Ok(text), |error| Err(ValueError::from(error).into()))
}

/// Normalises a reference.
pub(crate) struct Normalize(pub(crate) Level);

impl Rewrite for Normalize {
    type Out = String;

    fn unchanged_rows<O: Offset>(&self, values: &[u8], offsets: &[O]) -> Option<usize> {
        normal_rows(values, offsets, self.0).ok()
    }

    fn rewrite(&self, value: &[u8], out: &mut String) -> Result<Change, Failure> {
        let text = str::from_utf8(value).map_err(ValueError::not_text)?;
        check_memory(value.len() * 6)?;
        let Cow::Owned(normal) = uri::normalize(text, self.0) else { return Ok(Change::None) };
        // What is malformed stays, and so does a text that is not one reference.
        if uri::text_beside(text).or_else(|| uri::text_lost(text, &normal)).is_some() {
            return Ok(Change::None);
        }
        changed(Cow::Owned(normal), out)
    }
}

/// The key of a reference.
pub(crate) struct Key(pub(crate) Comparing);

impl Rewrite for Key {
    type Out = String;

    fn rewrite(&self, value: &[u8], out: &mut String) -> Result<Change, Failure> {
        let text = str::from_utf8(value).map_err(ValueError::not_text)?;
        check_memory(value.len() * 6)?;
        let normalized = self.0.normalizer().key(text);
        if normalized.key() == text {
            return Ok(Change::None);
        }
        out.append(normalized.key().as_bytes())?;
        Ok(Change::Appended)
    }
}

/// Spells a reference again.
pub(crate) struct Respell<'c>(pub(crate) &'c uri::Respell);

impl Rewrite for Respell<'_> {
    type Out = String;

    fn unchanged_rows<O: Offset>(&self, values: &[u8], offsets: &[O]) -> Option<usize> {
        respelled_rows(values, offsets, self.0).ok()
    }

    fn rewrite(&self, value: &[u8], out: &mut String) -> Result<Change, Failure> {
        let text = str::from_utf8(value).map_err(ValueError::not_text)?;
        check_memory(value.len() * 6)?;
        let result = self.0.convert(text).map_err(ValueError::from)?;
        if let Cow::Owned(_) = result
            && let Some(error) = self.0.text_beside(text)
        {
            return Err(ValueError::from(error).into());
        }
        changed(result, out)
    }
}

/// Repairs a reference.
pub(crate) struct Requote(pub(crate) uri::Requote);

impl Rewrite for Requote {
    type Out = String;

    fn rewrite(&self, value: &[u8], out: &mut String) -> Result<Change, Failure> {
        check_memory(value.len() * 6)?;
        if let Some(error) = self.0.text_beside(value) {
            return Err(ValueError::from(error).into());
        }
        let repaired = self.0.convert_octets(value);
        if repaired.as_bytes() == value {
            return Ok(Change::None);
        }
        changed(Cow::Owned(repaired.into_owned()), out)
    }
}

/// Removes parameters of these names from the query of a reference.
pub(crate) struct RemoveParameters<'c>(pub(crate) &'c [String]);

impl Rewrite for RemoveParameters<'_> {
    type Out = String;

    fn rewrite(&self, value: &[u8], out: &mut String) -> Result<Change, Failure> {
        let text = reference(value)?;
        check_memory(value.len() * 6)?;
        let mut edit = Edit::new(text);
        for name in self.0 {
            match name.strip_suffix('*') {
                Some(prefix) => edit.parameters_mut().remove_prefixed(prefix),
                None => edit.parameters_mut().remove_named(name),
            };
        }
        let edited = edit.finish().map_err(ValueError::from)?;
        if let Some(error) = uri::text_lost(text, &edited) {
            return Err(ValueError::from(error).into());
        }
        changed(edited, out)
    }
}
