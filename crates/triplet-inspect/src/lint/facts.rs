//! What is known of a text before any rule is asked. It is computed once; the checks only read it.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::context::{Context, Severity};
use super::prefilter::Signs;
use super::report::Report;

/// Which octets of a text are checked by themselves. Those of a value are checked in the text around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Octets {
    /// All: the text is the one that was given.
    All,
    /// The octets that are triplets in a decoded text.
    Triplets,
    /// All octets of a text that was decoded more often than it had to be. No grammar says how they are written.
    Decoded,
}

/// What is known of the whole text.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) input: &'a [u8],
    /// Whether the component is the whole text.
    pub(super) whole: bool,
    /// Whether the reference is a message: its values have line breaks.
    pub(super) message: bool,
    /// Whether the reference has neither a scheme nor a host.
    pub(super) relative: bool,
    /// Whether the host is that of a page: browsers open it.
    pub(super) web: bool,
    /// Whether checks are asked without their needles. Tests compare.
    pub(super) ask_all: bool,
    /// How many texts this one is within; 0 for the text that was given.
    pub(super) depth: u8,
    /// Which octets are checked by themselves.
    pub(super) octets: Octets,
    /// How bad a host is that is not public.
    pub(super) private: Severity,
    /// Checks a text within this one.
    pub(super) check: Check,
}

/// Checks a text as what the context says.
pub(super) type Check = for<'a> fn(&Facts<'a>, Context, &mut Report);

impl<'a> Facts<'a> {
    /// What is known of the text that was given.
    pub(super) const fn of_whole(input: &'a [u8], ask_all: bool, check: Check) -> Facts<'a> {
        Facts {
            input,
            whole: true,
            message: false,
            relative: false,
            web: false,
            ask_all,
            depth: 0,
            octets: Octets::All,
            private: Severity::Info,
            check,
        }
    }
}

/// What is known of a component.
pub(super) struct Component<'a> {
    pub(super) input: &'a [u8],
    pub(super) span: Range<usize>,
    pub(super) context: Context,
    pub(super) facts: Facts<'a>,
    /// What a text of no known kind is: where the path of a reference ends, [`VALUE`] or [`FORM`].
    kind: u32,
    signs: Signs,
}

/// A text of no known kind that is a value.
const VALUE: u32 = 0;

/// A text of no known kind that is pairs.
const FORM: u32 = u32::MAX;

/// What a text is: pairs, if it begins with a name and `=`; where the path ends, if it begins with a scheme and a host.
fn kind_of(text: &[u8]) -> u32 {
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || b"_-.[]%+".contains(b);
    let length = text.iter().take_while(of_name).count();
    match &text[length..] {
        [b'=', rest @ ..] if (1..64).contains(&length) && !rest.is_empty() => FORM,
        [b':', rest @ ..] if rest.starts_with(b"//") || is_message(&text[..length]) => {
            let path = rest.iter().position(|b| matches!(b, b'?' | b'#'));
            u32::try_from(length + 1 + path.unwrap_or(rest.len())).unwrap_or(FORM)
        }
        _ => VALUE,
    }
}

/// Whether the text of references with this scheme is a message, which has line breaks.
pub(super) fn is_message(scheme: &[u8]) -> bool {
    let schemes: [&[u8]; 6] = [b"mailto", b"sms", b"data", b"im", b"xmpp", b"whatsapp"];
    schemes.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

impl<'a> Component<'a> {
    #[inline]
    pub(super) fn of(facts: &Facts<'a>, span: Range<usize>, context: Context) -> Component<'a> {
        let Facts { input, ask_all, .. } = *facts;
        let signs = if ask_all { Signs::ALL } else { Signs::of(&input[span.clone()], context) };
        Component { input, span, context, facts: *facts, kind: VALUE, signs }
    }

    /// Finds out what a text of no known kind is.
    #[cold]
    pub(super) fn find_kind(&mut self) {
        let text = self.text();
        self.kind = kind_of(text);
        let scheme = text.split(|&b| b == b':').next().unwrap_or_default();
        self.facts.message = !matches!(self.kind, VALUE | FORM) && is_message(scheme);
    }

    /// The context of the octet at an offset: in a text of no known kind it is that of the part of the reference or of the form.
    pub(super) fn reads_as(&self, at: usize) -> Context {
        match self.kind {
            VALUE => self.context,
            FORM => Context::Query,
            end if at - self.span.start < end as usize => Context::Path,
            _ => Context::Query,
        }
    }

    /// The bytes of the component.
    pub(super) fn text(&self) -> &'a [u8] {
        &self.input[self.span.clone()]
    }

    /// The input up to the end of the component.
    pub(super) fn input_to_end(&self) -> &'a [u8] {
        &self.input[..self.span.end]
    }

    /// Which of its octets are checked by themselves. A host is checked as a whole, wherever it is.
    pub(super) const fn octets(&self) -> Octets {
        if self.context.is_authority() { Octets::All } else { self.facts.octets }
    }

    /// Whether a check may find something that needs these signs.
    #[inline]
    pub(super) fn may_have(&self, needs: Signs) -> bool {
        self.signs.meets(needs)
    }

    /// Whether no check finds anything.
    pub(super) fn is_clear(&self) -> bool {
        self.signs.is_empty()
    }
}
