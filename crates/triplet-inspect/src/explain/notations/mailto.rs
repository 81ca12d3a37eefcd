//! `mailto:` URIs (RFC 6068): addresses, and fields of the header and the body as pairs, in which a `+` is itself.
#![forbid(unsafe_code)]

use alloc::vec;

use super::super::form::pairs;
use super::super::node::Kind;
use super::super::recognized::{Inner, Part, Place, Reading, Recognized, span_of};
use super::super::remedies::remedy;

const SCHEME: &str = "mailto:";

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let rest = text.get(SCHEME.len()..)?;
    let (to, fields) = match rest.split_once('?') {
        Some((to, fields)) => (to, fields),
        None => (rest, ""),
    };
    let is_mailto = text[..SCHEME.len()].eq_ignore_ascii_case(SCHEME)
        && (to.contains('@') || to.contains("%40") || fields.contains('='))
        && !to.contains(char::is_whitespace)
        // Who writes a link by hand leaves spaces in the subject.
        && !rest.contains(|c: char| c.is_control() || "<>\"".contains(c));
    if !is_mailto {
        return None;
    }
    let scheme = 0..SCHEME.len() - 1;
    let mut parts = vec![Part::new(Kind::Scheme, scheme, Reading::AsWritten)];
    let addresses = to.split(',').filter(|address| !address.is_empty());
    parts.extend(
        addresses.map(|each| Part::new(Kind::Address, span_of(text, each), Reading::Decode)),
    );
    parts.extend(pairs(fields, text.len() - fields.len(), false));
    let found = Recognized::certain(Inner::Parts(parts))?;
    Some(Recognized { remedies: remedy(text).into_iter().collect(), ..found })
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_is_a_mail_and_what_is_not() {
        for text in [
            "mailto:a@b.example",
            "MAILTO:a%40b.example",
            "mailto:?subject=Hello you",
            "mailto:gorby%25kremvax@b.example,c@d.example?cc=e@f.example",
        ] {
            assert_eq!(says(Kind::Mailto, text), alloc::format!("is {text}"));
        }
        for text in [
            "mailto:",
            "mailto: a@b.example",
            "mailto:a@b.example is broken",
            "mailto links",
            "mailto:a@b.example\nmailto:c@d.example",
        ] {
            assert_eq!(says(Kind::Mailto, text), "is not", "{text}");
        }
    }

    #[test]
    fn parts_are_read() {
        let mail = explain("mailto:a%2Cb@c.example,d+e@f.example?subject=1+1&body=x%0D%0Ay%26z");
        let root = mail.root();
        let addresses = root.children.iter().filter(|child| child.kind == Kind::Address);
        let addresses: alloc::vec::Vec<_> = addresses.map(|child| child.read()).collect();
        assert_eq!(addresses, ["a,b@c.example", "d+e@f.example"]);
        assert_eq!(root.value("subject").unwrap().read(), "1+1");
        assert_eq!(root.value("body").unwrap().read(), "x\r\ny&z");
        assert!(root.remedies.is_empty());
        let raw = explain("mailto:a@b.example?subject=Hello you");
        assert_eq!(raw.root().remedies[0].text, "mailto:a@b.example?subject=Hello%20you");
    }
}
