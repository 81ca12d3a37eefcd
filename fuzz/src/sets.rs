//! Encode sets, each beside what the oracle says of it.

use crate::oracle::sets::{self, NonAscii, SetOracle};
use percent_encoding::AsciiSet;
use std::sync::LazyLock;
use triplet::{EncodeSet, set};

pub struct Beside {
    pub ours: EncodeSet,
    pub oracle: SetOracle,
    /// The same set of the crate `percent-encoding`. That crate has no other flags, and encodes all that is not ASCII.
    pub peer: Option<AsciiSet>,
}

/// All named sets, and then sets with any members, among them `%`, some digits and not others, spaces and controls.
pub static ALL: LazyLock<Vec<Beside>> = LazyLock::new(|| {
    let named = sets::all().into_iter().map(|oracle| {
        let ours = EncodeSet::by_name(oracle.name).expect("the names are the same");
        beside(ours, oracle)
    });
    named.chain((0..120).map(own)).collect()
});

fn beside(ours: EncodeSet, oracle: SetOracle) -> Beside {
    let is_plain = !oracle.plus && !oracle.keep_triplets && oracle.non_ascii == NonAscii::Encode;
    let peer = is_plain.then(|| {
        (0..0x80)
            .filter(|&byte| !oracle.keeps(byte))
            .fold(AsciiSet::EMPTY, |set, byte| set.add(byte))
    });
    Beside { ours, oracle, peer }
}

fn own(number: u32) -> Beside {
    // Each byte by one bit of a product (Knuth's multiplicative hash), more or fewer of them kept.
    let is_kept = |byte: u8| {
        let hash = (number * 128 + u32::from(byte) + 1).wrapping_mul(2_654_435_761) >> 24;
        hash % 8 <= number % 8
    };
    let kept: Vec<u8> = (0..0x80).filter(|&byte| is_kept(byte)).collect();
    let (ours, theirs) = [
        (set::NonAscii::Encode, NonAscii::Encode),
        (set::NonAscii::KeepUcschar, NonAscii::Ucschar),
        (set::NonAscii::KeepUcscharAndPrivate, NonAscii::UcscharAndPrivate),
        (set::NonAscii::Keep, NonAscii::All),
    ][number as usize / 8 % 4];
    let plus = number / 32 % 2 == 1;
    let mut encode_set = EncodeSet::keeping(&kept).non_ascii(ours);
    if plus {
        encode_set = encode_set.space_as_plus();
    }
    let oracle = SetOracle {
        name: "own",
        source: "",
        kept: String::from_utf8(kept).expect("ASCII").leak(),
        plus,
        keep_triplets: false,
        non_ascii: theirs,
    };
    beside(encode_set, oracle)
}
