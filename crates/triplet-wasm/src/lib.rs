//! The library as a WebAssembly module, for the page and for the npm package: a C interface over linear memory.
//!
//! A caller asks [`input`] for a place, writes its arguments there, calls an operation with the number of bytes that
//! it has written, and reads the result at [`output`]. An operation gives [`DONE`], or [`FAILED`]: then the result is
//! a JSON object `{"kind","offset","message"}`. Where an operation takes several texts, they stand one behind the
//! other, and their lengths are arguments.
//!
//! All that is here is translation: what percent-encoding is, the library knows. Every byte passes through two vectors
//! that this module owns, so there is no pointer to believe in and no unsafe code.
#![deny(unsafe_op_in_unsafe_fn)]
#![forbid(clippy::undocumented_unsafe_blocks)]

mod codec;
mod form;
mod javascript;
mod json;
mod look;
mod reference;
mod streams;

use std::cell::RefCell;

use triplet::EncodeSet;

use crate::streams::Stream;

/// The result is what was asked for.
const DONE: u32 = 0;
/// The result says what is wrong.
const FAILED: u32 = 1;

/// Buffers that grew beyond this are given back after the next call.
const KEPT: usize = 16 << 20;

/// What stays between two calls. A module has one thread.
struct State {
    input: Vec<u8>,
    output: Vec<u8>,
    /// The set that [`encode`] uses.
    set: EncodeSet,
    streams: Vec<Option<Stream>>,
}

thread_local! {
    static STATE: RefCell<State> = const {
        RefCell::new(State {
            input: Vec::new(),
            output: Vec::new(),
            set: triplet::set::rfc3986::UNRESERVED,
            streams: Vec::new(),
        })
    };
}

/// What is wrong, as JSON.
struct Failure(String);

type Answer = Result<(), Failure>;

/// Runs an operation on the first `length` bytes of the input. A length that the caller did not ask [`input`] for is
/// cut to what there is.
fn run(length: usize, operation: impl FnOnce(&[u8], &mut Vec<u8>, &mut State) -> Answer) -> u32 {
    STATE.with_borrow_mut(|state| {
        let input = std::mem::take(&mut state.input);
        let mut output = std::mem::take(&mut state.output);
        output.clear();
        if output.capacity() > KEPT {
            output = Vec::new();
        }
        let answer = operation(&input[..length.min(input.len())], &mut output, state);
        state.input = if input.capacity() > KEPT { Vec::new() } else { input };
        state.output = output;
        match answer {
            Ok(()) => DONE,
            Err(Failure(json)) => {
                state.output = json.into_bytes();
                FAILED
            }
        }
    })
}

/// A place for this many bytes of input: it holds until the next call of `input` or of an operation.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        if state.input.len() < length {
            state.input.resize(length, 0);
        }
        state.input.as_mut_ptr()
    })
}

/// Where the result of the last operation stands, until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    STATE.with_borrow(|state| state.output.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    STATE.with_borrow(|state| state.output.len())
}

/// Chooses the set for [`encode`], [`encode_lines`] and [`encoder`]: one of those that [`sets`] lists, by its place
/// there. The input is characters to keep too, then characters to encode too.
#[unsafe(no_mangle)]
pub extern "C" fn choose_set(place: usize, keep: usize, also: usize) -> u32 {
    run(keep.saturating_add(also), |input, _, state| {
        state.set = codec::set(place, input.split_at(keep.min(input.len())))?;
        Ok(())
    })
}

/// Encodes with the chosen set; [`codec::PLUS`], [`codec::LOWER`], [`codec::ONCE`], [`codec::CRLF`].
#[unsafe(no_mangle)]
pub extern "C" fn encode(length: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        codec::encode(input, state.set, options, output);
        Ok(())
    })
}

/// [`encode`] of each line on its own.
#[unsafe(no_mangle)]
pub extern "C" fn encode_lines(length: usize, options: u32) -> u32 {
    run(length, |input, output, state| {
        codec::encode_lines(input, state.set, options, output);
        Ok(())
    })
}

/// Decodes; [`codec::PLUS`], [`codec::LENIENT`], [`codec::LOSSY`], [`codec::BYTES`]. The input begins with characters
/// whose triplets stay.
#[unsafe(no_mangle)]
pub extern "C" fn decode(length: usize, leave: usize, options: u32) -> u32 {
    run(length, |input, output, _| {
        let (leave, text) = input.split_at(leave.min(input.len()));
        codec::decode(text, leave, options, output)
    })
}

/// [`decode`] of each line on its own: a decoded line break stays a triplet, and a line in error stays as it was. The
/// result is `{"text":…,"errors":[…]}`.
#[unsafe(no_mangle)]
pub extern "C" fn decode_lines(length: usize, options: u32) -> u32 {
    run(length, |input, output, _| {
        codec::decode_lines(input, options, output);
        Ok(())
    })
}

/// The text with each `%` that begins no triplet written `%25`.
#[unsafe(no_mangle)]
pub extern "C" fn repair(length: usize) -> u32 {
    run(length, |input, output, _| {
        codec::repair(input, output);
        Ok(())
    })
}

/// A function of ECMA-262, over code units in little-endian order: the result is code units too. See
/// [`javascript::units`] for the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn javascript_units(length: usize, function: u32) -> u32 {
    run(length, |input, output, _| javascript::units(input, function, output))
}

/// The same over UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn javascript_text(length: usize, function: u32) -> u32 {
    run(length, |input, output, _| javascript::text(input, function, output))
}

/// A new encoder with the chosen set, by its number; options as for [`encode`].
#[unsafe(no_mangle)]
pub extern "C" fn encoder(options: u32) -> usize {
    STATE.with_borrow_mut(|state| {
        let stream = Stream::encoder(state.set, options);
        streams::keep(&mut state.streams, stream)
    })
}

/// A new decoder, by its number; options as for [`decode`].
#[unsafe(no_mangle)]
pub extern "C" fn decoder(options: u32) -> usize {
    STATE.with_borrow_mut(|state| streams::keep(&mut state.streams, Stream::decoder(options)))
}

/// Pushes a part of the input through a stream; `last` is not zero for the last one, after which the number is free.
#[unsafe(no_mangle)]
pub extern "C" fn push(number: usize, length: usize, last: u32) -> u32 {
    run(length, |input, output, state| {
        streams::push(&mut state.streams, number, input, last != 0, output)
    })
}

/// Gives a stream up before its end.
#[unsafe(no_mangle)]
pub extern "C" fn release(number: usize) {
    STATE.with_borrow_mut(|state| streams::release(&mut state.streams, number));
}

/// All sets: `[{"name","about","keeps","nonAscii","plus","triplets"}]`.
#[unsafe(no_mangle)]
pub extern "C" fn sets() -> u32 {
    run(0, |_, output, _| {
        look::sets(output);
        Ok(())
    })
}

/// What each byte of a reference is: six numbers of 32 bits a token, see [`look::tokens`].
#[unsafe(no_mangle)]
pub extern "C" fn tokens(length: usize) -> u32 {
    run(length, |input, output, _| {
        look::tokens(input, output);
        Ok(())
    })
}

/// The findings of a text: `{"findings":[…],"capped":…}`; `context` is a place in `Context::ALL`.
#[unsafe(no_mangle)]
pub extern "C" fn lint(length: usize, context: usize, most: usize) -> u32 {
    run(length, |input, output, _| {
        look::lint(input, context, most, output);
        Ok(())
    })
}

/// How many times a text is encoded: `{"count","limited"}`.
#[unsafe(no_mangle)]
pub extern "C" fn layers(length: usize, most: usize) -> u32 {
    run(length, |input, output, _| {
        look::layers(input, most, output);
        Ok(())
    })
}

/// How known decoders read a text: `[{"reader","text"|"hex"|"refused"}]`.
#[unsafe(no_mangle)]
pub extern "C" fn readers(length: usize) -> u32 {
    run(length, |input, output, _| {
        look::readers(input, output);
        Ok(())
    })
}

/// A reference in its parts; with `plus`, `+` in its query is a space. See [`reference::split`].
#[unsafe(no_mangle)]
pub extern "C" fn split(length: usize, plus: u32) -> u32 {
    run(length, |input, output, _| reference::split(input, plus != 0, output))
}

/// The normal form at a level: 0 percent, 1 path, 2 scheme.
#[unsafe(no_mangle)]
pub extern "C" fn normalize(length: usize, level: u32) -> u32 {
    run(length, |input, output, _| reference::normalize(input, level, output))
}

/// Whether two references, the first one `first` bytes long, mean the same, and why.
#[unsafe(no_mangle)]
pub extern "C" fn compare(length: usize, first: usize, level: u32) -> u32 {
    run(length, |input, output, _| reference::compare(input, first, level, output))
}

/// A reference with what is missing encoded.
#[unsafe(no_mangle)]
pub extern "C" fn requote(length: usize) -> u32 {
    run(length, |input, output, _| reference::requote(input, output))
}

/// The IRI of a URI.
#[unsafe(no_mangle)]
pub extern "C" fn readable(length: usize) -> u32 {
    run(length, |input, output, _| reference::readable(input, output))
}

/// A reference of `reference` bytes with another query, of the pairs that follow it; see [`form::Pairs`].
#[unsafe(no_mangle)]
pub extern "C" fn replace_query(length: usize, reference: usize, plus: u32) -> u32 {
    run(length, |input, output, _| {
        let (reference, pairs) = input.split_at(reference.min(input.len()));
        reference::replace_query(reference, pairs, plus != 0, output)
    })
}

/// A form as pairs: `[["name","value"],…]`, by the URL standard, or with [`codec::STRICT`] refusing what is malformed
/// or no text.
#[unsafe(no_mangle)]
pub extern "C" fn form_parse(length: usize, options: u32) -> u32 {
    run(length, |input, output, _| form::parse(input, options, output))
}

/// Pairs, see [`form::Pairs`], as a form; [`codec::PERCENT`], [`codec::CRLF`].
#[unsafe(no_mangle)]
pub extern "C" fn form_serialize(length: usize, options: u32) -> u32 {
    run(length, |input, output, _| {
        form::serialize(input, options, output);
        Ok(())
    })
}
