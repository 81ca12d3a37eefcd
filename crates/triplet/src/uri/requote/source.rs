//! The text of a reference that was pasted: octets that are not UTF-8 as triplets, character references of HTML read, and the way back
//! from an offset in it to one in what was pasted.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::encode;
use crate::set::rfc3986::UNRESERVED;

/// A text that was made of another one.
pub(super) struct Source<'a> {
    pub(super) text: Cow<'a, str>,
    /// Where a part of another length ends: the offset in the text, and that in what was pasted. Both ascend.
    shifts: Vec<(usize, usize)>,
}

impl<'a> Source<'a> {
    /// Octets as text: each that is not of a character in UTF-8 becomes a triplet. With `html`, character references are read, and with
    /// `hash` a `#` becomes a triplet.
    pub(super) fn of(octets: &'a [u8], html: bool, hash: bool) -> Source<'a> {
        if let Ok(text) = core::str::from_utf8(octets)
            && !(html && text.as_bytes().contains(&b'&'))
            && !(hash && text.as_bytes().contains(&b'#'))
        {
            return Source { text: Cow::Borrowed(text), shifts: Vec::new() };
        }
        let text = Cow::Owned(String::with_capacity(octets.len()));
        let mut source = Source { text, shifts: Vec::new() };
        let mut at = 0;
        for chunk in octets.utf8_chunks() {
            match html {
                true => source.push_html(chunk.valid(), at, hash),
                false => source.push(chunk.valid(), at, hash),
            }
            at += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                at += chunk.invalid().len();
                encode(chunk.invalid(), UNRESERVED).append_to(source.text.to_mut());
                source.shifts.push((source.text.len(), at));
            }
        }
        source
    }

    /// Appends a text that was pasted at this offset, perhaps with a triplet for each `#`.
    fn push(&mut self, text: &str, offset: usize, hash: bool) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('#').filter(|_| hash) {
            let out = self.text.to_mut();
            out.push_str(before);
            out.push_str("%23");
            rest = after;
            self.shifts.push((out.len(), offset + text.len() - rest.len()));
        }
        self.text.to_mut().push_str(rest);
    }

    /// Appends a text that was pasted at this offset, with its character references read.
    fn push_html(&mut self, text: &str, offset: usize, hash: bool) {
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            let (before, reference) = rest.split_at(at);
            self.push(before, offset + text.len() - rest.len(), hash);
            let out = self.text.to_mut();
            let Some((character, length)) = character_reference(reference) else {
                out.push('&');
                rest = &reference[1..];
                continue;
            };
            match character {
                '#' if hash => out.push_str("%23"),
                _ => out.push(character),
            }
            rest = &reference[length..];
            self.shifts.push((out.len(), offset + text.len() - rest.len()));
        }
        self.push(rest, offset + text.len() - rest.len(), hash);
    }

    /// The offset in what was pasted of an offset in the text.
    pub(super) fn offset(&self, offset: usize) -> usize {
        let before = self.shifts.partition_point(|(end, _)| *end <= offset);
        match before.checked_sub(1).map(|last| self.shifts[last]) {
            Some((end, at)) => at + (offset - end),
            None => offset,
        }
    }
}

/// The character of the reference that a text begins with, and its length: those that every writer of HTML and XML writes, and numbers.
/// Only with a semicolon: `&lt=1` is a parameter.
fn character_reference(text: &str) -> Option<(char, usize)> {
    // The longest is `&#x10FFFF;`, perhaps with zeros.
    let end = text.bytes().take(16).position(|byte| byte == b';')?;
    let character = match &text[1..end] {
        "amp" | "AMP" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        name => {
            let number = name.strip_prefix('#')?;
            let (digits, radix) = match number.strip_prefix(['x', 'X']) {
                Some(digits) => (digits, 16),
                None => (number, 10),
            };
            let is_number = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let number = u32::from_str_radix(digits, radix).ok().filter(|_| is_number)?;
            // HTML has no NUL.
            char::from_u32(number).filter(|character| *character != '\0')?
        }
    };
    Some((character, end + 1))
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn offsets_lead_back() {
        let pasted = b"\xE9a&amp;b&#x26;\xFF\xFE&c&lt";
        let source = Source::of(pasted, true, false);
        assert_eq!(source.text, "%E9a&b&%FF%FE&c&lt");
        for (here, there) in [("a", 1), ("b", 7), ("&c", 16), ("c", 17), ("lt", 19)] {
            let at = source.text.find(here).expect("it is there");
            assert_eq!(source.offset(at), there, "{here}");
        }
        assert_eq!((source.offset(0), source.offset(18)), (0, pasted.len()));
    }

    #[test]
    fn hashes_that_are_data() {
        let pasted = b"#a\xE9#&#35;&amp;#b";
        let source = Source::of(pasted, true, true);
        assert_eq!(source.text, "%23a%E9%23%23&%23b");
        for (here, there) in [("a", 1), ("&", 9), ("b", 15)] {
            let at = source.text.find(here).expect("it is there");
            assert_eq!(source.offset(at), there, "{here}");
        }
        assert_eq!(Source::of(b"a#b", false, true).text, "a%23b");
    }

    #[test]
    fn what_is_no_character_reference_stays() {
        for text in [
            "&",
            "&amp",
            "&copy;",
            "&#;",
            "&#x;",
            "&#+38;",
            "&#xD800;",
            "&#0;",
            "&#x110000;",
            "&é;",
            "&;",
            "a&lt=1&gt=2",
        ] {
            assert_eq!(Source::of(text.as_bytes(), true, false).text, text);
        }
    }
}
