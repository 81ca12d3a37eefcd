//! How far an encoder and a decoder came: what their loops hand over to each other.

/// How many bytes are read, and how many written.
pub(in crate::kernel) type EncodePlace = (usize, usize);

/// How far the decoder came: `read` counts the bytes of whole registers, `carry` the lanes of the next that
/// are read as well.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct DecodePlace {
    pub(in crate::kernel) read: usize,
    pub(in crate::kernel) written: usize,
    pub(in crate::kernel) carry: u64,
}

impl DecodePlace {
    /// The number of bytes that were read, with the end of a triplet that began before.
    pub(in crate::kernel) fn read_all(self) -> usize {
        self.read + self.carry.count_ones() as usize
    }
}
