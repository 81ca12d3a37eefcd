//! The library as a WebAssembly module, for the page and for the npm package: a C interface over linear memory.
//!
//! A caller asks [`input`] for a place, writes its arguments there, calls an operation with the number of bytes that
//! it has written, and reads the result at [`output`]. An operation gives [`DONE`]; or [`ASCII`], if the result is known to be
//! that; or [`WIDE`]: then the result is UTF-16 in the order of the machine, which is little-endian; or [`FAILED`]: then it is a
//! JSON object `{"kind","offset","message"}`. Where an operation takes several texts, they stand one behind the other, and
//! their lengths are arguments.
//!
//! All that is here is translation: what percent-encoding is, the library knows. Every byte passes through two vectors
//! that this module owns, so there is no pointer to believe in.
//!
//! Without `std`: a panic, which the library never does, is a trap here, and none of its messages is carried along. Tests
//! run on the machine that builds, with `std`.
#![cfg_attr(target_family = "wasm", no_std)]
#![deny(unsafe_code)]

extern crate alloc;

mod codec;
mod form;
mod javascript;
mod json;
mod look;
mod reference;
#[allow(unsafe_code)]
mod state;
mod streams;

use alloc::string::String;
use alloc::vec::Vec;

use crate::state::{State, Written, with_state};
use crate::streams::Stream;

/// The result is what was asked for.
const DONE: u32 = 0;
/// The result says what is wrong.
const FAILED: u32 = 1;
/// The result is what was asked for, as UTF-16.
const WIDE: u32 = 2;
/// The result is what was asked for, and all of it is ASCII.
const ASCII: u32 = 3;

/// Buffers that grew beyond this are given back after the next call.
const KEPT: usize = 16 << 20;

/// What is wrong, as JSON.
struct Failure(String);

type Answer = Result<(), Failure>;

/// Runs an operation on the first `length` bytes of the input. A length that the caller did not ask [`input`] for is
/// cut to what there is.
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

/// A place for this many bytes of input: it holds until the next call of `input` or of an operation.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with_state(|state| {
        if state.input.len() < length {
            state.input.resize(length, 0);
        }
        state.input.as_mut_ptr()
    })
}

/// Where the result of the last operation stands, until the next one.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with_state(|state| match state.written {
        Written::Wide(_) => state.units.as_ptr().cast(),
        Written::Utf8 | Written::Ascii => state.output.as_ptr(),
    })
}

/// How many bytes it has.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    with_state(|state| match state.written {
        Written::Wide(units) => units * size_of::<u16>(),
        Written::Utf8 | Written::Ascii => state.output.len(),
    })
}

/// Chooses the set for [`encode`], [`encode_lines`] and [`encoder`]: one of those that [`sets`] lists, by its place
/// there. The input is characters to keep too, then characters to encode too.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn choose_set(place: usize, keep: usize, also: usize) -> u32 {
    run(keep.saturating_add(also), |input, _, state| {
        state.set = codec::set(place, input.split_at(keep.min(input.len())))?;
        Ok(())
    })
}

/// Encodes with the chosen set; [`codec::PLUS`], [`codec::LOWER`], [`codec::ONCE`], [`codec::CRLF`].
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn encode(length: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = codec::encode(input, state.set, options, output);
        Ok(())
    })
}

/// [`encode`] of each line on its own.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn encode_lines(length: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = codec::encode_lines(input, state.set, options, output);
        Ok(())
    })
}

/// Decodes, to text that may be wide; [`codec::PLUS`], [`codec::LENIENT`], [`codec::LOSSY`], [`codec::BYTES`]. The input begins with characters
/// whose triplets stay.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn decode(length: usize, leave: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        let (leave, text) = input.split_at(leave.min(input.len()));
        state.written = codec::decode(text, leave, options, output, &mut state.units)?;
        Ok(())
    })
}

/// [`decode`] of each line on its own: a decoded line break stays a triplet, and a line in error stays as it was. The
/// result is `{"text":…,"errors":[…]}`.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn decode_lines(length: usize, options: u32) -> u32 {
    run(length, |input, output, _| {
        codec::decode_lines(input, options, output);
        Ok(())
    })
}

/// The text with each `%` that begins no triplet written `%25`.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn repair(length: usize) -> u32 {
    run(length, |input, output, _| {
        codec::repair(input, output);
        Ok(())
    })
}

/// A function of ECMA-262, over code units in little-endian order: the result is code units too. See
/// [`javascript::units`] for the numbers.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn javascript_units(length: usize, function: u32) -> u32 {
    run(length, |input, output, _| javascript::units(input, function, output))
}

/// The same over UTF-8; the result may be wide. 8 may be added to the number if the input is ASCII.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn javascript_text(length: usize, function: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = javascript::text(input, function, output, &mut state.units)?;
        Ok(())
    })
}

/// A new encoder with the chosen set, by its number; options as for [`encode`].
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn encoder(options: u32) -> usize {
    with_state(|state| {
        let stream = Stream::encoder(state.set, options);
        streams::keep(&mut state.streams, stream)
    })
}

/// A new decoder, by its number; options as for [`decode`].
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn decoder(options: u32) -> usize {
    with_state(|state| streams::keep(&mut state.streams, Stream::decoder(options)))
}

/// Pushes a part of the input through a stream; `last` is not zero for the last one, after which the number is free.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn push(number: usize, length: usize, last: u32) -> u32 {
    run(length, |input, output, state| {
        streams::push(&mut state.streams, number, input, last != 0, output)
    })
}

/// Gives a stream up before its end.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn release(number: usize) {
    with_state(|state| streams::release(&mut state.streams, number));
}

/// All sets: `[{"name","about","keeps","nonAscii","plus","triplets"}]`.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn sets() -> u32 {
    run(0, |_, output, _| {
        look::sets(output);
        Ok(())
    })
}

/// What each byte of a reference is: six numbers of 32 bits a token, see [`look::tokens`].
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn tokens(length: usize) -> u32 {
    run(length, |input, output, _| {
        look::tokens(input, output);
        Ok(())
    })
}

/// The findings of a text: `{"findings":[…],"capped":…}`; `context` is a place in `Context::ALL`.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn lint(length: usize, context: usize, most: usize) -> u32 {
    run(length, |input, output, _| {
        look::lint(input, context, most, output);
        Ok(())
    })
}

/// How many times a text is encoded: `{"count","limited"}`.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn layers(length: usize, most: usize) -> u32 {
    run(length, |input, output, _| {
        look::layers(input, most, output);
        Ok(())
    })
}

/// How known decoders read a text: `[{"reader","text"|"hex"|"refused"}]`.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn readers(length: usize) -> u32 {
    run(length, |input, output, _| {
        look::readers(input, output);
        Ok(())
    })
}

/// A reference in its parts; with `plus`, `+` in its query is a space. See [`reference::split`].
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn split(length: usize, plus: u32) -> u32 {
    run(length, |input, output, _| reference::split(input, plus != 0, output))
}

/// The normal form at a level: 0 percent, 1 path, 2 scheme.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn normalize(length: usize, level: u32) -> u32 {
    run(length, |input, output, _| reference::normalize(input, level, output))
}

/// Whether two references, the first one `first` bytes long, mean the same, and why.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn compare(length: usize, first: usize, level: u32) -> u32 {
    run(length, |input, output, _| reference::compare(input, first, level, output))
}

/// A reference with what is missing encoded.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn requote(length: usize) -> u32 {
    run(length, |input, output, _| reference::requote(input, output))
}

/// The IRI of a URI.
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn readable(length: usize) -> u32 {
    run(length, |input, output, _| reference::readable(input, output))
}

/// A reference of `reference` bytes with another query, of the pairs that follow it; see [`form::Pairs`].
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn replace_query(length: usize, reference: usize, plus: u32) -> u32 {
    run(length, |input, output, _| {
        let (reference, pairs) = input.split_at(reference.min(input.len()));
        reference::replace_query(reference, pairs, plus != 0, output)
    })
}

/// A form as pairs, see [`form::parse`], by the URL standard, or with [`codec::STRICT`] refusing what is malformed or no text;
/// [`codec::STRIP`].
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn form_parse(length: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = form::parse(input, options, output, &mut state.units)?;
        Ok(())
    })
}

/// Names and values, joined as [`form::serialize`] says, as a form; [`codec::PERCENT`], [`codec::CRLF`].
#[allow(unsafe_code, reason = "the name is unique in the module")]
#[unsafe(no_mangle)]
pub extern "C" fn form_serialize(length: usize, separators: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        state.written = form::serialize(input, separators, options, output)?;
        Ok(())
    })
}
