//! Sixteen bytes: a register in WebAssembly, and an array where the tests run.

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod register {
    use core::arch::wasm32::*;

    #[derive(Clone, Copy)]
    pub(crate) struct Lanes(v128);

    impl Lanes {
        #[inline(always)]
        pub(crate) fn load(bytes: &[u8; 16]) -> Lanes {
            Lanes(zerocopy::transmute!(*bytes))
        }

        #[inline(always)]
        pub(crate) fn splat(byte: u8) -> Lanes {
            Lanes(u8x16_splat(byte))
        }

        #[inline(always)]
        pub(crate) fn and(self, other: Lanes) -> Lanes {
            Lanes(v128_and(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn or(self, other: Lanes) -> Lanes {
            Lanes(v128_or(self.0, other.0))
        }

        /// Shifts pairs of lanes left: the low bits of a lane may come from the lane before.
        #[inline(always)]
        pub(crate) fn up(self, bits: u32) -> Lanes {
            Lanes(u16x8_shl(self.0, bits))
        }

        /// Shifts pairs of lanes right: the high bits of a lane may come from the lane after.
        #[inline(always)]
        pub(crate) fn down(self, bits: u32) -> Lanes {
            Lanes(u16x8_shr(self.0, bits))
        }

        #[inline(always)]
        pub(crate) fn equal(self, other: Lanes) -> Lanes {
            Lanes(u8x16_eq(self.0, other.0))
        }

        #[inline(always)]
        pub(crate) fn at_least(self, other: Lanes) -> Lanes {
            Lanes(u8x16_ge(self.0, other.0))
        }

        /// The bits of `other` where `mask` is set, and of `self` elsewhere.
        #[inline(always)]
        pub(crate) fn select(self, other: Lanes, mask: Lanes) -> Lanes {
            Lanes(v128_bitselect(other.0, self.0, mask.0))
        }

        /// The top bit of each lane.
        #[inline(always)]
        pub(crate) fn bits(self) -> u32 {
            u32::from(u8x16_bitmask(self.0))
        }

        /// The lanes at these places.
        #[inline(always)]
        pub(crate) fn pick(self, places: &[u8; 16]) -> Lanes {
            Lanes(u8x16_swizzle(self.0, Lanes::load(places).0))
        }

        /// The first eight units: `self` has their low bytes, `high` their high bytes.
        #[inline(always)]
        pub(crate) fn units(self, high: Lanes) -> Lanes {
            Lanes(u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(
                self.0, high.0,
            ))
        }

        /// The last eight units.
        #[inline(always)]
        pub(crate) fn upper_units(self, high: Lanes) -> Lanes {
            Lanes(u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(
                self.0, high.0,
            ))
        }

        #[inline(always)]
        pub(crate) fn store(self, to: &mut [u16; 8]) {
            *to = zerocopy::transmute!(self.0);
        }
    }
}

#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
mod register {
    use core::array::from_fn;

    #[derive(Clone, Copy)]
    pub(crate) struct Lanes([u8; 16]);

    impl Lanes {
        pub(crate) fn load(bytes: &[u8; 16]) -> Lanes {
            Lanes(*bytes)
        }

        pub(crate) fn splat(byte: u8) -> Lanes {
            Lanes([byte; 16])
        }

        pub(crate) fn and(self, other: Lanes) -> Lanes {
            Lanes(from_fn(|i| self.0[i] & other.0[i]))
        }

        pub(crate) fn or(self, other: Lanes) -> Lanes {
            Lanes(from_fn(|i| self.0[i] | other.0[i]))
        }

        /// Applies `f` to each pair of lanes.
        fn pairs(self, f: impl Fn(u16) -> u16) -> Lanes {
            let pair = |i: usize| u16::from_le_bytes([self.0[i & !1], self.0[i | 1]]);
            Lanes(from_fn(|i| f(pair(i)).to_le_bytes()[i & 1]))
        }

        pub(crate) fn up(self, bits: u32) -> Lanes {
            self.pairs(|pair| pair << bits)
        }

        pub(crate) fn down(self, bits: u32) -> Lanes {
            self.pairs(|pair| pair >> bits)
        }

        pub(crate) fn equal(self, other: Lanes) -> Lanes {
            Lanes(from_fn(|i| if self.0[i] == other.0[i] { 0xFF } else { 0 }))
        }

        pub(crate) fn at_least(self, other: Lanes) -> Lanes {
            Lanes(from_fn(|i| if self.0[i] >= other.0[i] { 0xFF } else { 0 }))
        }

        pub(crate) fn select(self, other: Lanes, mask: Lanes) -> Lanes {
            Lanes(from_fn(|i| self.0[i] & !mask.0[i] | other.0[i] & mask.0[i]))
        }

        pub(crate) fn bits(self) -> u32 {
            (0..16).map(|i| u32::from(self.0[i] >> 7) << i).sum()
        }

        pub(crate) fn pick(self, places: &[u8; 16]) -> Lanes {
            Lanes(places.map(|place| self.0[usize::from(place)]))
        }

        pub(crate) fn units(self, high: Lanes) -> Lanes {
            Lanes(from_fn(|i| if i & 1 == 0 { self.0[i / 2] } else { high.0[i / 2] }))
        }

        pub(crate) fn upper_units(self, high: Lanes) -> Lanes {
            Lanes(from_fn(|i| if i & 1 == 0 { self.0[8 + i / 2] } else { high.0[8 + i / 2] }))
        }

        pub(crate) fn store(self, to: &mut [u16; 8]) {
            *to = from_fn(|i| u16::from_le_bytes([self.0[2 * i], self.0[2 * i + 1]]));
        }
    }
}

pub(crate) use register::Lanes;
