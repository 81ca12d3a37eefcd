//! The bulk work, and the only `unsafe` of the crate.
//!
//! A kernel gets a rule of plain bytes and an input, and answers with counts, places and masks. Kernels know no error
//! messages, no policies and no URIs. Only `append` and `short` know buffers that grow. The functions that this file lists are
//! safe to call with any arguments. Everything else is private to this folder.
//!
//! | operations | question |
//! |---|---|
//! | `kept_prefix`, `clean_prefix_len`, `ascii_prefix_len`, `find_either`, `well_formed_len` | where is the first byte that needs work? |
//! | `has_byte_triple`, `keeps_text` | do three such bytes follow each other anywhere? is a text its own encoding? |
//! | `cut` | where do two short pieces of a form end? |
//! | `count_encoded`, `decoded_len` | how long is the result? |
//! | `encode`, `encode_append`, `encode_text` | bytes to triplets |
//! | `decode`, `decode_append`, `decode_in_place`, `decode_text` | triplets to bytes |
//! | `scan` | which of 64 bytes do some sets keep, and would a triplet change? |
//! | `normalize_append` | triplets to their normal form |
//! | `mark_dropped`, `mark_encoded`, `append_ends` | where do many texts in one buffer end afterwards? |
//!
//! ```text
//! rule.rs            what an operation is told, and what it answers
//! dispatch.rs        the table of operations: which tier's function is called
//! tier.rs            which tiers there are, their CPU features, and which is active
//! buffer.rs          results in a caller's buffer; cut.rs divides two short pieces of a form
//! append.rs          results appended to a String or a Vec, which it may grow
//! short/             values of at most 64 bytes
//! encode_unicode.rs  encoding text whose characters outside ASCII are kept
//! decode_utf8.rs     validation of decoded octets as UTF-8
//! rows.rs            many texts in one buffer: what is known about each 64 bytes of them
//! scalar/            portable code for every machine, and the reference for the others
//! simd/              the algorithms for machines with vectors, over the operations that all of them have
//! arch/              those operations for each instruction set; and AVX-512, which has algorithms of its own
//! out_of_line.rs     the parts of simd/ that are called, not inlined; calls.rs has them for each tier
//! table.rs           constant tables
//! platform.rs        the functions that a WebAssembly module imports for other charsets
//! ```

// Where only portable code is compiled, the code that the other tiers share is not used.
#![cfg_attr(
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128"),
    )),
    allow(unused)
)]
// Without `alloc` no buffer grows, and without a module's feature the module's operations have no caller.
#![cfg_attr(
    not(all(feature = "alloc", feature = "form", feature = "readings", feature = "uri")),
    allow(dead_code, unused_imports)
)]

#[cfg(feature = "alloc")]
mod append;
mod arch;
mod buffer;
mod calls;
#[cfg(feature = "alloc")]
mod cut;
mod decode_utf8;
mod dispatch;
mod encode_unicode;
mod out_of_line;
#[cfg(triplet_platform_charsets)]
pub(crate) mod platform;
#[cfg(feature = "alloc")]
mod rows;
mod rule;
mod scalar;
mod short;
mod simd;
mod table;
mod tier;

#[cfg(feature = "alloc")]
pub(crate) use append::{
    NORMAL_ROOM, append_ends, decode_append, decode_text, decode_text_append, encode_append,
    encode_text_append, normalize_append,
};
pub(crate) use buffer::{Output, TextBuffer, decode, decode_in_place, encode, kept_prefix};
#[cfg(feature = "alloc")]
pub(crate) use cut::{Cut, Piece, cut};
#[cfg(feature = "alloc")]
pub(crate) use decode_utf8::{text_of, valid_len};
pub(crate) use dispatch::{
    ascii_prefix_len, clean_prefix_len, count_encoded, decoded_len, find_either, has_byte_triple,
    scan, well_formed_len,
};
#[cfg(feature = "alloc")]
pub(crate) use dispatch::{mark_dropped, mark_encoded};
pub(crate) use encode_unicode::{
    count_encoded_text, encode_text, keeps_text, kept_text_prefix, text_prefix,
};
#[cfg(feature = "alloc")]
pub use rows::Offset;
#[cfg(all(feature = "alloc", any(feature = "form", feature = "uri")))]
pub(crate) use rows::marks_from;
#[cfg(all(feature = "alloc", feature = "uri"))]
pub(crate) use rows::next_mark;
#[cfg(feature = "alloc")]
pub(crate) use rows::{Cell, cells_for, keep_common_marks, next_mark_before};
pub(crate) use rule::{ByteSet, ByteTriple, DecodeRule, EncodeRule, End, Scan, WholeTextTest};
#[cfg(feature = "alloc")]
pub(crate) use short::{
    DECODE_ROOM, ShortText, common_text, decode_append_short, decode_short_text,
    encode_append_short, encode_append_short_called, encode_short, encode_short_room,
};
pub(crate) use table::{hex_value, triplet_str};
pub(crate) use tier::OPTIMIZE_FOR_SIZE;
pub use tier::Tier;
