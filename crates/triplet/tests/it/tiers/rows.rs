//! Rows of a column whose octets and offsets lie beside pages that must not be touched.

use super::{KINDS, sets, text};
use crate::guarded::Guarded;
use crate::oracle::codec::{self, DecodeOptions, EncodeOptions};
use crate::tier::{Noise, each_tier, stride};
use triplet::rows::{decode_rows, encode_rows};

/// Where rows end afterwards, and their results one after the other.
fn joined(rows: impl Iterator<Item = Vec<u8>>) -> (Vec<u8>, Vec<i32>) {
    let (mut octets, mut ends) = (Vec::new(), vec![0]);
    for row in rows {
        octets.extend_from_slice(&row);
        ends.push(i32::try_from(octets.len()).expect("small"));
    }
    (octets, ends)
}

/// The masks of a stretch of rows, and the new ends that are computed from them, at every length around those of registers and of
/// masks.
#[test]
fn rows_end_where_their_memory_ends() {
    let sets = sets();
    each_tier(|tier| {
        let mut noise = Noise(0x0123_4567_89AB_CDEF);
        let (mut octets, mut places) = (Guarded::new(2), Guarded::new(2));
        let mut count = 0;
        for length in (0..=330).step_by(stride()) {
            // The last round is well-formed, so that all of its rows are decoded in one call.
            for kind in 0..=KINDS {
                let text = match kind {
                    KINDS => b"a%41+%2f".iter().copied().cycle().take(length).collect(),
                    _ => text(kind, length, &mut noise),
                };
                let mut offsets = vec![0_i32];
                let mut end = 0;
                while end < length {
                    end = length.min(end + noise.next() as usize % 12);
                    offsets.push(i32::try_from(end).expect("small"));
                }
                let rows = || offsets.windows(2).map(|row| &text[row[0] as usize..row[1] as usize]);
                for at_end in [true, false] {
                    let values = octets.place(at_end, 0, length);
                    values.copy_from_slice(&text);
                    let offsets = places.place_of(at_end, &offsets);
                    let what = || format!("{} {kind} {length} {at_end}", tier.name());

                    let options = DecodeOptions { lenient: true, ..DecodeOptions::default() };
                    let decoded = |row: &[u8]| codec::decode(row, options).expect("lenient");
                    let (mut out, mut ends) = (Vec::new(), vec![0]);
                    let view = decode_rows(values, offsets).lenient();
                    view.append_to(&mut out, &mut ends).expect("lenient");
                    assert_eq!((out, ends), joined(rows().map(decoded)), "{}", what());

                    let (_, set, oracle) = &sets[(length + kind) % sets.len()];
                    let encoded = |row: &[u8]| codec::encode(row, oracle, EncodeOptions::default());
                    let (mut out, mut ends) = (String::new(), vec![0]);
                    let view = encode_rows(values, offsets, *set);
                    view.append_to(&mut out, &mut ends).expect("the offsets are in order");
                    assert_eq!((out.into_bytes(), ends), joined(rows().map(encoded)), "{}", what());
                    count += 1;
                }
            }
        }
        println!("tier {}: {count} columns beside guard pages", tier.name());
        assert!(count > 5000 / stride());
    });
}
