//! Encode sets, tokens, findings, layers and decoders, as JSON or as numbers.
#![forbid(unsafe_code)]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use triplet::EncodeSet;
use triplet::set::NonAscii;
use triplet::uri::Component;
use triplet_inspect::{self as inspect, Class, Context, Part, Reading, TokenKind};

use crate::json;

pub(crate) fn sets(output: &mut Vec<u8>) {
    json::array(output, |list| {
        for named in EncodeSet::names() {
            let kept: String = named.set.kept().map(char::from).collect();
            list.push_object(|json| {
                json.text("name", named.name);
                json.text("about", named.about);
                json.text("keeps", &kept);
                json.flag("nonAscii", named.set.non_ascii_policy() != NonAscii::Encode);
                json.flag("plus", named.set.writes_space_as_plus());
                json.flag("keepsTriplets", named.set.keeps_triplets());
            });
        }
    });
}

/// Writes six numbers for each token: start, end, place of the component in `Component::ALL` (or its length, for a delimiter),
/// kind (0 raw, 1 character, 2 octet, 3 malformed), value (the class in the order of `Class`; the code point; the octet; the byte
/// that is not a digit, plus one), and flags (1 needless, 2 lower case).
pub(crate) fn tokens(input: &[u8], output: &mut Vec<u8>) {
    for token in inspect::tokens(input) {
        let part = match token.part() {
            Part::Component(component) => Component::ALL.iter().position(|&c| c == component),
            Part::Delimiter => None,
        };
        let bits =
            |needless: bool, lowercase: bool| u32::from(needless) | u32::from(lowercase) << 1;
        let (kind, value, bits) = match token.kind() {
            TokenKind::Raw(class) => (0, class as u32, 0),
            TokenKind::Character { scalar, needless, lowercase } => {
                (1, scalar.into(), bits(needless, lowercase))
            }
            TokenKind::Octet { octet, lowercase } => (2, octet.into(), bits(false, lowercase)),
            TokenKind::Malformed { wrong } => (3, wrong.map_or(0, |byte| u32::from(byte) + 1), 0),
            _ => (0, Class::Other as u32, 0),
        };
        let span = token.span();
        let part = part.unwrap_or(Component::ALL.len());
        for number in [span.start as u32, span.end as u32, part as u32, kind, value, bits] {
            output.extend_from_slice(&number.to_le_bytes());
        }
    }
}

pub(crate) fn lint(input: &[u8], context: usize, most: usize, output: &mut Vec<u8>) {
    let context = Context::ALL.get(context).copied().unwrap_or_default();
    let findings = inspect::lint_at_most(input, context, most);
    json::object(output, |json| {
        json.array("findings", |list| {
            for finding in findings.iter() {
                let rule = finding.rule();
                list.push_object(|json| {
                    json.text("id", rule.name());
                    json.text("severity", finding.severity().name());
                    json.number("offset", finding.span().start as u64);
                    json.number("length", finding.span().len() as u64);
                    json.number("layer", finding.layer().into());
                    json.text("message", rule.message());
                    json.text("reference", rule.reference());
                    json.text("advice", rule.advice());
                });
            }
        });
        json.flag("capped", findings.is_capped());
    });
}

pub(crate) fn layers(input: &[u8], most: usize, output: &mut Vec<u8>) {
    let found = inspect::layers(input, most);
    json::object(output, |json| {
        json.number("count", found.count() as u64);
        json.flag("limited", found.is_limited());
    });
}

pub(crate) fn readers(input: &[u8], output: &mut Vec<u8>) {
    json::array(output, |list| {
        for (reader, reading) in inspect::readers(input) {
            list.push_object(|json| {
                json.text("reader", reader.name());
                match reading {
                    Reading::Text(text) => json.text("text", &text),
                    Reading::Bytes(bytes) => match str::from_utf8(&bytes) {
                        Ok(text) => json.text("text", text),
                        Err(_) => json.text("hex", &hex(&bytes)),
                    },
                    Reading::Refused => json.flag("refused", true),
                }
            });
        }
    });
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_classes() {
        use Class::{Control, GenDelim, NonAscii, Other, Percent, SubDelim, Unreserved};
        let order = [Unreserved, GenDelim, SubDelim, Percent, Control, Other, NonAscii];
        assert_eq!(order.map(|class| class as u32), [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn tokens_are_six_numbers() {
        let mut output = Vec::new();
        tokens("/%C3%a9%zz".as_bytes(), &mut output);
        let numbers: Vec<u32> = output
            .chunks_exact(4)
            .map(|number| u32::from_le_bytes([number[0], number[1], number[2], number[3]]))
            .collect();
        assert_eq!(
            numbers,
            [
                [0, 1, 4, 0, 1, 0],
                [1, 7, 4, 1, 0xE9, 2],
                [7, 8, 4, 3, u32::from(b'z') + 1, 0],
                [8, 10, 4, 0, 0, 0],
            ]
            .concat()
        );
    }
}
