//! The URL standard of the WHATWG: section 1.3, the percent-encode sets.
//!
//! The standard defines its sets by what they *encode*. Its sets for whole components keep `%`, because the
//! URL parser applies them to URLs that may already be encoded. So they are not for data, and
//! [`EncodeSet::is_reversible`] is false for them. For data use [`COMPONENT`].

use super::EncodeSet;

/// *C0 control percent-encode set*: C0 controls and all code points above U+007E.
pub const C0_CONTROL: EncodeSet = EncodeSet::encoding(b"");

/// *Fragment percent-encode set*: C0 control and U+0020, `"`, `<`, `>`, `` ` ``.
pub const FRAGMENT: EncodeSet = C0_CONTROL.also_encode(b" \"<>`");

/// *Query percent-encode set*: C0 control and U+0020, `"`, `#`, `<`, `>`.
pub const QUERY: EncodeSet = C0_CONTROL.also_encode(b" \"#<>");

/// *Special-query percent-encode set*: query and `'`.
pub const SPECIAL_QUERY: EncodeSet = QUERY.also_encode(b"'");

/// *Path percent-encode set*: query and `?`, `^`, `` ` ``, `{`, `}`.
pub const PATH: EncodeSet = QUERY.also_encode(b"?^`{}");

/// *Userinfo percent-encode set*: path and `/`, `:`, `;`, `=`, `@`, `[` to `]`, `|`.
pub const USERINFO: EncodeSet = PATH.also_encode(b"/:;=@[\\]|");

/// *Component percent-encode set*: userinfo and `$` to `&`, `+`, `,`. It encodes what
/// `encodeURIComponent` encodes.
pub const COMPONENT: EncodeSet = USERINFO.also_encode(b"$%&+,");

/// *application/x-www-form-urlencoded percent-encode set*: component and `!`, `'` to `)`, `~`.
///
/// The standard's *percent-encode after encoding* writes a space as `+` for this set only, and so does this
/// constant.
pub const FORM: EncodeSet = COMPONENT.also_encode(b"!'()~").space_as_plus();
