//! `data:` URLs (RFC 2397; read as the Fetch standard has it, section 6): a media type and data, which are shown if they are text.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;

use triplet::charset::{self, Charset};
use triplet::data_url::DataUrl;

use super::super::node::{Kind, Remedy, RemedyKind};
use super::super::recognized::{Inner, Part, Place, Reading, Recognized, span_of};

const SCHEME: &str = "data:";

/// Types of text besides `text/` and those that end with `+xml` and `+json`.
const TEXTS: [&str; 5] = [
    "application/json",
    "application/xml",
    "application/javascript",
    "application/ecmascript",
    "application/x-www-form-urlencoded",
];

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let scheme = text.get(..SCHEME.len())?;
    let head = text.get(SCHEME.len()..)?.split(',').next()?;
    let (media_type, parameters) = head.split_once(';').unwrap_or((head, ""));
    // Words after the word `data` are not a media type: `data: a, b`.
    let is_word = |word: &str| !word.is_empty() && !word.contains(|c: char| c.is_whitespace());
    let is_media_type = match media_type.split_once('/') {
        Some((kind, subtype)) => is_word(kind) && is_word(subtype),
        None => media_type.is_empty() && (parameters.is_empty() || is_parameters(parameters)),
    };
    if !scheme.eq_ignore_ascii_case(SCHEME) || !is_media_type {
        return None;
    }
    let url = DataUrl::parse(text).ok()?;
    let data = span_of(text, url.data());
    let mut parts = vec![Part::new(Kind::Scheme, 0..SCHEME.len() - 1, Reading::AsWritten)];
    if !head.is_empty() {
        let span = SCHEME.len()..data.start - 1;
        parts.push(Part::new(Kind::MediaType, span, Reading::AsWritten));
    }
    let fragment = data.end..text.len();
    parts.push(read_data(&url, Part::new(Kind::Data, data, Reading::AsWritten)));
    let remedy = number_sign(text, fragment.start);
    if fragment.len() > 1 {
        let span = fragment.start + 1..fragment.end;
        parts.push(Part::new(Kind::Fragment, span, Reading::Decode));
    }
    let found = Recognized::certain(Inner::Parts(parts))?;
    let remedies = remedy.into_iter().collect();
    Some(Recognized { detail: Some(url.media_type().to_string()), remedies, ..found })
}

/// The URL with each `#` of its data encoded, if markup and not a fragment follows the first `#`. Browsers end the data at that `#`.
fn number_sign(text: &str, at: usize) -> Option<Remedy> {
    let is_markup = |c: char| "<>\"'".contains(c);
    if !cfg!(feature = "all-notations") || !text.get(at + 1..)?.contains(is_markup) {
        return None;
    }
    Some(Remedy {
        kind: RemedyKind::EncodeNumberSign,
        message: alloc::format!(
            "`#` at offset {at}: the data ends there, and a fragment begins; in data, this is `%23`"
        ),
        offset: at,
        text: alloc::format!("{}{}", &text[..at], text[at..].replace('#', "%23")),
    })
}

fn is_parameters(text: &str) -> bool {
    text.split(';').all(|each| {
        let each = each.trim_matches(' ');
        each.eq_ignore_ascii_case("base64")
            || each.split_once('=').is_some_and(|(name, _)| !name.contains(' '))
    })
}

/// The data, read as text in the charset that the media type has.
fn read_data(url: &DataUrl<'_>, part: Part) -> Part {
    let octets = match url.to_bytes() {
        Ok(octets) => octets,
        Err(error) => return Part { detail: Some(error.to_string()), ..part },
    };
    let media_type = url.media_type();
    let essence = media_type.essence();
    let is_text = essence.starts_with("text/")
        || essence.ends_with("+xml")
        || essence.ends_with("+json")
        || TEXTS.contains(&essence);
    if !is_text {
        return Part { reading: Reading::Binary(octets.into_owned()), ..part };
    }
    // Without a charset it is US-ASCII, which no octets outside ASCII are in.
    let label =
        media_type.parameter("charset").filter(|label| !label.eq_ignore_ascii_case("us-ascii"));
    let named = label.and_then(Charset::for_label);
    let read = named.filter(|_| !octets.is_ascii()).and_then(|charset| {
        let text = charset::decode_octets(&octets, charset).to_str().ok()?.into_owned();
        Some(Reading::Text {
            read: text,
            named: Some(Box::new((charset, "charset".into()))),
            octets: None,
        })
    });
    Part { reading: read.unwrap_or_else(|| Reading::Octets(octets.into_owned())), ..part }
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_is_data_and_what_is_not() {
        for (text, media_type, data) in [
            ("data:,caf%C3%A9", "text/plain;charset=US-ASCII", "café"),
            ("data:text/plain;charset=gbk,%D6%D0", "text/plain;charset=gbk", "中"),
            (
                "data:text/plain;charset=iso-8859-1;base64,4Q==",
                "text/plain;charset=iso-8859-1",
                "á",
            ),
            (
                "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E#a",
                "image/svg+xml",
                "<svg xmlns='http://www.w3.org/2000/svg'/>",
            ),
            ("data:application/json;base64,eyJhIjoxfQ", "application/json", "{\"a\":1}"),
            ("DATA:;base64,aGk%3D", "text/plain;charset=US-ASCII", "hi"),
        ] {
            let explanation = explain(text);
            let root = explanation.root();
            assert_eq!(
                (root.kind, root.detail.as_deref()),
                (Kind::DataUrl, Some(media_type)),
                "{text}"
            );
            assert_eq!(root.child(Kind::Data).unwrap().read(), data, "{text}");
        }
        for text in [
            "data: a, b",
            "data: text/plain, or so",
            "data:1,2,3",
            "data:text/plain",
            "data:",
            "data:; a, b",
            "database:a/b,c",
        ] {
            assert_eq!(says(Kind::DataUrl, text), "is not", "{text}");
        }
    }

    #[test]
    fn octets_that_are_not_text() {
        let picture = explain("data:image/png;base64,iVBORw==");
        let data = picture.root().child(Kind::Data).unwrap();
        assert_eq!((data.read(), data.octets.as_deref()), ("iVBORw==", Some(&b"\x89PNG"[..])));
        let broken = explain("data:image/png;base64,iVB!");
        let data = broken.root().child(Kind::Data).unwrap();
        assert_eq!(
            data.detail.as_deref(),
            Some("`!` at offset 25: it is not of the alphabet of base64")
        );
        assert_eq!(data.octets, None);
    }
}
