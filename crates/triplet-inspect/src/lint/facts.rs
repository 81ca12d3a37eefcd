//! What is known of a text before any rule is asked. It is computed once; the checks only read it.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::context::Context;
use super::prefilter::Signs;

/// What is known of the whole text.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) input: &'a [u8],
    /// Whether the component is the whole text.
    pub(super) whole: bool,
    /// Whether the reference is a message: its values have line breaks.
    pub(super) message: bool,
    /// Whether checks are asked without their needles. Tests compare.
    pub(super) ask_all: bool,
}

/// What is known of a component.
pub(super) struct Component<'a> {
    pub(super) input: &'a [u8],
    pub(super) span: Range<usize>,
    pub(super) context: Context,
    pub(super) whole: bool,
    pub(super) message: bool,
    signs: Signs,
}

impl<'a> Component<'a> {
    #[inline]
    pub(super) fn of(facts: &Facts<'a>, span: Range<usize>, context: Context) -> Component<'a> {
        let Facts { input, whole, message, ask_all } = *facts;
        let signs = if ask_all { Signs::ALL } else { Signs::of(&input[span.clone()], context) };
        Component { input, span, context, whole, message, signs }
    }

    /// The bytes of the component.
    pub(super) fn text(&self) -> &'a [u8] {
        &self.input[self.span.clone()]
    }

    /// The input up to the end of the component.
    pub(super) fn input_to_end(&self) -> &'a [u8] {
        &self.input[..self.span.end]
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
