//! The library as a WebAssembly module, for the page and for the npm package: a C interface over linear memory.
//!
//! A caller:
//!
//! 1. calls [`input`] for the address of a buffer, and writes its arguments there. Several texts are written in sequence, and
//!    their lengths are arguments;
//! 2. calls an operation with the number of bytes that it has written;
//! 3. reads the result at [`output`], [`output_length`] bytes. The operation returned the form of the result: [`DONE`], UTF-8
//!    or bytes; [`ASCII`]; [`WIDE`], UTF-16 in little-endian order; or [`FAILED`], a JSON object `{"kind","offset","message"}`.
//!
//! This crate only translates arguments and results; the library does the percent-encoding. Every byte passes through two
//! vectors that this module owns, so no operation takes a pointer.
//!
//! The module has no `std`. A panic is a trap, and the module contains no panic messages; the library never panics. Tests
//! run on the host, with `std`. With the configuration `triplet_codec`, the operations that only the whole package has are not exported.
#![cfg_attr(target_family = "wasm", no_std)]
#![allow(
    unsafe_code,
    reason = "each exported name is unique in the module; all files but this one and `state` forbid unsafe code"
)]

extern crate alloc;
#[cfg(triplet_trap)]
extern crate triplet_trap as _;

mod answer;
mod codec;
mod explain;
mod form;
mod inspect;
mod javascript;
mod json;
mod readings;
mod reference;
mod state;
mod streams;
mod template;

use alloc::vec::Vec;

use crate::answer::{Answer, Failure, Written};
use crate::state::{State, with_state};
use crate::streams::Stream;

/// The result is UTF-8 or bytes.
const DONE: u32 = 0;
/// The result is a description of the error.
const FAILED: u32 = 1;
/// The result is UTF-16.
const WIDE: u32 = 2;
/// The result is ASCII.
const ASCII: u32 = 3;

/// Buffers larger than this are freed by the next call.
const KEPT: usize = 16 << 20;

/// Runs an operation on the first `length` bytes of the input, or on all of it if it is shorter: a caller may pass any number.
fn run(length: usize, operation: impl FnOnce(&[u8], &mut Vec<u8>, &mut State) -> Answer) -> u32 {
    with_state(|state| {
        let input = core::mem::take(&mut state.input);
        let mut output = core::mem::take(&mut state.output);
        output.clear();
        state.written = Written::Utf8;
        if output.capacity() > KEPT {
            output = Vec::new();
        }
        if state.units.capacity() > KEPT {
            state.units = Vec::new();
        }
        let answer = operation(&input[..length.min(input.len())], &mut output, state);
        state.input = if input.capacity() > KEPT { Vec::new() } else { input };
        state.output = output;
        match answer {
            Ok(()) => match state.written {
                Written::Utf8 => DONE,
                Written::Ascii => ASCII,
                Written::Wide(_) => WIDE,
            },
            Err(Failure(json)) => {
                state.written = Written::Utf8;
                state.output = json.into_bytes();
                FAILED
            }
        }
    })
}

/// A buffer for `length` bytes of input, valid until the next call of `input` or of an operation.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with_state(|state| {
        if state.input.len() < length {
            state.input.resize(length, 0);
        }
        state.input.as_mut_ptr()
    })
}

/// The result of the last operation, valid until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with_state(|state| match state.written {
        Written::Wide(_) => state.units.as_ptr().cast(),
        Written::Utf8 | Written::Ascii => state.output.as_ptr(),
    })
}

/// The length of the result in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    with_state(|state| match state.written {
        Written::Wide(units) => units * size_of::<u16>(),
        Written::Utf8 | Written::Ascii => state.output.len(),
    })
}

/// Chooses the set for [`encode`], [`encode_lines`] and [`encoder`], by its place in the list of [`sets`]. The input is the characters
/// to keep too, then the characters to encode too. Options: [`codec::PLUS`] or [`codec::PERCENT`], [`codec::OCTETS`],
/// [`codec::KEEP_TRIPLETS`].
#[unsafe(no_mangle)]
pub extern "C" fn choose_set(place: usize, keep: usize, also: usize, options: u32) -> u32 {
    run(keep.saturating_add(also), |input, _, state| {
        state.set = codec::set(place, input.split_at(keep.min(input.len())), options)?;
        Ok(())
    })
}

/// Encodes with the chosen set. Options: [`codec::LOWER`], [`codec::CRLF`].
#[unsafe(no_mangle)]
pub extern "C" fn encode(length: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = codec::encode(input, state.set, options, output);
        Ok(())
    })
}

/// [`encode`] for each line separately.
#[unsafe(no_mangle)]
pub extern "C" fn encode_lines(length: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = codec::encode_lines(input, state.set, options, output);
        Ok(())
    })
}

/// Decodes, to text that may be wide. The input begins with the characters whose triplets are kept, `kept` bytes. Options:
/// [`codec::PLUS`], [`codec::LENIENT`], [`codec::LOSSY`], [`codec::BYTES`].
#[unsafe(no_mangle)]
pub extern "C" fn decode(length: usize, kept: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        let (kept, text) = input.split_at(kept.min(input.len()));
        state.written = codec::decode(text, kept, options, output, &mut state.units)?;
        Ok(())
    })
}

/// [`decode`] for each line separately: triplets of line breaks are kept, and a line with an error is left as it is. The result is
/// `{"text":…,"errors":[…]}`.
#[unsafe(no_mangle)]
pub extern "C" fn decode_lines(length: usize, options: u32) -> u32 {
    run(length, |input, output, _| {
        codec::decode_lines(input, options, output);
        Ok(())
    })
}

/// The text with `%25` for each `%` that begins no triplet.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn repair(length: usize) -> u32 {
    run(length, |input, output, _| {
        codec::repair(input, output);
        Ok(())
    })
}

/// A function of ECMA-262 on code units in little-endian order; the result is code units too. The functions are `encodeURI` 0,
/// `encodeURIComponent` 1, `decodeURI` 2, `decodeURIComponent` 3, `escape` 4, `unescape` 5.
#[unsafe(no_mangle)]
pub extern "C" fn javascript_units(length: usize, function: u32) -> u32 {
    run(length, |input, output, _| javascript::units(input, function, output))
}

/// A function of ECMA-262 on UTF-8; the result may be wide. A caller that knows that the input is ASCII adds 8 to the number.
#[unsafe(no_mangle)]
pub extern "C" fn javascript_text(length: usize, function: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = javascript::text(input, function, output, &mut state.units)?;
        Ok(())
    })
}

/// Makes an encoder with the chosen set; returns its number. Options: [`codec::LOWER`].
#[unsafe(no_mangle)]
pub extern "C" fn encoder(options: u32) -> usize {
    with_state(|state| {
        let stream = Stream::encoder(state.set, options);
        streams::keep(&mut state.streams, stream)
    })
}

/// Makes a decoder; returns its number. Options: [`codec::PLUS`], [`codec::LENIENT`], [`codec::KEEP_BREAKS`].
#[unsafe(no_mangle)]
pub extern "C" fn decoder(options: u32) -> usize {
    with_state(|state| streams::keep(&mut state.streams, Stream::decoder(options)))
}

/// Pushes a chunk through a stream; `last` is not zero for the last chunk, after which the number is free.
#[unsafe(no_mangle)]
pub extern "C" fn push(number: usize, length: usize, last: u32) -> u32 {
    run(length, |input, output, state| {
        streams::push(&mut state.streams, number, input, last != 0, output)
    })
}

/// Drops a stream before its end.
#[unsafe(no_mangle)]
pub extern "C" fn release(number: usize) {
    with_state(|state| streams::release(&mut state.streams, number));
}

/// All sets: `[{"name","about","keeps","nonAscii","plus","keepsTriplets"}]`.
#[unsafe(no_mangle)]
pub extern "C" fn sets() -> u32 {
    run(0, |_, output, _| {
        inspect::sets(output);
        Ok(())
    })
}

/// The tokens of a reference, six numbers of 32 bits each: see [`inspect::tokens`].
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn tokens(length: usize) -> u32 {
    run(length, |input, output, _| {
        inspect::tokens(input, output);
        Ok(())
    })
}

/// The findings of a text: `{"findings":[…],"capped":…}`; `context` is a place in `Context::ALL`.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn lint(length: usize, context: usize, most: usize) -> u32 {
    run(length, |input, output, _| {
        inspect::lint(input, context, most, output);
        Ok(())
    })
}

/// The number of layers of a text: `{"count","limited"}`.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn layers(length: usize, most: usize) -> u32 {
    run(length, |input, output, _| {
        inspect::layers(input, most, output);
        Ok(())
    })
}

/// How known decoders read a text: `[{"reader","text"|"hex"|"refused"}]`.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn readers(length: usize) -> u32 {
    run(length, |input, output, _| {
        inspect::readers(input, output);
        Ok(())
    })
}

/// Ranks readings of octets in several charsets: first `octets` bytes of octets, then `tags` bytes of languages, then the texts. See
/// [`readings::readings`].
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn readings(length: usize, octets: usize, tags: usize) -> u32 {
    run(length, |input, output, _| {
        let (octets, rest) = input.split_at(octets.min(input.len()));
        let (tags, texts) = rest.split_at(tags.min(rest.len()));
        readings::readings(octets, tags, texts, output);
        Ok(())
    })
}

/// What a text is, a tree: see [`explain::explain`]. The languages of the reader, `tags` bytes, come before the text.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn explain(length: usize, tags: usize) -> u32 {
    run(length, |input, output, _| {
        let (tags, text) = input.split_at(tags.min(input.len()));
        explain::explain(text, tags, output)
    })
}

/// Splits a reference into components; with `plus`, `+` in its query is a space. See [`reference::split`].
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn split(length: usize, plus: u32) -> u32 {
    run(length, |input, output, _| reference::split(input, plus != 0, output))
}

/// The normal form at a level: 0 percent, 1 path, 2 scheme; 3, decoded, is for `compare`.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn normalize(length: usize, level: u32) -> u32 {
    run(length, |input, output, _| reference::normalize(input, level, output))
}

/// Whether two references are equivalent, and why; the first has `first` bytes. The level 4 is 3 with `+` in a query as a space.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn compare(length: usize, first: usize, level: u32) -> u32 {
    run(length, |input, output, _| reference::compare(input, first, level, output))
}

/// A reference with its disallowed characters encoded: `uri::requote_reference`.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn requote(length: usize) -> u32 {
    run(length, |input, output, _| reference::requote(input, output))
}

/// Whether the input is the decoded name of a parameter that follows a reader: 1 or 0. Writes no output.
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn is_tracking(length: usize) -> u32 {
    with_state(|state| {
        let name = state.input.get(..length).and_then(|name| str::from_utf8(name).ok());
        u32::from(name.is_some_and(triplet_inspect::is_tracking))
    })
}

/// Expands a URI template of `template` bytes with the variables that follow it: see [`template::expand`].
#[cfg_attr(not(triplet_codec), unsafe(no_mangle))]
pub extern "C" fn expand(length: usize, template: usize, literal_names: u32) -> u32 {
    run(length, |input, output, _| {
        let (template, variables) = input.split_at(template.min(input.len()));
        template::expand(template, variables, literal_names != 0, output)
    })
}

/// Parses a form by the URL standard: see [`form::parse`]. Options: [`codec::STRICT`], [`codec::STRIP`]. A limit of 0
/// means that there is no limit. Any other limit is one more than the number that is allowed: 1 allows none.
#[unsafe(no_mangle)]
pub extern "C" fn form_parse(
    length: usize,
    options: u32,
    pair_limit: usize,
    byte_limit: usize,
) -> u32 {
    run(length, |input, output, state| {
        let form = triplet::form::parse(input)
            .max_pairs(pair_limit.wrapping_sub(1))
            .max_bytes(byte_limit.wrapping_sub(1));
        output.reserve(input.len());
        state.written = form::parse(form, options, output, &mut state.units)?;
        Ok(())
    })
}

/// Serializes joined names and values as a form: see [`form::serialize`]. Options: [`codec::PERCENT`], [`codec::CRLF`].
#[unsafe(no_mangle)]
pub extern "C" fn form_serialize(length: usize, separators: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = form::serialize(input, separators, options, output)?;
        Ok(())
    })
}
