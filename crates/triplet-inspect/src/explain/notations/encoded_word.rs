//! Encoded words of mail (RFC 2047): `=?UTF-8?Q?gr=C3=BC=C3=9Fe?=`.
#![forbid(unsafe_code)]

use triplet::content_disposition::decode_encoded_words;

use super::super::find::find;
use super::super::recognized::{Inner, Place, Recognized};

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    find(text, "=?")?;
    let words = decode_encoded_words(text)?;
    let found = Recognized::certain(Inner::Text(words.text))?;
    Some(Recognized { detail: Some(words.charset), ..found })
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_is_an_encoded_word_and_what_is_not() {
        for (text, expected) in [
            ("=?UTF-8?Q?gr=C3=BC=C3=9Fe_an_alle?=", "is grüße an alle"),
            ("Subject: =?iso-8859-1?q?caf=E9?= =?utf-8?b?IOKCrA==?=", "is Subject: café €"),
            ("=?GB2312?B?1tDOxA==?=.txt", "is 中文.txt"),
            ("From: a\nSubject: =?utf-8?q?=C3=A4?=\nTo: b", "is From: a\nSubject: ä\nTo: b"),
            ("=?klingon?Q?a?=", "is not"),
            ("https://a.example/?q=?x?y", "is not"),
            ("a=?b?c=?", "is not"),
        ] {
            assert_eq!(says(Kind::EncodedWord, text), expected, "{text}");
        }
    }
}
