//! ECMA-262: section 19.2.6 (URI handling functions) and annex B.2.1.1 (`escape`).
//!
//! The functions themselves, with their errors and their forms for UTF-16, are in the module
//! `triplet::ecmascript`.

use super::EncodeSet;

/// The set of `encodeURI`: keeps `uriReserved` (`; / ? : @ & = + $ ,`), `uriUnescaped` and `#`.
pub const URI: EncodeSet = URI_COMPONENT.also_keep(b";/?:@&=+$,#");

/// The set of `encodeURIComponent`: keeps `uriUnescaped`, which is letters, digits and `- _ . ! ~ * ' ( )`.
pub const URI_COMPONENT: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"-_.!~*'()");

/// The set of `escape`: keeps letters, digits and `@ * _ + - . /`. Under this set [`encode`](crate::encode())
/// writes UTF-8 octets; only `triplet::ecmascript::escape` writes code units, and `%uXXXX` above 0xFF.
pub const ESCAPE: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"@*_+-./");
