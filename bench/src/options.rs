//! The cost of each option of a call, compared with the plain call on the same text in the same run.

use std::hint::black_box;
use std::time::Duration;

use triplet::set::{rfc3986, rfc3987};
use triplet::{EncodeSet, decode, encode};

use crate::arguments::Options;
use crate::clock::{self, Timing};
use crate::corpora::{Corpus, Kind};
use crate::table::{Table, number};

/// The buffers that all calls reuse.
#[derive(Default)]
struct Out {
    text: String,
    bytes: Vec<u8>,
}

impl Out {
    fn encoded(&mut self, view: triplet::Encode<'_>) {
        self.text.clear();
        view.append_to(&mut self.text);
    }

    fn decoded(&mut self, view: triplet::Decode<'_>) {
        self.bytes.clear();
        view.append_to(&mut self.bytes).expect("well-formed");
    }
}

/// A call with an option.
type Call = fn(&[u8], &mut Out);

const SET: EncodeSet = rfc3986::UNRESERVED;

const ENCODE: [(&str, Call); 6] = [
    ("plain", |text, out| out.encoded(encode(text, SET))),
    ("`space_as_plus`", |text, out| out.encoded(encode(text, SET).space_as_plus())),
    ("`lowercase_hex`", |text, out| out.encoded(encode(text, SET).lowercase_hex())),
    ("`keep_triplets`", |text, out| out.encoded(encode(text, SET).keep_triplets())),
    ("`rfc3987::IUNRESERVED`", |text, out| out.encoded(encode(text, rfc3987::IUNRESERVED))),
    ("`NOTHING`", |text, out| out.encoded(encode(text, EncodeSet::NOTHING))),
];

const DECODE: [(&str, Call); 6] = [
    ("plain, that is, strict", |text, out| out.decoded(decode(text))),
    ("`lenient`", |text, out| {
        out.bytes.clear();
        decode(text).lenient().append_to(&mut out.bytes);
    }),
    ("`plus_as_space`", |text, out| out.decoded(decode(text).plus_as_space())),
    ("`keep_triplets_of(b\"/%\")`", |text, out| out.decoded(decode(text).keep_triplets_of(b"/%"))),
    ("`decode_in_place`, and the copy before it", |text, out| {
        out.bytes.clear();
        out.bytes.extend_from_slice(text);
        let length = triplet::decode_in_place(&mut out.bytes).expect("well-formed").len();
        out.bytes.truncate(length);
    }),
    // Encodes the same text. The text is encoded already, and its triplets are kept.
    ("`encode` with `keep_triplets`", |text, out| out.encoded(encode(text, SET).keep_triplets())),
];

pub(crate) fn report(options: &Options) {
    let length = if options.quick { 256 << 10 } else { 4 << 20 };
    for (verb, decoding, calls) in [("Encode", false, ENCODE), ("Decode", true, DECODE)] {
        say!("## Options: {verb}, 1 × {} KiB\n", length >> 10);
        let mut table =
            Table::new(std::iter::once("× plain").chain(Kind::ALL.into_iter().map(Kind::name)));
        let mut rows: Vec<Vec<String>> =
            calls.iter().map(|(name, _)| vec![(*name).to_string()]).collect();
        for kind in Kind::ALL {
            let corpus = Corpus::new(kind, 1, length);
            let text = corpus.one(decoding).0;
            let mut out = Out::default();
            let timing =
                Timing { passes: options.passes, repeats: 1, warm_up: Duration::from_millis(2) };
            let times = clock::medians(calls.len(), timing, |which| {
                calls[which].1(black_box(text), &mut out);
                black_box(&out);
            });
            for (row, time) in rows.iter_mut().zip(&times) {
                row.push(if row[0].starts_with("plain") {
                    format!("{} GB/s", number(Some(text.len() as f64 / time * 1e-9)))
                } else {
                    number(Some(times[0] / time))
                });
            }
        }
        rows.into_iter().for_each(|row| table.row(row));
        say!("{table}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each option does what its name says: its result decodes to the same text as that of the plain call.
    #[test]
    fn each_call_does_its_work() {
        for kind in Kind::ALL {
            let corpus = Corpus::new(kind, 1, 20_000);
            let plain = corpus.one(false).0;
            for (name, call) in ENCODE {
                let mut out = Out::default();
                call(plain, &mut out);
                let view = decode(&out.text);
                let view = if name.contains("plus") { view.plus_as_space() } else { view };
                // Kept triplets are decoded with the others.
                let meaning = if name.contains("triplets") {
                    decode(plain).lenient().to_bytes()
                } else {
                    plain.into()
                };
                assert_eq!(view.to_bytes().expect("well-formed"), meaning, "{name}");
            }
            let encoded = encode(plain, SET).to_string();
            for (name, call) in DECODE {
                let mut out = Out::default();
                call(encoded.as_bytes(), &mut out);
                match name {
                    "`encode` with `keep_triplets`" => assert_eq!(out.text, encoded),
                    "`keep_triplets_of(b\"/%\")`" => {
                        assert_eq!(decode(&out.bytes).to_bytes().expect("well-formed"), plain);
                    }
                    _ => assert_eq!(out.bytes, plain, "{name}"),
                }
            }
        }
    }
}
