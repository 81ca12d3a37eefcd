//! Encodes a file of any size in constant memory: `cargo run --example stream_file -- INPUT OUTPUT`.

use std::fs::File;
use std::io::{self, Read, Write};

use triplet::DecodeError;
use triplet::set::rfc3986;
use triplet::stream::{DecodeReader, Decoder, EncodeWriter, Encoder};

/// Writes the input percent-encoded, and says how many bytes were read.
pub fn encode(mut input: impl Read, output: impl Write) -> io::Result<u64> {
    let mut writer = EncodeWriter::new(output, Encoder::new(rfc3986::UNRESERVED));
    let read = io::copy(&mut input, &mut writer)?;
    // Some sets hold back the start of a character until the rest of it comes.
    writer.finish()?;
    Ok(read)
}

/// Writes the input decoded. A malformed triplet is an error that has its offset in the whole input.
pub fn decode(input: impl Read, mut output: impl Write) -> io::Result<u64> {
    io::copy(&mut DecodeReader::new(input, Decoder::new()), &mut output)
}

/// Where the input is malformed, if that is why reading it failed: the adapters wrap a [`DecodeError`] in their error.
pub fn malformed_at(error: &io::Error) -> Option<u64> {
    let error = error.get_ref()?.downcast_ref::<DecodeError>()?;
    // Exact for streams of any length, also where `usize` has 32 bits.
    Some(error.stream_offset())
}

fn main() -> io::Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [input, output] = &arguments[..] else {
        return Err(io::Error::other("usage: stream_file INPUT OUTPUT"));
    };
    let read = encode(File::open(input)?, File::create(output)?)?;
    println!("{read} bytes encoded");
    // Reads it again, to show the other direction.
    match decode(File::open(output)?, io::sink()) {
        Ok(back) => println!("{back} bytes decoded"),
        Err(error) => println!("{error}; it is at {:?}", malformed_at(&error)),
    }
    Ok(())
}
