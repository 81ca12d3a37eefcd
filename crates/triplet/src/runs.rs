//! The input of an encoder cut into *runs*, each of which the kernel takes whole.
//!
//! Under most sets there is one run. Where triplets stay, it ends at a malformed `%`; where letters outside ASCII do, it
//! ends where one stands that does not, or what is no letter at all.
#![forbid(unsafe_code)]

use crate::kernel::{self, EncodeRule};
use crate::set::rfc3987::{is_iprivate, is_ucschar, may_have_others};
use crate::set::{EncodeSet, NonAscii};

/// What to do with which bytes: a set with the options of a view.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) rule: EncodeRule,
    pub(crate) non_ascii: NonAscii,
    pub(crate) triplets: bool,
}

impl Plan {
    #[inline(always)]
    pub(crate) const fn of(set: &EncodeSet) -> Plan {
        Plan {
            rule: EncodeRule::new(*set.rows(), set.writes_space_as_plus(), false),
            non_ascii: set.non_ascii_policy(),
            triplets: set.keeps_triplets(),
        }
    }

    /// A space is `+`, and a `+` is a triplet.
    pub(crate) const fn with_space_as_plus(mut self) -> Plan {
        self.rule.plus = true;
        self.rule.rows[(b'+' & 15) as usize] &= !(1 << (b'+' >> 4));
        self
    }

    /// Whether the kernel's rule says everything, so that the input is one run.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        !self.triplets && matches!(self.non_ascii, NonAscii::Encode)
    }

    fn keeps_scalar(&self, scalar: char) -> bool {
        match self.non_ascii {
            NonAscii::Encode => false,
            NonAscii::KeepUcschar => is_ucschar(scalar),
            NonAscii::KeepUcscharAndPrivate => is_ucschar(scalar) || is_iprivate(scalar),
        }
    }

    /// How long there is no character outside ASCII that is kept, if one is missing already at the beginning.
    fn strange_len(&self, bytes: &[u8]) -> usize {
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

    /// The longest beginning that is text of which every character outside ASCII is kept.
    fn kept_text<'a>(&self, bytes: &'a [u8]) -> &'a str {
        let text = kernel::text_prefix(bytes);
        let stays = |scalar: char| scalar.is_ascii() || self.keeps_scalar(scalar);
        // The look at bytes is quick where a compiler makes vectors of it.
        let all_stay =
            if kernel::IS_SMALL { text.chars().all(stays) } else { !may_have_others(text) };
        if all_stay {
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

/// A part of the input.
#[derive(Clone, Copy)]
pub(crate) enum Run<'a> {
    /// Under the kernel's rule.
    Octets(&'a [u8]),
    /// The same for ASCII; the other characters stay.
    Text(&'a str),
    /// Written as this text, whatever the rule says, for so many bytes: the same bytes, or one.
    Literal(&'a str, usize),
}

impl Run<'_> {
    /// The run without so many bytes at its start; of a fixed one nothing is left.
    pub(crate) fn without(self, read: usize) -> Self {
        match self {
            Run::Octets(bytes) => Run::Octets(&bytes[read..]),
            Run::Text(text) => Run::Text(&text[read..]),
            Run::Literal(..) => Run::Octets(&[]),
        }
    }
}

/// The input cut into runs. Each search for the next special byte is remembered, so that the
/// whole is linear however the special bytes are mixed.
///
/// Where triplets stay, a run has as many as there are up to the next malformed `%`: the rule keeps `%` then, and as it keeps
/// their digits, they stay. Under one that does not, each triplet is a run.
#[derive(Clone)]
pub(crate) struct Runs<'a> {
    input: &'a [u8],
    at: usize,
    plan: Plan,
    /// What a malformed `%` becomes, if triplets stay under the rule.
    percent: Option<&'static str>,
    next_percent: usize,
    next_non_ascii: usize,
    /// How many bytes to look at for characters that stay: more, the longer there were only such.
    window: usize,
}

/// See [`Runs::window`]. What is looked at in vain is looked at again, so the least is little; the most is what a cache
/// still has when it is encoded.
const WINDOWS: (usize, usize) = (64, 8 << 10);

impl<'a> Runs<'a> {
    pub(crate) fn of(input: &'a [u8], plan: Plan) -> Runs<'a> {
        let mut runs = Runs {
            input,
            at: 0,
            plan,
            percent: None,
            next_percent: 0,
            next_non_ascii: 0,
            window: WINDOWS.0,
        };
        if plan.triplets
            && let Some(rule) = plan.rule.with_triplets()
        {
            let keeps_percent = rule.rows == plan.rule.rows;
            runs.percent = Some(if keeps_percent { "%" } else { "%25" });
            runs.plan.rule = rule;
        }
        runs
    }

    /// Of its ruled runs.
    pub(crate) fn rule(&self) -> EncodeRule {
        self.plan.rule
    }

    /// Where the next `%` or non-ASCII byte stands that may make a difference.
    fn next_special(&mut self) -> usize {
        let end = self.input.len();
        if self.next_percent <= self.at {
            self.next_percent = end;
            if self.plan.triplets {
                let rest = &self.input[self.at..];
                let mut next = kernel::clean_prefix_len(rest, false);
                if next < rest.len() && self.percent.is_some() {
                    next += kernel::well_formed_len(&rest[next..]);
                }
                self.next_percent = self.at + next;
            }
        }
        if self.next_non_ascii <= self.at {
            self.next_non_ascii = match self.plan.non_ascii {
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
        let ruled = special - self.at;
        if ruled > 0 {
            self.at = special;
            return Some(Run::Octets(&rest[..ruled]));
        }
        if rest[0] == b'%'
            && let Some(percent) = self.percent
        {
            self.at += 1;
            return Some(Run::Literal(percent, 1));
        }
        if rest[0] == b'%' {
            let kept = triplet_at(rest);
            let length = kept.map_or(1, str::len);
            self.at += length;
            return Some(kept.map_or(Run::Octets(&rest[..1]), |text| Run::Literal(text, length)));
        }
        let rest = &rest[..self.next_percent - self.at];
        let strange = self.plan.strange_len(rest);
        if strange > 0 {
            self.at += strange;
            self.window = WINDOWS.0;
            return Some(Run::Octets(&rest[..strange]));
        }
        let window = boundary(rest, self.window);
        let text = self.plan.kept_text(window);
        let all = text.len() == window.len();
        self.window = if all { WINDOWS.1.min(2 * self.window) } else { WINDOWS.0 };
        self.at += text.len();
        Some(Run::Text(text))
    }
}

/// At most so many bytes, but no character of which a part stands behind them.
fn boundary(bytes: &[u8], most: usize) -> &[u8] {
    let Some(window) = bytes.get(..most + 1) else { return bytes };
    let cut = window.iter().rev().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    &window[..most - cut]
}

/// The triplet with which these bytes begin, if they do.
fn triplet_at(bytes: &[u8]) -> Option<&str> {
    match bytes {
        [b'%', high, low, ..]
            if kernel::hex_value(*high).is_some() && kernel::hex_value(*low).is_some() =>
        {
            str::from_utf8(&bytes[..3]).ok()
        }
        _ => None,
    }
}

/// The scalar outside ASCII that stands, well-formed, at the start of these bytes (RFC 3629 section 4).
fn first_scalar(bytes: &[u8]) -> Option<char> {
    let tail = |byte: u8| (byte & 0xC0 == 0x80).then_some(u32::from(byte & 0x3F));
    let (least, scalar) = match *bytes {
        [a @ 0xC2..=0xDF, b, ..] => (0x80, u32::from(a & 0x1F) << 6 | tail(b)?),
        [a @ 0xE0..=0xEF, b, c, ..] => {
            (0x800, u32::from(a & 0x0F) << 12 | tail(b)? << 6 | tail(c)?)
        }
        [a @ 0xF0..=0xF4, b, c, d, ..] => {
            (0x1_0000, u32::from(a & 7) << 18 | tail(b)? << 12 | tail(c)? << 6 | tail(d)?)
        }
        _ => return None,
    };
    char::from_u32(scalar).filter(|_| scalar >= least)
}
