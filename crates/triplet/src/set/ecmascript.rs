//! ECMA-262: section 19.2.6 (URI handling functions) and annex B.2.1.1 (`escape`).
//!
//! The functions themselves, which take UTF-16 and throw `URIError`, are in
//! `triplet::ecmascript`.

use super::EncodeSet;

/// What `encodeURI` keeps: `uriReserved` (`; / ? : @ & = + $ ,`), `uriUnescaped` and `#`.
pub const URI: EncodeSet = URI_COMPONENT.also_keep(b";/?:@&=+$,#");

/// What `encodeURIComponent` keeps: `uriUnescaped`, letters, digits and `- _ . ! ~ * ' ( )`.
pub const URI_COMPONENT: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"-_.!~*'()");

/// What `escape` keeps: letters, digits and `@ * _ + - . /`. It writes code units above 0xFF as
/// `%uXXXX`, which only its own function does.
pub const ESCAPE: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"@*_+-./");
