//! The input of an encoder cut into *runs*: a run is as long as one kernel operation can encode it.
//!
//! Under most sets the whole input is one run. If the policy keeps triplets, a run ends at a malformed `%`. If it keeps
//! characters outside ASCII, a run ends where kept characters meet characters that are encoded or octets that are not
//! UTF-8.
#![forbid(unsafe_code)]

use crate::kernel::{self, EncodeRule};
use crate::set::rfc3987::{is_iprivate, is_ucschar, may_have_others};
use crate::set::{EncodeSet, NonAscii, without_plus};
use crate::triplet::{begins_with_triplet, first_scalar};

/// How to encode: an encode set together with the options of a view.
#[derive(Clone, Copy)]
pub(crate) struct EncodePolicy {
    pub(crate) rule: EncodeRule,
    pub(crate) non_ascii: NonAscii,
    pub(crate) triplets: bool,
}

impl EncodePolicy {
    #[inline(always)]
    pub(crate) const fn of(set: &EncodeSet) -> EncodePolicy {
        EncodePolicy {
            rule: EncodeRule::new(*set.rows(), set.writes_space_as_plus(), false),
            non_ascii: set.non_ascii_policy(),
            triplets: set.keeps_triplets(),
        }
    }

    /// Writes a space as `+`, and a `+` as a triplet.
    pub(crate) const fn with_space_as_plus(mut self) -> EncodePolicy {
        self.rule.plus = true;
        self.rule.rows = without_plus(self.rule.rows);
        self
    }

    /// Whether the kernel's rule is the whole policy, so that the input is one run.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        !self.triplets && matches!(self.non_ascii, NonAscii::Encode)
    }

    fn keeps_scalar(&self, scalar: char) -> bool {
        match self.non_ascii {
            NonAscii::Encode => false,
            NonAscii::KeepUcschar => is_ucschar(scalar),
            NonAscii::KeepUcscharAndPrivate => is_ucschar(scalar) || is_iprivate(scalar),
            NonAscii::Keep => true,
        }
    }

    /// The length of the [`Run::Octets`] that begins at a byte outside ASCII: up to the next kept character. It is 0
    /// if the bytes begin with a kept character.
    fn octets_len(&self, bytes: &[u8]) -> usize {
        let mut length = 0;
        while length < bytes.len() {
            let rest = &bytes[length..];
            match first_scalar(rest) {
                Some(scalar) if self.keeps_scalar(scalar) => break,
                _ if rest[0] > 0x7F => length += 1,
                _ => length += kernel::ascii_prefix_len(rest),
            }
        }
        length
    }

    /// The longest prefix that is UTF-8 and whose characters outside ASCII are all kept: a [`Run::Text`].
    fn text_prefix<'a>(&self, bytes: &'a [u8]) -> &'a str {
        let text = kernel::text_prefix(bytes);
        let keeps = |scalar: char| scalar.is_ascii() || self.keeps_scalar(scalar);
        // The scan of bytes is fast only where the compiler vectorises it.
        let keeps_all = if self.non_ascii == NonAscii::Keep {
            true
        } else if kernel::OPTIMIZE_FOR_SIZE {
            text.chars().all(keeps)
        } else {
            !may_have_others(text)
        };
        if keeps_all {
            return text;
        }
        let mut end = 0;
        while let Some(&byte) = bytes.get(end) {
            end += match first_scalar(&bytes[end..]) {
                _ if byte < 0x80 => 1,
                Some(scalar) if self.keeps_scalar(scalar) => scalar.len_utf8(),
                _ => break,
            };
        }
        str::from_utf8(&bytes[..end]).unwrap_or_default()
    }
}

/// A part of the input that is encoded in one way.
#[derive(Clone, Copy)]
pub(crate) enum Run<'a> {
    /// Encoded under the kernel's rule.
    Octets(&'a [u8]),
    /// Encoded under the kernel's rule where it is ASCII; all other characters are kept.
    Text(&'a str),
    /// Written as this text, regardless of the rule: a kept triplet (three bytes of the input), or what a malformed `%`
    /// becomes (one byte of the input). The number is the count of these input bytes.
    Literal(&'a str, usize),
}

impl Run<'_> {
    /// The rest of the run after its first `read` bytes. A literal is written whole, so its rest is empty.
    pub(crate) fn without(self, read: usize) -> Self {
        match self {
            Run::Octets(bytes) => Run::Octets(&bytes[read..]),
            Run::Text(text) => Run::Text(&text[read..]),
            Run::Literal(..) => Run::Octets(&[]),
        }
    }
}

/// The iterator over the runs of an input. It remembers the result of each search for the next special byte, so that the
/// time is linear whatever the order of the special bytes is.
///
/// Kept triplets are cheap if the rule keeps hexadecimal digits, as nearly every rule does: the rule then keeps `%` too,
/// and one run spans all triplets up to the next malformed `%`. Under any other rule each triplet is a run of its own.
#[derive(Clone)]
pub(crate) struct Runs<'a> {
    input: &'a [u8],
    at: usize,
    policy: EncodePolicy,
    /// What a malformed `%` becomes, if `policy.rule` was changed to keep `%`, and so all triplets.
    percent: Option<&'static str>,
    next_percent: usize,
    next_non_ascii: usize,
    /// How many bytes to scan for kept characters. Doubles after each window in which all characters are kept.
    window: usize,
}

/// The bounds of [`Runs::window`]. Bytes after the first character that is not kept are scanned again, so the least
/// window is short; the greatest one is still in the cache when its bytes are encoded.
const WINDOWS: (usize, usize) = (64, 8 << 10);

impl<'a> Runs<'a> {
    pub(crate) fn of(input: &'a [u8], policy: EncodePolicy) -> Runs<'a> {
        let mut runs = Runs {
            input,
            at: 0,
            policy,
            percent: None,
            next_percent: 0,
            next_non_ascii: 0,
            window: WINDOWS.0,
        };
        if policy.triplets
            && let Some(rule) = policy.rule.with_triplets()
        {
            let keeps_percent = rule.rows == policy.rule.rows;
            runs.percent = Some(if keeps_percent { "%" } else { "%25" });
            runs.policy.rule = rule;
        }
        runs
    }

    /// The kernel's rule for [`Run::Octets`] and [`Run::Text`].
    pub(crate) fn rule(&self) -> EncodeRule {
        self.policy.rule
    }

    /// The position of the next `%` or non-ASCII byte at which a run may have to end.
    fn next_special(&mut self) -> usize {
        let end = self.input.len();
        if self.next_percent <= self.at {
            self.next_percent = end;
            if self.policy.triplets {
                let rest = &self.input[self.at..];
                let mut next = kernel::clean_prefix_len(rest, false);
                if next < rest.len() && self.percent.is_some() {
                    next += kernel::well_formed_len(&rest[next..]);
                }
                self.next_percent = self.at + next;
            }
        }
        if self.next_non_ascii <= self.at {
            self.next_non_ascii = match self.policy.non_ascii {
                NonAscii::Encode => end,
                _ => self.at + kernel::ascii_prefix_len(&self.input[self.at..]),
            };
        }
        self.next_percent.min(self.next_non_ascii)
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = Run<'a>;

    fn next(&mut self) -> Option<Run<'a>> {
        if self.at == self.input.len() {
            return None;
        }
        let special = self.next_special();
        let rest = &self.input[self.at..];
        let length = special - self.at;
        if length > 0 {
            self.at = special;
            return Some(Run::Octets(&rest[..length]));
        }
        if rest[0] == b'%'
            && let Some(percent) = self.percent
        {
            self.at += 1;
            return Some(Run::Literal(percent, 1));
        }
        if rest[0] == b'%' {
            let kept = begins_with_triplet(rest).then(|| str::from_utf8(&rest[..3]).ok()).flatten();
            let length = kept.map_or(1, str::len);
            self.at += length;
            return Some(kept.map_or(Run::Octets(&rest[..1]), |text| Run::Literal(text, length)));
        }
        let rest = &rest[..self.next_percent - self.at];
        let octets = self.policy.octets_len(rest);
        if octets > 0 {
            self.at += octets;
            self.window = WINDOWS.0;
            return Some(Run::Octets(&rest[..octets]));
        }
        let window = prefix_of_whole_characters(rest, self.window);
        let text = self.policy.text_prefix(window);
        let all = text.len() == window.len();
        self.window = if all { WINDOWS.1.min(2 * self.window) } else { WINDOWS.0 };
        self.at += text.len();
        Some(Run::Text(text))
    }
}

/// The first `most` bytes, or up to three fewer so that the end splits no character.
fn prefix_of_whole_characters(bytes: &[u8], most: usize) -> &[u8] {
    let Some(window) = bytes.get(..most + 1) else { return bytes };
    let cut = window.iter().rev().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    &window[..most - cut]
}
