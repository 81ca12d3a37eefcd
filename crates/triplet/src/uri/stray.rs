//! A malformed `%` stays as it is; so no digit that is decoded after it may complete it to a triplet.
#![forbid(unsafe_code)]

use alloc::string::String;

/// The last malformed `%` that was written.
#[derive(Clone, Copy, Default)]
pub(super) struct StrayPercent {
    /// The offset in the output where it ends.
    end: Option<usize>,
}

impl StrayPercent {
    /// Writes one.
    pub(super) fn push(&mut self, out: &mut String) {
        out.push('%');
        self.end = Some(out.len());
    }

    /// Whether this octet, written as it is, would be one of its two digits.
    pub(super) fn forges(self, octet: u8, out: &str) -> bool {
        octet.is_ascii_hexdigit()
            && self.end.is_some_and(|end| {
                let since = &out.as_bytes()[end..];
                since.len() < 2 && since.iter().all(u8::is_ascii_hexdigit)
            })
    }
}
