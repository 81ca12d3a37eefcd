//! The functions of ECMA-262, on code units and on UTF-8.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use triplet::ecmascript::{self as js};
use triplet_utf16::is_ascii;

use crate::answer::{Answer, Failure, Written};
use crate::codec::text as utf8;

const ENCODE_URI: u32 = 0;
const ENCODE_URI_COMPONENT: u32 = 1;
const DECODE_URI: u32 = 2;
const DECODE_URI_COMPONENT: u32 = 3;
const ESCAPE: u32 = 4;
/// Added to the number of a function: the caller knows that the input is ASCII.
const IS_ASCII: u32 = 8;

/// On code units in little-endian order. A string of JavaScript may contain lone surrogates.
pub(crate) fn units(input: &[u8], function: u32, output: &mut Vec<u8>) -> Answer {
    let units: Vec<u16> =
        input.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
    let ascii = |text: String| text.into_bytes().into_iter().map(u16::from).collect();
    let units: Vec<u16> = match function {
        ENCODE_URI => ascii(js::encode_uri_utf16(&units)?),
        ENCODE_URI_COMPONENT => ascii(js::encode_uri_component_utf16(&units)?),
        DECODE_URI => js::decode_uri_utf16(&units)?,
        DECODE_URI_COMPONENT => js::decode_uri_component_utf16(&units)?,
        ESCAPE => ascii(js::escape_utf16(&units)),
        _ => js::unescape_utf16(&units),
    };
    output.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
    Ok(())
}

/// On the UTF-8 of a string without lone surrogates.
pub(crate) fn text(
    input: &[u8],
    function: u32,
    output: &mut Vec<u8>,
    wide: &mut Vec<u16>,
) -> Result<Written, Failure> {
    use triplet::set::ecmascript::{URI, URI_COMPONENT};
    // In an ASCII input every octet above 0x7F is a triplet, so `decodeURIComponent` is strict decoding.
    let known_ascii = function & IS_ASCII != 0;
    let function = function & !IS_ASCII;
    if function == DECODE_URI_COMPONENT && (known_ascii || is_ascii(input)) {
        if let Ok(written) = crate::codec::decode(input, b"", 0, output, wide) {
            return Ok(written);
        }
        output.clear();
    }
    match function {
        // The encoders reuse the capacity of the output.
        ENCODE_URI => return Ok(crate::codec::encode(input, URI, 0, output)),
        ENCODE_URI_COMPONENT => return Ok(crate::codec::encode(input, URI_COMPONENT, 0, output)),
        DECODE_URI => *output = js::decode_uri(utf8(input)?)?.into_owned().into_bytes(),
        DECODE_URI_COMPONENT => {
            *output = js::decode_uri_component(utf8(input)?)?.into_owned().into_bytes();
        }
        ESCAPE => *output = js::escape(utf8(input)?).into_owned().into_bytes(),
        _ => *output = js::unescape(utf8(input)?)?.into_owned().into_bytes(),
    }
    Ok(Written::Utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates() {
        let mut output = Vec::new();
        assert!(units(&[0x3D, 0xD8], ENCODE_URI_COMPONENT, &mut output).is_err());
        assert!(units(&[0x3D, 0xD8], DECODE_URI_COMPONENT, &mut output).is_ok());
        assert_eq!(output, [0x3D, 0xD8]);
        output.clear();
        assert!(units(&[0x3D, 0xD8], ESCAPE, &mut output).is_ok());
        let escaped: Vec<u8> = output.iter().copied().step_by(2).collect();
        assert_eq!(escaped, b"%uD83D");
    }
}
