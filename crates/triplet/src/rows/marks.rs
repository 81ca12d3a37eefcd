//! Sets whose members are not marked.
#![forbid(unsafe_code)]

use crate::set::EncodeSet;

/// The ASCII characters that are not these.
pub(super) const fn all_but(these: &[u8]) -> EncodeSet {
    let mut all = [0; 128];
    let mut octet = 0;
    while octet < 128 {
        all[octet] = octet as u8;
        octet += 1;
    }
    EncodeSet::keeping(&all).also_encode(these)
}
