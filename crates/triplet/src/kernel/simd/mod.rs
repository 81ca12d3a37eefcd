//! The algorithms for machines with vectors, written once over the trait [`Vector`], which `arch/` implements for each
//! instruction set.
//!
//! ```text
//! search     the prefix that needs no work
//! encode     bytes to text
//! sparse     when text has few changes, and how it is then encoded
//! decode     text to bytes
//! scan       which of 64 bytes are in some sets, and what would change
//! normalize  triplets in their normal form
//! rows       masks of a stretch of rows
//! ```
//!
//! Each function is inlined into the functions that `dispatch.rs` makes for the tiers. Only those have CPU features.
//!
//! **The set is the shuffle table.** A byte's low nibble selects one of the sixteen rows of a set, and its high nibble one
//! bit of that row. The look-up gives zero for a byte above 0x7F, which no set keeps, so such bytes need no extra step.

pub(super) mod decode;
pub(super) mod encode;
#[cfg(feature = "alloc")]
pub(super) mod normalize;
pub(super) mod place;
#[cfg(feature = "alloc")]
pub(super) mod rows;
pub(super) mod scan;
pub(super) mod search;
mod sparse;

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::arch::READS_OVER;
use super::rule::EncodeRule;

/// Proof that the machine has the instructions of a register. A function with such a value, or with a register, may use the instructions.
#[derive(Clone, Copy)]
pub(super) struct Machine<V>(PhantomData<V>);

impl<V: Vector> Machine<V> {
    /// # Safety
    ///
    /// The machine has the instructions of `V`.
    #[inline(always)]
    pub(super) unsafe fn new() -> Self {
        Machine(PhantomData)
    }

    /// The machine that a register exists on.
    #[inline(always)]
    pub(super) fn of(_: V) -> Self {
        Machine(PhantomData)
    }

    /// The same byte in all lanes.
    #[inline(always)]
    pub(super) fn splat(self, byte: u8) -> V {
        V::splat(self, byte)
    }

    #[inline(always)]
    pub(super) fn table(self, bytes: &[u8; 16]) -> V {
        V::table(self, bytes)
    }
}

/// A vector register, and what the algorithms need of it.
///
/// # Invariant
///
/// A value of such a type exists only on a machine that has its instructions. The callers of the unsafe functions, which make such
/// values, are responsible for that. So all other functions are safe to call.
pub(super) trait Vector: Copy {
    /// Bytes in a register: 16 or 32.
    const LANES: usize;
    /// Whether sparse text has an encoder of its own, which the module `sparse` describes.
    const HAS_SPARSE: bool;

    /// Reads `LANES` bytes.
    ///
    /// # Safety
    ///
    /// The machine has the instructions, and `p` is readable for `LANES` bytes.
    unsafe fn load(p: *const u8) -> Self;

    /// Reads `LANES` bytes. If [`READS_OVER`] holds, only the first ones need belong to the caller. The other lanes are
    /// unspecified.
    ///
    /// # Safety
    ///
    /// The machine has the instructions. `p` is readable for `LANES` bytes, or `READS_OVER` holds and the caller may read a byte of
    /// each page that the `LANES` bytes are in.
    #[inline(always)]
    unsafe fn load_over(p: *const u8) -> Self {
        // SAFETY: the requirements are those of this function, where `READS_OVER` does not hold.
        unsafe { Self::load(p) }
    }

    /// Reads three registers as a third of the bytes each: those at 0, 3, 6 and so on, in any order; those at 1, 4, 7 and
    /// so on; those at 2, 5, 8 and so on.
    ///
    /// # Safety
    ///
    /// The machine has the instructions, and `p` is readable for `3 * LANES` bytes.
    #[inline(always)]
    unsafe fn load_thirds(p: *const u8) -> [Self; 3] {
        // SAFETY: the requirements are those of this function.
        unsafe {
            thirds(
                Self::load(p),
                Self::load(p.add(Self::LANES)),
                Self::load(p.add(2 * Self::LANES)),
            )
        }
    }

    /// See [`Machine::splat`].
    fn splat(machine: Machine<Self>, byte: u8) -> Self;

    /// See [`Machine::table`].
    #[inline(always)]
    fn table(_: Machine<Self>, bytes: &[u8; 16]) -> Self {
        const { assert!(Self::LANES == 16) };
        // SAFETY: the machine has the instructions; sixteen bytes.
        unsafe { Self::load(bytes.as_ptr()) }
    }

    /// Writes `LANES` bytes.
    ///
    /// # Safety
    ///
    /// `p` is writable for `LANES` bytes.
    unsafe fn store(self, p: *mut u8);

    /// In each lane `table[lane & 15]`, or zero where the lane is above 0x7F.
    fn look_up_ascii(self, table: Self) -> Self;
    /// In each lane `table[lane]`; lanes are below 16.
    #[inline(always)]
    fn look_up(self, table: Self) -> Self {
        self.look_up_ascii(table)
    }
    /// The high nibble of each lane.
    fn high_nibbles(self) -> Self;
    /// The low nibble of each lane, moved up; the high nibble of a lane must be zero.
    fn nibbles_up(self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    /// The sum of unsigned bytes, or 0xFF if it is larger.
    fn add_saturating(self, other: Self) -> Self;
    /// The difference of unsigned bytes, or 0 if it is negative.
    fn sub_saturating(self, other: Self) -> Self;
    /// The smaller of unsigned bytes.
    fn min(self, other: Self) -> Self;
    /// 0xFF in lanes that are equal, else 0.
    fn equal(self, other: Self) -> Self;
    /// 0xFF in lanes that are greater, as signed bytes, else 0.
    fn greater(self, other: Self) -> Self;
    /// The lanes of `other` where `mask` is 0xFF, those of `self` where it is 0.
    fn select(self, other: Self, mask: Self) -> Self;
    /// One bit for each lane, which must be 0xFF or 0.
    fn bits(self) -> u64;

    /// Writes the lanes whose bits are set in `keep`, one after the other, and gives their number.
    ///
    /// # Safety
    ///
    /// `to` is writable for `LANES` bytes.
    unsafe fn compact(self, keep: u64, to: *mut u8) -> usize;

    /// Writes for each lane three bytes `first`, `high`, `low` where its bit is set in `triplets`, and
    /// one byte `first` where not; gives their number.
    ///
    /// # Safety
    ///
    /// `to` is writable for `2 * LANES` bytes and two more for each bit of `triplets`.
    unsafe fn expand(first: Self, high: Self, low: Self, triplets: u64, to: *mut u8) -> usize;

    /// Writes `%`, `high`, `low` for each lane.
    ///
    /// # Safety
    ///
    /// `to` is writable for `3 * LANES` bytes.
    unsafe fn expand_all(high: Self, low: Self, to: *mut u8);
}

/// [`Vector::load_thirds`] of three registers that have sixteen bytes after sixteen bytes, in each half if they have
/// halves.
///
/// One lane in three of each register belongs to a third, and no two registers have it in the same lanes. So a third is collected by
/// selection, and a shuffle brings it into order.
#[inline(always)]
pub(super) fn thirds<V: Vector>(a: V, b: V, c: V) -> [V; 3] {
    const X: u8 = 0xFF;
    const LANES: [[u8; 16]; 3] = [
        [X, 0, 0, X, 0, 0, X, 0, 0, X, 0, 0, X, 0, 0, X],
        [0, X, 0, 0, X, 0, 0, X, 0, 0, X, 0, 0, X, 0, 0],
        [0, 0, X, 0, 0, X, 0, 0, X, 0, 0, X, 0, 0, X, 0],
    ];
    const SECOND: [u8; 16] = [1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14];
    const THIRD: [u8; 16] = [2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15];
    let machine = Machine::of(a);
    let of = |third: usize| machine.table(&LANES[third]);
    let [m0, m1, m2] = [of(0), of(1), of(2)];
    // The second register begins one byte after a multiple of three, and the third register two bytes after one.
    [
        a.select(b, m2).select(c, m1),
        machine.table(&SECOND).look_up(a.select(b, m0).select(c, m2)),
        machine.table(&THIRD).look_up(a.select(b, m1).select(c, m0)),
    ]
}

/// Writes four registers to `copy`, with `to` in place of each `byte`. Returns the address of `copy`.
///
/// # Safety
///
/// `from` is readable for four registers.
#[inline(always)]
unsafe fn replaced<V: Vector>(
    machine: Machine<V>,
    from: *const u8,
    byte: u8,
    to: u8,
    copy: &mut [MaybeUninit<V>; 4],
) -> *const u8 {
    let (byte, to) = (machine.splat(byte), machine.splat(to));
    for (k, copy) in copy.iter_mut().enumerate() {
        // SAFETY: the requirement of this function.
        let v = unsafe { V::load(from.add(k * V::LANES)) };
        copy.write(v.select(to, v.equal(byte)));
    }
    copy.as_ptr().cast()
}

/// The room that `normalize` needs in addition to the length of its input.
#[cfg(feature = "alloc")]
pub(super) const NORMAL_ROOM: usize = 32;

/// The bits of the first `count` lanes.
#[inline(always)]
pub(super) const fn first_lanes(count: usize) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}

/// Whether this number of bytes from `p` on may be read: all are in the page of the first one, which belongs to the caller.
#[inline(always)]
pub(super) fn reads_over(p: *const u8, length: usize) -> bool {
    /// The smallest page of any machine.
    const PAGE: usize = 4096;
    READS_OVER && p.addr() % PAGE <= PAGE - length
}

/// A place from which `LENGTH` bytes may be read, and where the first bytes are those of `src`: its own place, if its page has as
/// many bytes, otherwise `copy`, filled up with NUL.
#[inline(always)]
fn readable<const LENGTH: usize>(src: &[u8], copy: &mut [MaybeUninit<u8>; LENGTH]) -> *const u8 {
    let p = src.as_ptr();
    if reads_over(p, LENGTH) {
        return p;
    }
    copied(src, copy)
}

#[cold]
#[inline(never)]
fn copied(src: &[u8], copy: &mut [MaybeUninit<u8>]) -> *const u8 {
    copy.fill(MaybeUninit::new(0));
    for (slot, &byte) in copy.iter_mut().zip(src) {
        slot.write(byte);
    }
    copy.as_ptr().cast()
}

/// For each high nibble, the bit of a row that stands for a byte with this nibble. No row has a bit for a byte above 0x7F.
const COLUMNS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// Which bytes a set keeps, as a test of all lanes.
#[derive(Clone, Copy)]
struct Class<V> {
    /// The rows of the bytes that are not kept.
    rows: V,
    columns: V,
}

impl<V: Vector> Class<V> {
    #[inline(always)]
    fn of(machine: Machine<V>, rows: &[u8; 16]) -> Self {
        let rows = machine.splat(0xFF).and_not(machine.table(rows));
        Class { rows, columns: machine.table(&COLUMNS) }
    }

    /// The class of a rule: a space that is written `+` counts as kept, whatever the rows say.
    #[inline(always)]
    fn of_rule(machine: Machine<V>, rule: &EncodeRule) -> Self {
        const SPACE: [u8; 16] = [1 << 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        /// A byte above 0x7F has no bit in a row. So it has all bits of its column where the column is zero, and not where
        /// the column is this.
        const KEPT_ABOVE: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];
        let mut class = Self::of(machine, &rule.rows);
        // Changed in registers: a load of rows that were changed in memory would wait for the store.
        if rule.plus {
            class.rows = class.rows.and_not(machine.table(&SPACE));
        }
        if rule.above {
            class.columns = class.columns.or(machine.table(&KEPT_ABOVE));
        }
        class
    }

    /// 0xFF where a byte is not kept.
    #[inline(always)]
    fn encoded(self, v: V) -> V {
        let rows = v.look_up_ascii(self.rows);
        let column = v.high_nibbles().look_up(self.columns);
        rows.and(column).equal(column)
    }
}

/// Which bytes change: those that are encoded, and a space that becomes `+`.
#[derive(Clone, Copy)]
pub(super) struct Change<V> {
    class: Class<V>,
    space: V,
}

impl<V: Vector> Change<V> {
    #[inline(always)]
    pub(super) fn of(machine: Machine<V>, rule: &EncodeRule) -> Self {
        // A byte above 0x7F is encoded anyway.
        let space = machine.splat(if rule.plus { b' ' } else { 0x80 });
        Change { class: Class::of(machine, &rule.rows), space }
    }

    /// 0xFF where a byte changes.
    #[inline(always)]
    pub(super) fn of_lanes(self, v: V) -> V {
        self.class.encoded(v).or(v.equal(self.space))
    }
}
