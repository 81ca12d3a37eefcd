//! The operators of expressions and the modifiers of variables (RFC 6570 section 2), and what each operator does (appendix A).
#![forbid(unsafe_code)]

use core::num::NonZeroU16;

/// The operator of an expression: the character after its `{` (RFC 6570 section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `{var}`: values as one piece of data (section 3.2.2).
    Simple,
    /// `{+var}`: reserved characters and triplets are kept (section 3.2.3).
    Reserved,
    /// `{#var}`: a fragment; reserved characters and triplets are kept (section 3.2.4).
    Fragment,
    /// `{.var}`: labels after dots (section 3.2.5).
    Label,
    /// `{/var}`: segments of a path (section 3.2.6).
    Path,
    /// `{;var}`: parameters of a path (section 3.2.7).
    Parameter,
    /// `{?var}`: a query of pairs (section 3.2.8).
    Query,
    /// `{&var}`: more pairs of a query (section 3.2.9).
    Continuation,
}

impl Operator {
    /// The character after the `{`; none for [`Operator::Simple`].
    #[must_use]
    pub const fn character(self) -> Option<char> {
        match self {
            Operator::Simple => None,
            Operator::Reserved => Some('+'),
            Operator::Fragment => Some('#'),
            Operator::Label => Some('.'),
            Operator::Path => Some('/'),
            Operator::Parameter => Some(';'),
            Operator::Query => Some('?'),
            Operator::Continuation => Some('&'),
        }
    }

    /// The operator that this byte is.
    pub(super) const fn of(byte: u8) -> Option<Operator> {
        match byte {
            b'+' => Some(Operator::Reserved),
            b'#' => Some(Operator::Fragment),
            b'.' => Some(Operator::Label),
            b'/' => Some(Operator::Path),
            b';' => Some(Operator::Parameter),
            b'?' => Some(Operator::Query),
            b'&' => Some(Operator::Continuation),
            _ => None,
        }
    }
}

/// The row of an operator in the table of appendix A.
#[cfg(feature = "alloc")]
pub(super) struct Behaviour {
    /// Before the first defined variable.
    pub(super) first: &'static str,
    /// Between defined variables.
    pub(super) separator: char,
    /// Whether a value comes after a name.
    pub(super) is_named: bool,
    /// What comes after a name whose value is empty.
    pub(super) if_empty: &'static str,
    /// Whether reserved characters and triplets are kept.
    pub(super) keeps_reserved: bool,
}

#[cfg(feature = "alloc")]
impl Operator {
    #[rustfmt::skip]
    pub(super) const fn behaviour(self) -> &'static Behaviour {
        const fn row(
            first: &'static str, separator: char, is_named: bool, if_empty: &'static str, keeps_reserved: bool,
        ) -> Behaviour {
            Behaviour { first, separator, is_named, if_empty, keeps_reserved }
        }
        //                                        first sep  named ifemp allow U+R
        const SIMPLE: &Behaviour       = &row("",  ',', false, "",  false);
        const RESERVED: &Behaviour     = &row("",  ',', false, "",  true);
        const FRAGMENT: &Behaviour     = &row("#", ',', false, "",  true);
        const LABEL: &Behaviour        = &row(".", '.', false, "",  false);
        const PATH: &Behaviour         = &row("/", '/', false, "",  false);
        const PARAMETER: &Behaviour    = &row(";", ';', true,  "",  false);
        const QUERY: &Behaviour        = &row("?", '&', true,  "=", false);
        const CONTINUATION: &Behaviour = &row("&", '&', true,  "=", false);
        match self {
            Operator::Simple => SIMPLE,
            Operator::Reserved => RESERVED,
            Operator::Fragment => FRAGMENT,
            Operator::Label => LABEL,
            Operator::Path => PATH,
            Operator::Parameter => PARAMETER,
            Operator::Query => QUERY,
            Operator::Continuation => CONTINUATION,
        }
    }
}

/// What comes after the name of a variable (RFC 6570 section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// Nothing.
    None,
    /// `*`: each member of a list or map by itself (section 2.4.2).
    Explode,
    /// `:n`: the first `n` characters of a text, from 1 to 9999 (section 2.4.1).
    Prefix(NonZeroU16),
}
