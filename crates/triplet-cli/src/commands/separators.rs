//! Results that are records: what would end one is a triplet in it, so that no record forges another.
#![forbid(unsafe_code)]

use crate::args::Streams;
use crate::pipeline::OutputBuffer;

/// The bytes that separate the results. Several arguments come out as lines. A carriage return at the end of a line would become
/// a part of the line's own end.
pub fn separators(streams: &Streams) -> Vec<u8> {
    let mut separators = Vec::new();
    if streams.lines || (streams.has_several_texts() && !streams.null) {
        separators.extend(if streams.exact { &b"\n"[..] } else { b"\n\r" });
    }
    if streams.null {
        separators.push(0);
    }
    separators
}

/// Appends a result with a triplet in place of each separator.
pub fn with_triplets(result: &[u8], separators: &[u8], out: &mut OutputBuffer) {
    for &byte in result {
        match separators.contains(&byte) {
            true => out.push(format!("%{byte:02X}").as_bytes()),
            false => out.push(&[byte]),
        }
    }
}
