//! What a rule needs: the bytes without which it has no finding in a component.
//!
//! A *needle* is up to four bytes that follow each other. Each is written as itself or as a class in brackets, as in regular
//! expressions: `[a-f]`, `[^0-9]`; a `]` that comes first stands for itself. `\0` is an end of the component. After a `~` at
//! the start, letters stand for both cases. U+0001 in a class stands for NUL too.
//!
//! A row lists needles so that each text in which the rule has a finding has one of them. A needle may be in other texts too;
//! then the rule is asked in vain. The tests compare what is found with and without needles.
#![forbid(unsafe_code)]

use super::all_rules::ALL_RULES;

pub(super) type Needle = &'static [u8];

/// Needles that several rules have.
pub(super) type Needles = &'static [Needle];

/// Names of hosts, or ends of them. The first four bytes of each are searched for, in both cases; a shorter one with the end of
/// its label.
pub(super) type Names = &'static [&'static [u8]];

/// What a rule needs.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    /// In a path.
    pub(super) path: &'static [Needles],
    /// In a query, a form or a fragment.
    pub(super) pairs: &'static [Needles],
    /// In a form only.
    pub(super) form: &'static [Needles],
    /// In a host.
    pub(super) host: &'static [Needles],
    /// In a host too: one of these names.
    pub(super) names: &'static [Names],
}

/// The needs of a rule about the octets of a text. In a host such a rule needs an octet that no name of a host has.
pub(super) const fn text(text: &'static [Needles]) -> Needs {
    needs(text, text, &[], &[UNUSUAL], &[])
}

/// The needs of a rule about segments. Only a path has segments.
pub(super) const fn path(path: &'static [Needles]) -> Needs {
    needs(path, &[], &[], &[], &[])
}

/// The needs of a rule about names and values. Only a query, a form and a fragment have them.
pub(super) const fn pairs(pairs: &'static [Needles]) -> Needs {
    needs(&[], pairs, &[], &[], &[])
}

/// The needs of a rule about values, which queries, forms and fragments have, and gateways find in a path.
pub(super) const fn values(needles: &'static [Needles]) -> Needs {
    needs(needles, needles, &[], &[], &[])
}

/// The needs of a rule about values that it needs other needles for in a path.
pub(super) const fn path_and_pairs(path: &'static [Needles], pairs: &'static [Needles]) -> Needs {
    needs(path, pairs, &[], &[], &[])
}

/// The needs of a rule that a text must be known to be a form for.
pub(super) const fn form(form: &'static [Needles]) -> Needs {
    needs(&[], &[], form, &[], &[])
}

/// The needs of a rule about hosts.
pub(super) const fn host(host: &'static [Needles]) -> Needs {
    needs(&[], &[], &[], host, &[])
}

/// The needs of a rule that is found by the shape of a whole reference, or in a userinfo. These are not searched for needles.
pub(super) const fn outside() -> Needs {
    needs(&[], &[], &[], &[], &[])
}

/// Without the feature `all-rules` nothing is searched for needles, so none is kept in the program.
const fn needs(
    path: &'static [Needles],
    pairs: &'static [Needles],
    form: &'static [Needles],
    host: &'static [Needles],
    names: &'static [Names],
) -> Needs {
    if ALL_RULES {
        Needs { path, pairs, form, host, names }
    } else {
        Needs { path: &[], pairs: &[], form: &[], host: &[], names: &[] }
    }
}

impl Needs {
    /// These needs, and others in a host.
    pub(super) const fn and_host(self, host: &'static [Needles]) -> Needs {
        needs(self.path, self.pairs, self.form, host, self.names)
    }

    /// These needs, or one of these names in a host.
    pub(super) const fn and_names(self, names: &'static [Names]) -> Needs {
        needs(self.path, self.pairs, self.form, self.host, names)
    }
}

/// A malformed `%`.
pub(super) const MALFORMED: Needles = &[b"%[^0-9A-Fa-f]", b"%[0-9A-Fa-f][^0-9A-Fa-f]"];

/// A triplet of ASCII other than a space, or an escape that looks like one. What is decoded more than once begins with one.
pub(super) const ASCII_TRIPLET: Needles = &[b"%[013-7]", b"%2[1-9A-Fa-f]"];

/// An octet of a character outside ASCII, raw or encoded.
pub(super) const NON_ASCII: Needles = &[b"[\x80-\xFF]", b"%[89A-Fa-f]"];

/// The start of a dot or a slash in disguise, raw or encoded.
pub(super) const DISGUISED: Needles =
    &[b"[\xC0-\xC2\xE0\xE2\xEF\xF0\xF8\xFC]", b"%[CEFcef][0128CFcf]", b"0[Xx][25][CEFcef]"];

/// A raw control character.
pub(super) const CONTROL: Needles = &[b"[\x01-\x1F\x7F]"];

/// The end of a scheme, as it is, encoded, or as an entity (whose `&` is encoded) or an escape of JavaScript.
pub(super) const VALUE_SCHEME: Needles = &[b":", b"[\\]", b"%[013-7]", b"%2[1-9A-Fa-f]"];

/// Two slashes, between which readers skip spaces and controls.
pub(super) const SCHEME_RELATIVE: Needles =
    &[b"/[/%\x01-\x20\x7F]", b"[\\]", b"%[013-7]", b"%2[1-9A-Fa-f]"];

/// The ends of the names of `words::is_target`.
pub(super) const TARGET: Needles = &[
    b"~ur[li]=",
    b"~[oegir][senc]t=",
    b"~[aio][mt]e=",
    b"~[iag][oi]n=",
    b"~[voeat][exaoct][rymkdh]=",
];

/// The start of an address of a cloud or of this machine without a scheme, and two signs before a second host.
pub(super) const BARE_HOST: Needles = &[b"1[260][0789].", b"~[=\0]loc", b"~ata."];

/// An octet that a host rarely has, or must not have.
pub(super) const UNUSUAL: Needles = &[b"[^0-9A-Za-z.\0-]"];

/// The ends of the names of `words::is_function`.
pub(super) const CALLBACK: Needles = &[b"~[cn][kbp]="];

/// The ends of the names of `words::is_secret`.
pub(super) const SECRET: Needles = &[b"~[aops][rws][dse]=", b"~[oegir][senc]t=", b"~_[kt][eo]"];
