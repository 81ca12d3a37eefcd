//! The rows of Triplet: the calls that its documentation teaches first. Strict decoding is the default, so it has the plain
//! name.

use triplet::set::{rfc3986::UNRESERVED, whatwg::FORM};

use super::contestant::{Contestant, Job};

pub(super) fn at(job: Job) -> Vec<Contestant> {
    match job {
        Job::Encode => vec![
            Contestant::triplet("triplet")
                .append(|s: &[u8], out: &mut String| triplet::encode(s, UNRESERVED).append_to(out))
                .fresh(|s: &[u8]| triplet::encode(s, UNRESERVED).to_string())
                .cow(|s: &[u8]| triplet::encode(s, UNRESERVED).to_cow()),
        ],
        Job::EncodeForm => vec![
            Contestant::triplet("triplet")
                .append(|s: &[u8], out: &mut String| {
                    triplet::encode(s, FORM).space_as_plus().append_to(out);
                })
                .fresh(|s: &[u8]| triplet::encode(s, FORM).space_as_plus().to_string())
                .cow(|s: &[u8]| triplet::encode(s, FORM).space_as_plus().to_cow()),
        ],
        Job::Decode => vec![
            Contestant::triplet("triplet")
                .append(|s: &[u8], out: &mut Vec<u8>| {
                    triplet::decode(s).append_to(out).expect(WELL_FORMED);
                })
                .cow(|s: &[u8]| triplet::decode(s).to_bytes().expect(WELL_FORMED)),
            Contestant::triplet("triplet, lenient")
                .append(|s: &[u8], out: &mut Vec<u8>| triplet::decode(s).lenient().append_to(out)),
        ],
        Job::DecodeForm => vec![
            Contestant::triplet("triplet")
                .append(|s: &[u8], out: &mut Vec<u8>| {
                    triplet::decode(s).plus_as_space().append_to(out).expect(WELL_FORMED);
                })
                .cow(|s: &[u8]| triplet::decode(s).plus_as_space().to_bytes().expect(WELL_FORMED)),
            Contestant::triplet("triplet, lenient").append(|s: &[u8], out: &mut Vec<u8>| {
                triplet::decode(s).plus_as_space().lenient().append_to(out);
            }),
        ],
        Job::DecodeText => vec![
            Contestant::triplet("triplet")
                .cow(|s: &[u8]| triplet::decode(s).to_str().expect(WELL_FORMED)),
            // For comparison: the same octets, which are not validated.
            Contestant::triplet("triplet, as bytes")
                .cow(|s: &[u8]| triplet::decode(s).to_bytes().expect(WELL_FORMED)),
        ],
    }
}

const WELL_FORMED: &str = "the input was encoded";
