//! The charsets of the platform that a WebAssembly module runs on. `npm/platform.js` implements the imported functions.

use alloc::vec::Vec;

#[link(wasm_import_module = "platform")]
unsafe extern "C" {
    fn charset_name(label: *const u8, length: usize) -> usize;
    fn charset_decode(name: *const u8, name_length: usize, octets: *const u8, length: usize)
    -> i32;
    fn charset_take(to: *mut u8);
}

/// The result of the last call, which has this length.
fn taken(length: usize) -> Vec<u8> {
    let mut result = alloc::vec![0; length];
    // SAFETY: the platform writes the last result and forgets it. The vector has its length, which the last call returned.
    unsafe { charset_take(result.as_mut_ptr()) };
    result
}

/// The name of the charset with a label, in lower case; empty if there is none.
pub(crate) fn name(label: &[u8]) -> Vec<u8> {
    // SAFETY: the platform reads the label, which lives until the call returns, and keeps no address.
    let length = unsafe { charset_name(label.as_ptr(), label.len()) };
    taken(length)
}

/// The text of octets in UTF-8, with U+FFFD for each malformed sequence, and whether there is one.
pub(crate) fn decode(name: &[u8], octets: &[u8]) -> (Vec<u8>, bool) {
    // SAFETY: the platform reads both slices, which live until the call returns, and keeps no address.
    let length =
        unsafe { charset_decode(name.as_ptr(), name.len(), octets.as_ptr(), octets.len()) };
    // If there is a malformed sequence, the platform returns the bitwise complement of the length.
    let is_lossy = length < 0;
    let length = if is_lossy { !length } else { length };
    (taken(length.unsigned_abs() as usize), is_lossy)
}
