//! Where the bytes stand that divide a reference, or that normalising looks at: a bit for each place, all found in
//! one pass over a short text.

use core::mem::MaybeUninit;

use super::super::Survey;
use super::{Vector, first_lanes, readable};

/// # Safety
///
/// The machine has the instructions of `V`; `text.len() <= Survey::LONGEST`.
#[inline(always)]
pub(in super::super) unsafe fn survey<V: Vector>(text: &[u8], out: &mut Survey) {
    // SAFETY: by contract.
    let (colon, slash, question, hash, percent, dot, before_upper, behind_upper) = unsafe {
        (
            V::splat(b':'),
            V::splat(b'/'),
            V::splat(b'?'),
            V::splat(b'#'),
            V::splat(b'%'),
            V::splat(b'.'),
            V::splat(b'A' - 1),
            V::splat(b'Z' + 1),
        )
    };
    let mut at = 0;
    while at < text.len() {
        let left = &text[at..];
        let mut copy = [MaybeUninit::uninit(); 32];
        let v = if left.len() >= V::LANES {
            // SAFETY: a register is left.
            unsafe { V::load(left.as_ptr()) }
        } else {
            let p = readable::<V, 32>(left, &mut copy);
            // SAFETY: `readable` gave a place with 32 bytes, which is not the copy only if they may be read
            // over.
            unsafe { if V::READS_OVER { V::load_over(p) } else { V::load(p) } }
        };
        let valid = first_lanes(left.len());
        let (word, shift) = (at / 64, at % 64);
        // Not a closure: it might not be inlined, and then would not have the tier's instructions.
        macro_rules! mark {
            ($field:ident, $lanes:expr) => {
                out.$field[word] |= ($lanes.bits() & valid) << shift;
            };
        }
        mark!(colon, v.equal(colon));
        mark!(slash, v.equal(slash));
        mark!(end, v.equal(question).or(v.equal(hash)));
        mark!(percent, v.equal(percent));
        mark!(dot, v.equal(dot));
        mark!(upper, v.greater(before_upper).and(behind_upper.greater(v)));
        at += V::LANES;
    }
}
