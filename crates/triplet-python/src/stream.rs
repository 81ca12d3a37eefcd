//! Incremental encoders and decoders. The wrappers of files are in Python (`triplet/streams.py`).

use std::collections::TryReserveError;
use std::convert::Infallible;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use triplet::set::rfc3986;
use triplet::stream::{self, Progress, Status};

use crate::codec::changed;
use crate::error::triplet_error;
use crate::memory::{self, refused};
use crate::set::{Ascii, SetArgument};
use crate::text::{Input, detach_if_long};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Encoder>()?;
    module.add_class::<Decoder>()
}

/// A buffer of this length.
fn zeros(length: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(length)?;
    buffer.resize(length, 0);
    Ok(buffer)
}

/// Makes a buffer twice as long.
fn grow(buffer: &mut Vec<u8>) -> Result<(), TryReserveError> {
    let length = buffer.len();
    buffer.try_reserve_exact(length)?;
    buffer.resize(length * 2, 0);
    Ok(())
}

/// What `push` writes for a chunk, in room that grows. The error outside is that of memory.
fn filled<E>(
    mut chunk: &[u8],
    room: usize,
    mut push: impl FnMut(&[u8], &mut [u8]) -> Result<Progress, E>,
) -> Result<Result<Vec<u8>, E>, TryReserveError> {
    let mut written = zeros(room)?;
    let mut length = 0;
    loop {
        let progress = match push(chunk, &mut written[length..]) {
            Ok(progress) => progress,
            Err(error) => return Ok(Err(error)),
        };
        chunk = &chunk[progress.read..];
        length += progress.written;
        if progress.status != Status::NeedRoom {
            written.truncate(length);
            return Ok(Ok(written));
        }
        grow(&mut written)?;
    }
}

/// Encodes an input that comes in chunks. However it is cut, the result is the same.
///
/// The options are those of `encode`. `triplet.streams` has wrappers for files.
///
/// >>> import triplet
/// >>> encoder = triplet.Encoder("rfc3986:segment")
/// >>> encoder.encode("a b") + encoder.encode("/c", final=True)
/// b'a%20b%2Fc'
#[pyclass(module = "triplet")]
struct Encoder {
    start: stream::Encoder,
    state: stream::Encoder,
}

#[pymethods]
impl Encoder {
    #[new]
    #[pyo3(
        signature = (set=SetArgument(rfc3986::UNRESERVED), *, also_keep=None, also_encode=None, keep_triplets=false, space_as_plus=None, lowercase_hex=false),
        text_signature = "(set='rfc3986:unreserved', *, also_keep='', also_encode='', keep_triplets=False, space_as_plus=None, lowercase_hex=False)"
    )]
    fn new(
        set: SetArgument,
        also_keep: Option<Ascii>,
        also_encode: Option<Ascii>,
        keep_triplets: bool,
        space_as_plus: Option<bool>,
        lowercase_hex: bool,
    ) -> Encoder {
        let set = changed(set.0, keep_triplets, space_as_plus, also_keep, also_encode);
        let start = stream::Encoder::new(set);
        let start = if lowercase_hex { start.lowercase_hex() } else { start };
        Encoder { state: start.clone(), start }
    }

    /// Encodes a chunk, a string or bytes. With ``final`` it is the last one, and the encoder starts again.
    #[pyo3(signature = (chunk, r#final=false), text_signature = "($self, chunk, final=False)")]
    fn encode<'py>(
        &mut self,
        chunk: &Bound<'py, PyAny>,
        r#final: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let py = chunk.py();
        let read = Input::of(chunk)?;
        let bytes = read.as_bytes();
        let Some(room) = bytes.len().checked_mul(3).and_then(|room| room.checked_add(64)) else {
            return Err(PyOverflowError::new_err("the chunk is too long"));
        };
        let mut state = self.state.clone();
        let encoded = detach_if_long(py, bytes.len(), || {
            filled(bytes, room, |bytes, room| Ok::<_, Infallible>(state.push(bytes, room, r#final)))
        });
        let Ok(encoded) = encoded.map_err(refused)?;
        let encoded = memory::bytes(py, &encoded)?;
        // If the memory for a result is refused, the state stays, as if the chunk had not been read.
        self.state = if r#final { self.start.clone() } else { state };
        Ok(encoded)
    }

    /// Forgets what it has read.
    fn reset(&mut self) {
        self.state = self.start.clone();
    }
}

/// Decodes an input that comes in chunks. However it is cut, the result is the same, and the offset of an error counts from the start of the
/// first chunk, in bytes.
///
/// The options are those of `decode_to_bytes`. `triplet.streams` has wrappers for files.
///
/// >>> import triplet
/// >>> decoder = triplet.Decoder()
/// >>> decoder.decode("caf%C") + decoder.decode("3%A9", final=True)
/// b'caf\xc3\xa9'
#[pyclass(module = "triplet")]
struct Decoder {
    start: stream::Decoder,
    state: stream::Decoder,
}

#[pymethods]
impl Decoder {
    #[new]
    #[pyo3(signature = (*, lenient=false, plus_as_space=false, keep_triplets_of=None), text_signature = "(*, lenient=False, plus_as_space=False, keep_triplets_of='')")]
    fn new(lenient: bool, plus_as_space: bool, keep_triplets_of: Option<Ascii>) -> Decoder {
        let start = stream::Decoder::new();
        let start = if lenient { start.lenient() } else { start };
        let start = if plus_as_space { start.plus_as_space() } else { start };
        let start = match keep_triplets_of {
            Some(list) => start.keep_triplets_of(&list.0),
            None => start,
        };
        Decoder { state: start.clone(), start }
    }

    /// Decodes a chunk, a string or bytes. With ``final`` it is the last one: a triplet that is not complete is an error, and the decoder starts again.
    #[pyo3(signature = (chunk, r#final=false), text_signature = "($self, chunk, final=False)")]
    fn decode<'py>(
        &mut self,
        chunk: &Bound<'py, PyAny>,
        r#final: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let py = chunk.py();
        let read = Input::of(chunk)?;
        let bytes = read.as_bytes();
        let mut state = self.state.clone();
        let room = bytes.len().saturating_add(64);
        let decoded = detach_if_long(py, bytes.len(), || {
            filled(bytes, room, |bytes, room| state.push(bytes, room, r#final))
        });
        // If the memory for a result is refused, the state stays, as if the chunk had not been read.
        match decoded.map_err(refused)? {
            Ok(decoded) => {
                let decoded = memory::bytes(py, &decoded)?;
                self.state = if r#final { self.start.clone() } else { state };
                Ok(decoded)
            }
            Err(error) => {
                self.state = state;
                let offset = usize::try_from(error.stream_offset()).unwrap_or(usize::MAX);
                Err(triplet_error(py, &error, Some(offset), None))
            }
        }
    }

    /// How many bytes it has read.
    #[getter]
    fn position(&self) -> u64 {
        self.state.position()
    }

    /// Forgets what it has read.
    fn reset(&mut self) {
        self.state = self.start.clone();
    }
}
