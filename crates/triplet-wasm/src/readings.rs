//! Ranking of the readings of octets in several charsets. The platform decodes, the library judges.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use triplet::readings::{self, Judgement, Languages, Reason, TRIED};

use crate::json;

/// Before each text: the place of its charset in [`TRIED`], the number of malformed sequences and the length of the text.
const HEAD: usize = 12;

/// Writes `[{"charset","evidence","reason","words","writing"?,"score"}]`, the likeliest first; `writing` is the place of the writing in
/// the order of `Writing`. `tags` are the reader's languages, separated by spaces; `texts` are what the octets are in each charset, each
/// after its head of three numbers in little-endian order. Incomplete ones are left out.
pub(crate) fn readings(octets: &[u8], tags: &[u8], texts: &[u8], output: &mut Vec<u8>) {
    let languages = Languages::of(str::from_utf8(tags).unwrap_or_default().split(' '));
    let mut found: Vec<(&str, Judgement)> = Vec::new();
    let mut rest = texts;
    while let Some((head, after)) = rest.split_at_checked(HEAD) {
        let number = |i: usize| -> usize {
            let bytes = head[4 * i..4 * i + 4].try_into().unwrap_or_default();
            u32::from_le_bytes(bytes) as usize
        };
        let Some((text, after)) = after.split_at_checked(number(2)) else { break };
        rest = after;
        if let (Some(&charset), Ok(text)) = (TRIED.get(number(0)), str::from_utf8(text)) {
            found.push((charset, readings::judge(charset, octets, text, number(1), languages)));
        }
    }
    readings::rank(&mut found, |(_, judgement)| judgement);
    json::array(output, |list| {
        for (charset, judgement) in &found {
            list.push_object(|json| {
                json.text("charset", charset);
                json.text("evidence", judgement.evidence.name());
                json.text("reason", judgement.reason.name());
                json.display("words", &judgement.reason);
                if let Reason::Frequent(writing) = judgement.reason {
                    json.number("writing", writing as u64);
                }
                json.number("score", judgement.score.into());
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(place: u32, malformed: u32, text: &str) -> Vec<u8> {
        let mut record = Vec::new();
        for number in [place, malformed, text.len() as u32] {
            record.extend_from_slice(&number.to_le_bytes());
        }
        record.extend_from_slice(text.as_bytes());
        record
    }

    fn ranked(octets: &[u8], tags: &str, texts: &[u8]) -> String {
        let mut output = Vec::new();
        readings(octets, tags.as_bytes(), texts, &mut output);
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_likeliest_is_first_with_its_reason() {
        let octets = b"\xBE\xC8\xB3\xE7";
        let texts = [record(2, 0, "救崛"), record(4, 0, "안녕"), record(0, 4, "\u{FFFD}")].concat();
        let json = ranked(octets, "", &texts);
        assert!(json.starts_with(r#"[{"charset":"EUC-KR","evidence":"plausible","reason":"frequent","words":"frequent Korean syllables","writing":12,"score":100}"#), "{json}");
        assert!(json.contains(r#"{"charset":"UTF-8","evidence":"malformed""#), "{json}");
    }

    #[test]
    fn what_is_not_complete_is_left_out() {
        let mut texts = record(0, 0, "é");
        assert_eq!(ranked(b"\xC3\xA9", "fr", &texts).matches("charset").count(), 1);
        texts.extend_from_slice(&record(99, 0, "é"));
        texts.extend_from_slice(&record(2, 0, "é")[..13]);
        assert_eq!(ranked(b"\xC3\xA9", "fr", &texts).matches("charset").count(), 1);
        assert_eq!(ranked(b"", "", b"\x01"), "[]");
    }
}
